"""Writes the pages of commands from the table of options: `python -m tests.commands.commands_page`.

They are `docs/commands.md` and, in French, `docs/commandes.md`. What stands before the commands,
and the rule options after them, are written in the pages by hand.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.commands.options import COMMANDS

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final = {"en": DOCS / "commands.md", "fr": DOCS / "commandes.md"}
COLONS: Final = {"en": ":", "fr": "\u00a0:"}
COMMANDS_HEADING: Final = {"en": "## The commands\n", "fr": "## Les commandes\n"}
RULES_HEADING: Final = {"en": "## Rule options\n", "fr": "## Options des règles\n"}


def lines(lang: str) -> Iterator[str]:
    """Yield the lines about the commands."""
    yield COMMANDS_HEADING[lang]
    for command in COMMANDS:
        yield f"- `{command.name}`{COLONS[lang]} {command.help_text(lang)}."
    for command in COMMANDS:
        text = command.help_text(lang)
        yield f"\n## {command.name}\n\n{text[0].upper()}{text[1:]}.\n"
        yield from (f"- {entry}" for entry in command.help_entries(lang))


def page(lang: str = "en") -> str:
    """Return the whole page."""
    written = PAGES[lang].read_text(encoding="utf-8")
    top, rules = (heading[lang] for heading in (COMMANDS_HEADING, RULES_HEADING))
    before, _, after = written.partition(top)
    return before + "\n".join(lines(lang)) + "\n\n" + rules + after.partition(rules)[2]


if __name__ == "__main__":
    for lang, path in PAGES.items():
        path.write_text(page(lang), encoding="utf-8")
