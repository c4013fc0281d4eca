"""The page of a table as text: what it tells, in which order, in both languages.

What it says is in `pages/*.txt`. `scene` makes a moment of an evening by a function of
`tests/web/scenes.py`. `rule` is a ruling, `stand` a board and `fact` a fact that follow; `@65` is
so many seconds later. `en now:` is what that part of the page says in English, or the whole `page`;
`en now not:` is what it does not say. Between words in their order `…` stands for others.
"""

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import companion.web
from companion.records.read import FactRow
from companion.referee import facts as f
from companion.referee import talk_facts
from companion.rules import Player
from companion.web.desk import Desk
from companion.web.drawing import Drawing, drawing
from companion.web.page_text import PageText, Sitting, clock
from companion.web.render import LANGUAGES, PARTS
from companion.web.watched_table import MOST_HEARD, TimedTable
from tests.fact_lines import read_fact
from tests.flow.stage import Stage
from tests.web.scenes import MADE_FIVE, begun, dispute, moment, row, rows
from tests.web.words import parts_of, says, text

LANGS = [code for code, _ in LANGUAGES]
PAGES = Path(__file__).with_name("pages") / "table.txt"


def desk(given: list[FactRow], sitting: Sitting | None = None) -> Desk:
    one = Desk("/", sitting or Sitting(players=("Anne", "Bruno")))
    one.take(given)
    return one


def said(given: list[FactRow], lang: str, part: str) -> str:
    one = desk(given)
    return text(one.page(lang, hall=False) if part == "page" else one.parts(lang)[part].html)


