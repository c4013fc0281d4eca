"""Exports and imports matches, writes transcripts, and records boards."""
