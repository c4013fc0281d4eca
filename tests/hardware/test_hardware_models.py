"""The printed parts, by geometry: whole, printable, and fitting each other.

Needs the extra `hardware`: `.ci/hardware` runs these in an environment of their own.
"""

import itertools
import math
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hardware import cells, layout, tray
from hardware import parameters as p
from hardware.printed import LETTERS, printed_parts, reader_parts, trial_parts
from tests.hardware.firmware import simulated

pytestmark = pytest.mark.hardware

SHAPES = ("clover", "square", "star")
PARTS = {part.name: part for part in printed_parts(p.KEYS_FR)}
ALL = PARTS | {part.name: part for part in (*reader_parts(), *trial_parts())}
TOUCH = 1e-3  # cubic millimetres: what two touching solids may share by rounding


@cache
def built(name: str) -> Any:
    """A printed part."""
    from hardware.models.catalogue import BUILDERS

    return BUILDERS[name]()


def _at(x: float = 0, y: float = 0, z: float = 0, turn: float = 0) -> Any:
    from build123d import Location

    return Location((x, y, z), (0, 0, turn))


def shared(one: Any, other: Any) -> float:
    """The volume that two bodies share."""
    common = one.intersect(other)
    parts = common if isinstance(common, list) else [common]
    return float(sum(abs(getattr(part, "volume", 0.0)) for part in parts))


def test_parts_and_models_are_the_same() -> None:
    from hardware.models.catalogue import BUILDERS

    assert set(BUILDERS) == set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_part_is_one_watertight_body_inside_its_limits(name: str, tmp_path: Path) -> None:
    import trimesh
    from build123d import import_step

    from hardware.models.files import write

    part = built(name)
    assert part.is_valid
    assert len(part.solids()) == 1
    write(part, tmp_path, name)
    facets = trimesh.load_mesh(tmp_path / f"{name}.stl")
    assert facets.is_watertight
    assert facets.is_winding_consistent
    assert facets.body_count == 1
    assert facets.volume == pytest.approx(part.volume, rel=0.005)
    assert import_step(tmp_path / f"{name}.step").volume == pytest.approx(part.volume, rel=1e-6)
    assert all(facets.extents <= ALL[name].room), facets.extents
    assert all(side <= p.BED for side in ALL[name].room[:2])
    assert ALL[name].room[2] <= p.BED_HEIGHT


@pytest.mark.parametrize("shape", SHAPES)
def test_outline_fills_its_circle_and_leaves_room_for_the_recess(shape: str) -> None:
    from hardware.models.pieces import OUTLINES

    edges = OUTLINES[shape]().edges()
    radii = [math.hypot(*tuple(edge @ (n / 200))[:2]) for edge in edges for n in range(201)]
    assert max(radii) == pytest.approx(p.PIECE_ACROSS / 2, abs=0.05)
    assert min(radii) >= max(p.RECESS_DIAMETER, p.BORE_DIAMETER) / 2 + 0.8  # two lines of plastic


TRIAL_SHAPES = ("clover", "square")


@pytest.mark.parametrize("shape", TRIAL_SHAPES)
def test_the_contents_of_a_trial_piece_fit_and_the_ceiling_sets_its_depth(shape: str) -> None:
    from hardware.models.pieces import trial_contents

    shell, foot = built(f"trial_piece_{shape}"), built("trial_piece_foot")
    things = [(kind, part) for kind, parts in trial_contents().items() for part in parts]
    for kind, part in things:
        assert shared(shell, part) < TOUCH, kind
        assert shared(foot, part) < TOUCH, kind
    for (kind, one), (other_kind, other) in itertools.combinations(things, 2):
        assert shared(one, other) < TOUCH, (kind, other_kind)
    assert shared(shell, foot) < TOUCH
    assert shared(shell, foot.moved(_at(z=0.05))) > 0.5


