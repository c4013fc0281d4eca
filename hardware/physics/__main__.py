"""Prints every figure: `python -m hardware.physics`."""

from hardware.physics.figures import MANY, by_chance, exact

for figure in [*exact(), *by_chance(MANY)]:
    print(f"{figure.name}: {figure.compute():.4g} {figure.unit}", flush=True)
