"""Random games, compiled against pure or another version, interleaved: parlour/lab/speed.py says what is measured.

python bench/engine.py [--rounds 7] [--games photon-rush,mogul] [--players 3,4] [--against FOLDER] [--json FILE]
python bench/engine.py --growth     Crusgallo: how the cost of `legal` grows over a game (bench/crusgallo.py)
"""

import sys

from parlour.lab.speed import main

if __name__ == "__main__":
    if "--growth" in sys.argv:
        import crusgallo

        sys.argv.remove("--growth")
        crusgallo.main()
    else:
        main()