def unsaid(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a part that the page contradicts, with what it says instead."""
    stage: Stage | None = None
    given: list[FactRow] = []
    for line in lines:
        verb, _, rest = line.partition(" ")
        if verb == "scene":
            stage = moment(*rest.split())
        elif verb == "rule" and stage is not None:
            stage.rule(rest)
        elif verb == "stand" and stage is not None:
            stage.stand(rest, "")
        elif verb == "fact":
            seconds, expression = re.findall(r"(?:@(\d+) )?(.*)", rest)[0]
            last = given[-1] if given else row(0, f.RollVoid(Player.V, "early"))
            given.append(row(last.number + 1, read_fact(expression), t=last.t + int(seconds or 0)))
            continue
        elif verb in LANGS:
            where, _, words = rest.partition(": ")
            part, _, negated = where.partition(" ")
            shown = said(given, verb, part)
            if says(shown, words) is bool(negated):
                yield f"{line} [{shown}]"
            continue
        given = rows(stage) if stage else []


@pytest.mark.parametrize("part", parts_of(PAGES), ids=lambda part: part[0])
def test_what_the_page_says(part: list[str]) -> None:
    assert [*unsaid(part)] == []


def test_the_parts_come_in_the_order_in_which_they_are_read() -> None:
    page = desk(rows(dispute())).page("en", hall=False)
    order = ["dispute", "now", "heard", "score", "board", "turn", "turns", "report"]
    places = [page.index(f'id="h-{name}"') for name in order]
    assert places == sorted(places)
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_the_drawing_of_a_dispute_is_in_its_box_and_marks_what_moved() -> None:
    one = desk(rows(dispute()))
    parts = one.parts("en")
    assert "<svg" in parts["dispute"].html
    assert "<svg" not in parts["board"].html
    assert "<svg" in one.case("en")
    marks = drawing(one.table, PageText("en").wording(one.table)).marks
    assert [mark.kind for mark in marks] == ["came", "left"]
    assert desk(rows(begun())).parts("en")["board"].html.count("<svg") == 1


def test_the_drawing_has_dice_cube_pips_and_a_bar() -> None:
    one = desk(rows(begun()))

    def drawn_now() -> Drawing:
        return drawing(one.table, PageText("en").wording(one.table))

    rules = one.table.rules
    assert rules is not None
    assert [count.text for count in drawn_now().counts] == ["167", "167"]
    assert [die.face for die in drawn_now().dice] == [3, 1]
    assert [len(die.pips) for die in drawn_now().dice] == [3, 1]
    middle = drawn_now().cube
    assert middle is not None
    assert (middle.text, middle.y) == ("1", 230)
    number = one.table.number
    one.take([row(number + 1, f.CubeAction(Player.N, "take", 2, Player.N))])
    owned = drawn_now().cube
    assert owned is not None
    assert (owned.text, owned.y < 230) == ("2", True)
    board = one.parts("en")["board"].html
    assert 'class="bar"' in board
    assert "167 pips to go." in text(board)
    assert drawing(TimedTable(), PageText("en").wording(one.table)).counts == ()


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("ground", ["dark", "light", "wood"])
@pytest.mark.parametrize("piece", ["v", "n"])
def test_pieces_stand_out_from_what_they_lie_on(piece: str, ground: str) -> None:
    css = (Path(companion.web.__file__).parent / "static" / "page.css").read_text(encoding="utf-8")
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", css.partition("}")[0]))
    one, other = sorted((luminance(colours[piece]), luminance(colours[ground])))
    assert (other + 0.05) / (one + 0.05) >= 3  # WCAG 2.2, 1.4.11


def test_the_page_shows_the_words_of_the_session() -> None:
    # The page calls points by their names on the board, as players do who want it so.
    stage = dispute(notation="names")
    said = [u.text for u in stage.sitting.ear.said if u.to == "all"]
    heard = [each.text for each in desk(rows(stage)).story("en").heard]
    assert heard == said[-MOST_HEARD:]


def test_private_answers_are_not_shown_to_the_referee() -> None:
    given = rows(begun())
    one = desk(given)
    before = list(one.story("en").heard)
    one.take([row(len(given) + 1, talk_facts.KeyAnswer(Player.N, "pips", numbers=(160, 167)))])
    assert list(one.story("en").heard) == before


def test_a_page_in_another_language_has_the_evening_from_its_start() -> None:
    one = desk(rows(dispute()))
    assert len(one.story("fr").heard) == len(one.story("en").heard)
    assert len(one.story("fr").turns) == len(one.story("en").turns)


@pytest.mark.parametrize("lang", LANGS)
def test_every_part_of_a_jacquet_is_there(lang: str) -> None:
    one = desk(rows(begun("jacquet", None)))
    assert set(one.parts(lang)) == set(PARTS)
    shapes = [piece.shape for piece in drawing(one.table, PageText(lang).wording(one.table)).pieces]
    assert shapes.count("star") == 2


def test_a_high_pile_is_drawn_with_its_number() -> None:
    one = desk(rows(begun("jacquet", None)))
    pieces = drawing(one.table, PageText("en").wording(one.table)).pieces
    assert [piece.label for piece in pieces if piece.label] == ["14", "14"]


def test_names_are_escaped() -> None:
    sitting = Sitting("T1", ("<script>alert(1)</script>", "a&b"))
    page = desk(rows(begun()), sitting).page("en", hall=False)
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_news_holds_what_is_new_and_nothing_twice() -> None:
    given = rows(dispute())
    one = desk(given[:-1])
    shown: dict[str, str] = {}
    first = one.news("en", 0, shown)
    assert set(first["parts"]) == set(PARTS)
    assert first["heard"]
    assert not one.news("en", first["last"], shown)["parts"]
    one.take(given)
    news = one.news("en", first["last"], shown)
    assert [each["alert"] for each in news["heard"]] == [True]
    assert {"dispute", "now", "report"} <= set(news["parts"])
    assert "turns" not in news["parts"]
    again = one.news("en", news["last"], shown)
    assert (again["heard"], again["parts"]) == ([], {})


def test_rows_given_again_change_nothing() -> None:
    given = rows(dispute())
    one = desk(given)
    before = one.page("en", hall=False)
    one.take(given)
    one.take([FactRow(len(given) + 1, 1, 99.0, '{"fact":"Tomorrow"}')])
    assert one.page("en", hall=False) == before


def test_another_match_is_shown_from_its_own_start() -> None:
    stage = begun()
    given = rows(stage)
    one = desk(given)
    one.story("fr")
    one.take(rows(stage, match=2, after=len(given)))
    assert len(one.story("fr").turns) == len(desk(given).story("fr").turns)


def test_a_table_whose_companion_left_says_so() -> None:
    one = desk(rows(begun()))
    one.sitting = Sitting("T1", away=True)
    assert "does not answer" in text(one.parts("en")["dispute"].html)
    assert "data-running" not in one.parts("en")["score"].html


def test_a_page_requested_later_has_a_later_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock_now = [100.0]
    monkeypatch.setattr("companion.web.desk.monotonic", lambda: clock_now[0])
    one = desk(rows(begun()))
    assert one.now is not None
    before = one.table.clock_at(one.now).turn // 1000
    part = one.parts("en")["score"]
    assert f">{clock(before)}<" in part.html
    clock_now[0] += 90
    assert f">{clock(before + 90)}<" in one.page("en", hall=False)
    # That time went on is no news: the page counts it by itself.
    assert one.parts("en")["score"].version == part.version
    assert one.parts("en")["score"].html != part.html


def test_an_agreed_time_counts_down_and_its_end_is_shown() -> None:
    given = rows(begun(clock=10))
    one = desk(given)
    one.sitting = Sitting("T1", away=True)  # so that no time passes while this test runs
    used = one.table.clock.used[0] // 1000
    assert f"Green, time left {clock(600 - used)}" in text(one.parts("en")["score"].html)
    one.take([row(len(given) + 1, f.TimeLeft(Player.V, 0), t=given[-1].t)])
    assert "Green, time up." in text(one.parts("en")["now"].html)
    assert "Vert, temps écoulé." in text(one.parts("fr")["now"].html)
    one.sitting = Sitting("T1")
    assert 'data-step="-1"' in one.parts("en")["score"].html


def test_points_have_one_name_on_the_whole_page_and_it_says_so_once() -> None:
    page = text(desk(rows(dispute())).page("en", hall=False))
    assert not re.search(r"(?:from|to|on) \d+[. ]", page.replace("Match to 5 points", ""))
    assert page.count("whatever numbers the players hear") == 1


def test_a_pause_leaves_an_ordered_correction_ordered() -> None:
    stage = dispute()
    for line in ("correct", "pause", "go-on"):
        stage.rule(line)
    one = desk(rows(stage))
    table = one.table
    assert table.phase == "error"
    assert table.dispute is not None
    assert table.dispute.open_to == "ordered"
    # In the report it is one error, of one turn.
    entries = one.story("en").report.entries
    assert sum("Error by green." in each for each in entries) == 1
    assert all(each.startswith("Game 1, turn 1,") for each in entries)


def test_the_clock_is_written_in_minutes_and_seconds() -> None:
    assert [clock(seconds) for seconds in (0, 65.9, 3600)] == ["0:00", "1:05", "60:00"]


def drawn(position: str) -> tuple[Counter[tuple[str, str]], list[str], int]:
    """Return the drawn pieces counted by shape and side, their labels, and the drawing's width."""
    table = replace(TimedTable(), position=position)
    one = drawing(table, PageText("en").wording(table))
    for piece in one.pieces:
        assert 0 < piece.x < one.width
        assert 13 <= piece.y <= one.height - 13
    labels = [piece.label for piece in one.pieces if piece.label]
    return Counter((piece.shape, piece.side) for piece in one.pieces), labels, one.width


def test_the_drawing_shows_every_piece_also_of_two_colours_on_one_point() -> None:
    disc, square, star = ("disc", "v"), ("square", "n"), ("star", "n")
    assert drawn("N1=5v1n")[:2] == (Counter({disc: 5, square: 1}), [])
    assert drawn("N1=6v2n")[:2] == (Counter({disc: 6, square: 2}), ["6"])
    assert drawn("V12=14n1N")[:2] == (Counter({square: 14, star: 1}), ["14"])
    assert drawn("V1=7v8n2?")[:2] == (Counter({disc: 7, square: 8, ("query", "u"): 2}), ["7", "8"])
    assert drawn("VH=15v NH=15n")[0] == Counter({disc: 15, square: 15})
    assert drawn("V1=40v")[:2] == (Counter({disc: 15}), ["40"])


def test_pieces_of_two_kinds_never_lie_on_one_another() -> None:
    table = replace(TimedTable(), position="N1=12v3n1N")
    pieces = drawing(table, PageText("en").wording(table)).pieces
    for one, other in itertools.pairwise(pieces):
        apart = abs(one.y - other.y)
        assert apart > 0
        assert one.shape == other.shape or apart >= 29


def test_trays_take_room_in_the_drawing_only_while_something_lies_there() -> None:
    assert drawn(f"{MADE_FIVE}")[2] < drawn("VO=1v V1=14v NO=15n")[2]


def test_the_title_says_what_needs_the_referee() -> None:
    one = desk(rows(dispute()), Sitting("T1"))
    page = one.page("en", hall=False)
    assert "<title>Open error. Table T1</title>" in page
    assert "<h1>Table T1</h1>" in page
    assert one.news("en", 0, {})["title"] == "Open error. Table T1"
    assert desk(rows(begun()), Sitting("T1")).news("en", 0, {})["title"] == "Table T1"


def test_a_table_without_contact_says_so_first_and_in_the_title() -> None:
    lost = "The program at this table does not answer. This is the last thing it sent."
    page = desk(rows(dispute()), Sitting("T1", away=True)).page("en", hall=True)
    assert f"<title>{lost} Open error. Table T1</title>" in page
    told = text(page[page.index("<main") :])
    assert told.index(lost) < told.index("Open error")
    assert told.count(lost) == 1


def test_a_reminder_is_no_alarm() -> None:
    given = rows(begun())
    given.append(row(given[-1].number + 1, f.DieWaits(Player.V, "throw", 0)))
    heard = desk(given).story("en").heard
    assert (heard[-1].text, heard[-1].alert) == ("Green, your turn.", False)
