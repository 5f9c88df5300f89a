// Battles: the exact chances of one roll and of a battle fought to the end, for every dice rule.
//
// Attackers are the troops that may be lost: the one that stays behind is not counted. Both sides
// always roll as many dice as they may. A won battle ends with a roll in which the attacker lost
// nothing, because every pair of dice took a defender; so the dice of that last roll are
// min(rule.attack, attackers left).
//
// Everything is computed with sums, products and quotients in a fixed order: the same numbers on
// every machine.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "play/meter.h"
#include "play/rng.h"

namespace ludwright::conquest {

inline constexpr int kMostDice = 3;
inline constexpr int kDiceRules = 2 * kMostDice * kMostDice;

// The most dice of each side in a roll, 1 to 3, of six sides each, and who loses a troop when two
// dice are equal.
struct DiceRule {
    int attack = 3;
    int defence = 2;
    bool attacker_wins_ties = false;

    friend constexpr bool operator==(const DiceRule&, const DiceRule&) = default;

    // The rules are numbered from 0 to kDiceRules - 1.
    constexpr int number() const {
        return (attacker_wins_ties * kMostDice + attack - 1) * kMostDice + defence - 1;
    }
};

// One roll. The highest dice are compared, then the second highest, and so on: each pair costs one
// side a troop.
struct RollChances {
    int pairs = 0;
    std::int32_t rolls = 0;                          // ways in which the dice can fall
    std::array<std::int32_t, kMostDice + 1> ways{};  // those in which the defender loses 0, 1, …
    std::array<double, kMostDice + 1> chance{};      // ways / rolls, correctly rounded
    std::array<std::uint32_t, kMostDice> up_to{};    // ways of at most 0, 1, 2 losses; for draws

    // How many troops the defender loses in one roll; the attacker loses the rest of the pairs.
    int draw(play::Rng& rng) const {
        const std::uint32_t way = rng.below(static_cast<std::uint32_t>(rolls));
        return (way >= up_to[0]) + (way >= up_to[1]) + (way >= up_to[2]);
    }
};

// The chances with exactly these numbers of dice, each 1 to 3.
const RollChances& roll_chances(bool attacker_wins_ties, int attack_dice, int defence_dice);

// What both sides lose.
struct Losses {
    int attackers = 0;
    int defenders = 0;

    friend constexpr bool operator==(const Losses&, const Losses&) = default;
};

// A battle fought to the end, before it begins.
struct BattleOdds {
    double win = 0.0;             // the chance that no defender is left
    double attackers_left = 0.0;  // mean over all ends: 0 where the battle is lost
    double defenders_left = 0.0;

    // The mean number of attackers left in the battles that are won; 0 if none is.
    double survivors() const { return win > 0.0 ? attackers_left / win : 0.0; }
};

// Battles under one dice rule. Numbers of troops are 0 or more. No attackers against any defenders
// is a lost battle; no defenders is a won one.
class Battle {
   public:
    static constexpr int kMostTroops = 30'000;  // of each side: what Python may ask for
    static constexpr int kTableTroops = 128;    // of each side: odds that are only looked up
    static constexpr int kDrawTroops = 32;      // of each side: ends kept, and drawn at once
    // Ends less likely than this are left out of distributions, and of the odds of battles larger
    // than the table; no battle in the table has one.
    static constexpr double kLeastChance = 1e-100;

    // Made once for each rule, at its first use by any thread, and never destroyed.
    static const Battle& under(DiceRule rule);

    explicit Battle(DiceRule rule);

    DiceRule rule() const { return rule_; }

    // Looked up without allocation where both sides have at most kTableTroops; else computed by
    // odds(), which takes about 1 ms for 1,000 against 1,000 and 0.3 s for the most.
    double win(int attackers, int defenders) const {
        if (is_in_table(attackers, defenders)) [[likely]]
            return win_[at(attackers, defenders)];
        return odds(attackers, defenders).win;
    }

    BattleOdds odds(int attackers, int defenders, play::Meter* meter = nullptr) const {
        if (!is_in_table(attackers, defenders)) [[unlikely]]
            return far_odds(attackers, defenders, meter);
        const std::size_t place = at(attackers, defenders);
        return {win_[place], attackers_left_[place], defenders_left_[place]};
    }

    // The chance of every end, in this order: attackers left from all of them down to 1 (won), then
    // defenders left from 1 up to all of them (lost).
    std::vector<double> distribution(int attackers, int defenders,
                                     play::Meter* meter = nullptr) const;

    // The same without allocation, for 1 to kDrawTroops on each side.
    std::span<const double> small_distribution(int attackers, int defenders) const {
        return {&ends_[ends_at(attackers, defenders)],
                static_cast<std::size_t>(attackers + defenders)};
    }

    // The chances of the next roll, if both sides have troops.
    const RollChances& roll(int attackers, int defenders) const {
        return *rolls_[std::min(attackers, rule_.attack)][std::min(defenders, rule_.defence)];
    }

    // What the defender loses in one roll, if both sides have troops.
    int sample_roll(int attackers, int defenders, play::Rng& rng) const {
        return roll(attackers, defenders).draw(rng);
    }

    // What both sides lose in a battle to the end. One random number if both have at most
    // kDrawTroops, else one more for each roll until they have.
    Losses sample(int attackers, int defenders, play::Rng& rng) const;

   private:
    struct Diagonal;

    static constexpr std::size_t kWidth = kTableTroops + 1;
    using Table = std::vector<double>;

    static bool is_in_table(int attackers, int defenders) {
        return attackers <= kTableTroops && defenders <= kTableTroops;
    }
    static bool is_small(int attackers, int defenders) {
        return attackers > 0 && defenders > 0 && attackers <= kDrawTroops &&
               defenders <= kDrawTroops;
    }
    static std::size_t at(int attackers, int defenders) {
        return static_cast<std::size_t>(attackers) * kWidth + static_cast<std::size_t>(defenders);
    }
    // Where the ends of a battle begin in ends_ and draws_: after those of battles with fewer
    // attackers, and with as many attackers and fewer defenders.
    static constexpr std::size_t ends_at(int attackers, int defenders) {
        const int rows = (attackers - 1) * (attackers + kDrawTroops + 1) * kDrawTroops / 2;
        const int row = (defenders - 1) * (2 * attackers + defenders) / 2;
        return static_cast<std::size_t>(rows + row);
    }

    void fill_tables();
    void fill_ends();
    void pass_on(std::vector<Diagonal>& diagonals, int troops) const;
    BattleOdds far_odds(int attackers, int defenders, play::Meter* meter) const;

    DiceRule rule_;
    std::array<std::array<const RollChances*, kMostDice + 1>, kMostDice + 1> rolls_{};
    Table win_, attackers_left_, defenders_left_;
    // The chance of each end of each small battle, and the slots from which it is drawn.
    std::vector<double> ends_;
    std::vector<std::uint64_t> draws_;
};

}  // namespace ludwright::conquest
