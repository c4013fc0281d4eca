"""Pytest plugin that adds the tests' own game to the table of games.

`python -m pytest -p tests.with_fifth_game -k plain-block`
"""

from companion.rules.games import BY_NAME
from tests.fifth_game import BLOCK

BY_NAME[BLOCK.name] = BLOCK
