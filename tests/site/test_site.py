"""The documentation site in a browser: no barrier in either colour scheme, every link leads on."""

import os
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

SITE = Path(os.environ.get("SITE", "site"))
PAGES = (
    sorted(str(path.relative_to(SITE)) for path in SITE.rglob("*.html")) if SITE.is_dir() else []
)
SCHEMES = ("light", "dark")
FRENCH = (
    "accueil.html",
    "joueur.html",
    "aidant.html",
    "commandes.html",
    "arbitre.html",
    "salle.html",
    "premiere-soiree.html",
    "mots.html",
)

pytestmark = pytest.mark.site


class Quiet(SimpleHTTPRequestHandler):
    """A file server that prints nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it has
        """Print nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of the site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(SITE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def opened() -> Iterator[Callable[..., Any]]:
    """Open a page in a browser."""
    from tests.web.browser import Guarded, chromium  # noqa: PLC0415 - needs Playwright

    with chromium() as browser:
        yield partial(Guarded, browser)


def test_the_site_has_pages() -> None:
    assert {"index.html", "player.html", "library-reference.html", *FRENCH} <= {*PAGES}


def test_no_page_has_a_barrier(address: str, opened: Callable[..., Any]) -> None:
    """Every page, by all rules of axe, and nothing is asked of another machine."""
    for scheme in SCHEMES:
        guarded = opened(color_scheme=scheme)
        for page in PAGES:
            guarded.page.goto(address + page)
            assert guarded.barriers() == [], (page, scheme)
        assert guarded.problems == [], scheme


def test_a_page_is_found_by_the_keyboard_alone(address: str, opened: Callable[..., Any]) -> None:
    page = opened().page
    page.goto(address)
    page.keyboard.press("Tab")
    assert "Skip to content" in page.evaluate("document.activeElement.textContent")
    page.keyboard.press("/")
    page.keyboard.type("postillon")
    page.wait_for_selector(".md-search-result__item a")
    assert page.locator(".md-search-result__item a").count() > 2


def test_every_link_leads_to_a_file() -> None:
    for page in PAGES:
        text = (SITE / page).read_text(encoding="utf-8")
        for target in re.findall(r'(?:href|src)="([^"#:]+)(?:#[^"]*)?"', text):
            if not target.startswith("/"):
                assert (SITE / page).parent.joinpath(target).exists(), (page, target)


def test_each_page_says_its_language() -> None:
    for page in PAGES:
        lang = "fr" if page in FRENCH else "en"
        assert f'<html lang="{lang}"' in (SITE / page).read_text(encoding="utf-8"), page


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("typed.html", "La même chose avec des mots français"),
        ("keys.html", "rectifier"),
        ("rules.html", "Lancement des dés"),
        ("index.html", "En français"),
    ],
)
def test_french_on_an_english_page_says_so(
    address: str, opened: Callable[..., Any], page: str, words: str
) -> None:
    shown = opened().page
    shown.goto(address + page)
    place = shown.locator("article").get_by_text(words).first
    assert place.evaluate("it => it.closest('[lang]').lang") == "fr"
    assert shown.locator("article h1").evaluate("it => it.closest('[lang]').lang") == "en"


@pytest.mark.parametrize(
    ("place", "lang"),
    [(".md-skip", "fr"), (".md-search", "fr"), (".md-nav--primary", "en"), (".md-option", "en")],
)
def test_what_surrounds_a_french_page_says_its_language(
    address: str, opened: Callable[..., Any], place: str, lang: str
) -> None:
    shown = opened().page
    shown.goto(address + "joueur.html")
    found = shown.locator(place).first
    assert found.evaluate("it => it.closest('[lang]').lang") == lang
    assert "Aller au contenu" in shown.locator(".md-skip").inner_text()


def test_the_changelog_and_contributing_are_on_the_site() -> None:
    assert {"CONTRIBUTING.html", "CHANGELOG.html"} <= {*PAGES}
    assert 'href="CONTRIBUTING.html"' in (SITE / "programmer.html").read_text(encoding="utf-8")


def test_a_link_says_the_title_of_its_page_except_for_contributors() -> None:
    def text(page: str) -> str:
        return (SITE / page).read_text(encoding="utf-8")

    assert '<a href="points.html">Points, pips and the other words of the game</a>' in text(
        "player.html"
    )
    assert re.search(r'<a href="keys.html" lang="en">Keys, choosing a game', text("joueur.html"))
    assert '<a href="rules.html"><code>docs/rules.md</code></a>' in text("CONTRIBUTING.html")


def test_the_pages_of_the_hardware_lead_to_each_other_and_to_lists_and_pictures() -> None:
    overview = (SITE / "hardware/index.html").read_text(encoding="utf-8")
    assert 'href="building.html">Building the board</a>' in overview
    for target in ("parts.csv", "pictures/keys.png"):
        assert f'href="{target}"><code>' in overview, target
    guide = (SITE / "hardware/building.html").read_text(encoding="utf-8")
    assert 'href="trial.html">Try five pieces and a die</a>' in guide
    assert 'href="../firmware/index.html">Firmware</a>' in guide


def test_each_page_has_one_main_heading() -> None:
    for page in PAGES:
        assert (SITE / page).read_text(encoding="utf-8").count("<h1") == 1, page


def test_no_picture_is_without_words() -> None:
    for page in PAGES:
        for picture in re.findall(r"<img[^>]*>", (SITE / page).read_text(encoding="utf-8")):
            assert re.search(r'alt="[^"]{20,}"', picture), (page, picture)