def test_trial_pieces_weigh_what_their_springs_were_computed_with() -> None:
    from hardware.models.pieces import trial_contents
    from hardware.physics import magnets

    inside = trial_contents()
    densities = {"disc": p.DENSITY_BOARD, "magnet": p.DENSITY_MAGNET}
    chip = 0.3
    rest = sum(part.volume * densities[kind] for kind in densities for part in inside[kind]) + chip
    foot = built("trial_piece_foot").volume
    found = [
        rest + (built(f"trial_piece_{shape}").volume + foot) * p.DENSITY_PLASTIC
        for shape in TRIAL_SHAPES
    ]
    assert all(p.PIECE_MASS[0] <= mass <= p.PIECE_MASS[1] for mass in found), found
    assert sum(found) / len(found) == pytest.approx(magnets.PIECE_MASS, abs=0.7)


def test_the_disc_of_a_seat_is_as_far_from_a_piece_as_that_of_another_piece() -> None:
    from hardware.models import pieces

    lift = p.BOSS_HEIGHT - p.SEAT_DEPTH
    assert lift + pieces.LOWER_DISC + p.SEAT_DEPTH == pytest.approx(p.FINGER_GAP)
    # A seat's magnet lies as deep below its disc as a piece's upper one: one force for all.
    gap = p.FINGER_GAP + 2 * p.DISC_THICKNESS + 2 * p.THIN_WALL
    assert gap == pytest.approx(p.MAGNET_GAP)


def test_solder_joints_behind_a_disc_have_room_and_do_not_reach_the_magnet() -> None:
    from hardware import contact_disc
    from hardware.models import pieces
    from hardware.models.board import SEAT_PLACES
    from hardware.models.shapes import MAGNET_POCKET

    wide, deep = p.DISC_JOINT
    assert all(pad.width < wide for pad in contact_disc.BACK)
    assert p.DISC_HOLE_RADIUS - wide / 2 > MAGNET_POCKET / 2
    beds = (
        ("trial_piece_clover", 0.0, pieces.UPPER_DISC, -1),
        ("trial_piece_foot", 0.0, pieces.LOWER_DISC + p.DISC_THICKNESS, 1),
        ("trial_tile", SEAT_PLACES[1], -p.SEAT_DEPTH - p.DISC_THICKNESS, -1),
    )
    for name, y, bed, way in beds:
        for x in (-p.DISC_HOLE_RADIUS, p.DISC_HOLE_RADIUS):
            beside = y + wide / 2 - 0.1  # beyond the wire's own hole
            assert not inside(built(name), x, beside, bed + way * (deep - 0.05)), name
            assert inside(built(name), x, beside, bed + way * (deep + 0.05)), name


def test_neighbours_leave_room_for_fingertips() -> None:
    across = p.PIECE_ACROSS + 2 * p.FIT_SLIDE
    assert p.POINT_WIDTH - across >= 2
    assert across <= p.SEAT_PITCH
    hands = layout.DEPTH - 2 * (p.FIRST_SEAT + 2 * p.SEAT_PITCH + p.PIECE_ACROSS / 2)
    assert hands >= 40


def cylinder(face: Any) -> Any:
    """The cylinder that a face is part of, or None."""
    from OCP.BRepAdaptor import BRepAdaptor_Surface
    from OCP.GeomAbs import GeomAbs_SurfaceType

    surface = BRepAdaptor_Surface(face.wrapped)
    is_round = surface.GetType() == GeomAbs_SurfaceType.GeomAbs_Cylinder
    return surface.Cylinder() if is_round else None


def inside(part: Any, x: float, y: float, z: float) -> bool:
    """Tell whether a place is inside a body."""
    return bool(part.solids()[0].is_inside((x, y, z)))


def dots_at(part: Any, x: float, y: float, surface: float) -> str:
    """The dots that rise from a surface in a cell there, as numbers."""
    found = ""
    for dot in range(1, 7):
        dx, dy = cells.place(dot)
        if inside(part, x + dx, y + dy, surface + p.DOT_HEIGHT - 0.02):
            assert not inside(part, x + dx, y + dy, surface + p.DOT_HEIGHT + 0.02)
            found += str(dot)
    return found


