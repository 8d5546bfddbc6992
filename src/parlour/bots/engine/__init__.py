"""How bots think: the compiled loops, on small ints and on imagined worlds only."""
