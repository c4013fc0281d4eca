"""Compares the ways to play: `python -m hardware.options` writes `hardware/options.md`."""

import re
from dataclasses import dataclass
from pathlib import Path

from hardware import parts_list, parts_radio, parts_trial, sensing_ways
from hardware.work_time import (
    MINUTES,
    READY_NETS,
    TAG_TRIAL_JOINTS,
    Operation,
    hours,
    sensing_board,
    switch_board,
    trial,
    with_more,
)

PAGE = Path(__file__).with_name("options.md")
SWITCH_GUIDE = Path(__file__).with_name("switch-board.md")
SHIPPING = 120.0  # several shops; an estimate
# The weight of all exported parts. Pieces, dice and key caps are solid. The others have walls of
# 1.2 mm and an infill of 20 %.
PRINTED_GRAMS = 2280
GRAMS_AN_HOUR = 13  # of a printer at about 50 mm a second; an estimate
PRINTING_HOURS = 5 * round(PRINTED_GRAMS / GRAMS_AN_HOUR / 5)  # the printer works by itself
KEYPAD = 10.0
# The parts of the trial that are also in the board's parts list; `parts_trial` lists the others. Of
# consumables the smallest amount is bought. Solder counts as a tool, as for the switch board.
TRIAL_PARTS = {
    "magnet 5 x 2 mm N35": 2 * parts_trial.PIECES + parts_trial.SEATS,
    "magnet 4 x 4 mm N42": 1,
    "Raspberry Pi Pico": 1,
    "perforated board 70 x 90 mm": 1,
    "key 12 x 12 mm": 3,
    "resistor 4.7 kilo-ohm": 2,
    "capacitor 100 nanofarad": 1,
    "stranded wire 0.14 mm2": 3,
    "USB cable with data wires": 1,
    "epoxy glue": 1,
    "PLA filament": 0.2,
}
# What tag-trial.md needs less of than the whole list of the boards for radio tags, and what else.
TAG_PIECES = 10
TAG_TRIAL_LESS = {
    "circuit board antennas_3": 1.0,
    "circuit board antennas_1": 0.0,
    "plug JST PH with 6 poles": 9.0,
    "plug JST PH with 2 poles": 4.0,
    "capacitor 27 picofarad": 3.0,
    "capacitor 15 picofarad": 3.0,
    "resistor 15 ohm": 6.0,
    "ready cable with 6 poles": 1.0,
    "ready cable with 2 poles": 0.0,
    "screw M3 x 10 with nut": 0.0,
    "washer M3": 4.0,
    "felt pad": 0.0,
    "circuit board tag_disc": TAG_PIECES,
    "ST25DV04KC-IE8C3": TAG_PIECES,
    "capacitor 56 picofarad": TAG_PIECES,
    "mounting of parts": 3.0,
    **{line.part: 0.0 for line in parts_radio.sensors()},
}
TAG_TRIAL_ALSO = {
    "Raspberry Pi Pico": 1,
    "USB cable with data wires": 1,
    "magnet 5 x 2 mm N35": 29,
    "epoxy glue": 1,
    "double-sided foam tape, 2 mm thick": 1,
    "nail polish": 1,
    "PLA filament": 1,
    "perforated board 70 x 90 mm": 1,
}
ANALYSER = 60.0  # a NanoVNA, from memory; the only tool with a price, because few people have one
INTRODUCTION = """# Which way to play

Made by `python -m hardware.options`: do not change it by hand. Five ways, the cheapest first, each
with the same six lines.

**Prices and times are estimates.** Prices are from memory, November 2026: no shop was asked.
`parts.csv` and `radio-parts.csv` have the source and date of each price of the sensing board. Tools
are not counted. Hours are the number of operations, counted from wiring, models and guides, times
minutes that were judged in November 2026: nobody has been timed. Drying glue, printing, faults and
learning to solder come on top.

## Which to build

- You want to play soon, and do not solder or do not want to pay: build nothing, and type at any
  tactile board.
- You have 25 euros and a weekend, and can solder wires and drill: build the switches. Of the boards
  in this folder only this one should be built for play today.
- You have 50 euros, an afternoon and a 3D printer, and want to help: build the trial, and publish
  what it counted. Its die and dice tray belong to the sensing board.
- You can measure radio circuits and have {tags:.0f} euros, and {analyser:.0f} more if you need an
  analyser: build the trial with radio tags, `tag-trial.md`. It is the first part of the sensing
  board, and all of it is used again.
- Do not build the whole sensing board before somebody has written that this trial went well. By
  calculation it keeps all limits: of contacts, errors, piles, joints and hours.
"""


@dataclass(frozen=True)
class Way:
    """One way to play, in the sentences of the page."""

    title: str
    money: str
    time: str
    skills: str
    can: str
    cannot: str
    tried: str


def trial_price() -> float:
    """Return the price of all parts for the trial, in euros, without shipping."""
    each = {line.part: line.euros_each for line in parts_list.lines()}
    shared = sum(each[part] * quantity for part, quantity in TRIAL_PARTS.items())
    return shared + parts_list.total(parts_trial.lines())


def tag_trial_price() -> float:
    """Return the price of all parts for the trial with radio tags, in euros, without shipping."""
    each = {line.part: line.euros_each for line in parts_list.lines()}
    radio = parts_radio.lines()
    if unknown := TAG_TRIAL_LESS.keys() - {line.part for line in radio}:
        raise ValueError(f"The list for radio tags has no {', '.join(sorted(unknown))}.")
    needed = [TAG_TRIAL_LESS.get(line.part, line.quantity) * line.euros_each for line in radio]
    also = [each[part] * quantity for part, quantity in TAG_TRIAL_ALSO.items()]
    return sum(needed) + sum(also)


