"""Exports and imports matches, and writes transcripts."""
