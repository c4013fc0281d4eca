"""Every refusal has words, and an announcer refuses settings that it does not know."""

import inspect
import re
from typing import Any

import pytest

from companion.referee import rulings
from companion.referee.facts import Ruling
from companion.referee.machine import TABLE as MACHINE
from companion.referee.state import Phase
from companion.speech.announcer import Announcer
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
