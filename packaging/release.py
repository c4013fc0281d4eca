"""Sets the version of a release: `python packaging/release.py 0.2.0`.

Writes the version into the package, from which everything else reads it, and with the date into the
changelog. Commits both and sets a tag. Nothing is pushed.
"""

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "companion" / "__init__.py"
CHANGELOG = ROOT / "CHANGELOG.md"
UNRELEASED = "## [Unreleased]\n"


def git(*words: str) -> str:
    """Run git and return its output; if git fails, end the program."""
    return subprocess.run(  # noqa: S603 - words of ours
        ["git", *words],  # noqa: S607 - wherever it is
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def refusal(version: str, changelog: str) -> str:
    """Return why this version cannot be released, as one sentence; empty if it can."""
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", version):
        return f"{version} is not a version: write three numbers, such as 0.2.0."
    if git("status", "--porcelain"):
        return "Some changes are not committed: commit or remove them first."
    if f"\n## [{version}]" in changelog or git("tag", "--list", f"v{version}"):
        return f"Version {version} exists already: choose another number."
    unreleased = changelog.partition(UNRELEASED)[2].partition("\n## ")[0]
    if not re.search(r"^- ", unreleased, re.MULTILINE):
        return "CHANGELOG.md has no entry under Unreleased: write what has changed first."
    return ""


def release(version: str, changelog: str) -> None:
    """Write version and day, commit them and set the tag."""
    day = datetime.now(UTC).date().isoformat()
    CHANGELOG.write_text(
        changelog.replace(UNRELEASED, f"{UNRELEASED}\n## [{version}] - {day}\n", 1), "utf-8"
    )
    code = PACKAGE.read_text("utf-8")
    PACKAGE.write_text(re.sub('(?<=__version__ = ").*(?=")', version, code), "utf-8")
    git("commit", "--quiet", "--all", "--message", f"project: Release {version}")
    git("tag", "--annotate", f"v{version}", "--message", f"Companion {version}")


def main() -> None:
    """Release the version named on the command line, or say why not."""
    if len(sys.argv) != 2:
        sys.exit("Name the version, such as: python packaging/release.py 0.2.0")
    version, changelog = sys.argv[1], CHANGELOG.read_text("utf-8")
    if why := refusal(version, changelog):
        sys.exit(why)
    release(version, changelog)
    print(f"Version {version} is committed and has the tag v{version}.")


if __name__ == "__main__":
    main()
