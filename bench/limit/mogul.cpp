// Mogul without quick start, after the rule ids KR-1 to KR-60. The shares are read from the first lines.
#include "limit.h"

#include <cstring>

enum Phase { LOANS, AUCTION, WINNER, RUNNER_UP, OVER };
enum WinnerAction { NOTHING, TOOK, SOLD };
enum Code { DECLINE, LOAN, PAY, WITHDRAW, TAKE, SELL };

const int SEATS = 6, COLOURS = 5, MOST = 128, HAND = 6, LENT = 2, LOAN_COST = 1, PER_POINT = 5, LAST = 5;

struct Parts {
    int crash, tokens, starts, start[MOST];
    int centre[MOST], border[MOST];
    int of_colour[COLOURS][MOST], count[COLOURS];
};

static Parts parts;

struct Codes {
    int codes[MOST];
    size_t length = 0;
    size_t size() const { return length; }
    int operator[](size_t i) const { return codes[i]; }
    void add(int code) { codes[length++] = code; }
};

struct Mogul {
    int players, phase = OVER, turn = NOBODY, first_player = 0, top = 0, revealed = 0, bank, pot = 0;
    unsigned still_in;
    int runner_up = 0, winner_action = NOTHING;
    int tokens[SEATS], scores[SEATS];
    int8_t holder[MOST];
    uint8_t deck[MOST];

    static Mogul deal(int players, Rng &rng) {
        Mogul game;
        game.players = players;
        game.bank = parts.tokens - HAND * players;
        for (int seat = 0; seat < SEATS; seat++) {
            game.tokens[seat] = HAND;
            game.scores[seat] = 0;
        }
        memset(game.holder, -1, sizeof game.holder);
        int starts[MOST];
        memcpy(starts, parts.start, sizeof starts);
        rng.shuffle(starts, parts.starts);
        for (int seat = 0; seat < players; seat++) game.holder[starts[seat]] = int8_t(seat);
        int cards = 0;
        for (int share = 0; share < parts.crash; share++)
            if (game.holder[share] < 0) game.deck[cards++] = uint8_t(share);
        rng.shuffle(game.deck, cards);
        int place = cards - int(rng.below(LAST));
        memmove(game.deck + place + 1, game.deck + place, size_t(cards - place));
        game.deck[place] = uint8_t(parts.crash);
        game.first_player = int(rng.below(uint32_t(players)));
        game.begin_round();
        return game;
    }

    int actor() const { return turn; }

    void legal(int seat, Codes &found) const {
        found.length = 0;
        if (phase == AUCTION) {
            if (tokens[seat] > 0) found.add(PAY);
            found.add(WITHDRAW);
        } else if (phase == LOANS) {
            found.add(DECLINE);
            found.add(LOAN);
        } else if (phase == WINNER) {
            int own = owned(seat, parts.border[revealed]);
            for (int number = 0; number <= own; number++) found.add(SELL + number);
            found.add(TAKE);
        } else {
            found.add(DECLINE);
            if (winner_action == SOLD) {
                found.add(TAKE);
            } else {
                int own = owned(seat, parts.border[revealed]);
                for (int number = 1; number <= own; number++) found.add(SELL + number);
            }
        }
    }

    void apply(int seat, int code) {
        if (phase == AUCTION) {
            code == PAY ? pay(seat) : withdraw(seat);
        } else if (phase == LOANS) {
            answer_loan(seat, code);
        } else if (phase == WINNER) {
            win(seat, code);
        } else {
            if (code == TAKE)
                take(seat);
            else if (code != DECLINE)
                sell(seat, code - SELL);
            begin_round();
        }
    }

    void begin_round() {
        still_in = (1u << players) - 1;
        winner_action = NOTHING;
        revealed = deck[top++];
        if (revealed == parts.crash) {
            phase = OVER;
            turn = NOBODY;
            for (int seat = 0; seat < players; seat++) scores[seat] += tokens[seat] / PER_POINT;
            return;
        }
        int colour = parts.centre[revealed];
        for (int i = 0; i < parts.count[colour]; i++) {
            int seat = holder[parts.of_colour[colour][i]];
            if (seat >= 0) scores[seat]++;
        }
        turn = first_player;
        phase = bank >= LENT ? LOANS : AUCTION;
    }

    void answer_loan(int seat, int code) {
        if (code == LOAN) {
            bank -= LENT;
            tokens[seat] += LENT;
            scores[seat] -= LOAN_COST;
        }
        int after = seat + 1 == players ? 0 : seat + 1;
        if (after == first_player || bank < LENT) {
            phase = AUCTION;
            turn = first_player;
        } else {
            turn = after;
        }
    }

    int next_in(int seat) const {
        unsigned later = still_in >> (seat + 1) << (seat + 1);
        return __builtin_ctz(later ? later : still_in);
    }

    void pay(int seat) {
        tokens[seat]--;
        pot++;
        turn = next_in(seat);
    }

    void withdraw(int seat) {
        tokens[seat] += pot;
        pot = 0;
        still_in ^= 1u << seat;
        runner_up = seat;
        turn = next_in(seat);
        if (!(still_in & (still_in - 1))) phase = WINNER;
    }

    int owned(int seat, int colour) const {
        int found = 0;
        for (int i = 0; i < parts.count[colour]; i++) found += holder[parts.of_colour[colour][i]] == seat;
        return found;
    }

    void win(int seat, int code) {
        if (code == TAKE) {
            take(seat);
            if (owned(runner_up, parts.border[revealed]) == 0) {
                begin_round();
                return;
            }
            winner_action = TOOK;
        } else {
            sell(seat, code - SELL);
            winner_action = SOLD;
        }
        phase = RUNNER_UP;
        turn = runner_up;
    }

    void take(int seat) {
        holder[revealed] = int8_t(seat);
        first_player = seat;
    }

    void sell(int seat, int number) {
        int colour = parts.border[revealed], price = 0;
        for (int i = 0; i < parts.count[colour]; i++) price += holder[parts.of_colour[colour][i]] >= 0;
        scores[seat] += number * price;
        for (int i = 0; number > 0; i++) {
            int share = parts.of_colour[colour][i];
            if (holder[share] == seat) {
                holder[share] = -1;
                number--;
            }
        }
    }

    void add_to(Checksum &sum) const {
        for (int seat = 0; seat < players; seat++) {
            sum.add(tokens[seat]);
            sum.add(scores[seat]);
        }
        for (int share = 0; share < parts.crash; share++) sum.add(holder[share]);
    }
};

static void read_numbers(int *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (scanf("%d", &numbers[i]) != 1) numbers[i] = 0;
}

int main() {
    read_numbers(&parts.crash, 1);
    read_numbers(&parts.tokens, 1);
    read_numbers(&parts.starts, 1);
    read_numbers(parts.start, parts.starts);
    read_numbers(parts.centre, parts.crash);
    read_numbers(parts.border, parts.crash);
    for (int share = 0; share < parts.crash; share++) {
        int colour = parts.centre[share];
        parts.of_colour[colour][parts.count[colour]++] = share;
    }
    serve<Mogul, Codes>(read_rng());
}
