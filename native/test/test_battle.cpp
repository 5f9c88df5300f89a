// Tests of battles: rolls against every fall of the dice, the table, the distributions and the
// draws against each other, for every dice rule.

#include <algorithm>
#include <cmath>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "conquest/battle.h"
#include "play/rng.h"
#include "test/check.h"

namespace {

using namespace ludwright::conquest;
using ludwright::play::Purpose;
using ludwright::play::Rng;

std::vector<DiceRule> all_rules() {
    std::vector<DiceRule> found;
    for (const bool ties : {false, true}) {
        for (int attack = 1; attack <= kMostDice; ++attack) {
            for (int defence = 1; defence <= kMostDice; ++defence) {
                found.push_back({attack, defence, ties});
            }
        }
    }
    return found;
}

bool is_near(double a, double b, double tolerance = 1e-12) { return std::abs(a - b) <= tolerance; }

int power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

// The dice of a fall by its number, highest first.
std::vector<int> dice_of(int fall, int dice) {
    std::vector<int> shown;
    for (int i = 0; i < dice; ++i, fall /= 6) shown.push_back(fall % 6);
    std::sort(shown.begin(), shown.end(), std::greater<>());
    return shown;
}

void test_roll(DiceRule rule) {
    std::vector<int> ways(kMostDice + 1);
    const int attacks = power(6, rule.attack), defences = power(6, rule.defence);
    for (int i = 0; i < attacks; ++i) {
        const std::vector<int> attack = dice_of(i, rule.attack);
        for (int j = 0; j < defences; ++j) {
            const std::vector<int> defence = dice_of(j, rule.defence);
            int losses = 0;
            for (int pair = 0; pair < std::min(rule.attack, rule.defence); ++pair) {
                losses += rule.attacker_wins_ties ? attack[pair] >= defence[pair]
                                                  : attack[pair] > defence[pair];
            }
            ways[losses] += 1;
        }
    }
    const RollChances& found = roll_chances(rule.attacker_wins_ties, rule.attack, rule.defence);
    CHECK(found.rolls == attacks * defences);
    CHECK(found.pairs == std::min(rule.attack, rule.defence));
    for (int losses = 0; losses <= kMostDice; ++losses) {
        CHECK(found.ways[losses] == ways[losses]);
        CHECK(found.chance[losses] == static_cast<double>(ways[losses]) / found.rolls);
    }
}

void test_table(const Battle& battle) {
    for (int a = 0; a <= 40; ++a) {
        for (int d = a == 0; d <= 40; ++d) {
            const std::vector<double> ends = battle.distribution(a, d);
            double win = 0.0, attackers = 0.0, defenders = 0.0, all = 0.0;
            for (int lost = 0; lost < a; ++lost) {
                win += ends[lost];
                attackers += ends[lost] * (a - lost);
            }
            for (int left = 1; left <= d; ++left) defenders += ends[a + left - 1] * left;
            for (const double chance : ends) all += chance;
            const BattleOdds odds = battle.odds(a, d);
            CHECK(is_near(all, 1.0) && is_near(odds.win, win) && odds.win == battle.win(a, d));
            CHECK(is_near(odds.attackers_left, attackers));
            CHECK(is_near(odds.defenders_left, defenders));
            CHECK(is_near(odds.survivors() * win, attackers));
        }
    }
}

void test_ends_of_the_table(const Battle& battle) {
    const int most = Battle::kTableTroops;
    for (int troops = 0; troops <= most; ++troops) {
        CHECK(battle.win(troops, 0) == 1.0);
        CHECK(troops == 0 || battle.win(0, troops) == 0.0);
    }
    CHECK(battle.win(1, most) > Battle::kLeastChance);
    CHECK(battle.odds(most, 1).defenders_left > Battle::kLeastChance);
    // Beyond the table, where one more roll leads back into it.
    for (const int d : {1, 2, 3, 77, most}) {
        const RollChances& next = battle.roll(most + 1, d);
        double win = 0.0;
        for (int losses = 0; losses <= next.pairs; ++losses) {
            const int left = most + 1 - (next.pairs - losses);
            win += next.chance[losses] * battle.win(left, d - losses);
        }
        CHECK(is_near(win, battle.win(most + 1, d)));
    }
    CHECK(battle.odds(500, 0).win == 1.0 && battle.odds(500, 0).attackers_left == 500.0);
    CHECK(battle.odds(0, 500).win == 0.0 && battle.odds(0, 500).defenders_left == 500.0);
}

// A battle with some thousands of troops, from the table of all smaller ones.
void test_large(const Battle& battle, int attackers, int defenders) {
    std::vector<std::vector<double>> rows(4, std::vector<double>(defenders + 1));
    for (int a = 0; a <= attackers; ++a) {
        std::vector<double>& row = rows[a % 4];
        row.assign(defenders + 1, 0.0);
        row[0] = 1.0;
        for (int d = 1; d <= defenders && a > 0; ++d) {
            const RollChances& next = battle.roll(a, d);
            for (int losses = 0; losses <= next.pairs; ++losses) {
                const int left = a - (next.pairs - losses);
                row[d] += next.chance[losses] * rows[left % 4][d - losses];
            }
        }
    }
    CHECK(is_near(battle.win(attackers, defenders), rows[attackers % 4][defenders], 1e-11));
}

// Chi-square of drawn ends; ends that are too rare are counted together.
void test_draws(const Battle& battle, int attackers, int defenders, int draws) {
    Rng rng(11, static_cast<std::uint64_t>(attackers * 1000 + defenders), Purpose::kChance);
    const std::vector<double> ends = battle.distribution(attackers, defenders);
    std::vector<int> counts(ends.size());
    for (int i = 0; i < draws; ++i) {
        const Losses lost = battle.sample(attackers, defenders, rng);
        const bool is_won = lost.defenders == defenders;
        CHECK(is_won != (lost.attackers == attackers));
        counts[is_won ? lost.attackers : attackers + defenders - lost.defenders - 1] += 1;
    }
    double square = 0.0, rare = 0.0, rare_count = 0.0;
    int cells = 0;
    for (std::size_t end = 0; end < ends.size(); ++end) {
        const double expected = ends[end] * draws;
        if (expected < 10.0) {
            rare += expected;
            rare_count += counts[end];
            continue;
        }
        square += (counts[end] - expected) * (counts[end] - expected) / expected;
        ++cells;
    }
    if (rare > 0.0) square += (rare_count - rare) * (rare_count - rare) / std::max(rare, 1.0);
    const double freedom = std::max(1, cells + (rare > 0.0) - 1);
    // The cube root of chi-square is nearly normal (Wilson & Hilferty 1931).
    const double spread = 2.0 / (9.0 * freedom);
    CHECK((std::cbrt(square / freedom) - (1.0 - spread)) / std::sqrt(spread) < 4.0);
}

void test_rolls_drawn(const Battle& battle) {
    constexpr int kDraws = 60'000;
    for (int a = 1; a <= kMostDice; ++a) {
        for (int d = 1; d <= kMostDice; ++d) {
            Rng rng(13, static_cast<std::uint64_t>(a * 10 + d), Purpose::kChance);
            std::vector<int> counts(kMostDice + 1);
            for (int i = 0; i < kDraws; ++i) counts[battle.sample_roll(a, d, rng)] += 1;
            const RollChances& next = battle.roll(a, d);
            for (int losses = 0; losses <= kMostDice; ++losses) {
                const double expected = next.chance[losses] * kDraws;
                CHECK(std::abs(counts[losses] - expected) <= 5.0 * std::sqrt(expected));
            }
        }
    }
}

void test_rule(DiceRule rule) {
    const Battle& battle = Battle::under(rule);
    CHECK(battle.rule() == rule && &battle == &Battle::under(rule));
    test_roll(rule);
    test_table(battle);
    test_ends_of_the_table(battle);
    test_large(battle, 200, 170);
    test_rolls_drawn(battle);
    for (const auto& [a, d] : {std::pair{1, 1}, {3, 2}, {2, 5}, {10, 8}, {32, 32}, {7, 32}}) {
        test_draws(battle, a, d, 20'000);
    }
    for (const auto& [a, d] : {std::pair{33, 1}, {40, 33}, {5, 60}})
        test_draws(battle, a, d, 5'000);
}

// Threads that need a rule first all get the same tables.
void test_threads() {
    std::vector<const Battle*> found(4);
    {
        std::vector<std::jthread> threads;
        for (const Battle*& mine : found) {
            threads.emplace_back([&mine] {
                for (const DiceRule rule : all_rules()) mine = &Battle::under(rule);
            });
        }
    }
    for (const Battle* one : found) CHECK(one == found[0] && one->win(3, 0) == 1.0);
}

}  // namespace

int main() {
    test_threads();
    for (const DiceRule rule : all_rules()) test_rule(rule);
    test_large(Battle::under({}), 3'000, 3'400);
    Rng rng(1, 1, Purpose::kChance);
    CHECK((Battle::under({}).sample(0, 50, rng) == Losses{}));
    CHECK((Battle::under({}).sample(50, 0, rng) == Losses{}));
    return ludwright::test::report();
}
