#include "conquest/players/planner.h"

#include <algorithm>
#include <cmath>

#ifdef TUNE
#include <cstdlib>
static double knob(const char* n, double d) { const char* e = std::getenv(n); return e ? std::atof(e) : d; }
#else
#define knob(n, d) (d)
#endif

namespace ludwright::conquest {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

double prospects(const Position& position, int seat) {
    if (position.over()) return static_cast<double>(position.outcome().scores[at(seat)]);
    if (!position.is_alive(seat)) return 0.0;
#ifdef TUNE
    if (knob("INC", 0) > 0) {
        double mine = 0, most = 0; const double sv = position.program().set_value(position.traded());
        for (int s = 0; s < position.seats(); ++s) {
            if (!position.is_alive(s)) continue;
            double v = position.income(s) + position.card_count(s) * sv / 3.0;
            if (s == seat) mine = v; else most = std::max(most, v);
        }
        return 0.5 + (mine - most) / 200.0;
    }
#endif
    static const double kG = knob("G", 2.0), kI = knob("I", 3.0), kC = knob("C", 1.0), kO = knob("O", 0.0), kT=knob("T",0.0);
    const double set = position.program().set_value(position.traded());
    double own = 0.0, all = 0.0;
    const int seats = position.seats();
    for (int s = 0; s < seats; ++s) {
        if (!position.is_alive(s)) continue;
        const double strength = position.army_count(s) + kI * position.income(s) +
                                kC * position.card_count(s) * set / 3.0 + kT * position.territories(s);
        const int wait = (s - position.mover() + seats) % seats;
        const double weight = std::exp(kG * std::log(strength) - kO * wait / seats);
        all += weight;
        if (s == seat) own = weight;
    }
    return own / all;
}

void Planner::begin(std::span<const std::int32_t> settings) {
    const auto setting = [&](std::size_t i, int otherwise) {
        return i < settings.size() && settings[i] > 0 ? settings[i] : otherwise;
    };
    nodes_ = setting(0, kDefaultNodes);
    rounds_ = setting(1, 1);
    turn_ = -1;
    is_planned_ = false;
    const auto model = static_cast<std::int32_t>(knob("MODEL", 15));
    if (self_ == nullptr) {
        self_ = make_player(model);
    }
    self_->begin({});
    replies_.prepare();
}

// --- Plans ----------------------------------------------------------------------------------------

void Planner::add(const Orders& orders, bool is_model) {
    if (count_ == kMostPlans) return;
    plans_[at(count_++)] = {orders, is_model, 0.0, 0};
}

// The goal from the two best places to start.
void Planner::add_goal(const Position& position, Set goal) {
    const Set& own = position.owned(position.mover());
    goal = minus(goal, own);
    if (!goal.any()) return;
    goal |= way_to(position, goal);
    Orders orders;
    orders.sweep = usual_sweep(position);
    orders.goal = goal;
    Set near = around(position.program(), goal) & own;
    const int starts = position.phase() == Phase::kAttack ? 1 : 2;
    for (int i = 0; i < starts && near.any(); ++i) {
        orders.start = start_for(position, near, goal);
        near.reset(orders.start);
        add(orders);
    }
}

void Planner::propose(const Position& position) {
    const Program& program = position.program();
    const int seat = position.mover();
    const Set& own = position.owned(seat);
    add(sensible_orders(position));
    add({}, true);
    Orders orders;
    add(orders);  // holds what there is, and takes a card
    orders.wants_card = false;
    add(orders);
    for (int k = 0; k < program.continents; ++k) {
        const Set& members = program.members[at(k)];
        add_goal(position, members);
        const int owner = position.owner(members.first());
        if (owner == seat || !position.owns_continent(owner, k)) continue;
        int weakest = -1;
        minus(members, own).each([&](int t) {
            if (!(position.neighbours(t) & own).any() && weakest >= 0) return;
            if (weakest < 0 || position.armies(t) < position.armies(weakest)) weakest = t;
        });
        add_goal(position, Set::single(weakest));
    }
    for (int s = 0; s < position.seats(); ++s) {
        if (s != seat && position.is_alive(s)) add_goal(position, position.owned(s));
    }
    add_goal(position, minus(program.all, own));
}

// Plans that differ from one that is good.
void Planner::vary(const Position& position, const Orders& orders) {
    Orders other = orders;
    for (const double chance : {0.45, 0.8}) {
        other.chance = chance;
        add(other);
    }
    other = orders;
    other.sweep = orders.sweep > 1.0 ? 0.85 : 2.0;
    add(other);
    if (position.phase() == Phase::kAttack) return;
    if (orders.start >= 0) {
        other = orders;
        other.stack = position.armies(orders.start) + position.whole_pool() / 2;
        add(other);
        other = orders;
        other.start = -1;
        add(other);
    }
    if (position.phase() == Phase::kTrade && !position.must_trade()) {
        other = orders;
        other.trades = false;
        add(other);
    }
}

// --- Simulation -----------------------------------------------------------------------------------

void Planner::run(const Position& position, Plan& plan) {
    const int seat = position.mover();
    // The same luck for the same run of every plan, as far as they go the same way.
    play::Rng rng(seed_, static_cast<std::uint64_t>(plan.runs), play::Purpose::kPlayer);
    Position copy = position;
    if (copy.program().goal != Goal::kMissions) copy.redeal(seat, rng);
    replies_.draw(seat, rng);
    int turns = 1;
    int plies =
        plan.is_model ? replies_.finish_turn(copy, rng) : finish_turn(copy, plan.orders, rng);
    replies_.until(copy, seat, rng, turns, plies);
    for (int round = 1; round < rounds_ && !copy.over() && copy.is_alive(seat); ++round) {
        plies += replies_.finish_turn(copy, rng);
        ++turns;
        replies_.until(copy, seat, rng, turns, plies);
    }
    plan.sum += prospects(copy, seat);
    ++plan.runs;
    left_ -= turns;
    budget_ -= turns;
    work_ += static_cast<std::uint64_t>(turns);
    spend(plies);
}

void Planner::sort(int from) {
    std::stable_sort(plans_.begin() + from, plans_.begin() + count_,
                     [](const Plan& a, const Plan& b) { return a.mean() > b.mean(); });
}

// Gives all plans from the first one on as many runs, and keeps the best.
void Planner::race(const Position& position, int first, int keep, int runs) {
    for (int i = first; i < count_; ++i) {
        while (plans_[at(i)].runs < runs && budget_ > 0) run(position, plans_[at(i)]);
    }
    sort(0);
    count_ = std::min(count_, keep);
}

void Planner::search(const Position& position, play::Rng& rng, int nodes) {
    seed_ = rng();
    budget_ = std::min(nodes, left_);
    count_ = 0;
    propose(position);
    const int each = std::max(1, budget_ / (position.seats() * 100));
    race(position, 0, 8, 4 * each);
    race(position, 0, 4, 10 * each);
    const int best = count_;
    for (int i = 0; i < std::min(best, 2); ++i) {
        if (!plans_[at(i)].is_model) vary(position, Orders(plans_[at(i)].orders));
    }
    race(position, best, 6, 10 * each);
    race(position, 0, 3, 20 * each);
    race(position, 0, 2, 40 * each);
    orders_ = plans_[0].orders;
    follows_model_ = plans_[0].is_model;
    if (follows_model_) self_->begin({});
}

// --- Decisions ------------------------------------------------------------------------------------

// Whether the last battle was lost, or nothing is left to do of the plan.
bool Planner::is_surprised(const Position& position) const {
    if (from_ >= 0 && position.owner(to_) != position.mover()) return true;
    return !follows_model_ && attack_goal(position, orders_).kind == Kind::kDone;
}

Move Planner::act(const Seen& seen, const Position& position, play::Rng& rng) {
    const Move move = follows_model_ ? self_->choose(seen, rng) : conduct(position, orders_);
    from_ = to_ = -1;
    if (move.kind == Kind::kAssault) {
        from_ = move.a;
        to_ = move.b;
    }
    return move;
}

Move Planner::choose(const Seen& seen, play::Rng& rng) {
    const Position position = seen.believed(rng);
    work_ = 0;
    if (position.phase() == Phase::kDeal || position.phase() == Phase::kSpread) {
        return knob("SELFSPREAD", 0) > 0 ? settle(position) : self_->choose(seen, rng);
    }
    if (position.turns() != turn_) {
        turn_ = position.turns();
        left_ = nodes_;
        is_planned_ = false;
        from_ = -1;
    }
#ifdef TUNE
    if (knob("ATT", 0) > 0 && (position.phase() == Phase::kTrade || position.phase() == Phase::kPlace)) return self_->choose(seen, rng);
#endif
    const bool is_first = position.phase() == Phase::kTrade || position.phase() == Phase::kPlace;
    if (!is_planned_) {
        search(position, rng, is_first ? nodes_ * 3 / 5 : left_);
        is_planned_ = true;
    } else if (position.phase() == Phase::kAttack && is_surprised(position) && left_ > 0) {
        search(position, rng, std::max(nodes_ / 8, left_ / 2));
    }
    return act(seen, position, rng);
}

}  // namespace ludwright::conquest
