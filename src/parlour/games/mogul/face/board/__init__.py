"""The board of Mogul in the browser."""
