"""The words of labels and guide, in French and English."""

from pathlib import Path

FOLDER = Path(__file__).parent
LANGUAGES = ("fr", "en")

# The keys in the order of the firmware, which is from the player's edge inwards.
KEY_WORDS = {
    "fr": ("répéter", "plateau", "score", "conseil", "videau", "oui", "non"),
    "en": ("repeat", "board", "score", "hint", "cube", "yes", "no"),
}
PLACE_WORDS = {
    "fr": ("côté vert", "côté noir", "barre", "sortie", "dé 1", "dé 2", "touches"),
    "en": ("green side", "black side", "bar", "off", "die 1", "die 2", "keys"),
}
NUMBERS = tuple(str(number) for number in range(1, 13))
MAP_MARKS = {"fr": ("b", "s"), "en": ("b", "o")}  # bar and tray on the map


def guide(language: str) -> list[str]:
    """Return the paragraphs of the quick guide."""
    text = (FOLDER / f"quick-guide.{language}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line]


def texts(language: str) -> list[str]:
    """Return every text that is written in Braille."""
    labels = (*KEY_WORDS[language], *PLACE_WORDS[language], *NUMBERS, *MAP_MARKS[language])
    return list(dict.fromkeys([*labels, *guide(language)]))
