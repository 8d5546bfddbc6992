// What both games share: the generator, a checksum, and the line protocol of bench/engine.py.
#pragma once
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

// sfc32, as rules/chance.py has it; it goes on from the words that it is given.
struct Rng {
    uint32_t a, b, c, counter;

    uint32_t next() {
        uint32_t value = a + b + counter++;
        a = b ^ (b >> 9);
        b = c + (c << 3);
        c = ((c << 21) | (c >> 11)) + value;
        return value;
    }

    uint32_t below(uint32_t n) {
        uint64_t scaled = uint64_t(next()) * n;
        if (uint32_t(scaled) < n) {
            uint32_t uneven = uint32_t((uint64_t(1) << 32) - n) % n;
            while (uint32_t(scaled) < uneven) scaled = uint64_t(next()) * n;
        }
        return uint32_t(scaled >> 32);
    }

    template <class Thing> void shuffle(Thing *things, int count) {
        for (int i = count - 1; i > 0; i--) {
            int j = int(below(uint32_t(i + 1)));
            Thing thing = things[i];
            things[i] = things[j];
            things[j] = thing;
        }
    }
};

struct Checksum {
    uint64_t value = 14695981039346656037u;
    void add(int64_t number) { value = (value ^ uint64_t(number)) * 1099511628211u; }
};

const int NOBODY = -2;

// Play random answers to the end; the number of steps.
template <class Game, class Codes> long playout(Game &game, Rng &rng, Codes &codes, Checksum *sum) {
    long steps = 0;
    for (;;) {
        int seat = game.actor();
        if (seat == NOBODY) return steps;
        game.legal(seat, codes);
        uint32_t index = rng.below(uint32_t(codes.size()));
        if (sum) {
            sum->add(seat);
            sum->add(int64_t(codes.size()));
            sum->add(index);
        }
        game.apply(seat, codes[index]);
        steps++;
    }
}

// `check GAMES` plays so many games, each dealt and played from the one generator, and answers with their checksum;
// `playouts SECONDS` plays clones of four games again and again, and answers with steps and seconds of processor time.
template <class Game, class Codes> void serve(Rng rng) {
    char what[16];
    double number;
    int players;
    static Codes codes;
    while (scanf("%*s %d %15s %lf", &players, what, &number) == 3) {
        Rng own = rng;
        if (what[0] == 'c') {
            Checksum sum;
            for (long i = 0; i < long(number); i++) {
                Game game = Game::deal(players, own);
                playout(game, own, codes, &sum);
                game.add_to(sum);
            }
            printf("%llu\n", (unsigned long long)sum.value);
        } else {
            std::vector<Game> starts;
            for (int i = 0; i < 4; i++) starts.push_back(Game::deal(players, own));
            long steps = 0, games = 0;
            clock_t start = clock(), now = start;
            while (double(now - start) / CLOCKS_PER_SEC < number) {
                for (int i = 0; i < 16; i++) {
                    Game game = starts[size_t(games++ & 3)];
                    steps += playout(game, own, codes, nullptr);
                }
                now = clock();
            }
            printf("%ld %.9f\n", steps, double(now - start) / CLOCKS_PER_SEC);
        }
        fflush(stdout);
    }
}

inline Rng read_rng() {
    Rng rng;
    if (scanf("%u %u %u %u", &rng.a, &rng.b, &rng.c, &rng.counter) != 4) rng = Rng{1, 2, 3, 4};
    return rng;
}
