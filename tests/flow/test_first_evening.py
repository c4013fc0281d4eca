"""The first evening of two people who have just unpacked a board: the second part of both pages.

Nothing is on any screen: they know what they hear. After a sentence was changed on purpose:
`python -m tests.flow.test_first_evening` writes the page anew, but for what stands before the first
heading of each part; then read it aloud.
"""

import functools
import random

import pytest

from companion.link.messages import Key, Searching
from companion.referee.choosing import Chooser
from companion.referee.state import Phase
from companion.referee.talk_facts import Choice
from companion.rules import Player
from companion.session import Stop
from companion.sim.hands import Lift, Put
from tests.flow import test_first_typed_evening as typed
from tests.flow.clumsy import Pause
from tests.flow.sitting import Sitting
from tests.flow.stage import SETTLED, Stage
from tests.menu_keys import to

V, N = Player.V, Player.N
START = "V1=2n V6=5v V8=3v V12=5n N1=5v N5=3n N7=5n N12=2v"
PILES = (
    ("V6", "v", 5),
    ("V8", "v", 3),
    ("N1", "v", 5),
    ("N12", "v", 2),
    ("V1", "n", 2),
    ("V12", "n", 5),
    ("N5", "n", 3),
    ("N8", "n", 5),
)
"""Pile after pile, the last one on the wrong point."""
LAST_TURNS = 3
SEED = 4

MORE = {
    "en": "So it goes on for {count} more turns.",
    "fr": "La partie continue ainsi pendant {count} tours.",
}
COMPANION = {"en": "Companion:", "fr": "Companion :"}
NOTHING = {"en": "Companion says nothing.", "fr": "Companion ne dit rien."}
NAMES = {"en": {V: "Green", N: "Black"}, "fr": {V: "Vert", N: "Noir"}}


