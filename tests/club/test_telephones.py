"""Two telephones at a typed table, in Chromium with a touch profile: bytes in, words out."""

import re
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.flow.wire_board import PATIENCE
from tests.web.browser import Guarded, chromium
from tests.web.printed import TypedEvening

pytestmark = pytest.mark.club

TELEPHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture
def evening(request: pytest.FixtureRequest) -> Iterator[TypedEvening]:
    """An evening in English, or in the language of a parameter."""
    one = TypedEvening(getattr(request, "param", "en"))
    yield one
    killed = one.process.poll() is not None
    assert one.end() == (-9 if killed else 0)


class Telephone(Guarded):
    """A player's page, opened by his code and used by touch."""

    def __init__(self, browser: Browser, evening: TypedEvening, side: str) -> None:
        super().__init__(browser, **TELEPHONE)
        self.page.goto(evening.url + "p")
        self.page.get_by_role("textbox").fill(evening.code(side))
        self.page.get_by_role("button").tap()
        expect(self.page.locator("#entry")).to_be_visible()
        # What is printed first tells that the table knows of this page.
        expect(self.page.locator("#reload")).to_be_hidden()

    def key(self, line: str) -> None:
        """Key a line sign by sign, and Enter."""
        for sign in line:
            self.page.locator(f'[data-sign="{sign}"]').tap()
        expect(self.page.locator("#line")).to_have_value(line)
        self.page.get_by_role("button", name="Enter").tap()
        expect(self.page.locator("#line")).to_have_value("")


def mine(page: Page) -> list[str]:
    said: list[str] = page.locator("#you li").all_inner_texts()
    return said


def test_a_whole_turn_of_each_is_played_by_two_telephones(
    browser: Browser, evening: TypedEvening
) -> None:
    green, black = (Telephone(browser, evening, side) for side in "vn")
    evening.told("Green's phone is connected.")
    evening.told("Black's phone is connected.")
    green.key("3")
    black.key("1")
    evening.told(r"Green begins with 3 and 1\.")
    expect(green.page.locator("#now")).to_contain_text("Green plays 3 and 1.")
    # Whose turn it is not is told so on his own telephone, and nobody else hears it.
    black.key("8/5")
    expect(black.page.locator("#you")).to_contain_text("Not your turn.")
    green.key("8/2")
    evening.told(r"Illegal|Wrong distance")
    green.page.get_by_role("button", name="Take back").tap()
    evening.told(r"Taken back\.|8 to 2")
    expect(green.page.locator("#points li").nth(7)).to_have_text("Point 8, 3 green pieces.")
    before = len(evening.lines)
    green.key("8/5+6/5")
    evening.told(r"8 to 5\. 6 to 5\.", before)
    evening.told(r"Legal", before)
    expect(green.page.locator("#points li").nth(4)).to_have_text("Point 5, 2 green pieces.")
    expect(black.page.locator("#points li").nth(19)).to_have_text("Point 20, 2 green pieces.")
    green.key("")
    evening.told(r"Black, your turn", before)
    black.key("62")
    evening.told(r"Black, 6, 2", before)
    black.key("24/18 13/11")
    evening.told(r"24 to 18\. 13 to 11\.", before)
    black.key("")
    expect(green.page.locator("#now")).to_contain_text("Green to throw.")
    # The table's words are on both pages, read out on neither unless that is asked for.
    for one in (green, black):
        expect(one.page.locator("#table")).to_contain_text("24 to 18. 13 to 11.")
        expect(one.page.locator("#table")).to_have_attribute("aria-live", "off")
        one.page.get_by_role("checkbox").tap()
        expect(one.page.locator("#table")).to_have_attribute("aria-live", "polite")
        assert one.problems == []
    assert not any("Not your turn" in each for each in (*evening.lines, *mine(green.page)))


def test_an_answer_is_shown_only_to_the_player_who_asked(
    browser: Browser, evening: TypedEvening
) -> None:
    green, black = (Telephone(browser, evening, side) for side in "vn")
    evening.told("Black's phone is connected.")
    before = len(evening.lines)
    green.key(".6")
    expect(green.page.locator("#you")).to_contain_text("Point 6, 5 green pieces.")
    black.page.get_by_role("button", name="Hear the board").tap()
    expect(black.page.locator("#you li")).not_to_have_count(0)
    time.sleep(0.3)
    assert not any("Point 6" in each for each in mine(black.page))
    assert evening.lines[before:] == []
    black.page.locator("#line").fill(":position V6=5v")
    black.page.get_by_role("button", name="Enter").tap()
    expect(black.page.locator("#you")).to_contain_text("No rulings from here.")
    assert evening.lines[before:] == []


