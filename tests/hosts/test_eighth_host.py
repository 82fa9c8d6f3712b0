"""Adding a host takes files of its own and one line: an imaginary one goes through every verb."""

import json
import shutil
from difflib import ndiff
from pathlib import Path

import pytest

from house import REGISTRY, SOURCE, TESTS, TOOLS, House, texts

FILES = TESTS / "fixtures" / "eighth-host"
LINE = '    "example-agent": "example_agent",\n'
HOST, DANGER = "example-agent", "git push --force origin main"
WIRED = """
import json, sys
from pathlib import Path
import failshut
from failshut.drill import judge, payloads, run
from failshut.wire.entries import WIRINGS
home, project, call = sys.argv[1:]
assert "eighth" in failshut.__file__, failshut.__file__
entry = json.loads(Path(home, WIRINGS["example-agent"].user).read_text())["hooks"]["before_tool"][0]
payload = payloads.payload("example-agent", "before_tool", call, project, home)
seen = run.run_hook("example-agent", entry, payload, project=project,
                    environment={"HOME": home, "PATH": "/usr/bin:/bin"})
found = judge.judge("example-agent", "before_tool", entry, call, seen)
print(json.dumps([seen.exit, seen.stdout, seen.stderr, found.outcome.effect, found.outcome.model_text,
                  found.verdict, entry["command"]]))
"""


def built(base: Path) -> House:
    """Return a copy of the package with the eighth host in it."""
    made = House(base / "eighth")
    made.add(FILES)
    made.register(LINE)
    return made


def wire(house: House) -> None:
    """Write the host's file, as ``init`` does."""
    house.failshut("init", "--hosts", HOST, "--home", str(house.home), "--yes")


def run(house: House, call: str) -> list[str]:
    """Run the wired line on a call, and ask ``interpret`` what the host makes of it."""
    done = house.python("-c", WIRED, str(house.home), str(house.project), call)
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return built(tmp_path_factory.mktemp("copy"))


def test_it_takes_files_of_its_own_and_one_line(tmp_path: Path) -> None:
    before, after = texts(SOURCE), built(tmp_path).texts()
    own = texts(FILES)
    assert own and not own.keys() & before.keys()
    assert after.keys() == before.keys() | own.keys()
    changed = [name for name in before if before[name] != after[name]]
    assert changed == [REGISTRY]
    rows = ndiff(before[REGISTRY].splitlines(True), after[REGISTRY].splitlines(True))
    assert [row for row in rows if row[0] != " "] == ["+ " + LINE]


def test_simulate_predicts_it(house: House) -> None:
    said = house.failshut("simulate", HOST, "--exit", "2", "--stderr", "No pushes.", "--format", "json")
    answer = json.loads(said)
    assert (answer["effect"], answer["event"]) == ("blocked", "before_tool")
    assert answer["model_text"] == "A hook refused this call: No pushes."
    assert json.loads(house.failshut("simulate", HOST, "--format", "json"))["effect"] == "ran"


def test_simulate_reads_its_files(house: House, tmp_path: Path) -> None:
    hooks = {"before_tool": [{"command": "echo NO >&2; exit 2"}]}
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps({"host": HOST, "config": json.dumps({"hooks": hooks})}) + "\n")
    answer = json.loads(house.failshut("simulate", "--jsonl", str(rows)))
    assert (answer["hooks_loaded"], answer["effect"]) == (True, "blocked")


def test_check_judges_its_shell(house: House) -> None:
    said = house.failshut("check", "--host", HOST, "--explain", "--format", "json", DANGER, code=1)
    answer = json.loads(said)
    assert (answer["verdict"], answer["rule"]) == ("deny", "git/force-push")
    model = answer["model"]
    assert (model["host"], model["effect"]) == (HOST, "blocked")
    assert model["model_text"].startswith("A hook refused this call: Failshut refused: ")
    house.failshut("check", "--host", HOST, "ls")


def test_a_rule_may_name_it_and_its_event(house: House, tmp_path: Path) -> None:
    policy = tmp_path / "failshut.toml"
    policy.write_text(
        f'[[rule]]\nid = "own/rule"\nhosts = ["{HOST}"]\nevents = ["before_tool"]\n'
        'match = { command = "deploy" }\ndeny = "Not from here."\ninstead = "Open a pull request."\n'
    )
    named = ("check", "--policy", str(policy), "--host")
    assert "own/rule" in house.failshut(*named, HOST, "deploy", code=1)
    assert "no rule names this call" in house.failshut(*named, "codex", "deploy")


def test_init_wires_it_and_the_line_refuses_in_its_dialect(house: House) -> None:
    printed = house.failshut("init", "--print-command", HOST, "--home", str(house.home)).rstrip("\n")
    assert f"failshut {HOST} before_tool" in printed
    wire(house)
    code, stdout, stderr, effect, model, verdict, line = run(house, DANGER)
    assert line == printed
    assert code == 2 and json.loads(stdout)["verdict"] == "refuse"
    assert json.loads(stdout)["because"] == stderr.rstrip("\n")
    assert (effect, verdict) == ("blocked", "refused")
    assert model.startswith("A hook refused this call: Failshut refused: This replaces published history")
    assert run(house, "ls")[:5] == [0, "", "", "ran", None]


