"""The pieces of which `board.py` makes the board of Crash & Grab."""