@pytest.mark.parametrize(
    ("tile", "dark"), [("tile_odd", (True, False, True)), ("tile_even", (False, True, False))]
)
def test_dark_points_bear_the_braille_g_twice_and_light_ones_nothing(
    tile: str, dark: tuple[bool, ...]
) -> None:
    for index, is_dark in enumerate(dark):
        x = (index - 1) * p.POINT_WIDTH
        for y in (p.EDGE_STRIP / 2, p.TIP_MARK):
            assert dots_at(built(tile), x, y, 0) == ("1245" if is_dark else "")
        # The triangle: its height tells dark from light, too, and both are felt.
        height = p.TRIANGLE_DARK if is_dark else p.TRIANGLE_LIGHT
        assert height >= 0.6
        y = p.EDGE_STRIP + p.RIB_PITCH - 1
        assert inside(built(tile), x, y, height - 0.02)
        assert not inside(built(tile), x, y, height + 0.02)


@pytest.mark.parametrize("letter", LETTERS)
def test_a_key_cap_bears_its_letter(letter: str) -> None:
    cap = built(f"key_cap_{letter}")
    top = cap.bounding_box().max.Z - p.DOT_HEIGHT
    assert dots_at(cap, 0, 0, top) == cells.DOTS[letter]


def test_caps_fit_their_holes_and_stand_on_their_switches() -> None:
    from hardware.models import keys
    from hardware.models.board import KEY_PLACES

    plate, carrier = built("tile_keys"), built("key_carrier").moved(_at(z=keys.CARRIER_LOW))
    assert shared(plate, carrier) < TOUCH
    for letter, y in zip(p.KEYS_FR.values(), KEY_PLACES, strict=True):
        cap = built(f"key_cap_{letter}").moved(_at(y=y, z=keys.FLANGE_LOW))
        for pressed in (0.0, p.KEY_TRAVEL):
            assert shared(plate, cap.moved(_at(z=-pressed))) < TOUCH
            assert shared(carrier, cap.moved(_at(z=-pressed))) < TOUCH
        assert shared(plate, cap.moved(_at(z=2 * p.KEY_TRAVEL))) > 1  # it cannot be pulled out
    frame = built("frame_column").moved(_at(z=-p.PLATE - p.FRAME_HEIGHT))
    assert shared(frame, carrier) < TOUCH


@pytest.mark.parametrize("tile", sorted({placed.tile for placed in layout.placed()}))
def test_a_tile_lies_flat_on_its_frame(tile: str) -> None:
    name = next(placed.frame for placed in layout.placed() if placed.tile == tile)
    frame = built(name).moved(_at(z=-p.PLATE - p.FRAME_HEIGHT))
    assert shared(frame, built(tile)) < TOUCH
    assert shared(frame, built(tile).moved(_at(z=-0.05))) > 5


def test_the_magnet_of_the_die_points_where_it_is_said_to() -> None:
    from hardware.models import dice

    radius = (p.DIE_MAGNET + p.FIT_GLUE) / 2
    stated = simulated().DIRECTION
    for upper in (True, False):
        every = [cylinder(face) for face in dice.half(upper=upper).faces()]
        walls = [wall for wall in every if wall and abs(wall.Radius() - radius) < 1e-6]
        assert walls
        for wall in walls:
            axis = wall.Axis().Direction()
            found = (axis.X(), axis.Y(), axis.Z())
            along = abs(sum(a * b for a, b in zip(found, stated, strict=True)))
            assert along == pytest.approx(1, abs=1e-4)
    north = sum(a * b for a, b in zip(dice.direction(), stated, strict=True))
    assert north == pytest.approx(1, abs=1e-4)


