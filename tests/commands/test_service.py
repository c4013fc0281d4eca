"""`companion service`: the unit whole or not at all, and what systemd is asked for, in order.

systemctl and loginctl are scripts of the test's own, so nothing of this machine is changed.
"""

import grp
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.commands import main as cli
from companion.commands import service
from companion.commands.service import LINGERING, MARK, unit
from tests.program import python
from tests.speech.messages import english
from tests.speech.spy import SpyVoice
from tests.tables import table

TOLD = """\
#!/bin/sh
echo "$(basename "$0") $*" >> "$SERVICE_LOG"
case "$*" in show-user*) echo "Linger=$LINGERS"; exit 0;; esac
case "$*" in *"$REFUSED"*) echo "Failed: not today." >&2; echo "See the log." >&2; exit 1;; esac
"""
ROOT = Path(__file__).parents[2]
RELOAD = "systemctl --user daemon-reload"
ENABLE = "systemctl --user enable companion.service"
RESTART = "systemctl --user restart companion.service"


class System:
    """The programs of a system that are asked, and the folder of the user's units."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self._log = folder / "log"
        self.unit = folder / "config" / "systemd" / "user" / "companion.service"
        for name in ("systemctl", "loginctl"):
            program = folder / "bin" / name
            program.parent.mkdir(exist_ok=True)
            program.write_text(TOLD)
            program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder / 'bin'}:{os.environ['PATH']}")
        monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        monkeypatch.setenv("SERVICE_LOG", str(self._log))
        monkeypatch.delenv("SUDO_USER", raising=False)
        self.has()

    def has(self, refused: str = "nothing", lingers: str = "no") -> None:
        """What it refuses, and whether the user's services run without a login."""
        self._monkeypatch.setenv("REFUSED", refused)
        self._monkeypatch.setenv("LINGERS", lingers)

    def asked(self) -> list[str]:
        """What it was asked since, but for what it was only looked up."""
        lines = self._log.read_text().splitlines() if self._log.exists() else []
        self._log.unlink(missing_ok=True)
        return [
            line.replace(service.user_name(), "me") for line in lines if " show-user " not in line
        ]


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    return System(tmp_path, monkeypatch)


def test_the_service_is_installed_and_removed(
    system: System, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["service", "install", "--", "--lang", "fr", "--board", "typed"]) == 0
    told = capsys.readouterr().out
    assert f"Companion is installed as a service, in {system.unit}, and is running." in told
    assert "It starts with the computer" in told
    assert system.asked() == [RELOAD, ENABLE, RESTART, "loginctl enable-linger me"]
    lines = system.unit.read_text().splitlines()
    assert f"ExecStart={sys.executable} -m companion play --lang fr --board typed" in lines
    assert {f"Environment={MARK}=1", f"WorkingDirectory={Path.cwd()}"} <= {*lines}
    assert {"Restart=on-failure", "WantedBy=default.target", LINGERING} <= {*lines}
    assert [*system.unit.parent.iterdir()] == [system.unit]

    assert cli.main(["service", "remove"]) == 0
    gone = "systemctl --user disable --now companion.service"
    assert system.asked() == [gone, RELOAD, "loginctl disable-linger me"]
    assert not system.unit.exists()
    assert cli.main(["service", "remove"]) == 1
    assert "There is no service to remove" in capsys.readouterr().err


@pytest.mark.parametrize("step", ["daemon-reload", "enable companion", "restart"])
@pytest.mark.parametrize("before", ["", "# one of before\n"])
def test_if_systemd_refuses_the_former_unit_is_restored(
    system: System, capsys: pytest.CaptureFixture[str], step: str, before: str
) -> None:
    if before:
        system.unit.parent.mkdir(parents=True)
        system.unit.write_text(before)
    system.has(refused=step)
    assert cli.main(["service", "install"]) == 1
    told = capsys.readouterr().err
    assert told == "The service cannot be installed, systemctl refuses: Failed: not today.\n"
    assert (system.unit.read_text() if system.unit.exists() else "") == before
    assert [*system.unit.parent.iterdir()] == [system.unit] * bool(before)
    assert system.asked()[-1] == RELOAD


