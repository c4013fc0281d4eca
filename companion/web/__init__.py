"""Serves the pages for referee and players: HTML for screen readers first.

Needs the extra `web`.
"""
