"""Drops dice into the dice trays, in MuJoCo: `python -m hardware.physics.drops [throws]`.

Prints a list: for each friction, how many throws left both dice in their seats; the last item is
the tower of the first design. Lengths are in millimetres here and in metres in MuJoCo. A throw is
one die in each of two equal trays. The dice cannot touch each other, so the two drops are simulated
one after the other.
"""

import math
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import mujoco
import numpy as np

from hardware import parameters as p
from hardware import tray
from hardware.physics import old_tower
from hardware.physics.convex import Piece, common, die

STEP = 0.0005  # seconds
LONGEST = 4.0  # seconds of one drop
QUIET = 0.2  # seconds without movement after which a die is at rest
SPIN = 20.0  # the most radians a second about each axis
SPEED = 0.1  # the most metres a second along each axis
DENSITY = 900.0  # kilograms a cubic metre, for a die with its magnet
READ_TILT = 5.0  # the tilt in degrees up to which the firmware reads a face, see physics.md
COCKED_TILT = 8.0  # from here it calls a die cocked
FRICTIONS = (0.1, 0.2, 0.3, 0.4)
CONFIDENCE = 1.645  # one-sided 95 %
GRAVITY = 9.81
SHAKE_FROM, SHAKE_TO = 0.3, 1.5  # seconds after the release: its motor runs
SHAKE_RAMP = 0.1  # seconds until the motor has its speed, and until it stands still


@dataclass(frozen=True)
class Design:
    """A tray into which dice fall, and the places where a hand releases the dice.

    axes -- the seat's own axes as rows; its floor's middle is the origin
    mouth -- x and y of the middle of the mouth; aim -- how far from this place a hand may be
    heights -- the heights of the die's centre above the origin at its release
    top -- a die that lies higher is stuck; reach -- a die that lies farther away is outside
    slack -- how far off the middle a seated die may lie
    shake -- acceleration in multiples of gravity, parallel to the seat's floor
    """

    pieces: list[Piece]
    foot: float
    axes: np.ndarray
    mouth: tuple[float, float]
    aim: float
    heights: tuple[float, float]
    top: float
    reach: float
    slack: float
    shake: float = 0.0


def tray_pieces() -> list[Piece]:
    """Return the tray: four upright walls, a floor of even thickness, two walls square to it."""
    outside = tray.outer_faces()
    (down, _), *walls = tray.seat_faces()
    underside = (down, p.TRAY_FLOOR)
    upright = [[*outside, beyond(face)] for face in tray.upright_faces()]
    floor = [*outside, underside, beyond((down, 0.0))]
    leaning = [[*outside, underside, beyond(face)] for face in walls]
    return [common(sides) for sides in (*upright, floor, *leaning)]


def beyond(face: tray.Face) -> tray.Face:
    """Return the half-space on the other side of a face."""
    normal, bound = face
    return tray.negative(normal), -bound


def today() -> Design:
    """Return the dice tray. Each die is released 100 to 250 mm above the floor of its seat."""
    return Design(
        pieces=tray_pieces(),
        foot=tray.FOOT,
        axes=np.array(tray.AXES),
        mouth=(tray.MIDDLE, tray.MIDDLE),
        aim=10.0,
        heights=(100.0, 250.0),
        top=40.0,
        reach=75.0,
        slack=1.0,
        shake=p.SHAKE_G,
    )


def first_design() -> Design:
    """Return the tower of the first design, in which most dice did not come to rest flat."""
    top = old_tower.seat_top()
    mouth = top + old_tower.HEIGHT
    return Design(
        pieces=[*old_tower.seat(), *old_tower.tower()],
        foot=-old_tower.SEAT_FLOOR - 6.0,
        axes=np.eye(3),
        mouth=(0.0, 0.0),
        aim=(old_tower.OUTER - 2 * old_tower.WALL - math.sqrt(3) * p.DIE) / 2,
        heights=(mouth + 30.0, mouth + 105.0),
        top=top + p.DIE / 2,
        reach=old_tower.OUTER / 2,
        slack=1.5,
    )


def world(friction: float, step: float, design: Design) -> mujoco.MjModel:
    """Return a model of a design on a table, and a die."""
    assets, fixed = [], []
    for number, piece in enumerate([die(), *design.pieces]):
        corners = " ".join(f"{part / 1000:.7f}" for point in piece for part in point)
        assets.append(f'<mesh name="m{number}" vertex="{corners}"/>')
        if number:
            fixed.append(f'<geom type="mesh" mesh="m{number}"/>')
    return mujoco.MjModel.from_xml_string(
        f"""<mujoco><option timestep="{step}" cone="elliptic" integrator="implicitfast"/>
        <default><geom friction="{friction} 0.0005 0.00001" solref="0.003 0.6" condim="4"
        density="{DENSITY}"/></default><asset>{"".join(assets)}</asset><worldbody>
        <geom type="plane" size="1 1 0.1" pos="0 0 {design.foot / 1000}"/>{"".join(fixed)}
        <body name="die"><freejoint/><geom type="mesh" mesh="m0"/></body></worldbody></mujoco>"""
    )


@dataclass(frozen=True)
class Drop:
    """Where a die came to rest: its fate, the upper face if seated, and its tilt in degrees."""

    fate: str  # "seated", "cocked", "outside" or "stuck"
    face: int
    tilt: float