def tag_trial() -> list[Operation]:
    """Return the operations of the trial with radio tags, without its measurements of radio."""
    work = [
        Operation("mark a magnet and glue it in", TAG_TRIAL_ALSO["magnet 5 x 2 mm N35"]),
        Operation("clean a disc and glue it in", TAG_PIECES),
        Operation("close a piece", TAG_PIECES),
        Operation("take a printed part off and clean it", 2 * TAG_PIECES + 3),
        Operation("fit a ready circuit board", 2),
        Operation("plug in a ready cable", 1),
        Operation("measure a net", READY_NETS),
        Operation("teach a piece", TAG_PIECES),
    ]
    keys = 3  # wires to touch: two keys and ground
    more = {
        "solder a joint": TAG_TRIAL_JOINTS + keys,
        "cut, strip, mark and lay a wire": 2 * 9 + 2 + keys,
        "turn in a screw": 8,  # without those to the keys' frame
    }
    return with_more(work, more)


def switch_board_price() -> float:
    """Return the sum in the guide of the board with switches, in euros."""
    found = re.search(r"^Together: ([\d.]+) euros", SWITCH_GUIDE.read_text("utf-8"), re.MULTILINE)
    if found is None:
        raise ValueError(f"{SWITCH_GUIDE.name} states no sum.")
    return float(found[1])


def ways() -> list[Way]:
    """Return the ways, the cheapest first."""
    board = sensing_ways.radio_tags()
    return [
        Way(
            "Nothing: the computer alone",
            "0 euros.",
            "none to build.",
            "none.",
            "play the demo, and play and learn against Companion by typing.",
            "give you a board to feel.",
            "by programs on simulated evenings, such as those of `docs/first-evening.md`.",
        ),
        Way(
            "Typed: any tactile board and a keypad",
            f"about {KEYPAD:.0f} euros for a numeric keypad; 0 with a keyboard. You need a board.",
            "none to build.",
            "typing numbers. `docs/typed.md` has every key.",
            "judge every move of all games at your own board, with your own dice.",
            "notice a piece that was put elsewhere than typed.",
            "by programs; nobody has timed people.",
        ),
        Way(
            "Switches: any tactile board with switches along its edges",
            f"about {switch_board_price():.0f} euros without shipping. You need a board.",
            f"about {hours(switch_board()):.0f} hours.",
            "soldering wires and diodes, drilling, a meter. There are no small chips.",
            "the same as typed, by pressing where a piece comes from and where it goes.",
            "notice a piece that was put elsewhere than pressed, or see the dice.",
            "with simulated switches; nobody has built it. See `switch-board.md`.",
        ),
        Way(
            "Trial: five pieces with contacts, three seats and a die",
            f"about {trial_price():.0f} euros without shipping. Solder counts as a tool, as for the"
            " switches. Sticky tape, spirit and card come from the household.",
            f"about {hours(trial()):.0f} hours, a long afternoon; a day for glue, and printing. The"
            " 550 counted placements and drops come after that.",
            "soldering small discs and one small chip on an adapter, bending springs, glueing"
            " magnets; a 3D printer or its owner.",
            "show whether your pieces fit, hold and conduct, how your die falls, and how often they"
            " are read wrongly, which `companion board trial` counts.",
            "be played on, or prove the board, whose pieces have radio tags and no contacts. It has"
            " no motor, so a hand shakes the tray. Die, tray, Pico and keys are used again in the"
            " board.",
            "by nobody. See `trial.md`.",
        ),
        Way(
            "Sensing board: it feels pieces with radio tags, and dice",
            f"about {board.euros:.0f} euros for parts and {SHIPPING:.0f} for shipping from several"
            f" shops: {board.euros + SHIPPING:.0f} together.",
            f"about {board.hours:.0f} hours if nothing goes wrong, without matching the reader;"
            f" plan for 30. The printer works by itself for about {PRINTING_HOURS} hours more.",
            "soldering wires, glueing magnets, sawing; a 3D printer or its owner; once, measuring"
            " radio circuits. Small chips come mounted on their boards.",
            "judge what lies on the board, without typing and without contacts to clean.",
            "be relied upon yet: nobody has matched its reader to its antennas, which is the one"
            " step that is not solved. Make the trial with radio tags first.",
            "by calculation, and the firmware with a simulated reader. Nobody has built it. See"
            " `building.md`.",
        ),
    ]


def page() -> str:
    """Return the comparison, to be read aloud."""
    said = [INTRODUCTION.format(tags=round(tag_trial_price(), -1), analyser=ANALYSER)]
    for way in ways():
        said += [
            f"## {way.title}\n",
            f"- Money: {way.money}",
            f"- Hours: {way.time}",
            f"- Skills: {way.skills}",
            f"- It can: {way.can}",
            f"- It cannot: {way.cannot}",
            f"- Tried: {way.tried}\n",
        ]
    said.append("## Where the hours go\n")
    for title, operations in (
        ("Switches", switch_board()),
        ("Trial", trial()),
        ("Trial with radio tags, without matching the reader", tag_trial()),
        ("Sensing board", sensing_board()),
    ):
        said += [f"### {title}\n", *(_words(operation) for operation in operations)]
        said.append(f"- All together: {hours(operations):.1f} hours.\n")
    return "\n".join(said)


def _words(operation: Operation) -> str:
    name, times = operation.name, "time" if operation.count == 1 else "times"
    return (
        f"- {name[0].upper()}{name[1:]}: {operation.count} {times}, {MINUTES[name]:g} min each,"
        f" {operation.hours:.1f} hours."
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{len(ways())} ways to play.")
