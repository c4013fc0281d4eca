"""Writes the pages of commands from the table of options: `python -m tests.commands.commands_page`.

They are `docs/commands.md` and, in French, `docs/commandes.md`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.commands.options import COMMANDS

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final = {"en": DOCS / "commands.md", "fr": DOCS / "commandes.md"}


@dataclass(frozen=True)
class Words:
    """The texts of the page in one language, besides the help texts.

    rules -- the meaning of each rule option
    """

    top: str
    commands: str
    rule_options: str
    rules: dict[str, str]
    colon: str = ":"


ENGLISH: Final = Words(
    top="""# Commands and options

All commands begin with `companion`, which the installation puts into `.venv/bin`: `docs/helper.md`.
On Windows it is in `.venv\\Scripts`. After the Windows installer `companion` is enough.
`companion help COMMAND` prints the same texts.

The exit code is 0 if the command did its work, and 1 if the answer is no. It is 2 for input that
cannot be used; one line on standard error says what is wrong, where, and what to do. It is 130
after Control and C (SIGINT), and 0 after SIGTERM or SIGHUP. After any of these signals the command
ends properly within two seconds. A command started with `nohup` ignores SIGHUP.
""",
    commands="The commands",
    rule_options="Rule options\n\nThe values of `--option`.",
    rules={
        "double-bouchage": "Jacquet; holding all of your first five points needs two pieces at"
        " home, on points 1 and 6.",
        "no-full-prime": "Jacquet; never six points in a row on the opponent's path, not even in"
        " your own home.",
        "count-games": "Jacquet; a match is the best of 3 or 5 games instead of points.",
        "no-cube": "backgammon and Dutch backgammon; without the doubling cube.",
        "no-crawford": "backgammon and Dutch backgammon; the cube in every game of a match.",
        "automatic-doubles": "backgammon and Dutch backgammon; equal opening dice double the"
        " value.",
        "double-on-ace-deuce": "Acey-Deucey; each throw of 1 and 2 doubles the stake.",
        "may-hit-V": "Dutch backgammon, for single positions: green may hit already.",
        "may-hit-N": "Dutch backgammon, for single positions: black may hit already.",
        "end-on-any-die": "every game; the turn ends when one die is picked up, not both.",
        "mirrored": "the backgammon family; laid out the other way round.",
    },
)
FRENCH: Final = Words(
    top="""# Commandes et options

Toute commande commence par `companion`, que l'installation met dans `.venv/bin`
(`docs/aidant.md`).
Sous Windows, elle est dans `.venv\\Scripts`. Après l'installateur de Windows, `companion` suffit.
`companion help COMMANDE --lang fr` affiche les mêmes textes.

Le code de sortie est 0 si la commande a fait son travail, et 1 si la réponse est non. Il est 2
quand les données ne sont pas utilisables. Une ligne dit alors ce qui ne va pas, où, et que faire.
Il est 130 après Contrôle et C (SIGINT), et 0 après SIGTERM ou SIGHUP. Après ces trois signaux, la
commande se termine en ordre et en moins de deux secondes.
""",
    commands="Les commandes",
    rule_options="Options des règles\n\nLes valeurs de `--option`.",
    rules={
        "double-bouchage": "jacquet ; tenir les cinq premières flèches de son parcours demande deux"
        " pions dans son jan intérieur, sur les flèches 1 et 6.",
        "no-full-prime": "jacquet ; jamais six flèches de suite sur le parcours adverse, le jan"
        " intérieur compris.",
        "count-games": "jacquet ; un match se joue au meilleur de 3 ou 5 parties, et non en"
        " points.",
        "no-cube": "backgammon et backgammon néerlandais ; sans videau.",
        "no-crawford": "backgammon et backgammon néerlandais ; le videau dans toutes les parties.",
        "automatic-doubles": "backgammon et backgammon néerlandais ; des dés égaux à l'ouverture"
        " doublent la mise.",
        "double-on-ace-deuce": "acey-deucey ; chaque lancer de 1 et 2 double la mise.",
        "may-hit-V": "backgammon néerlandais, pour une seule position : vert peut déjà frapper.",
        "may-hit-N": "backgammon néerlandais, pour une seule position : noir peut déjà frapper.",
        "end-on-any-die": "tous les jeux ; le tour finit quand un dé est levé, et non les deux.",
        "mirrored": "la famille du backgammon ; le plateau est disposé dans l'autre sens.",
    },
    colon="\u00a0:",
)
WORDS: Final = {"en": ENGLISH, "fr": FRENCH}


def lines(lang: str) -> Iterator[str]:
    """Yield the lines of the page."""
    words = WORDS[lang]
    yield words.top
    yield f"## {words.commands}\n"
    for command in COMMANDS:
        yield f"- `{command.name}`{words.colon} {command.help_text(lang)}."
    for command in COMMANDS:
        text = command.help_text(lang)
        yield f"\n## {command.name}\n\n{text[0].upper()}{text[1:]}.\n"
        yield from (f"- {entry}" for entry in command.help_entries(lang))
    yield f"\n## {words.rule_options}\n"
    for name, text in words.rules.items():
        yield f"- `{name}`{words.colon} {text}"


def page(lang: str = "en") -> str:
    """Return the whole page."""
    return "\n".join(lines(lang)) + "\n"


if __name__ == "__main__":
    for lang, path in PAGES.items():
        path.write_text(page(lang), encoding="utf-8")
