"""The page of a table as text: what it tells, in which order, in both languages."""

import itertools
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import companion.web
from companion.records.read import FactRow
from companion.referee import facts as f
from companion.referee import talk_facts
from companion.rules import Player, Verdict
from companion.web.desk import Desk
from companion.web.drawing import Drawing, drawing
from companion.web.page_text import PageText, Sitting, clock
from companion.web.render import LANGUAGES, PARTS
from companion.web.watched_table import MOST_HEARD, TimedTable
from tests.flow.stage import Stage
from tests.web.scenes import MADE_FIVE, START, WRONG, begun, dispute, row, rows

LANGS = [code for code, _ in LANGUAGES]


def desk(given: list[FactRow], sitting: Sitting | None = None) -> Desk:
    one = Desk("/", sitting or Sitting(players=("Anne", "Bruno")))
    one.take(given)
    return one


def text(html: str) -> str:
    """The words of some HTML, without marks and with single blanks."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&#39;", "'").split())


def test_the_parts_come_in_the_order_in_which_they_are_read() -> None:
    page = desk(rows(dispute())).page("en", hall=False)
    order = ["dispute", "now", "heard", "score", "board", "turn", "turns", "report"]
    places = [page.index(f'id="h-{name}"') for name in order]
    assert places == sorted(places)
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


@pytest.mark.parametrize(
    ("lang", "reason", "play", "pieces"),
    [
        ("en", "Wrong distance, 5 pips from V 8 to V 3.", "From V 8 to V 7.", "2 pieces on V 8."),
        ("fr", "Mauvaise distance, 5 points de V 8 à V 3.", "De V 8 à V 7.", "2 pions en V 8."),
    ],
)
def test_a_dispute_has_its_reason_and_a_legal_play(
    lang: str, reason: str, play: str, pieces: str
) -> None:
    parts = desk(rows(dispute())).parts(lang)
    told = text(parts["dispute"].html)
    assert reason in told
    assert play in told
    assert pieces in text(parts["board"].html)
    assert reason.partition(",")[0] in text(parts["report"].html)


OTHERS_MOVED = WRONG.replace("N5=3n", "N5=2n").replace("V1=2n", "V1=3n")
SHUT = "VB=2v V6=13v N12=2n N11=2n N10=2n N9=2n N8=2n N7=2n V1=3n"


@pytest.mark.parametrize(
    ("before", "seen", "dice", "told"),
    [
        (START, WRONG, (3, 1), "The play that was made. From V 8 to V 3. 16 legal plays."),
        (START, OTHERS_MOVED, (3, 1), "From V 8 to V 3. Black piece from N 5 to V 1."),
        (START, OTHERS_MOVED, (3, 1), "Black V 1 2 3 Black N 5 3 2"),
        (START, WRONG, (3, 1), "Side Place Before After Green V 3 0 1 Green V 8 3 2 Rule"),
        (SHUT, SHUT.replace("VB=2v", "VB=1v N2=1v"), (6, 5), "No legal move."),
        (SHUT, SHUT.replace("VB=2v", "VB=1v N2=1v"), (6, 5), "Green N 2 0 1 Green Bar 2 1"),
    ],
)
def test_a_dispute_has_the_play_the_number_of_legal_ones_and_what_moved(
    before: str, seen: str, dice: tuple[int, int], told: str
) -> None:
    ends = f.TurnEnds(Player.V, dice, Verdict.ILLEGAL, (), seen, before)
    facts: tuple[f.Fact, ...] = (
        f.GameBegins("backgammon", (), 1, 1, (0, 0)),
        f.TurnBegins(Player.V, before),
        f.Roll(Player.V, dice),
        ends,
        f.ErrorOpen(Player.V, ()),
    )
    given = [row(number, fact) for number, fact in enumerate(facts, 1)]
    assert told in text(desk(given).parts("en")["dispute"].html)


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
    told = text(one.parts(lang)["board"].html)
    assert ("The postillon on N 12." if lang == "en" else "Le postillon en N 12.") in told
    assert set(one.parts(lang)) == set(PARTS)
    shapes = [piece.shape for piece in drawing(one.table, PageText(lang).wording(one.table)).pieces]
    assert shapes.count("star") == 2


def test_unknown_pieces_and_the_bar_are_told_and_drawn() -> None:
    stage = begun()
    stage.stand(MADE_FIVE.replace("V8=2v", "V8=1v1?"), "")
    one = desk(rows(stage))
    board = one.parts("en")["board"].html
    assert "One unknown piece on V 8." in text(board)
    assert ">?</text>" in board


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


def test_after_a_game_the_last_board_is_shown_as_such() -> None:
    given = rows(begun())
    ends = row(len(given) + 1, f.GameEnds(Player.V, "single", "resign", 1, (1, 0)))
    one = desk([*given, ends])
    assert "As the game ended." in text(one.parts("en")["board"].html)
    assert "One point" in text(one.parts("en")["score"].html)


def test_if_games_are_counted_the_page_shows_no_points() -> None:
    begins = f.GameBegins("jacquet", ("count-games",), 2, 3, (1, 0))
    one = desk([row(1, begins)])
    shown = text(one.parts("en")["score"].html)
    assert "Anne One game Black, Bruno No games" in shown
    assert "point" not in shown


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        ((), "As agreed, with nothing moved since."),
        ((f"position {MADE_FIVE}",), "As the pieces should be."),
        (("pause", f"position {MADE_FIVE}"), "As agreed, with nothing moved since."),
    ],
)
def test_the_list_of_pieces_names_its_moment(lines: tuple[str, ...], note: str) -> None:
    stage = begun()
    for line in lines:
        stage.rule(line)
    assert note in text(desk(rows(stage)).parts("en")["board"].html)


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


def test_an_open_error_says_what_is_open_with_which_dice_and_since_when() -> None:
    given = rows(dispute())
    one = desk(given)
    ended = one.table.ended

    def told() -> str:
        return text(one.parts("en")["dispute"].html)

    assert "Illegal play by green, black decides. Green had thrown 3 and 1." in told()
    one.take([row(len(given) + 1, talk_facts.KeyAnswer(Player.N, "demand"), t=ended + 65)])
    assert "Green must correct, at black's request. Green had thrown 3 and 1." in told()
    assert "Open for 1:05" in told()
    one.take([row(len(given) + 2, f.Ruling("correct", "Claire"), t=ended + 66)])
    assert "black decides" not in text(one.page("en", hall=False))
    assert "Illegal play by green. The referee wants it corrected." in told()


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


def test_both_boards_of_an_open_error_are_named() -> None:
    told = text(desk(rows(dispute())).parts("en")["board"].html)
    left, _, before = told.partition("Before the illegal play")
    assert "As the illegal play left it." in left
    assert "One piece on V 3." in left
    assert "3 pieces on V 8." not in left
    assert "3 pieces on V 8." in before


def test_a_call_is_shown_until_a_decision() -> None:
    stage = begun()
    given = rows(stage)
    one = desk([*given, row(len(given) + 1, f.Ruling("call", "N"))])
    assert "Black calls the referee." in text(one.parts("en")["now"].html)
    assert "Green called" not in text(one.parts("en")["report"].html)
    assert "Referee called. Black called." in text(one.parts("en")["report"].html)
    one.take([row(len(given) + 2, f.Ruling("pause", "V"))])
    assert "Black calls the referee." in text(one.parts("en")["now"].html)
    one.take([row(len(given) + 3, f.Ruling("go-on", "Claire"))])
    assert "calls the referee" not in text(one.parts("en")["now"].html)
    assert "Decided by green." in text(one.parts("en")["report"].html)


def test_the_clock_is_written_in_minutes_and_seconds() -> None:
    assert [clock(seconds) for seconds in (0, 65.9, 3600)] == ["0:00", "1:05", "60:00"]


def test_a_mirrored_board_is_shown_as_it_lies() -> None:
    stage = Stage("en", options=("mirrored",))
    stage.wait(1000, "")
    mirrored = "V12=2n V7=5v V5=3v V1=5n N12=5v N8=3n N6=5n N1=2v"
    stage.stand(mirrored, "")
    stage.throw(Player.V, "3-")
    stage.throw(Player.N, "1-")
    one = desk(rows(stage))
    assert "5 pieces on V 7." in text(one.parts("en")["board"].html)


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
