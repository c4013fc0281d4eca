"""The referee's page in a real browser: followed, heard, ruled on, by keyboard, at any size."""

import os
import re
import signal
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.publishing.test_outlet import child_of
from tests.web.browser import Evening, Guarded, chromium, decide, event_time
from tests.web.scenes import MADE_FIVE, START, WRONG

pytestmark = pytest.mark.club

LOST = "Updates have stopped. The page keeps trying."
NEARLY = "V1=1v N12=2n VO=14v NO=13n"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    journal = str(tmp_path / "e.journal")
    one = Evening(tmp_path, "--journal", journal, "--match", "5", "--players", "Anne,Bruno")
    yield one
    assert one.end() == 0


def begin(evening: Evening) -> None:
    evening.board.stand(START)
    evening.companion.expect("link", "link", "setup", "game_begins")
    evening.board.throw(0, "3-")
    evening.board.throw(1, "1-")
    evening.companion.expect("opening", "turn_begins", "roll")
    evening.shows("Green plays 3 and 1.")


def err(evening: Evening, *, at_once: bool = False) -> None:
    evening.board.stand(WRONG)
    evening.board.lift()
    evening.companion.expect("verdict", "turn_ends", "error_open")
    if not at_once:
        evening.shows("h-dispute")


def heard(page: Page) -> list[str]:
    said: list[str] = page.locator("[role=log] li").all_inner_texts()
    return said


def rule(page: Page, evening: Evening, what: str, why: str, **more: str) -> None:
    """Rule by the form, as a person does, and go back to the table."""
    page.goto(evening.url + "en/ruling")
    decide(page, what, why, evening.token, **more)
    expect(page.locator("h1")).to_have_text("The ruling is given")
    page.click("main a")


def test_a_game_is_followed_from_setup_to_end(browser: Browser, evening: Evening) -> None:
    guarded = Guarded(browser)
    page = guarded.page
    page.goto(evening.url + "en/")
    expect(page.locator("#now")).to_contain_text("set up")
    guarded.check("setup-en")
    # Not V6: a player may still be busy with the first step, so nothing is said about it.
    evening.board.stand(START.replace("N7=5n", "N7=4n"))
    expect(page.locator("#now")).to_contain_text("One place still wrong.")
    evening.board.stand(START)
    expect(page.locator("#now")).to_contain_text("One die each")
    page.goto(evening.url + "en/ruling")
    expect(page.locator("#what-opening")).to_be_visible()
    guarded.check("ruling-opening-en")
    page.go_back()
    evening.board.throw(0, "3-")
    evening.board.throw(1, "1-")
    expect(page.locator("#now")).to_contain_text("Green plays 3 and 1.")
    expect(page.locator("[role=log]")).to_contain_text("Green begins with 3 and 1.")
    evening.board.stand(MADE_FIVE)
    expect(page.locator("#now")).to_contain_text("The board shows a legal play.")
    expect(page.locator("#board")).to_contain_text("2 pieces on V 5.")
    evening.board.lift()
    expect(page.locator("#now")).to_contain_text("Black to throw.")
    expect(page.locator("#turns")).to_contain_text("1. V 8 to 5. V 6 to 5.")
    guarded.check("turn-en")
    # A ruling brings the end near: one more turn bears off the last piece.
    rule(page, evening, "position", "a short end", which="written", position=NEARLY, player="V")
    evening.board.stand(NEARLY)
    expect(page.locator("#now")).to_contain_text("Green to throw.")
    evening.board.throw(0, "64")
    evening.board.stand("N12=2n VO=15v NO=13n")
    evening.board.lift()
    expect(page.locator("#score")).to_contain_text("One point")
    expect(page.locator("#report")).to_contain_text("A short end.")
    assert any("Green wins the game" in each for each in heard(page))
    guarded.check("over-en")


def test_a_dispute_appears_within_200_ms_of_its_event(browser: Browser, evening: Evening) -> None:
    page = Guarded(browser).page
    page.goto(evening.url + "en/")
    begin(evening)
    expect(page.locator("#now")).to_contain_text("Green plays")
    page.evaluate(
        """() => { new MutationObserver((_, observer) => {
            if (document.getElementById("h-dispute")) {
                window.seen = (performance.timeOrigin + performance.now()) / 1000;
                observer.disconnect();
            }
        }).observe(document.body, {subtree: true, childList: true}); }"""
    )
    told: list[float] = []
    watch = Thread(target=lambda: told.append(event_time(evening, "error_open")))
    watch.start()
    err(evening, at_once=True)
    watch.join()
    expect(page.locator("#h-dispute")).to_be_visible()
    late = page.evaluate("window.seen") - told[0]
    print(f"the dispute was on the page {late * 1000:.0f} ms after its event")
    assert late < 0.2


