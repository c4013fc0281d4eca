"""A disk between SQLite and the real one: it notes every operation, and fails or kills on demand.

A copy of SQLite's own file layer (`sqlite3_vfs`) whose writes, truncations, syncs and deletions go
through here first. It works on the library Python itself uses, so the journal is tested unchanged.
"""

import _sqlite3
import ctypes as c
import os
import random
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

P = c.c_void_p
SECTOR = 512
FULL, WRITE_ERROR, SYNC_ERROR = 13, 10 | 3 << 8, 10 | 4 << 8

# The name stays a bare pointer: SQLite keeps it for as long as the file is open.
_OPEN = c.CFUNCTYPE(c.c_int, P, P, P, c.c_int, c.POINTER(c.c_int))
_DELETE = c.CFUNCTYPE(c.c_int, P, c.c_char_p, c.c_int)
_WRITE = c.CFUNCTYPE(c.c_int, P, P, c.c_int, c.c_int64)
_TRUNCATE = c.CFUNCTYPE(c.c_int, P, c.c_int64)
_SYNC = c.CFUNCTYPE(c.c_int, P, c.c_int)


class _Vfs(c.Structure):
    _fields_ = [
        ("version", c.c_int),
        ("file_size", c.c_int),
        ("longest_path", c.c_int),
        ("next", P),
        ("name", c.c_char_p),
        ("data", P),
        ("open", _OPEN),
        ("delete", _DELETE),
        ("rest", P * 14),
    ]


class _Methods(c.Structure):
    _fields_ = [
        ("version", c.c_int),
        ("close", P),
        ("read", P),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        ("rest", P * 13),
    ]


@dataclass(frozen=True)
class Op:
    """One operation: `open`, `write`, `truncate`, `sync`, `delete`, or `ack` (told to others)."""

    kind: str
    path: str = ""
    at: int = 0
    data: bytes = b""


@dataclass
class Disk:
    """Installed as SQLite's default file layer between `install` and `remove`.

    before -- called before each operation with its number; what it gives back, if not 0, is the
    error SQLite gets instead of the operation.
    """

    ops: list[Op] = field(default_factory=list)
    before: Callable[[Op, int], int] = lambda _op, _number: 0
    count: int = 0
    _kept: list[Any] = field(default_factory=list)
    _paths: dict[int, str] = field(default_factory=dict)
    _methods: dict[int, Any] = field(default_factory=dict)

    def install(self) -> "Disk":
        library = c.CDLL(_sqlite3.__file__)
        find = library.sqlite3_vfs_find
        find.restype, find.argtypes = c.POINTER(_Vfs), [c.c_char_p]
        self._register, self._unregister = (
            library.sqlite3_vfs_register,
            library.sqlite3_vfs_unregister,
        )
        self._real = find(None).contents
        self._mine = _Vfs.from_buffer_copy(self._real)
        self._mine.next, self._mine.name = None, b"noting"
        self._mine.open, self._mine.delete = _OPEN(self._open), _DELETE(self._delete)
        self._register(c.byref(self._mine), 1)
        return self

    def remove(self) -> None:
        self._unregister(c.byref(self._mine))
        self._register(c.byref(self._real), 1)

    def ack(self) -> None:
        self.ops.append(Op("ack"))

    def wrote(self, path: Path) -> None:
        """Note a file that was written and synced past SQLite."""
        self.ops += [Op("write", str(path), 0, path.read_bytes()), Op("sync", str(path))]

    def _does(self, op: Op) -> int:
        self.count += 1
        error = self.before(op, self.count)
        if not error:
            self.ops.append(op)
        return error

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
        code = int(self._real.open(vfs, name, file, flags, out))
        if code == 0 and name:
            address = c.cast(file, c.POINTER(P)).contents
            self._paths[file] = c.string_at(name).decode()
            self.ops.append(Op("open", self._paths[file]))
            address.value = c.addressof(self._wrapped(int(address.value or 0)))
        return code

    def _wrapped(self, original: int) -> Any:
        """The file layer's methods with ours in the place of those that change a file."""
        if original not in self._methods:
            real = _Methods.from_address(original)
            mine = _Methods.from_buffer_copy(real)

            def write(file: int, data: int, size: int, at: int) -> int:
                op = Op("write", self._paths[file], at, c.string_at(data, size))
                return self._does(op) or int(real.write(file, data, size, at))

            def truncate(file: int, size: int) -> int:
                op = Op("truncate", self._paths[file], size)
                return self._does(op) or int(real.truncate(file, size))

            def sync(file: int, flags: int) -> int:
                return self._does(Op("sync", self._paths[file])) or int(real.sync(file, flags))

            mine.write, mine.truncate, mine.sync = _WRITE(write), _TRUNCATE(truncate), _SYNC(sync)
            self._methods[original] = mine
        return self._methods[original]

    def _delete(self, vfs: int, name: bytes, synced: int) -> int:
        code = self._does(Op("delete", name.decode(), synced))
        return code or int(self._real.delete(vfs, name, synced))


