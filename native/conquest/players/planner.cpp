#include "conquest/players/planner.h"

#include <algorithm>

namespace ludwright::conquest {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

double prospects(const Position& position, int seat) {
    if (position.over()) return static_cast<double>(position.outcome().scores[at(seat)]);
    if (!position.is_alive(seat)) return 0.0;
    constexpr double kIncome = 3.0;  // turns for which it counts
    const double set = position.program().set_value(position.traded());
    double own = 0.0, all = 0.0;
    for (int other = 0; other < position.seats(); ++other) {
        if (!position.is_alive(other)) continue;
        const double strength = position.army_count(other) + kIncome * position.income(other) +
                                position.card_count(other) * set / 3.0;
        all += strength * strength;
        if (other == seat) own = strength * strength;
    }
    return own / all;
}

void Planner::begin(std::span<const std::int32_t> settings) {
    nodes_ = !settings.empty() && settings[0] > 0 ? settings[0] : kDefaultNodes;
    others_ = settings.size() > 1 && settings[1] == static_cast<std::int32_t>(Others::kRuleBased)
                  ? Others::kRuleBased
                  : Others::kMixed;
    turn_ = -1;
    is_planned_ = false;
    if (model_ == nullptr) model_ = make_player(static_cast<std::int32_t>(Replies::kFirst));
    model_->begin({});
    replies_.prepare();
}

// --- Plans --------------------------------------------------------------------------------------

void Planner::add(const Orders& orders, bool is_model) {
    if (count_ < kMostPlans) plans_[at(count_++)] = {orders, is_model, 0.0, 0};
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

// The weakest territory of another's continent, rather one that is near.
void Planner::add_break(const Position& position, int continent) {
    const Set& own = position.owned(position.mover());
    const Set& members = position.program().members[at(continent)];
    const int owner = position.owner(members.first());
    if (owner == position.mover() || !position.owns_continent(owner, continent)) return;
    const Set near = members & around(position.program(), own);
    int weakest = -1;
    (near.any() ? near : members).each([&](int t) {
        if (weakest < 0 || position.armies(t) < position.armies(weakest)) weakest = t;
    });
    add_goal(position, Set::single(weakest));
}

void Planner::propose_attacks(const Position& position) {
    const Program& program = position.program();
    const int seat = position.mover();
    add(sensible_orders(position));
    add({}, true);
    Orders orders;
    add(orders);  // holds what there is, and takes a card
    orders.wants_card = false;
    add(orders);
    for (int other = 0; other < position.seats(); ++other) {
        if (other != seat && position.is_alive(other)) add_goal(position, position.owned(other));
    }
    add_goal(position, minus(program.all, position.owned(seat)));
    for (int k = 0; k < program.continents; ++k) {
        add_goal(position, program.members[at(k)]);
        add_break(position, k);
    }
    if (program.territories <= kSmallMap) propose_steps(position);
}

// To take any one territory, and to gather at any border for a later turn.
void Planner::propose_steps(const Position& position) {
    const Set& own = position.owned(position.mover());
    const Set near = around(position.program(), own);
    near.each([&](int t) { add_goal(position, Set::single(t)); });
    if (position.phase() == Phase::kAttack) return;
    (own & around(position.program(), near)).each([&](int t) {
        Orders orders;
        orders.start = t;
        add(orders);
        orders.wants_card = false;
        add(orders);
    });
}

// Where armies that are not needed may gather.
void Planner::propose_shifts(const Position& position) {
    add(orders_);
    add({}, true);
    const Set& own = position.owned(position.mover());
    Set fronts = own & around(position.program(), minus(position.program().all, own));
    constexpr int kMostFronts = 6;
    for (int i = 0; i < kMostFronts && fronts.any(); ++i) {
        int strongest = fronts.first();
        fronts.each([&](int t) {
            if (position.armies(t) > position.armies(strongest)) strongest = t;
        });
        fronts.reset(strongest);
        Orders orders;
        orders.gathering = Set::single(strongest);
        add(orders);
    }
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

// --- Simulation ---------------------------------------------------------------------------------

void Planner::run(const Position& position, Plan& plan) {
    const int seat = position.mover();
    // The same luck for the same run of every plan, as far as they go the same way.
    play::Rng rng(seed_, static_cast<std::uint64_t>(plan.runs), play::Purpose::kPlayer);
    Position copy = position;
    if (copy.program().goal != Goal::kMissions) copy.redeal(seat, rng);
    replies_.draw(seat, rng, others_);
    int turns = 1;
    int plies =
        plan.is_model ? replies_.finish_turn(copy, rng) : finish_turn(copy, plan.orders, rng);
    replies_.until(copy, seat, rng, turns, plies);
    // Sooner is better: a victory that can as well be had in the next turn would be put off for
    // ever.
    const double delay = copy.over() ? 0.01 * (copy.turns() - position.turns()) : 0.0;
    plan.sum += prospects(copy, seat) * (1.0 - delay);
    ++plan.runs;
    left_ -= turns;
    budget_ -= turns;
    work_ += static_cast<std::uint64_t>(turns);
    spend(plies);
}

// Gives all plans as many runs, as far as the budget goes, and keeps the best.
void Planner::race(const Position& position, int keep, int runs) {
    for (int i = 0; i < count_; ++i) {
        Plan& plan = plans_[at(i)];
        while (plan.runs < runs && budget_ >= position.alive()) run(position, plan);
    }
    std::stable_sort(plans_.begin(), plans_.begin() + count_,
                     [](const Plan& a, const Plan& b) { return a.mean() > b.mean(); });
    count_ = std::min(count_, keep);
}

void Planner::search(const Position& position, play::Rng& rng, int nodes) {
    seed_ = rng();
    budget_ = std::min(nodes, left_);
    count_ = 0;
    const bool is_fortifying = position.phase() == Phase::kFortify;
    if (is_fortifying) {
        propose_shifts(position);
    } else {
        propose_attacks(position);
    }
    // In shares of what about a hundred simulations cost.
    const int each = std::max(1, budget_ / (position.alive() * 100));
    race(position, 8, 4 * each);
    race(position, 4, 10 * each);
    for (int i = 0, best = count_; i < std::min(best, 2) && !is_fortifying; ++i) {
        if (!plans_[at(i)].is_model) vary(position, Orders(plans_[at(i)].orders));
    }
    race(position, 6, 10 * each);
    race(position, 3, 20 * each);
    race(position, 2, 40 * each);
    orders_ = plans_[0].orders;
    follows_model_ = plans_[0].is_model;
    if (follows_model_) model_->begin({});
}

// --- Decisions ----------------------------------------------------------------------------------

// Whether the last battle was lost, or nothing is left to do of the plan.
bool Planner::is_surprised(const Position& position) const {
    if (from_ >= 0 && position.owner(to_) != position.mover()) return true;
    return !follows_model_ && attack_goal(position, orders_).kind == Kind::kDone;
}

void Planner::reconsider(const Position& position, play::Rng& rng) {
    const bool is_first = position.phase() == Phase::kTrade || position.phase() == Phase::kPlace;
    if (!is_planned_) {
        search(position, rng, is_first ? nodes_ / 2 : nodes_ / 3);
        is_planned_ = true;
    } else if (position.phase() == Phase::kAttack && is_surprised(position)) {
        const int reserve = nodes_ / 8;
        if (left_ > reserve) search(position, rng, (left_ - reserve) / 2);
    } else if (position.phase() == Phase::kFortify && !is_fortified_) {
        search(position, rng, left_);
        is_fortified_ = true;
    }
}

Move Planner::act(const Seen& seen, const Position& position, play::Rng& rng) {
    const Move move = follows_model_ ? model_->choose(seen, rng) : conduct(position, orders_);
    from_ = to_ = -1;
    if (move.kind == Kind::kAssault) {
        from_ = move.a;
        to_ = move.b;
    }
    return move;
}

Move Planner::choose(const Seen& seen, play::Rng& rng) {
    work_ = 0;
    if (seen.phase() == Phase::kDeal || seen.phase() == Phase::kSpread) {
        return model_->choose(seen, rng);
    }
    const Position position = seen.believed(rng);
    if (position.turns() != turn_) {
        turn_ = position.turns();
        left_ = nodes_;
        is_planned_ = is_fortified_ = false;
        from_ = -1;
    }
    reconsider(position, rng);
    return act(seen, position, rng);
}

}  // namespace ludwright::conquest
