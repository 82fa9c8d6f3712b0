"""Speak with hosts at their other moments: prompts, results, the end of a turn, refusals of their own.

Hot at these events only: a call before a tool never loads it.  Nothing is refused here by a fault of the
guard's: it says so to the person, and the host goes on.
"""

from failshut.errors import Unreadable
from failshut.hosts import words
from failshut.model import PASS, Answer, Verdict

MYPY = False
if MYPY:
    from collections.abc import Mapping

PROMPT, PERMISSION, RESULT, FAILURE, TURN, AGENT, DENIED = (
    "prompt",
    "permission",
    "result",
    "failure",
    "turn-end",
    "agent-end",
    "denied",
)
"""What a person sends; a question to the person; what a tool gave; a tool that failed; the end of the
agent's turn and of a sub-agent's; a refusal by the host's own classifier."""
KINDS = (PROMPT, PERMISSION, RESULT, FAILURE, TURN, AGENT, DENIED)

EVENTS: "dict[str, dict[str, str]]" = {
    "claude-code": {
        "UserPromptSubmit": PROMPT,
        "PermissionRequest": PERMISSION,
        "PostToolUse": RESULT,
        "PostToolUseFailure": FAILURE,
        "Stop": TURN,
        "SubagentStop": AGENT,
        "PermissionDenied": DENIED,
    },
    "codex": {
        "UserPromptSubmit": PROMPT,
        "PermissionRequest": PERMISSION,
        "PostToolUse": RESULT,
        "Stop": TURN,
        "SubagentStop": AGENT,
    },
    "copilot": {
        "userPromptSubmitted": PROMPT,
        "UserPromptSubmit": PROMPT,
        "postToolUse": RESULT,
        "PostToolUse": RESULT,
        "postToolUseFailure": FAILURE,
        "PostToolUseFailure": FAILURE,
        "agentStop": TURN,
        "Stop": TURN,
        "subagentStop": AGENT,
        "SubagentStop": AGENT,
    },
    "cursor": {
        "beforeSubmitPrompt": PROMPT,
        "postToolUse": RESULT,
        "postToolUseFailure": FAILURE,
        "stop": TURN,
        "subagentStop": AGENT,
    },
    "gemini": {"BeforeAgent": PROMPT, "AfterTool": RESULT, "AfterAgent": TURN},
    "kimi": {"UserPromptSubmit": PROMPT, "Stop": TURN},
    "antigravity": {"Stop": TURN},
}
"""The kind of each host's events at which an answer of ours is read."""

