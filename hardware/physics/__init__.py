"""Computes the forces, times and fields on which the design is based.

The models are ideal parts, in plain Python. `python -m hardware.physics` prints every figure of
`hardware/physics.md`, and the tests compare both.
"""
