"""What the form offers, and what it says comes of it, is what the referee at the table does."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from companion.link.messages import Key
from companion.referee import facts as f
from companion.referee.facts import Ruling
from companion.rules import Player
from companion.web import rulings
from companion.web.outcome import form_choices, outcome, set_pieces, summary
from companion.web.page_text import PageText
from companion.web.rulings import KINDS
from companion.web.watched_table import TimedTable
from tests.flow.stage import Stage
from tests.tables import FOLDER
from tests.web.scenes import MADE_FIVE, START, WRONG, begun, dispute, rows, set_up
from tests.web.test_watched_table import fold

TWO_COLOURS = START.replace("V8=3v", "V8=2v1n").replace("V1=2n", "V1=1n")


def to_throw() -> Stage:
    stage = begun()
    stage.stand(MADE_FIVE, "")
    stage.pick_up(*Player)
    return stage


def doubled() -> Stage:
    stage = to_throw()
    stage.press(Player.N, Key.CUBE, Key.YES)
    return stage


def taken() -> Stage:
    stage = doubled()
    stage.press(Player.V, Key.YES)
    return stage


def ruled(stage: Stage, *lines: str) -> Stage:
    for line in lines:
        stage.rule(line)
    return stage


SCENES: dict[str, Callable[[], Stage]] = {
    "setup": lambda: ruled(begun(), f"position {MADE_FIVE}"),
    "opening": set_up,
    "to-throw": to_throw,
    "moving": begun,
    "error": dispute,
    "error nobody may accept": lambda: dispute(TWO_COLOURS),
    "error ordered": lambda: ruled(dispute(), "correct as Claire"),
    "doubled": doubled,
    "taken": taken,
    "paused": lambda: ruled(begun(), "pause"),
    "out of order": lambda: ruled(begun(), "out-of-order V6", "out-of-order green dice"),
    "game over": lambda: ruled(begun(), "award green"),
    "over": lambda: ruled(begun(match_to=1), "award green"),
}

NARROWER = {("opening", "dice"), ("error ordered", "accept"), ("error ordered", "correct")}
"""What the referee would do, but the form leaves out: `opening` names both dice, and what was
ordered is ordered."""

FILLED = {"position": MADE_FIVE, "die1": "5", "die2": "6", "winner": "N", "zone": "V8"}


@cache
def table_of(scene: str) -> TimedTable:
    """The page's table in a scene."""
    return fold(rows(SCENES[scene]()))


def ruling(what: str, table: TimedTable) -> Ruling:
    """A ruling as the form makes it."""
    more = {"zone": table.dead[0]} if what == "in-order" and table.dead else {}
    filled = FILLED | {"what": what, "by": "Claire", "reason": "so"} | more
    form = rulings.read_form(filled, table)
    return form.ruling or Ruling(what, "Claire", position=MADE_FIVE, dice=(6, 5), winner=Player.N)


@pytest.mark.parametrize("scene", SCENES)
def test_the_form_offers_exactly_the_rulings_that_are_allowed(scene: str) -> None:
    stage = SCENES[scene]()
    table = fold(rows(stage))
    referee = stage.sitting.evening.table.referee
    state = referee.state
    offered = rulings.choices(table)
    acts = set()
    for what in KINDS:
        told = referee.take(ruling(what, table), 0)
        referee.state = state
        if not any(isinstance(fact, f.RulingRefused) for fact in told):
            acts.add(what)
    narrower = {what for where, what in NARROWER if where == scene}
    assert set(offered) == acts - narrower
    assert list(offered) == [what for what in KINDS if what in offered]


def test_before_a_game_is_known_nothing_can_be_set() -> None:
    table = TimedTable()
    assert rulings.choices(table) == ("pause", "adjourn", "out-of-order")
    assert form_choices(table, PageText("fr"))["whiches"] == []
    assert list(form_choices(table, PageText("fr"), has_journal=False)["choices"]) == [
        "pause",
        "out-of-order",
    ]


OUTCOMES = (FOLDER / "web" / "outcomes.txt").read_text("utf-8").splitlines()[1:]


@pytest.mark.parametrize("case", OUTCOMES)
def test_the_described_effect_of_a_ruling_is_its_effect(case: str) -> None:
    scene, decided, sentence, then = case.split(" | ")
    what, *more = decided.split()
    filled = FILLED | {"what": what, "by": "Claire", "reason": "so"}
    filled |= dict(each.split("=") for each in more)
    stage = SCENES[scene]()
    table = fold(rows(stage))
    form = rulings.read_form(filled, table)
    assert form.ruling is not None, form.mistakes
    assert sentence in outcome(form.ruling, table, PageText("en"))
    assert stage.sitting.evening.table.decide(form.ruling) == ""
    state = stage.sitting.evening.table.referee.state
    assert " ".join(map(str, (state.turn.player or "-", *(state.throw.dice or ())))) == then


@pytest.mark.parametrize("scene", SCENES)
def test_every_choice_of_every_state_has_words_in_both_languages(scene: str) -> None:
    table = table_of(scene)
    for words in (PageText("en"), PageText("fr")):
        for what in form_choices(table, words)["choices"]:
            given = ruling(what, table)
            told = (*summary(given, table, words), *outcome(given, table, words))
            assert all(told)
            sides = set_pieces(given, table, words)
            assert [side.letter for side in sides] == (["V", "N"] if what == "position" else [])


def test_the_position_that_was_chosen_is_confirmed_by_its_name_and_in_words() -> None:
    table, words = table_of("error"), PageText("en")
    who = {"what": "position", "by": "Claire", "reason": "so"}
    for which, position, name, piece in (
        ("before", START, "As it was before the illegal play.", "3 pieces on V 8."),
        ("now", WRONG, "As the illegal play left it.", "One piece on V 3."),
    ):
        form = rulings.read_form(who | {"which": which}, table)
        assert form.ruling is not None
        assert form.ruling.position == position
        # What is confirmed is sent as it was shown, whatever the board shows by then.
        assert (form.values["position"], form.values["which"]) == (position, "")
        assert name in summary(form.ruling, table, words)
        assert piece in set_pieces(form.ruling, table, words)[0].pieces


def test_a_board_that_cannot_be_played_is_not_offered_to_be_set() -> None:
    table = table_of("error nobody may accept")
    assert rulings.positions(table) == {"before": START}
    assert table.dispute is not None
    assert table.dispute.open_to == "board"


def test_a_mirrored_board_is_written_in_the_form_as_it_lies() -> None:
    table = replace(table_of("error"), layout=("mirrored",))
    mirrored = "V5=3v V7=5v V12=2n"
    values = rulings.first_values(table)
    assert set(mirrored.split()) <= set(values["position"].split())
    form = rulings.read_form(
        {"what": "position", "by": "Claire", "reason": "so", "position": values["position"]}, table
    )
    assert form.ruling is not None
    assert form.ruling.position == START
    turned = replace(table, layout=("turned",))
    assert "N8=3v" in rulings.first_values(turned)["position"]
    assert dict(form_choices(table, PageText("en"))["zones"])["V6"] == "Point V 7."


def test_the_form_contains_the_dice_of_an_error() -> None:
    values = rulings.first_values(table_of("error"))
    assert (values["die1"], values["die2"], values["which"]) == ("3", "1", "before")
