// Players that grow from one cluster of territories: Cluster, Shaft, Quo, Yakool, Boscoe and Bort.

#include "conquest/players/characters.h"
#include "conquest/players/commander.h"

namespace ludwright::conquest {

namespace {

class Cluster : public Commander {
   protected:
    void prepare(const Seen&, play::Rng&) override { root_ = -1; }

    int claim(const Seen& seen, play::Rng&) override {
        return tactics::claim_towards(seen, tactics::largest_fair_continent(seen));
    }

    // The continent to take while none is owned.
    virtual int goal(const Seen& seen) const { return tactics::easiest_continent(seen); }

    void place(const Seen& seen, play::Rng&, int armies, Placement& plan) override {
        const int held = tactics::best_own_continent(seen);
        if (held >= 0) {
            const Set cluster = tactics::cluster_of(seen, tactics::members(seen, held).first());
            tactics::level(seen, tactics::border_of(seen, cluster), armies, plan);
            return;
        }
        const int wanted = goal(seen);
        if (wanted >= 0) tactics::place_to_take(seen, wanted, armies, plan);
    }

    // The cluster round the best continent, or round the largest army, as the attacks began.
    Set root_cluster(const Seen& seen) {
        if (root_ < 0) {
            const int held = tactics::best_own_continent(seen);
            root_ = held >= 0 ? tactics::members(seen, held).first()
                              : tactics::strongest(seen, seen.own());
        }
        return tactics::cluster_of(seen, root_);
    }

    Attack attack(const Seen& seen, play::Rng&) override {
        constexpr double kSafe = 1.2;
        const Set cluster = root_cluster(seen);
        if (splitting_ < 0) {
            if (const Attack found = tactics::triple_pack(seen, cluster)) return found;
        }
        if (const Attack found = tactics::split_up(seen, cluster, kSafe, splitting_)) return found;
        return tactics::hog_wild(seen, splitting_);
    }

    Entry enter(const Seen& seen) override {
        const int wanted = goal(seen);
        const Set& where = wanted >= 0 ? tactics::members(seen, wanted) : seen.program().all;
        return tactics::entry_by_weaker(seen, where);
    }

    Move fortify(const Seen& seen) override { return tactics::push_out(seen); }

    int root_ = -1;
};

// Cluster with small steps: one easy expansion, or else what is surrounded, then consolidation.
class Shaft : public Cluster {
   protected:
    void prepare(const Seen& seen, play::Rng& rng) override {
        Cluster::prepare(seen, rng);
        has_expanded_ = false;
    }

    int claim(const Seen& seen, play::Rng&) override {
        return tactics::claim_towards(seen, tactics::smallest_open_continent(seen));
    }

    int goal(const Seen& seen) const override { return tactics::smallest_continent(seen); }

    Attack attack(const Seen& seen, play::Rng&) override {
        if (const Attack found = small_steps(seen)) return found;
        return tactics::hog_wild(seen, splitting_);
    }

    Attack small_steps(const Seen& seen) {
        const Set cluster = root_cluster(seen);
        if (!has_expanded_) {
            if (const Attack found = tactics::easy_expand(seen, cluster)) {
                has_expanded_ = true;
                return found;
            }
            if (const Attack found = tactics::fill_out(seen, cluster)) return found;
        }
        if (const Attack found = tactics::consolidate(seen, cluster)) return found;
        return seen.has_conquered() ? Attack{} : sweep(seen, cluster);
    }

    // A border territory takes all its enemy neighbours if one border then stands for them all.
    static Attack sweep(const Seen& seen, const Set& cluster) {
        for (Set rest = tactics::border_of(seen, cluster) & seen.strong(); rest.any();) {
            const int from = rest.pop_first();
            const Set enemies = seen.enemies(from);
            if (seen.armies(from) <= tactics::armies_of(seen, enemies)) continue;
            const Set after = seen.own() | enemies;
            Set border;
            enemies.each([&](int t) {
                if (minus(seen.neighbours(t), after).any()) border.set(t);
            });
            if (border.count() > 1) continue;
            // The one that stays a border comes last and gets all that is left.
            const Set first = minus(enemies, border);
            if (first.any()) return {from, first.first(), Entry::kLeast, 0};
            return {from, border.first(), Entry::kAll, 0};
        }
        return {};
    }

