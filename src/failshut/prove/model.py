"""Play a model on loopback for one run of an agent, and keep every request.

Run as a program inside the run's own network namespace: ``model.py FOLDER``.  FOLDER holds ``run.json``
(``port``, ``argv``, ``cwd``, ``env``, ``seconds``) and ``script.json``; it gets ``requests/NNN.json``,
``output`` and ``result.json`` (``exit`` None = ended by us, ``seconds``).  Nothing is bound or answered
but loopback.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from failshut.prove import dialects
from failshut.prove.script import Script, load

LOOPBACK = "127.0.0.1"
LARGEST = 64 * 1024 * 1024
"""Bytes of all requests of a run together."""
KEPT = 4 * 1024 * 1024
"""Bytes of what the agent says that are kept."""
DRAINED = 2.0
"""Seconds in which the last of it is read."""
_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 1


class Server(ThreadingHTTPServer):
    """The model; raises ValueError for an address that isn't loopback's."""

    daemon_threads = True

    def __init__(self, port: int, script: Script, folder: Path, host: str = LOOPBACK) -> None:
        """``folder`` gets the requests; ``port`` 0 = any that is free."""
        if host != LOOPBACK:
            raise ValueError(f"{host} isn't loopback")
        self.script, self.folder, self.count, self.size = script, folder, 0, 0
        self.lock = threading.Lock()
        super().__init__((host, port), Handler)

    def verify_request(self, request: object, client_address: object) -> bool:
        """Answer nobody but this machine."""
        return isinstance(client_address, tuple) and client_address[0] == LOOPBACK

    def keep(self, data: bytes) -> int:
        """Keep a request; returns its number, from 0, or -1 when there were too many."""
        with self.lock:
            number = self.count
            self.size += len(data)
            if self.size > LARGEST:
                return -1
            self.count += 1
        (self.folder / f"{number:03}.json").write_bytes(data)
        return number


class Handler(BaseHTTPRequestHandler):
    """Answer a request with the script's next turn."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        """Answer one of the protocols; anything else is not found."""
        size = int(self.headers.get("content-length") or 0)
        data = self.rfile.read(min(size, LARGEST))
        dialect = dialects.of(self.path)
        try:
            request = json.loads(data)
        except ValueError:
            request = None
        if dialect is None or not isinstance(request, dict):
            self.send_error(404)
            return
        number = self.server.keep(data)
        if number < 0:
            self.send_error(413)
            return
        heard = dialect.hear(request)
        script = self.server.script
        step = script.step(heard.said, heard.results) if heard.tools else None
        events = list(dialect.speak(request, step, number, script.talk(heard.said).last))
        if dialect.streams:
            body = b"".join(_event(name, held) for name, held in events) + dialect.last
        else:
            body = json.dumps(events[0][1]).encode()
        self.send_response(200)
        self.send_header("content-type", "text/event-stream" if dialect.streams else "application/json")
        self.send_header("content-length", str(len(body)))
        self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    def do_GET(self) -> None:
        """Know no page."""
        self.send_error(404)

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing on stderr."""


def _event(name: str, held: dict[str, object]) -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(held)}\n\n".encode()


def loopback_up() -> None:
    """Switch the loopback interface on; raises OSError where this process may not."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        request = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(handle, _GET_FLAGS, request))[1]
        fcntl.ioctl(handle, _SET_FLAGS, struct.pack("16sh14x", b"lo", flags | _UP))


def _end(agent: int) -> None:
    """End the agent and what it started in its own session."""
    with contextlib.suppress(OSError):
        os.killpg(agent, signal.SIGKILL)


def _follow(agent: int) -> None:
    """End all when stdin ends, however the program that runs us ended."""
    while os.read(0, 1):
        pass
    _end(agent)
    os._exit(1)


def _keep(source: int, output: BinaryIO) -> None:
    """Keep what the agent says first, and read the rest so that it can go on."""
    room = KEPT
    with contextlib.suppress(OSError, ValueError):
        while data := os.read(source, 1 << 16):
            output.write(data[:room])
            output.flush()
            room -= min(room, len(data))


def main(folder: Path) -> int:
    """Run the agent of FOLDER with the model beside it; returns 0 when a result was written.

    Everything ends when stdin does.
    """
    run = json.loads((folder / "run.json").read_text("utf-8"))
    with contextlib.suppress(OSError):
        loopback_up()
    requests = folder / "requests"
    requests.mkdir(exist_ok=True)
    server = Server(run["port"], load((folder / "script.json").read_text("utf-8")), requests)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    start = time.monotonic()
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            run["argv"], cwd=run["cwd"], env=run["env"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        assert process.stdout is not None
        threading.Thread(target=_follow, args=(process.pid,), daemon=True).start()
        reader = threading.Thread(target=_keep, args=(process.stdout.fileno(), output), daemon=True)
        reader.start()
        try:
            code: int | None = process.wait(run["seconds"])
        except subprocess.TimeoutExpired:
            code = None
        _end(process.pid)
        process.wait()
        reader.join(DRAINED)
    held = {"exit": code, "seconds": time.monotonic() - start}
    (folder / "result.json").write_text(json.dumps(held), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
