"""Counts the operations of each build and estimates their time.

Counts come from wiring, layout and printed parts. The minutes were estimated in November 2026.
Nobody has been timed.
"""

from dataclasses import dataclass

from hardware import parameters as p
from hardware.circuit import KEY, circuit
from hardware.parts_line import pieces, printed, seats
from hardware.parts_list import lines
from hardware.printed import printed_parts
from hardware.wiring_list import wires

JOINTS_IN_A_PIECE = 12  # 4 at springs, 2 at each of 2 discs, 2 at the chip, 2 between wires
SPRINGS_IN_A_PIECE = 4
JOINTS_AT_A_SWITCH = 4  # the diode, its wire, and one each to join row and column
SWITCHES = 44
KEY_BOARDS = 2  # ready boards for the keys, one for each player
READY_NETS = 10  # lines to measure if all boards are bought ready made; a judgement
TRIAL_PIECES = 5
TRIAL = {
    *("U1", "R1", "R100", "J1000", "J1001", "J1002", "R10", "R11", "U4", "C4", "S1", "S6", "S7")
}
"""The parts of the circuit that the trial needs, see chapter 2 of the guide."""
JOINTS_ON_TRIAL_ADAPTER = 6  # U4, without a pin strip
MINUTES = {
    "solder a joint": 1.0,
    "cut, strip, mark and lay a wire": 2.0,
    "cut and bend a spring, and measure it": 3.0,
    "mark a magnet and glue it in": 1.5,
    "clean a disc and glue it in": 1.5,
    "check and close a piece": 10.0,
    "close a piece": 3.0,
    "fit a ready circuit board": 3.0,
    "plug in a ready cable": 1.0,
    "take a printed part off and clean it": 2.0,
    "turn in a screw": 1.0,
    "measure a net": 2.0,
    "drill a hole": 1.0,
    "fit a switch and its cap": 3.0,
    "make a die": 15.0,
    "teach a piece": 1.0,
    "teach a face of a die": 0.5,
}


@dataclass(frozen=True)
class Operation:
    """One operation, and how often it is repeated in a build."""

    name: str
    count: int

    @property
    def hours(self) -> float:
        """Return the estimated hours of all repetitions together."""
        return self.count * MINUTES[self.name] / 60


def sensing_board() -> list[Operation]:
    """Return the operations of the whole board with sensors."""
    board = circuit()
    chips = [part for part in board.parts.values() if part.kind.prefix in "UD"]
    on_adapters = {part.ref: len(part.kind.pins) for part in chips if part.ref != "U1"}
    strips = sum(legs for ref, legs in on_adapters.items() if ref[0] == "D" or legs > 6)
    zones = seats() // 3
    joints = (
        sum(len(ends) for ends in board.nets.values())
        + JOINTS_IN_A_PIECE * pieces()
        + sum(on_adapters.values())
        + strips
        + 2 * zones  # wires of a zone's seats, twisted together and soldered
    )
    dice = printed("die_upper")
    screws = sum(line.quantity for line in lines() if line.part.startswith("screw"))
    return [
        Operation("solder a joint", joints),
        Operation("cut, strip, mark and lay a wire", len(list(wires(board)))),
        Operation("cut and bend a spring, and measure it", SPRINGS_IN_A_PIECE * pieces()),
        Operation("mark a magnet and glue it in", _bought("magnet 5 x 2 mm N35")),
        Operation("clean a disc and glue it in", _bought("contact disc")),
        Operation("check and close a piece", pieces()),
        Operation("take a printed part off and clean it", _printed_together()),
        Operation("turn in a screw", screws),
        Operation("measure a net", len(board.nets)),
        Operation("make a die", dice),
        Operation("teach a piece", pieces()),
        Operation("teach a face of a die", 6 * dice),
    ]


