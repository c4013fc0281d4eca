"""Sets up a broker with the commands of the club guide."""

import re
import shlex
import subprocess
from pathlib import Path

from tests.test_docs import ROOT, section

GUIDE = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")


class Setup:
    """The club guide's broker, set up in a folder instead of in /etc, by the guide's own lines."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self._port = port
        part = section(GUIDE, "### A broker that is not on this machine")
        blocks = re.findall(r"^```\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
        shell, config, rights, then, table, hall = blocks
        self._run(shell)
        self.config = self._here(config)
        (folder / "mosquitto/companion.acl").write_text(rights)
        self._run(then.replace("sudo systemctl restart mosquitto\n", ""))
        self.certificate = folder / "companion/club.crt"
        self.certificate.parent.mkdir()
        (folder / "club.crt").rename(self.certificate)
        self.table, self.hall = self._url(table), self._url(hall)

    def _here(self, text: str) -> str:
        text = text.replace("sudo ", "").replace("/etc/", f"{self.folder}/")
        return text.replace("club.example", "localhost").replace("8883", str(self._port))

    def _run(self, lines: str) -> None:
        """Run lines of the guide. A requested password is the user's name backwards."""
        for line in self._here(lines).splitlines():
            words = shlex.split(line)
            asked = f"{words[-1][::-1]}\n" * 2 if words[0] == "mosquitto_passwd" else ""
            subprocess.run(  # noqa: S603 - the guide's own lines
                words, cwd=self.folder, input=asked, text=True, check=True, capture_output=True
            )

    def tells(self, topic: str, *who: str) -> str:
        """Publish as a client. Return the client's output, "" if the message is accepted."""
        told = subprocess.run(  # noqa: S603 - Mosquitto's own tool
            ["mosquitto_pub", "-V", "5", "-h", "localhost", "-p", str(self._port), "-q", "1",  # noqa: S607
             "--cafile", str(self.certificate), "-t", f"companion/1/table/{topic}",
             "-m", '{"v":1,"here":true}', *who],
            capture_output=True, text=True, timeout=20, check=False,
        )  # fmt: skip
        return told.stdout + told.stderr

    def _url(self, lines: str) -> str:
        found = re.search(r"--broker '([^']+)'", self._here(lines))
        assert found is not None
        return found[1]
