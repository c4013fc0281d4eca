"""A plugin that puts the tests' own game into the table, for the tests that take each game.

`python -m pytest -p tests.with_fifth_game -k plain-block`
"""

from companion.rules.games import BY_NAME
from tests.fifth_game import BLOCK

BY_NAME[BLOCK.name] = BLOCK
