"""Computes hints: the values of plays, the reasons for plays, and clues for learners."""

import os

# Matrices are small here. On a busy machine the threads of OpenBLAS would wait for one another and
# triple the processor time. numpy reads this variable when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
