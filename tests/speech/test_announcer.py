"""Every refusal has words; languages, verbosities and other settings of an announcer."""

import inspect
import re
from typing import Any

import pytest

from companion.referee import rulings
from companion.referee.facts import Ruling
from companion.referee.machine import TABLE as MACHINE
from companion.referee.state import Phase
from companion.rules.vocabulary import Player
from companion.speech.announcer import Announcer
from companion.speech.speech_context import Detail, Verbosity
from tests.speech.examples import START
from tests.speech.messages import names


def test_every_reason_for_a_refusal_has_words() -> None:
    source = inspect.getsource(rulings)
    told = set(re.findall(r'refuse\(context, ruling, "([a-z-]+)"', source)) | {
        "no-error",
        "no-journal",
        "choosing",
    }
    told |= {
        rulings.refusal_code(phase, what)
        for phase in Phase
        for what in rulings.KINDS
        if (phase, (Ruling, what)) not in MACHINE
    }
    assert told - {"unknown"} == names("ruling.refused") - {"other"}


@pytest.mark.parametrize(
    "settings", [{"lang": "xx"}, {"verbosity": "chatty"}, {"notation": "both"}, {"mode": "war"}]
)
def test_a_setting_that_does_not_exist_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"'(xx|chatty|both|war)'"):
        Announcer("backgammon", **{"lang": "en"} | settings)


@pytest.mark.parametrize("detail", Detail)
def test_a_detail_is_left_out_somewhere(detail: Detail) -> None:
    assert detail.least.rank > Verbosity.BRIEF.rank


def test_a_braille_display_has_the_language_of_its_reader() -> None:
    announcer = Announcer("backgammon", {Player.V: "en", Player.N: "fr"})
    assert announcer.board(START, (), Player.N)[0] == ("Noir, 6:5, 8:3, 13:5, 24:2.", "fr")
    announcer.next_language(Player.N)
    assert announcer.board(START, (), Player.N)[0] == ("Black, 6:5, 8:3, 13:5, 24:2.", "en")
