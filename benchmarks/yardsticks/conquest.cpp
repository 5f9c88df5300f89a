// Matches of Risk on the classic board by the rule-based player of Rossato et al. (2023) alone: the rules of
// rossato-classic, two seats, territories as bits of one word. What is counted as plies are turns.
#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>

#include "playouts.hpp"

namespace {

using namespace yardstick;

constexpr int territories = 42, continents = 6, limit = 48;
constexpr Set everything = (Set{1} << territories) - 1;

struct Border {
    int from, to;
};

constexpr Border borders[] = {
    {0, 1},   {0, 3},   {0, 29},  {1, 2},   {1, 3},   {1, 4},   {2, 4},   {2, 5},   {2, 13},  {3, 4},   {3, 6},
    {4, 5},   {4, 6},   {4, 7},   {5, 7},   {6, 7},   {6, 8},   {7, 8},   {8, 9},   {9, 10},  {9, 11},  {10, 11},
    {10, 12}, {11, 12}, {11, 20}, {13, 14}, {13, 15}, {14, 15}, {14, 17}, {14, 18}, {15, 16}, {15, 17}, {16, 17},
    {16, 19}, {16, 26}, {16, 33}, {16, 35}, {17, 18}, {17, 19}, {18, 19}, {18, 20}, {19, 20}, {19, 21}, {19, 35},
    {20, 21}, {20, 22}, {20, 23}, {21, 22}, {21, 35}, {22, 23}, {22, 24}, {22, 25}, {22, 35}, {23, 24}, {24, 25},
    {26, 27}, {26, 33}, {26, 34}, {27, 28}, {27, 30}, {27, 31}, {27, 34}, {28, 29}, {28, 30}, {29, 30}, {29, 31},
    {29, 32}, {30, 31}, {31, 32}, {31, 34}, {33, 34}, {33, 35}, {33, 36}, {34, 36}, {34, 37}, {35, 36}, {36, 37},
    {37, 38}, {38, 39}, {38, 40}, {39, 40}, {39, 41}, {40, 41},
};
constexpr std::array<int, continents> sizes = {9, 4, 7, 6, 12, 4};
constexpr std::array<int, continents> bonuses = {5, 2, 5, 3, 7, 2};
constexpr std::array<int, 7> series = {2, 4, 6, 8, 10, 12, 15};

constexpr Set bit(int territory) { return Set{1} << territory; }
int first_of(Set set) { return std::countr_zero(set); }

constexpr std::array<Set, territories> neighbours_of_all() {
    std::array<Set, territories> found{};
    for (const Border border : borders) {
        found[border.from] |= bit(border.to);
        found[border.to] |= bit(border.from);
    }
    return found;
}

constexpr std::array<Set, continents> members_of_all() {
    std::array<Set, continents> found{};
    int first = 0;
    for (int k = 0; k < continents; ++k) {
        found[k] = ((Set{1} << sizes[k]) - 1) << first;
        first += sizes[k];
    }
    return found;
}

constexpr std::array<Set, territories> neighbours = neighbours_of_all();
constexpr std::array<Set, continents> members = members_of_all();

// How many of all falls of the dice cost the defender at least one and at least two armies; ties go to the defender.
struct Roll {
    std::uint32_t falls = 1, one = 0, two = 0;
};

void throw_dice(int dice, int attack, std::array<int, 5>& faces, int at, Roll& roll) {
    if (at < dice) {
        for (faces[at] = 1; faces[at] <= 6; ++faces[at]) throw_dice(dice, attack, faces, at + 1, roll);
        return;
    }
    std::array<int, 5> ordered = faces;
    std::sort(ordered.begin(), ordered.begin() + attack, [](int a, int b) { return a > b; });
    std::sort(ordered.begin() + attack, ordered.begin() + dice, [](int a, int b) { return a > b; });
    int lost = ordered[0] > ordered[attack];
    if (attack > 1 && dice - attack > 1) lost += ordered[1] > ordered[attack + 1];
    roll.one += lost >= 1;
    roll.two += lost >= 2;
}

std::array<std::array<Roll, 3>, 4> rolls_of_all() {
    std::array<std::array<Roll, 3>, 4> found{};
    for (int attack = 1; attack <= 3; ++attack) {
        for (int defence = 1; defence <= 2; ++defence) {
            Roll& roll = found[attack][defence];
            std::array<int, 5> faces{};
            throw_dice(attack + defence, attack, faces, 0, roll);
            for (int die = 0; die < attack + defence; ++die) roll.falls *= 6;
        }
    }
    return found;
}

const std::array<std::array<Roll, 3>, 4> rolls = rolls_of_all();

class Match {
public:
    explicit Match(Random& random) : random_(random) {}

    Outcome play() {
        deal();
        for (int turns = 1; turns <= limit; ++turns) {
            has_conquered_ = false;
            trade();
            place();
            attack();
            if (owned_[1 - mover_] == 0) return {mover_ == 0 ? 1 : -1, turns};
            fortify();
            if (has_conquered_) draw();
            mover_ = 1 - mover_;
        }
        return {0, limit};
    }

private:
    void deal() {
        Set left = everything;
        for (std::uint32_t many = territories; many > 0; --many) {
            const Set one = select(left, random_.below(many));
            left ^= one;
            owned_[many % 2] |= one;
        }
        armies_.fill(1);
    }

    Set own() const { return owned_[mover_]; }

    Set enemies_of(int territory) const { return neighbours[territory] & ~own(); }

    Set border() const {
        Set found = 0;
        for (Set left = own(); left != 0; left &= left - 1) {
            const int territory = first_of(left);
            if (enemies_of(territory) != 0) found |= bit(territory);
        }
        return found;
    }

