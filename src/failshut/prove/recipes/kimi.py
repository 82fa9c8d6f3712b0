"""Run Kimi Code CLI headless (2.1.0), a script that needs Node 22."""

from failshut.prove.recipe import KEY, TASK, Recipe
from failshut.prove.script import Step

CONFIG = f"""\
default_model = "fake"
telemetry = false
auto_session_title = false
[providers.fakeprov]
type = "openai"
base_url = "{{url}}/v1"
api_key = "{KEY}"
[models.fake]
provider = "fakeprov"
model = "fake"
max_context_size = 200000
capabilities = ["tool_use"]
"""

RECIPE = Recipe(
    arguments=("-p", TASK),
    variables={"KIMI_DISABLE_TELEMETRY": "1", "KIMI_CODE_NO_AUTO_UPDATE": "1"},
    files={".kimi-code/config.toml": CONFIG},
    merge={".kimi-code/config.toml": "toml"},
    shell=lambda command: Step("Bash", {"command": command, "description": "d"}),
    write=lambda path, text: Step("Write", {"path": path, "content": text}),
    agent=(lambda prompt: Step("Agent", {"prompt": prompt, "description": "d", "subagent_type": "coder"}),),
    mcp_tool="mcp__demo__write_thing",
    mcp_files={".kimi-code/mcp.json": '{"mcpServers": {"demo": {"command": {command}, "args": {args}}}}'},
    start=("node",),
)
