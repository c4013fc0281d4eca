"""The page of the documentation that shows the table of states is the table."""

from tests.referee.table_page import PAGE, page


def test_the_page_is_what_the_code_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_handler_says_what_it_does() -> None:
    assert all(line.rstrip().endswith((".", ")")) for line in page().splitlines() if "- " in line)
