"""Show findings as SARIF 2.1.0, the form that code scanning reads."""

from __future__ import annotations

import json
from urllib.parse import quote

from failshut import __version__
from failshut.lint.baseline import mark
from failshut.lint.document import Document, Span
from failshut.lint.engine import Report
from failshut.lint.meta import META
from failshut.lint.rule import Finding, Rule
from failshut.lint.rules import RULES, load
from failshut.output.visible import in_json

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
TOP, HOME = "TOP", "HOME"
PRECISION = {"high": "very-high", "medium": "high", "low": "medium"}


def write(report: Report) -> str:
    """Return one run with its rules, results and, for crashed rules, notifications."""
    used = list(dict.fromkeys(one.rule.id for one in report.findings))
    rules = [_rule(name) for name in used]
    run = {
        "tool": {"driver": {"name": "failshut", "semanticVersion": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {
            TOP: {"description": {"text": "The folder that the command ran in."}},
            HOME: {"description": {"text": "The person's home folder."}},
        },
        "invocations": [
            {
                "executionSuccessful": not report.crashes,
                "toolExecutionNotifications": [
                    {"level": "error", "message": {"text": f"rule {one.rule} crashed: {one.problem}"}}
                    for one in report.crashes
                ],
            }
        ],
        "results": [_result(one, used.index(one.rule.id)) for one in report.findings],
    }
    whole = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return in_json(json.dumps(whole, ensure_ascii=False, indent=1)) + "\n"


def _rule(name: str) -> dict[str, object]:
    if name not in RULES:
        meta: Rule = next(one for one in META if one.id == name)
        return {
            "id": name,
            "shortDescription": {"text": f"{name.replace('-', ' ').capitalize()}."},
            "defaultConfiguration": {"level": meta.severity},
            "properties": {"tags": [meta.family], "precision": PRECISION[meta.confidence]},
        }
    loaded = load(name)
    rule, page = loaded.rule, loaded.page
    text = "\n\n".join([page.finds, *(f"{title}\n\n{body}" for title, body in page.sections.items())])
    return {
        "id": rule.id,
        "shortDescription": {"text": page.finds.split("\n")[0]},
        "fullDescription": {"text": " ".join(page.finds.split())},
        "help": {"text": text, "markdown": "\n\n".join(
            [page.finds, *(f"### {title}\n\n{body}" for title, body in page.sections.items())])},
        "defaultConfiguration": {"level": rule.severity},
        "properties": {"tags": [rule.family], "precision": PRECISION[rule.confidence]},
    }  # fmt: skip


def _result(one: Finding, index: int) -> dict[str, object]:
    region = _region(one.document, one.span)
    if one.quoted:
        region["snippet"] = {"text": one.document.quote(one.span)}
    location = {"artifactLocation": _location(one.document.path), "region": region}
    result: dict[str, object] = {
        "ruleId": one.rule.id,
        "ruleIndex": index,
        "level": one.weight,
        "message": {"text": f"{one.message[:1].upper()}{one.message[1:]}. {one.repair}"},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"failshut/v1": mark(one)},
        "properties": {"hosts": list(one.hosts), "cell": one.cell},
    }
    if one.edits:
        result["fixes"] = _fixes(one)
    return result


def _fixes(one: Finding) -> list[dict[str, object]]:
    changes: dict[str, list[dict[str, object]]] = {}
    for edit in one.edits:
        row: dict[str, object] = {
            "deletedRegion": _region(edit.document, edit.span),
            "insertedContent": {"text": edit.text},
        }
        changes.setdefault(edit.document.path, []).append(row)
    rows = [
        {"artifactLocation": _location(path), "replacements": replacements}
        for path, replacements in changes.items()
    ]
    return [{"description": {"text": one.repair}, "artifactChanges": rows}]


def _region(document: Document, span: Span) -> dict[str, object]:
    """Return a place; the end column is the one behind the last character."""
    line, column = document.place(span.start)
    end_line, end_column = document.place(span.end)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _location(path: str) -> dict[str, object]:
    """Return a file's place: relative to where the command ran or to the home folder, or absolute."""
    if path.startswith("~/"):
        return {"uri": _quoted(path[2:]), "uriBaseId": HOME}
    if path.startswith("/"):
        return {"uri": f"file://{_quoted(path)}"}
    return {"uri": _quoted(path), "uriBaseId": TOP}


def _quoted(path: str) -> str:
    return quote(path.encode("utf-8", "surrogateescape"))
