"""The typed table: what stands on a plain tactile board, as its players type it.

Pure. `entries` reads a line, `pieces` moves pieces, `table` is the board that follows from both.
"""
