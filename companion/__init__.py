"""The talking referee for a tactile backgammon and Jacquet board."""

__version__ = "0.1.0"
