"""Executes the commands of the host. A repeated command changes nothing."""

from names import FIRMWARE, PROTOCOL, ZONES
from wire import clean

STAY = "stay"
LAMP_MS = {".": 150, "-": 450, " ": 300}
LONGEST_SIGNAL = 32
TESTS = ("all", "zones", "dice", "keys", "flash")


def number(text: str, least: int, most: int) -> int | None:
    """Return a decimal number within bounds, or None."""
    if not text or len(text) > 5 or any(c not in "0123456789" for c in text):
        return None
    value = int(text)
    return value if least <= value <= most else None


class Commands:
    """Executes the commands that every board knows. verbs -- the method for each verb."""

    def __init__(self, board) -> None:
        self._board = board
        self.verbs = {
            "HELLO": self._hello,
            "SNAP": self._snap,
            "RATE": self._rate,
            "TEST": self._test,
            "SIGNAL": self._signal,
            "REBOOT": self._reboot,
        }

    def obey(self, body: str) -> None:
        """Execute a command and answer it. Any body that is not a well-formed `Q` is ignored."""
        fields = body.split(",")
        if fields[0] != "Q" or len(fields) < 3:
            return
        asked = number(fields[1], 0, 65535)
        verb = fields[2]
        if asked is None or not 1 <= len(verb) <= 16 or any(not "A" <= c <= "Z" for c in verb):
            return
        do = self.verbs.get(verb)
        ok, detail = do(fields[3:]) if do else (False, "unknown verb")
        answer = "A,%d,%s" % (asked, "ok" if ok else "err")
        self._board.say(answer + ("," + clean(detail) if detail else ""))

    def _hello(self, _given: list[str]) -> tuple[bool, str]:
        self._board.hello()
        return True, ""

    def _snap(self, _given: list[str]) -> tuple[bool, str]:
        self._board.snap()
        return True, ""

    def _rate(self, given: list[str]) -> tuple[bool, str]:
        rate = number(given[0], 1, 10) if given else None
        if rate is None:
            return False, "arguments"
        self._board.reporter.rate(rate)
        return True, ""

    def _test(self, given: list[str]) -> tuple[bool, str]:
        if not given or given[0] not in TESTS:
            return False, "arguments: " + " ".join(TESTS)
        return self._board.self_test(given[0])

    def _signal(self, given: list[str]) -> tuple[bool, str]:
        """Blink the lamp: `.` is short, `-` is long, other characters are pauses."""
        if not given:
            return False, "arguments"
        self._board.blink(given[0][:LONGEST_SIGNAL])
        return True, ""

    def _reboot(self, given: list[str]) -> tuple[bool, str]:
        """Restart. With `repl`, stop at the prompt for a programmer."""
        self._board.restart_soon(bool(given) and given[0] == "repl")
        return True, ""


def hello(board_id: str, nonce: str) -> str:
    """Return the body that identifies this board."""
    return "H,%d,%s,%s,%s,%d" % (PROTOCOL, FIRMWARE, board_id, nonce, len(ZONES))
