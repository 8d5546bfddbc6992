"""The five games, one folder each, with the same file names and reading order in all."""
