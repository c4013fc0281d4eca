"""How each fact is spoken: `sentences/*.txt` hold facts, and what is said of them.

A fact is a Python expression on a line of its own. Each indented line below it begins with a
language and with settings, such as a game or a verbosity. The sentences after the colon are said in
green's turn, after a throw of 3 and 1. `[V]` or `[N]` names the only player who hears them.

After a sentence was changed on purpose, `python -m tests.speech.test_sentences` writes all of them
again; for a new fact write the lines without sentences.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import pytest

from companion.board.repair import Repair
from companion.referee.facts import Fact, Roll, TurnBegins, VerdictGiven
from companion.referee.talk_facts import CubeHint, Hint
from companion.rules import Code, Fault, Player, game_names
from companion.speech.announcer import Announcer
from companion.speech.fact_renderers import TELLERS
from companion.speech.faults import fault_sentence
from companion.speech.plays import play_sentences, read_play
from companion.speech.setup_words import repair_sentences
from companion.speech.wording import Wording
from tests.fact_lines import read_fact
from tests.speech.examples import START, Between, Shown

FOLDER: Final = Path(__file__).parent / "sentences"
SETTINGS: Final = {
    **dict.fromkeys(game_names(), "game"),
    **dict.fromkeys(("brief", "full"), "verbosity"),
    "names": "notation",
    "tournament": "mode",
    "short": "short",
}


class Spoken(NamedTuple):
    """One line of a paragraph."""

    topic: str
    fact: str
    settings: str
    sentences: str

    def say(self, **changed: str) -> str:
        """Return what is said of the fact, with some settings changed."""
        lang, *words = self.settings.split()
        settings: dict[str, Any] = {SETTINGS[word]: word for word in words} | changed
        return say(self.value, lang, **settings)

    @property
    def value(self) -> Any:
        """The fact, a fault, or a step of a repair."""
        return read_fact(self.fact)


def say(fact: Any, lang: str, *, game: str = "backgammon", **settings: Any) -> str:
    """Return what is said of a fact, a fault, a step of a repair or a play read off two boards."""
    if isinstance(fact, Fault):
        return fault_sentence(Wording(lang, game, **settings), fact, Player.V, (6, 3))
    if isinstance(fact, Repair):
        return " ".join(repair_sentences(Wording(lang, game, **settings), fact))
    if isinstance(fact, Between):
        short, wording = bool(settings.pop("short", "")), Wording(lang, game, **settings)
        play = read_play(wording, fact.before, fact.after, fact.player, fact.dice)
        return str(play and " ".join(play_sentences(wording, play, fact.player, short=short)))
    if isinstance(fact, Hint | CubeHint):
        settings = {"mode": "practice"} | settings
    announcer = Announcer(game, lang, **settings)
    if isinstance(fact, Shown):
        return " | ".join(line for line, _ in announcer.board(fact.board, fact.dice, fact.reader))
    announcer.announce(TurnBegins(Player.V, START))
    announcer.announce(Roll(Player.V, (3, 1)))
    return " ".join(
        each.text if each.to == "all" else f"[{each.to}] {each.text}"
        for each in announcer.announce(fact)
    )


def read(path: Path) -> Iterator[Spoken | str]:
    """Yield the lines of a file: what is spoken, and as they are the facts, comments and gaps."""
    fact = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("    "):
            settings, _, sentences = line.strip().partition(":")
            yield Spoken(path.stem, fact, settings, sentences.strip())
        else:
            fact = line
            yield line


FILES: Final = {path: [*read(path)] for path in sorted(FOLDER.glob("*.txt"))}
TABLE: Final = [line for lines in FILES.values() for line in lines if isinstance(line, Spoken)]


@pytest.mark.parametrize("topic", dict.fromkeys(spoken.topic for spoken in TABLE))
def test_what_is_said(topic: str) -> None:
    written = [spoken for spoken in TABLE if spoken.topic == topic]
    assert [spoken._replace(sentences=spoken.say()) for spoken in written] == written


def test_every_kind_of_fact_and_fault_is_here() -> None:
    values = [spoken.value for spoken in TABLE]
    kinds = {type(value) for value in values}
    assert kinds - {Fault, Repair, Between, Shown} == set(TELLERS) == set(get_args(Fact))
    assert {value.code for value in values if isinstance(value, Fault)} == set(Code)


def test_in_a_tournament_verdicts_before_the_lift_and_hints_are_silent() -> None:
    for spoken in TABLE:
        if isinstance(spoken.value, VerdictGiven | Hint | CubeHint):
            assert spoken.say(mode="tournament") == ""
        elif spoken.topic == "facts" and "acey-deucey" not in spoken.settings:
            assert spoken.say(mode="tournament") == spoken.sentences


def test_practice_says_what_a_club_says() -> None:
    for spoken in TABLE:
        if (
            not isinstance(spoken.value, Fault | Repair | Between | Shown)
            and "tournament" not in spoken.settings
        ):
            assert spoken.say(mode="practice") == spoken.sentences


if __name__ == "__main__":
    for path, lines in FILES.items():
        with path.open("w", encoding="utf-8") as file:
            for line in lines:
                if isinstance(line, Spoken):
                    print(f"    {line.settings}: {line.say()}".rstrip(), file=file)
                else:
                    print(line, file=file)