def test_the_faces_of_the_die_are_where_the_firmware_turns_them() -> None:
    from build123d import GeomType

    from hardware.models import dice

    die = dice.whole_die()
    parts = simulated()
    for face, turn in parts.UP.items():
        axis, sign = p.DIE_FACES[face]
        normal = [0.0, 0.0, 0.0]
        normal[axis] = float(sign)
        assert parts.turned(tuple(normal), *turn) == pytest.approx((0, 0, 1), abs=1e-9)
        plane = dice.face_plane(face)
        level = [
            part
            for part in die.faces().filter_by(GeomType.PLANE)
            if abs(plane.to_local_coords(part.center()).Z) < 1e-6
        ]
        assert len(level) == face + 1, "the rim and one pip for each"
    assert pytest.approx(p.DIE) == die.bounding_box().size.X


def test_the_die_is_fair_by_its_centre_of_mass() -> None:
    from hardware.models import dice

    halves = [dice.half(upper=True), dice.half(upper=False)]
    mass = sum(part.volume for part in halves)
    assert shared(*halves) < TOUCH
    assert shared(halves[0], dice.magnet()) + shared(halves[1], dice.magnet()) < TOUCH
    for axis in range(3):
        centre = sum(part.volume * tuple(part.center())[axis] for part in halves) / mass
        assert abs(centre) < 0.15  # half a per cent of the die


def test_a_die_fits_in_its_seat_in_all_poses() -> None:
    from build123d import Location, Plane

    from hardware.models import dice

    part, die = dice.dice_tray(), dice.whole_die()
    seat = Plane(origin=(0, 0, 0), x_dir=tray.AXES[0], z_dir=tray.AXES[2]).location
    for turn in simulated().UP.values():
        angles = [0.0, 0.0, 0.0]
        angles[turn[0]] = float(turn[1])
        lying = Location((0.001, 0.001, p.DIE / 2 + 0.001), tuple(angles)) * die
        assert shared(part, seat * lying) < TOUCH
        # It touches the floor and both walls.
        for x, y, z in ((-0.05, 0, 0), (0, -0.05, 0), (0, 0, -0.05)):
            assert shared(part, seat * Location((x, y, z)) * lying) > 1
    assert p.DIE / 2 + p.SENSOR_DEPTH == simulated().HEIGHT
    assert p.DICE_PITCH >= simulated().NEIGHBOUR
    assert p.SENSOR_FLOOR < p.SENSOR_DEPTH


def test_the_axes_of_a_seat_are_square_to_each_other_and_its_floor_is_tilted() -> None:
    for (number, one), (other_number, other) in itertools.product(enumerate(tray.AXES), repeat=2):
        product = sum(a * b for a, b in zip(one, other, strict=True))
        assert product == pytest.approx(float(number == other_number))
    assert math.degrees(math.acos(tray.AXES[2][2])) == pytest.approx(p.TRAY_TILT)


def test_a_hand_lifts_a_die_straight_out_of_its_tray() -> None:
    from build123d import Location, Plane

    from hardware.models import dice

    part = dice.dice_tray()
    seat = Plane(origin=(0, 0, 0), x_dir=tray.AXES[0], z_dir=tray.AXES[2]).location
    lying = seat * Location((0.01, 0.01, p.DIE / 2 + 0.01)) * dice.whole_die()
    for height in range(0, 90, 15):
        assert shared(part, lying.moved(_at(z=height))) < TOUCH
    # A fingertip of 18 mm fits beside the die, between it and the upright walls.
    assert p.TRAY_REACH - p.DIE > 18
    assert math.sqrt(3) * p.DIE < tray.HIGH_SIDE - tray.LOW_SIDE


