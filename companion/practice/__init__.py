"""Companion as an opponent and as a coach."""
