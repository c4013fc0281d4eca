"""Counts the operations of each build and estimates their time.

Counts come from wiring, layout and printed parts. The minutes were estimated in November 2026.
Nobody has been timed.
"""

from dataclasses import dataclass

from hardware import circuit, parts_radio, parts_trial, placement
from hardware import parameters as p
from hardware.parts_line import pieces, printed, seats
from hardware.parts_list import lines
from hardware.printed import printed_parts, reader_parts
from hardware.wiring_list import wires

JOINTS_AT_A_SWITCH = 4  # the diode, its wire, and one each to join row and column
SWITCHES = 44
READER_JOINTS = 4 + 2 * 2  # the transformer, and two wires from the reader to the module's antenna
READY_NETS = 10  # lines to measure at the reader and its wires; a judgement
TAG_TRIAL_JOINTS = READER_JOINTS + 2 * 2 * 9  # with the wires of both strips
MINUTES = {
    "solder a joint": 1.0,
    "cut, strip, mark and lay a wire": 2.0,
    "strip and mark a wire of a cable": 1.0,
    "bend a leg or a bridge": 0.5,
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
    """Return the operations of the whole board with radio tags, as in its guide."""
    boards = sum(parts_radio.boards().values())
    return with_more(
        _every_board(circuit.circuit()),
        {
            "solder a joint": READER_JOINTS,
            "cut, strip, mark and lay a wire": 2,
            "plug in a ready cable": boards,
            "fit a ready circuit board": boards + 1,
            "mark a magnet and glue it in": 2 * pieces() + seats(),
            "clean a disc and glue it in": pieces(),
            "close a piece": pieces(),
            "take a printed part off and clean it": sum(part.count for part in reader_parts()),
            "turn in a screw": sum(parts_radio.BOX_SCREWS.values()),
        },
    )


def other_board(
    boards: int, joints_in_a_piece: int, magnets: int, discs: int, printed_less: int = 0
) -> list[Operation]:
    """Return the operations of a board that senses pieces in another way, with ready boards.

    A piece with joints inside is measured before it is closed. boards -- the number of boards below
    the seats; printed_less -- printed parts that are not needed.
    """
    wiring = circuit.circuit()
    tags = {ref for ref, part in wiring.parts.items() if part.chapter in {"Reader", "Module"}}
    for name, ends in list(wiring.nets.items()):
        wiring.nets[name] = [end for end in ends if end[0] not in tags]
        if len(wiring.nets[name]) < 2:
            del wiring.nets[name]
    more = {
        "solder a joint": joints_in_a_piece * pieces(),
        "plug in a ready cable": boards,
        "fit a ready circuit board": boards + 1,
        "mark a magnet and glue it in": magnets,
        "clean a disc and glue it in": discs,
        "check and close a piece" if joints_in_a_piece else "close a piece": pieces(),
        "take a printed part off and clean it": -printed_less,
    }
    return with_more(_every_board(wiring), more)


def _every_board(wiring: circuit.Circuit) -> list[Operation]:
    """Return the operations that every way to sense the pieces needs."""
    dice = printed("die_upper")  # and as many sensor boards
    screws = sum(line.quantity for line in lines() if line.part.startswith("screw"))
    return [
        *(Operation(name, count) for name, count in _soldered(wiring).items()),
        Operation("take a printed part off and clean it", _printed_together()),
        Operation("turn in a screw", screws),
        Operation("measure a net", READY_NETS),
        Operation("fit a ready circuit board", dice),
        Operation("make a die", dice),
        Operation("teach a piece", pieces()),
        Operation("teach a face of a die", 6 * dice),
    ]


def _soldered(wiring: circuit.Circuit) -> dict[str, int]:
    """Return the joints and the ways between them.

    A part on the perforated board and a capacitor have legs. One bare wire is the ground of all
    keys of a player. Cables lead to the trays.
    """
    kinds = {ref: part.kind for ref, part in wiring.parts.items()}
    adapters = [kind for kind in kinds.values() if kind is circuit.SENSOR]
    on_board = placement.spots(wiring).keys()
    grounds = len({part.chapter for part in wiring.parts.values() if part.kind is circuit.KEY})
    counts = {
        "solder a joint": sum(map(len, wiring.nets.values())) + sum(len(k.pins) for k in adapters),
        "cut, strip, mark and lay a wire": grounds,
        "strip and mark a wire of a cable": 0,
        "bend a leg or a bridge": -grounds,
    }
    for _, start, end in wires(wiring):
        refs = [word.split()[0] for word in (start, end) if not word.endswith("rail")]
        near = [kinds[ref] for ref in refs]
        if (
            circuit.CAPACITOR in near
            or all(ref in on_board for ref in refs)
            or near == [circuit.KEY]
        ):
            counts["bend a leg or a bridge"] += 1
        elif {circuit.SENSOR_BOARD, circuit.MOTOR} & set(near):
            counts["strip and mark a wire of a cable"] += 1
        else:
            counts["cut, strip, mark and lay a wire"] += 1
    return counts


def trial() -> list[Operation]:
    """Return the operations of the trial in `trial.md`.

    It has five pieces, one tile with three seats, a die and its sensor, three keys and a Pico.
    """
    small = parts_trial.PIECES
    soldered = _soldered(circuit.trial())
    soldered["solder a joint"] += parts_trial.JOINTS_IN_A_PIECE * small
    return [
        *(Operation(name, count) for name, count in soldered.items() if count),
        Operation("cut and bend a spring, and measure it", parts_trial.SPRINGS_IN_A_PIECE * small),
        Operation("mark a magnet and glue it in", 2 * small + parts_trial.SEATS),
        Operation("clean a disc and glue it in", 2 * small + parts_trial.SEATS),
        Operation("check and close a piece", small),
        Operation("take a printed part off and clean it", 2 * small + 4),
        Operation("measure a net", len(circuit.trial().nets)),
        Operation("make a die", 1),
        Operation("teach a piece", small),
        Operation("teach a face of a die", 6),
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


def _printed_together() -> int:
    return sum(part.count for part in printed_parts(p.KEYS_FR))
