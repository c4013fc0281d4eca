"""Finds the small changes that can be made to a module's text.

A change replaces one part of the text, found through the syntax tree, by another. Annotations,
docstrings, strings, imports and decorators are not changed, because mypy or the tests of messages
check them, or because they do not affect what the program does.
"""

import ast
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

COMPARED: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
COUNTED: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.LShift: ">>",
    ast.RShift: "<<",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "|",
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
# A call whose arguments are types, not values.
TYPED = {"cast", "TypeVar", "NewType", "NamedTuple", "Literal"}


class Change(NamedTuple):
    """A change, with the function, the range of bytes, and the new text."""

    function: str  # "" for code that runs at import
    line: int
    last_line: int
    start: int
    end: int
    new: str
    what: str


class Text:
    """A module's text, with the byte positions of nodes."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Return the first byte of a node."""
        return self._starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Return the byte after a node."""
        assert node.end_lineno is not None  # noqa: S101 - true for all parsed nodes
        assert node.end_col_offset is not None  # noqa: S101
        return self._starts[node.end_lineno - 1] + node.end_col_offset

    def of(self, node: ast.expr | ast.stmt) -> str:
        """Return the text of a node."""
        return self.source[self.start(node) : self.end(node)].decode()


class _Finder:
    """Walks through a syntax tree and collects the possible changes."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.found: list[Change] = []
        self._function: list[str] = []
        self._inside = False  # the function; code outside functions runs at import

    def walk(self, node: ast.AST) -> None:
        """Collect the changes in this node and below it."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._named(node)
            return
        if isinstance(node, ast.stmt):
            self._statement(node)
        elif isinstance(node, ast.expr):
            self._expression(node)
        for child in _below(node):
            self.walk(child)

    def _named(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        was = self._inside
        if not isinstance(node, ast.ClassDef):
            for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
                self.walk(default)
            self._inside = True
        self._function.append(node.name)
        for child in node.body:
            self.walk(child)
        self._function.pop()
        self._inside = was

    def _note(self, node: ast.expr | ast.stmt, new: str, what: str) -> None:
        self._put(node, self.text.start(node), self.text.end(node), new, what)

    def _put(self, node: ast.expr | ast.stmt, start: int, end: int, new: str, what: str) -> None:
        self.found.append(
            Change(
                ".".join(self._function) if self._inside else "",
                node.lineno,
                node.end_lineno or node.lineno,
                start,
                end,
                new,
                what,
            )
        )

    def _between(self, left: ast.expr, right: ast.expr, new: str, what: str) -> None:
        """Change the operator between two operands, outside of their parentheses."""
        start, end = self.text.end(left), self.text.start(right)
        gap = self.text.source[start:end].decode()
        if "#" in gap:
            return
        core = gap.strip().strip("()").strip()
        if core:
            at = start + len(gap[: gap.index(core)].encode())
            self._put(left, at, at + len(core.encode()), new, f"{core} becomes {new}, {what}")

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant()):
                return
            case ast.Expr() | ast.Raise() | ast.Return(value=None) | ast.Delete() | ast.Assert():
                self._note(node, "pass", "statement dropped")
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.AugAssign():
                self._note(node, "pass", "statement dropped")
            case ast.Return(value=ast.Constant(value=None)):
                return
            case ast.Return():
                self._note(node, "return None", "answer dropped")
            case ast.Continue():
                self._note(node, "break", "continue becomes break")
            case ast.Break():
                self._note(node, "continue", "break becomes continue")
            case _:
                pass
        if isinstance(node, ast.AugAssign) and type(node.op) in COUNTED:
            new = COUNTED[type(node.op)]
            self._between(node.target, node.value, f"{new}=", "counted otherwise")
        if isinstance(node, ast.If | ast.While):
            self._condition(node.test)

    def _condition(self, test: ast.expr) -> None:
        if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr):
            self._note(test, f"(not ({self.text.of(test)}))", "condition turned")

    def _expression(self, node: ast.expr) -> None:
        match node:
            case ast.Compare():
                self._comparison(node)
            case ast.BoolOp():
                new = "or" if isinstance(node.op, ast.And) else "and"
                self._between(node.values[0], node.values[1], new, "and or or")
            case ast.UnaryOp(op=ast.Not() | ast.USub()):
                self._note(node, f"({self.text.of(node.operand)})", "not or sign dropped")
            case ast.BinOp() if type(node.op) in COUNTED and not _is_type(node):
                self._between(node.left, node.right, COUNTED[type(node.op)], "counted otherwise")
            case ast.IfExp():
                parts = (self.text.of(part) for part in (node.orelse, node.test, node.body))
                self._note(node, "({}) if ({}) else ({})".format(*parts), "either swapped with or")
            case ast.Constant():
                self._constant(node)
            case ast.Call():
                self._call(node)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                for test in (test for loop in node.generators for test in loop.ifs):
                    self._note(test, "True", "filter dropped")
            case _:
                pass

    def _comparison(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for (left, right), op in zip(pairwise(operands), node.ops, strict=True):
            for new in COMPARED[type(op)]:
                self._between(left, right, new, "comparison turned")

    def _constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._note(node, str(not value), "truth turned")
        elif isinstance(value, int):
            self._note(node, str(value + 1), "one more")
            if value > 0:
                self._note(node, str(value - 1), "one less")
        elif isinstance(value, float):
            self._note(node, repr(value * 1.5 + 0.1), "half as much again")

    def _call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in CALLED:
            new = CALLED[node.func.id]
            self._note(node.func, new, f"{node.func.id} becomes {new}")
        if not any(isinstance(value, ast.Starred) for value in node.args):
            for first, second in pairwise(node.args):
                self._swap(first, second)
        for keyword in node.keywords:
            self._drop(keyword)

    def _swap(self, first: ast.expr, second: ast.expr) -> None:
        one, other = self.text.of(first), self.text.of(second)
        gap = self.text.source[self.text.end(first) : self.text.start(second)].decode()
        if one != other and gap.strip() == ",":
            start, end = self.text.start(first), self.text.end(second)
            self._put(first, start, end, other + gap + one, "arguments swapped")

    def _drop(self, keyword: ast.keyword) -> None:
        """Drop a keyword argument, so that its default, if any, is used."""
        if keyword.arg is None:
            return
        value, source = keyword.value, self.text.source
        start = source[: self.text.start(value)].rindex(keyword.arg.encode())
        end = self.text.end(value)
        rest = source[end:].lstrip()
        if rest.startswith(b","):
            end = source.index(b",", end) + 1
        if rest.startswith((b",", b")")):
            self._put(value, start, end, "", f"argument {keyword.arg} dropped")


def _is_type(node: ast.BinOp) -> bool:
    """Return whether this is a union of types, such as `int | None`."""
    sides = (node.left, node.right)
    return isinstance(node.op, ast.BitOr) and any(
        isinstance(side, ast.Constant) and side.value is None for side in sides
    )


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the executed parts of a node that may be changed."""
    match node:
        case ast.AnnAssign():
            if node.value is not None:
                yield node.value
        case ast.Import() | ast.ImportFrom() | ast.JoinedStr():
            return
        case ast.Call(func=ast.Name(id=name)) if name in TYPED:
            return
        case ast.arguments() | ast.match_case():
            yield from getattr(node, "body", [])
        case ast.ExceptHandler():
            yield from node.body
        case _:
            yield from ast.iter_child_nodes(node)


def changes(source: bytes) -> list[Change]:
    """Return all possible changes to a module. A few give invalid code, see `compiles`."""
    finder = _Finder(Text(source))
    finder.walk(ast.parse(source))
    return finder.found


def changed(source: bytes, change: Change) -> bytes:
    """Return the module's text with a change."""
    return source[: change.start] + change.new.encode() + source[change.end :]


def compiles(source: bytes) -> bool:
    """Return whether a module can be compiled."""
    try:
        compile(source, "module", "exec")
    except SyntaxError:
        return False
    return True


def functions(source: bytes) -> dict[str, tuple[int, int]]:
    """Return the first and the last line of each function, by its dotted name."""
    found: dict[str, tuple[int, int]] = {}

    def walk(node: ast.AST, names: tuple[str, ...]) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                path = (*names, child.name)
                if not isinstance(child, ast.ClassDef):
                    found[".".join(path)] = (child.lineno, child.end_lineno or child.lineno)
                walk(child, path)
            else:
                walk(child, names)

    walk(ast.parse(source), ())
    return found
