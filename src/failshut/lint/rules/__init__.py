"""List the rules: one module each, named as the rule is, with ``_`` for ``-``.

A module holds ``RULE``, ``check`` (called with what ``RULE.scope`` says), and the rule's page as docstring.
"""

from __future__ import annotations

import importlib
from functools import cache

from failshut.lint.rule import Loaded, page

RULES: tuple[str, ...] = (
    "agent-hook-fields",
    "agent-hook-guard",
    "agent-message-only",
    "ask-opens",
    "async-guard",
    "bad-timeout",
    "bare-command",
    "continue-false-refusal",
    "deadline-not-kept",
    "defer-ends-session",
    "dispatcher-skips",
    "duplicate-hook",
    "duplicate-key",
    "echo-payload-in-sh",
    "empty-command",
    "endless-stop-hook",
    "entry-not-taken",
    "env-kill-switch",
    "errors-swallowed",
    "event-cannot-refuse",
    "exit-one-refusal",
    "exit-two-ignored",
    "explicit-allow",
    "extra-fields",
    "fail-closed-undone",
    "failure-hidden-by-command",
    "failure-switch-ignored",
    "file-dropped",
    "file-not-read",
    "first-answer-race",
    "folder-of-start",
    "foreign-deny-shape",
    "head-only-scan",
    "helper-fails-closed",
    "helper-missing-passes",
    "helper-unchecked",
    "helper-under-guard-event",
    "hook-disabled",
    "hook-writable",
    "hooks-switched-off",
    "host-sniff",
    "http-guard",
    "if-never-true",
    "interpreter-args",
    "json-nonzero-exit",
    "judge-alone",
    "judge-ends-turn",
    "judge-ignored",
    "judge-imperative",
    "judge-injection",
    "judge-model",
    "judge-no-mapping",
    "judge-told-to-run",
    "loop-limit-null",
    "machine-path",
    "matcher-ignored",
    "matcher-never-fires",
    "missing-event-name",
    "missing-native-entry",
    "narrowed-guard",
    "never-refuses",
    "no-failure-switch",
    "no-instead",
    "no-outer-ring",
    "no-timeout",
    "not-strict-json",
    "off-in-bypass",
    "one-shell-tool",
    "only-asked",
    "output-before-json",
    "payload-echo",
    "payload-fields",
    "payload-from-env",
    "payload-in-argv",
    "payload-in-shell",
    "pipefail-grep-q",
    "prefix-exempt",
    "reason-for-person",
    "reason-too-long",
    "reason-without-decision",
    "refusal-without-reason",
    "refused-url",
    "regex-as-reason",
    "regex-cannot-match",
    "renamed-tool",
    "retry-bait",
    "retry-too-wide",
    "scolding",
    "script-broken",
    "script-missing",
    "script-not-executable",
    "secret-in-env",
    "self-service-bypass",
    "shared-settings",
    "shell-startup-file",
    "shell-tools-left-out",
    "short-timeout",
    "silence-refused",
    "slow-launcher",
    "slow-pattern",
    "stderr-only-reason",
    "stdin-eaten",
    "stdout-reason",
    "text-json-parser",
    "timeout-below-deadline",
    "timeout-unit",
    "two-json-values",
    "unescaped-verdict",
    "unknown-allow",
    "unknown-entry-key",
    "unknown-event",
    "unknown-failure-word",
    "unknown-key",
    "unreachable-check",
    "unread-reason",
    "unreadable-passes",
    "unsupported-type",
    "unusable-entry",
    "unusable-matcher",
    "unwired-guard",
    "warning-exit-zero",
    "watchdog-holds-pipes",
    "wrong-case",
    "wrong-shape",
    "wrong-version",
)
"""Every rule, by family and then by name."""


def families() -> tuple[str, ...]:
    """Return the families of the rules."""
    return tuple(dict.fromkeys(load(name).rule.family for name in RULES))


@cache
def load(name: str) -> Loaded:
    """Return a rule; raises ImportError for one that isn't listed."""
    if name not in RULES:
        raise ImportError(f"no rule named {name!r}")
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    if module.RULE.id != name:
        raise ValueError(f"{module.__name__} holds the rule {module.RULE.id!r}")
    return Loaded(module.RULE, module.check, page(module))
