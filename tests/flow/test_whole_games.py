"""Whole games, word for word, in every verbosity and language, as `docs/transcripts/` has them.

Played by the demonstration's players, with their mistakes, through the whole program. After a
sentence was changed on purpose: `python -m tests.flow.test_whole_games` writes them anew; then read
them aloud, as a player hears them.
"""

from pathlib import Path

import pytest

from companion.options import VERBOSITIES
from companion.settings import LANGUAGES
from companion.speech.announcer import Announcer
from tests.flow.overheard import played

FOLDER = Path(__file__).parents[2] / "docs" / "transcripts"
SEEDS = {"backgammon": 2, "jacquet": 6}
"""Short games."""


def words(game: str, lang: str, verbosity: str) -> str:
    announcer = Announcer(game, lang, verbosity)
    said = [each.text for fact in played(game, SEEDS[game]) for each in announcer.announce(fact)]
    return "".join(f"{text}\n" for text in said if text)


CASES = [(game, lang, how) for game in SEEDS for lang in LANGUAGES for how in VERBOSITIES]


def page(game: str, lang: str, verbosity: str) -> Path:
    return FOLDER / f"{game}-{lang}-{verbosity}.txt"


@pytest.mark.parametrize(("game", "lang", "verbosity"), CASES)
def test_a_whole_game_in_words(game: str, lang: str, verbosity: str) -> None:
    told = page(game, lang, verbosity).read_text("utf-8")
    assert words(game, lang, verbosity) == told, "python -m tests.flow.test_whole_games"


def test_there_is_no_other_page() -> None:
    assert set(FOLDER.iterdir()) == {page(*case) for case in CASES} | {FOLDER / "README.md"}


if __name__ == "__main__":
    for case in CASES:
        page(*case).write_text(words(*case), "utf-8")
