"""Make the catalogues: `python tests/speech/catalogues.py [LANG]` after a sentence was changed.

It reads every sentence out of the package, brings `locale/companion.pot` and each language's
`companion.po` up to date (new sentences come in empty, for a translator) and compiles the `.mo`.
With the code of a new language it begins that language's file. Needs Babel, as developers do.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SPEECH = Path(__file__).resolve().parents[2] / "companion" / "speech"
LOCALE = SPEECH / "locale"
KEYWORDS = {"phrase": None, "plural": (1, 2), "sited": None, "sited_plural": (1, 2)}
CONTEXTS = ("own", "names")
# The same files come out of the same sentences on every day.
DATE = datetime(2026, 1, 1, tzinfo=UTC)


def sentences() -> Iterator[tuple[str | tuple[str, str], str | None, list[str], str]]:
    """Every sentence: its id, its context, its translators' comments, and where it stands."""
    for path in sorted(SPEECH.glob("*phrases.py")):
        with path.open("rb") as file:
            found: list[Any] = list(extract_python(file, KEYWORDS, ["Translators:"], {}))
        for line, function, text, comments in found:
            ids = (text[0], text[1]) if isinstance(text, tuple) else text
            contexts = CONTEXTS if function.startswith("sited") else (None,)
            for context in contexts:
                yield ids, context, comments, f"{path.name}:{line}"


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
