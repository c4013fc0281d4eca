"""Facts into words into sound."""
