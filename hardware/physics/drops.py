"""Drops dice into the dice tower, in MuJoCo: `python -m hardware.physics.drops [throws]`.

Prints a list: for each friction, how many throws left both dice in their seats. Lengths are in
millimetres here and in metres in MuJoCo; z = 0 is the floor of a seat. A throw is one die in each
of two equal towers, which cannot touch each other: two drops after one another.
"""

import math
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import mujoco
import numpy as np

from hardware import parameters as p

Point = tuple[float, float, float]
Piece = list[Point]  # the corners of a convex body

STEP = 0.0005  # seconds
LONGEST = 4.0  # seconds of one drop
QUIET = 0.2  # seconds without movement: at rest
LOWEST, HIGHEST = 30.0, 105.0  # of the die's centre above the tower's upper edge
SPIN = 20.0  # radians a second, at most, about each axis
SPEED = 0.2  # metres a second, at most, sideways
DENSITY = 900.0  # of a die with its magnet, kilograms a cubic metre
READ_TILT = 5.0  # degrees: up to this the firmware reads a face, see physics.md
COCKED_TILT = 8.0  # from here it calls a die cocked
SEAT_SLACK = 1.5  # how far off the middle a seated die may lie
FRICTIONS = (0.1, 0.2, 0.3, 0.4)
CONFIDENCE = 1.645  # one-sided 95 %


