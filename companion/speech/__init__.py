"""Turns facts into sentences and speaks them."""