def test_sensor_and_motor_have_room_below_the_floor() -> None:
    from build123d import Location

    from hardware.models import dice

    part, floor = dice.dice_tray(), tray.seat_faces()[0]
    x, y, z = p.SENSOR_POCKET
    lies = dice.in_place(floor, p.SENSOR_FLOOR)
    assert not any(
        inside(part, *tuple((lies * Location((a, b, 0.1))).position))
        for a in (-x / 2 + 0.1, x / 2 - 0.1)
        for b in (-y / 2 + 0.1, y / 2 - 0.1)
    )
    assert inside(part, *tuple((lies * Location((0, 0, -0.1))).position))
    assert not inside(part, *tuple((lies * Location((0, 0, z))).position))
    room = dice.motor_room()
    assert shared(part, room) < TOUCH
    assert room.bounding_box().min.Z > tray.FOOT
    assert math.hypot(p.SHAKE_PLACE, p.SHAKE_PLACE) - p.SHAKE_MOTOR[0] / 2 > 25


def joints() -> dict[str, list[tuple[float, float, float, str]]]:
    """Where a frame is bolted to a neighbour: x, y, z of the hole in a wall, and along which axis.

    By the layout: a frame at an end has no neighbour there.
    """
    from hardware.models.board import back_bolts, side_bolts

    found: dict[str, set[tuple[float, float, float, str]]] = {}
    for placed in layout.placed():
        half = layout.tile_width(placed.tile) / 2
        sides = [
            side
            for side in (-1, 1)
            if 1 < placed.x + (-side if placed.turned else side) * (half + 1) < layout.WIDTH - 1
        ]
        holes = {(side * half, y, z, "x") for side in sides for y, z in side_bolts()}
        holes |= {(x, p.TILE_DEPTH, z, "y") for x, z in back_bolts(2 * half)}
        found.setdefault(placed.frame, set()).update(holes)
    return {name: sorted(holes) for name, holes in found.items()}


@pytest.mark.parametrize("name", sorted({placed.frame for placed in layout.placed()}))
def test_no_post_of_a_frame_meets_a_bolt_hole_and_bolts_have_room(name: str) -> None:
    from build123d import Cylinder, Location

    from hardware.models import keys

    frame = built(name)
    low = p.PLATE + p.FRAME_HEIGHT + keys.CARRIER_LOW
    carrier = built("key_carrier").moved(_at(z=low))
    for x, y, z, axis in joints()[name]:
        to = {"x": (0, -math.copysign(90, x), 0), "y": (90, 0, 0)}[axis]  # into the frame
        place = Location((x, y, z), to)
        shaft = place * Location((0, 0, 10)) * Cylinder(p.SCREW_HOLE / 2 - 0.01, 20 + 4)
        assert shared(frame, shaft) < TOUCH, (x, y, z)
        middle = p.FRAME_WALL + 0.01 + p.BOLT_INSIDE / 2
        head = place * Location((0, 0, middle)) * Cylinder(p.WASHER_M3 / 2, p.BOLT_INSIDE)
        assert shared(frame, head) < TOUCH, (x, y, z)
        assert name != "frame_column" or shared(carrier, head) < TOUCH, (x, y, z)
        # There is wall all round the hole for the washer to lie on.
        wall = place * Location((0, 0, p.FRAME_WALL / 2)) * Cylinder(p.WASHER_M3 / 2, 0.2)
        hole = math.pi * (p.SCREW_HOLE / 2) ** 2 * 0.2
        assert shared(frame, wall) == pytest.approx(wall.volume - hole, abs=0.02), (x, y, z)


def test_bolt_holes_are_where_the_neighbours_have_them() -> None:
    for holes in joints().values():
        # The same when turned round: sides face sides, backs face backs of the same width.
        sides = {(y, z) for _, y, z, axis in holes if axis == "x"}
        assert {(p.TILE_DEPTH - y, z) for y, z in sides} == sides
        backs = {(x, z) for x, _, z, axis in holes if axis == "y"}
        assert {(-x, z) for x, z in backs} == backs
    across: dict[float, set[float]] = {}
    for placed in layout.placed():
        width = layout.tile_width(placed.tile)
        across.setdefault(round(placed.x, 6), set()).add(width)
    assert all(len(widths) == 1 for widths in across.values())
    from hardware.models.board import side_bolts
    from hardware.parts_list import lines

    bolts = next(line.quantity for line in lines() if line.part == "screw M3 x 10 with nut")
    every = sum(len(joints()[placed.frame]) for placed in layout.placed())
    # A column's frame is bolted on both sides below the bar, on one side below the keys.
    assert 2 * bolts == every - 2 * len(side_bolts())


