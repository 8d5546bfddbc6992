"""Crash & Grab for designers: which numbers can be changed, and what is counted."""
