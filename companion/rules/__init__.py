"""The rules room."""
