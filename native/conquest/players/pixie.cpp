// Players that take the continents that are worth their price: Pixie, EvilPixie and BetterPixie.

#include <algorithm>
#include <array>

#include "conquest/players/characters.h"
#include "conquest/players/commander.h"

namespace ludwright::conquest {

namespace {

// --- Pixie ---------------------------------------------------------------------------------------

class Pixie : public Commander {
   protected:
    void prepare(const Seen& seen, play::Rng& rng) override;
    int claim(const Seen& seen, play::Rng& rng) override;
    void place(const Seen& seen, play::Rng& rng, int armies, Placement& plan) override;
    Attack attack(const Seen& seen, play::Rng& rng) override;
    Entry enter(const Seen& seen) override;
    Move fortify(const Seen& seen) override;

    // Sets wanted_, for a number of armies that can be placed.
    virtual void want(const Seen& seen, int armies);
    // By how much an attack must outnumber.
    virtual double odds() const { return 1.0; }
    // A border of an own continent with more armies than this needs no more.
    virtual int border_force() const { return 20; }
    // Armies for which no continent asks.
    virtual void place_rest(const Seen& seen, int armies, Placement& plan);

    bool is_wanted(int continent) const { return (wanted_ >> continent & 1) != 0; }
    Set wanted_members(const Seen& seen) const;
    // One by one in turn on the wanted continents; the number of armies that none needs.
    int place_in_turn(const Seen& seen, int armies, Placement& plan) const;
    // Borders of continents that others own.
    static Set enemy_gates(const Seen& seen);
    // Against the weakest of these where one's own armies are more than `factor` times as many.
    static Attack best_against(const Seen& seen, const Set& targets, double factor);

    std::uint32_t wanted_ = 0;
};

void Pixie::prepare(const Seen& seen, play::Rng&) {
    // Before the armies are placed, their number is the income; cards come on top.
    want(seen, seen.phase() == Phase::kPlace ? seen.whole_pool() : seen.income(seen.seat()));
}

int Pixie::claim(const Seen& seen, play::Rng&) {
    return tactics::claim_towards(seen, tactics::smallest_open_continent(seen));
}

void Pixie::want(const Seen& seen, int armies) {
    wanted_ = 0;
    for (int k = 0; k < seen.program().continents; ++k) {
        if (tactics::bonus_of(seen, k) == 0) continue;
        const int need = tactics::enemy_armies_in(seen, k) - tactics::own_armies_in(seen, k) -
                         tactics::adjoining_armies(seen, k);
        if (need * 6 < armies) wanted_ |= 1U << k;
    }
}

Set Pixie::wanted_members(const Seen& seen) const {
    Set found;
    for (int k = 0; k < seen.program().continents; ++k) {
        if (is_wanted(k)) found |= tactics::members(seen, k);
    }
    return found;
}

int Pixie::place_in_turn(const Seen& seen, int armies, Placement& plan) const {
    const int continents = seen.program().continents;
    std::array<Set, kMostContinents> places{};  // where each continent wants armies
    for (int k = 0; k < continents; ++k) {
        if (!is_wanted(k)) continue;
        if (tactics::is_own_continent(seen, k)) {
            places[static_cast<std::size_t>(k)] =
                tactics::border_of(seen, tactics::gates(seen, k)) & seen.placeable();
        } else if (const int start = tactics::foothold(seen, k); start >= 0) {
            places[static_cast<std::size_t>(k)].set(start);
        }
    }
    const int chunk = std::max(1, armies / 100);
    for (bool is_needed = true; is_needed;) {
        is_needed = false;
        for (int k = 0; k < continents && armies > 0; ++k) {
            const Set& where = places[static_cast<std::size_t>(k)];
            if (!where.any()) continue;
            if (tactics::is_own_continent(seen, k)) {
                int least = kMostArmies;
                where.each([&](int t) { least = std::min(least, seen.armies(t) + plan.on(t)); });
                if (least > border_force()) continue;
            }
            const int number = std::min(chunk, armies);
            tactics::level(seen, where, number, plan);
            armies -= number;
            is_needed = true;
        }
    }
    return armies;
}

void Pixie::place(const Seen& seen, play::Rng&, int armies, Placement& plan) {
    want(seen, armies);
    const int rest = place_in_turn(seen, armies, plan);
    if (rest > 0) place_rest(seen, rest, plan);
}

void Pixie::place_rest(const Seen& seen, int armies, Placement& plan) {
    tactics::place_near_enemies(seen, armies, plan);
}

Set Pixie::enemy_gates(const Seen& seen) {
    Set found;
    for (int k = 0; k < seen.program().continents; ++k) {
        const int owner = tactics::owner_of_continent(seen, k);
        if (owner >= 0 && owner != seen.seat()) found |= tactics::gates(seen, k);
    }
    return found;
}

Pixie::Attack Pixie::best_against(const Seen& seen, const Set& targets, double factor) {
    for (Set rest = targets & tactics::around(seen.program(), seen.own()); rest.any();) {
        const int to = tactics::weakest(seen, rest);
        rest.reset(to);
        const int from = tactics::strongest(seen, seen.neighbours(to) & seen.own());
        if (seen.armies(from) > 1 && seen.armies(from) > factor * seen.armies(to)) {
            return {from, to};
        }
    }
    return {};
}

Pixie::Attack Pixie::attack(const Seen& seen, play::Rng&) {
    if (splitting_ < 0) {
        if (const Attack found = best_against(seen, wanted_members(seen), odds())) return found;
        if (const Attack found = tactics::for_card(seen, 1.0)) return found;
    }
    return tactics::hog_wild(seen, splitting_);
}

Pixie::Entry Pixie::enter(const Seen& seen) {
    const Set behind = seen.enemies(seen.from()), ahead = seen.enemies(seen.to());
    if (!ahead.any()) return Entry::kLeast;
    if (!behind.any()) return Entry::kAll;
    const Set wanted = wanted_members(seen);
    const int wanted_behind = (behind & wanted).count(), wanted_ahead = (ahead & wanted).count();
    if (wanted_behind != wanted_ahead) {
        return wanted_ahead > wanted_behind ? Entry::kAll : Entry::kLeast;
    }
    return ahead.count() >= behind.count() ? Entry::kAll : Entry::kLeast;
}

Move Pixie::fortify(const Seen& seen) {
    Set held;
    for (int k = 0; k < seen.program().continents; ++k) {
        if (tactics::is_own_continent(seen, k)) held |= tactics::gates(seen, k);
    }
    held = tactics::border_of(seen, held);
    const Set inner = minus(seen.own(), seen.border());
    const Move move = tactics::push_towards(seen, held, inner);
    return move.kind == Kind::kFortify ? move : tactics::push_out(seen);
}

// --- EvilPixie -----------------------------------------------------------------------------------

class EvilPixie final : public Pixie {
    void prepare(const Seen& seen, play::Rng& rng) override {
        Pixie::prepare(seen, rng);
        force_ = 7 + static_cast<int>(rng.below(15));
    }

