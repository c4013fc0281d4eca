"""Writes `docs/commands.md` from the table of options: `python -m tests.commands.commands_page`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.commands.options import COMMANDS
from companion.options import Option

PAGE: Final = Path(__file__).parents[2] / "docs" / "commands.md"

TOP: Final = """# Commands and options

All commands begin with `companion`, which the README's first command puts into `.venv/bin`. This
page is made of what `companion COMMAND --help` prints.

The exit code is 0 when the work is done, 1 when the answer is no, 2 for input that cannot be used
(one line on standard error says what, where and what to do), 130 when interrupted (SIGINT). SIGTERM
and SIGHUP end any command with 0. All three end it in order and within two seconds; what was
started with `nohup` stays deaf to SIGHUP.
"""

RULE_OPTIONS: Final = {
    "double-bouchage": "Jacquet; holding all first five points of one's path needs two pieces at"
    " home, on points 1 and 6.",
    "no-full-prime": "Jacquet; never six points in a row on the opponent's path, one's own home"
    " included.",
    "count-games": "Jacquet; a match is the best of 3 or 5 games instead of points.",
    "no-cube": "backgammon and Dutch backgammon; without the doubling cube.",
    "no-crawford": "backgammon and Dutch backgammon; the cube in every game of a match.",
    "automatic-doubles": "backgammon and Dutch backgammon; equal opening dice double the value.",
    "double-on-ace-deuce": "Acey-Deucey; each throw of 1 and 2 doubles the stake.",
    "may-hit-V": "Dutch backgammon, for single positions: green may hit already.",
    "may-hit-N": "Dutch backgammon, for single positions: black may hit already.",
    "end-on-any-die": "every game; the turn ends when one die is picked up, not both.",
    "mirrored": "the backgammon family; laid out the other way round.",
}
"""The meaning of each rule option."""


def usage(option: Option) -> str:
    """Return an option with its values, as typed."""
    if option.flag:
        return f"`{option.name}`"
    if option.values:
        values = ", ".join(f"`{value}`" for value in option.values)
        return f"`{option.name}`, one of {values}"
    value = option.metavar or "VALUE"
    if not option.name.startswith("-"):
        return f"`{value}`"
    return f"`{option.name} [{value}]`" if option.bare else f"`{option.name} {value}`"


def lines() -> Iterator[str]:
    """Yield the lines of the page."""
    yield TOP
    yield "## The commands\n"
    for command in COMMANDS:
        yield f"- `{command.name}`: {command.told('en')}."
    for command in COMMANDS:
        told = command.told("en")
        yield f"\n## {command.name}\n\n{told[0].upper()}{told[1:]}.\n"
        for option in command.options:
            needed = "needed; " if option.required and option.name.startswith("-") else ""
            yield f"- {usage(option)}: {needed}{option.told('en', command.name)}."
    yield "\n## Rule options\n\nThe values of `--option`.\n"
    for name, text in RULE_OPTIONS.items():
        yield f"- `{name}`: {text}"


def page() -> str:
    """Return the whole page."""
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
