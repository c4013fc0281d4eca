"""Stores matches: journals, score sheets, `.mat` files and statistics."""
