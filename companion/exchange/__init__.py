"""Matches and evenings going out and coming in: files, transcripts, replays."""
