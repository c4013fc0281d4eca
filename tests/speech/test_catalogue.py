"""Every id has its message in every language, and every message its use."""

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

import pytest

from companion.rules.games import BY_NAME
from companion.rules.vocabulary import Player
from companion.speech import catalogue
from companion.speech.catalogue import (
    DOUBLE,
    NAMES,
    OWN,
    TWO,
    Catalogue,
    UnknownLanguageError,
    filled,
    first_message,
    is_message,
    languages,
    plain,
)
from companion.speech.toml_texts import LOCALE
from tests.speech.messages import PRINTED, messages, names, texts

PACKAGE = LOCALE.parents[1]
TOPICS = {path.stem for path in (LOCALE / "en").glob("*.mo")}
TEMPLATES = PACKAGE / "web" / "templates"
HOLE = "\0"
"""Stands for what is put into an id when it is asked for."""


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def values(lang: str) -> dict[str, set[str]]:
    """What each message may be filled with, in all its variants together."""
    found: dict[str, set[str]] = {}
    for (name, _), forms in messages(lang).items():
        found.setdefault(name, set()).update(*map(fields, forms))
    return {name: found[name] - {"count"} for name in found}


def literal(node: ast.AST) -> str | None:
    """The text of a literal, with a hole for each value put into it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (literal(part) if isinstance(part, ast.Constant) else HOLE for part in node.values)
        return "".join(part or "" for part in parts)
    return None


@cache
def code(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def literals(path: Path) -> Iterator[str]:
    if path.suffix == ".html":
        for text, more in re.findall(r'"([a-z-]+\.[^" ]*)"( ~)?', path.read_text("utf-8")):
            yield text + HOLE if more else text
        return
    yield from in_code(code(path))


def in_code(node: ast.AST) -> Iterator[str]:
    text = literal(node)
    if text is not None:
        yield text
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.JoinedStr) and isinstance(child, ast.Constant)):
            yield from in_code(child)


@cache
def asked_for() -> frozenset[str]:
    """The ids in the code, with holes for what is put into them."""
    paths = [*PACKAGE.rglob("*.py"), *TEMPLATES.glob("*.html")]
    found = {text for path in paths for text in literals(path)}
    shape = re.compile(rf"[a-z-]+(\.[^. /_]+)+\.?|{HOLE}(\.[a-z-]+)+")
    return frozenset(
        text
        for text in found
        if shape.fullmatch(text) and text.partition(".")[0] in {*TOPICS, HOLE}
    )


def pattern(asked: str) -> str:
    """What an id looks like that is this one, or begins so where the code puts its end to it."""
    first, *others = (re.escape(part) for part in asked.split(HOLE))
    parts = [first or ".*", *others]
    return r"(?:[^.]*|\W+)".join(parts) + r"(?:\.[a-z-]+)?" * is_beginning(asked)


def is_beginning(asked: str) -> bool:
    """Whether it is no message itself, but what several have in common."""
    return HOLE not in asked and (asked, "") not in messages("en")


def test_every_id_in_the_code_has_a_message() -> None:
    known = {name for name, _ in messages("en")}
    whole = (each for each in asked_for() if not each.startswith(HOLE) and not is_file(each))
    assert [
        each for each in whole if not any(map(re.compile(pattern(each)).fullmatch, known))
    ] == []


def is_file(text: str) -> bool:
    """Of a module or a file that begins as a topic does."""
    return text.rpartition(".")[2] in {"py", "html", "css", "js", "json", "toml"}


def test_every_message_is_used() -> None:
    asked = re.compile("|".join(map(pattern, asked_for())))
    known = {name for name, _ in messages("en")}
    for name in known:
        topic, _, rest = name.partition(".")
        if topic in {*BY_NAME, "any-game"}:
            # What is said of every game, or a game's own in place of what all share.
            assert rest in known or f"any-game.{rest}" in known, name
        else:
            assert asked.fullmatch(name), f"{name} is not used"


def test_every_message_for_all_games_is_used() -> None:
    source = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    assert all(f'"{what}"' in source for what in names("any-game"))


@pytest.mark.parametrize("lang", languages())
def test_every_language_has_the_same_messages_and_values(lang: str) -> None:
    assert values(lang) == values("en")
    assert all(text for _, text in texts(lang))


def calls() -> Iterator[tuple[str, set[str], bool]]:
    """Where a message is said in the code: its id, the values it gets, whether it is counted."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(code(path)):
            if isinstance(node, ast.Call) and node.args and all(k.arg for k in node.keywords):
                function = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                name = literal(node.args[0])
                called = function or (node.func.id if isinstance(node.func, ast.Name) else "")
                says = called in {"say", "filled", "head"} or called.endswith("Error")
                if says and name and HOLE not in name and "." in name and " " not in name:
                    given = {str(each.arg) for each in node.keywords}
                    yield name, given - {"count"}, "count" in given


