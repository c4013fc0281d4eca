"""Computes how well four ways to sense the pieces keep the limits for the board.

Forces come from `physics/magnets.py`, tags from `physics/tags.py`, Hall sensors from
`physics/hall.py`, hours from `work_time.py`, prices of unchanged parts from the parts list. Each
other number has its source next to it. Nothing was measured.
"""

from dataclasses import dataclass, replace
from functools import cache
from math import pi, sqrt

from hardware import circuit as wiring
from hardware import layout, parts_list, parts_radio, tag_disc
from hardware import parameters as p
from hardware.parts_line import pieces, seats
from hardware.physics import hall, magnets, onewire, tags
from hardware.work_time import Operation, hours, other_board, sensing_board

LEAST_GRAMS = 50.0  # a contact; gold is satisfactory from about there: R. Mroczkowski, "May the
# force be with you", Connector Specifier 17.3
MOST_ERRORS = 3e-4  # of readings, at the end of its life
MOST_JOINTS = 300
MOST_HOURS = 20.0
LEAST_PUSH = 0.6  # newtons at the top of a pile of five: a hand that reads
GRAM = magnets.GRAVITY / 1000  # newtons

# The life of a board, estimated for a club that meets twice a week for ten years.
EVENINGS, GAMES, PLAYS, MOVES = 1000, 6, 50, 2.3
# The number of cycles that finishes and pins last, from the makers' pages for gold fingers
# (benlidapcba.com) and for spring pins (woyoconn.com), read 2026-11-27.
ENIG_CYCLES, HARD_GOLD_CYCLES, PIN_CYCLES = 10, 10_000, 50_000
# Clean gold by Holm's formula: resistivity in ohm metres, hardness of plated gold in pascal.
GOLD, HARDNESS = 2.4e-8, 1.5e9

PINS = 3  # the number of pins in a piece: one in the centre, two on the ring
PIN_GRAMS, PIN_SPREAD = 65.0, 0.2  # the force of one pin, from memory: 65 grams, within a fifth
PIN_MAGNET = (8.0, 3.0)  # the smallest usual magnet that holds against the strongest pins
PIN_JOINTS = 4  # in a piece: two wires from disc to disc
LIGHT_PIECE = 8.0  # grams, without washers: steel bends fields
TAG_PIECE = 9.5  # grams, with a deep foot and without washers, which would shield its tag
# Newtons that a pile with deep feet stands, from the simulation in `physics/piles.py`.
DEEP_PUSH = 1.0

TAG = tags.Tag(tag_disc.mean_radius(), tag_disc.RESONANCE)
IN_TUNE = replace(TAG, resonance=tags.CARRIER)
VARIED = {
    "a quality of 10": replace(TAG, quality=10.0),
    "a quality of 40": replace(TAG, quality=40.0),
    "all resonances 0.4 megahertz lower": replace(TAG, resonance=TAG.resonance - 0.4),
    "all resonances 0.4 megahertz higher": replace(TAG, resonance=TAG.resonance + 0.4),
    "a spread of 5 %": replace(TAG, spread=0.05),
}
BOARDS = 3000  # simulated, with about 7 tags on the middle point of each
PILES = 20_000  # simulated
THIN = 7.2  # pitch of the flattest piece that holds a magnet, a foot and a recess
SEED = 11
START = (5, 3, 5, 2) * 2  # pieces on the points at the start of backgammon
CONVERSION = 2e-3  # seconds for 64 readings of one sensor and its switch; a judgement


@dataclass(frozen=True)
class Bought:
    """The additions of one way to the parts list. Prices are from memory, November 2026."""

    name: str
    count: int
    euros_each: float


