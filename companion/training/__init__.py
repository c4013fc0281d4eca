"""Trains and measures the networks for hints. An evening does not use this package."""
