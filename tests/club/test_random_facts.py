"""Twenty thousand random facts of the right types: the club keeps running and shows every table."""

import asyncio
import json
import random
from collections.abc import Iterator

import pytest

from companion.club import card as cards
from companion.club.gatherer import Gathered
from companion.club.hall import Hall
from companion.publishing import messages as m
from companion.publishing.messages import Published
from companion.records.encoding import plain_fact
from companion.referee import facts as f
from companion.referee import talk_facts
from companion.referee.rulings import KINDS
from companion.rules import Player
from companion.rules.verdicts import Code, Fault, Verdict
from companion.web import rulings
from companion.web.app import Watched, form_page
from companion.web.page_text import PageText
from companion.web.schema import is_clean, is_known, read_fact
from tests.budget import seeds
from tests.club.wellformed import fact
from tests.flow.overheard import played
from tests.flow.test_whole_games import SEEDS
from tests.tables import cases
from tests.web.scenes import MADE_FIVE, START, WRONG, begun, dispute, row, rows, set_up

EVENING = 40
"""Facts of one table, before it begins anew."""


class Looked:
    """A hall with one honest table whose error is open, and one that tells anything."""

    def __init__(self, chance: random.Random) -> None:
        self.hall = Hall(lambda _name: ())
        for each in rows(dispute()):
            self.take("T1", each.number, json.loads(each.body))
        self._chance = chance
        self.begin()

    def begin(self) -> None:
        self.hall.tables.pop("Evil", None)
        self.number = 0
        game = self._chance.choice(("backgammon", "jacquet"))
        stage = self._chance.choice((begun, set_up))(game)
        for each in rows(stage):
            self.tell(json.loads(each.body))
        watched = asyncio.run(self.hall.find("Evil"))
        assert watched is not None
        self.watched: Watched = watched

    def tell(self, made: object) -> None:
        self.number += 1
        self.take("Evil", self.number, made)

    def take(self, name: str, number: int, made: object) -> None:
        """What a table publishes, through all that reads it."""
        payload = {"v": 1, "journal": "j", "number": number, "age": 0.0}
        payload |= {"t": number / 2, "event": None, "fact": made}
        told = m.read_row(json.dumps(payload).encode())
        self.known = read_fact(told.row.body) is not None
        self.hall.take(Gathered(facts=[(name, told)]))

    def look(self, lang: str) -> None:
        """Everything that shows it, and what shows the other table."""
        table = self.hall.tables["Evil"]
        page = self.hall.page(lang)
        assert 'id="dispute-T1"' in self.hall.disputes(lang).html
        assert page
        self.watched.desk.made.clear()
        assert "<h1>" in self.watched.desk.page(lang, hall=True)
        values = rulings.first_values(table.desk.table)
        assert form_page(lang, self.watched.desk, values, ()).status_code == 200
        assert not self.known or table.desk.table.number == self.number