HOLDER = "magnet 5 x 2 mm N35"  # in the parts list; other ways have other magnets
MAIN = Bought("board that chooses among points, with its parts", 1, 40.0)
CHIP = Bought("DS2401", 32, 2.0)
CABLE = 1.0  # euros
# The whole board with contacts, as counted in November 2026 from its wiring, which is not kept.
BRONZE_EUROS = 306.0
BRONZE_PIECE = 15.0  # grams, with two washers of steel
BRONZE_WORK = {
    "solder a joint": 1168,
    "cut, strip, mark and lay a wire": 416,
    "cut and bend a spring, and measure it": 128,
    "mark a magnet and glue it in": 148,
    "clean a disc and glue it in": 148,
    "check and close a piece": 32,
    "take a printed part off and clean it": 124,
    "turn in a screw": 118,
    "measure a net": 91,
    "make a die": 4,
    "teach a piece": 32,
    "teach a face of a die": 24,
}


@dataclass(frozen=True)
class Way:
    """One way to sense the pieces, with its computed force, errors, work and price."""

    name: str
    grams: float | None  # the weakest contact's force; None if there are no contacts
    errors: float | None  # share of readings at the end of life; None if it is unknown
    work: list[Operation]
    euros: float
    board_seconds: float
    joint: magnets.Joint
    spread: magnets.Spread
    stands: float | None = None  # newtons, if feet are so deep that a leaning pile does not tip

    @property
    def joints(self) -> int:
        """Return how many joints are soldered by hand."""
        return next(one.count for one in self.work if one.name == "solder a joint")

    @property
    def hours(self) -> float:
        """Return the estimated hours of work."""
        return hours(self.work)

    @property
    def push(self) -> float:
        """Return the sideways force at its top that a pile of five stands, in newtons."""
        return self.joint.push() if self.stands is None else self.stands

    @property
    def along(self) -> float:
        """Return the share of lifts in which the top piece brings another piece along."""
        return magnets.wrong_joint_rate(p.STACK, self.spread, SEED, joint=self.joint)

    def missed(self) -> list[str]:
        """Return the limits that this way does not keep, or for which this is unknown."""
        kept = {
            "force": self.grams is None or self.grams >= LEAST_GRAMS,
            "errors": self.errors is not None and self.errors < MOST_ERRORS,
            "piles": self.push >= LEAST_PUSH,
            "joints": self.joints <= MOST_JOINTS,
            "hours": self.hours <= MOST_HOURS,
        }
        return [limit for limit, is_kept in kept.items() if not is_kept]


def bronze() -> Way:
    """Return the first design: fingers of bronze on gilded discs, and feet of 2 mm."""
    return Way(
        "Bronze fingers and shallow feet",
        magnets.finger_force() / GRAM,
        None,
        [Operation(name, count) for name, count in BRONZE_WORK.items()],
        BRONZE_EUROS,
        one_wire_seconds(),
        replace(magnets.FINGERS, mass=BRONZE_PIECE),
        magnets.Spread(),
    )


def pins() -> Way:
    """Return the way with gilded spring pins and stronger magnets."""
    joint = magnets.Joint(*PIN_MAGNET, PINS * PIN_GRAMS * GRAM)
    holders = 2 * pieces() + seats()
    added = (
        Bought("board of a point with three seats in hard gold", 28, 4.0),
        Bought("disc in hard gold, with chip or pins", 2 * pieces(), 0.8),
        Bought("spring pin", PINS * pieces(), 0.25),
        Bought("magnet 8 x 3 mm N35", holders, 0.2),
    )
    work = other_board(28, PIN_JOINTS, holders, 2 * pieces())
    return Way(
        "Spring pins and stronger magnets",
        PIN_GRAMS * (1 - PIN_SPREAD),
        None,
        work,
        _price((MAIN, CHIP, *added), 28),
        one_wire_seconds(),
        joint,
        magnets.Spread(strip=PIN_SPREAD / 2 / sqrt(PINS) / 3),  # a pin's limit is two deviations
    )


