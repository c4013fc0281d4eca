"""Changing what stands in a journal, as if it had been recorded so."""

import sqlite3
from pathlib import Path

from companion.records.journal import Journal
from companion.records.seals import ENDING, seal_all


def rewrite(path: Path, *statements: str) -> None:
    """Change rows with SQL, and seal them anew."""
    seal = path.with_name(path.name + ENDING)
    Journal.open(path, to_read=True).close()
    db = sqlite3.connect(path)
    for statement in statements:
        db.execute(statement)
    seal_all(db)
    db.commit()
    db.close()
    seal.unlink()
    Journal.open(path, to_read=True).close()
