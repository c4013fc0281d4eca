"""The state of an evening while a typed line is processed, and which lines are allowed."""

from dataclasses import dataclass
from typing import Final

from companion.board.observation import Pressed
from companion.link.messages import Key
from companion.referee import contest, dialog
from companion.referee.facts import Ruling
from companion.referee.inputs import Act
from companion.referee.requests import EndEvening
from companion.referee.state import Phase, State, Topic
from companion.referee.talk_facts import EntryAnswer, Explained, KeyAnswer, MovesTyped
from companion.referee.turn_context import TurnContext
from companion.rules import Placement, Player, Rules, Verdict
from companion.rules.vocabulary import BAR, HAND
from companion.typed.entries import CodeRequest, Figures, TypedRuling

GameEffect = Act | Pressed | EntryAnswer | KeyAnswer | Explained | MovesTyped
"""The effects of an entry on the game: referee inputs, keys and answers."""

Effect = GameEffect | Ruling | EndEvening | TypedRuling | CodeRequest
"""The effects of an entry: effects on the game, rulings and requests."""


NO_PLAY_CODES: Final = {Phase.SETUP: "starting", Phase.PAUSED: "paused", Phase.OVER: "over"}
"""The code of the reason why neither dice nor a play can be typed in each of these phases."""


MAY_TAKE_BACK: Final = (Phase.OPENING, Phase.TO_THROW, Phase.MOVING)


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of an evening.

    choosing -- whether the players are choosing a game;
    tournament -- whether verdicts are announced only after the end of a turn;
    keypads -- the players with their own keypad or page;
    by_names -- whether points are called by their names;
    by -- the player whose keypad sent the line, None if either player may have typed it.
    """

    rules: Rules
    state: State
    choosing: bool
    tournament: bool
    keypads: frozenset[Player]
    by_names: bool
    by: Player | None

    @property
    def senses_pieces(self) -> bool:
        """Whether the board senses pieces, and only dice are typed."""
        return not self.state.evening.typed

    @property
    def context(self) -> TurnContext:
        """The rules and the state, for judging boards."""
        return TurnContext(self.rules, self.state, self.state.clock.ticked or 0)

    @property
    def seen(self) -> Placement:
        """The last settled board, or the board after the typed moves."""
        return self.context.seen

    @property
    def has_moved(self) -> bool:
        """Whether the board differs from the agreed position."""
        return not self.context.is_agreed(self.seen)

    @property
    def turn_key(self) -> tuple[object, ...]:
        """A value that differs for each turn, and for the correction of a turn."""
        # The opening counts as part of the first turn, so that its dice can be taken back.
        match, turn = self.state.match, max(self.state.turn.number, 1)
        return match.score, match.number, turn, self.state.phase is Phase.ERROR

    @property
    def thrower(self) -> Player:
        """The player who throws next: the player on turn, or the opponent in an open error."""
        player = self.state.turn.player or Player.V
        return player.other if self.state.phase is Phase.ERROR else player

    @property
    def asked_player(self) -> Player:
        """The player who has to answer, or the player on turn if no answer is needed."""
        asked, player = self.state.asked, self.state.turn.player
        if asked is not None and asked.player is not None:
            return asked.player
        if self.state.phase in (Phase.DOUBLED, Phase.ERROR) and player is not None:
            return player.other
        return player or Player.V

    @property
    def openers(self) -> list[Player]:
        """The players who must still type their opening die. The companion throws its own die."""
        opening, partner = self.state.game.opening, self.state.practice.partner
        return [each for each in Player if not opening.of(each) and each is not partner]

    def may_be(self, player: Player | None) -> bool:
        """Return whether this player may have typed the line."""
        return self.by in (None, player)

    def presser(self, key: Key) -> Player:
        """Return the player whose key is pressed when a typed line names no player.

        On a shared keypad in an open error this is the opponent, and for the `board` key the mover.
        """
        if self.by is not None:
            return self.by
        decides = key in (Key.YES, Key.NO, Key.CUBE, Key.REPEAT) or self.state.asked is not None
        if self.state.phase is Phase.ERROR and not decides:
            return self.state.turn.player or Player.V
        return self.asked_player

    def must_answer(self, player: Player) -> bool:
        """Return whether a player's key `no` would answer a question instead of opening the menu.

        Without a question, this is the opponent's key during a double, and in an open error until
        the correction is demanded.
        """
        state = self.state
        if state.asked is not None:
            return state.asked.topic != Topic.MENU
        decides = state.phase in (Phase.DOUBLED, Phase.ERROR) and not state.turn.must_correct
        return decides and player is not state.turn.player

    @property
    def has_open_error(self) -> bool:
        """Whether an error is open and nothing else is asked."""
        return self.state.phase is Phase.ERROR and self.state.asked is None and not self.choosing

    @property
    def is_asked_by_other(self) -> bool:
        """Whether a player must answer a question, a double or an error of the other player."""
        if self.choosing:
            return False
        if self.state.asked is None:
            return self.must_answer(self.presser(Key.YES))
        return contest.question_to_opponent(self.state) is not None

    def asks_to_quit(self) -> bool:
        """Return whether the other player has to agree that the evening ends.

        While the first game is being chosen, no agreement is needed.
        """
        if self.by is None or (self.choosing and self.state.phase is Phase.SETUP):
            return False
        return self.by.other in self.keypads and self.by.other is not self.state.practice.partner

    def chooses_to_stop(self) -> bool:
        """Return whether a `yes` would ask the other player to agree that the evening ends."""
        asked = self.state.asked
        if asked is None or self.choosing or asked.player is not self.by:
            return False
        return (asked.topic, asked.item) == (Topic.MENU, "stop") and self.asks_to_quit()

    def cancelled(self) -> Player | None:
        """Return the player whose menu or question a line may close without an answer, or None."""
        asked = self.state.asked
        if self.choosing or asked is None or not dialog.may_lapse(asked):
            return None
        return asked.player if self.may_be(asked.player) else None

    # --- allowed entries --------------------------------------------------------------------------

    def help_code(self) -> str:
        """Return the code of the answer to `?`."""
        state, asked = self.state, self.state.asked
        if self.choosing:
            return "help-choosing"
        if asked is not None and (self.by is None or asked.player in (None, self.by)):
            return "help-menu" if asked.topic == Topic.MENU else "help-question"
        if contest.question_to_opponent(state):
            return "opponent-first"
        if state.phase is Phase.DOUBLED and self.by is state.turn.player:
            return "opponent-first"
        waits = state.phase in (Phase.TO_THROW, Phase.MOVING, Phase.ERROR)
        if self.may_be(state.turn.player) or not waits:
            return f"help-{self._expected}"
        is_error = state.phase is Phase.ERROR and not state.turn.must_correct
        may_accept = is_error and self.context.acceptable(self.context.judge_ended())
        return "error-open" if may_accept else "help-waiting"

    @property
    def _expected(self) -> str:
        """What the table waits for, as the end of an `EntryAnswer` code such as `help-moving`."""
        if self.state.phase is not Phase.MOVING:
            return self._between_plays
        if self.state.is_partners_turn or self.senses_pieces:
            return "partner" if self.state.is_partners_turn else "pieces"
        verdict = self.context.judge(self.seen).verdict
        if verdict is not Verdict.INCOMPLETE:
            return str(verdict)
        board, mover = self.seen, self.context.mover
        waiting = board[BAR[mover]].of(mover) + board[HAND[mover]].of(mover)
        return "entering" if waiting else "moving"

    @property
    def _between_plays(self) -> str:
        """What the table waits for between two plays."""
        state, table = self.state, self.context
        if state.phase is Phase.ERROR:
            may = table.acceptable(table.judge_ended())
            pieces = "pieces-" if self.senses_pieces else ""
            return f"{pieces}error" if may else f"{pieces}error-corrected"
        partner = state.practice.partner
        if state.phase is Phase.SETUP and self.senses_pieces:
            return "pieces-setup"
        one_die = partner is not None or any(state.game.opening)
        return "opening-own" if state.phase is Phase.OPENING and one_die else str(state.phase)

    def answer_first(self) -> str:
        """Return the code for a line that must wait for the player's or the opponent's answer."""
        return "answer-first" if self.may_be(self.asked_player) else "opponent-first"

    def entry_refusal(self) -> str:
        """Return the code of the reason why neither dice nor a play can be typed, or ""."""
        if self.choosing:
            return "choosing"
        if self.state.phase is Phase.SETUP and self.senses_pieces:
            return "help-pieces-setup"
        if self.state.phase is Phase.DOUBLED:
            return "opponent-first" if self.by is self.state.turn.player else "answer-first"
        return NO_PLAY_CODES.get(self.state.phase, "")

    def answered(self, word: str) -> EntryAnswer | KeyAnswer | Explained | Ruling:
        """Return the effect of the word `help`, `turn`, `dice` or `pause`."""
        player = self.presser(Key.SCORE)
        if word == "help" or self.choosing:
            code = self.help_code() if word == "help" else "choosing"
            return EntryAnswer(self.by or self.asked_player, code)
        if word == "pause":
            return Ruling("pause", by=player.value)
        if word == "dice":
            return dialog.dice_answer(self.context, player)
        asked = self.asked_player
        if asked is not self.state.turn.player and self.must_answer(asked):
            return KeyAnswer(player, "answers", asked.value)
        return dialog.key_answer(self.context, player, "whose-turn")

    def are_dice(self, typed: Figures) -> bool:
        """Return whether numbers mean dice here, not starting points or a move."""
        state = self.state
        if not typed.dice:
            return False
        if state.phase is Phase.ERROR:
            starts = state.turn.must_correct or self.by is state.turn.player
            return self.senses_pieces or not starts
        if state.phase is Phase.MOVING and not state.is_partners_turn:
            return not self.tournament and self.context.is_legal(self.seen)
        return True

    def move_refusal(self) -> str:
        """Return the code of the reason why a player may not move or end the turn, or ""."""
        if not self.may_be(self.state.turn.player) and self.state.phase is not Phase.OPENING:
            decides = self.state.phase is Phase.ERROR and not self.state.turn.must_correct
            return "error-open" if decides else "not-your-turn"
        if self.state.phase not in (Phase.MOVING, Phase.ERROR):
            return "no-dice"
        return "partner-plays" if self.state.is_partners_turn else ""

    def undo_refusal(self) -> str:
        """Return the code of the reason why a player may take no moves back, or ""."""
        if self.state.phase is Phase.ERROR:
            if self.senses_pieces:
                return "nothing-to-undo"
            return self.move_refusal() if self.state.turn.must_correct else "error-open"
        if self.state.phase is not Phase.MOVING:
            return ""
        is_moved = self.senses_pieces and self.has_moved
        return "pieces-moved" if is_moved else self.move_refusal()

    def throw_refusal(self, faces: tuple[int, ...]) -> str:
        """Return the code of the reason why typed dice are refused, or ""."""
        state, thrower = self.state, self.thrower
        if len(faces) == 1:
            return "two-dice"
        if state.phase is Phase.MOVING:
            return self._end_refusal(faces)
        if state.phase is Phase.ERROR and state.turn.must_correct and not self.senses_pieces:
            return "end-first"
        if thrower is state.practice.partner:
            return "partner-throws"
        return "" if self.may_be(thrower) else "not-your-throw"

    def _end_refusal(self, faces: tuple[int, ...]) -> str:
        """Return the code of the reason why dice do not end the running turn, or "".

        Dice that end the turn are also the next throw, unless the game is won.
        """
        table, state = self.context, self.state
        refusal = self.move_refusal()
        if refusal:
            return refusal
        judgement = table.judge(table.seen)
        if self.tournament or judgement.verdict is not Verdict.LEGAL:
            return "end-first"
        if self.rules.winner(self.rules.parse(judgement.reading)) is not None:
            return ""
        thrower = table.mover if judgement.again else table.mover.other
        if faces and thrower is state.practice.partner:
            return "still-yours"
        return "" if self.may_be(thrower) else "not-your-throw"

    def throw_taken_back(self, throwers: tuple[Player, ...]) -> Ruling:
        """Return the ruling that takes back the last throw; throwers -- one player, or both."""
        state = self.state
        is_first = state.turn.number == 1 and not state.practice.exercise
        plays_opening = is_first and self.rules.game.opening_is_played
        opens = len(throwers) > 1 or state.phase is not Phase.MOVING or plays_opening
        by, *others = throwers
        whose = by if opens and not others else None
        what = "undo-opening" if opens else "undo-throw"
        return Ruling(what, by="players" if others else by.value, player=whose)