    double odds() const override { return 1.3; }
    int border_force() const override { return force_; }
    bool trades_at_once() const override { return true; }

    void place(const Seen& seen, play::Rng& rng, int armies, Placement& plan) override {
        const int leader = tactics::seat_to_stop(seen);
        if (leader >= 0 && tactics::place_to_stop(seen, leader, armies, plan)) return;
        if (tactics::outnumbers_all(seen)) return outnumber(seen, armies, plan);
        Pixie::place(seen, rng, armies, plan);
    }

    // One by one where the enemies around have most more armies.
    static void outnumber(const Seen& seen, int armies, Placement& plan) {
        const Set front = seen.border() & seen.placeable();
        if (!front.any()) return;
        const int chunk = std::max(1, armies / 100);
        while (armies > 0) {
            int best = -1, most = 0;
            front.each([&](int t) {
                const int lack = tactics::enemy_armies(seen, t) - seen.armies(t) - plan.on(t);
                if (best >= 0 && lack <= most) return;
                best = t;
                most = lack;
            });
            const int number = std::min(chunk, armies);
            plan.add(best, number);
            armies -= number;
        }
    }

    Attack attack(const Seen& seen, play::Rng&) override {
        if (splitting_ >= 0) return tactics::hog_wild(seen, splitting_);
        const int leader = tactics::seat_to_stop(seen);
        if (leader >= 0) {
            if (const Attack found = tactics::stop_seat(seen, leader)) return found;
        }
        if (const Attack found = best_against(seen, wanted_members(seen), odds())) return found;
        if (const Attack found = best_against(seen, enemy_gates(seen), 1.0)) return found;
        if (const Attack found = best_against(seen, prey(seen), odds())) return found;
        if (const Attack found = tactics::for_card(seen, 5.0)) return found;
        return tactics::hog_wild(seen, splitting_);
    }

    // The territories of players that it outnumbers five to one.
    static Set prey(const Seen& seen) {
        Set found;
        for (int seat = 0; seat < seen.seats(); ++seat) {
            if (seat == seen.seat()) continue;
            const bool is_weak = seen.army_count(seen.seat()) > 5 * seen.army_count(seat);
            if (is_weak) found |= seen.owned(seat);
        }
        return found;
    }

