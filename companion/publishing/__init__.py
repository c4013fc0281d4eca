"""Publishes an evening while it is played: the web page, and the messages for a club."""