def release(model: mujoco.MjModel, design: Design, chance: np.random.Generator) -> mujoco.MjData:
    """Return the state of a die released above the mouth in a random pose."""
    data = mujoco.MjData(model)
    height = chance.uniform(*design.heights)
    pose = chance.normal(size=4)
    place = np.array(design.mouth) + chance.uniform(-design.aim, design.aim, 2)
    data.qpos[:3] = [*(place / 1000), height / 1000]
    data.qpos[3:] = pose / np.linalg.norm(pose)
    data.qvel[:2] = chance.uniform(-SPEED, SPEED, 2)
    data.qvel[3:] = chance.uniform(-SPIN, SPIN, 3)
    return data


def drop(model: mujoco.MjModel, design: Design, chance: np.random.Generator) -> Drop:
    """Let one die fall from a random pose and judge where it came to rest."""
    data = release(model, design, chance)
    return settled(model, data, design, phase=chance.uniform(0, 2 * math.pi))


def settled(model: mujoco.MjModel, data: mujoco.MjData, design: Design, phase: float = 0.0) -> Drop:
    """Simulate until the die lies still, or for LONGEST, and judge it.

    phase -- the phase of the motor.
    """
    quiet = 0.0
    shaken = SHAKE_TO if design.shake else 0.0
    while data.time < LONGEST and quiet < QUIET:
        model.opt.gravity[:] = weight(data.time, design, phase)
        mujoco.mj_step(model, data)
        moves = np.abs(data.qvel[:3]).max() > 0.005 or np.abs(data.qvel[3:]).max() > 0.2
        quiet = 0.0 if moves or data.time < shaken else quiet + model.opt.timestep
    turn = design.axes @ data.xmat[1].reshape(3, 3)
    return judged(design, design.axes @ data.qpos[:3] * 1000, turn, at_rest=quiet >= QUIET)


def weight(time: float, design: Design, phase: float) -> np.ndarray:
    """Return gravity as it acts on a die in the tray, which the motor moves in circles."""
    still: np.ndarray = np.array([0.0, 0.0, -GRAVITY])
    speed = min((time - SHAKE_FROM) / SHAKE_RAMP, (SHAKE_TO - time) / SHAKE_RAMP, 1.0)
    if speed <= 0.0 or not design.shake:
        return still
    angle = 2 * math.pi * p.SHAKE_HZ * time + phase
    along = math.cos(angle) * design.axes[0] + math.sin(angle) * design.axes[1]
    return np.asarray(still + speed * design.shake * GRAVITY * along)


def judged(design: Design, place: np.ndarray, turn: np.ndarray, *, at_rest: bool) -> Drop:
    """Judge a die by its centre and rotation, seen from the seat, and by whether it lies still."""
    axis = int(np.abs(turn[2]).argmax())
    tilt = math.degrees(math.acos(min(1.0, abs(turn[2, axis]))))
    face = next(n for n, at in p.DIE_FACES.items() if at == (axis, int(np.sign(turn[2, axis]))))
    x, y, z = place
    away = max(abs(x), abs(y))
    if away > design.reach or z < 0:
        return Drop("outside", face, tilt)
    if not at_rest or z > design.top:
        return Drop("stuck", face, tilt)
    low = abs(z - p.DIE / 2) < 0.5 and away < design.slack
    return Drop("seated" if low and tilt < READ_TILT else "cocked", face, tilt)


def drops(
    design: Design, friction: float, count: int, seed: int, step: float = STEP
) -> Iterator[Drop]:
    """Yield `count` drops. The seed of each is the pair of `seed` and its number."""
    model = world(friction, step, design)
    for number in range(count):
        yield drop(model, design, np.random.default_rng((seed, number)))


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


@dataclass(frozen=True)
class Tally:
    """The results of some throws of two dice."""

    throws: int
    both: int
    fates: Counter[str]
    unread: int  # cocked by less than COCKED_TILT
    faces: Counter[int]  # the upper faces of seated dice


def tally(design: Design, friction: float, throws: int, seed: int = 1, step: float = STEP) -> Tally:
    """Throw two dice several times and count the results."""
    fallen = list(drops(design, friction, 2 * throws, seed, step))
    pairs = zip(fallen[::2], fallen[1::2], strict=True)
    return Tally(
        throws,
        sum(one.fate == other.fate == "seated" for one, other in pairs),
        Counter(one.fate for one in fallen),
        sum(one.fate == "cocked" and one.tilt < COCKED_TILT for one in fallen),
        Counter(one.face for one in fallen if one.fate == "seated"),
    )


def row(name: str, design: Design, friction: float, throws: int, step: float = STEP) -> str:
    """Return an item of the list."""
    found = tally(design, friction, throws, step=step)
    low, high = interval(found.both, throws)
    fates = found.fates
    return (
        f"- {name}, friction {friction}, step {step * 1000:g} ms, {throws} throws: both seated in "
        f"{found.both} ({low:.1%} to {high:.1%}).\n"
        f"  Dice: {fates['seated']} seated, {fates['cocked']} cocked ({found.unread} unread), "
        f"{fates['outside']} outside, {fates['stuck']} stuck; faces "
        f"{unfairness(found.faces):.1f} sigma."
    )


def main(throws: int) -> None:
    """Print the list: every friction, half the step, a weaker motor, no motor, the first design."""
    here = today()
    for friction in FRICTIONS:
        print(row("Tray", here, friction, throws), flush=True)
    for friction in (0.2, 0.3):
        print(row("Tray", here, friction, throws, STEP / 2), flush=True)
    print(row("Tray at 1.5 g", replace(here, shake=1.5), 0.3, throws), flush=True)
    print(row("Tray without its motor", replace(here, shake=0.0), 0.2, throws), flush=True)
    for friction in (0.2, 0.3):
        print(row("Old tower", first_design(), friction, throws), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
