"""Live tables: who sits where, whose turn it is, what was said and done, and where it is kept.

`log.py` says what storage must do, `sql.py` does it on SQLite and PostgreSQL, `table.py` is one table as the
sum of its log, `hall.py` keeps the tables that are in use, and `thinking.py` lets bots think elsewhere.
"""
