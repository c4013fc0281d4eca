"""Updates the message files for translators: `python -m tools.translating [LANG…]`.

The command updates the files of every language from the English files, compiles them, and lists
missing translations. With the code of a new language it creates the files of this language. Needs
Babel (`pip install babel`). See docs/translating.md.
"""

import string
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.speech.catalogue import languages
from companion.speech.toml_texts import LOCALE

SOURCE = "en"
_ENGLISH = "English: "
# A fixed date, so that the files depend only on the sentences.
_DATE = datetime(2026, 1, 1, tzinfo=UTC)


class MessageCatalog(Catalog):
    """A catalogue without the version of Babel, so that a newer Babel changes no file."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The lines of the header."""
        *headers, (last, value), _generated_by = super().mime_headers
        return [*headers, (last, f"{value}\n")]

    @mime_headers.setter
    def mime_headers(self, value: Iterable[tuple[str, str]]) -> None:
        self._set_mime_headers(value)


class PoEntry(NamedTuple):
    """One message or variant: its id, its context, its text in each plural form.

    note -- a comment for translators
    """

    name: str
    context: str
    texts: tuple[str, ...]
    note: str = ""

    @property
    def is_done(self) -> bool:
        """Whether every plural form has a text."""
        return all(self.texts)


def topics() -> list[str]:
    """Return the topics of the English files."""
    return sorted(path.stem for path in (LOCALE / SOURCE).glob("*.po"))


def _po_file(lang: str, topic: str) -> Path:
    """Return the path of a language's messages on a topic."""
    return LOCALE / lang / f"{topic}.po"


def read(lang: str, topic: str) -> list[PoEntry]:
    """Return a language's messages on a topic, in the order of the file; empty if there is none."""
    path = _po_file(lang, topic)
    if not path.exists():
        return []
    with path.open("rb") as file:
        catalog = read_po(file, locale=lang)
    found = []
    for message in catalog:
        if message.id:
            name = message.id if isinstance(message.id, str) else message.id[0]
            text = message.string or ""
            texts = (text,) if isinstance(text, str) else text
            notes = [each for each in message.auto_comments if not each.startswith(_ENGLISH)]
            found.append(PoEntry(name, message.context or "", tuple(texts), " ".join(notes)))
    return found


def write(
    lang: str, topic: str, entries: list[PoEntry], source: list[PoEntry] | None = None
) -> None:
    """Write a language's messages on a topic, and compile them.

    source -- the English messages, for the comments of another language
    """
    catalog = _empty(lang)
    catalog.header_comment = f"# Companion: {topic}. See docs/translating.md."
    for entry in entries:
        is_plural = len(entry.texts) > 1
        english = _nearest(entry, source).texts if source else ()
        notes = [entry.note, *(f"{_ENGLISH}{text}" for text in english)]
        catalog.add(
            (entry.name, entry.name) if is_plural else entry.name,
            entry.texts if is_plural else entry.texts[0],
            context=entry.context or None,
            auto_comments=[each for each in notes if each],
        )
    path = _po_file(lang, topic)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)


def _empty(lang: str) -> MessageCatalog:
    """Return a catalogue with the plural forms of the language's files, or with Babel's forms."""
    catalog = MessageCatalog(
        locale=lang,
        project="companion",
        version="0.1",
        msgid_bugs_address="none",
        creation_date=_DATE,
        revision_date=_DATE,
        last_translator="the authors of Companion",
        language_team="none",
        fuzzy=False,
    )
    for path in sorted((LOCALE / lang).glob("*.po"))[:1]:
        with path.open("rb") as file:
            forms = read_po(file, locale=lang).plural_forms
        catalog.mime_headers = [("Plural-Forms", forms)]
    return catalog


def _nearest(entry: PoEntry, source: list[PoEntry]) -> PoEntry:
    """Return the nearest English variant of a message."""
    wanted = {*entry.context.split()}
    same = (each for each in source if each.name == entry.name)
    return min(same, key=lambda each: len({*each.context.split()} ^ wanted))


def update(lang: str) -> list[PoEntry]:
    """Update a language's files from the English files. Return the missing entries.

    A new message is added without a text, in the English variants. A known message keeps the
    variants of the language.
    """
    missing = []
    for topic in topics():
        source, known = read(SOURCE, topic), read(lang, topic)
        entries: list[PoEntry] = []
        for name in dict.fromkeys(each.name for each in source):
            own = [each for each in known if each.name == name]
            entries += own or _untranslated(name, source, lang)
        entries = [each._replace(note=_nearest(each, source).note) for each in entries]
        write(lang, topic, entries, [] if lang == SOURCE else source)
        missing += [each for each in entries if not each.is_done]
    return missing


def _untranslated(name: str, source: list[PoEntry], lang: str) -> Iterator[PoEntry]:
    """Yield a message without a text, in the English variants."""
    forms = _empty(lang).num_plurals
    for each in source:
        if each.name == name:
            yield each._replace(texts=("",) * (forms if each.texts[1:] else 1))


def unknown_values(lang: str) -> Iterator[str]:
    """Yield a line for each value in braces that the English message does not have."""
    for topic in topics():
        source = read(SOURCE, topic)
        for entry in read(lang, topic):
            known = {value for each in source if each.name == entry.name for value in values(each)}
            for value in sorted(values(entry) - known):
                yield f"{entry.name} {entry.context}".rstrip() + f": unknown value {{{value}}}"


def values(entry: PoEntry) -> set[str]:
    """Return the names of the values in braces."""
    parts = (part for text in entry.texts for part in string.Formatter().parse(text))
    return {name for _, name, _, _ in parts if name is not None}


def main(langs: list[str]) -> None:
    """Update and compile all files. Print missing texts and texts with an unknown value."""
    for lang in sorted({*langs, *languages()}):
        missing = update(lang)
        for line in unknown_values(lang):
            print(f"{lang}: {line}")
        for entry in missing:
            print(f"{lang}: {entry.name} {entry.context}".rstrip())
        print(f"{lang}: {len(missing)} to translate")


if __name__ == "__main__":
    main(sys.argv[1:])