def test_a_full_disk_changes_nothing(
    system: System, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert cli.main(["service", "install"]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert [*system.unit.parent.iterdir()] == []
    assert system.asked() == []


def test_without_lingering_a_sentence_says_that_it_waits_for_a_login(
    system: System, capsys: pytest.CaptureFixture[str]
) -> None:
    system.has(refused="enable-linger")
    assert cli.main(["service", "install"]) == 0
    assert "It starts when you log in, not yet at boot" in capsys.readouterr().out
    assert system.unit.exists()


def test_lingering_that_was_on_before_stays_on(system: System) -> None:
    system.has(lingers="yes")
    assert cli.main(["service", "install"]) == 0
    assert cli.main(["service", "remove"]) == 0
    assert [line for line in system.asked() if "linger" in line] == []


def test_after_a_second_install_lingering_can_still_be_switched_off(system: System) -> None:
    assert cli.main(["service", "install"]) == 0
    system.has(lingers="yes")
    assert cli.main(["service", "install"]) == 0
    assert cli.main(["service", "remove"]) == 0
    assert system.asked()[-1] == "loginctl disable-linger me"


def test_a_service_that_cannot_be_stopped_is_not_removed(
    system: System, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(["service", "install"])
    system.has(refused="disable")
    assert cli.main(["service", "remove"]) == 1
    assert "cannot be removed, systemctl refuses" in capsys.readouterr().err
    assert system.unit.exists()


@pytest.mark.parametrize(("words", "told"), table("commands/refused-services"))
def test_options_that_play_would_refuse_are_refused_at_once(
    system: System, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    try:
        code: object = cli.main(["service", *words])
    except SystemExit as ended:  # raised by the parser
        code = ended.code
    assert code == 2
    assert told in capsys.readouterr().err
    assert system.asked() == []
    assert not system.unit.exists()


@pytest.mark.parametrize(
    ("platform", "told"), [("win32", "shell:startup"), ("darwin", "Login Items")]
)
def test_without_systemd_one_sentence_says_what_to_do(
    system: System,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    platform: str,
    told: str,
) -> None:
    monkeypatch.setattr(service, "sys", SimpleNamespace(platform=platform, executable="python"))
    assert cli.main(["service", "install"]) == 1
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1
    assert not system.unit.exists()


def test_without_a_user_session_and_with_sudo_a_sentence_says_what_to_do(
    system: System,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("SUDO_USER", "ann")
    assert cli.main(["service", "install"]) == 1
    assert "without sudo" in capsys.readouterr().err
    monkeypatch.setenv("PATH", str(tmp_path))
    assert cli.main(["service", "remove"]) == 1
    assert "This system has no systemd." in capsys.readouterr().err
    assert system.asked() == []


def test_groups_that_a_service_needs_are_named(
    system: System, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    user = service.user_name()
    groups = [
        grp.struct_group((name, "x", number, members))
        for name, number, members in (
            ("audio", 1, []), ("dialout", 2, []), ("input", 3, [user]), ("games", 4, []),
        )
    ]  # fmt: skip
    monkeypatch.setattr(grp, "getgrall", lambda: groups)
    monkeypatch.setattr(os, "getgroups", lambda: [2])
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert cli.main(["service", "install"]) == 0
    assert f"sudo usermod -aG audio {user}\n" in capsys.readouterr().out
    assert system.unit.exists()


WORDS = ["--words", "a b", "100%", 'say "so"', "back\\slash", "two\nlines", "${HOME}", "", ";", "'"]
QUOTED = '--words "a b" "100%%" "say \\"so\\"" "back\\\\slash" "two\\nlines" "$${HOME}" "" ";" "\'"'


def test_arguments_reach_the_program_unchanged() -> None:
    line = next(x for x in unit(WORDS, lingering=False).splitlines() if x.startswith("ExecStart="))
    assert line.endswith(f" -m companion play {QUOTED}")


def test_a_folder_named_companion_does_not_hide_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "companion").mkdir()
    monkeypatch.chdir(tmp_path)
    lines = unit((), lingering=False).splitlines()
    assert f"WorkingDirectory={tmp_path}" in lines
    own = dict(line.split("=", 2)[1:] for line in lines if line.startswith("Environment="))
    done = python("-m", "companion", "--version", cwd=tmp_path, env={**os.environ, **own})
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_sets_the_variables_of_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    monkeypatch.setenv("XDG_DATA_HOME", "/a 100%")
    monkeypatch.delenv("LC_ALL", raising=False)
    lines = unit((), lingering=False).splitlines()
    assert "Environment=LANG=fr_FR.UTF-8" in lines
    assert 'Environment="XDG_DATA_HOME=/a 100%%"' in lines
    assert not any("LC_ALL" in line for line in lines)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd to ask")
def test_systemd_accepts_the_unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", "/a 100%")
    path = tmp_path / "companion.service"
    for words in (["--lang", "fr"], WORDS, ["--lang", '"\nBogus=1']):
        path.write_text(unit(words, lingering=True))
        assert verified(path)
    path.write_text(unit((), lingering=True).replace("RestartSec", "Restarting"))
    assert not verified(path)


def verified(path: Path) -> bool:
    """Whether systemd reads a unit without a word."""
    done = subprocess.run(  # noqa: S603 - words of ours
        ["systemd-analyze", "verify", "--user", "--man=no", str(path)],  # noqa: S607 - wherever it is
        capture_output=True,
        text=True,
        check=False,
    )
    return (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("works_at", "looks"), [(1, 1), (3, 3)])
def test_after_the_start_the_service_waits_for_a_voice(
    monkeypatch: pytest.MonkeyPatch, works_at: int, looks: int
) -> None:
    voice, asked = SpyVoice(), []

    def choose(name: str, device: str) -> SimpleNamespace:
        asked.append((name, device))
        return SimpleNamespace(voice=voice if len(asked) == works_at else None)

    monkeypatch.setattr(service, "choose", choose)
    monkeypatch.setattr(service, "AGAIN", 0.0)
    service.wait_for_voice("auto", "card")
    assert asked == [("auto", "card")] * looks
    assert voice.closed


def test_waiting_for_a_voice_ends_if_none_is_wanted_or_none_works(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def choose(name: str, _device: str) -> SimpleNamespace:
        asked.append(name)
        return SimpleNamespace(voice=None)

    monkeypatch.setattr(service, "choose", choose)
    service.wait_for_voice("print", "")
    assert asked == []
    monkeypatch.setattr(service, "AGAIN", 0.01)
    monkeypatch.setattr(service, "SOUND_WITHIN", 0.05)
    service.wait_for_voice("auto", "")
    assert 1 < len(asked) < 10


def test_a_refusal_to_switch_off_is_one_sentence(system: System) -> None:
    assert service.shut_down() is None
    system.has(refused="poweroff")
    assert str(service.shut_down()) == (
        "The computer is not shut down, systemctl refuses: Failed: not today."
    )
    assert system.asked() == ["systemctl poweroff"] * 2


def test_the_sentences_quoted_in_the_page_exist() -> None:
    page = " ".join((ROOT / "docs" / "at-boot.md").read_text("utf-8").split())
    for name in ("setting.ready", "menu.stop", "menu.shut-down", "setting.not-shut-down"):
        assert f'"{english(name)}"' in page
