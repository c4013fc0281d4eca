"""Collects the tables of a hall over a broker and shows them on one page.

Needs the extra `club`.
"""
