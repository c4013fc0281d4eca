"""Make `docs/commands.md` of the table of options: `python -m tests.commands.commands_page`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.commands.options import COMMANDS, RULE_OPTIONS, Option

PAGE: Final = Path(__file__).parents[2] / "docs" / "commands.md"

TOP: Final = """# Commands and options

All commands begin with `companion`, which the README's first command puts into `.venv/bin`. This
page is made of what `companion COMMAND --help` prints.

The exit code is 0 when the work is done, 1 when the answer is no, 2 for input that cannot be used
(one line on standard error says what, where and what to do), 130 when interrupted (SIGINT). SIGTERM
and SIGHUP end any command with 0. All three end it in order and within two seconds; what was
started with `nohup` stays deaf to SIGHUP.
"""


def usage(option: Option) -> str:
    """How an option is written, with its values."""
    choices = option.choices() if callable(option.choices) else option.choices
    if option.flag:
        return f"`{option.name}`"
    if choices:
        values = ", ".join(f"`{value}`" for value in choices)
        return f"`{option.name}`, one of {values}" if values else f"`{option.name}`"
    value = option.metavar or "VALUE"
    if not option.name.startswith("-"):
        return f"`{value}`"
    return f"`{option.name} [{value}]`" if option.bare else f"`{option.name} {value}`"


def lines() -> Iterator[str]:
    """The page, line by line."""
    yield TOP
    yield "## The commands\n"
    for command in COMMANDS:
        yield f"- `{command.name}`: {command.text}."
    for command in COMMANDS:
        yield f"\n## {command.name}\n\n{command.text[0].upper()}{command.text[1:]}.\n"
        for option in command.options:
            needed = "needed; " if option.required and option.name.startswith("-") else ""
            yield f"- {usage(option)}: {needed}{option.text}."
    yield "\n## Rule options\n\nThe values of `--option`.\n"
    for name, text in RULE_OPTIONS.items():
        yield f"- `{name}`: {text}"


def page() -> str:
    """The whole page."""
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
