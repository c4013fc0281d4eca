"""The data type of an utterance: words with a priority, a language and an addressee."""

import enum
from dataclasses import dataclass


class Priority(enum.StrEnum):
    """How urgent an utterance is; see `queue` for the behaviour."""

    ALERT = "alert"
    RESULT = "result"
    ANSWER = "answer"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Utterance:
    """One or more sentences, ready to be spoken.

    text -- words only: no signs that a voice would spell out
    to -- the addressee: `all`, `V` or `N`
    key -- a newer utterance with the same non-empty key replaces a waiting one
    last_move -- whether this is the last move of a game, which is never dropped
    turn -- the number of its turn. When an utterance of a later turn arrives, this one is dropped,
    unless its number is 0
    sound -- the name of an earcon before the words, "" for none
    secret -- whether it is not printed when a voice speaks it
    is_news -- whether the repeat key repeats it; False for calls to throw and names of keys
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
