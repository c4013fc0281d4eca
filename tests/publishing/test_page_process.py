"""Rulings in the page's process: each counts once, and wrong tokens are announced."""

import asyncio
import json
from dataclasses import replace
from time import monotonic
from typing import Any

import pytest

from companion.publishing import page_process
from companion.publishing.page_process import EveningCourt
from companion.referee.facts import Ruling
from companion.web.app import Order, Watched
from companion.web.desk import Desk
from tests.web.scenes import dispute, rows

TOKEN = "abcd-efgh-2345"  # noqa: S105 - a test's own
ACCEPT = Ruling("accept", "Claire", "both agree")


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    monkeypatch.setattr(
        page_process, "say", lambda line: lines.append(json.loads(json.dumps(line)))
    )
    return lines


def court(lang: str = "en") -> tuple[EveningCourt, Watched]:
    watched = Watched(Desk())
    watched.desk.take(rows(dispute()))
    return EveningCourt(TOKEN, watched, lang), watched


async def test_a_ruling_sent_twice_is_carried_out_once(said: list[dict[str, Any]]) -> None:
    one, watched = court()
    seen = watched.desk.table.decided
    order = Order(ACCEPT, "n1", seen, TOKEN)
    asking = asyncio.ensure_future(one.rule("", order))
    await asyncio.sleep(0)
    assert [line["id"] for line in said] == ["n1"]
    assert said[0]["ruling"]["what"] == "accept"
    one.ruled("n1", "")
    assert await asking == ""
    watched.desk.table = replace(watched.desk.table, decided=seen + 1)
    assert await one.rule("", order) == "again"
    assert await one.rule("", replace(order, number="n2")) == "moved-on"
    assert len(said) == 1


def test_an_evening_that_does_not_answer_is_reported(
    said: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_process, "PATIENCE", 0.01)
    one, watched = court()
    order = Order(ACCEPT, "n1", watched.desk.table.decided, TOKEN)
    assert asyncio.run(one.rule("", order)) == "no-answer"
    assert len(said) == 1
    # What nobody waits for any more does not count any more.
    assert said[0]["until"] <= monotonic() + page_process.EXPIRES
    # It may have been done all the same: then it is not done a second time.
    one.ruled("n1", "")
    assert asyncio.run(one.rule("", order)) == "again"


async def test_a_late_ruling_may_be_given_again(said: list[dict[str, Any]]) -> None:
    one, watched = court()
    order = Order(ACCEPT, "n1", watched.desk.table.decided, TOKEN)
    for told in ("late", ""):
        asking = asyncio.ensure_future(one.rule("", order))
        await asyncio.sleep(0)
        assert await one.rule("", order) == "again"  # while it is on its way
        one.ruled("n1", told)
        assert await asking == told

    assert len(said) == 2


def test_wrong_tokens_are_announced_at_the_table(said: list[dict[str, Any]]) -> None:
    one, _ = court("fr")

    async def play() -> list[str]:
        return [await one.rule("", Order(ACCEPT, "n", 99, "wrong")) for _ in range(5)]

    assert asyncio.run(play()) == ["token"] * 5
    assert said == [{"sentence": "Un mauvais code a été donné 5 fois pour une décision."}]
