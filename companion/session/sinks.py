"""Passes each recorded fact to the event stream, a listener, and the voice and displays."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.events import EventWriter, say_event, to_event
from companion.link.messages import Keyed
from companion.publishing.phones import Phones
from companion.referee.facts import Fact
from companion.referee.state import Asked
from companion.referee.talk_facts import EntryAnswer, Question
from companion.rules import Player
from companion.speech.announcer import Announcer
from companion.speech.braille.display import Display
from companion.speech.speaker import Speaker
from companion.speech.utterance import Utterance


@dataclass(slots=True, kw_only=True)
class Words:
    """Turns facts into events, and into sentences for voice, braille display and players' pages.

    listen -- called with each fact before it is spoken, or None;
    telephones -- the players' pages, or None;
    typist -- the player (`V` or `N`) whose keypad line is being processed, else "".
    """

    announcer: Announcer
    speaker: Speaker
    now: Callable[[], float]
    events: EventWriter | None = None
    listen: Callable[[Fact], None] | None = None
    display: Display | None = None
    telephones: Phones | None = None
    typist: str = ""
    _question: tuple[Question, tuple[Utterance, ...]] | None = None

    def take(self, fact: Fact, t: float) -> None:
        """Write a fact as an event, if the stream contains it, then put it into words."""
        if self.events is not None and (event := to_event(fact, t)) is not None:
            self.events.write(event)
        if self.listen is not None:
            self.listen(fact)
        utterances = self.announcer.announce(fact)
        if isinstance(fact, Question):
            self._question = fact, utterances
        asked = fact.player if isinstance(fact, Question) else None
        asker = self.typist if asked is not None or isinstance(fact, EntryAnswer) else ""
        if isinstance(fact, EntryAnswer) and asker:
            # Answer only the player who typed, because the other player may use another language.
            utterances = tuple(each for each in utterances if each.to in ("all", asker))
        self._say(utterances, t, asker)
        if asked is not None and utterances and asker not in ("", asked):
            # The other player must answer. The page of the player who asked shows that the question
            # was asked.
            self._is_read(self.announcer.to_one(Player(asker), "question.opponent-asked"), asker)

    def say_again(self, fact: Fact) -> None:
        """Announce a fact again."""
        self._say(self.announcer.say_again(fact), self.now())

    def alert(self, utterances: tuple[Utterance, ...]) -> None:
        """Announce utterances that do not come from a fact."""
        self._say(utterances, self.now())

    def _say(self, utterances: tuple[Utterance, ...], t: float, asker: str = "") -> None:
        for utterance in utterances:
            if self.display is not None:
                self.display.show(utterance)
            read_there = self._is_read(utterance, asker)
            interrupts = not read_there and self.speaker.say((utterance,))
            if self.events is not None and utterance.text and not utterance.secret:
                self.events.write(say_event(utterance, t, interrupts=interrupts))

    def _is_read(self, utterance: Utterance, asker: str) -> bool:
        """Show an utterance on the players' pages. Return whether this replaces speech."""
        if self.telephones is None or not self.telephones.take(utterance, asker):
            return False
        if not utterance.secret:
            to = asker if utterance.to == "all" else utterance.to
            self.speaker.read_elsewhere(replace(utterance, to=to))
        return True

    def tell_code(self, player: Player) -> bool:
        """Tell a player the code of the player's page, without recording the code.

        Return False if there is no page.
        """
        code = "" if self.telephones is None else self.telephones.code(player)
        if code:
            self.alert(self.announcer.code(player, code))
        return bool(code)

    def keyed(self, key: Keyed) -> None:
        """Stop speech at a key press and speak the key's name, unless a screen reader does."""
        self.speaker.silence()
        if self.speaker.names_keys and not key.named:
            self.alert(self.announcer.keyed(key.sign, key.back))

    def repeat(self, player: Player, asked: Asked | None) -> None:
        """Repeat the last news that this player heard; asked -- the open question."""
        question = None
        if asked is not None and self._question is not None:
            put, words = self._question
            if (put.player, put.topic, put.item) == (asked.player, asked.topic, asked.item):
                question = next((each for each in words if each.to in ("all", player)), None)
        again = self.speaker.heard(player.value, question)
        if again is None:
            return
        if self.display is not None:
            self.display.repeat(player, again)
        asked_there = self.telephones is not None and self.typist == player.value
        if not (asked_there and self._is_read(replace(again, to=player.value), player.value)):
            self.speaker.say((again,))