def test_the_usb_plug_goes_through_the_edge_of_a_column() -> None:
    bar = built("frame_column")
    wide, high = p.USB_SLOT
    for x in (-wide / 2 + 0.1, 0, wide / 2 - 0.1):
        for z in (0.1, high - 0.1):
            assert not inside(bar, x, p.FRAME_WALL / 2, z)
    assert inside(bar, 0, p.FRAME_WALL / 2, high + 0.1)
    assert inside(bar, wide / 2 + 0.1, p.FRAME_WALL / 2, 1)
    # The fronts of points, which the player touches, are whole.
    front = built("frame_points")
    half = int(layout.tile_width("tile_odd") / 2)
    places = [(x, z) for x in range(1 - half, half) for z in (1, 8, 15)]
    assert all(inside(front, x, p.FRAME_WALL / 2, z) for x, z in places)


def test_links_lie_in_the_cuts_of_the_base_sheet() -> None:
    assert p.BASE_THICKNESS == p.FRAME_WALL  # as thick as a link
    link = built("dice_link").bounding_box().size
    assert pytest.approx(p.BASE_THICKNESS) == link.Z
    cuts = layout.base_cuts()
    for side, places in layout.dice_trays().items():
        inner = layout.WIDTH - 2 * p.LINK_INSET if side == "V" else 0.0
        for _, y in places:
            low = y - link.X / 2
            assert any(
                x <= inner
                and inner + 2 * p.LINK_INSET <= x + wide
                and y0 <= low
                and low + link.X <= y0 + deep
                for x, y0, wide, deep in cuts
            )


def test_odd_points_lie_on_dark_triangles() -> None:
    dark = {"tile_odd": (True, False, True), "tile_even": (False, True, False)}
    for placed in layout.placed():
        for zone, is_dark in zip(placed.zones, dark.get(placed.tile, ()), strict=False):
            assert is_dark == (int(zone[1:]) % 2 == 1), zone


@pytest.mark.parametrize("tile", sorted({placed.tile for placed in layout.placed()}))
def test_no_screw_is_felt_on_top_of_a_tile(tile: str) -> None:
    part = built(tile)
    half = layout.tile_width(tile) / 2 - p.SCREW_INSET
    for x in (-half, half):
        for y in (p.SCREW_INSET, p.TILE_DEPTH - p.SCREW_INSET):
            assert not inside(part, x, y, p.TILE_THREAD - p.PLATE - 0.1)
            for away in (0.0, p.SCREW_HEAD / 2):
                assert inside(part, x + away, y, -0.1)
                assert not inside(part, x + away, y, p.RAIL_HEIGHT + 0.1)


def test_screws_from_below_hold_a_tile_and_do_not_come_through() -> None:
    from hardware.parts_list import lines

    through = {
        "M3 x 16": p.FRAME_HEIGHT - p.POST_SINK,
        "M3 x 22": p.FRAME_HEIGHT + p.BASE_THICKNESS,
    }
    for size, post in through.items():
        assert any(line.part.startswith(f"screw {size}") for line in lines())
        grip = float(size.split(" x ")[1]) - post
        assert 2.5 <= grip <= p.TILE_THREAD - 0.2
    assert p.PLATE - p.TILE_THREAD >= 1.0


# Roofs that a printer has to bridge: those of pieces and seats have supports, as the guide says.
SUPPORTED = {
    *("piece_clover", "piece_square", "piece_star", "piece_foot", "dice_tray", "tile_keys"),
    *("trial_piece_clover", "trial_piece_square", "trial_piece_foot"),
}
BRIDGE = 6.5  # millimetres, from wall to wall


