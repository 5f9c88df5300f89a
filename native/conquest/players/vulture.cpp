// Players that eliminate others for their cards: Vulture and Killbot.

#include <algorithm>
#include <utility>

#include "conquest/players/characters.h"
#include "conquest/players/tactics.h"

namespace ludwright::conquest {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Territories in the order in which a stack conquers them.
struct Path {
    std::array<std::int16_t, kMostTerritories> territory{};
    int length = 0;

    void push(int one) { territory[at(length++)] = static_cast<std::int16_t>(one); }
};

// Goes through all of a land without leaving it or coming back, if it can.
class Walk {
   public:
    explicit Walk(const Program& program) : program_(program) {}

    // Appends the walk from an entry to the path.
    bool through(const Set& land, int entry, Path& path) {
        steps_ = kMostSteps;
        const int length = path.length;
        Set left = land;
        if (visit(entry, left, path)) return true;
        path.length = length;
        return false;
    }

   private:
    static constexpr int kMostSteps = 500;  // more are not worth their time

    bool visit(int here, Set left, Path& path) {
        left.reset(here);
        path.push(here);
        if (!left.any()) return true;
        // Dead ends first: later they could not be reached without coming back.
        for (Set rest = program_.neighbours[at(here)] & left; rest.any();) {
            int next = -1, fewest = kMostTerritories;
            rest.each([&](int t) {
                const int ways = (program_.neighbours[at(t)] & left).count();
                if (ways >= fewest) return;
                fewest = ways;
                next = t;
            });
            rest.reset(next);
            if (--steps_ < 0) break;
            if (visit(next, left, path)) return true;
        }
        --path.length;
        return false;
    }

    const Program& program_;
    int steps_ = 0;
};

// Kills who can be killed in one go with one stack, and else plays as another player does.
class Vulture final : public Player {
   public:
    explicit Vulture(std::unique_ptr<Player> backer) : backer_(std::move(backer)) {}

    void begin(std::span<const std::int32_t> settings) override {
        backer_->begin(settings);
        stack_ = -1;
        turn_ = -1;
    }

    Move choose(const Seen& seen, play::Rng& rng) override {
        const bool is_new = std::exchange(turn_, seen.turns()) != seen.turns();
        if (is_new) stack_ = -1;
        const bool was_raiding = std::exchange(is_entering_, false);
        if (is_new && seen.phase() == Phase::kAttack) plan_raid(seen, 0);
        if (seen.phase() == Phase::kPlace) {
            if (stack_ < 0) plan_raid(seen, fresh_armies(seen));
            if (stack_ >= 0 && seen.placeable().test(stack_)) {
                return tactics::place(stack_, seen.pool());
            }
        } else if (seen.phase() == Phase::kAttack && go_on(seen)) {
            is_entering_ = true;
            return tactics::assault(seen, stack_, path_.territory[at(next_)]);
        } else if (seen.phase() == Phase::kOccupy && was_raiding) {
            return tactics::occupy(seen, tactics::entering(seen, tactics::Entry::kAll));
        }
        return backer_->choose(seen, rng);
    }

   private:
    // Whether the raid has a next territory to conquer and armies to do so.
    bool go_on(const Seen& seen) {
        if (stack_ < 0) return false;
        while (next_ < path_.length && seen.own().test(path_.territory[at(next_)])) {
            stack_ = path_.territory[at(next_++)];
        }
        if (next_ < path_.length && seen.armies(stack_) > 1) return true;
        stack_ = -1;
        return false;
    }

    // What can be placed on any one territory.
    static int fresh_armies(const Seen& seen) {
        return seen.program().is_inside ? seen.base_income(seen.seat()) : seen.whole_pool();
    }

    void plan_raid(const Seen& seen, int fresh);
    bool can_kill(const Seen& seen, int seat, int fresh) const;
    bool find_path(const Seen& seen, int seat, int fresh);

    std::unique_ptr<Player> backer_;
    int turn_ = -1;
    int stack_ = -1;  // where the raid stands, or is to begin; -1: there is none
    int next_ = 0;
    bool is_entering_ = false;
    Path path_;
};

void Vulture::plan_raid(const Seen& seen, int fresh) {
    const Program& program = seen.program();
    int victim = -1;
    double least = 0.0;
    for (int seat = 0; seat < seen.seats(); ++seat) {
        if (seat == seen.seat() || !seen.is_alive(seat) || !can_kill(seen, seat, fresh)) continue;
        const double price =
            seen.army_count(seat) - program.set_value(seen.traded()) * seen.card_count(seat) / 3.0;
        if (victim >= 0 && price >= least) continue;
        victim = seat;
        least = price;
    }
    if (victim < 0 || !find_path(seen, victim, fresh)) stack_ = -1;
}

bool Vulture::can_kill(const Seen& seen, int seat, int fresh) const {
    const int price = seen.army_count(seat) + seen.territories(seat);
    // Where a map is not connected, a seat may have no enemy around.
    if (!seen.border().any()) return false;
    const int stack = seen.armies(tactics::strongest(seen, seen.border()));
    return stack + fresh > price && seen.army_count(seen.seat()) + fresh > 2 * price;
}

bool Vulture::find_path(const Seen& seen, int seat, int fresh) {
    constexpr int kMostLand = 21;
    const Set& land = seen.owned(seat);
    if (land.count() >= kMostLand || tactics::clusters(seen, seat) != 1) return false;
    const int price = seen.army_count(seat) + land.count();
    const Set open = minus(seen.program().all, seen.own() | land);
    int most = 0;
    for (Set entries = land; entries.any();) {
        const int entry = entries.pop_first();
        const tactics::Routes routes = tactics::routes_to(seen, Set::single(entry), open);
        const int start = tactics::richest_start(seen, routes);
        if (start < 0) continue;
        // The entry is paid for by the price of the land.
        const int surplus =
            seen.armies(start) + fresh - price - (routes.cost_from(start) - seen.armies(entry));
        if (surplus <= most) continue;
        Path found;
        for (int t = routes.step_from(start); t != entry; t = routes.step_from(t)) found.push(t);
        if (!Walk(seen.program()).through(land, entry, found)) continue;
        most = surplus;
        stack_ = start;
        path_ = found;
        next_ = 0;
    }
    return most > 0;
}

}  // namespace

std::unique_ptr<Player> make_vulture() { return std::make_unique<Vulture>(make_cluster()); }
std::unique_ptr<Player> make_killbot() { return std::make_unique<Vulture>(make_better_pixie()); }

}  // namespace ludwright::conquest