def test_pressed_keys_are_named(browser: Browser, evening: TypedEvening) -> None:
    green = Telephone(browser, evening, "v")
    page, echo = green.page, green.page.locator("#echo")
    for sign, name in (("8", "8"), ("/", "Slash"), ("5", "5"), ("-", "Minus")):
        page.locator(f'[data-sign="{sign}"]').tap()
        expect(echo).to_have_text(name)
    page.locator("#back").tap()
    expect(echo).to_have_text("8, Slash, 5")
    page.locator("#clear").tap()
    expect(echo).to_have_text("Empty.")
    expect(page.locator("#line")).to_have_value("")
    assert green.problems == []


def test_a_wrong_code_is_answered_on_the_page(browser: Browser, evening: TypedEvening) -> None:
    guarded = Guarded(browser, **TELEPHONE)
    page = guarded.page
    evening.code("v")  # before that no code works
    page.goto(evening.url + "p")
    guarded.check("player-door-en")
    page.get_by_role("textbox").fill("000")
    page.get_by_role("button").tap()
    expect(page.get_by_role("alert")).to_have_text("Wrong code.")
    assert page.title().startswith("Wrong code.")
    guarded.check("player-wrong-code-en")


@pytest.mark.parametrize("evening", ["en", "fr"], indirect=True)
def test_a_screen_reader_gets_the_keypad_in_order(browser: Browser, evening: TypedEvening) -> None:
    green = Telephone(browser, evening, "v")
    evening.type("3")
    evening.type("1")
    expect(green.page.locator("#now")).to_contain_text("3")
    expect(green.page.locator("#table li")).to_have_count(4)
    green.check(f"player-{evening.lang}")
    told = Path(__file__).with_name(f"telephone-{evening.lang}.txt").read_text(encoding="utf-8")
    tree = green.tree()
    assert tree == told.rstrip("\n"), tree


def sizes(green: Telephone, width: int, height: int, text: str) -> None:
    green.page.set_viewport_size({"width": width, "height": height})
    green.page.evaluate(f"document.documentElement.style.fontSize = '{text}'")


def outside(page: Page, *selectors: str) -> list[str]:
    """Which of these are not wholly in the window, or are too small to be read or hit."""
    size = page.viewport_size
    assert size is not None
    found = []
    for selector in selectors:
        box = page.locator(selector).bounding_box()
        assert box is not None, selector
        is_in = box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
        is_in &= box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
        if not (is_in and box["height"] >= 16):
            found.append(f"{selector} {box}")
    return found


ALWAYS = ("#now", "#words", "#line", "#entry button")
ANSWERS = ("#answer button:nth-of-type(1)", "#answer button:nth-of-type(2)")


SIZES = [
    (width, height, text) for width, height in ((390, 664), (320, 568)) for text in ("100%", "200%")
]


def resized(phone: Telephone) -> Iterator[str]:
    """Give a page one size after the other; the name of each."""
    for width, height, text in SIZES:
        sizes(phone, width, height, text)
        yield f"{width}-{text.removesuffix('%')}"


@pytest.mark.parametrize("evening", ["en", "fr"], indirect=True)
def test_all_controls_are_visible_without_scrolling(
    browser: Browser, evening: TypedEvening
) -> None:
    green, black = (Telephone(browser, evening, side) for side in "vn")
    for one in (green, black):
        for size in resized(one):
            assert outside(one.page, *ALWAYS, *ANSWERS) == [], size
    evening.type("31")
    expect(green.page.locator("#now")).to_contain_text("3")
    evening.type("8/2")
    reason = r"Wrong distance|Mauvaise distance|pas jouable|distance"
    evening.told(reason)
    expect(green.page.locator("#last span").last).to_have_text(re.compile(reason))
    assert green.page.locator("#answer.due").count() == 0
    for size in resized(green):
        assert outside(green.page, *ALWAYS, *ANSWERS) == [], size
        assert starts_in_view(green.page, "#last span:last-child"), size
    evening.type("")
    evening.type("")
    expect(black.page.locator("#answer.due")).to_be_visible()
    for size in resized(black):
        assert outside(black.page, *ALWAYS, *ANSWERS) == [], size
        assert starts_in_view(black.page, "#last span:last-child"), size
        for answer in ANSWERS:
            box = black.page.locator(answer).bounding_box()
            assert box is not None
            assert box["height"] >= 56, size
            assert box["width"] >= 120, size
    for size in resized(black):
        check_that_an_answer_is_in_view(black, f"{evening.lang}-{size}")


def check_that_an_answer_is_in_view(phone: Telephone, name: str) -> None:
    """What answers a player is where he looks, wherever he has scrolled to ask for it."""
    answers = phone.page.locator("#you li")
    before = answers.count()
    phone.page.locator("#entries button").nth(3).tap()
    expect(answers).not_to_have_count(before)
    assert starts_in_view(phone.page, "#you li:last-child"), name
    assert outside(phone.page, *ALWAYS) == [], name
    phone.check(f"player-error-{name}")
    phone.page.evaluate("scrollTo(0, 0)")
    phone.shot(f"player-top-{name}")