def block(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> Piece:
    """Return a box between two bounds on each axis."""
    return list(product(x, y, z))


def turned(piece: Piece, quarters: int) -> Piece:
    """Return a piece turned about the z axis by some quarters of a circle."""
    for _ in range(quarters):
        piece = [(-y, x, z) for x, y, z in piece]
    return piece


def wall(inner: float, z: tuple[float, float], top: float | None = None) -> Piece:
    """Return the right wall of a square hole, `inner` wide below and `top` wide above."""
    outer = p.SEAT_PITCH_DICE / 2
    top = inner if top is None else top
    ends = [(inner / 2, z[0]), (outer, z[0]), (top / 2, z[1]), (outer, z[1])]
    return [(x, y, height) for x, height in ends for y in (-outer, outer)]


def ring(inner: float, z: tuple[float, float], top: float | None = None) -> list[Piece]:
    """Return the four walls of a square hole, the front one (y < 0) last."""
    return [turned(wall(inner, z, top), quarters) for quarters in range(4)]


def with_opening(pieces: list[Piece], wide: float) -> list[Piece]:
    """Return four walls with an opening through the front one."""
    *others, front = pieces
    # The front wall is as long as the seat: of each half, one end moves to the opening.
    sides = [
        [(x if x * sign > 0 else sign * wide / 2, y, z) for x, y, z in front] for sign in (-1, 1)
    ]
    return [*others, *sides]


def seat() -> list[Piece]:
    """Return the seat above the sensor's pocket."""
    half, rim = p.SEAT_PITCH_DICE / 2, p.WELL_DEPTH + (p.FUNNEL_TOP - p.WELL) / 2
    return [
        block((-half, half), (-half, half), (-p.SENSOR_FLOOR, 0)),
        *ring(p.WELL, (0, p.WELL_DEPTH)),
        *with_opening(ring(p.WELL, (p.WELL_DEPTH, rim), p.FUNNEL_TOP), p.WELL),
        *with_opening(ring(p.FUNNEL_TOP, (rim, seat_top())), p.WELL),
    ]


def seat_top() -> float:
    """Return the height of the seat's upper edge, on which the tower stands."""
    return p.WELL_DEPTH + (p.FUNNEL_TOP - p.WELL) / 2 + p.TOWER_LIP


def tower() -> list[Piece]:
    """Return the tower in its place on the seat, without its lip's outer play."""
    inner = p.SEAT_PITCH_DICE - 2 * p.TOWER_WALL
    hole = p.FUNNEL_TOP - 2 * p.FIT_SLIDE - 2 * p.TOWER_WALL
    lip, slope = p.TOWER_WALL, p.TOWER_WALL + (inner - hole) / 2
    wide = inner - 2 * p.TOWER_JAMB
    low = [
        *lip_walls(hole),
        *with_opening(ring(hole, (0, lip)), wide),
        *with_opening(ring(hole, (lip, slope), inner), wide),
        *with_opening(ring(inner, (slope, p.TOWER_OPENING)), wide),
    ]
    high = ring(inner, (p.TOWER_OPENING, p.TOWER_HEIGHT))
    reach = inner - p.TOWER_GAP
    first = p.TOWER_OPENING + 4
    wedges = [wedge(-1, first, reach), wedge(1, first + 2 * reach, reach)]
    return [[(x, y, z + seat_top()) for x, y, z in piece] for piece in [*low, *high, *wedges]]


def lip_walls(hole: float) -> list[Piece]:
    """Return the lip below the tower, which is narrower than its walls."""
    z = (p.FIT_SLIDE - p.TOWER_LIP, 0.0)
    outer = hole / 2 + p.TOWER_WALL
    right = block((hole / 2, outer), (-outer, outer), z)
    walls = [turned(right, quarters) for quarters in range(4)]
    return with_opening(walls, p.SEAT_PITCH_DICE - 2 * p.TOWER_WALL - 2 * p.TOWER_JAMB)


def wedge(side: int, low: float, reach: float) -> Piece:
    """Return a wedge on the left (-1) or right (1) wall that turns a falling die."""
    half = p.SEAT_PITCH_DICE / 2 - p.TOWER_WALL
    wall_x = side * half
    corners = [(wall_x, low), (wall_x, low + reach), (wall_x - side * reach, low)]
    return [(x, y, z) for x, z in corners for y in (-half, half)]


def die() -> Piece:
    """Return the die's hull: a cube with round edges and corners."""
    flat, angles = p.DIE / 2 - p.DIE_ROUND, [math.radians(degrees) for degrees in range(0, 91, 15)]
    points: set[Point] = set()
    for up, around in product(angles, angles):
        across = p.DIE_ROUND * math.cos(up)
        x = round(flat + across * math.cos(around), 6)
        y = round(flat + across * math.sin(around), 6)
        z = round(flat + p.DIE_ROUND * math.sin(up), 6)
        points.update(product((-x, x), (-y, y), (-z, z)))
    return sorted(points)


def world(friction: float, step: float, pieces: list[Piece]) -> mujoco.MjModel:
    """Return a model of some fixed pieces on a table, and a die."""
    assets, fixed = [], []
    for number, piece in enumerate([die(), *pieces]):
        corners = " ".join(f"{part / 1000:.7f}" for point in piece for part in point)
        assets.append(f'<mesh name="m{number}" vertex="{corners}"/>')
        if number:
            fixed.append(f'<geom type="mesh" mesh="m{number}"/>')
    floor = -(p.SENSOR_FLOOR + p.SENSOR_POCKET[2]) / 1000
    return mujoco.MjModel.from_xml_string(
        f"""<mujoco><option timestep="{step}" cone="elliptic" integrator="implicitfast"/>
        <default><geom friction="{friction} 0.0005 0.00001" solref="0.003 0.6" condim="4"
        density="{DENSITY}"/></default><asset>{"".join(assets)}</asset><worldbody>
        <geom type="plane" size="1 1 0.1" pos="0 0 {floor}"/>{"".join(fixed)}
        <body name="die"><freejoint/><geom type="mesh" mesh="m0"/></body></worldbody></mujoco>"""
    )


@dataclass(frozen=True)
class Drop:
    """Where a die came to rest: its fate, the upper face if seated, and its tilt in degrees."""

    fate: str  # "seated", "cocked", "outside" or "stuck"
    face: int
    tilt: float


def release(model: mujoco.MjModel, chance: np.random.Generator) -> mujoco.MjData:
    """Return the state of a die released above the tower in a random pose."""
    data = mujoco.MjData(model)
    # The whole die is above the mouth, however it is turned.
    play = (p.SEAT_PITCH_DICE - 2 * p.TOWER_WALL - math.sqrt(3) * p.DIE) / 2
    height = seat_top() + p.TOWER_HEIGHT + chance.uniform(LOWEST, HIGHEST)
    pose = chance.normal(size=4)
    data.qpos[:3] = [*(chance.uniform(-play, play, 2) / 1000), height / 1000]
    data.qpos[3:] = pose / np.linalg.norm(pose)
    data.qvel[:2] = chance.uniform(-SPEED, SPEED, 2)
    data.qvel[3:] = chance.uniform(-SPIN, SPIN, 3)
    return data


def drop(model: mujoco.MjModel, chance: np.random.Generator) -> Drop:
    """Let one die fall from a random pose and judge where it came to rest."""
    return settled(model, release(model, chance))


def settled(model: mujoco.MjModel, data: mujoco.MjData) -> Drop:
    """Simulate until the die lies still, or for LONGEST, and judge it."""
    quiet = 0.0
    while data.time < LONGEST and quiet < QUIET:
        mujoco.mj_step(model, data)
        moves = np.abs(data.qvel[:3]).max() > 0.005 or np.abs(data.qvel[3:]).max() > 0.2
        quiet = 0.0 if moves else quiet + model.opt.timestep
    return judged(data.qpos[:3] * 1000, data.xmat[1].reshape(3, 3), at_rest=quiet >= QUIET)


def judged(place: np.ndarray, turn: np.ndarray, *, at_rest: bool) -> Drop:
    """Judge a die from its centre, its rotation and whether it lies still."""
    axis = int(np.abs(turn[2]).argmax())
    tilt = math.degrees(math.acos(min(1.0, abs(turn[2, axis]))))
    face = next(n for n, at in p.DIE_FACES.items() if at == (axis, int(np.sign(turn[2, axis]))))
    x, y, z = place
    if max(abs(x), abs(y)) > p.SEAT_PITCH_DICE / 2 or z < 0:
        return Drop("outside", face, tilt)
    if not at_rest or z - p.DIE / 2 > seat_top():
        return Drop("stuck", face, tilt)
    low = abs(z - p.DIE / 2) < 0.5 and max(abs(x), abs(y)) < SEAT_SLACK
    return Drop("seated" if low and tilt < READ_TILT else "cocked", face, tilt)


def drops(friction: float, count: int, seed: int, step: float = STEP) -> Iterator[Drop]:
    """Yield `count` drops. The seed of each is the pair of `seed` and its number."""
    model = world(friction, step, [*seat(), *tower()])
    for number in range(count):
        yield drop(model, np.random.default_rng((seed, number)))


def interval(hits: int, count: int, deviations: float = CONFIDENCE) -> tuple[float, float]:
    """Return Wilson's lower and upper bound of a share, one-sided at 95 % each."""
    share, square = hits / count, deviations**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    spread = math.sqrt(share * (1 - share) / count + square / (4 * count**2))
    spread *= deviations / (1 + square / count)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def unfairness(faces: Counter[int]) -> float:
    """Return the largest deviation of a face from one sixth, in standard deviations."""
    count = faces.total()
    deviation = math.sqrt(count * 5 / 36)
    return max(abs(faces[face] - count / 6) for face in p.DIE_FACES) / deviation if count else 0.0


def row(friction: float, throws: int, step: float = STEP) -> str:
    """Return an item of the list. Unread dice are cocked by less than COCKED_TILT."""
    fallen = list(drops(friction, 2 * throws, seed=1, step=step))
    fates = Counter(one.fate for one in fallen)
    both = sum(
        one.fate == other.fate == "seated"
        for one, other in zip(fallen[::2], fallen[1::2], strict=True)
    )
    unread = sum(one.fate == "cocked" and one.tilt < COCKED_TILT for one in fallen)
    low, high = interval(both, throws)
    sigma = unfairness(Counter(one.face for one in fallen if one.fate == "seated"))
    return (
        f"- Friction {friction}, step {step * 1000:g} ms, {throws} throws: both seated in {both} "
        f"({low:.1%} to {high:.1%}).\n"
        f"  Dice: {fates['seated']} seated, {fates['cocked']} cocked ({unread} unread), "
        f"{fates['outside']} outside, {fates['stuck']} stuck; faces {sigma:.1f} sigma."
    )


def main(throws: int) -> None:
    """Print the list: every friction, then 0.2 with half the step."""
    for friction in FRICTIONS:
        print(row(friction, throws), flush=True)
    print(row(0.2, throws, STEP / 2), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
