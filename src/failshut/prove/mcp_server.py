"""Be the MCP server ``demo`` with one tool ``write_thing``, which leaves a file: `mcp_server.py FOLDER`.

Speaks JSON-RPC by lines on stdin and stdout; needs nothing but Python.
"""

import json
import sys
from pathlib import Path
from typing import Any

TOOL = {
    "name": "write_thing",
    "description": "Write a thing",
    "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
}


def answer(request: dict[str, Any], folder: Path) -> object:
    """Return the result of a request; None = it needs none."""
    method = request.get("method")
    if method == "initialize":
        version = request.get("params", {}).get("protocolVersion", "2025-03-26")
        about = {"name": "demo", "version": "1"}
        return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": about}
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        folder.mkdir(parents=True, exist_ok=True)
        (folder / str(request["params"]["arguments"].get("name", "thing"))[:40]).write_text("written")
        return {"content": [{"type": "text", "text": "MCP-WROTE-IT"}]}
    return {} if "id" in request else None


def main(folder: Path) -> None:
    """Answer until stdin ends."""
    for line in sys.stdin:
        request = json.loads(line)
        result = answer(request, folder)
        if "id" in request and result is not None:
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