def starts_in_view(page: Page, selector: str) -> bool:
    """Whether the first line of a text can be seen, in the window and in what scrolls round it."""
    seen: bool = page.locator(selector).evaluate(
        """element => {
            const line = element.getClientRects()[0];
            const [x, y] = [line.left + 4, line.top + Math.min(line.height / 2, 12)];
            const there = document.elementFromPoint(x, y);
            return there !== null && (element.contains(there) || there.contains(element));
        }"""
    )
    return seen


def test_the_keypad_stays_where_it_is_under_the_finger(
    browser: Browser, evening: TypedEvening
) -> None:
    green = Telephone(browser, evening, "v")
    key = green.page.locator('[data-sign="8"]')
    places = [key.bounding_box()]
    for line in ("8", "8/5 6/5 24/18 13/11 6/5 8/5"):
        for sign in line:
            green.page.locator(f'[data-sign="{sign}"]').tap()
        places.append(key.bounding_box())
    green.page.get_by_role("button", name="Enter").tap()
    expect(green.page.locator("#you li")).not_to_have_count(0)
    places.append(key.bounding_box())
    evening.type("31")
    expect(green.page.locator("#now")).to_contain_text("3 and 1")
    places.append(key.bounding_box())
    assert places == [places[0]] * len(places)


def test_checked_boxes_are_kept_when_the_page_is_reloaded(
    browser: Browser, evening: TypedEvening
) -> None:
    green = Telephone(browser, evening, "v")
    assert not green.page.get_by_role("checkbox").is_checked()
    green.page.get_by_role("checkbox").tap()
    green.page.reload()
    expect(green.page.get_by_role("checkbox")).to_be_checked()
    expect(green.page.locator("#table")).to_have_attribute("aria-live", "polite")
    green.page.get_by_role("checkbox").tap()
    green.page.reload()
    expect(green.page.get_by_role("checkbox")).not_to_be_checked()
    expect(green.page.locator("#table")).to_have_attribute("aria-live", "off")


def test_a_page_whose_evening_ended_says_so_where_the_player_looks(
    browser: Browser, evening: TypedEvening
) -> None:
    green = Telephone(browser, evening, "v")
    green.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    evening.process.kill()
    expect(green.page.locator("#lost")).to_be_in_viewport(ratio=1)
    assert green.page.title() == ("Updates have stopped. The page keeps trying. Green's keypad")
    assert green.barriers() == []


@pytest.mark.parametrize(
    ("evening", "widths"), [("en", (320, 180)), ("fr", (180,))], indirect=["evening"]
)
def test_keys_stay_large_when_the_page_is_zoomed(
    browser: Browser, evening: TypedEvening, widths: tuple[int, ...]
) -> None:
    green = Telephone(browser, evening, "v")
    evening.type("3")
    evening.type("1")
    expect(green.page.locator("#points li").first).to_be_visible()
    for width, text in product(widths, ("100%", "200%")):
        sizes(green, width, 640, text)
        assert green.overflow() <= 0, (width, text)
        for key in green.page.locator(".key").all():
            box = key.bounding_box()
            assert box is not None
            assert box["width"] >= 40, (width, text)
            assert box["height"] >= 44, (width, text)


def test_without_scripts_the_line_is_typed_and_sent(
    browser: Browser, evening: TypedEvening
) -> None:
    guarded = Guarded(browser, java_script_enabled=False, **TELEPHONE)
    page = guarded.page
    page.goto(evening.url + "p")
    page.get_by_role("textbox").fill(evening.code("v"))
    page.get_by_role("button").tap()
    page.locator("#line").fill("31")
    page.get_by_role("button", name="Enter").tap()
    evening.told(r"Green begins with 3 and 1\.")
    page.get_by_role("button", name="Hear the score").tap()
    expect(page.locator("h1")).to_have_text("Green's keypad")
    # What answers him alone is on his next page, and nothing of it is said at the table.
    expect(page.locator("#you li")).to_have_text(
        ["Score, you 0, your opponent 0. Cube at 1, in the middle."]
    )
    assert "Score" not in "".join(evening.lines)
    assert page.locator("#keypad").is_hidden()


def test_after_a_restart_a_page_asks_for_the_new_code(
    browser: Browser, evening: TypedEvening
) -> None:
    green = Telephone(browser, evening, "v")
    evening.process.kill()
    evening.process.wait(PATIENCE)
    anew = TypedEvening(port=str(evening.port))
    try:
        expect(green.page.get_by_role("alert")).to_have_text(
            "The program was restarted. Ask for your new code.", timeout=20_000
        )
        green.page.get_by_role("textbox").fill(anew.code("v"))
        green.page.get_by_role("button").tap()
        expect(green.page.locator("#entry")).to_be_visible()
    finally:
        assert anew.end() == 0
    assert "Traceback" not in "".join(evening.lines)
