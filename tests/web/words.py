"""Reads text files of what pages say, as `pages/*.txt`, and compares a page with their words."""

import re
from pathlib import Path


def text(html: str) -> str:
    """Return the words of some HTML, without marks and with single blanks."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&#39;", "'").split())


def parts_of(path: Path) -> list[list[str]]:
    """Return the lines of each part of a file, without comments."""
    parts = path.read_text(encoding="utf-8").split("\n\n")
    return [part.splitlines() for part in parts if not part.startswith("#")]


def says(shown: str, words: str) -> bool:
    """Return whether words stand in a text; `…` between them stands for others."""
    return re.search(".*".join(map(re.escape, words.split(" … "))), shown) is not None
