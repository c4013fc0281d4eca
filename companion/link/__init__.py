"""Converts between the bytes of a board's port and messages."""
