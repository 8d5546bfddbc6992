"""Under Cups for designers: which numbers can be changed, and what is counted."""
