"""The settings of an evening, from the arguments of a command."""

import argparse
import re

from companion.commands.service import is_service
from companion.referee.talk_facts import Choice
from companion.settings import (
    OpponentSettings,
    Settings,
    SettingsError,
    Sound,
    system_language,
)
from companion.speech import refusal_phrases as r
from companion.speech.catalogue import filled


def settings_of(arguments: argparse.Namespace, port: str) -> Settings:
    """The settings of an evening at this port. Raises `ValueError`."""
    return Settings(
        port=port,
        board=getattr(arguments, "board", "serial"),
        game=arguments.game or Choice().game,
        options=tuple(sorted(set(arguments.option))),
        match_to=arguments.match,
        clock=arguments.clock,
        lang=arguments.lang or system_language(),
        for_v=arguments.player_v,
        for_n=arguments.player_n,
        voice=arguments.voice,
        journal=arguments.journal,
        events=arguments.events,
        braille=arguments.braille,
        contracted=arguments.contracted,
        mode=arguments.mode,
        verbosity=arguments.verbosity,
        notation=arguments.notation,
        sound=sound_of(arguments),
        against=_against(arguments),
        service=is_service(),
        players=_players(getattr(arguments, "players", "")),
        table=_table(getattr(arguments, "table", "")),
    )


def _players(text: str) -> tuple[str, str]:
    """Read `GREEN,BLACK`; two empty names for an empty text. Raises `ValueError`."""
    green, comma, black = (name.strip()[:40] for name in text.partition(","))
    if text and not (comma and green and black):
        raise SettingsError(filled(r.PLAYERS))
    if not (green + black).isprintable():
        raise SettingsError(filled(r.PLAYERS_SIGNS))
    return green, black


def _table(text: str) -> str:
    """Read the name of a table, "" for none. Raises `ValueError`."""
    if text and not re.fullmatch(r"[\w-]{1,40}", text):
        raise SettingsError(filled(r.TABLE, table=repr(text[:40])))
    return text


def _against(arguments: argparse.Namespace) -> OpponentSettings:
    """Who is played against; only `play` has such options."""
    if "opponent" not in arguments:
        return OpponentSettings()
    if arguments.opponent and arguments.exercise:
        raise SettingsError(filled(r.EXERCISE_ALONE))
    return OpponentSettings(
        arguments.opponent,
        arguments.strength,
        # At a typed table nobody throws for it.
        "drawn" if arguments.board == "typed" else arguments.dice,
        arguments.exercise,
        arguments.better,
    )


def sound_of(arguments: argparse.Namespace) -> Sound:
    """How it is heard. Raises `ValueError`."""
    return Sound(
        arguments.rate,
        arguments.volume,
        arguments.device,
        arguments.private_device,
        not arguments.no_sounds,
        arguments.words,
    )
