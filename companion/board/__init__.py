"""Turns board states into observations: throws, keys, faults and settled positions."""
