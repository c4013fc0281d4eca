"""Plays scenes at the table in bytes, and writes a transcript of every spoken word."""

from companion.link.messages import Closed, Key
from companion.referee.inputs import Act
from companion.referee.state import GameState, Phase, State, TurnState
from companion.rules import Cube, Match, Player, agree_match, find_game, parse_placement
from companion.session import Stop
from companion.session.ruling_lines import parse
from companion.settings import OpponentSettings, Settings
from companion.speech.utterance import Utterance
from tests.flow.clumsy import ClumsyAct, DieDown, DieUp, Pause, do
from tests.flow.sitting import Sitting, pieces

NAMES = {Player.V: "Green", Player.N: "Black"}
SETTLED = Pause(700)


class Stage:
    """Plays one scene and writes its transcript.

    In the transcript, `#` and an act are followed by the words and who hears them.
    """

    def __init__(
        self,
        lang: str,
        game: str = "backgammon",
        options: tuple[str, ...] = (),
        match_to: int | None = None,
        mode: str = "club",
        *,
        against: OpponentSettings | None = None,
    ) -> None:
        self.settings = Settings(
            "memory",
            game,
            options,
            match_to=match_to,
            lang=lang,
            mode=mode,
            against=against or OpponentSettings(),
        )
        self.lines: list[str] = []
        self.sitting = Sitting(self.settings)
        self._heard = 0

    def title(self, text: str) -> None:
        """Begin a part of the scene."""
        self.lines += ["", f"== {text}"]

    def note(self, text: str) -> None:
        """Write an act and the words that followed it to the transcript."""
        said = self.news
        self.forget()
        self.lines.append(f"# {text}")
        self.lines += [f"{each.to} ({each.priority.value}): {each.text}" for each in said]
        if not said:
            self.lines.append("(silence)")

    @property
    def news(self) -> list[Utterance]:
        """The words since the last call of `note` or `forget`."""
        return self.sitting.ear.said[self._heard :]

    def forget(self) -> None:
        """Ignore the words so far."""
        self._heard = len(self.sitting.ear.said)

    # --- what is done --------------------------------------------------------------------------

    def wait(self, ms: int, text: str) -> None:
        self.sitting.wait(ms)
        self.note(text)

    def stand(self, board: str, text: str) -> None:
        """Change the pieces, one by one, to the board of a position text."""
        self.put(board)
        self.note(text)

    def put(self, board: str) -> None:
        """Change the pieces, without a line in the transcript."""
        self.sitting.perform(*pieces(self.sitting.board, parse_placement(board)), SETTLED)

    def throw(self, player: Player, faces: str, text: str = "") -> None:
        """Throw one or two dice; `c` is a cocked one."""
        for seat, face in enumerate(faces):
            if face != "-":
                self.sitting.perform(DieDown(player, seat, face, 150))
        self.sitting.perform(SETTLED)
        self.note(text or f"{NAMES[player]} throws {' and '.join(faces.replace('-', ''))}.")

    def lift(self, player: Player, text: str = "", seats: tuple[int, ...] = (0, 1)) -> None:
        """Pick up the dice of a side, or the one in a seat."""
        self.sitting.perform(*(DieUp(player, seat) for seat in seats), SETTLED)
        self.note(text or f"{NAMES[player]} picks up the dice.")

    def pick_up(self, *players: Player) -> None:
        """Pick up the dice, without a line in the transcript."""
        for player in players:
            self.sitting.perform(DieUp(player, 0), DieUp(player, 1))
        self.sitting.perform(SETTLED)

    def touch(self, player: Player, seat: int, face: str, text: str) -> None:
        """Lift one die and put it down again with this face."""
        self.sitting.perform(DieUp(player, seat), SETTLED)
        self.sitting.perform(DieDown(player, seat, face, 100), SETTLED)
        self.note(text)

    def press(self, player: Player, *keys: Key) -> None:
        """Press keys, and write each with its answer to the transcript."""
        for key in keys:
            self.sitting.press(player, key)
            self.note(f"{NAMES[player]} presses {key.value}.")

    def rule(self, line: str) -> None:
        """Type a ruling as the referee."""
        ruling, table = parse(line), self.sitting.evening.table
        table.record.again = ruling.what == "adjourn"  # which needs a record
        table.decide(ruling)
        self.sitting.wait(1500)
        self.note(f"The referee: {line}")

    def farewell(self, text: str) -> None:
        """End the companion, as when the players have stopped."""
        assert self.sitting.evening.table.stopped
        self.sitting.evening.end(Stop(farewell=True))
        self.note(text)

    def act(self, given: Act, text: str) -> None:
        """Let the practice partner act, without computing its choice."""
        self.sitting.evening.table.act(given, self.sitting.board.clock)
        self.note(text)

    def without_power(self, *acts: ClumsyAct, text: str) -> None:
        """Cut the board's power, perform these acts, and connect the board again."""
        self.sitting.evening.table.take(Closed("The port is gone.", "gone"))
        for act in (*acts, SETTLED):
            do(self.sitting.board, act)
        self.sitting.board.outgoing()
        self.sitting.board.reboot()
        self.sitting.plug()
        self.wait(1500, text)

    # --- where a scene begins ------------------------------------------------------------------

    def go_on_from(
        self,
        position: str,
        *,
        board: str = "",
        player: Player = Player.V,
        turn: int = 9,
        cube: Cube | None = None,
        match: Match | None = None,
    ) -> None:
        """Begin in the middle of a game, without the turns before."""
        rules = find_game(self.settings.game, self.settings.options)
        text = rules.text(rules.parse(position))
        state = State(
            match=match or agree_match(rules, self.settings.match_to),
            game=GameState(rules.parse(position), cube or Cube()),
            phase=Phase.TO_THROW,
            turn=TurnState(player, turn),
            practice=self.settings.against.practice,
        )
        for each in Player:
            self.sitting.board.lift_dice(each)
        self.sitting = Sitting(self.settings, self.sitting.board, state)
        self.put(board or _off_the_board(text))
        self.sitting.wait(1500)
        self.forget()

    def restart(self, text: str, state: State | None = None) -> None:
        """Restart the companion from its present or an older state, as after a power cut."""
        self.sitting = Sitting(
            self.settings, self.sitting.board, state or self.sitting.evening.table.referee.state
        )
        self._heard = 0
        self.wait(1500, text)


def _off_the_board(position: str) -> str:
    """Remove the pieces in hand from a position, because they are off the board."""
    return " ".join(token for token in position.split() if token[1] != "H")
