import pytest

from companion.speech.lexicon import normalise


@pytest.mark.parametrize(
    ("lang", "text", "spoken"),
    [
        ("fr", "Vert, 6 et 3.", "Vert, 6 et 3."),
        ("fr", "Que contient V6 ?", "Que contient V 6 ?"),
        ("en", "from V12 to N1.", "from V 12 to N 1."),
        ("fr", "à -3", "à moins 3"),
        ("en", "at -3", "at minus 3"),
        ("en", "at \u22123", "at minus 3"),
        ("en", "6-3", "6 3"),
        ("fr", "24/18", "24 18"),
        ("en", "24/18", "24 18"),
        ("en", "bar/20*", "bar 20"),
        ("fr", "50 % + 2", "50 pour cent plus 2"),
        ("en", "a = b & c", "a equals b and c"),
        ("fr", "moi@club", "moi arobase club"),
        ("fr", "Remettez-le ici.", "Remettez-le ici."),
        ("fr", "« Bonjour », dit-il", "Bonjour, dit-il"),
        ("fr", "L'arbitre : rien ; c\u2019est tout", "L'arbitre, rien, c\u2019est tout"),
        ("en", "wait\u2026 then - go \u2014 on...", "wait, then, go, on,"),
        ("en", "snake_case (x)", "snake case x"),
        ("fr", "Depuis 21 minutes.", "Depuis vingt et une minutes."),
        ("fr", "81 flèches", "quatre vingt une flèches"),
        ("fr", "11 minutes, 71 points", "11 minutes, 71 points"),
        ("en", "21 minutes", "21 minutes"),
        ("de", "2 + 2 = 4", "2 2 4"),
        ("en", "It loses 0.14.", "It loses 0 point 1 4."),
        ("fr", "Coûte 0,14 point.", "Coûte 0 virgule 14 point."),
        ("fr", "Coûte 0,05 point.", "Coûte 0 virgule 0 5 point."),
        ("en", "Python 3.11.7, 6,3", "Python 3.11.7, 6 point 3"),
        ("fr", "", ""),
    ],
)
def test_signs_and_numbers_are_written_out(lang: str, text: str, spoken: str) -> None:
    assert normalise(text, lang) == spoken
