"""Tracks the pieces on each zone, and the piece that is lifted between two presses."""

from names import LETTERS, SIDES, ZONES

PER_SIDE = 15
EMPTY = "empty"
STARTS = {
    "jacquet": {"V12": "n" * 14 + "N", "N12": "v" * 14 + "V"},
    "backgammon": {
        "V1": "n" * 2,
        "V6": "v" * 5,
        "V8": "v" * 3,
        "V12": "n" * 5,
        "N1": "v" * 5,
        "N5": "n" * 3,
        "N7": "n" * 5,
        "N12": "v" * 2,
    },
    "dutch": {},
    "acey-deucey": {},
    EMPTY: {},
}
GAMES = ("jacquet", "backgammon", "dutch", "acey-deucey", EMPTY)
BARS = ("VB", "NB")


class Piles:
    """The pieces of both players.

    game -- the game that was chosen last
    zones -- the letters on each zone, in the order in which they were put there
    lifted -- the letter of the piece between two presses, "" if there is none
    is_from_hand -- whether the lifted piece came from the hand
    """

    def __init__(self) -> None:
        self.game = EMPTY
        self.zones: dict[str, str] = {}
        self.lifted = ""
        self.is_from_hand = False
        self._origin = ("", 0)  # the zone of the lifted piece and its index in the pile

    def start(self, game: str) -> None:
        """Put all pieces as at the start of a game. An empty board does not change the game."""
        if game != EMPTY:
            self.game = game
        self.zones = dict(STARTS[game])
        self.lifted = ""

    def lift(self, zone: str, other: bool) -> bool:
        """Lift a piece. Return whether there is one.

        On a zone with both colours the piece that was there first is lifted, because it was hit.
        With `other`, the piece that came last is lifted. On a zone with one colour the star is
        lifted, or with `other` a pawn. An empty bar stands for its owner's hand. With `other`, any
        bar does.
        """
        pile = self.zones.get(zone, "")
        self.is_from_hand = zone in BARS and (other or not pile)
        if self.is_from_hand:
            self.lifted = self._of_hand(SIDES[BARS.index(zone)].lower())
            self._origin = ("", 0) if other else (zone, 0)
            return bool(self.lifted)
        kinds = _kinds(pile)
        if len(kinds) <= other:
            return False
        are_mixed = kinds[0].lower() != kinds[-1].lower()
        self.lifted = pile[-1] if other and are_mixed else kinds[other]
        at = pile.rindex(self.lifted)
        self._origin = (zone, at)
        self.zones[zone] = pile[:at] + pile[at + 1 :]
        return True

    def put(self, zone: str, other: bool) -> bool:
        """Put the lifted piece on a zone. Return whether the piece went into the hand.

        On either bar the piece goes to the bar of its owner, or with `other` into the hand. A piece
        that is put back in its zone has its old place in the pile.
        """
        pile = self.zones.get(zone, "")
        is_back = zone == self._origin[0]
        to_hand = zone in BARS and (other or (is_back and self.is_from_hand))
        if zone in BARS:
            zone = BARS["vn".index(self.lifted.lower())]
            pile = self.zones.get(zone, "")
        if not to_hand:
            at = self._origin[1] if is_back else len(pile)
            self.zones[zone] = pile[:at] + self.lifted + pile[at:]
        self.lifted = ""
        self._origin = ("", 0)
        return to_hand

    def text(self) -> str:
        """Return the pieces in the form of the wire."""
        found = []
        for zone in ZONES:
            pile = self.zones.get(zone, "")
            counts = ["%d%s" % (pile.count(each), each) for each in LETTERS if each in pile]
            if counts:
                found.append(zone + ":" + "".join(counts))
        return ";".join(found)

    def count(self) -> int:
        """Return how many pieces lie on the board."""
        return sum(len(pile) for pile in self.zones.values())

    def _of_hand(self, colour: str) -> str:
        """Return the next piece in the hand, "" if there is none.

        In Jacquet the star comes first.
        """
        out = "".join(self.zones.values())
        if sum(letter.lower() == colour for letter in out) >= PER_SIDE:
            return ""
        star = colour.upper()
        return star if self.game == "jacquet" and star not in out else colour


def _kinds(pile: str) -> list[str]:
    """Return the kinds of piece in a pile, in the order in which presses choose them."""
    colours: list[str] = []
    for letter in pile:
        if letter.lower() not in colours:
            colours.append(letter.lower())
    return [kind for colour in colours for kind in (colour.upper(), colour) if kind in pile]
