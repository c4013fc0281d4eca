"""Compares the judge with the spoilt turns, code by code. Prints the table:

    python -m tests.rules.agreement [FILE]

from the repository's root; without a file those that are committed. A file of another seed is made
by `python -m tests.rules.mutations SEED FILE`.
"""

import gzip
import json
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.rules import Player, find_game, parse_placement

COMMITTED: Final = Path(__file__).parents[1] / "data" / "mutations" / "mutations.jsonl.gz"
Case = dict[str, Any]


class Row(NamedTuple):
    """The cases of one kind: what is expected, their number, and those judged differently."""

    verdict: str
    fault: str
    cases: int
    others: list[tuple[Case, str]]

    @property
    def share(self) -> float:
        """The share with the expected verdict and first fault."""
        return 1 - len(self.others) / self.cases


def load(path: Path) -> list[Case]:
    """Return the cases of a compressed file."""
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def told(case: Case) -> tuple[str, str]:
    """Return the judge's verdict and first fault."""
    rules = find_game(case["game"], case["options"])
    first_die, second_die = case["dice"]
    judgement = rules.judge(
        rules.parse(case["position"]),
        Player(case["turn"]),
        (first_die, second_die),
        parse_placement(case["end"]),
    )
    return judgement.verdict, judgement.faults[0].code if judgement.faults else ""


def table(cases: list[Case]) -> list[Row]:
    """Return a row for each verdict and fault, in order."""
    rows: dict[tuple[str, str], Row] = {}
    for case in cases:
        expected = case["verdict"], case["fault"] or ""
        row = rows.get(expected, Row(*expected, 0, []))
        named = told(case)
        if named != expected:
            row.others.append((case, " ".join(named)))
        rows[expected] = row._replace(cases=row.cases + 1)
    return [rows[key] for key in sorted(rows)]


def main() -> None:
    """Print the table, and the cases that are judged differently."""
    rows = table(load(Path(sys.argv[1]) if sys.argv[1:] else COMMITTED))
    for row in rows:
        print(f"{row.verdict:10} {row.fault:18} {row.cases:5} {100 * row.share:6.1f} %")
    print(f"in all {sum(row.cases for row in rows)}, {sum(len(row.others) for row in rows)} others")
    for row in rows:
        for case, named in row.others:
            print(f"  told {named}: {json.dumps(case)}")


if __name__ == "__main__":
    main()
