"""The board of Crusgallo in the browser."""
