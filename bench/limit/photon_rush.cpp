// Photon Rush with the box's own components, after the rule ids PR-1 to PR-63.
#include "limit.h"

#include <cstdlib>

enum Phase { BUILD, ACTION, BATTLE, BLAST, OVER };
enum Card { RAID, DEFEND, TNT };

const int SEATS = 4, GOAL = 15, MINE_COST = 1, SALOON_COST = 2, RAIDERS_PER_DEFENDER = 2, TNT_FACTOR = 2, TOWERS = 5;

struct Answer {
    uint16_t first, second, third, fourth;  // a card is `kind << 2 | target` in the first
};

// What may be answered: a table made once, or what was written into the buffer.
struct Answers {
    static const int ROOM = 1 << 17;
    Answer buffer[ROOM];
    const Answer *items = buffer;
    size_t length = 0;

    size_t size() const { return length; }
    Answer operator[](size_t i) const { return items[i]; }
    void show(const Answer *table, size_t count) {
        items = table;
        length = count;
    }
    void clear() { show(buffer, 0); }
    void add(int first, int second, int third, int fourth) {
        if (length == ROOM) abort();
        buffer[length++] = {uint16_t(first), uint16_t(second), uint16_t(third), uint16_t(fourth)};
    }
};

struct Table {
    Answer items[64];
    size_t length = 0;
    void add(int first, int second) { items[length++] = {uint16_t(first), uint16_t(second), 0, 0}; }
};

struct Tables {
    Table orders[GOAL];                  // by gold
    Table cards[SEATS << SEATS];         // by seat and the seats in the game

    Tables() {
        for (int gold = 0; gold < GOAL; gold++)
            for (int s = 0; s <= gold / SALOON_COST; s++)
                for (int m = 0; m <= (gold - s * SALOON_COST) / MINE_COST; m++) orders[gold].add(m, s);
        for (int index = 0; index < SEATS << SEATS; index++)
            for (int target = 0; target < SEATS; target++)
                if (target != index >> SEATS && index >> target & 1)
                    for (int kind = RAID; kind <= TNT; kind++) cards[index].add(kind << 2 | target, 0);
    }
};

static const Tables tables;

struct PhotonRush {
    int players, round = 1, phase = BUILD;
    unsigned waiting = 0, inside;
    int gold[SEATS], mercs[SEATS], towers[SEATS], mines[SEATS], saloons[SEATS], new_mines[SEATS], new_saloons[SEATS];
    int out[SEATS];
    Answer choice[SEATS];
    bool chosen[SEATS];
    int card[SEATS];  // -1: none
    int queue[SEATS], queued = 0, first = 0;

    static PhotonRush deal(int players, Rng &) { return PhotonRush(players); }

    explicit PhotonRush(int players) : players(players), inside((1u << players) - 1) {
        for (int seat = 0; seat < SEATS; seat++) {
            gold[seat] = 2;
            mercs[seat] = 1;
            towers[seat] = TOWERS;
            mines[seat] = saloons[seat] = new_mines[seat] = new_saloons[seat] = out[seat] = 0;
            chosen[seat] = false;
            card[seat] = -1;
        }
        begin_round();
    }

    int actor() const { return waiting ? __builtin_ctz(waiting) : NOBODY; }

    void legal(int seat, Answers &found) const {
        if (phase == BUILD) {
            const Table &table = tables.orders[gold[seat]];
            found.show(table.items, table.length);
        } else if (phase == ACTION) {
            const Table &table = tables.cards[seat << SEATS | int(inside)];
            found.show(table.items, table.length);
        } else if (phase == BATTLE) {
            found.clear();
            possible_losses(seat, found);
        } else {
            found.clear();
            possible_blasts(seat, found);
        }
    }

    void apply(int seat, Answer answer) {
        if (phase == BUILD || phase == ACTION) {
            choice[seat] = answer;
            chosen[seat] = true;
            waiting &= ~(1u << seat);
            if (!waiting) phase == BUILD ? carry_out_orders() : reveal();
        } else if (phase == BATTLE) {
            queued = 0;
            waiting = 0;
            fight(seat, answer);
        } else {
            blast(seat, answer);
        }
    }

    void begin_round() {
        unsigned asked = 0;
        for (int seat = 0; seat < players; seat++) {
            if (out[seat]) continue;
            mines[seat] += new_mines[seat];
            saloons[seat] += new_saloons[seat];
            new_mines[seat] = new_saloons[seat] = 0;
            if (gold[seat] > 0) asked |= 1u << seat;
        }
        phase = BUILD;
        waiting = asked;
        if (!asked) begin_action();
    }

    void carry_out_orders() {
        for (int seat = 0; seat < players; seat++) {
            if (!chosen[seat]) continue;
            chosen[seat] = false;
            int m = choice[seat].first, s = choice[seat].second;
            gold[seat] -= m * MINE_COST + s * SALOON_COST;
            new_mines[seat] += m;
            new_saloons[seat] += s;
        }
        begin_action();
    }

    void begin_action() {
        phase = ACTION;
        waiting = inside;
    }

    void reveal() {
        for (int seat = 0; seat < players; seat++) {
            card[seat] = chosen[seat] ? choice[seat].first : -1;
            chosen[seat] = false;
        }
        for (int seat = 0; seat < players; seat++) {
            if (card[seat] >> 2 != DEFEND || mercs[seat] == 0) continue;
            int raiders = 0;
            for (int other = 0; other < players; other++) raiders += raids(other, seat);
            if (raiders > 1) {
                phase = BATTLE;
                queue[0] = seat;
                queued = 1;
                first = 0;
                waiting = 1u << seat;
                return;
            }
        }
        fight(-1, Answer{});
    }

    bool raids(int seat, int target) const { return card[seat] == (RAID << 2 | target) && mercs[seat] > 0; }