def test_a_broken_guard_refuses_there_too(house: House) -> None:
    wire(house)
    launcher = house.home / ".local/share/failshut/launcher.sh"
    whole = launcher.read_text()
    for text in ("", whole.replace("hot/run.py", "hot/gone.py")):
        launcher.write_text(text)
        *_, effect, model, verdict, _ = run(house, "ls")
        assert (effect, verdict) == ("blocked", "refused")
        assert "this call could not be checked" in model
    launcher.write_text(whole)


def test_init_says_what_switches_its_hooks_off_and_uninstall_undoes_it(tmp_path: Path) -> None:
    house = built(tmp_path)
    path = house.home / ".example-agent" / "hooks.json"
    path.parent.mkdir()
    path.write_text('{"off": true}\n')
    house.failshut("init", "--home", str(house.home), "--yes", code=1)  # found by its folder
    assert "failshut/1" in path.read_text()
    house.failshut("uninstall", "--hosts", HOST, "--home", str(house.home), "--yes")
    assert path.read_text() == '{"off": true}\n'


def test_drill_breaks_it(house: House) -> None:
    said = house.failshut("drill", "--hosts", HOST, "--faults", "input", "--format", "json")
    results = json.loads(said)["results"]
    assert len(results) > 10
    assert {result["host"] for result in results} == {HOST}
    assert {result["verdict"] for result in results} <= {"refused", "not applicable"}


def test_matrix_shows_it(house: House) -> None:
    verbs = house.python("-c", "from failshut.cli.main import VERBS; print(*VERBS)").stdout.split()
    if "matrix" not in verbs:
        pytest.skip("there is no matrix yet")
    cells = json.loads(house.failshut("matrix", "--hosts", HOST, "--format", "json"))["cells"]
    assert {cell["host"] for cell in cells} == {HOST}
    assert {"blocked", "ran"} <= {cell["effect"] for cell in cells}


def test_a_run_imports_no_other_hosts_module(house: House) -> None:
    wire(house)
    code = (
        "import sys; sys.path.insert(0, {!r}); from failshut.hot import answer\n"
        "payload = {!r}\n"
        "got = answer.respond('example-agent', 'before_tool', '', {!r}, lambda: payload)\n"
        "print(got.exit, *[name for name in sys.modules if name.startswith('failshut.hosts.')])"
    )
    sent = {"kind": "before_tool", "call": {"tool": "terminal", "input": {"cmd": DANGER}}}
    text = code.format(str(house.package.parent), json.dumps(sent).encode(), str(house.home))
    status, *names = house.python("-I", "-S", "-c", text).stdout.split()
    assert status == "2"
    assert {name.removeprefix("failshut.hosts.") for name in names} == {"example_agent", "fields", "words"}


def test_the_tests_of_all_hosts_hold_for_it(house: House) -> None:
    folder = str(TESTS / "hosts")
    names = ("test_registry.py", "test_round_trip.py", "test_words.py")
    files = [f"{folder}/{name}" for name in names]
    files.append(str(TESTS / "interpret" / "test_interpret_contracts.py"))
    chosen = f"{HOST} or module or registry or room or independent or cells"
    done = house.python("-m", "pytest", "-vv", "-p", "no:cacheprovider", "-k", chosen, *files)
    assert done.returncode == 0, done.stdout
    passed = [row for row in done.stdout.splitlines() if "PASSED" in row]
    assert all(any(name in row and HOST in row for row in passed) for name in names), done.stdout


def test_the_generator_guards_its_own_files(tmp_path: Path) -> None:
    house = built(tmp_path)
    tools = house.base / "tools"
    tools.mkdir()
    for tool in TOOLS.glob("*.py"):
        shutil.copy(tool, tools)
    before = house.texts()
    assert house.python(str(tools / "gen.py"), "--check", "agents").returncode == 1
    assert house.python(str(tools / "gen.py"), "agents").returncode == 0
    after = house.texts()
    changed = [name for name in before if before[name] != after[name]]
    assert {"effects/places.py", "effects/programs.py"} <= {*changed}
    for name in changed:
        rows = list(ndiff(before[name].splitlines(), after[name].splitlines()))
        inside = False
        for row in rows:
            inside = "generated by tools/gen.py" in row or (inside and "End of what" not in row)
            assert inside or row[0] == " ", (name, row)
    for command, rule in (
        ("echo x > ~/.example-agent/hooks.json", "guard/host-hooks"),
        ("rm -r .example-agent", "guard/host-hooks"),
        ("example-agent --no-hooks", "guard/kill-switch"),
        ("EXAMPLE_AGENT_HOME=/tmp/x; example-agent -p hi", "guard/kill-switch"),
        ("echo '{\"hooksOff\": 1}' > .example-agent/hooks.json", "guard/kill-switch"),
    ):
        assert f"Rule {rule}" in house.failshut("check", command, code=1), command
