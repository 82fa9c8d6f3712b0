"""The machine formats say what they should: SARIF by its schema, JUnit as XML, GitHub escaped."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from failshut.lint import report
from failshut.lint.document import Document, Span
from failshut.lint.engine import Crash, Report
from failshut.lint.meta import UNREASONED
from failshut.lint.rule import Edit, Finding
from failshut.lint.rules import load
from lint import proofs
from lint.desk import lint, tree

ROOT = Path(__file__).parent.parent.parent
SCHEMA = Path(os.environ.get("FAILSHUT_TEST_AGENTS", ROOT / ".agents-cache")) / "sarif-2.1.0.json"
ODD = "a b/%\u00e9\U0001f600,x:y\n.sh"
TEXT = "first\r\n\U0001f600\u00e9 exit 1\nlast"


def _odd() -> Report:
    """Return a report with odd paths, texts and messages, and a crashed rule."""
    rule = load("exit-one-refusal").rule
    document = Document(ODD, TEXT, "sh")
    start = TEXT.index("exit")
    edit = Edit(document, Span(start + 5, start + 6), "2")
    one = Finding(rule, document, Span(start, start + 6), "100 % of it: a,\nb", "Write `2`.", ("kimi",))
    two = Finding(rule, document, Span(start, start + 6), "and so", "Do.", edits=(edit,))
    home = Finding(UNREASONED, Document("~/x/\u00fc.json", "{}", "json"), Span(0, 2), "it is", "Say why.")
    far = Finding(rule, Document("/srv/a b/x.sh", "x", "sh"), Span(0, 0), "it is", "Say why.")
    return Report([one, two, home, far], [Crash("no-timeout", "ValueError: 1\n2 %")], 3, 2)


def _all() -> list[tuple[str, Report]]:
    """Return reports that hold every rule."""
    from failshut.lint.engine import lint as run
    from failshut.lint.rule import AUDITOR

    found = [
        (rule, run(proofs.project(rule, tree_), persona=AUDITOR))
        for rule in proofs.cases()
        for tree_ in proofs.trees(rule, "bad")
    ]
    return [*found, ("odd", _odd()), ("nothing", Report(looked=1, hooks=1))]


def test_sarif_is_valid_by_its_published_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    if not SCHEMA.is_file():
        pytest.skip(f"no {SCHEMA.name}: tools/sarif_schema.py fetches it with npm")
    schema = json.loads(SCHEMA.read_text("utf-8"))
    judge = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    for name, one in _all():
        value = json.loads(report.show(one, "sarif"))
        assert [error.message for error in judge.iter_errors(value)] == [], name
    value["runs"][0]["results"] = [{"message": {"text": "x"}, "level": "loud"}]
    assert not judge.is_valid(value)


def test_sarif_places_are_the_texts_in_unicode_characters() -> None:
    for name, one in _all():
        run = json.loads(report.show(one, "sarif"))["runs"][0]
        assert run["columnKind"] == "unicodeCodePoints"
        for row, finding in zip(run["results"], one.findings, strict=True):
            place = row["locations"][0]["physicalLocation"]
            assert _cut(finding.document.text, place["region"]) == finding.document.quote(finding.span), (
                name
            )
            assert place["region"].get("snippet", {"text": ""})["text"] == finding.document.quote(
                finding.span
            )
            assert run["tool"]["driver"]["rules"][row["ruleIndex"]]["id"] == row["ruleId"]


def _cut(text: str, region: dict[str, int]) -> str:
    """Return what stands at a region, as the standard counts lines and columns."""
    lines = text.split("\n")[region["startLine"] - 1 : region["endLine"]]
    lines[-1] = lines[-1][: region["endColumn"] - 1]
    return "\n".join(lines)[region["startColumn"] - 1 :]


def test_sarif_uris_are_relative_and_quoted() -> None:
    run = json.loads(report.show(_odd(), "sarif"))["runs"][0]
    places = [row["locations"][0]["physicalLocation"]["artifactLocation"] for row in run["results"]]
    assert [unquote(one["uri"]) for one in places] == [ODD, ODD, "x/\u00fc.json", "file:///srv/a b/x.sh"]
    assert [one.get("uriBaseId") for one in places] == ["TOP", "TOP", "HOME", None]
    assert all(re.fullmatch(r"[\w/.~%:-]+", one["uri"], re.A) for one in places)
    assert set(run["originalUriBaseIds"]) == {"TOP", "HOME"}


def test_sarif_fixes_make_what_fix_makes(tmp_path: Path) -> None:
    top = tree(tmp_path)
    value = json.loads(
        lint(tmp_path, "project", "--select", "exit-one-refusal", "--format", "sarif").stdout
    )
    lint(top, "--fix", "--select", "exit-one-refusal")
    seen = set()
    for row in value["runs"][0]["results"]:
        (change,) = row["fixes"][0]["artifactChanges"]
        (replacement,) = change["replacements"]
        uri = change["artifactLocation"]["uri"]
        assert uri == row["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert change["artifactLocation"]["uriBaseId"] == "TOP"
        lines = (Path(__file__).parent / "tree" / uri.removeprefix("project/")).read_text().split("\n")
        region = replacement["deletedRegion"]
        line = lines[region["startLine"] - 1]
        lines[region["startLine"] - 1] = (
            line[: region["startColumn"] - 1]
            + replacement["insertedContent"]["text"]
            + line[region["endColumn"] - 1 :]
        )
        assert (tmp_path / uri).read_text() == "\n".join(lines)
        seen.add(uri)
    assert seen == {f"project/hooks/guard.{end}" for end in ("sh", "py", "js")}


def test_sarif_names_rules_that_crashed() -> None:
    run = json.loads(report.show(_odd(), "sarif"))["runs"][0]
    (told,) = run["invocations"]
    assert told["executionSuccessful"] is False
    assert "no-timeout" in told["toolExecutionNotifications"][0]["message"]["text"]


def test_github_commands_are_escaped() -> None:
    lines = report.show(_odd(), "github").splitlines()
    assert lines[0] == (
        "::error file=a b/%25\u00e9\U0001f600%2Cx%3Ay%0A.sh,line=2,col=4,title=exit-one-refusal"
        "::100 %25 of it: a,%0Ab. Write `2`."
    )
    assert lines[2].startswith(
        "::warning file=~/x/\u00fc.json,line=1,col=1,title=unexplained-suppression::"
    )
    assert lines[4] == "::error title=no-timeout::the rule crashed: ValueError: 1%0A2 %25"
    assert len(lines) == 6


def test_junit_is_xml_with_a_case_for_each_finding() -> None:
    for name, one in _all():
        root = ElementTree.fromstring(report.show(one, "junit"))
        bad = root.findall("testsuite/testcase/failure")
        assert len(bad) == len(one.findings), name
        assert len(root.findall("testsuite/testcase/error")) == len(one.crashes)
        assert sum(int(suite.get("failures", "")) for suite in root) == len(bad)
        assert root.findall("testsuite/testcase")
    root = ElementTree.fromstring(report.show(_odd(), "junit"))
    first = root.find("testsuite/testcase")
    assert first is not None and first.get("name") == f"{ODD}:2:4"
    assert first[0].get("message") == "100 % of it: a,\nb"


def test_json_holds_what_the_others_hold() -> None:
    for _, one in _all():
        value = json.loads(report.show(one, "json"))
        assert (value["version"], len(value["findings"])) == (1, len(one.findings))
        assert [row["rule"] for row in value["crashes"]] == [crash.rule for crash in one.crashes]
