"""Stand in for the policy service that a hook asks: refuse, hang, or answer garbage."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable

from failshut.drill.faults import Fault
from failshut.drill.run import HookRun
from failshut.drill.trial import NotApplicable, Trial

ANSWERS = {
    "garbage": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 21\r\n"
    b"Connection: close\r\n\r\n<html>Welcome!</html>",
    "error": b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 5\r\nConnection: close\r\n\r\nsorry",
}


def service(trial: Trial, fault: Fault) -> None:
    """Listen where the hook looks for its service; the connection is the proof."""
    how = fault.text("how")
    server = socket.socket()
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind(("127.0.0.1", 0))
    port = server.getsockname()[1]
    if not redirect(trial, port):
        server.close()
        raise NotApplicable("it names no service on this machine (give --service VARIABLE)")
    seen: list[int] = []
    if how == "refuse":
        # Bound but not listening: a connection is refused.  Nothing sees it, so the hook's
        # asking is proved by the trials in which something listens.
        trial.after.append(server.close)
        trial.trace = lambda run: f"nothing listens on port {port}"
        return
    server.listen(16)
    held: list[socket.socket] = []

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = server.accept()
                seen.append(1)
                held.append(connection)
                if how in ANSWERS:
                    connection.settimeout(5)
                    connection.recv(65536)
                    connection.sendall(ANSWERS[how])
                    connection.close()

    def stop() -> None:
        with contextlib.suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)
        server.close()
        for connection in held:
            connection.close()

    threading.Thread(target=accept, daemon=True).start()
    trial.after.append(stop)

    def trace(run: HookRun) -> str:
        return f"the stand-in was asked {len(seen)} times" if seen else ""

    trial.trace = trace


def redirect(trial: Trial, port: int) -> bool:
    """Point the hook to our port: by its variable, and in the texts that name a local address."""
    from failshut.drill.subject import LOCAL_ADDRESS

    found = False
    for name in trial.services:
        trial.environment[name] = f"http://127.0.0.1:{port}"
        found = True
    for path in trial.parts.values():
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        changed = LOCAL_ADDRESS.sub(lambda old: f"{old[1]}127.0.0.1:{port}", text)
        if changed != text:
            path.write_text(changed, encoding="utf-8", errors="surrogateescape")
            found = True
    command = trial.entry.get("command")
    if isinstance(command, str) and LOCAL_ADDRESS.search(command):
        trial.entry = {
            **trial.entry,
            "command": LOCAL_ADDRESS.sub(lambda old: f"{old[1]}127.0.0.1:{port}", command),
        }
        found = True
    return found


KINDS: dict[str, Callable[[Trial, Fault], None]] = {"service": service}