    Move fortify(const Seen& seen) override {
        const Move move = Pixie::fortify(seen);
        return move.kind == Kind::kFortify ? move : balance(seen);
    }

    // Adjacent borders share their armies.
    static Move balance(const Seen& seen) {
        const Set border = seen.border();
        for (Set rest = border & seen.strong(); rest.any();) {
            const int from = rest.pop_first();
            if (seen.movable(from) <= 0) continue;
            const int to = tactics::weakest(seen, seen.neighbours(from) & border);
            if (to < 0 || seen.armies(from) - seen.armies(to) < 2) continue;
            return tactics::shift(seen, from, to, (seen.armies(from) - seen.armies(to)) / 2);
        }
        return tactics::done();
    }

    int force_ = 20;
};

// --- BetterPixie ---------------------------------------------------------------------------------

class BetterPixie final : public Pixie {
    static constexpr double kMargin = 1.3;

    bool trades_at_once() const override { return true; }

    static double need(const Seen& seen, int k) {
        const int near = tactics::own_armies_in(seen, k) + tactics::adjoining_armies(seen, k);
        const tactics::Routes routes = tactics::routes_to(seen, tactics::members(seen, k));
        double most = near;
        seen.own().each([&](int t) {
            if (routes.cost_from(t) >= tactics::kUnreachable) return;
            most = std::max(most, seen.armies(t) - 1.2 * routes.cost_from(t));
        });
        return kMargin * tactics::enemy_armies_in(seen, k) - most;
    }

    void want(const Seen& seen, int armies) override {
        wanted_ = 0;
        int best = -1;
        double least = 0.0;
        for (int k = 0; k < seen.program().continents; ++k) {
            if (tactics::bonus_of(seen, k) == 0) continue;
            const double found = need(seen, k);
            if (found * 1.5 < armies) wanted_ |= 1U << k;
            if (best >= 0 && found >= least) continue;
            best = k;
            least = found;
        }
        const bool owns_none = tactics::best_own_continent(seen) < 0;
        if (owns_none && best >= 0) wanted_ = 1U << best;
    }

    Attack attack(const Seen& seen, play::Rng&) override {
        if (splitting_ >= 0) return tactics::hog_wild(seen, splitting_);
        for (int k = 0; k < seen.program().continents; ++k) {
            if (!is_wanted(k) || !is_ripe(seen, k)) continue;
            if (const Attack found = take(seen, k)) return found;
        }
        if (const Attack found = best_against(seen, enemy_gates(seen), 2.0)) return found;
        if (const Attack found = tactics::for_card(seen, 1.0)) return found;
        return tactics::hog_wild(seen, splitting_);
    }

    static bool is_ripe(const Seen& seen, int k) {
        const int near = tactics::own_armies_in(seen, k) + tactics::adjoining_armies(seen, k);
        const int countries = minus(tactics::members(seen, k), seen.own()).count();
        return countries > 0 && near >= kMargin * tactics::enemy_armies_in(seen, k) + countries;
    }

    // First from territories with one enemy, then from any.
    static Attack take(const Seen& seen, int k) {
        const Set targets = minus(tactics::members(seen, k), seen.own());
        for (Set rest = seen.own() & seen.strong(); rest.any();) {
            const int from = rest.pop_first();
            const Set enemies = seen.enemies(from);
            if (enemies.count() != 1 || !meets(enemies, targets)) continue;
            if (seen.armies(from) > seen.armies(enemies.first())) return {from, enemies.first()};
        }
        return best_against(seen, targets, 1.0);
    }

    Entry enter(const Seen& seen) override {
        const Set behind = seen.enemies(seen.from()), ahead = seen.enemies(seen.to());
        if (!ahead.any()) return Entry::kLeast;
        if (!behind.any()) return Entry::kAll;
        return are_joined(seen, behind | ahead) ? Entry::kAll : Entry::kHalf;
    }

    // Whether there is a way between any two of these through enemies.
    static bool are_joined(const Seen& seen, const Set& enemies) {
        Set reached = Set::single(enemies.first());
        for (Set fresh = reached; fresh.any(); reached |= fresh) {
            fresh = minus(tactics::around(seen.program(), reached), seen.own());
        }
        return !minus(enemies, reached).any();
    }
};

}  // namespace

std::unique_ptr<Player> make_pixie() { return std::make_unique<Pixie>(); }
std::unique_ptr<Player> make_evil_pixie() { return std::make_unique<EvilPixie>(); }
std::unique_ptr<Player> make_better_pixie() { return std::make_unique<BetterPixie>(); }

}  // namespace ludwright::conquest
