"""Read what a run of a Copilot hook says, whatever the event."""

from __future__ import annotations

from failshut.interpret.scene import Scene
from failshut.interpret.text import JS_SPACE, Object, js_string, parse_object
from failshut.interpret.types import Run


def is_http(run: Run) -> bool:
    """Say whether the hook is an HTTP request."""
    return run.wiring.get("type") == "http"


def failed(run: Run) -> bool:
    """Say whether the hook gave no answer: no start, a crash, an HTTP status that isn't 2xx."""
    if run.spawn_error:
        return True
    return run.wiring.get("status", 200) not in range(200, 300) if is_http(run) else run.exit not in (0, 2)


def read(scene: Scene, run: Run) -> tuple[Object, str]:
    """Return the one JSON object ({} = none) and the progress lines' text for the person."""
    stdout = run.stdout
    if any(form in run.wiring for form in scene.words("pre-tool/no-progress-forms")):
        return parse_object(stdout.strip(JS_SPACE)) or {}, ""
    if len(stdout.encode("utf-8", "replace")) > scene.number("pre-tool/output-cap"):
        return {}, ""
    notes, kept = [], []
    for line in stdout.split("\n"):
        value = parse_object(line.strip(JS_SPACE)) or {}
        if value.get("type") == "progress":
            message = js_string(value.get("message"))
            notes.append(scene.phrase("pre-tool/progress").format(reason=message))
        else:
            kept.append(line)
    return parse_object("\n".join(kept).strip(JS_SPACE)) or {}, "\n".join(notes)


def heed(scene: Scene, run: Run) -> tuple[Object, str]:
    """Return answer and line for the person on events where no exit code decides.

    Only an answer at exit 0 counts; what exit 2 wrote to stderr is a warning for the person.
    """
    if run.timed_out or failed(run):
        return {}, ""
    if run.exit == 2 and not is_http(run):
        warning = run.stderr.strip(JS_SPACE)
        return {}, scene.phrase("events/warning").format(reason=warning) if warning else ""
    return read(scene, run)


def heed_all(scene: Scene) -> tuple[list[Object], str | None]:
    """Return the answers of all runs, in order, and everything for the person."""
    heard = [heed(scene, run) for run in scene.runs]
    notes = "\n".join(note for _, note in heard if note)
    return [answer for answer, _ in heard if answer], notes or None


def texts(answers: list[Object], key: str) -> list[str]:
    """Return the answers' texts under ``key``, without empty ones."""
    found = [answer.get(key) for answer in answers]
    return [text for text in found if isinstance(text, str) and text]


def told(scene: Scene, answers: list[Object]) -> list[str]:
    """Return the contexts of the answers in the words in which the model reads them."""
    return [scene.say("context", reason=text) for text in texts(answers, "additionalContext")]


def runtime_name(scene: Scene) -> str:
    """Return the tool's own name: ``bash`` where a PascalCase event says ``Bash``."""
    return str(scene.lookup("pre-tool/own-names").get(scene.tool, scene.tool))
