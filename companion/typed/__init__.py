"""The typed table: a tactile board without sensors, whose players type their moves.

`entries` parses a line, `moves` carries out moves, `table` converts lines to referee inputs.
"""
