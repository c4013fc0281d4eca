import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.observation import Stars, mirror, possible_stars, read, star_owners, travels
from companion.link.codec import parse_zones
from companion.link.messages import LETTERS, ZONES
from companion.rules import game_names
from companion.rules.games import BY_NAME
from companion.rules.vocabulary import NOTHING, Placement, Player, parse_placement
from tests.tables import table

JACQUET = parse_placement("V12=14n1N N12=14v1V")
BACKGAMMON = parse_placement("V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v")
V, N = Player.V, Player.N


def seen(text: str, stars: Stars | None = None, game: str = "backgammon") -> str:
    return read(parse_zones(text), stars or Stars(), BY_NAME[game]).text


def stars_of(text: str, wanted: Placement, game: str, *, mirrored: bool = False) -> Stars:
    return star_owners(parse_zones(text), wanted, BY_NAME[game], mirrored=mirrored)


def test_in_jacquet_the_starting_place_of_a_star_decides_its_owner() -> None:
    assert stars_of("N12:14v1V;V12:14n1N", JACQUET, "jacquet") == Stars(V, N)
    swapped = stars_of("N12:14v1N;V12:14n1V", JACQUET, "jacquet")
    assert swapped == Stars(N, V)
    assert seen("N12:14v1N;V12:14n1V", swapped, "jacquet") == JACQUET.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("N12:14v1N;V12:14n", Stars(N, V)),
        ("N12:14v;V12:14n1V", Stars(N, V)),
        ("N12:14v;V12:14n1N;V3:1V", Stars(V, N)),
        ("N12:14v;V12:14n;V3:1V", Stars(V, N)),
        ("N12:15v;V12:15n", Stars(V, N)),
        ("N12:14v1V1N;V12:14n", Stars(V, V)),
    ],
)
def test_a_star_in_an_undecided_zone_belongs_to_the_other_player(
    text: str, expected: Stars
) -> None:
    assert stars_of(text, JACQUET, "jacquet") == expected


def test_in_a_resumed_game_the_wanted_position_decides_the_owners() -> None:
    wanted = parse_placement("V12=13n V5=1N N12=14v N2=1V V3=1n")
    assert stars_of("V12:13n;V5:1V;N12:14v;N2:1N;V3:1n", wanted, "jacquet") == Stars(N, V)
    home = parse_placement("V3=2v N3=15n VO=13v")
    assert stars_of("V3:2v;V12:12v1N;N3:14n1V", home, "jacquet") == Stars(N, V)


def test_a_star_on_a_start_point_belongs_to_the_owner_of_the_point() -> None:
    empty = parse_placement("V3=15v N3=15n")
    assert stars_of("N12:1N;V12:1V", empty, "jacquet") == Stars(N, V)


def test_in_backgammon_stars_are_pawns_of_the_player_they_were_set_up_for() -> None:
    both_green = stars_of("V6:4v1V;N1:4v1N", BACKGAMMON, "backgammon")
    assert both_green == Stars(V, V)
    assert seen("V8:2v1N;VB:1V", both_green) == "V8=3v VB=1v"
    swapped = stars_of("V1:1n1V;V6:4v1N", BACKGAMMON, "backgammon")
    assert swapped == Stars(N, V)
    assert seen("V1:1n1V;V6:4v1N", swapped) == "V1=2n V6=5v"
    assert stars_of("V2:1V;V3:1N", BACKGAMMON, "backgammon") == Stars(V, N)


def test_in_a_mirrored_layout_the_unmirrored_point_decides_the_owner() -> None:
    assert stars_of("V7:4v1N;V12:1n1V", BACKGAMMON, "backgammon", mirrored=True) == Stars(N, V)


@pytest.mark.parametrize(("text", "expected"), table("board/travelling-stars"))
def test_a_star_travels_on_the_first_18_points(text: str, expected: str) -> None:
    assert seen(text, game="jacquet") == expected


def test_eighteen_points_of_each_path_are_travelled() -> None:
    assert [sum(travels(player, zone) for zone in ZONES) for player in Player] == [18, 18]


def test_pieces_in_the_opponents_bar_and_tray_belong_to_their_colour() -> None:
    assert seen("VB:1v2n;NO:1v3n;VO:1n;NB:1?") == "VB=1v NB=2n1? VO=1v NO=4n"
    assert seen("NO:1V;VO:1N", Stars(V, N)) == "VO=1v NO=1n"


def test_unknown_pieces_stay_where_they_are() -> None:
    assert seen("V3:2?;V4:1v1n1?") == "V3=2? V4=1v1n1?"


def test_mirrored_names_are_translated() -> None:
    text = "V12:2n;V7:5v;V5:3v;V1:5n;N12:5v;N8:3n;N6:5n;N1:2v;VB:1v"
    placement = read(parse_zones(text), Stars(), BY_NAME["backgammon"], mirrored=True)
    assert placement.text == BACKGAMMON.text + " VB=1v"


@pytest.mark.parametrize("zone", ZONES)
def test_mirroring_twice_changes_nothing(zone: str) -> None:
    assert mirror(mirror(zone)) == zone


@given(
    zones=st.dictionaries(
        st.sampled_from(ZONES),
        st.dictionaries(st.sampled_from(LETTERS), st.integers(1, 15), min_size=1),
    ),
    stars=st.builds(Stars, st.sampled_from(Player), st.sampled_from(Player)),
    game=st.sampled_from(game_names()),
    mirrored=st.booleans(),
)
def test_no_piece_is_lost_in_reading(
    zones: dict[str, dict[str, int]], stars: Stars, game: str, *, mirrored: bool
) -> None:
    wire = tuple((zone, tuple(pile.items())) for zone, pile in zones.items())
    placement = read(wire, stars, BY_NAME[game], mirrored=mirrored)
    total = sum(count for pile in zones.values() for count in pile.values())
    assert placement.count(V) + placement.count(N) + placement.unknown == total
    green = sum(
        count
        for pile in zones.values()
        for letter, count in pile.items()
        if letter == "v" or (letter in "VN" and stars.owner(letter) is V)
    )
    assert placement.count(V) == green


def test_an_empty_board_has_no_pieces() -> None:
    assert read((), Stars(), BY_NAME["jacquet"]) == NOTHING


def test_in_jacquet_each_player_has_one_star() -> None:
    assert possible_stars(BY_NAME["jacquet"]) == (Stars(V, N), Stars(N, V))
    assert len(possible_stars(BY_NAME["backgammon"])) == 4