class FirstEvening:
    """Plays it in one language and writes it down."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.stage = Stage(lang)
        chooser = Chooser(None, Choice())
        self.stage.sitting = Sitting(self.stage.settings, chooser=chooser, plugged=False)
        self.sitting = self.stage.sitting
        self.chance = random.Random(SEED)
        self.lines: list[str] = []
        self._heard = 0

    # --- writing it down -----------------------------------------------------------------------

    def heading(self, en: str, fr: str) -> None:
        self.lines += ["", f"### {self.word(en, fr)}", ""]

    def word(self, en: str, fr: str) -> str:
        return en if self.lang == "en" else fr

    def note(self, en: str, fr: str) -> None:
        """What was done, and what has been said to it."""
        said = self.sitting.ear.said[self._heard :]
        self._heard = len(self.sitting.ear.said)
        self.lines.append(f"- {self.word(en, fr)}")
        self.lines += [f"  - {COMPANION[self.lang]} {each.text}" for each in said if each.text]
        if not any(each.text for each in said):
            self.lines.append(f"  - {NOTHING[self.lang]}")

    def name(self, player: Player) -> str:
        return NAMES[self.lang][player]

    # --- what hands do -------------------------------------------------------------------------

    def press(self, player: Player, *keys: Key) -> None:
        for key in keys:
            self.sitting.press(player, key)
            name = self.name(player)
            french = {Key.YES: "oui", Key.NO: "non", Key.BOARD: "plateau", Key.HINT: "conseil"}[key]
            self.note(
                f"{name} presses the key {key.value}.", f"{name} appuie sur la touche {french}."
            )

    def stand(self, board: str, en: str, fr: str) -> None:
        self.stage.put(board)
        self.note(en, fr)

    def throw(self, player: Player, faces: str) -> None:
        self.stage.throw(player, faces)
        shown = " and ".join(faces.replace("-", "")), " et ".join(faces.replace("-", ""))
        name = self.name(player)
        self.note(f"{name} throws {shown[0]}.", f"{name} lance {shown[1]}.")

    def lift(self, *players: Player) -> None:
        self.stage.pick_up(*players)
        self.note("The dice are picked up.", "Les dés sont ramassés.")

    def end(self, wish: str = "") -> str:
        """A legal end of the running turn, as a board shows it: the first, or one that has this."""
        referee = self.sitting.evening.table.referee
        state = referee.state
        assert state.turn.player is not None
        assert state.throw.dice is not None
        rules = referee.rules
        ends = rules.ends(state.game.position, state.turn.player, state.throw.dice).positions
        texts = sorted(rules.text(end) for end in ends)
        wished = [text for text in texts if wish in text]
        return self.chance.choice(wished) if not wish else wished[0]

    # --- the evening ---------------------------------------------------------------------------

    def play(self) -> list[str]:
        self.unpack()
        self.choose()
        self.set_up()
        self.open()
        self.mistakes()
        self.the_rest()
        self.next_game()
        return self.lines

    def unpack(self) -> None:
        self.heading("Switching on", "La mise en marche")
        self.sitting.evening.table.take(Searching(""))
        self.sitting.evening.table.take(Searching("No port answers as a board.", "no-answer"))
        self.note(
            "The computer is switched on. The board is not plugged in yet.",
            "On allume l'ordinateur. Le plateau n'est pas encore branché.",
        )
        self.sitting.plug()
        self.sitting.wait(1000)
        self.note("The board is plugged in.", "On branche le plateau.")

    def choose(self) -> None:
        self.heading("Choosing what to play", "Le choix du jeu")
        self.press(V, Key.YES, Key.NO, Key.NO, Key.YES, Key.YES)
        self.sitting.wait(1500)
        self.note("Nobody does anything for a moment.", "Un instant, personne ne fait rien.")

    def set_up(self) -> None:
        self.heading("Setting up", "L'installation")
        self.press(V, Key.HINT)
        self.press(N, Key.HINT, Key.BOARD)
        for zone, letter, count in PILES:
            for _ in range(count):
                self.sitting.perform(Put(zone, letter), Pause(600))
            place = f"{zone[0]} {zone[1:]}"
            self.note(
                f"{count} pieces are put on {place}, one after the other.",
                f"On pose {count} pions en {place}, un à un.",
            )
        for _ in range(5):
            self.sitting.perform(Lift("N8", "n"), Put("N7", "n"), SETTLED)
        self.note("The five pieces are carried there.", "On déplace les cinq pions.")

    def open(self) -> None:
        self.heading("The first turns", "Les premiers tours")
        self.throw(V, "4-")
        self.throw(N, "2-")
        self.stand(self.end("V4=2v"), "Green plays both dice.", "Vert joue les deux dés.")
        self.lift(V, N)
        self.throw(N, "31")
        referee = self.sitting.evening.table.referee
        wrong = referee.rules.text(referee.state.game.position).replace("N5=3n", "N5=2n")
        wrong = wrong.replace(" N12", " N10=1n N12")
        self.stand(
            wrong, "Black moves one piece five points.", "Noir avance un pion de cinq points."
        )
        self.stand(
            self.end("N8=2n"),
            "Black takes it back and plays otherwise.",
            "Noir revient en arrière et joue autrement.",
        )
        self.lift(N)

    def mistakes(self) -> None:
        self.heading("Two mistakes", "Deux erreurs")
        for accepted in (False, True):
            mover = self.sitting.evening.table.referee.state.turn.player
            assert mover is not None
            self.throw(mover, "65" if mover is V else "64")
            name, other = self.name(mover), self.name(mover.other)
            self.lift(mover)
            if accepted:
                self.note(
                    f"{name} has forgotten to play. {other} accepts it by throwing.",
                    f"{name} a oublié de jouer. {other} accepte en lançant.",
                )
                self.throw(mover.other, "21")
                continue
            self.press(mover.other, Key.NO)
            self.stand(
                self.end(),
                f"{name} has forgotten to play, and plays now.",
                f"{name} a oublié de jouer, et joue maintenant.",
            )
        self.stand(self.end(), "Green plays.", "Vert joue.")
        self.lift(*Player)

    def the_rest(self) -> None:
        self.heading("The end of the game", "La fin de la partie")
        turns: list[list[str]] = []
        before, self.lines = self.lines, []
        while self.sitting.evening.table.referee.state.phase is Phase.TO_THROW:
            player = self.sitting.evening.table.referee.state.turn.player
            assert player is not None
            self.throw(player, f"{self.chance.randint(1, 6)}{self.chance.randint(1, 6)}")
            self.stand(self.end(), f"{self.name(player)} plays.", f"{self.name(player)} joue.")
            self.lift(player)
            turns.append(self.lines)
            self.lines = []
        left_out = MORE[self.lang].format(count=len(turns) - LAST_TURNS)
        self.lines = [
            *before,
            left_out,
            "",
            *(line for turn in turns[-LAST_TURNS:] for line in turn),
        ]

    def next_game(self) -> None:
        self.heading("The next game, and the end", "La partie suivante, et la fin")
        self.stand(START, "The pieces are set up again.", "On remet les pions en place.")
        self.throw(V, "3-")
        self.sitting.press(V, *to("stop", self.sitting.evening.table.referee.state))
        self._heard = len(self.sitting.ear.said) - 1
        self.note(
            "It is late. Green presses no until the menu offers to stop.",
            "Il est tard. Vert appuie sur non jusqu'à ce que le menu propose d'arrêter.",
        )
        self.press(V, Key.YES)
        self.sitting.press(V, Key.YES)
        self.sitting.evening.end(Stop(farewell=True))
        self.note("Green presses the key yes.", "Vert appuie sur la touche oui.")


@functools.cache
def part(lang: str) -> str:
    return "\n".join([f"## {typed.prose(lang)[2]}", *FirstEvening(lang).play()]) + "\n"


@pytest.mark.parametrize("lang", typed.PAGES)
def test_the_page_is_up_to_date(lang: str) -> None:
    text = typed.PAGES[lang].read_text("utf-8")
    assert text.endswith(f"\n{part(lang)}"), "python -m tests.flow.test_first_evening"


if __name__ == "__main__":
    for lang, page in typed.PAGES.items():
        text = f"{typed.prose(lang)[0]}\n{typed.part(lang)}\n{part(lang)}"
        page.write_text(text, "utf-8")