    bool has_expanded_ = false;
};

// Shaft with an eye on cards.
class Quo final : public Shaft {
    Attack attack(const Seen& seen, play::Rng& rng) override {
        if (const Attack found = Shaft::attack(seen, rng)) return found;
        return tactics::for_card(seen, 1.0);
    }

    Entry enter(const Seen&) override { return Entry::kHalf; }

    bool trades_at_once() const override { return true; }
};

// Cluster that stops whoever is about to win, and does not overreach.
class Yakool : public Cluster {
   protected:
    void place(const Seen& seen, play::Rng& rng, int armies, Placement& plan) override {
        const int leader = tactics::seat_to_stop(seen);
        if (leader >= 0 && tactics::place_to_stop(seen, leader, armies, plan)) return;
        Cluster::place(seen, rng, armies, plan);
    }

    Attack attack(const Seen& seen, play::Rng&) override {
        const int leader = tactics::seat_to_stop(seen);
        if (leader >= 0) {
            if (const Attack found = tactics::stop_seat(seen, leader)) return found;
        }
        if (const Attack found = expand(seen)) return found;
        if (const Attack found = tactics::hog_wild(seen, splitting_)) return found;
        return tactics::for_card(seen, 1.0);
    }

    virtual Attack expand(const Seen& seen) {
        constexpr double kSafe = 1.2;
        const Set cluster = root_cluster(seen);
        if (splitting_ < 0) {
            if (const Attack found = tactics::triple_pack(seen, cluster)) return found;
            if (!is_bold(seen)) return {};
        }
        return tactics::split_up(seen, cluster, kSafe, splitting_);
    }

    // Whether it has little to lose or little to fear.
    static bool is_bold(const Seen& seen) {
        const int own = seen.income(seen.seat());
        if (tactics::best_own_continent(seen) < 0 || tactics::outnumbers_all(seen)) return true;
        int sum = 0;
        bool is_highest = true;
        for (int seat = 0; seat < seen.seats(); ++seat) {
            if (!seen.is_alive(seat)) continue;
            sum += seen.income(seat);
            is_highest &= seen.income(seat) <= own;
        }
        return is_highest || own * seen.alive() < sum;
    }
};

// Yakool that only takes what is safe, and trades at once.
class Boscoe : public Yakool {
   protected:
    Attack attack(const Seen& seen, play::Rng& rng) override {
        Attack found = Yakool::attack(seen, rng);
        // A conquest for a card alone is not worth more armies than it needs.
        if (found && found.entry == Entry::kOwnRule) found.entry = Entry::kLeast;
        return found;
    }

    Attack expand(const Seen& seen) override {
        return tactics::triple_pack(seen, root_cluster(seen));
    }

    bool trades_at_once() const override { return true; }
};

// Boscoe with one expansion a turn.
class Bort final : public Boscoe {
    void prepare(const Seen& seen, play::Rng& rng) override {
        Boscoe::prepare(seen, rng);
        has_expanded_ = false;
    }

    Attack expand(const Seen& seen) override {
        const Set cluster = root_cluster(seen);
        if (!has_expanded_) {
            if (const Attack found = tactics::easy_expand(seen, cluster)) {
                has_expanded_ = true;
                return found;
            }
            if (const Attack found = tactics::fill_out(seen, cluster)) return found;
        }
        return tactics::consolidate(seen, cluster);
    }

    bool has_expanded_ = false;
};

}  // namespace

std::unique_ptr<Player> make_cluster() { return std::make_unique<Cluster>(); }
std::unique_ptr<Player> make_shaft() { return std::make_unique<Shaft>(); }
std::unique_ptr<Player> make_quo() { return std::make_unique<Quo>(); }
std::unique_ptr<Player> make_yakool() { return std::make_unique<Yakool>(); }
std::unique_ptr<Player> make_boscoe() { return std::make_unique<Boscoe>(); }
std::unique_ptr<Player> make_bort() { return std::make_unique<Bort>(); }

}  // namespace ludwright::conquest
