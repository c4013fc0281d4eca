"""`companion service`: starts `play` with the computer, without screen or login.

The service is a user unit of systemd and needs no administrator rights. `MARK` in the environment
of a process shows that this process is the service.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import platformdirs

from companion.commands.setting_file import write_whole
from companion.optional import LibraryError, load
from companion.speech.catalogue import ExplainedError, Sentence, filled, first_sentence, plain
from companion.speech.voices import choose

NAME: Final = "companion.service"
MARK: Final = "COMPANION_SERVICE"
PATIENCE: Final = 60.0
"""The time limit in seconds for a system program."""
SOUND_WITHIN: Final = 30.0
"""The maximum seconds to wait for a sound card after the start."""
AGAIN: Final = 1.0
LINGERING: Final = "# Lingering was switched on by it."
"""A comment in the unit, written if the installation had to switch lingering on.

Removing the unit then switches lingering off again.
"""
_PASSED_ON: Final = ("LANG", "LC_ALL", "LC_MESSAGES", "XDG_CONFIG_HOME", "XDG_DATA_HOME")
"""Environment variables that the unit sets, because they do not exist when the computer starts."""
_GROUPS: Final = ("audio", "dialout", "input")
"""The groups that may use sound card, serial ports and keypads without a login."""
_PLAIN: Final = re.compile(r"[\w@+=:,./-]+", re.ASCII)

_UNIT: Final = """\
# Written by `companion service install`; `companion service remove` takes it away.
{lingering}
[Unit]
Description=Companion, the talking referee
After=sound.target pipewire.service wireplumber.service pulseaudio.service
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=exec
{environment}
WorkingDirectory={folder}
ExecStart={command}
Restart=on-failure
RestartSec=5
TimeoutStopSec=10

