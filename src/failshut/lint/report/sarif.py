"""Show findings as SARIF 2.1.0, the form that code scanning reads."""

from __future__ import annotations

import json

from failshut import __version__
from failshut.lint.baseline import mark
from failshut.lint.engine import Report
from failshut.lint.rule import Finding, Rule
from failshut.lint.rules import RULES, load
from failshut.lint.suppress import META

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
PRECISION = {"high": "very-high", "medium": "high", "low": "medium"}


def write(report: Report) -> str:
    """Return one run with its rules, results and, for crashed rules, notifications."""
    used = list(dict.fromkeys(one.rule.id for one in report.findings))
    rules = [_rule(name) for name in used]
    run = {
        "tool": {"driver": {"name": "failshut", "semanticVersion": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"TOP": {"description": {"text": "The folder that was linted."}}},
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
    return (
        json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1)
        + "\n"
    )


def _rule(name: str) -> dict[str, object]:
    if name not in RULES:
        meta: Rule = next(one for one in META if one.id == name)
        return {"id": name, "defaultConfiguration": {"level": meta.severity}}
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
    line, column = one.place
    end_line, end_column = one.document.place(one.span.end)
    region: dict[str, object] = {
        "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": max(end_column, 1),
    }  # fmt: skip
    if one.quoted:
        region["snippet"] = {"text": one.document.quote(one.span)}
    uri = {"uri": _uri(one.document.path)} | (
        {} if one.document.path.startswith("~/") else {"uriBaseId": "TOP"}
    )
    result: dict[str, object] = {
        "ruleId": one.rule.id,
        "ruleIndex": index,
        "level": one.weight,
        "message": {"text": f"{one.message[:1].upper()}{one.message[1:]}. {one.repair}"},
        "locations": [{"physicalLocation": {"artifactLocation": uri, "region": region}}],
        "partialFingerprints": {"failshut/v1": mark(one)},
        "properties": {"hosts": list(one.hosts), "cell": one.cell},
    }
    if one.edits:
        result["fixes"] = _fixes(one)
    return result


def _fixes(one: Finding) -> list[dict[str, object]]:
    changes: dict[str, list[dict[str, object]]] = {}
    for edit in one.edits:
        line, column = edit.document.place(edit.span.start)
        end_line, end_column = edit.document.place(edit.span.end)
        region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
        row = {"deletedRegion": region, "insertedContent": {"text": edit.text}}
        changes.setdefault(edit.document.path, []).append(row)
    rows = [
        {"artifactLocation": {"uri": _uri(path)}, "replacements": replacements}
        for path, replacements in changes.items()
    ]
    return [{"description": {"text": one.repair}, "artifactChanges": rows}]


def _uri(path: str) -> str:
    from urllib.parse import quote

    return quote(path.replace("~/", "home/", 1) if path.startswith("~/") else path)
