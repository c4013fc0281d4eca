"""Measures the memory of an evening with hints: `python benchmarks/hint_memory.py [TURNS]`.

It plays an evening of backgammon in practice mode at a typed table, in a separate process. In each
turn the script types the dice, waits for the first and the second hint, and types a legal play. The
script prints the peak memory of the process before the first hint and at the end (Linux only).
"""

import random
import subprocess
import sys
import time
from pathlib import Path
from typing import TextIO, cast

sys.path.insert(0, str(Path(__file__).parents[1]))

from companion.rules import Player, find_game

EVENING = [sys.executable, "-m", "companion", "play", "--board", "typed", "--game", "backgammon"]
EVENING += ["--mode", "practice", "--voice", "print", "--no-journal", "--lang", "en"]
RULES = find_game("backgammon")
THINKING = 2.5
"""Seconds for the deeper evaluation on a busy machine."""


def most_memory(process: int) -> float:
    """Return the peak of a process's memory, in megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def main(turns: int) -> None:
    """Play the turns and print the memory."""
    chance = random.Random(1)  # noqa: S311 - repeatable
    position, player = RULES.start, Player.V
    with subprocess.Popen(
        EVENING, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as evening:
        keyboard = cast("TextIO", evening.stdin)

        def type_line(line: str, seconds: float = 0.3) -> None:
            print(line, file=keyboard, flush=True)
            time.sleep(seconds)

        time.sleep(3)
        before = most_memory(evening.pid)
        for turn in range(turns):
            high, low = sorted(chance.sample(range(1, 7), 2), reverse=True)
            dice = (high, low) if turn else (6, 3)  # green begins
            type_line(f"{dice[0]}{dice[1]}", THINKING)
            type_line("hint", 1)
            end = chance.choice(sorted(RULES.ends(position, player, dice).positions))
            type_line(" ".join(RULES.plays(position, player, dice, end)[0].moves))
            type_line("")
            position, player = end, player.other
        print(f"{before:.0f} MB before the first hint, {most_memory(evening.pid):.0f} MB at most")
        evening.kill()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
