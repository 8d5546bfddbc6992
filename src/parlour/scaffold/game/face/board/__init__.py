"""The board of Under Cups in the browser."""
