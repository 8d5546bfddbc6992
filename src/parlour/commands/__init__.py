"""What `parlour` can be told, by subject."""
