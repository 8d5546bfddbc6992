"""The board of Gold n' Crash in the browser."""