NESTED = '{"hookSpecificOutput":{"hookEventName":"@EVENT@","additionalContext":@TEXT@}}'
BLOCK = '{"decision":"block","reason":@TEXT@}'
DENY = '{"decision":"deny","reason":@TEXT@}'
ADDED = '{"additionalContext":@TEXT@}'
BESIDE = '{"additional_context":@TEXT@}'
NOTE = '{"systemMessage":@TEXT@}'
FORMS: "dict[str, dict[str, dict[str, str]]]" = {
    "claude-code": {
        PROMPT: {"deny": BLOCK, "tell": NESTED, "note": NOTE},
        PERMISSION: {
            "deny": '{"hookSpecificOutput":{"hookEventName":"@EVENT@",'
            '"decision":{"behavior":"deny","message":@TEXT@}}}',
            "note": NOTE,
        },
        RESULT: {
            "deny": '{"hookSpecificOutput":{"hookEventName":"@EVENT@","updatedToolOutput":'
            '{"stdout":@TEXT@,"stderr":"","interrupted":false,"isImage":false}}}',
            "tell": NESTED,
            "note": NOTE,
        },
        FAILURE: {"tell": NESTED, "note": NOTE},
        TURN: {"deny": BLOCK, "note": NOTE},
        AGENT: {"deny": BLOCK, "note": NOTE},
        DENIED: {
            "retry": '{"hookSpecificOutput":{"hookEventName":"@EVENT@","retry":true}}',
            "note": NOTE,
        },
    },
    "codex": {
        PROMPT: {"deny": BLOCK, "tell": NESTED, "note": NOTE},
        PERMISSION: {
            "deny": '{"hookSpecificOutput":{"hookEventName":"@EVENT@",'
            '"decision":{"behavior":"deny","message":@TEXT@}}}',
            "note": NOTE,
        },
        RESULT: {"deny": BLOCK, "tell": NESTED, "note": NOTE},
        TURN: {"deny": BLOCK, "note": NOTE},
        AGENT: {"deny": BLOCK, "note": NOTE},
    },
    "copilot": {
        PROMPT: {"deny": BLOCK, "tell": ADDED},
        RESULT: {
            "deny": '{"modifiedResult":{"resultType":"success","textResultForLlm":@TEXT@}}',
            "tell": ADDED,
        },
        FAILURE: {"tell": ADDED},
        TURN: {"deny": BLOCK},
        AGENT: {"deny": BLOCK},
    },
    "cursor": {
        PROMPT: {"deny": '{"continue":false,"user_message":@TEXT@}', "pass": '{"continue":true}'},
        RESULT: {"tell": BESIDE},
        FAILURE: {"tell": BESIDE},
        TURN: {"deny": '{"followup_message":@TEXT@}'},
        AGENT: {"deny": '{"followup_message":@TEXT@}'},
    },
    "gemini": {
        PROMPT: {"deny": DENY, "tell": NESTED, "note": NOTE},
        RESULT: {"deny": DENY, "tell": NESTED, "note": NOTE},
        TURN: {"deny": DENY, "note": NOTE},
    },
    "kimi": {
        PROMPT: {
            "deny": '{"hookSpecificOutput":{"hookEventName":"@EVENT@","permissionDecision":"deny",'
            '"permissionDecisionReason":@TEXT@}}',
            "tell": '{"message":@TEXT@}',
        },
        TURN: {
            "deny": '{"hookSpecificOutput":{"hookEventName":"@EVENT@","permissionDecision":"deny",'
            '"permissionDecisionReason":@TEXT@}}',
        },
    },
    "antigravity": {TURN: {"deny": '{"decision":"continue","reason":@TEXT@}'}},
}
"""What each host reads at each kind of moment: a refusal, context for the model, a note for the person."""
LIMIT = 1800
FAULT = "Failshut couldn't look at this ({fault}), so nothing was held back. What mends it: {instead}"
DOCTOR = "run `failshut doctor`, which says what to do."


class Moment:
    """What a host reports at one of its moments.

    ``text`` is what is looked at: the prompt, the result, the agent's last words.  ``active`` says that
    the turn goes on because of a hook already; ``why`` is the host's own reason for a refusal.
    """

    __slots__ = (
        "active",
        "agent",
        "arguments",
        "cwd",
        "event",
        "kind",
        "prompt",
        "session",
        "text",
        "tool",
        "why",
    )

    def __init__(self, kind: str, event: str, payload: "Mapping[str, object]") -> None:
        self.kind, self.event = kind, event
        self.session = _text(payload, "session_id", "sessionId", "conversation_id", "conversationId")
        self.prompt = _text(payload, "prompt_id", "turn_id", "generation_id")
        self.agent = _text(payload, "agent_id", "agentId", "agent_name")
        self.cwd = _text(payload, "cwd")
        self.tool = _text(payload, "tool_name", "toolName")
        arguments = payload.get("tool_input", payload.get("toolArgs", payload.get("toolInput")))
        self.arguments = arguments if isinstance(arguments, dict) else {}
        self.active = payload.get("stop_hook_active") is True or (
            isinstance(payload.get("loop_count"), int) and payload["loop_count"] != 0
        )
        self.why = _text(payload, "denial_reason", "reason")
        self.text = _looked_at(kind, payload)


def kind(host: str, event: str) -> str:
    """Return the kind of a host's event ("" = a call before a tool, or nothing that we answer)."""
    return EVENTS.get(host, {}).get(event, "")


