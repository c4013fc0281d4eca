"""Hints: the value of plays, the reasons for them, and clues for learners."""
