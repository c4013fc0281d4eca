"""The commands in the guides are valid; `test_live` follows their set-up."""

import re
import shlex

import pytest

from companion.commands.arguments import read
from companion.publishing.outlet import read_publish_settings
from companion.settings import Settings
from companion.web.rulings import KINDS
from tests.test_docs import ROOT, code_lines

GUIDES = ("docs/club.md", "docs/arbitre.md", "docs/at-boot.md", "docs/hints.md")


def guide(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands() -> list[str]:
    """Every line of the guides that runs the program, from its name on."""
    whole = (guide(name).replace("\\\n", "") for name in GUIDES)
    lines = [line for text in whole for line in code_lines(text)]
    return [line.partition("companion ")[2] for line in lines if "bin/companion " in line]


@pytest.mark.parametrize("line", commands())
def test_each_command_of_the_guides_is_valid(line: str) -> None:
    arguments = read(shlex.split(line))
    if getattr(arguments, "broker", None) and hasattr(arguments, "port"):
        publishing = read_publish_settings(Settings.of(vars(arguments)))
        assert publishing.settings.table == "T1"


def test_guides_name_the_program_with_its_folder() -> None:
    for name in GUIDES:
        bare = [line for line in code_lines(guide(name)) if re.match(r"companion\b", line)]
        assert bare == [], name


def test_the_french_page_names_every_ruling_of_the_form() -> None:
    told = {
        "accept": "accepté", "correct": "à rectifier", "position": "position est fixée",
        "dice": "dés sont fixés", "award": "attribuée", "opening": "départ de", "undo": "annulée",
        "pause": "mise en pause", "go-on": "reprend", "adjourn": "ajournée",
        "out-of-order": "hors service", "in-order": "de nouveau en service",
    }  # fmt: skip
    assert told.keys() == set(KINDS)
    page = guide("docs/arbitre.md")
    assert [what for what, words in told.items() if words not in page] == []