def killer(number: int) -> Callable[[Op, int], int]:
    """Kills this process at an operation; every second time half of a write is done before."""

    def before(op: Op, count: int) -> int:
        if count == number:
            if op.kind == "write" and number % 2:
                handle = os.open(op.path, os.O_WRONLY)
                os.pwrite(handle, op.data[: len(op.data) // 2], op.at)
            os.kill(os.getpid(), signal.SIGKILL)
        return 0

    return before


def filling(free: int) -> Callable[[Op, int], int]:
    """A disk with so many bytes left: what makes a file grow beyond them fails, as on a full one.

    Space is given in blocks, and what a truncation or a deletion frees is free again.
    """
    taken: dict[str, int] = {}
    before: dict[str, int] = {}

    def blocks(size: int) -> int:
        return -(-size // 1024)

    def limited(op: Op, _count: int) -> int:
        if op.path not in taken:
            there = Path(op.path).stat().st_size if Path(op.path).exists() else 0
            taken[op.path] = before[op.path] = blocks(there)
        grown = taken[op.path]
        if op.kind == "write":
            grown = max(grown, blocks(op.at + len(op.data)))
        elif op.kind in ("truncate", "delete"):
            grown = blocks(op.at) if op.kind == "truncate" else 0
        more = sum(taken.values()) - taken[op.path] + grown - sum(before.values())
        if grown > taken[op.path] and more * 1024 > free:
            return FULL
        taken[op.path] = grown
        return 0

    return limited


def cut(ops: list[Op], chance: random.Random, folder: Path) -> None:
    """Leave in a folder what a disk may hold when the power fails after these operations.

    What was synced is there; of what was not, any part, in any order, torn between sectors.
    """
    durable, pending = _written(ops)
    for path in sorted(durable.keys() | pending.keys()):
        waiting = pending.get(path, [])
        kind = chance.random()
        if kind < 0.25:
            waiting = waiting[: chance.randint(0, len(waiting))]
        elif kind < 0.9:
            waiting = [op for op in waiting if chance.random() < 0.5]
        content = durable.get(path)
        for op in waiting:
            content = None if op.kind == "delete" else content or bytearray()
            if content is not None:
                _apply(content, _torn(op, chance))
        if content is not None:
            (folder / Path(path).name).write_bytes(content)


def _written(ops: list[Op]) -> tuple[dict[str, bytearray | None], dict[str, list[Op]]]:
    """What is safely on the disk, file by file, and the operations that wait for a sync."""
    durable: dict[str, bytearray | None] = {}
    pending: dict[str, list[Op]] = {}
    for op in ops:
        if op.kind == "sync":
            content = durable.get(op.path) or bytearray()
            for waiting in pending.pop(op.path, []):
                _apply(content, waiting)
            durable[op.path] = content
        elif op.kind == "delete" and op.at:
            durable[op.path] = None
            pending.pop(op.path, None)
        elif op.kind != "ack":
            pending.setdefault(op.path, []).append(op)
    return durable, pending


def _apply(content: bytearray, op: Op) -> None:
    if op.kind == "truncate":
        del content[op.at :]
    elif op.kind == "write":
        content.extend(bytes(max(0, op.at - len(content))))
        content[op.at : op.at + len(op.data)] = op.data


def _torn(op: Op, chance: random.Random) -> Op:
    if op.kind != "write" or chance.random() < 0.6:
        return op
    whole = op.at // SECTOR * SECTOR + SECTOR * chance.randint(0, len(op.data) // SECTOR + 1)
    return Op("write", op.path, op.at, op.data[: max(0, whole - op.at)])
