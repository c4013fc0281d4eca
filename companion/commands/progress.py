"""`companion progress`: the results of practice day by day, in sentences."""

import argparse
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from statistics import mean

from companion.commands.printing import LeftOut, print_lines
from companion.commands.setting_file import journal_place
from companion.records.progress import Practised, practised, trend
from companion.speech.catalogue import Catalogue
from companion.speech.practice_words import average, tenths
from companion.speech.wording import decimal, of_game


def run(arguments: argparse.Namespace) -> int:
    """Print the results of practice."""
    return print_lines(lines(arguments.journal or str(journal_place()), arguments.lang))


def lines(path: str, lang: str) -> Iterator[str]:
    """Yield the lines to print. Raises `JournalError`, `UnknownLanguageError`."""
    found = practised(Path(path), LeftOut(lang))
    catalogue = Catalogue(lang)
    if not found:
        yield catalogue.say("progress.nothing")
    for game, days_of_game in groupby(found, key=lambda each: each.game):
        yield of_game(catalogue, game, "practice")
        kinds = groupby(days_of_game, key=lambda each: (each.exercise, each.player, each.strength))
        for _, days in kinds:
            yield from _kind_of_practice(list(days), catalogue)


def _kind_of_practice(days: list[Practised], catalogue: Catalogue) -> Iterator[str]:
    """Yield one line per day, then a comparison of the last day with the earlier ones."""
    for day in days:
        yield _exercised(day, catalogue) if day.exercise else _played(day, catalogue)
    before = tuple(lost for day in days[:-1] for lost in day.lost)
    change = trend(before, days[-1].lost)
    if change:
        yield catalogue.say(f"progress.trend.{change}", **decimal(round(mean(before))))


def _played(day: Practised, catalogue: Catalogue) -> str:
    text = "progress.against" if day.strength else "progress.two"
    lost = decimal(round(mean(day.lost)))
    count, strength = len(day.lost), day.strength
    return catalogue.say(text, day.player, count=count, day=day.day, strength=strength, **lost)


def _exercised(day: Practised, catalogue: Catalogue) -> str:
    name, throws = f"progress.exercised.{day.exercise}", day.throws
    taken = tenths(mean(throws) * 100)
    sentence = catalogue.say(name, count=len(throws), day=day.day, **taken)
    return " ".join([sentence, *average(day.hundredths, catalogue.say, simple=day.simple)])
