"""Random games, compiled against pure or another version, interleaved: parlour/lab/speed.py says what is measured.

python bench/engine.py [--rounds 7] [--games photon-rush,mogul] [--players 3,4] [--against FOLDER] [--json FILE]
python bench/engine.py --batch      batches of 1,000 games against the loop of playouts
python bench/engine.py --limit      Photon Rush and Mogul beside the same rules in C++ (bench/limit/)
python bench/engine.py --aims --against FOLDER [--rounds 5] [--seconds 0.15]
                                    all that the engine aims at beside version 7680119, as tables (bench/aims.py)
python bench/engine.py --growth     Crusgallo: how the cost of `legal` grows over a game (bench/crusgallo.py)
"""

import sys
import tempfile
from pathlib import Path

from parlour.lab.speed import Comparison, Engine, arguments_parser, main, print_head, print_row, write_results


def compare_with_limit(arguments: list[str]) -> None:
    sys.path.insert(0, str(Path(__file__).parent / "limit"))
    from limit import GAMES, Limit, NoCompilerError

    args = arguments_parser().parse_args(arguments)
    engine = Engine("compiled")
    results = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            for game in GAMES:
                limit = Limit(game, Path(folder))
                print_head("C++/s", "compiled/s")
                for players in [int(n) for n in args.players.split(",")] if args.players else engine.games[game]:
                    row = Comparison(game, players, "playouts").run(limit, engine, args.rounds, args.seconds)
                    results.append(row)
                    print_row(row)
                limit.close()
        except NoCompilerError as error:
            print(f"{error}: the limit is not measured")
        finally:
            engine.close()
    if args.json:
        write_results(args.json, results)


def compare_with_aims(arguments: list[str]) -> None:
    sys.path.insert(0, str(Path(__file__).parent / "limit"))
    from aims import measure_aims

    parser = arguments_parser()
    parser.set_defaults(rounds=5, seconds=0.15)
    measure_aims(parser.parse_args(arguments))


if __name__ == "__main__":
    if "--aims" in sys.argv:
        compare_with_aims([argument for argument in sys.argv[1:] if argument != "--aims"])
    elif "--growth" in sys.argv:
        import crusgallo

        sys.argv.remove("--growth")
        crusgallo.main()
    elif "--limit" in sys.argv:
        compare_with_limit([argument for argument in sys.argv[1:] if argument != "--limit"])
    else:
        main()
