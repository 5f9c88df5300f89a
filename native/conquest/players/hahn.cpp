#include "conquest/players/hahn.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "conquest/players/borders.h"

namespace ludwright::conquest {

namespace {

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

int below(play::Rng& rng, int n) {
    return static_cast<int>(rng.below(static_cast<std::uint32_t>(n)));
}

int any_of(const Set& territories, play::Rng& rng) {
    return territories.select(below(rng, territories.count()));
}

bool is_heads(play::Rng& rng) { return rng.below(2) == 0; }

// The place of a number from 0 to 1 among shares that sum to 1.
int drawn(const double* shares, int count, play::Rng& rng) {
    double left = rng.unit();
    for (int i = 0; i + 1 < count; ++i) {
        left -= shares[i];
        if (left < 0.0) return i;
    }
    return count - 1;
}

int digit(std::int32_t value, int most, const char* name) {
    if (value >= 1 && value <= most) return value;
    throw std::invalid_argument(std::string(name) + ": expected a number from 1 to " +
                                std::to_string(most) + ", got " + std::to_string(value));
}

}  // namespace

void Hahn::begin(std::span<const std::int32_t> settings) {
    supply_ = digit(settings[0], 3, "supply");
    attack_ = digit(settings[1], 3, "attack");
    reinforce_ = digit(settings[2], 2, "reinforce");
    is_literal_ = settings[3] != 0;
    next_ply_ = -1;
}

Move Hahn::choose(const Seen& seen, play::Rng& rng) {
    switch (seen.phase()) {
        case Phase::kDeal:
            return tactics::claim(any_of(seen.unclaimed(), rng));
        case Phase::kSpread:
            return spread(seen, rng);
        case Phase::kTrade:
            return tactics::trade(seen, true);
        case Phase::kPlace:
            return place(seen, rng);
        case Phase::kAttack:
            return attack(seen, rng);
        case Phase::kOccupy:
            return occupy(seen);
        default:
            return fortify(seen, rng);
    }
}

bool Hahn::goes_on(const Seen& seen) const {
    return seen.ply() == next_ply_ && seen.turns() == turn_ && seen.phase() == phase_;
}

// The move, after which the phase goes on when so many plies have been made.
Move Hahn::remember(const Seen& seen, Move move, int plies) {
    next_ply_ = seen.ply() + plies;
    turn_ = seen.turns();
    phase_ = seen.phase();
    return move;
}

// --- Supply --------------------------------------------------------------------------------------

Move Hahn::spread(const Seen& seen, play::Rng& rng) const {
    if (tactics::is_neutral_next(seen)) return tactics::neutral_army(seen);
    return tactics::place(any_of(seen.own(), rng), 1);
}

Move Hahn::place(const Seen& seen, play::Rng& rng) {
    if (!goes_on(seen) || supplies_.total == 0) plan_supply(seen, rng);
    return remember(seen, supplies_.next(), 1);
}

void Hahn::plan_supply(const Seen& seen, play::Rng& rng) {
    supplies_ = {};
    Set where = seen.placeable();
    const Set border = where & seen.border();
    if (supply_ != 1 && border.any()) where = border;
    std::array<double, kMostTerritories> shares;
    const bool is_by_ratio = supply_ == 3 && border.any();
    const int count = is_by_ratio ? border_shares(seen, where, shares.data()) : where.count();
    const bool is_one_by_one = is_literal_ || supply_ == 3;
    for (int left = seen.pool(); left > 0;) {
        const int chosen = is_by_ratio ? drawn(shares.data(), count, rng) : below(rng, count);
        const int armies = is_one_by_one ? 1 : 1 + below(rng, left);
        supplies_.add(where.select(chosen), armies);
        left -= armies;
    }
}

// --- Attack --------------------------------------------------------------------------------------

Move Hahn::attack(const Seen& seen, play::Rng& rng) {
    if (goes_on(seen)) {
        note_battle(seen, rng);
    } else {
        origins_ = {};
        gather(seen, rng);
    }
    while (origins_.any()) {
        const int from = any_of(origins_, rng);
        origins_.reset(from);
        if (!is_literal_ && is_heads(rng)) continue;
        const int to = target_of(seen, from, rng);
        if (to < 0) continue;
        from_ = from;
        to_ = to;
        Move move = tactics::assault(seen, from, to);
        const bool is_to_the_end = seen.program().fighting == Fighting::kToTheEnd;
        // Where attacks go by rolls, an assault is always with all armies.
        if (attack_ == 1 && is_to_the_end) {
            move.n = static_cast<std::int16_t>(1 + below(rng, move.n));
        }
        return remember(seen, move, 2);
    }
    return tactics::done();
}

// The origins of attacks. In the literal reading only those whose number is above the threshold.
void Hahn::gather(const Seen& seen, play::Rng& rng) {
    (seen.own() & seen.strong()).each([&](int territory) {
        if (!seen.enemies(territory).any()) return;
        if (!is_literal_ || is_heads(rng)) origins_.set(territory);
    });
}

// What the last battle has changed.
void Hahn::note_battle(const Seen& seen, play::Rng& rng) {
    if (is_literal_) return gather(seen, rng);
    for (const int territory : {from_, to_}) {
        const bool is_own = seen.owner(territory) == seen.seat();
        if (is_own && seen.armies(territory) > 1) origins_.set(territory);
    }
}

bool Hahn::is_worth(const Seen& seen, int from, int to) const {
    if (attack_ != 3) return true;
    const int attackers = seen.armies(from) - 1, defenders = seen.armies(to);
    if (is_literal_) return seen.program().battle->win(attackers, defenders) > 0.5;
    return attackers >= defenders;
}

// A random enemy neighbour that is worth an attack; -1 if there is none.
int Hahn::target_of(const Seen& seen, int from, play::Rng& rng) const {
    Set worthy;
    seen.enemies(from).each([&](int to) {
        if (is_worth(seen, from, to)) worthy.set(to);
    });
    return worthy.any() ? any_of(worthy, rng) : -1;
}

Move Hahn::occupy(const Seen& seen) {
    next_ply_ = seen.ply() + 1;  // the attack goes on
    return tactics::occupy(seen, seen.armies(seen.from()) - 1);
}

// --- Reinforce -----------------------------------------------------------------------------------

Move Hahn::fortify(const Seen& seen, play::Rng& rng) {
    if (!goes_on(seen)) order_movers(seen);
    while (next_mover_ < mover_count_) {
        const int from = movers_[at(next_mover_++)];
        if (seen.movable(from) <= 0) continue;
        const Move move = reinforce_ == 1 ? shift_at_random(seen, from, rng)
                          : is_literal_   ? shift_all(seen, from, rng)
                                          : shift_one(seen, from, rng);
        if (move.kind == Kind::kFortify) return remember(seen, move, 1);
    }
    return tactics::done();
}

// The territories that may send armies: those farthest from the border first where all go there.
void Hahn::order_movers(const Seen& seen) {
    next_mover_ = mover_count_ = 0;
    const Set border = seen.border();
    const bool is_all = is_literal_ && reinforce_ == 1;
    (is_all ? seen.own() : minus(seen.own(), border)).each([&](int territory) {
        movers_[at(mover_count_++)] = static_cast<std::uint8_t>(territory);
    });
    if (!is_literal_ || reinforce_ == 1) return;
    distance_ = tactics::distances(seen, border);
    std::sort(movers_.begin(), movers_.begin() + mover_count_, [&](int a, int b) {
        return distance_[at(a)] == distance_[at(b)] ? a < b : distance_[at(a)] > distance_[at(b)];
    });
}

// Any number of armies, none included, to a random own neighbour.
Move Hahn::shift_at_random(const Seen& seen, int from, play::Rng& rng) const {
    const Set own = seen.neighbours(from) & seen.own();
    if (!own.any()) return tactics::done();
    const int armies = below(rng, seen.movable(from) + 1);
    return tactics::shift(seen, from, any_of(own, rng), armies);
}

// One army to a random neighbour at the border.
Move Hahn::shift_one(const Seen& seen, int from, play::Rng& rng) const {
    const Set border = seen.neighbours(from) & seen.border();
    return border.any() ? tactics::shift(seen, from, any_of(border, rng), 1) : tactics::done();
}

// All armies but one a step towards the border; to a border territory by the shares of the ratios.
Move Hahn::shift_all(const Seen& seen, int from, play::Rng& rng) const {
    Set nearer;
    (seen.neighbours(from) & seen.own()).each([&](int to) {
        if (distance_[at(to)] < distance_[at(from)]) nearer.set(to);
    });
    if (!nearer.any()) return tactics::done();
    int to = -1;
    if (distance_[at(from)] > 1) {
        to = any_of(nearer, rng);
    } else {
        std::array<double, kMostTerritories> shares;
        const int count = border_shares(seen, nearer, shares.data());
        to = nearer.select(drawn(shares.data(), count, rng));
    }
    return tactics::shift(seen, from, to, seen.armies(from) - 1);
}

}  // namespace ludwright::conquest
