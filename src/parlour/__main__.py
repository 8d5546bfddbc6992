"""`python -m parlour` is the same as `parlour`."""

from parlour.cli import main

if __name__ == "__main__":
    main()