@pytest.mark.parametrize("name", sorted(set(ALL) - SUPPORTED))
def test_a_part_needs_no_support_where_the_guide_prescribes_none(name: str) -> None:
    from hardware.models.files import mesh

    assert all(width <= BRIDGE for width in roofs(mesh(built(name))))


@pytest.mark.parametrize("name", ["piece_foot", "tile_keys", "reader_lid"])
def test_a_part_that_the_guide_turns_over_then_needs_no_support(name: str) -> None:
    from build123d import Location

    from hardware.models.files import mesh

    over = mesh(built(name).moved(Location((0, 0, 0), (180, 0, 0))))
    assert all(width <= BRIDGE for width in roofs(over))


def test_a_die_lies_on_its_joint_when_it_is_printed() -> None:
    for name in ("die_upper", "die_lower"):
        part = built(name)
        bed = part.bounding_box().min.Z
        assert bed == pytest.approx(0, abs=1e-3)
        for place in ((12.0, 0.0), (-12.0, 0.0), (0.0, 12.0), (0.0, -12.0)):
            assert inside(part, *place, bed + 0.1)


def roofs(facets: Any) -> list[float]:
    """The widths of the surfaces of a printed part that hang over nothing."""
    import numpy as np
    import trimesh

    down = facets.face_normals[:, 2] < -0.75  # steeper than 41 degrees prints by itself
    down &= facets.triangles_center[:, 2] > facets.bounds[0][2] + 0.05
    pairs = [pair for pair in facets.face_adjacency if down[pair].all()]
    groups = trimesh.graph.connected_components(
        np.array(pairs).reshape(-1, 2), nodes=np.flatnonzero(down)
    )
    corners = (facets.vertices[facets.faces[group].reshape(-1)][:, :2] for group in groups)
    return [float(min(trimesh.bounds.oriented_bounds_2D(places)[1])) for places in corners]


def test_the_base_sheet_is_screwed_to_posts_whose_holes_go_right_through() -> None:
    cuts = layout.base_cuts()
    for x, y in layout.base_screws():
        found = 0
        for placed in layout.placed():
            sign = -1 if placed.turned else 1
            at = (sign * (x - placed.x), sign * (y - placed.y))
            half = layout.tile_width(placed.tile) / 2
            if abs(at[0]) > half or not 0 <= at[1] <= p.TILE_DEPTH:
                continue
            found += 1
            heights = [0.1 + 0.5 * step for step in range(32)]
            assert not any(inside(built(placed.frame), *at, z) for z in heights)
            beside = at[0] + p.SCREW_HOLE / 2 + 1
            above = [z for z in heights if z > p.POST_SINK]
            assert all(inside(built(placed.frame), beside, at[1], z) for z in above)
            assert not inside(built(placed.tile), *at, -p.PLATE + 0.1)  # its thread
        assert found == 1, (x, y)
        clear = p.SCREW_HEAD / 2
        assert not any(
            x0 - clear < x < x0 + wide + clear and y0 - clear < y < y0 + deep + clear
            for x0, y0, wide, deep in cuts
        )


def test_the_nick_of_a_cap_is_at_the_foot_of_its_letter() -> None:
    for letter in LETTERS:
        cap = built(f"key_cap_{letter}")
        edge = p.KEY_FLANGE / 2 - p.KEY_NICK[1] / 2
        nicks = [(x, y) for x, y in ((0, -edge), (0, edge), (-edge, 0), (edge, 0))]
        assert [inside(cap, x, y, 0.5) for x, y in nicks] == [False, True, True, True]
    # Which way is up: n has dots 1 3 4 5; its foot, dot 3, is nearer the nick than its head.
    heights = {dot: cells.place(dot)[1] for dot in (1, 3)}
    assert heights[3] < 0 < heights[1]