def shows_everything(count: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    # The fence that would hide a mistake of ours lets it through here.
    monkeypatch.setattr(cards, "sentences_or_notice", lambda _words, told: told())
    chance = random.Random(seed)
    looked = Looked(chance)
    for number in range(count):
        if number % EVENING == EVENING - 1:
            looked.begin()
        made = fact(chance)
        looked.tell(made)
        looked.look(chance.choice(("en", "fr")))
        yield made["fact"]
    assert "Illegal play by green, black decides. Wrong distance" in looked.hall.page("en")


def test_hundreds_of_random_facts_hide_no_tables_error(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(set(shows_everything(150, 1, monkeypatch))) > 20


@pytest.mark.slow
def test_thousands_of_random_facts_hide_no_tables_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards that no announcement breaks the hall's page for the other tables."""
    for seed in seeds(4):
        assert len(set(shows_everything(400, seed, monkeypatch))) > 30


@pytest.mark.parametrize("what", KINDS)
def test_a_ruling_without_optional_fields_does_not_break_the_form(what: str) -> None:
    looked = Looked(random.Random(6))
    for phase in (f.GameBegins("jacquet", (), 1, None, (0, 0)), f.TurnBegins(Player.V, START)):
        looked.tell(plain_fact(phase))
        looked.tell({"fact": "Ruling", "what": what, "by": "Claire"})
        looked.look("en")


# --- one fact after another -----------------------------------------------------------------------

RUN = Fault(Code.FULL_PRIME, Player.V, zones=("V1", "V6"), count=6)


def known(one: f.Fact) -> bool:
    return read_fact(json.dumps(plain_fact(one))) is not None


@pytest.mark.parametrize("game", SEEDS)
def test_every_fact_of_a_whole_game_is_valid(game: str) -> None:
    strange = [each for each in played(game, SEEDS[game]) if not known(each)]
    assert strange == []


@pytest.mark.parametrize(
    ("good", "bad"),
    cases(
        "club/meaningless-values",
        Code=Code,
        Fault=Fault,
        Player=Player,
        RUN=RUN,
        START=START,
        Verdict=Verdict,
        WRONG=WRONG,
        f=f,
        talk_facts=talk_facts,
    ),
)
def test_a_meaningless_value_makes_a_fact_unknown(good: f.Fact, bad: f.Fact) -> None:
    assert known(good)
    assert not known(bad)


def test_a_text_is_clean_when_it_can_be_shown_and_written() -> None:
    assert all(map(is_clean, ("", "Zoé & Cie", "x" * 400, "\N{PILE OF POO}", "\xa0")))
    assert not any(map(is_clean, ("x" * 401, "\x00", "\x1f", "\x7f", "\x9f", "\ud800", "\udfff")))


def test_a_fact_with_a_very_long_list_is_unknown() -> None:
    fault = Fault(Code.FULL_PRIME, Player.V)
    assert is_known(f.ErrorOpen(Player.V, (fault,) * 60))
    assert not is_known(f.ErrorOpen(Player.V, (fault,) * 61))


def test_an_internal_error_about_one_table_does_not_hide_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = Looked(random.Random(3))
    for each in rows(dispute())[looked.number :]:
        looked.tell(json.loads(each.body))
    real = PageText.reasons

    def breaks(self: PageText, table: object, wrong: object) -> tuple[str, ...]:
        if table is looked.hall.tables["Evil"].desk.table:
            raise KeyError("a mistake of ours")
        return real(self, table, wrong)  # type: ignore[arg-type]

    evil = looked.hall.tables["Evil"]
    waits = f.DieWaits(Player.V, "second", 1)
    evil.desk.table = looked.hall.tables["T1"].desk.table.take(row(99, waits, t=99.0), waits)
    monkeypatch.setattr(PageText, "reasons", breaks)
    shown = looked.hall.page("en")
    assert "Something this table sent cannot be shown. Ask at the table." in shown
    assert "Wrong distance" in looked.hall.disputes("en").html


def test_a_fact_that_cannot_be_spoken_is_skipped_with_a_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = Looked(random.Random(4))

    def breaks(*_given: object) -> None:
        raise KeyError("a mistake of ours")

    monkeypatch.setattr("companion.web.watched_table.SpokenLog.take", breaks)
    looked.tell(plain_fact(f.Ruling("pause", "Claire")))
    assert "cannot be shown" in looked.watched.desk.page("en", hall=True)
    looked.tell(plain_fact(f.Ruling("pause", "Claire")))
    assert "cannot be shown" in looked.hall.page("en")
    monkeypatch.setattr("companion.web.watched_table.TimedTable.take", breaks)
    looked.tell(plain_fact(f.TurnBegins(Player.V, MADE_FIVE)))
    monkeypatch.undo()
    looked.tell(plain_fact(f.TurnBegins(Player.V, MADE_FIVE)))
    assert looked.hall.tables["Evil"].desk.table.number == looked.number
    assert isinstance(looked.hall.tables["Evil"].journal, str)


def test_a_burst_with_an_unknown_game_hides_no_error_of_another_table() -> None:
    hall = Hall(lambda _name: ())
    game = f.GameBegins("plakoto", (), 1, None, (0, 0))
    evil = m.read_row(m.write_row(Published("j", rows(begun())[0])))
    given = [("Evil", evil)]
    body = json.loads(m.write_row(Published("j", rows(begun())[0])))
    body["fact"] = plain_fact(game)
    given.append(("Evil", m.read_row(json.dumps(body | {"number": 2, "after": 1}).encode())))
    given += [("Good", Published("j", each)) for each in rows(dispute())]
    hall.take(Gathered(facts=list(given)))
    assert "Table Good" in hall.disputes("en").html
