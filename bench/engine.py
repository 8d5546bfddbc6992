"""Random games, compiled against pure, in one interleaved run: see parlour/lab/speed.py for what is measured.

python bench/engine.py [--rounds 7] [--games photon-rush,mogul] [--players 3,4] [--json FILE]
"""

from parlour.lab.speed import main

if __name__ == "__main__":
    main()
