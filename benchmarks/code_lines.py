"""Counts the lines of code in each package, without docstrings, comments and blank lines.

`python -m benchmarks.code_lines` prints a line for each package and the total.
"""

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path
from typing import Final

import companion

ROOT: Final = Path(companion.__file__).parent
_NO_CODE: Final = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
)


def docstrings(source: str) -> set[int]:
    """Return the lines of strings that are statements, such as docstrings."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
            continue
        if isinstance(node.value.value, str):
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def code_lines(source: str) -> int:
    """Return the number of lines of code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - docstrings(source))


def main() -> None:
    """Print the table."""
    rooms: Counter[str] = Counter()
    for path in ROOT.rglob("*.py"):
        rooms[path.relative_to(ROOT).parts[0].removesuffix(".py")] += code_lines(path.read_text())
    for room, count in sorted(rooms.items()):
        print(f"{room:12}{count:7}")
    print(f"{'all':12}{rooms.total():7}")


if __name__ == "__main__":
    main()
