"""Hints: the value of plays, the reasons for them, and clues for learners."""

import os

# Matrices are small here. On a busy machine OpenBLAS's own threads would wait for one another and
# triple the processor time. numpy reads this when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
