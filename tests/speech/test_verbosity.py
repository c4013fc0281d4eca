"""Which words are for whom: the table of details, and the order of the three verbosities."""

import pytest

from companion.speech.speech_context import Detail, Verbosity


@pytest.mark.parametrize("detail", Detail)
def test_a_detail_is_left_out_somewhere(detail: Detail) -> None:
    assert detail.least.rank > Verbosity.BRIEF.rank
