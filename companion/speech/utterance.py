"""What is to be said: words with a priority, a language and an addressee. Data only."""

import enum
from dataclasses import dataclass


class Priority(enum.StrEnum):
    """How an utterance behaves towards others; see `queue` for the stated behaviour."""

    ALERT = "alert"
    RESULT = "result"
    ANSWER = "answer"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Utterance:
    """One whole sentence or more, ready to be spoken.

    text -- words only: no signs a voice would spell out;
    lang -- `fr` or `en`; to -- `all`, `V` or `N`;
    key -- a newer utterance with the same non-empty key replaces one that still waits;
    last_move -- the last move of a game: never dropped, never stale;
    turn -- the number of the turn it belongs to: it dies when a later turn's words arrive,
    0 for never;
    sound -- the name of an earcon that goes before the words, see `earcons`; "" for none;
    secret -- it is written nowhere where a voice says it;
    is_news -- `repeat` goes back to it; not so to the call to throw or to the name of a key.
    """

    text: str
    lang: str
    priority: Priority
    to: str = "all"
    key: str = ""
    last_move: bool = False
    turn: int = 0
    sound: str = ""
    secret: bool = False
    is_news: bool = True
