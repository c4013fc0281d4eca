"""Some thousand turns spoilt on purpose by an independent engine: verdict and first fault.

At least 95 in 100 of each code are wanted and the rest listed; as none is told otherwise today,
every one is held. `python -m tests.rules.agreement` prints the table.
"""

import pytest

from tests.rules.agreement import COMMITTED, load, table

CASES = load(COMMITTED)
KINDS = sorted({(case["verdict"], case["fault"] or "") for case in CASES})


def check(verdict: str, fault: str, at_most: int | None) -> None:
    kind = [case for case in CASES if (case["verdict"], case["fault"] or "") == (verdict, fault)]
    assert len(kind) >= 100
    (row,) = table(kind[:at_most])
    assert row.others == []


@pytest.mark.parametrize(("verdict", "fault"), KINDS)
def test_the_first_fault_is_what_was_broken(verdict: str, fault: str) -> None:
    check(verdict, fault, 100)


@pytest.mark.slow
def test_the_first_fault_is_what_was_broken_in_every_spoilt_turn() -> None:
    for verdict, fault in KINDS:
        check(verdict, fault, None)
