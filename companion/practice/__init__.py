"""The companion as opponent and as coach."""
