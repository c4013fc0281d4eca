"""Tests whether the tests detect small changes to the program: `python benchmarks/mutants`.

A seeded sample of places is changed, one at a time, in a copy of the checkout. The number of places
in a package is in proportion to its size. Whether a place is chosen does not depend on other code.
The plain tests that run the changed lines are run first, the fastest first, until a test fails. If
none fails, all other tests that could detect the change are run. `equivalent.jsonl` in this folder
lists the changes that no test can detect because the program does the same, with the reasons.

Existing tools do not fit: mutmut changes neither the constants of a module nor decorated functions,
and takes no sample. cosmic-ray runs the same tests for every change, and without a choice of tests
by line three hundred changes would take a day.

`measure` only measures the tests. `run` tests the changes, and continues an interrupted run.
`again` repeats the test of undetected changes that are not in `equivalent.jsonl`. `table` prints
the results of all changes that can still be made.
"""

import argparse
import hashlib
import json
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from changes import Change, changed, changes, compiles, functions
from ran import Ran
from trees import HERE, ROOT, bring
from trial import Trial, tried

# At least this many places are changed in each package, however small it is.
FEWEST = 3


def rooms() -> dict[str, list[str]]:
    """Return the modules of each package. A module outside the packages counts as a package."""
    found = defaultdict(list)
    for path in sorted((ROOT / "companion").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        found[name.split("/")[1].removesuffix(".py")].append(name)
    return found


class Possible(NamedTuple):
    """A possible change: its trial, and the module's text."""

    trial: Trial
    change: Change
    source: bytes

    @property
    def text(self) -> bytes:
        """Return the module's text with the change."""
        return changed(self.source, self.change)


def possible(only: list[str]) -> dict[str, dict[str, list[Possible]]]:
    """Return all possible changes by package and line. Equal lines of a function are one place."""
    found: dict[str, dict[str, list[Possible]]] = {}
    for room, modules in rooms().items():
        if only and room not in only:
            continue
        found[room] = defaultdict(list)
        for module in modules:
            source = (ROOT / module).read_bytes()
            lines = source.splitlines()
            for change in changes(source):
                line = lines[change.line - 1].decode().strip()
                trial = Trial.of(room, module, source, change)
                one = Possible(trial, change, source)
                found[room][f"{module} {change.function}: {line}"].append(one)
    return found


def lot(seed: int, text: str) -> str:
    """Return a pseudo-random key that depends only on the seed and the text."""
    return hashlib.sha256(f"{seed} {text}".encode()).hexdigest()


def sample(places: int, seed: int, only: list[str]) -> list[Possible]:
    """Return a sample of changes, one per line.

    Its size depends on each package's changeable lines.
    """
    every = possible([])
    size = sum(map(len, every.values()))
    chosen = []
    for room, found in every.items():
        share = max(FEWEST, round(places * len(found) / size))
        if not only or room in only:
            for place in sorted(found, key=lambda place: lot(seed, place))[:share]:
                order = sorted(found[place], key=lambda one: lot(seed, one.trial.name))
                chosen += [one for one in order if compiles(one.text)][:1]
    return sorted(chosen, key=lambda one: lot(seed, one.trial.name))


class Kept:
    """The results of the changes, as JSON lines."""

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        self.trials = {trial.name: trial for trial in (Trial(**json.loads(line)) for line in lines)}

    def add(self, trial: Trial) -> None:
        """Store a result. It replaces an earlier result of the same change."""
        self.trials[trial.name] = trial
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(trial._asdict()) + "\n")


def equivalent() -> dict[str, str]:
    """Return the changes that do not affect the program's behaviour, with the reasons."""
    lines = (HERE / "equivalent.jsonl").read_text(encoding="utf-8").splitlines()
    return {
        f"{one['module']} {one['function']}: {one['change']}": one["reason"]
        for one in map(json.loads, lines)
    }


def table(trials: list[Trial]) -> str:
    """Return a table of the changes made and detected in each package, and the undetected ones."""
    reasons = equivalent()
    alive = [trial for trial in trials if not trial.killed_by]
    same = [trial for trial in alive if trial.name in reasons]
    run = Counter(trial.room for trial in trials)
    run.subtract(trial.room for trial in same)
    killed = Counter(trial.room for trial in trials if trial.killed_by)
    rows = [f"{'room':12} {'run':>5} {'killed':>7}"]
    rows += [f"{room:12} {run[room]:5} {killed[room]:7}" for room in sorted(run)]
    total = sum(run.values())
    rows.append(f"{'all':12} {total:5} {killed.total():7}  {killed.total() / max(total, 1):.1%}")
    rows.append(f"{len(same)} more change nothing; equivalent.jsonl says why.")
    left = [trial for trial in alive if trial.name not in reasons]
    rows += [f"{trial.module}:{trial.line} {trial.name.partition(' ')[2]}" for trial in left]
    return "\n".join(rows)


def run(work: Path, asked: argparse.Namespace) -> None:
    """Test the changes in parallel, each in its own copy of the checkout."""
    ran, kept = Ran(work / "ran"), Kept(work / "trials.jsonl")
    ran.measure()
    trees: SimpleQueue[Path] = SimpleQueue()
    for place in range(asked.at_once):
        bring(work / f"tree-{place}")
        trees.put(work / f"tree-{place}")

    if asked.what == "again":
        reasons = equivalent()
        todo = [
            one
            for one in standing(asked.room)
            if (known := kept.trials.get(one.trial.name))
            and not known.killed_by
            and one.trial.name not in reasons
        ]
    else:
        asked_for = sample(asked.places, asked.seed, asked.room)
        todo = [one for one in asked_for if one.trial.name not in kept.trials]
    costs = ran.seconds(ran.good())

    def put(one: Possible) -> Trial:
        tree = trees.get()
        first = functions(one.source).get(one.change.function, (0, 0))[0]
        try:
            tests = ran.tests_of(one.trial.module, one.change, first)
            return tried(one.trial, tree, one.text, tests, costs)
        finally:
            trees.put(tree)

    print(f"{len(todo)} changes to make.", flush=True)
    with ThreadPoolExecutor(asked.at_once) as pool:
        for trial in pool.map(put, todo):
            kept.add(trial)
            print(f"{trial.killed_by or 'SURVIVED'}  {trial.name}", flush=True)


def standing(only: list[str]) -> list[Possible]:
    """Return all changes that can be made to the present program."""
    return [one for found in possible(only).values() for some in found.values() for one in some]


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "what", nargs="?", default="run", choices=["measure", "run", "again", "table"]
    )
    parser.add_argument("--places", type=int, default=350, help="how many places, in all rooms")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--room", action="append", default=[], help="only this one; may be repeated"
    )
    parser.add_argument("--at-once", type=int, default=1, choices=[1, 2])
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "mutants")
    asked = parser.parse_args()
    if asked.what == "measure":
        Ran(asked.work / "ran").measure()
        return
    if asked.what != "table":
        run(asked.work, asked)
    kept = Kept(asked.work / "trials.jsonl").trials
    now = {one.trial.name: one.trial.line for one in standing(asked.room)}
    print(table([one._replace(line=now[name]) for name, one in kept.items() if name in now]))


if __name__ == "__main__":
    sys.exit(main())