    int raiding_mercs(int target) const {
        int found = 0;
        for (int seat = 0; seat < players; seat++)
            if (card[seat] == (RAID << 2 | target)) found += mercs[seat];
        return found;
    }

    static int least(int one, int other) { return one < other ? one : other; }
    static int most(int one, int other) { return one > other ? one : other; }

    int raiders_lost(int defender) const {
        return least(raiding_mercs(defender), RAIDERS_PER_DEFENDER * mercs[defender]);
    }

    void possible_losses(int defender, Answers &found) const {
        int have[SEATS], count = 0;
        for (int seat = 0; seat < players; seat++)
            if (raids(seat, defender)) have[count++] = mercs[seat];
        int total = raiders_lost(defender);
        if (count == 2) {
            for (int a = most(0, total - have[1]); a <= have[0] && a <= total; a++)
                found.add(a, total - a, 0, 0);
            return;
        }
        for (int a = most(0, total - have[1] - have[2]); a <= have[0] && a <= total; a++)
            for (int b = most(0, total - a - have[2]); b <= have[1] && b <= total - a; b++)
                found.add(a, b, total - a - b, 0);
    }

    void fight(int chooser, Answer answer) {
        for (int defender = 0; defender < players; defender++) {
            if (card[defender] >> 2 != DEFEND) continue;
            int raiding = raiding_mercs(defender);
            if (raiding == 0) continue;
            int fallen = least(raiding / RAIDERS_PER_DEFENDER, mercs[defender]);
            if (defender == chooser) {
                uint16_t losses[3] = {answer.first, answer.second, answer.third};
                int place = 0;
                for (int seat = 0; seat < players; seat++)
                    if (raids(seat, defender)) mercs[seat] -= losses[place++];
            } else {
                int lost = raiders_lost(defender);
                for (int seat = 0; seat < players; seat++)
                    if (raids(seat, defender)) {
                        mercs[seat] -= lost;
                        break;
                    }
            }
            mercs[defender] -= fallen;
        }
        deal_damage();
    }

    void deal_damage() {
        int damage[SEATS] = {0, 0, 0, 0};
        for (int seat = 0; seat < players; seat++)
            if (card[seat] >> 2 == RAID) damage[card[seat] & 3] += mercs[seat];
        bool blasting = false;
        int standing = 0;
        for (int target = 0; target < players; target++) {
            if (out[target]) continue;
            bool doubled = card[target] >> 2 == TNT;
            blasting |= doubled;
            towers[target] = most(0, towers[target] - damage[target] * (doubled ? TNT_FACTOR : 1));
            standing += towers[target] > 0;
        }
        if (standing < 2 || !blasting) {
            remove();
            return;
        }
        phase = BLAST;
        queued = first = 0;
        for (int target = 0; target < players; target++)
            for (int step = 1; step < players; step++) {
                int seat = (target + step) % players;
                if (card[seat] == (TNT << 2 | target) && mercs[seat] > 0 && towers[target] > 0 && buildings(target) > 0)
                    queue[queued++] = seat;
            }
        ask_blast();
    }

    int buildings(int seat) const { return mines[seat] + saloons[seat] + new_mines[seat] + new_saloons[seat]; }

    void ask_blast() {
        if (first < queued) {
            waiting = 1u << queue[first];
        } else {
            waiting = 0;
            remove();
        }
    }

    void possible_blasts(int seat, Answers &found) const {
        int target = card[seat] & 3;
        int size = least(mercs[seat], buildings(target));
        for (int m = most(0, size - saloons[target] - new_mines[target] - new_saloons[target]);
             m <= mines[target] && m <= size; m++)
            for (int s = most(0, size - m - new_mines[target] - new_saloons[target]);
                 s <= saloons[target] && s <= size - m; s++) {
                int rest = size - m - s;
                for (int nm = most(0, rest - new_saloons[target]); nm <= new_mines[target] && nm <= rest; nm++)
                    found.add(m, s, nm, rest - nm);
            }
    }

    void blast(int seat, Answer answer) {
        int target = card[seat] & 3;
        mines[target] -= answer.first;
        saloons[target] -= answer.second;
        new_mines[target] -= answer.third;
        new_saloons[target] -= answer.fourth;
        first++;
        if (buildings(target) == 0) {
            int left = first;
            for (int i = first; i < queued; i++)
                if ((card[queue[i]] & 3) != target) queue[left++] = queue[i];
            queued = left;
        }
        ask_blast();
    }

    void remove() {
        int left = 0;
        for (int seat = 0; seat < players; seat++) {
            card[seat] = -1;
            if (out[seat]) continue;
            if (towers[seat] == 0) {
                out[seat] = round;
                inside &= ~(1u << seat);
            } else {
                left++;
            }
        }
        queued = 0;
        left < 2 ? end() : collect();
    }

    void collect() {
        bool rich = false;
        for (int seat = 0; seat < players; seat++) {
            if (out[seat]) continue;
            gold[seat] += gold[seat] == 0 && mines[seat] == 0 ? 1 : mines[seat];
            mercs[seat] += mercs[seat] == 0 && saloons[seat] == 0 ? 1 : saloons[seat];
            rich |= gold[seat] >= GOAL;
        }
        if (rich) {
            end();
        } else {
            round++;
            begin_round();
        }
    }

    void end() {
        phase = OVER;
        waiting = 0;
    }

    void add_to(Checksum &sum) const {
        sum.add(round);
        for (int seat = 0; seat < players; seat++)
            for (int number : {gold[seat], mercs[seat], towers[seat], mines[seat], saloons[seat], new_mines[seat],
                               new_saloons[seat], out[seat]})
                sum.add(number);
    }
};

int main() { serve<PhotonRush, Answers>(read_rng()); }