[Install]
WantedBy=default.target
"""


class ServiceError(ExplainedError, RuntimeError):
    """The service cannot be installed or removed. The message says why or what to do."""


def is_service() -> bool:
    """Return whether this process is the service that was installed."""
    return os.environ.get(MARK) == "1"


def unit_path() -> Path:
    """Return the path of the unit, which may not exist."""
    return platformdirs.user_config_path("systemd", appauthor=False) / "user" / NAME


# --- install and remove --------------------------------------------------------------------------


def install(options: Sequence[str]) -> Iterator[Sentence]:
    """Install and start `companion play` with these options; yield what was done, in sentences.

    If systemctl refuses, the previous unit is restored. Raises `ServiceError`, `OSError`.
    """
    _check_here()
    path, user = unit_path(), user_name()
    before = path.read_bytes() if path.exists() else None
    lingers = _lingers(user)
    ours = not lingers or LINGERING.encode() in (before or b"")
    write_whole(path, unit(options, lingering=ours))
    steps = (("daemon-reload",), ("enable", NAME), ("restart", NAME))
    refusal = next(filter(None, (_refusal("systemctl", "--user", *step) for step in steps)), None)
    if refusal:
        _take_back(path, before)
        raise ServiceError("command.service-refused", reason=refusal)
    refusal = None if lingers else _refusal("loginctl", "enable-linger", user)
    yield filled("command.service-done", file=str(path))
    if refusal:
        command = f"sudo loginctl enable-linger {user}"
        yield filled("command.service-login", reason=refusal, command=command)
    else:
        yield filled("command.service-boot")
    yield from _advice(user)


def remove() -> Iterator[Sentence]:
    """Stop the service and remove its unit. Raises `ServiceError`, `OSError`."""
    _check_here()
    path, user = unit_path(), user_name()
    if not path.exists():
        raise ServiceError("command.service-none", file=str(path))
    if refusal := _refusal("systemctl", "--user", "disable", "--now", NAME):
        raise ServiceError("command.service-kept", reason=refusal)
    ours = LINGERING.encode() in path.read_bytes()
    path.unlink()
    _refusal("systemctl", "--user", "daemon-reload")
    if ours:
        _refusal("loginctl", "disable-linger", user)
    yield filled("command.service-removed")


def _take_back(path: Path, before: bytes | None) -> None:
    """Restore the previous unit."""
    if before is None:
        _refusal("systemctl", "--user", "disable", NAME)
        path.unlink()
    else:
        write_whole(path, before.decode(errors="surrogateescape"))
    _refusal("systemctl", "--user", "daemon-reload")


def unit(options: Sequence[str], *, lingering: bool) -> str:
    """Return the unit that starts `companion play` in this folder with these options."""
    words = ("-m", "companion", "play", *options)
    handed_on = {name: os.environ[name] for name in _PASSED_ON if os.environ.get(name)}
    # PYTHONSAFEPATH: do not import from a folder named `companion` in the working directory, such
    # as that of a clone.
    environment = {MARK: "1", "PYTHONSAFEPATH": "1", **handed_on}
    return _UNIT.format(
        lingering=LINGERING if lingering else "# Lingering was on before.",
        environment="\n".join(
            "Environment=" + _quoted(f"{name}={value}") for name, value in environment.items()
        ),
        folder=str(Path.cwd()).replace("%", "%%"),
        command=" ".join(
            [_quoted(sys.executable), *(_quoted(word).replace("$", "$$") for word in words)]
        ),
    )


def _quoted(word: str) -> str:
    """Return a word quoted for systemd."""
    if _PLAIN.fullmatch(word):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped.replace("%", "%%")}"'


# --- the system ----------------------------------------------------------------------------------


def _check_here() -> None:
    """Raise `ServiceError` if the user has no systemd. Its message names an alternative."""
    start = f"{sys.executable} -m companion"
    if sys.platform == "win32":
        raise ServiceError("command.service-windows", command=start)
    if sys.platform == "darwin":
        raise ServiceError("command.service-macos", command=start)
    if shutil.which("systemctl") is None or shutil.which("loginctl") is None:
        raise ServiceError("command.service-systemd", command=start)
    if os.geteuid() == 0 and os.environ.get("SUDO_USER"):
        raise ServiceError("command.service-sudo")


def _refusal(*words: str) -> Sentence | None:
    """Run a system program. Return in a few words why it failed, or None."""
    try:
        done = _run(*words)
    except subprocess.TimeoutExpired:
        return filled("command.no-answer-of", program=words[0])
    except OSError as error:
        return plain(error.strerror or str(error))
    if done.returncode == 0:
        return None
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    return plain(lines[0]) if lines else filled("command.ended-with", code=done.returncode)


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - only words of this module
        words,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE,
        check=False,
    )


def user_name() -> str:
    """Return the name of the user."""
    if sys.platform == "win32":
        raise ServiceError("command.service-linux")
    import pwd  # noqa: PLC0415 - not on Windows

    return pwd.getpwuid(os.getuid()).pw_name


def _lingers(user: str) -> bool:
    """Return whether this user's services run without a login."""
    try:
        return "Linger=yes" in _run("loginctl", "show-user", user, "--property=Linger").stdout
    except (OSError, subprocess.TimeoutExpired):
        return False


def _advice(user: str) -> Iterator[Sentence]:
    """Yield advice on what is still missing for a service without a login."""
    if lacking := _lacking(user):
        command = f"sudo usermod -aG {','.join(lacking)} {user}"
        yield filled("command.service-groups", command=command)
    try:
        load("evdev", "keypads")
    except LibraryError as error:
        yield filled("command.no-keypads", error=first_sentence(error))


def _lacking(user: str) -> list[str]:
    """Return the groups that the service needs and the user does not belong to."""
    if sys.platform == "win32":
        raise ServiceError("command.service-linux")
    import grp  # noqa: PLC0415 - not on Windows

    if os.geteuid() == 0:
        return []
    own = os.getgroups()
    there = [group for group in grp.getgrall() if group.gr_name in _GROUPS]
    lacking = [each for each in there if each.gr_gid not in own and user not in each.gr_mem]
    return [each.gr_name for each in lacking]


# --- switching on and off -------------------------------------------------------------------------


def wait_for_voice(name: str, device: str) -> None:
    """Wait a short time for a working voice, because there may be no sound yet at boot.

    name, device -- as for `voices.choose`. Raises `UnknownVoiceError`.
    """
    until = time.monotonic() + SOUND_WITHIN
    while name != "print" and time.monotonic() < until:
        voice = choose(name, device).voice
        if voice is not None:
            voice.close()
            return
        time.sleep(AGAIN)


def shut_down() -> Sentence | None:
    """Switch the computer off. Return why it refuses, or None."""
    refusal = _refusal("systemctl", "poweroff")
    return filled("command.not-shut-down", reason=refusal) if refusal else None
