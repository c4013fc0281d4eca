from companion.board.repair import ZoneDifference, differences
from companion.rules.vocabulary import Pile, parse_placement

START = parse_placement("V12=14n1N N12=14v1V")


def test_equal_boards_do_not_differ() -> None:
    assert differences(START, START) == ()


def test_a_zone_with_an_unknown_piece_or_too_many_of_a_kind_has_extra_pieces() -> None:
    assert ZoneDifference("N12", Pile(v=14, V=1), Pile(v=14, V=1, unknown=1)).has_extra
    assert ZoneDifference("N12", Pile(v=14, V=1), Pile(v=15)).has_extra
    assert not ZoneDifference("N12", Pile(v=14, V=1), Pile(v=14)).has_extra


def test_zones_with_extra_pieces_come_before_those_that_lack_pieces() -> None:
    have = parse_placement("V3=1? V12=13n1N N12=14v1V N5=1v VB=2v NH=1n")
    want = START.with_piles({"V1": Pile(v=1)})
    found = differences(want, have)
    assert [difference.zone for difference in found] == ["V3", "N5", "VB", "NH", "V1", "V12"]
    assert found[0] == ZoneDifference("V3", Pile(), Pile(unknown=1))
