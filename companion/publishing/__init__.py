"""What leaves an evening while it goes on: the page, and the way to a club."""
