"""The forces, times and fields that the design rests on, to be computed again at any time.

Models of ideal parts, in plain Python. `python -m hardware.physics` prints every figure of
`hardware/physics.md`; the tests compare both.
"""