def test_filament_is_enough_and_not_twice_enough() -> None:
    from hardware.parts_list import lines

    every = (*PARTS.values(), *reader_parts())
    solid = sum(built(part.name).volume * part.count for part in every)
    stated = next(line.quantity for line in lines() if line.part == "PLA filament")
    grams = solid * p.DENSITY_PLASTIC
    assert 0.5 * stated * 1000 < grams < 1.15 * stated * 1000, grams  # printed hollow in part


def test_printed_grams_are_those_of_the_models() -> None:
    from hardware.options import PRINTED_GRAMS

    grams = 0.0
    for part in (*PARTS.values(), *reader_parts()):
        solid, skin = built(part.name).volume, 1.2 * built(part.name).area
        if not part.name.startswith(("piece", "die_", "key_cap")):  # those are filled
            solid = min(solid, skin + 0.2 * (solid - skin))
        grams += part.count * solid * p.DENSITY_PLASTIC
    assert grams == pytest.approx(PRINTED_GRAMS, rel=0.02)


def test_magnet_pockets_are_as_many_as_magnets_are_bought() -> None:
    from hardware.models.shapes import MAGNET_POCKET
    from hardware.parts_list import lines

    def is_pocket(wall: Any) -> bool:
        return bool(abs(wall.Radius() - MAGNET_POCKET / 2) < 1e-6)

    pockets = 0
    for part in PARTS.values():
        walls_there = [cylinder(face) for face in built(part.name).faces()]
        places = [wall.Axis().Location() for wall in walls_there if wall and is_pocket(wall)]
        walls = {(round(place.X(), 2), round(place.Y(), 2)) for place in places}
        pockets += part.count * len(walls)
    bought = next(line.quantity for line in lines() if line.part == "magnet 5 x 2 mm N35")
    assert pockets == bought


def turned_back(x: float, y: float, degrees: float) -> tuple[float, float]:
    """A place beside a part's middle, as the part itself sees it."""
    angle = math.radians(-degrees)
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def test_trays_stand_apart_and_their_seats_lie_where_the_layout_says() -> None:
    assert p.DICE_PITCH - tray.OUTER > 2  # they are shaken
    for side, places in layout.dice_trays().items():
        for (x, y), seat in zip(places, layout.dice_seats()[side], strict=True):
            away = turned_back(seat[0] - x, seat[1] - y, layout.DICE_TURN[side])
            assert away == pytest.approx((-tray.MIDDLE, -tray.MIDDLE))
            assert not -tray.OUTER / 2 < x < layout.WIDTH + tray.OUTER / 2


def test_links_have_their_holes_where_tray_frame_and_seat_have_theirs() -> None:
    link, frame, part = built("dice_link"), built("frame_tray"), built("dice_tray")
    bottom = tray.FOOT
    for side, places in layout.dice_trays().items():
        column = next(tile for tile in layout.placed() if tile.zones == (f"{side}O",))
        sign = -1 if column.turned else 1
        for x, y in places:
            # The link lies across: its length from the frame's edge to the seat's.
            edge = column.x + sign * p.COLUMN_WIDTH / 2
            middle = edge + sign * p.LINK_LENGTH / 2
            assert x == pytest.approx(edge + sign * (p.LINK_LENGTH + tray.OUTER / 2))
            for along in (-1, 1):
                for across in (-p.LINK_SCREWS / 2, p.LINK_SCREWS / 2):
                    away = along * (p.LINK_LENGTH / 2 + p.LINK_INSET)
                    assert not inside(link, across, away, 1)
                    spot = (middle + sign * away, y + across)
                    if along < 0:
                        at = (sign * (spot[0] - column.x), sign * (spot[1] - column.y))
                        assert not inside(frame, *at, 1)
                        assert inside(frame, at[0] + 2, at[1], 1)
                    else:
                        off = turned_back(spot[0] - x, spot[1] - y, layout.DICE_TURN[side])
                        at = (off[0] + tray.MIDDLE, off[1] + tray.MIDDLE)
                        assert not inside(part, *at, bottom + 1)
                        assert inside(part, at[0] + 2, at[1], bottom + 1)
