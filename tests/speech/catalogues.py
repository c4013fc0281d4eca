"""Make the catalogues: `python tests/speech/catalogues.py [LANG]` after a sentence was changed.

It reads every sentence out of the package, brings `locale/companion.pot` and each language's
`companion.po` up to date (new sentences come in empty, for a translator) and compiles the `.mo`.
With the code of a new language it begins that language's file. Needs Babel, as developers do.
"""

import ast
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import dropwhile, takewhile
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.speech.catalogue import colours_exchanged

SPEECH = Path(__file__).resolve().parents[2] / "companion" / "speech"
LOCALE = SPEECH / "locale"
MARKS = ("phrase", "plural", "sited", "sited_plural")
HELPERS = ("by_player", "by_place")
CONTEXTS = ("own", "names")
Outer = ast.Call | None
# The same files come out of the same sentences on every day.
DATE = datetime(2026, 1, 1, tzinfo=UTC)


def sentences() -> Iterator[tuple[str | tuple[str, ...], str | None, list[str], str]]:
    """Every sentence: its id, its context, its translators' comments, and where it stands."""
    for path in sorted(SPEECH.glob("*phrases.py")):
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        for call, outer in _calls(ast.parse(source)):
            ids = tuple(ast.literal_eval(each) for each in call.args)
            own = _own(call) or ids
            notes = _notes(lines, call.lineno) or _notes(lines, (outer or call).lineno)
            for which in (_same, colours_exchanged) if _is_for_both(outer) else (_same,):
                for context in CONTEXTS if _name(call).startswith("sited") else (None,):
                    said = tuple(map(which, own if context == "own" else ids))
                    where = f"{path.name}:{call.lineno}"
                    yield said[0] if len(said) == 1 else said, context, [*map(which, notes)], where


def _calls(tree: ast.AST, outer: ast.Call | None = None) -> Iterator[tuple[ast.Call, Outer]]:
    """Every mark of a sentence, with the helper that makes each player's of it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call) and _name(node) in MARKS:
            yield node, outer
        elif isinstance(node, ast.Call) and _name(node) in HELPERS:
            yield from _calls(node, node)
        else:
            yield from _calls(node, outer)


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _own(call: ast.Call) -> tuple[str, ...]:
    """What a sentence says by own numbers, where that is another."""
    texts = [ast.literal_eval(each.value) for each in call.keywords if each.arg == "own"]
    return next(((each,) if isinstance(each, str) else each for each in texts), ())


def _is_for_both(outer: Outer) -> bool:
    """Whether black's sentence is made of green's."""
    return outer is not None and len(outer.args) < 2


def _notes(lines: list[str], line: int) -> list[str]:
    """The comment right above a line, for translators."""
    above = takewhile(lambda text: text.startswith("#"), map(str.strip, lines[line - 2 :: -1]))
    notes = [text.removeprefix("# ") for text in above][::-1]
    return list(dropwhile(lambda note: not note.startswith("Translators:"), notes))


def _same(text: str) -> str:
    return text


def template(lang: str | None = None) -> Catalog:
    """An empty catalogue of every sentence."""
    catalog = Catalog(
        locale=lang,
        header_comment="# Every sentence of Companion. See tests/speech/catalogues.py.",
        project="companion",
        version="0.1",
        msgid_bugs_address="none",
        creation_date=DATE,
        revision_date=DATE,
        last_translator="the authors of Companion",
        language_team="none",
        fuzzy=False,
    )
    for ids, context, comments, _ in sentences():
        catalog.add(ids, auto_comments=comments, context=context)
    return catalog


def updated(lang: str) -> Catalog:
    """A language's catalogue with the sentences of today and the translations there are."""
    catalog = template(lang)
    path = po_file(lang)
    if path.exists():
        with path.open("rb") as file:
            old = read_po(file, locale=lang)
        for message in catalog:
            known = old.get(message.id, message.context) if message.id else None
            if known is not None:
                message.string = known.string
    return catalog


def messages(lang: str) -> Iterator[tuple[str, str]]:
    """Every sentence of a language with the English it stands for, plurals each by itself."""
    catalog = template() if lang == "en" else updated(lang)
    for message in catalog:
        if not message.id:
            continue
        originals = [message.id] if isinstance(message.id, str) else list(message.id)
        found = originals if lang == "en" else message.string
        texts = [found] if isinstance(found, str) else list(found or ())
        # A language may have more plural forms than English; the last English one is the many.
        originals += [originals[-1]] * (len(texts) - len(originals))
        yield from zip(originals, texts, strict=True)


def po_file(lang: str) -> Path:
    return LOCALE / lang / "LC_MESSAGES" / "companion.po"


def main(langs: list[str]) -> None:
    with (LOCALE / "companion.pot").open("wb") as file:
        write_po(file, template(), width=100)
    for lang in sorted({*langs, *(path.parts[-3] for path in LOCALE.glob("*/*/companion.po"))}):
        catalog = updated(lang)
        po_file(lang).parent.mkdir(parents=True, exist_ok=True)
        with po_file(lang).open("wb") as file:
            write_po(file, catalog, width=100)
        with po_file(lang).with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)
        print(f"{lang}: {sum(1 for m in catalog if m.id and not _done(m.string))} to translate")


def _done(string: object) -> bool:
    return all(string) if isinstance(string, list | tuple) else bool(string)


if __name__ == "__main__":
    main(sys.argv[1:])
