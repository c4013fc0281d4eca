"""Scenes at the table, from the board's bytes to the words, as they stand in `golden/`.

The scenes themselves are text files in `scenes/`, which `scenes.py` explains. After a sentence was
changed on purpose: `python -m tests.flow.test_golden` writes the words anew; then read them aloud,
as a blind player hears them.
"""

import difflib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules import Player
from tests.flow import scenes
from tests.flow.stage import Stage

FOLDER = Path(__file__).parent / "golden"
VECTORS = Path(__file__).parents[1] / "data" / "vectors" / "faults.jsonl"
LANGUAGES = ("fr", "en")
FAULTS = [f"faults-{game}" for game in ("backgammon", "jacquet", "dutch")]
SCENES = [*sorted(path.stem for path in scenes.FOLDER.glob("*.txt")), *FAULTS]


def faults(lang: str, game: str) -> Stage:
    """Every fault of the vectors: named before the dice are lifted, and after."""
    stage = Stage(lang, game)
    for line in VECTORS.read_text("utf-8").splitlines():
        case = json.loads(line)
        if case["game"] != game or case["fault"] is None:
            continue
        stage.settings = replace(stage.settings, options=tuple(case["options"]))
        stage.title(f"{case['fault']}: {case['name']}")
        player = Player(case["turn"])
        stage.go_on_from(case["position"], player=player, board=seen(case["position"], game))
        stage.throw(player, "".join(map(str, case["dice"])))
        stage.stand(seen(case["end"], game), "The pieces are moved.")
        stage.lift(player)
    return stage


def seen(position: str, game: str) -> str:
    """What a board shows: no hands, and Jacquet's pieces off on the exit points."""
    tokens = dict(token.split("=") for token in position.split() if token[1] != "H")
    if game == "jacquet":
        for off, there in (("VO", "V12"), ("NO", "N12")):
            if off in tokens:
                letter = off[0].lower()
                count = int(tokens.pop(off)[:-1])
                now = tokens.get(there, f"0{letter}")
                tokens[there] = (
                    f"{int(now[:-1]) + count}{letter}"
                    if now.endswith(letter)
                    else (f"{count}{letter}{now}")
                )
    return " ".join(f"{zone}={pile}" for zone, pile in tokens.items())


def transcript(name: str, lang: str) -> str:
    faulty = name in FAULTS
    stage = faults(lang, name.removeprefix("faults-")) if faulty else scenes.play(name, lang)
    return "\n".join(stage.lines).strip() + "\n"


@pytest.mark.parametrize("lang", ["en", pytest.param("fr", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SCENES)
def test_every_scene_is_spoken_as_written(name: str, lang: str) -> None:
    """Guards what is said in whole scenes; single French sentences have plain tests."""
    golden = (FOLDER / lang / f"{name}.txt").read_text("utf-8")
    now = transcript(name, lang)
    changes = difflib.unified_diff(golden.splitlines(), now.splitlines(), "golden", "now", n=2)
    assert now == golden, "\n".join(changes)


if __name__ == "__main__":
    for lang in LANGUAGES:
        (FOLDER / lang).mkdir(parents=True, exist_ok=True)
        for name in SCENES:
            (FOLDER / lang / f"{name}.txt").write_text(transcript(name, lang), "utf-8")
