"""Voices: one file a back end."""