def test_a_message_gets_the_values_that_it_contains() -> None:
    held = values("en")
    counted = {name for (name, _), forms in messages("en").items() if len(forms) > 1}
    found = list(calls())
    assert len(found) > 300
    for name, given, has_count in found:
        assert held[name] == given, name
        assert has_count or name not in counted, name


@pytest.mark.parametrize("lang", languages())
def test_the_variants_of_a_message_are_of_one_kind(lang: str) -> None:
    """Where one player has a variant, both have; and so with dice and notations."""
    found: dict[str, set[str]] = {}
    for name, context in messages(lang):
        found.setdefault(name, set()).add(context)
    kinds = ({"green", "black"}, {TWO, DOUBLE}, {OWN, NAMES})
    for name, contexts in found.items():
        parts = {part for context in contexts for part in context.split()}
        assert not parts or all(parts & kind in (set(), kind) for kind in kinds), name
        several = [len(kind) for kind in kinds if parts & kind]
        count = 1
        for each in several:
            count *= each
        assert len(contexts) == count, name


@pytest.mark.parametrize("lang", languages())
def test_a_plural_is_a_plural_in_every_language(lang: str) -> None:
    def counted(lang: str) -> set[str]:
        return {name for (name, _), forms in messages(lang).items() if len(forms) > 1}

    assert counted(lang) == counted("en")


def test_a_plural_has_its_number_and_a_singular_a_word() -> None:
    for forms in messages("en").values():
        if len(forms) > 1:
            assert "{count}" in forms[1]
            assert "{count}" not in forms[0]


@pytest.mark.parametrize("lang", languages())
def test_no_sentence_has_a_sign_that_voices_misread(lang: str) -> None:
    for name, text in texts(lang):
        if name.startswith(PRINTED):
            continue
        spoken = re.sub(r"\{\w+\}", "5", text)
        assert re.fullmatch(r"[\w ,.?']+", spoken), text
        assert not re.search(r"\w-\w|_", spoken), text
        assert spoken[0].isupper() or spoken[0].isdigit(), text
        assert spoken[-1] in ".?", text


BOARD_KEYS = {
    "en": r"(?:repeat|board|score|hint|cube|yes|no) key|[Pp]ress (?:yes|no)",
    "fr": r"[Tt]ouche (?:répéter|plateau|score|conseil|videau|oui|non)|[Aa]ppuyez sur",
}


@pytest.mark.parametrize("lang", languages())
def test_a_typed_table_names_no_key_that_a_keypad_lacks(lang: str) -> None:
    typed = [(name, text) for name, text in texts(lang) if re.search(r"^typed\.|-typed$", name)]
    assert len(typed) > 80
    for name, text in typed:
        assert not re.search(BOARD_KEYS[lang], text), name


def test_a_sentence_has_variants_for_player_and_double() -> None:
    say = Catalogue("en").say
    assert say("evening.turn", Player.N) == "Black, your turn."
    assert say("evening.roll", Player.V, DOUBLE, die=4) == "Green, double 4."
    assert say("evening.roll", Player.V, TWO, high=4, low=2) == "Green, 4, 2."


def test_a_plural_is_found_by_a_python_that_asks_for_it_by_its_count_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As Python 3.11.2 of Debian 12 does; later ones find it without a count too."""

    def without_plurals(self: GNUTranslations, message: str) -> str:
        return str(vars(self)["_catalog"].get(message, message))

    monkeypatch.setattr(GNUTranslations, "gettext", without_plurals)
    catalogue._find.cache_clear()  # noqa: SLF001 - found before with this Python
    assert is_message("play.move.point-to-point")


def test_a_filled_message_is_english_until_translated() -> None:
    told = filled("typed.must-correct", Player.V)
    assert str(told) == "Green must correct."
    assert Catalogue("fr").tell(told, plain("A, B.")) == "Vert doit rectifier. A, B."


def test_an_unknown_id_is_refused_and_can_be_tested() -> None:
    english = Catalogue("en")
    for name in ("typed.none-such", "nowhere.at-all"):
        assert not is_message(name)
        with pytest.raises(KeyError, match=name):
            english.say(name)
    assert first_message("typed.none-such", "typed.no-dice") == "typed.no-dice"


def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(UnknownLanguageError, match="'xx'; there are: en, fr"):
        Catalogue("xx")
