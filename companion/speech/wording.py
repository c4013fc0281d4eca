"""Makes sentences in one language, with the words and the point numbers of one game."""

from typing import Any, Final

from companion.rules.games import BY_NAME
from companion.rules.vocabulary import ENTRY, POINTS, Player
from companion.speech.catalogue import DOUBLE, NAMES, OWN, TWO, Catalogue, first_message

THOUSAND: Final = 1000


class Wording:
    """The sentences of one language for one game.

    notation -- `OWN` for a player's own numbers 24 to 1, if the game has them, or `NAMES` for the
    names on the board (docs/rules.md, "The board")
    layout -- may contain "mirrored" (left and right are exchanged: V8 of the rules is V5 on the
    board) and "turned" (each player sits at the other side: V8 of the rules is N8)
    """

    def __init__(
        self, lang: str, game: str, notation: str = OWN, layout: tuple[str, ...] = ()
    ) -> None:
        self.lang = lang
        self.game = game
        self.rules = BY_NAME[game]
        self.track = self.rules.track
        self.notation = notation if self.rules.own_numbers else NAMES
        self._layout = layout
        self.catalogue = Catalogue(lang)
        self._owned: dict[str, str] = {}

    def say(
        self,
        name: str,
        player: Player | None = None,
        dice: str = "",
        /,
        *,
        count: int = 1,
        **values: str | int,
    ) -> str:
        """Return a sentence, in the game's own version if there is one; see `Catalogue.say`."""
        own, notation = self._own(name), self.notation
        return self.catalogue.say(own, player, dice, count=count, notation=notation, **values)

    def say_on_one_side(self, name: str, source: str, target: str) -> str:
        """Return a sentence about a move on one side, with one letter for both: "N 12 to 5"."""
        number = target.partition(" ")[2]
        return self.catalogue.say(name, notation=NAMES, source=source, target=number)

    def with_dice(self, name: str, dice: tuple[int, ...], player: Player | None = None) -> str:
        """Return the sentence for these two dice."""
        low, high = sorted(dice)
        kind = DOUBLE if low == high else TWO
        return self.say(name, player, kind, die=high, high=high, low=low)

    def of_game(self, what: str, game: str = "") -> str:
        """Return a sentence that names a game, by default the game of this wording."""
        return of_game(self.catalogue, game or self.game, what)

    def by_places(self, name: str, source: str, target: str) -> str:
        """Return the id of the message form that best fits the start and the end of a move.

        A form names the kinds of both places, as in `point-to-bar`, or of one place, as in `to-bar`
        or `from-point`.
        """
        start, end = kind_of(source), kind_of(target)
        forms = f"{start}-to-{end}", f"to-{end}", f"from-{start}"
        return first_message(*(f"{name}.{form}" for form in forms), name)

    def _own(self, name: str) -> str:
        """Return the id of the game's own version of a message if it exists, else the id."""
        if name not in self._owned:
            self._owned[name] = first_message(f"{self.game}.{name}", name)
        return self._owned[name]

    def own_number(self, zone: str, player: Player) -> int:
        """Return a player's own number of a zone: 24 to 1, 25 for bar and hand, 0 for off."""
        return min(self.track.zones[player].index(zone), ENTRY)

    def point(self, zone: str, player: Player) -> str:
        """Return the spoken name of a point for a player, "8" or "V 8"; "" for another zone."""
        if not is_point(zone):
            return ""
        return str(self.own_number(zone, player)) if self.notation == OWN else self.name(zone)

    def say_of_point(self, name: str, zone: str, *, count: int = 1) -> str:
        """Return a sentence for both players about a point, with the lower of its two numbers."""
        player = min(Player, key=lambda player: self.own_number(zone, player))
        return self.say(name, player, count=count, point=self.point(zone, player))

    def seat(self, place: str) -> str:
        """Return a dice seat as the players see it. On a turned board the seats are exchanged."""
        opposite = {"die1": "die3", "die2": "die4", "die3": "die1", "die4": "die2"}
        return opposite.get(place, place) if "turned" in self._layout else place

    def name(self, zone: str) -> str:
        """Return the name of a point on the board as two words, so that every voice reads it."""
        number = int(zone[1:])
        side = self.side(Player(zone[0]))
        return f"{side} {13 - number if 'mirrored' in self._layout else number}"

    def side(self, player: Player) -> str:
        """Return the letter of the board's side at which a player sits."""
        return (player.other if "turned" in self._layout else player).value


def of_game(catalogue: Catalogue, game: str, what: str) -> str:
    """Return a sentence that names a game.

    what -- the end of a message id in `locale/en/any-game.po`, such as `begins`. The message of the
    game itself, such as `dutch.begins`, is preferred.
    """
    if what == "shown" and BY_NAME[game].in_hand:
        what = "offered"  # this game begins with an empty board
    title = game.replace("-", " ").capitalize()
    return catalogue.say(first_message(f"{game}.{what}", f"any-game.{what}"), game=title)


def decimal(thousandths: int) -> dict[str, Any]:
    """Return the values `whole` and `figures` of a message, for a number of thousandths."""
    whole, rest = divmod(thousandths, THOUSAND)
    return {"whole": str(whole), "figures": f"{rest:03}".rstrip("0") or "0"}


_KINDS: Final = {"B": "bar", "O": "off", "H": "hand"}


def kind_of(zone: str) -> str:
    """Return what a place is: `point`, `bar`, `off` or `hand`; "" for none."""
    return "point" if is_point(zone) else _KINDS.get(zone[1:], "")


def is_point(zone: str) -> bool:
    """Return whether a zone is one of the 24 points (and not "", a bar, a tray or a hand)."""
    return zone in POINTS
