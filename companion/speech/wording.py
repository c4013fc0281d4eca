"""One way of speaking: a language, a game's numbering, a notation. Makes sentences of phrases."""

from typing import Final

from companion.rules.games import BY_NAME
from companion.rules.track import ENTRY
from companion.rules.vocabulary import POINTS, Player
from companion.speech.catalogue import DOUBLE, NAMES, OWN, TWO, Catalogue

THOUSAND: Final = 1000


class Wording:
    """Sentences in one language about one game.

    game -- its name; notation -- `OWN` for a player's own numbers 24 to 1, where the game knows
    them (docs/rules.md, "The board"), or `NAMES` for the names on the board;
    layout -- a part of ("mirrored", "turned"): the board is set up with left and right exchanged,
    so that point V8 of the rules is V5 on the board, or each side before the other player, so that
    it is N8 (docs/rules.md, "The board").
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
        """Return a sentence, the game's own version if it has one; see `Catalogue.say`."""
        own, notation = self._own(name), self.notation
        return self.catalogue.say(own, player, dice, count=count, notation=notation, **values)

    def say_on_one_side(self, name: str, source: str, target: str, *, count: int = 1) -> str:
        """One sentence on a move between points of one letter, which is said once: "N 12 to 5"."""
        number = target.partition(" ")[2]
        return self.catalogue.say(name, count=count, notation=OWN, source=source, target=number)

    def with_dice(self, name: str, dice: tuple[int, ...], player: Player | None = None) -> str:
        """The sentence for these two dice."""
        low, high = sorted(dice)
        kind = DOUBLE if low == high else TWO
        return self.say(name, player, kind, die=high, high=high, low=low)

    def of_game(self, what: str, game: str = "") -> str:
        """Return a sentence that names a game, by default this one."""
        return of_game(self.catalogue, game or self.game, what)

    def knows(self, name: str) -> bool:
        """Return whether there is a message of this id."""
        return self.catalogue.knows(name)

    def first(self, *names: str) -> str:
        """The first of these ids that there is a message for; the last if there is none before."""
        return self.catalogue.first(*names)

    def _own(self, name: str) -> str:
        """The id of what the game says in place of a sentence that all share, else the id."""
        if name not in self._owned:
            self._owned[name] = self.catalogue.first(f"{self.game}.{name}", name)
        return self._owned[name]

    def own_number(self, zone: str, player: Player) -> int:
        """A player's own number of a zone: 24 to 1, 25 for bar and hand, 0 for off."""
        return min(self.track.slot(zone, player), ENTRY)

    def point(self, zone: str, player: Player) -> str:
        """A point as it is spoken to a player: "8", or "V 8"."""
        return str(self.own_number(zone, player)) if self.notation == OWN else self.name(zone)

    def nearer(self, zone: str) -> Player:
        """The player whose own number of a point is the lower: he calls it by 1 to 12."""
        return min(Player, key=lambda player: self.own_number(zone, player))

    def seat(self, place: str) -> str:
        """A dice seat's place on the wire, as it belongs to a player; other places as they are."""
        opposite = {"die1": "die3", "die2": "die4", "die3": "die1", "die4": "die2"}
        return opposite.get(place, place) if "turned" in self._layout else place

    def name(self, zone: str) -> str:
        """The name of a point as it is felt on the board, apart so that every voice reads it."""
        number = int(zone[1:])
        side = self.side(Player(zone[0]))
        return f"{side} {13 - number if 'mirrored' in self._layout else number}"

    def side(self, player: Player) -> str:
        """The letter of the board's side at which a player sits."""
        return (player.other if "turned" in self._layout else player).value


def of_game(catalogue: Catalogue, game: str, what: str) -> str:
    """What is said of a game: `begins`, `kept`, `offered`… see `locale/en/any-game.po`.

    It is the game's own message, or the general one.
    """
    if what == "shown" and BY_NAME[game].in_hand:
        what = "offered"  # its start position is an empty board
    title = game.replace("-", " ").capitalize()
    return catalogue.say(catalogue.first(f"{game}.{what}", f"any-game.{what}"), game=title)


def decimal(thousandths: int) -> tuple[str, str]:
    """A number of thousandths as it is written: the figures before its point and those after."""
    whole, rest = divmod(thousandths, THOUSAND)
    return str(whole), f"{rest:03}".rstrip("0") or "0"


def is_point(zone: str) -> bool:
    """Return whether a zone is one of the 24 points (and not "", a bar, a tray or a hand)."""
    return zone in POINTS