def hall_sensors() -> Way:
    """Return the way with one Hall sensor below each seat. The upper pole tells the colour."""
    added = (
        Bought("board of nine sensors", 8, 16.0),
        Bought("board of three sensors", 4, 7.0),
        Bought("magnet 10 x 3 mm N35", pieces(), 0.3),
    )
    work = other_board(12, 0, pieces(), 0, printed_less=pieces())
    return Way(
        "Hall sensors, the colour in the magnet",
        None,
        hall.wrong_counts(THIN, p.STACK, PILES, SEED),
        work,
        _price((MAIN, *added), 12),
        seats() * CONVERSION,
        magnets.Joint(hall.DIAMETER, hall.LENGTH, 0.0, LIGHT_PIECE, THIN - hall.LENGTH, THIN),
        magnets.Spread(),
    )


def radio_tags() -> Way:
    """Return the way with a tag in each piece and an antenna below each point."""
    return Way(
        "Radio tags and an antenna below each point",
        None,
        below(tag_tally().errors, tag_tally().tags),
        sensing_board(),
        board_price(),
        tag_tally().steps * tag_seconds(),
        magnets.Joint(p.HOLD_DIAMETER, p.HOLD_THICKNESS, 0.0, TAG_PIECE),
        magnets.Spread(),
        DEEP_PUSH,
    )


def ways() -> list[Way]:
    """Return all ways."""
    return [bronze(), pins(), hall_sensors(), radio_tags()]


@cache
def tag_tally(tag: tags.Tag = TAG) -> tags.Tally:
    """Return the results of the simulated boards with tags."""
    return tags.tally(tag, BOARDS, SEED)


def below(errors: int, tries: int) -> float:
    """Return the error rate; without errors, the rate that is excluded with 95 % confidence."""
    return errors / tries if errors else 3 / tries


def one_wire_seconds() -> float:
    """Return the time on the wire to find all pieces: a reset, 8 bits, and 64 of three slots."""
    resets, slots = pieces() + len(layout.seats()), (8 + 64 * 3) * pieces()
    return resets * 960e-6 + slots * 70e-6


def tag_seconds() -> float:
    """Return the time to read the whole board once at the start of backgammon."""
    empty = len(layout.seats()) - len(START)
    return sum(map(tags.inventory_seconds, START)) + empty * tags.inventory_seconds(0)


def move_seconds() -> float:
    """Return the time to read the two points of a move, five pieces each, at all currents."""
    return 2 * tag_tally().steps * tags.inventory_seconds(5)


def placements() -> float:
    """Return how often each piece is put down in the life of a board."""
    return EVENINGS * GAMES * PLAYS * MOVES / (pieces() - 2)


def spare_ohms() -> float:
    """Return what each contact of a pile of five may add before a 0 is read as a 1, in ohms."""
    most = wiring.LINE_PULL_UP * onewire.CONTROLLER_LOW / (onewire.SUPPLY - onewire.CONTROLLER_LOW)
    now = wiring.LINE_PULL_UP / (onewire.SUPPLY / onewire.low_at_controller() - 1)
    return (most - now) / (2 * p.STACK)


def clean_ohms(grams: float) -> float:
    """Return the resistance of a clean gold contact by Holm's formula, in ohms."""
    return GOLD / 2 * sqrt(pi * HARDNESS / (grams * GRAM))


def frequencies() -> int:
    """Return how many coils in one pile can have separate frequencies from 0.1 to 1 megahertz.

    Two coupled coils split by about their coupling, so their frequencies must differ by more.
    """
    linked = tags.coupling(11.0, 0.0, p.STACK_PITCH)
    count, frequency = 0, 0.1
    while frequency <= 1:
        count, frequency = count + 1, frequency * (1 + 2 * linked)
    return count


def board_price() -> float:
    """Return the price of both parts lists, in euros."""
    return parts_list.total() + parts_list.total(parts_radio.lines())


def _price(added: tuple[Bought, ...], cables: int) -> float:
    """Return the price of a board with other magnets and boards, and the usual sensors of dice."""
    dice = sum(line.quantity * line.euros_each for line in parts_radio.sensors())
    kept = parts_list.total() - sum(
        line.quantity * line.euros_each for line in parts_list.lines() if line.part == HOLDER
    )
    return kept + dice + sum(one.count * one.euros_each for one in added) + CABLE * cables