def trial() -> list[Operation]:
    """Return the operations of the trial in chapter 2 of the guide.

    It has five pieces, one tile with three seats, a die and its sensor, three keys and a Pico.
    """
    nets = trial_nets().values()
    joints = sum(map(len, nets)) + JOINTS_IN_A_PIECE * TRIAL_PIECES + JOINTS_ON_TRIAL_ADAPTER
    return [
        Operation("solder a joint", joints),
        Operation("cut, strip, mark and lay a wire", sum(len(ends) - 1 for ends in nets)),
        Operation("cut and bend a spring, and measure it", SPRINGS_IN_A_PIECE * TRIAL_PIECES),
        Operation("mark a magnet and glue it in", 2 * TRIAL_PIECES + 3),
        Operation("clean a disc and glue it in", 2 * TRIAL_PIECES + 3),
        Operation("check and close a piece", TRIAL_PIECES),
        Operation("take a printed part off and clean it", 2 * TRIAL_PIECES + 4),
        Operation("measure a net", len(nets)),
        Operation("make a die", 1),
        Operation("teach a piece", TRIAL_PIECES),
        Operation("teach a face of a die", 6),
    ]


def trial_nets() -> dict[str, list[tuple[str, str]]]:
    """Return the nets of the trial, each with its ends.

    There is no multiplexer: the line goes to V1 itself. One of the Pico's ground pins is enough.
    """
    nets = dict(circuit().nets)
    nets["LINE_V"] = nets["LINE_V"] + nets.pop("CHANNEL_V1")
    grounds = [end for end in nets["GND"] if end[0] == "U1"]
    nets["GND"] = [end for end in nets["GND"] if end not in grounds[:-1]]
    ours = {net: [end for end in ends if end[0] in TRIAL] for net, ends in nets.items()}
    return {net: ends for net, ends in ours.items() if len(ends) > 1}


def ready_boards(
    boards: int, joints_in_a_piece: int, magnets: int, discs: int, printed_less: int = 0
) -> list[Operation]:
    """Return the operations of a board whose circuit boards are bought with all parts mounted.

    Keys and motors are soldered by hand. A piece with joints inside is measured before it is
    closed. boards -- the number of boards below the seats; printed_less -- printed parts that are
    not needed.
    """
    counts = {operation.name: operation.count for operation in sensing_board()}
    closing = "check and close a piece" if joints_in_a_piece else "close a piece"
    dice, motors = printed("die_upper"), printed("dice_tray")
    joints = 2 * circuit().count(KEY) + 2 * motors + joints_in_a_piece * pieces()
    kept = ("turn in a screw", "make a die", "teach a piece", "teach a face of a die")
    parts = "take a printed part off and clean it"
    return [
        Operation("solder a joint", joints),
        Operation("plug in a ready cable", boards + KEY_BOARDS + dice),
        Operation("fit a ready circuit board", 1 + boards + KEY_BOARDS + dice),
        Operation("mark a magnet and glue it in", magnets),
        Operation("clean a disc and glue it in", discs),
        Operation(closing, pieces()),
        Operation(parts, counts[parts] - printed_less),
        Operation("measure a net", READY_NETS),
        *(Operation(name, counts[name]) for name in kept),
    ]


def with_more(work: list[Operation], more: dict[str, int]) -> list[Operation]:
    """Return the operations, with a number of further repetitions of those that are named."""
    counts = {one.name: one.count for one in work}
    for name, count in more.items():
        counts[name] = counts.get(name, 0) + count
    return [Operation(name, count) for name, count in counts.items()]


def switch_board() -> list[Operation]:
    """Return the operations of the board with switches."""
    return [
        Operation("drill a hole", 2 * SWITCHES),
        Operation("solder a joint", JOINTS_AT_A_SWITCH * SWITCHES + 2),
        Operation("cut, strip, mark and lay a wire", SWITCHES + 15),
        Operation("fit a switch and its cap", SWITCHES),
        Operation("measure a net", 15),
    ]


def hours(operations: list[Operation]) -> float:
    """Return the estimated hours of all operations together."""
    return sum(operation.hours for operation in operations)


def _bought(name: str) -> int:
    return next(line.quantity for line in lines() if line.part == name)


def _printed_together() -> int:
    return sum(part.count for part in printed_parts(p.KEYS_FR))