def test_a_ruling_takes_effect_at_the_board_and_is_recorded(
    browser: Browser, evening: Evening
) -> None:
    guarded = Guarded(browser)
    page = guarded.page
    page.goto(evening.url + "en/")
    begin(evening)
    err(evening)
    dispute = page.locator("#dispute")
    expect(dispute).to_contain_text("Wrong distance, 5 pips from V 8 to V 3.")
    expect(dispute).to_contain_text("A legal play, for example.")
    expect(dispute).to_contain_text("Green had thrown 3 and 1.")
    expect(dispute.locator("time")).not_to_have_text("0:00")
    guarded.check("dispute-en")
    page.click("#rule-dispute")
    # The form shows what it is about.
    expect(page.locator("main .dispute")).to_contain_text("Wrong distance, 5 pips from V 8 to V 3.")
    guarded.check("ruling-en")
    page.fill("#by", "Claire")
    page.fill("#reason", "both agree")
    page.click("button")
    expect(page.locator("[role=alert]")).to_contain_text("Choose what is decided.")
    guarded.check("ruling-mend-en")
    page.check("#what-accept")
    page.click("button")
    guarded.check("confirm-en")
    page.fill("#token", "not-the-token")
    page.click("button")
    expect(page.locator("main")).to_contain_text("Nothing was changed.")
    guarded.check("refused-en")
    evening.companion.expect_nothing()
    page.fill("#token", evening.token)
    page.click("button")
    expect(page.locator("h1")).to_have_text("The ruling is given")
    expect(page.locator("main")).to_contain_text("Green's play stands, black to throw.")
    guarded.check("ruled-en")
    page.click("main a")
    ruled, closed, turn = evening.companion.expect("ruling", "error_closed", "turn_begins")
    assert (ruled["what"], ruled["by"]) == ("accept", "Claire")
    assert (closed["how"], turn["player"]) == ("accepted", "N")
    expect(dispute).to_be_empty()
    expect(page.locator("#report")).to_contain_text("Both agree.")
    expect(page.locator("#report")).to_contain_text("Claire")


