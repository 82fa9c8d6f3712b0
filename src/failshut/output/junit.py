"""Write results as JUnit XML, the form that CI systems read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree

from failshut.output.visible import visible

FAILED, ERROR, SKIPPED, PASSED = "failure", "error", "skipped", "passed"
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Case:
    """One test case: ``state`` is failure | error | skipped | passed, ``seconds`` its duration."""

    suite: str
    name: str
    state: str
    message: str = ""
    detail: str = ""
    seconds: float = 0.0


def xml(title: str, cases: Iterable[Case]) -> str:
    """Return the report; characters that XML can't hold are replaced."""
    found = list(cases)
    root = ElementTree.Element("testsuites", name=title)
    for suite in dict.fromkeys(case.suite for case in found):
        mine = [case for case in found if case.suite == suite]
        node = ElementTree.SubElement(root, "testsuite", name=clean(suite), tests=str(len(mine)))
        for name, state in (("failures", FAILED), ("errors", ERROR), ("skipped", SKIPPED)):
            node.set(name, str(sum(case.state == state for case in mine)))
        node.set("time", f"{sum(case.seconds for case in mine):.3f}")
        for case in mine:
            item = ElementTree.SubElement(
                node,
                "testcase",
                classname=clean(suite),
                name=clean(case.name),
                time=f"{case.seconds:.3f}",
            )
            if case.state != PASSED:
                told = ElementTree.SubElement(item, case.state, message=clean(case.message))
                told.text = clean(case.detail)
    ElementTree.indent(root)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
    )


def clean(text: str) -> str:
    """Write control characters visibly, and replace what XML 1.0 can't hold besides."""
    return _NOT_XML.sub("\ufffd", visible(text, keep="\t\r\n"))
