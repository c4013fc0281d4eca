"""The hints room: what a play is worth, why, and how it is said to a learner."""
