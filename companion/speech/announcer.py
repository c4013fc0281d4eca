"""Turns facts into utterances for the right players, in their languages and with a priority.

The announcer stores the state of the table and what the listeners have heard. It uses no clock,
file or device except the sentence catalogues.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.referee.board_facts import Link
from companion.referee.facts import ErrorOpen, Fact, GameBegins, TurnBegins, VerdictGiven
from companion.referee.table_view import TableView
from companion.rules import find_game
from companion.rules.verdicts import Verdict
from companion.rules.vocabulary import Player, parse_placement
from companion.speech.answers import board_lines
from companion.speech.catalogue import NOTATIONS, OWN, filled, languages
from companion.speech.fact_renderers import TELLERS
from companion.speech.listener_knowledge import ListenerKnowledge
from companion.speech.speech_context import Mode, Said, SpeechContext, Verbosity
from companion.speech.typed_words import key_name
from companion.speech.utterance import Priority, Utterance
from companion.speech.wording import Wording


class Announcer:
    """Makes the announcements of one evening.

    An announcement for both players is made once in each of their languages. If the players share a
    language, the higher verbosity of the two is used, and points are named unless both players want
    numbers.

    rules_name -- the name of the game, such as `jacquet`
    lang, verbosity, notation -- one value for both players, or one value for each player
    layout -- see `Wording`; the beginning of a game may change the layout
    earcons -- whether to add short sounds to facts
    types_dice -- whether dice are typed at a board that senses pieces
    is_record -- whether this announcer writes a record, which leaves out what to do next
    table -- the state of the table
    langs, verbosities -- the values of each player; use `set_language` to change a language
    is_saved -- whether a journal records the evening

    Raises `ValueError` for a language, verbosity, notation or mode that does not exist.
    """

    def __init__(  # noqa: PLR0913 - these are the settings of speech, each with a usual value
        self,
        rules_name: str,
        lang: str | Mapping[Player, str],
        verbosity: str | Mapping[Player, str] = Verbosity.NORMAL,
        notation: str | Mapping[Player, str] = OWN,
        mode: str = Mode.CLUB,
        *,
        layout: tuple[str, ...] = (),
        earcons: bool = False,
        types_dice: bool = False,
        is_record: bool = False,
    ) -> None:
        self._notations = _each(notation)
        for each in self._notations.values():
            if each not in NOTATIONS:
                raise ValueError(f"The notation is one of {', '.join(NOTATIONS)}, not {each!r}.")
        self.langs = _each(lang)
        self.verbosities = {p: Verbosity(each) for p, each in _each(verbosity).items()}
        self._game = rules_name
        self.table = TableView(rules=find_game(rules_name), layout=layout)
        self._build_wordings()
        self._mode = Mode(mode)
        self._earcons = earcons
        self._types_dice = types_dice
        self._is_record = is_record
        self._knows = ListenerKnowledge()
        self.is_saved = True

    def use_game(self, rules_name: str) -> None:
        """Use the words of another game from now on."""
        self._game = rules_name
        self.table = replace(self.table, rules=find_game(rules_name), layout=())
        self._build_wordings()

    def next_verbosity(self, player: Player) -> Verbosity:
        """Set and return a player's next verbosity: from normal to full to brief to normal."""
        self.verbosities[player] = self.verbosities[player].following
        return self.verbosities[player]

    def uses_verbosity_of(self, player: Player) -> bool:
        """Return whether announcements for both players have this player's verbosity."""
        return len(self._listeners()) > 1 or self.verbosities[player] is self._fuller

    def next_language(self, player: Player) -> str:
        """Set and return a player's next language."""
        known = languages()
        self.set_language(player, known[(known.index(self.langs[player]) + 1) % len(known)])
        return self.langs[player]

    def set_language(self, player: Player, lang: str) -> None:
        """Set a player's language."""
        self.langs[player] = lang
        self._build_wordings()

    def good_bye(self, *, begun: bool, is_saved: bool, cut: bool = False) -> tuple[Utterance, ...]:
        """Return the last announcement of the evening.

        begun -- whether a game was begun
        is_saved -- whether a journal contains this game
        cut -- whether the last part of the game is missing from the journal
        """
        if cut:
            return self.notice("choosing.good-bye-cut")
        if not begun:
            return self.notice("choosing.good-bye")
        return self.notice("choosing.good-bye-kept" if is_saved else "choosing.good-bye-not-kept")

    def board(
        self, board: str, dice: tuple[int, ...], reader: Player | None
    ) -> tuple[tuple[str, str], ...]:
        """Return the lines of the board for a braille display, each with its language.

        board -- the position as text
        reader -- the player who reads the display, None for both
        """
        wording = self._wordings[reader or self._people[0]]
        lines = board_lines(wording, parse_placement(board), dice, reader)
        return tuple((line, wording.lang) for line in lines)

    def record_damaged(self, game: str, at: tuple[int, int] | None) -> tuple[Utterance, ...]:
        """Return the announcement of a damaged record.

        game -- whether and how the game continues, see `records.resume.Loss`
        at -- the numbers of the game and turn that are resumed
        """
        if at is not None and game == "goes-on":
            return self.notice("evening.record-goes-on-at", number=at[0], turn=at[1])
        return self.notice(f"evening.record-damaged.{game}")

    def keyed(self, sign: str, back: str | None) -> tuple[Utterance, ...]:
        """Return the echo of a key: its name, or the rest of the line; nothing if brief.

        sign -- the sign of the key
        back -- the rest of the line after a deletion
        """
        said: list[Utterance] = []
        for player in self._listeners():
            wording = self._wordings[player]
            if self.verbosities[player] is not Verbosity.BRIEF:
                name = key_name(wording, sign, back)
                name_said = Said(Priority.ANSWER, (name,), "key", passing=True, is_news=False)
                said.append(self._utter(name_said, player))
        return tuple(said)

    def code(self, player: Player, code: str) -> tuple[Utterance, ...]:
        """Return the code of a player's page, digit by digit, for this player only."""
        said = self.to_one(player, "typed.code", figures=", ".join(code))
        return (replace(said, secret=True),)

    def to_one(self, player: Player, name: str, /, **values: str | int) -> Utterance:
        """Return a message for one player that does not come from a fact."""
        sentence = self._wordings[player].catalogue.tell(filled(name, **values))
        said = Said(Priority.ANSWER, (sentence,), "answer", to=player, passing=True)
        return replace(self._utter(said, player), to=player.value)

    def notice(
        self, name: str, priority: Priority = Priority.ALERT, /, **values: str | int
    ) -> tuple[Utterance, ...]:
        """Return a message for both players that does not come from a fact."""
        sentence, listeners = filled(name, **values), self._listeners()
        texts = {player: self._wordings[player].catalogue.tell(sentence) for player in listeners}
        return tuple(self._utter(Said(priority, (texts[player],)), player) for player in texts)

    def announce(self, fact: Fact) -> tuple[Utterance, ...]:
        """Return the announcements of a fact, if any."""
        before, self.table = self.table, self.table.after(fact)
        if isinstance(fact, Link) and not self._knows.is_news(fact):
            return ()
        if isinstance(fact, GameBegins):
            self._build_wordings()
        self._knows.take(fact)
        if isinstance(fact, TurnBegins) and before.has_dice:
            return ()  # the dice for this turn are already on the board
        utterances = self.say_again(fact)
        self._knows.note_said(fact, silently=not utterances)
        sound = sound_of(fact) if self._earcons else ""  # this sound is never played without words
        if not (sound and utterances):
            return utterances
        return (replace(utterances[0], sound=sound), *utterances[1:])

    def say_again(self, fact: Fact) -> tuple[Utterance, ...]:
        """Return the announcements of a fact again, without a change to the table's state."""
        told = ((self._tell(fact, player), player) for player in self._listeners())
        utterances = (self._utter(said, player) for said, player in told if said)
        return tuple(each for each in utterances if each.text)

    def _build_wordings(self) -> None:
        """Build the wording of each player. Players with the same language share one wording.

        A player whose turns the companion plays hears nothing.
        """
        partner = self.table.practice.partner
        self._people = tuple(player for player in Player if player is not partner)
        kinds = {player: (self.langs[player], self._notations[player]) for player in Player}
        made = {kind: self._wording(*kind) for kind in dict.fromkeys(kinds.values())}
        self._wordings = {player: made[kind] for player, kind in kinds.items()}
        both = [self._wordings[player] for player in self._people]
        self._shared = next((each for each in both if each.notation != OWN), both[0])

    def _wording(self, lang: str, notation: str) -> Wording:
        return Wording(lang, self._game, notation, self.table.layout)

    @property
    def _fuller(self) -> Verbosity:
        """Return the highest verbosity of the players."""
        levels = list(Verbosity)
        return max((self.verbosities[player] for player in self._people), key=levels.index)

    def _listeners(self) -> tuple[Player, ...]:
        """Return one listening player for each language."""
        people = self._people
        return people if len({self.langs[player] for player in people}) > 1 else people[:1]

    def _tell(self, fact: Fact, player: Player) -> Said | None:
        tell = TELLERS[type(fact)]
        if len(self._listeners()) > 1:
            said = tell(fact, self._context_for(player))
            return None if said is not None and said.to not in (None, player) else said
        context = self._circumstances(self._shared, self._fuller)
        said = tell(fact, context)
        if said is not None and said.to is not None:
            own = self._context_for(said.to)
            return said if own == context else tell(fact, own)
        return said

    def _context_for(self, player: Player) -> SpeechContext:
        return self._circumstances(self._wordings[player], self.verbosities[player])

    def _circumstances(self, wording: Wording, verbosity: Verbosity) -> SpeechContext:
        return SpeechContext(
            wording,
            verbosity,
            self._mode,
            self.table,
            self._knows,
            self.is_saved,
            self._types_dice or self.table.typed,
            self._is_record,
        )

    def _utter(self, said: Said, player: Player) -> Utterance:
        """Return the utterance for one player, for all players of one language, or for both."""
        to = "all"
        if said.to is not None:
            to = said.to.value
        elif len(self._listeners()) > 1:
            to = player.value
        return Utterance(
            text=said.text,
            lang=self._wordings[said.to or player].lang,
            priority=said.priority,
            to=to,
            key=said.key,
            last_move=said.last_move,
            turn=self.table.turns if said.passing else 0,
            is_news=said.is_news,
        )


def _each(setting: str | Mapping[Player, str]) -> dict[Player, str]:
    """Return a setting for each player."""
    return dict.fromkeys(Player, setting) if isinstance(setting, str) else dict(setting)


_VERDICTS: Final = {Verdict.LEGAL: "legal", Verdict.ILLEGAL: "illegal"}
_LINKS: Final = {"lost": "lost", "connected": "found"}


def sound_of(fact: Fact) -> str:
    """Return the name of a fact's earcon, "" if it has none."""
    match fact:
        case VerdictGiven(nothing_to_play=False):
            return _VERDICTS.get(fact.verdict, "")
        case ErrorOpen():
            return "illegal"
        case TurnBegins():
            return "turn"
        case Link():
            return _LINKS.get(fact.state, "")
    return ""