def test_everything_works_by_keyboard_alone(browser: Browser, evening: Evening) -> None:
    page = Guarded(browser).page
    begin(evening)
    err(evening)
    page.goto(evening.url + "en/")

    def until(selector: str) -> None:
        for _ in range(60):
            if page.evaluate("s => Boolean(document.activeElement?.matches(s))", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not come to {selector}")

    until("a.skip")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "news"
    until("#rule-dispute")
    page.keyboard.press("Enter")
    page.wait_for_url("**/ruling")
    until("[name=what]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert page.is_checked("#what-accept")
    until("#by")
    page.keyboard.type("Claire")
    until("#reason")
    page.keyboard.type("by keys")
    until("button")
    page.keyboard.press("Enter")
    page.wait_for_selector("#token")
    until("#token")
    page.keyboard.type(evening.token.upper())
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("The ruling is given")
    evening.companion.expect("ruling", "error_closed", "turn_begins")
    until("main a")
    page.keyboard.press("Enter")
    expect(page.locator("#now")).to_contain_text("Black to throw.")


OUTSIDE = """[...document.querySelectorAll("main *")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width > 0 && (box.left < 0 || box.right > innerWidth + 1);
}).map((each) => each.outerHTML.slice(0, 80))"""


def test_nothing_is_lost_when_narrow_or_zoomed_in_both_colour_schemes(
    browser: Browser, evening: Evening
) -> None:
    begin(evening)
    err(evening)
    # A zoomed page has fewer pixels of its own: 1280 at 200 % are 640.
    sizes = ("narrow", 320, 1, "light"), ("zoomed", 640, 2, "dark")
    for lang, (name, width, zoom, scheme) in product(("fr", "en"), sizes):
        size = {"width": width, "height": 512}
        look = {"device_scale_factor": zoom, "color_scheme": scheme}
        guarded = Guarded(browser, viewport=size, **look)
        for path in ("", "ruling"):
            guarded.page.goto(f"{evening.url}{lang}/{path}")
            guarded.check(f"{name}-{path or 'table'}-{lang}")
            assert guarded.page.evaluate(OUTSIDE) == []
        # Of the details only those of what is chosen are shown.
        field = guarded.page.locator("#position")
        expect(field).to_be_hidden()
        guarded.page.check("#what-position")
        expect(guarded.page.locator("#winner-N")).to_be_hidden()
        guarded.page.check("#which-written")
        expect(field).to_be_visible()
        guarded.page.check("#which-now")
        expect(field).to_be_hidden()
        guarded.page.fill("#by", "Claire")
        guarded.page.fill("#reason", "both agree")
        guarded.page.click("button")
        guarded.check(f"{name}-confirm-{lang}")
        assert guarded.page.evaluate(OUTSIDE) == []
        guarded.page.close()


def test_without_scripts_a_reload_shows_what_is_new(browser: Browser, evening: Evening) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(evening.url + "fr/")
    expect(page.locator("footer")).to_contain_text("Recharge")
    begin(evening)
    page.click("footer >> text=Recharger")
    expect(page.locator("#now")).to_contain_text("Vert joue 3 et 1.")
    expect(page.locator("[role=log]")).to_contain_text("Vert commence avec 3 et 1.")


def test_the_printed_page_is_the_referees_report(browser: Browser, evening: Evening) -> None:
    guarded = Guarded(browser)
    begin(evening)
    err(evening)
    guarded.page.goto(evening.url + "en/")
    guarded.page.emulate_media(media="print")
    shown = guarded.page.locator("body").inner_text()
    assert "Referee's report" in shown
    assert "Game 1, turn 1" in shown
    assert "What the players hear" not in shown
    assert "Rule on this table" not in shown
    guarded.shot("print-en")


def test_news_missed_while_disconnected_is_announced_once(
    browser: Browser, evening: Evening
) -> None:
    page = Guarded(browser).page
    page.goto(evening.url + "en/")
    begin(evening)
    expect(page.locator("[role=log]")).to_contain_text("Green begins with 3 and 1.")
    page.context.set_offline(offline=True)
    evening.board.stand(MADE_FIVE)
    evening.board.lift()
    evening.companion.expect("verdict", "turn_ends", "turn_begins")
    page.context.set_offline(offline=False)
    expect(page.locator("#now")).to_contain_text("Black to throw.")
    said = heard(page)
    assert len([each for each in said if "V 8 to 5. V 6 to 5." in each]) == 1, said


def test_a_page_whose_program_ended_says_so_at_the_top_and_in_the_title(
    browser: Browser, evening: Evening
) -> None:
    guarded = Guarded(browser)
    page = guarded.page
    page.goto(evening.url + "en/")
    begin(evening)
    err(evening)
    expect(page).to_have_title("Open error. Referee's page")
    expect(page.locator("#lost")).to_be_hidden()
    evening.companion.process.terminate()
    expect(page.locator("#lost")).to_be_in_viewport()
    expect(page).to_have_title(f"{LOST} Open error. Referee's page")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#lost")).to_be_in_viewport(ratio=1)
    assert guarded.barriers() == []
    guarded.shot("lost-en")


def test_a_page_whose_program_hangs_says_so_until_it_continues(
    browser: Browser, evening: Evening
) -> None:
    page = Guarded(browser).page
    page.clock.install()
    page.goto(evening.url + "en/")
    begin(evening)
    expect(page.locator("#now")).to_contain_text("Green plays 3 and 1.")
    program = child_of(evening.companion.process.pid)
    os.kill(program, signal.SIGSTOP)
    try:
        page.clock.fast_forward(60_000)
        expect(page.locator("#lost")).to_be_visible()
        expect(page).to_have_title(f"{LOST} Referee's page")
    finally:
        os.kill(program, signal.SIGCONT)
    page.clock.fast_forward(3_000)
    expect(page.locator("#lost")).to_be_hidden()
    expect(page).to_have_title("Referee's page")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_screen_reader_gets_the_page_in_order(
    browser: Browser, evening: Evening, lang: str
) -> None:
    guarded = Guarded(browser)
    begin(evening)
    err(evening)
    guarded.page.goto(f"{evening.url}{lang}/")
    told = Path(__file__).with_name(f"tree-{lang}.txt").read_text(encoding="utf-8")
    tree = re.sub(r"time: \d+:\d\d", "time: 0:00", guarded.tree())
    assert tree == told.rstrip("\n"), tree
