#include "conquest/battle.h"

#include <memory>
#include <mutex>
#include <numeric>
#include <span>

namespace ludwright::conquest {

namespace {

constexpr int kSides = 6;

// What dice show, highest first, and in how many ways they can.
struct Throw {
    std::array<int, kMostDice> shown{};
    int ways = 0;
};

struct Throws {
    std::array<Throw, 56> each{};  // 56 of three dice; fewer of fewer
    int count = 0;
};

constexpr int orders(const Throw& thrown, int dice) {
    const auto [high, middle, low] = thrown.shown;
    if (dice == 1) return 1;
    if (dice == 2) return high == middle ? 1 : 2;
    if (high == middle || middle == low) return high == low ? 1 : 3;
    return 6;
}

constexpr Throws throws_of(int dice) {
    Throws found;
    // Dice that are not thrown show 0.
    for (int high = 1; high <= kSides; ++high) {
        for (int middle = dice > 1; middle <= (dice > 1 ? high : 0); ++middle) {
            for (int low = dice > 2; low <= (dice > 2 ? middle : 0); ++low) {
                Throw thrown{{high, middle, low}, 0};
                thrown.ways = orders(thrown, dice);
                found.each[found.count++] = thrown;
            }
        }
    }
    return found;
}

constexpr RollChances chances_of(bool attacker_wins_ties, int attack_dice, int defence_dice) {
    RollChances found;
    found.pairs = std::min(attack_dice, defence_dice);
    const Throws attack = throws_of(attack_dice), defence = throws_of(defence_dice);
    for (int i = 0; i < attack.count; ++i) {
        for (int j = 0; j < defence.count; ++j) {
            int losses = 0;
            for (int pair = 0; pair < found.pairs; ++pair) {
                const int lead = attack.each[i].shown[pair] - defence.each[j].shown[pair];
                losses += lead > 0 || (lead == 0 && attacker_wins_ties);
            }
            found.ways[losses] += attack.each[i].ways * defence.each[j].ways;
        }
    }
    for (const std::int32_t ways : found.ways) found.rolls += ways;
    std::uint32_t sum = 0;
    for (int losses = 0; losses <= kMostDice; ++losses) {
        found.chance[losses] = static_cast<double>(found.ways[losses]) / found.rolls;
        sum += static_cast<std::uint32_t>(found.ways[losses]);
        if (losses < kMostDice) found.up_to[losses] = sum;
    }
    return found;
}

using Rolls = std::array<RollChances, kDiceRules>;

constexpr Rolls all_rolls() {
    Rolls found;
    for (const bool ties : {false, true}) {
        for (int attack = 1; attack <= kMostDice; ++attack) {
            for (int defence = 1; defence <= kMostDice; ++defence) {
                found[DiceRule{attack, defence, ties}.number()] = chances_of(ties, attack, defence);
            }
        }
    }
    return found;
}

// Not constexpr: it takes more steps than clang allows.
const Rolls kRolls = all_rolls();

constexpr int kMostEnds = 2 * Battle::kDrawTroops;
constexpr int kOtherBits = 6;  // the lowest bits of a slot: its other end
static_assert(kMostEnds <= 1 << kOtherBits);

// Makes one of several ends, each with its chance, quick to draw (the alias method, Walker 1977).
// All ends have a slot of equal size. An end that is too likely for its slot also fills the slots
// of those that are not likely enough: each slot holds its own end up to a threshold, and one
// other.
void make_slots(std::span<const double> chances, std::uint64_t* slots) {
    const int ends = static_cast<int>(chances.size());
    const double unit = std::accumulate(chances.begin(), chances.end(), 0.0) / ends;
    std::array<double, kMostEnds> sizes;
    std::vector<int> small, large;
    for (int end = 0; end < ends; ++end) {
        sizes[end] = chances[end] / unit;
        (sizes[end] < 1.0 ? small : large).push_back(end);
    }
    const double scale = static_cast<double>(std::uint64_t{1} << (64 - kOtherBits));
    while (!small.empty() && !large.empty()) {
        const int end = small.back(), other = large.back();
        small.pop_back();
        const auto threshold = static_cast<std::uint64_t>(sizes[end] * scale);
        slots[end] = threshold << kOtherBits | static_cast<std::uint64_t>(other);
        sizes[other] -= 1.0 - sizes[end];
        if (sizes[other] < 1.0) {
            large.pop_back();
            small.push_back(other);
        }
    }
    // Only rounding keeps the rest from being exactly full.
    for (const auto* rest : {&small, &large}) {
        for (const int end : *rest) slots[end] = static_cast<std::uint64_t>(end);
    }
}

}  // namespace

// The states of a battle that have the same number of troops, those of both sides together: the
// chance of each, by attackers. A roll leads to a state with 1 to 3 troops less.
struct Battle::Diagonal {
    std::vector<double> chance;
    int low, high;  // the range that is in use; outside of it all chances are 0

