"""`docs/referee.md` shows the present transition table."""

import re

from tests.referee.table_page import PAGE, page
from tests.speech.messages import names


def test_the_page_is_what_the_code_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_handler_says_what_it_does() -> None:
    assert all(line.rstrip().endswith((".", ")")) for line in page().splitlines() if "- " in line)


def test_every_reason_of_a_refusal_is_explained_there() -> None:
    text = page()
    refused = set(re.findall(r"refused, `([a-z-]+)`", text))
    spoken = names("ruling.refused") - {"other"}
    assert refused <= spoken
    assert all(f"- `{code}`: Refused, " in text for code in spoken)
