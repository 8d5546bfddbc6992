"""The board of Crash & Grab in the browser."""