    explicit Diagonal(int attackers) : chance(attackers + 1), low(attackers + 1), high(-1) {}

    bool is_empty() const { return low > high; }
    std::int64_t width() const { return is_empty() ? 0 : high - low + 1; }

    // Drops what is left of the bell at both ends. Far smaller than the least chance that is told,
    // so that all that are told stay exact; without it, large battles would take very long.
    void trim() {
        constexpr double kNegligible = 1e-120;
        while (!is_empty() && chance[low] < kNegligible) chance[low++] = 0.0;
        while (!is_empty() && chance[high] < kNegligible) chance[high--] = 0.0;
    }

    void widen(int least, int most) {
        low = std::min(low, least);
        high = std::max(high, most);
    }

    void clear() {
        if (!is_empty()) std::fill(chance.begin() + low, chance.begin() + high + 1, 0.0);
        low = static_cast<int>(chance.size());
        high = -1;
    }
};

const RollChances& roll_chances(bool attacker_wins_ties, int attack_dice, int defence_dice) {
    return kRolls[DiceRule{attack_dice, defence_dice, attacker_wins_ties}.number()];
}

const Battle& Battle::under(DiceRule rule) {
    struct Kept {
        std::once_flag once;
        std::unique_ptr<const Battle> battle;
    };
    // Never destroyed: threads may still play while the program ends.
    static auto* const kept = new std::array<Kept, kDiceRules>;
    Kept& found = (*kept)[rule.number()];
    std::call_once(found.once, [&] { found.battle = std::make_unique<const Battle>(rule); });
    return *found.battle;
}

Battle::Battle(DiceRule rule) : rule_(rule) {
    for (int attack = 1; attack <= rule.attack; ++attack) {
        for (int defence = 1; defence <= rule.defence; ++defence) {
            rolls_[attack][defence] = &roll_chances(rule.attacker_wins_ties, attack, defence);
        }
    }
    fill_tables();
    fill_ends();
}

void Battle::fill_tables() {
    for (Table* table : {&win_, &attackers_left_, &defenders_left_}) table->resize(kWidth * kWidth);
    for (int troops = 0; troops <= kTableTroops; ++troops) {
        win_[at(troops, 0)] = 1.0;
        attackers_left_[at(troops, 0)] = troops;
        defenders_left_[at(0, troops)] = troops;
    }
    for (int attackers = 1; attackers <= kTableTroops; ++attackers) {
        for (int defenders = 1; defenders <= kTableTroops; ++defenders) {
            const RollChances& next = roll(attackers, defenders);
            const std::size_t here = at(attackers, defenders);
            for (int losses = 0; losses <= next.pairs; ++losses) {
                const std::size_t there = at(attackers - next.pairs + losses, defenders - losses);
                win_[here] += next.chance[losses] * win_[there];
                attackers_left_[here] += next.chance[losses] * attackers_left_[there];
                defenders_left_[here] += next.chance[losses] * defenders_left_[there];
            }
            win_[here] = std::min(win_[here], 1.0);
        }
    }
}

// All distributions of small battles at once, each from those that the next roll leads to; one by
// one, as for larger battles, they would take several times as long.
void Battle::fill_ends() {
    ends_.resize(ends_at(kDrawTroops + 1, 1));
    draws_.resize(ends_.size());
    for (int attackers = 1; attackers <= kDrawTroops; ++attackers) {
        for (int defenders = 1; defenders <= kDrawTroops; ++defenders) {
            const std::span ends(&ends_[ends_at(attackers, defenders)], attackers + defenders);
            const RollChances& next = roll(attackers, defenders);
            for (int losses = 0; losses <= next.pairs; ++losses) {
                const int a = attackers - next.pairs + losses, d = defenders - losses;
                if (a == 0 || d == 0) {
                    ends[d == 0 ? attackers - a : attackers + d - 1] += next.chance[losses];
                    continue;
                }
                const double* from = &ends_[ends_at(a, d)];
                double* won = &ends[attackers - a];
                double* lost = &ends[attackers];
                for (int i = 0; i < a; ++i) won[i] += next.chance[losses] * from[i];
                for (int i = 0; i < d; ++i) lost[i] += next.chance[losses] * from[a + i];
            }
            make_slots(ends, &draws_[ends_at(attackers, defenders)]);
        }
    }
}

BattleOdds Battle::far_odds(int attackers, int defenders, play::Meter* meter) const {
    const std::vector<double> ends = distribution(attackers, defenders, meter);
    BattleOdds odds;
    for (int lost = 0; lost < attackers; ++lost) {
        odds.win += ends[lost];
        odds.attackers_left += ends[lost] * (attackers - lost);
    }
    for (int left = 1; left <= defenders; ++left) {
        odds.defenders_left += ends[attackers + left - 1] * left;
    }
    odds.win = std::min(odds.win, 1.0);
    return odds;
}

std::vector<double> Battle::distribution(int attackers, int defenders, play::Meter* meter) const {
    if (is_small(attackers, defenders)) {
        const std::span<const double> kept = small_distribution(attackers, defenders);
        return {kept.begin(), kept.end()};
    }
    std::vector<double> ends(static_cast<std::size_t>(attackers) + defenders);
    std::vector<Diagonal> diagonals(4, Diagonal(attackers));
    Diagonal& first = diagonals[(attackers + defenders) % 4];
    first.chance[attackers] = 1.0;
    first.low = first.high = attackers;
    for (int troops = attackers + defenders; troops > 0; --troops) {
        Diagonal& here = diagonals[troops % 4];
        here.trim();
        if (meter != nullptr) meter->spend(1 + here.width());
        if (here.low == 0) ends[attackers + troops - 1] = here.chance[0];
        if (here.high == troops) ends[attackers - troops] = here.chance[troops];
        pass_on(diagonals, troops);
        here.clear();
    }
    for (double& chance : ends) {
        if (chance < kLeastChance) chance = 0.0;
    }
    return ends;
}

// Passes the chances of all states with this number of troops on to those that one roll leads to.
void Battle::pass_on(std::vector<Diagonal>& diagonals, int troops) const {
    const Diagonal& here = diagonals[troops % 4];
    const int last = std::min(here.high, troops - 1);
    for (int a = std::max(here.low, 1); a <= last;) {
        // States with all dice on both sides are passed on together, others one by one.
        const RollChances& next = roll(a, troops - a);
        const bool is_full = a >= rule_.attack && troops - a >= rule_.defence;
        const int end = is_full ? std::min(last, troops - rule_.defence) + 1 : a + 1;
        Diagonal& there = diagonals[(troops - next.pairs) % 4];
        for (int losses = 0; losses <= next.pairs; ++losses) {
            const double chance = next.chance[losses];
            const double* from = &here.chance[a];
            double* to = &there.chance[a - next.pairs + losses];
            for (int i = 0; i < end - a; ++i) to[i] += chance * from[i];
        }
        there.widen(a - next.pairs, end - 1);
        a = end;
    }
}

Losses Battle::sample(int attackers, int defenders, play::Rng& rng) const {
    int a = attackers, d = defenders;
    while (a > 0 && d > 0 && !is_small(a, d)) {
        const RollChances& next = roll(a, d);
        const int losses = next.draw(rng);
        a -= next.pairs - losses;
        d -= losses;
    }
    if (a == 0 || d == 0) return {attackers - a, defenders - d};
    // The high half of the product chooses a slot, the low half one of its two ends.
    const auto product =
        static_cast<unsigned __int128>(rng()) * static_cast<unsigned __int128>(a + d);
    int end = static_cast<int>(product >> 64);
    const std::uint64_t slot = draws_[ends_at(a, d) + static_cast<std::size_t>(end)];
    const bool is_other = static_cast<std::uint64_t>(product) >> kOtherBits >= slot >> kOtherBits;
    end = is_other ? static_cast<int>(slot & ((1U << kOtherBits) - 1)) : end;
    // Ends in which 0, 1, … of the a attackers were lost, then those with 1, 2, … defenders left.
    return {attackers - a + std::min(end, a), defenders - std::max(0, end - a + 1)};
}

}  // namespace ludwright::conquest
