"""Read program texts that are no shell: SQL and the document database's script.

One module a language, each with ``judge(text, site, tool)``; loaded when a table or a
here-document gives it a text.  Hot.
"""

from failshut.effects.site import Site
from failshut.model import Word


def judge_file(language: str, word: Word, site: Site, tool: str) -> None:
    """Add the effects of a file with a text in ``language``, where it may be read."""
    from failshut.effects.inputs import content

    found = content(word, site)
    if found is not None:
        judge(language, found[1], site, tool)


def judge(language: str, word: Word, site: Site, tool: str) -> None:
    """Add the effects of a text in ``language``; one that stays unknown has none of its own."""
    if language == "shell":
        from failshut.effects.nested import inner_text

        return inner_text(word.text, site, tool)
    module = __import__("failshut.effects.languages." + language, None, None, ("judge",))
    module.judge(word.text, site, tool)
    return None