    // --- Cards ---------------------------------------------------------------------------------------------------

    void trade() {
        bonus_ = 0;
        Set& hand = hands_[mover_];
        while (count(hand) >= 3) {
            const Set shown = hand & own();
            if (shown == 0 && count(hand) < 5) return;
            // The first three cards of which one shows an own territory: else the first three.
            const Set two = select(hand, 0) | select(hand, 1);
            Set third = hand & ~two;
            if (shown != 0 && (two & shown) == 0) third &= shown;
            hand ^= two | (third & -third);
            bonus_ += traded_ < 7 ? series[traded_] : series[6] + 5 * (traded_ - 6);
            ++traded_;
        }
    }

    void draw() {
        const Set deck = everything & ~hands_[0] & ~hands_[1];
        if (deck != 0) hands_[mover_] |= select(deck, random_.below(count(deck)));
    }

    // --- Placing -------------------------------------------------------------------------------------------------

    void place() {
        const int base = std::max(3, (static_cast<int>(count(own())) + 2) / 3);
        const Set front = border();
        for (int k = 0; k < continents; ++k) {
            if ((members[k] & ~own()) != 0) continue;
            const Set inside = members[k] & front;
            raise(inside != 0 ? inside : members[k], bonuses[k]);
        }
        int best = -1;
        for (int k = 0; k < continents; ++k) {
            const bool is_open = (members[k] & ~own()) != 0 && (members[k] & front) != 0;
            if (is_open && (best < 0 || bonuses[k] > bonuses[best])) best = k;
        }
        raise(best >= 0 ? members[best] & front : front, base + bonus_);
    }

    // Armies one by one where the fewest are, the first of equals.
    void raise(Set where, int troops) {
        int level = 1 << 20;
        for (Set left = where; left != 0; left &= left - 1) level = std::min(level, armies_[first_of(left)]);
        for (;;) {
            int reached = 0, next = level + troops + 1;
            for (Set left = where; left != 0; left &= left - 1) {
                const int here = armies_[first_of(left)];
                if (here <= level) {
                    ++reached;
                } else {
                    next = std::min(next, here);
                }
            }
            const int rise = std::min(troops / reached, next - level);
            level += rise;
            troops -= rise * reached;
            if (troops < reached) break;
        }
        for (Set left = where; left != 0; left &= left - 1) {
            int& here = armies_[first_of(left)];
            if (here > level) continue;
            here = level + (troops > 0);
            troops -= troops > 0;
        }
    }

    // --- Attack --------------------------------------------------------------------------------------------------

    void attack() {
        for (;;) {
            int best = 0, from = 0, to = 0;
            for (Set left = own(); left != 0; left &= left - 1) {
                const int here = first_of(left), attackers = armies_[here] - 1;
                if (attackers <= best + 1) continue;
                for (Set targets = enemies_of(here); targets != 0; targets &= targets - 1) {
                    const int there = first_of(targets);
                    if (attackers - armies_[there] <= best) continue;
                    best = attackers - armies_[there];
                    from = here;
                    to = there;
                }
            }
            if (best == 0) return;
            if (fight(from, to) && owned_[1 - mover_] == 0) return;
        }
    }

    // Roll by roll while the attackers outnumber the defenders; whether the territory was conquered.
    bool fight(int from, int to) {
        while (armies_[from] - 1 > armies_[to]) {
            const int dice = std::min(3, armies_[from] - 1), against = std::min(2, armies_[to]);
            const int compared = std::min(dice, against);
            const Roll& roll = rolls[dice][against];
            const std::uint32_t fall = random_.below(roll.falls);
            const int lost = (fall < roll.one) + (fall < roll.two);
            armies_[to] -= lost;
            armies_[from] -= compared - lost;
            if (armies_[to] > 0) continue;
            const int moved = std::min(armies_[from] - 1, dice - (compared - lost));
            armies_[from] -= moved;
            armies_[to] = moved;
            owned_[mover_] |= bit(to);
            owned_[1 - mover_] &= ~bit(to);
            has_conquered_ = true;
            return true;
        }
        return false;
    }

    // --- Fortifying ----------------------------------------------------------------------------------------------

    Set connected(int territory) const {
        Set reached = bit(territory), fresh = reached;
        while (fresh != 0) {
            Set next = 0;
            for (; fresh != 0; fresh &= fresh - 1) next |= neighbours[first_of(fresh)];
            fresh = next & own() & ~reached;
            reached |= fresh;
        }
        return reached;
    }

    void fortify() {
        const Set front = border();
        Set movers = 0;
        for (Set left = own() & ~front; left != 0; left &= left - 1) {
            if (armies_[first_of(left)] > 1) movers |= left & -left;
        }
        while (movers != 0) {
            const Set cluster = connected(first_of(movers));
            int target = -1;
            for (Set left = cluster & front; left != 0; left &= left - 1) {
                const int here = first_of(left);
                if (target < 0 || armies_[here] < armies_[target]) target = here;
            }
            for (Set left = movers & cluster; left != 0; left &= left - 1) {
                int& here = armies_[first_of(left)];
                armies_[target] += here - 1;
                here = 1;
            }
            movers &= ~cluster;
        }
    }

    Random& random_;
    std::array<Set, 2> owned_{}, hands_{};
    std::array<int, territories> armies_{};
    int mover_ = 0, traded_ = 0, bonus_ = 0;
    bool has_conquered_ = false;
};

}  // namespace

int main(int argument_count, char** arguments) {
    return run("rossato-classic", argument_count, arguments, [](Random& random) { return Match(random).play(); });
}
