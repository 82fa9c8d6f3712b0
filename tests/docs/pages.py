"""Read the blocks of the documentation, with the policy that stands above each."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@dataclass(frozen=True)
class Block:
    """One fenced block: its page and line, language, text, and the ``toml`` above it ("" = none)."""

    page: str
    line: int
    language: str
    text: str
    policy: str

    @property
    def name(self) -> str:
        """Return a name for the test's output."""
        return f"{self.page}:{self.line}"


def blocks() -> list[Block]:
    """Return all blocks of all pages; a heading ends the reach of a policy."""
    found = []
    for page in PAGES:
        policy, fence, start, text = "", None, 0, ""
        for number, line in enumerate(page.read_text().splitlines(), 1):
            if fence is None and line.startswith("#"):
                policy = ""
            if not line.startswith("```"):
                text += line + "\n"
            elif fence is None:
                fence, start, text = line[3:], number, ""
            else:
                found.append(Block(page.name, start, fence, text, policy))
                policy = text if fence == "toml" else policy
                fence = None
        assert fence is None, page
    return found


def commands(block: Block) -> list[tuple[str, str]]:
    """Return the block's commands with the output that the page shows for each."""
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def section(page: str, title: str) -> str:
    """Return the text below a page's ``## title``."""
    text = next(path for path in PAGES if path.name == page).read_text()
    return text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
