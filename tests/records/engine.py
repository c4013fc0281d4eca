"""Checks exported files with GNU Backgammon, by running scripts in its own Python."""

import json
import subprocess
from pathlib import Path
from typing import Any

GNUBG = "/usr/games/gnubg"

_TOP = """
import gnubg, json
for line in ("automatic roll off", "automatic game off", "automatic doubles 0", "display off"):
    gnubg.command("set " + line)
answers = []
"""


def run(script: str, given: object, folder: Path) -> Any:
    """Run Python in gnubg with the variable `given`. Return what it appends to `answers`."""
    data, out, code = folder / "given.json", folder / "answers.json", folder / "script.py"
    out.unlink(missing_ok=True)
    data.write_text(json.dumps(given), encoding="utf-8")
    code.write_text(
        f"{_TOP}\ngiven = json.load(open({str(data)!r}))\n{script}\n"
        f"json.dump(answers, open({str(out)!r}, 'w'))\n",
        encoding="utf-8",
    )
    command = [GNUBG, "-t", "-q", "-r", "-p", str(code)]
    done = subprocess.run(  # noqa: S603 - the engine that CI installs
        command, capture_output=True, timeout=300, check=False, cwd=folder
    )
    assert out.exists(), done.stdout[-2000:] + done.stderr[-2000:]
    return json.loads(out.read_text(encoding="utf-8"))
