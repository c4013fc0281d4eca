"""A whole evening in words, for every verbosity and language, as it stands in `transcripts/`.

After a sentence was changed on purpose: `python -m tests.speech.test_transcripts` writes them anew;
then read them aloud.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.referee import board_facts, talk_facts
from companion.referee import facts as f
from companion.rules.verdicts import Code, Fault, Verdict
from companion.rules.vocabulary import Player
from companion.speech.announcer import Announcer
from companion.speech.speech_context import Verbosity

FOLDER = Path(__file__).parent / "transcripts"
V, N = Player.V, Player.N
LEGAL, ILLEGAL, INCOMPLETE = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.INCOMPLETE

START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
ONE = "V1=2n V5=2v V6=4v V8=2v V12=5n N1=5v N5=3n N7=5n N12=2v"
TWO = "V1=2n V3=1v V5=2v V6=4v V8=1v V12=5n N1=5v N5=3n N7=5n N12=2v"
LATE = "V1=1v V2=1v VO=13v N8=2n NO=13n"


def verdict(
    player: Player,
    dice: tuple[int, int],
    result: Verdict,
    boards: tuple[str, str],
    *faults: Fault,
) -> f.VerdictGiven:
    return f.VerdictGiven(player, dice, result, faults, boards[1], boards[0])


def evening() -> Iterator[f.Fact]:
    """An opening tie, a slip put right in time, an error accepted, the cube, the end."""
    wrong = Fault(Code.WRONG_DISTANCE, V, "V8", "V3", pips=5)
    unused = Fault(Code.DICE_UNUSED, V, dice=(3,))
    yield board_facts.Link("searching")
    yield board_facts.Link("connected")
    missing = board_facts.Difference("N12", "2v", "")
    yield board_facts.Setup(
        ok=False, differences=(missing,), repairs=(board_facts.Repair("v", 2, "", "N12"),)
    )
    yield board_facts.Setup(ok=True)
    yield f.GameBegins("backgammon", ("automatic-doubles",), 1, 5, (0, 0))
    yield f.Opening(4, 4, None)
    yield f.CubeAction(None, "automatic", 2, None)
    yield f.Opening(3, 1, V)
    yield f.TurnBegins(V, START)
    yield f.Roll(V, (3, 1), opening=True)
    yield verdict(V, (3, 1), INCOMPLETE, (START, START), Fault(Code.DICE_UNUSED, V, dice=(3, 1)))
    yield verdict(V, (3, 1), ILLEGAL, (START, START), wrong, unused)
    yield verdict(V, (3, 1), LEGAL, (START, ONE))
    yield f.TurnEnds(V, (3, 1), LEGAL, (), ONE, START)
    yield f.TurnBegins(N, ONE)
    yield f.RollVoid(V, "wrong-player")
    yield f.Roll(N, (6, 6))
    yield f.DieDisturbed(N, 6, 2)
    yield f.VerdictGiven(N, (6, 6), LEGAL, (), ONE, ONE, nothing_to_play=True)
    yield f.TurnEnds(N, (6, 6), LEGAL, (), ONE, ONE)
    yield talk_facts.KeyAnswer(N, "board-own", ONE)
    yield talk_facts.KeyAnswer(N, "pips", "", (163, 167))
    yield f.TurnBegins(V, ONE)
    yield talk_facts.Question(V, "double-confirm", "4")
    yield f.CubeAction(V, "offer", 4, None)
    yield f.CubeAction(N, "take", 4, N)
    yield f.Roll(V, (6, 4))
    yield f.TurnEnds(V, (6, 4), ILLEGAL, (wrong,), TWO, ONE)
    yield f.ErrorOpen(V, (wrong,))
    yield f.ErrorClosed(V, "accepted", TWO)
    yield f.TurnBegins(N, TWO)
    yield f.Roll(N, (4, 2))
    yield f.TurnBegins(V, LATE)
    yield f.Roll(V, (2, 1))
    yield f.TurnEnds(V, (2, 1), LEGAL, (), "VO=15v N8=2n NO=13n", LATE)
    yield f.GameEnds(V, "single", "off", 4, (4, 0))
    yield f.GameBegins("backgammon", ("automatic-doubles",), 2, 5, (4, 0), crawford=True)
    yield f.Resign(N, 1, "offer")
    yield f.Resign(N, 1, "accept")
    yield f.GameEnds(V, "single", "resign", 1, (5, 0))
    yield f.MatchEnds(V, (5, 0))


def transcript(lang: str, verbosity: str) -> str:
    announcer = Announcer("backgammon", lang, verbosity)
    said = [each for fact in evening() for each in announcer.announce(fact)]
    return "".join(f"{each.text}\n" for each in said)


CASES = [(lang, verbosity.value) for lang in ("en", "fr") for verbosity in Verbosity]


@pytest.mark.parametrize(("lang", "verbosity"), CASES)
def test_an_evening_in_words(lang: str, verbosity: str) -> None:
    golden = FOLDER / f"{lang}-{verbosity}.txt"
    assert transcript(lang, verbosity) == golden.read_text("utf-8")


if __name__ == "__main__":
    for lang, verbosity in CASES:
        (FOLDER / f"{lang}-{verbosity}.txt").write_text(transcript(lang, verbosity), "utf-8")