def can(host: str, what: str, action: str) -> bool:
    """Say whether a host reads an action (deny | tell | note | retry) at a kind of moment."""
    return action in FORMS.get(host, {}).get(what, {})


def read(host: str, event: str, payload: "Mapping[str, object]") -> Moment:
    """Return what a payload reports; raises ``Unreadable`` for one that isn't of this event."""
    what = kind(host, event)
    if not what:
        raise Unreadable(f"event {words.shown(event)} isn't one that is answered")
    return Moment(what, event, payload)


def render(host: str, event: str, verdict: Verdict) -> Answer:
    """Say ``verdict`` at a moment: always exit 0, since other codes end a turn or are lost."""
    what = kind(host, event)
    forms = FORMS.get(host, {}).get(what, {})
    if verdict.fault:
        fault = words.tame(words.clean(verdict.fault).strip()) or "unknown fault"
        instead = words.tame(words.clean(verdict.instead).strip()) or DOCTOR
        return _said(forms, "note", event, FAULT.format(fault=fault, instead=instead))
    if verdict.action != PASS:
        return _said(forms, "deny", event, reason(what, verdict))
    if verdict.tell:
        found = _said(forms, "tell", event, words.clipped(words.clean(verdict.tell), LIMIT))
        return (
            found
            if found.stdout
            else _said(forms, "note", event, words.clipped(words.clean(verdict.tell), LIMIT))
        )
    return Answer(0, forms.get("pass", ""), "")


def retry(host: str, event: str) -> Answer:
    """Return the answer that lets the model try a refused call again."""
    form = FORMS.get(host, {}).get(kind(host, event), {}).get("retry", "")
    return Answer(0, form.replace("@EVENT@", event), "")


def reason(what: str, verdict: Verdict) -> str:
    """Return the words of a refusal at a moment: an instruction where the agent reads it."""
    why = words.clean(verdict.reason).strip() or "a rule of the policy holds this back."
    instead = words.clean(verdict.instead).strip()
    rule = f"Rule {verdict.rule}." if verdict.rule else ""
    if what in (TURN, AGENT):
        parts = [why, instead, rule]
    else:
        head = "Failshut held this back: " if what == RESULT else words.HEAD
        parts = [head + why, "Instead: " + instead if instead else "", rule]
    return words.clipped("\n".join([part for part in parts if part]), LIMIT)


def _said(forms: "dict[str, str]", action: str, event: str, text: str) -> Answer:
    form = forms.get(action, "")
    if not form or not text:
        return Answer(0, forms.get("pass", ""), "")
    return Answer(0, form.replace("@EVENT@", event).replace("@TEXT@", words.quoted(text)), "")


def _text(payload: "Mapping[str, object]", *keys: str) -> str:
    for key in keys:
        value = payload.get(key)
        if isinstance(value, str):
            return value
    return ""


def _looked_at(what: str, payload: "Mapping[str, object]") -> str:
    """Return the text of a moment, whatever its nesting."""
    keys = {
        PROMPT: ("prompt",),
        RESULT: ("tool_response", "tool_output", "toolResult", "tool_result"),
        FAILURE: ("error", "error_message"),
        TURN: ("last_assistant_message", "prompt_response"),
        AGENT: ("last_assistant_message", "response", "summary"),
        DENIED: ("tool_input",),
        PERMISSION: ("tool_input", "toolInput"),
    }[what]
    parts: list[str] = []
    for key in keys:
        _gather(payload.get(key), parts, 0)
    return "\n".join(parts)


def _gather(value: object, parts: "list[str]", depth: int) -> None:
    if isinstance(value, str):
        parts.append(value)
    elif depth < 8 and isinstance(value, dict):
        for one in value.values():
            _gather(one, parts, depth + 1)
    elif depth < 8 and isinstance(value, list):
        for one in value:
            _gather(one, parts, depth + 1)
