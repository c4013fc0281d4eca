"""The companion as an opponent and as a coach."""
