// Players with one rule for everything: Stinky, Angry, Communist and Trotsky.

#include "conquest/players/characters.h"
#include "conquest/players/commander.h"

namespace ludwright::conquest {

namespace {

// Everything on one place, and each territory attacks once.
class Stinky final : public Commander {
    void prepare(const Seen&, play::Rng&) override { next_ = 0; }

    int claim(const Seen& seen, play::Rng& rng) override { return any_of(seen.unclaimed(), rng); }

    void place(const Seen& seen, play::Rng& rng, int armies, Placement& plan) override {
        const Set front = seen.border() & seen.placeable();
        plan.add(any_of(front.any() ? front : seen.placeable(), rng), armies);
    }

    Attack attack(const Seen& seen, play::Rng&) override {
        constexpr double kOdds = 1.5;
        constexpr int kCareless = 300;  // with more armies it does not mind the odds
        const bool is_careless = seen.army_count(seen.seat()) > kCareless;
        while (next_ < seen.program().territories) {
            const int from = next_++;
            if (!seen.own().test(from) || seen.armies(from) < 2) continue;
            const int to = tactics::weakest(seen, seen.enemies(from));
            if (to < 0) continue;
            if (is_careless || seen.armies(from) > kOdds * seen.armies(to)) return {from, to};
        }
        return {};
    }

    Entry enter(const Seen& seen) override {
        return tactics::entry_by_weaker(seen, seen.program().all);
    }

    Move fortify(const Seen&) override { return tactics::done(); }

    static int any_of(const Set& set, play::Rng& rng) {
        return set.select(static_cast<int>(rng.below(static_cast<std::uint32_t>(set.count()))));
    }

    int next_ = 0;
};

// Where most enemies are, against the weakest of them, as long as there is a weaker one.
class Angry final : public Commander {
    int claim(const Seen& seen, play::Rng&) override {
        return tactics::claim_towards(seen, tactics::smallest_open_continent(seen));
    }

    void place(const Seen& seen, play::Rng&, int armies, Placement& plan) override {
        tactics::place_near_enemies(seen, armies, plan);
    }

    Attack attack(const Seen& seen, play::Rng&) override {
        for (Set rest = seen.own() & seen.strong(); rest.any();) {
            const int from = rest.pop_first();
            const int to = tactics::weakest(seen, seen.enemies(from));
            if (to >= 0 && seen.armies(from) > seen.armies(to)) return {from, to};
        }
        return {};
    }

    Entry enter(const Seen& seen) override { return tactics::entry_by_enemies(seen); }

    Move fortify(const Seen& seen) override {
        for (Set rest = seen.own() & seen.strong(); rest.any();) {
            const int from = rest.pop_first();
            if (seen.movable(from) <= 0) continue;
            int best = -1, most = seen.enemies(from).count();
            tactics::shift_targets(seen, from).each([&](int to) {
                if (seen.enemies(to).count() <= most) return;
                most = seen.enemies(to).count();
                best = to;
            });
            if (best >= 0) return tactics::shift(seen, from, best, seen.movable(from));
        }
        return tactics::done();
    }
};

// All territories alike, and one attack a turn.
class Communist : public Commander {
   protected:
    void prepare(const Seen&, play::Rng&) override { has_attacked_ = false; }

    int claim(const Seen& seen, play::Rng&) override {
        return tactics::claim_towards(seen, tactics::smallest_open_continent(seen));
    }

    void place(const Seen& seen, play::Rng&, int armies, Placement& plan) override {
        tactics::level(seen, seen.own(), armies, plan);
    }

    Attack attack(const Seen& seen, play::Rng&) override {
        if (!has_attacked_) {
            has_attacked_ = true;
            if (const Attack found = weakest_in(seen, seen.program().all)) return found;
        }
        return tactics::hog_wild(seen, splitting_);
    }

    Entry enter(const Seen&) override { return Entry::kHalf; }

    Move fortify(const Seen& seen) override { return tactics::equalise(seen); }

    // From the strongest neighbour against the weakest enemy in `where`, if it has more armies.
    static Attack weakest_in(const Seen& seen, const Set& where) {
        const Set front = tactics::around(seen.program(), seen.own());
        const int to = tactics::weakest(seen, front & where);
        if (to < 0) return {};
        const int from = tactics::strongest(seen, seen.neighbours(to) & seen.own());
        if (seen.armies(from) <= seen.armies(to)) return {};
        return {from, to};
    }

    bool has_attacked_ = false;
};

// A Communist in the continents that are owned, and in the one that is nearest to it.
class Trotsky final : public Communist {
    void prepare(const Seen& seen, play::Rng& rng) override {
        Communist::prepare(seen, rng);
        target_ = {};
        double most = -1.0;
        int best = -1;
        for (int k = 0; k < seen.program().continents; ++k) {
            if (tactics::is_own_continent(seen, k)) {
                target_ |= tactics::members(seen, k);
                continue;
            }
            const int own = tactics::own_armies_in(seen, k) + tactics::adjoining_armies(seen, k);
            const double ratio = static_cast<double>(own) / tactics::enemy_armies_in(seen, k);
            if (tactics::bonus_of(seen, k) == 0 || ratio <= most) continue;
            most = ratio;
            best = k;
        }
        if (best >= 0) target_ |= tactics::members(seen, best);
    }

    void place(const Seen& seen, play::Rng&, int armies, Placement& plan) override {
        if (tactics::outnumbers_all(seen)) {
            const int root = tactics::strongest(seen, seen.own());
            const Set cluster = tactics::cluster_of(seen, root);
            tactics::level(seen, tactics::border_of(seen, cluster), armies, plan);
        } else if (!tactics::level(seen, target_, armies, plan)) {
            const Set beside = tactics::around(seen.program(), target_);
            tactics::level(seen, beside, armies, plan);
        }
    }

    Attack attack(const Seen& seen, play::Rng&) override {
        if (!has_attacked_) {
            has_attacked_ = true;
            if (const Attack found = weakest_in(seen, target_)) return found;
        }
        return tactics::hog_wild(seen, splitting_);
    }

    bool trades_at_once() const override { return true; }

    Set target_;
};

}  // namespace

std::unique_ptr<Player> make_stinky() { return std::make_unique<Stinky>(); }
std::unique_ptr<Player> make_angry() { return std::make_unique<Angry>(); }
std::unique_ptr<Player> make_communist() { return std::make_unique<Communist>(); }
std::unique_ptr<Player> make_trotsky() { return std::make_unique<Trotsky>(); }

}  // namespace ludwright::conquest
