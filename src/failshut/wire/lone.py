"""Take Failshut out of the coding agents without the package: `python3 uninstall.py`.

`failshut init` puts a copy of this file beside the launcher.  It needs nothing but Python: files that
nobody changed since get their original bytes back, from the others exactly our entries go.  What it
can't read it names and leaves, and then the launcher stays, since a wired line without it refuses
every call.
"""

import hashlib
import json
import os
import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SHARE = "/.local/share/failshut"
STATE = "/.local/state/failshut"
MACHINE = ("/usr/local/lib/failshut", "/var/lib/failshut")
LAUNCHER = "failshut/launcher.sh"
FRAME = "failshut/1"
WORD = "remove"


def main(share: str, state: str, ask: bool = True) -> int:
    """Ask, then take everything out; returns the exit code (1 = declined, or something stays)."""
    manifest = state + "/manifest.json"
    try:
        with open(manifest, encoding="utf-8") as file:
            held = json.load(file)
        rows, folders = held["files"], held["folders"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"{manifest}: it can't be read ({error}). Take the entries that name", file=sys.stderr)
        print(
            f"{LAUNCHER} out of your agents' hook files by hand, then delete this folder.", file=sys.stderr
        )
        return 1
    for row in rows:
        print(row["path"])
    if ask:
        print(f"Type the word {WORD} to take Failshut out of these files: ", end="", flush=True)
        if not sys.stdin.isatty() or sys.stdin.readline().strip() != WORD:
            print("Nothing was changed.", file=sys.stderr)
            return 1
    rules = rules_taken(state)
    left = [*rules, *(row["path"] for row in rows if not cleared(row, state))]
    for path in left:
        print(
            f"{path}: it can't be edited here; take out the entry that names {LAUNCHER}.", file=sys.stderr
        )
    if left:
        print("The launcher stays until then.", file=sys.stderr)
        return 1
    for folder, names in ((share, None), (state, ("manifest.json", "permissions.json", "backup-"))):
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            if names is None or name.startswith(names):
                delete(os.path.join(folder, name))
    for folder in sorted(folders, key=len, reverse=True):
        try:
            os.rmdir(folder)
        except OSError:
            continue
    print("Failshut is out of these files. Restart running sessions.")
    return 0


def rules_taken(state: str) -> "list[str]":
    """Take our permission rules out of the hosts' files; returns the files where that isn't possible."""
    try:
        with open(os.path.join(state, "permissions.json"), encoding="utf-8") as file:
            rows = json.load(file)["files"]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError):
        return [os.path.join(state, "permissions.json")]
    return [row["path"] for row in rows if not without_rules(row, state)]


def without_rules(row: "dict[str, Any]", state: str) -> bool:
    """Take our permission rules out of one file; says whether none is left in it."""
    path, backup, texts = os.path.realpath(row["path"]), row["backup"], row["texts"]
    try:
        with open(path, "rb") as file:
            data = file.read()
        if hashlib.sha256(data).hexdigest() == row["sha256"] and backup:
            with open(os.path.join(state, backup), "rb") as file:
                write(path, file.read())
        elif hashlib.sha256(data).hexdigest() == row["sha256"] or row["whole"]:
            os.unlink(path)
        else:
            value = json.loads(data.decode("utf-8-sig"))
            value["permissions"]["deny"] = [one for one in value["permissions"]["deny"] if one not in texts]
            write(path, (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode())
    except FileNotFoundError:
        return not os.path.exists(path)
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return True


def delete(path: str) -> None:
    """Delete a file, or a folder of read-only files."""
    if os.path.islink(path) or not os.path.isdir(path):
        os.unlink(path)
        return
    os.chmod(path, 0o700)
    for name in os.listdir(path):
        delete(os.path.join(path, name))
    os.rmdir(path)


def cleared(row: "dict[str, str]", state: str) -> bool:
    """Take our entries out of one file; says whether none is left in it."""
    path = os.path.realpath(row["path"])
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    if hashlib.sha256(data).hexdigest() == row["sha256"]:
        if not row["backup"]:
            os.unlink(path)
            return True
        try:
            with open(os.path.join(state, row["backup"]), "rb") as file:
                write(path, file.read())
            return True
        except OSError:
            pass  # the copy is gone; our entries can still be taken out
    if LAUNCHER.encode() not in data and not is_listed(data):
        return True
    try:
        new = without_blocks(data) if path.endswith(".toml") else without_entries(data)
    except (ValueError, RecursionError):
        return False
    if LAUNCHER.encode() in new or is_listed(new):
        return False
    write(path, new)
    return True


def without_entries(data: bytes) -> bytes:
    """Return a JSON document without our handlers, and without what only held them."""
    value = json.loads(data.decode("utf-8-sig"))
    return (json.dumps(pruned(value), indent=2, ensure_ascii=False) + "\n").encode()


def pruned(value: object) -> object:
    """Return a value without our handlers; a list or object that only held them goes too."""
    if isinstance(value, dict):
        kept = {key: pruned(item) for key, item in value.items()}
        return {key: item for key, item in kept.items() if item not in ([], {}) or value[key] == item}
    if isinstance(value, list):
        rows = [item for item in value if not is_ours(item)]
        return [new for new, old in ((pruned(item), item) for item in rows) if not only_ours(new, old)]
    return value


def only_ours(new: object, old: object) -> bool:
    """Say whether an element held our handlers and nothing else."""
    return isinstance(old, dict) and isinstance(new, dict) and "hooks" in old and "hooks" not in new


def is_listed(data: bytes) -> bool:
    """Say whether a list of plugins names ours."""
    return re.search(rb'"id"\s*:\s*"failshut"', data) is not None


def is_ours(handler: object) -> bool:
    """Say whether a handler's command is our wired line, or an element is our row in a list of plugins."""
    if not isinstance(handler, dict):
        return False
    if handler.get("id") == "failshut" and "failshut" in str(handler.get("root")):
        return True
    arguments = handler.get("args")
    words = [handler.get("command"), handler.get("bash")]
    words += arguments if isinstance(arguments, list) else []
    return any(isinstance(word, str) and LAUNCHER in word and FRAME in word for word in words)


def without_blocks(data: bytes) -> bytes:
    """Return a TOML document without the ``[[hooks]]`` blocks that hold our line."""
    pieces = re.split(r"(?m)^(?=[ \t]*\[)", data.decode("utf-8"))
    kept = [
        remarks(one) if one.lstrip().startswith("[[") and LAUNCHER in one and FRAME in one else one
        for one in pieces
    ]
    return "".join(kept).encode()


def remarks(block: str) -> str:
    """Return the comments and blank lines at a block's end, if there is a comment: they aren't ours."""
    rows = block.splitlines(keepends=True)
    start = len(rows)
    while start > 1 and (not rows[start - 1].strip() or rows[start - 1].lstrip().startswith("#")):
        start -= 1
    rest = "".join(rows[start:])
    return rest if "#" in rest else ""


def write(path: str, data: bytes) -> None:
    """Write a file in one step, with its mode."""
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name}.failshut-{os.getpid()}")
    mode = os.stat(path).st_mode & 0o7777
    with open(temporary, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(temporary, mode)
    os.replace(temporary, path)


if __name__ == "__main__":
    HERE = os.path.dirname(os.path.abspath(__file__))
    ITS_STATE = MACHINE[1] if MACHINE[0] == HERE else HERE.removesuffix(SHARE) + STATE
    sys.exit(main(HERE, ITS_STATE, "--yes" not in sys.argv[1:]))
