"""The simulated fall of a die: shapes as in the models, a strict judge, the tray passes."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from hardware import parameters as p
from hardware import tray

DEVIATION = 0.19  # millimetres between a convex piece and the model, at most
BELOW_SENSOR = -p.SENSOR_FLOOR + DEVIATION  # what lies lower no die can touch

pytestmark = pytest.mark.hardware


def planes(piece: list[tuple[float, float, float]]) -> np.ndarray:
    """Return the planes of a convex body: outward normals and offsets."""
    from scipy.spatial import ConvexHull

    return np.unique(ConvexHull(np.array(piece)).equations.round(9), axis=0)


def in_any(bodies: list[np.ndarray], place: np.ndarray, grown: float = 0.0) -> bool:
    """Tell whether a place is in one of some bodies, each grown by so much."""
    return any((body[:, :3] @ place + body[:, 3] < grown).all() for body in bodies)


@pytest.mark.parametrize("name", ["tray", "die"])
def test_convex_pieces_are_the_model(name: str) -> None:
    from hardware.models import dice
    from hardware.physics import convex, drops

    part, pieces = {
        "tray": (dice.dice_tray(), drops.tray_pieces()),
        "die": (dice.whole_die(), [convex.die()]),
    }[name]
    solid, bodies = part.solids()[0], [planes(piece) for piece in pieces]
    chance = np.random.default_rng(7)
    # Places just inside and just outside each side of each piece.
    for piece, body in zip(pieces, bodies, strict=True):
        corners = np.array(piece)
        for plane in body:
            on = corners[np.abs(corners @ plane[:3] + plane[3]) < 1e-4]
            for _ in range(2 if name == "die" else 12):
                shares = chance.dirichlet(np.ones(len(on)))
                inner, outer = (shares @ on + sign * DEVIATION * plane[:3] for sign in (-1, 1))
                if in_any([body], inner, -DEVIATION * 0.99) and not is_left_out(name, inner):
                    assert solid.is_inside(tuple(inner))
                if not is_left_out(name, outer) and not in_any(bodies, outer, DEVIATION * 0.99):
                    assert not solid.is_inside(tuple(outer))
    # And places anywhere: none deep in the model may be far from all pieces.
    box = part.bounding_box()
    for place in chance.uniform(tuple(box.min), tuple(box.max), (1500, 3)):
        if name == "die" or not is_left_out(name, place):
            assert in_any(bodies, place, DEVIATION) or not solid.is_inside(tuple(place))


def is_left_out(name: str, place: np.ndarray) -> bool:
    """Tell whether pieces may differ there: in a field of the die, below the floor of the tray."""
    if name == "die":
        return in_field(place)
    return float(np.array(tray.AXES[2]) @ place) < BELOW_SENSOR


def in_field(place: np.ndarray) -> bool:
    """Tell whether a place is in a sunken field of the die, which its hull spans."""
    return bool((np.abs(place) < p.DIE / 2 - p.DIE_RIM + DEVIATION).sum() >= 2)


def test_a_seated_die_is_distinguished_from_all_others() -> None:
    from hardware.physics.drops import judged, today

    design = today()
    flat, height = np.eye(3), p.DIE / 2
    aslant = np.array([[1, 0, 0], [0, 0.98, -0.199], [0, 0.199, 0.98]])

    def fate(x: float, z: float, turn: np.ndarray = flat, *, at_rest: bool = True) -> str:
        return judged(design, np.array([x, 0.0, z]), turn, at_rest=at_rest).fate

    assert fate(0, height) == fate(0.9, height) == "seated"
    assert fate(0, height, aslant) == fate(0, height + 1) == fate(2, height) == "cocked"
    assert fate(0, height, at_rest=False) == fate(0, design.top + 1) == "stuck"
    assert fate(80, height) == fate(0, -2) == "outside"
    faces = [judged(design, np.array([0, 0, height]), turn, at_rest=True).face for turn in sixths()]
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]


def sixths() -> list[np.ndarray]:
    """Return six rotations, each with another face up."""
    cycle = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    half = np.diag([1, -1, -1])
    turns = [np.linalg.matrix_power(cycle, n) for n in range(3)]
    return [flip @ turn for flip, turn in product((np.eye(3), half), turns)]


def test_the_bounds_of_a_share_are_wilsons() -> None:
    from hardware.physics.drops import interval, unfairness

    low, high = interval(1000, 1000)
    assert low == pytest.approx(0.9973, abs=0.0001)
    assert high == 1
    assert interval(0, 1000)[0] == 0
    assert interval(50, 100) == pytest.approx((0.419, 0.581), abs=0.001)
    assert unfairness(Counter(dict.fromkeys(range(1, 7), 100))) == 0
    assert unfairness(Counter({1: 100})) > 3


def test_a_die_laid_into_the_seat_stays_seated() -> None:
    import mujoco

    from hardware.physics import drops

    design = drops.today()
    model = drops.world(0.2, drops.STEP, design)
    data = mujoco.MjData(model)
    data.qpos[:3] = np.array(tray.in_tray((0.5, 0.5, p.DIE / 2 + 0.5))) / 1000
    mujoco.mju_mat2Quat(data.qpos[3:7], np.array(tray.AXES).T.flatten())
    fallen = drops.settled(model, data, design)
    assert (fallen.fate, fallen.face) == ("seated", 1)


def test_the_motor_shakes_the_tray_along_the_floor_and_then_stops() -> None:
    from hardware.physics import drops

    design = drops.today()
    still = [0, 0, -drops.GRAVITY]
    for time in (0.0, drops.SHAKE_FROM, drops.SHAKE_TO, 3.0):
        assert drops.weight(time, design, 0.0) == pytest.approx(still)
    shaken = [drops.weight(0.5 + step / 400, design, 1.0) - still for step in range(10)]
    assert np.abs(np.array(shaken) @ tray.AXES[2]).max() < 1e-6
    sizes = np.linalg.norm(shaken, axis=1)
    assert sizes == pytest.approx(p.SHAKE_G * drops.GRAVITY)


@pytest.mark.parametrize(("friction", "least", "shares"), [(0.2, 0.99, (1, 2)), (0.3, 0.97, (1,))])
def test_the_tray_seats_both_dice_also_with_half_the_step(
    friction: float, least: float, shares: tuple[int, ...]
) -> None:
    """A few throws: what they show does not contradict the page's thousand."""
    from hardware.physics import drops

    for share in shares:
        found = drops.tally(drops.today(), friction, 60, seed=2, step=drops.STEP / share)
        assert drops.interval(found.both, 60)[1] >= least
        assert found.both >= 58
        assert found.fates["outside"] == found.fates["stuck"] == 0
        assert drops.unfairness(found.faces) < 4


def test_the_first_design_fails_the_same_test() -> None:
    from hardware.physics import drops

    found = drops.tally(drops.first_design(), 0.2, 60, seed=2, step=drops.STEP)
    assert drops.interval(found.both, 60)[1] < 0.3
    assert found.fates["cocked"] > 50
