"""The page on which a referee follows a board: server-rendered, spoken first, extra `web`."""
