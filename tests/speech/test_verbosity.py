"""Which words are for whom: the table of details, and the order of the three verbosities."""

import pytest

from companion.speech.speech_context import Detail, Verbosity


def test_a_menu_goes_from_normal_to_full_to_brief_and_round_again() -> None:
    assert Verbosity.NORMAL.following is Verbosity.FULL
    assert Verbosity.FULL.following is Verbosity.BRIEF
    assert Verbosity.BRIEF.following is Verbosity.NORMAL


@pytest.mark.parametrize("detail", Detail)
def test_a_detail_is_left_out_somewhere(detail: Detail) -> None:
    assert detail.least.rank > Verbosity.BRIEF.rank
