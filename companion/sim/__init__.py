"""Simulates a board, hands and players, for the demo and the tests."""
