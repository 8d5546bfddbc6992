"""Pages, JSON API, sockets and static files."""
