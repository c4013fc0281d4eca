"""Computes the forces, times and fields on which the design is based.

Models of ideal parts, in plain Python. `python -m hardware.physics` prints every figure of
`hardware/physics.md`; the tests compare both.
"""
