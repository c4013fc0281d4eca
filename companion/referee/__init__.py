"""The referee: keeps the state of a match and reports what happens as facts."""
