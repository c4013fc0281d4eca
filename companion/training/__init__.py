"""How the networks of the hints are trained and measured; no part of an evening."""
