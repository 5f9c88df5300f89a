#include "conquest/players/lozano.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ludwright::conquest {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// What victory is worth, and defeat costs: more than any income.
constexpr double kVictory = 300.0;

Move assault_on(const Position& position, int from, int to) {
    return {Kind::kAssault,
            static_cast<std::uint8_t>(from),
            static_cast<std::uint8_t>(to),
            0,
            static_cast<std::int16_t>(position.armies(from) - 1),
            0};
}

}  // namespace

void Lozano::Tree::clear(const Orders& given) {
    nodes.clear();
    edges.clear();
    orders = given;
    is_stop = is_model = false;
    sum = 0.0;
    runs = 0;
    add_node();
}

int Lozano::Tree::add_node() {
    if (nodes.size() == nodes.capacity()) return -1;
    nodes.push_back({});
    return static_cast<int>(nodes.size()) - 1;
}

void Lozano::begin(std::span<const std::int32_t> settings) {
    const auto setting = [&](std::size_t i, int otherwise) {
        return i < settings.size() && settings[i] > 0 ? settings[i] : otherwise;
    };
    simulations_ = setting(0, kDefaultSimulations);
    exploration_ = setting(1, kDefaultExploration) / 100.0;
    is_sampled_ = setting(2, 0) == 1;
    rounds_ = setting(3, kDefaultRounds + 1) - 1;
    replies_.prepare();
    turn_ = -1;
    if (backer_ == nullptr) {
        backer_ = make_player(static_cast<std::int32_t>(Character::kKillbot));
    }
    backer_->begin({});
    // A simulation makes at most one node, and expands at most one.
    for (Tree& tree : trees_) {
        tree.nodes.reserve(at(std::min(simulations_, kMostNodes) + 1));
        tree.edges.reserve(at(std::min(simulations_, kMostExpanded) * kMostEdges));
    }
}

// --- What a position is worth -------------------------------------------------------------------

double Lozano::expected_income(const Position& position, int seat) const {
    const Program& program = position.program();
    double sum = std::max(static_cast<double>(position.territories(seat)) / program.divisor,
                          static_cast<double>(program.least));
    for (int k = 0; k < program.continents; ++k) {
        if (position.owns_continent(seat, k)) sum += program.bonus(k, position.round());
    }
    const bool is_mid_turn = position.mover() == seat && position.has_conquered();
    const int drawn = is_mid_turn && program.sets != Sets::kNone ? 1 : 0;
    const int cards = position.card_count(seat) + drawn;
    // Three cards bring a set, and three turns bring three cards.
    constexpr double kTurnsForSet = 3.0;
    return sum + cards / 3.0 * program.set_value(position.traded()) / kTurnsForSet;
}

double Lozano::worth(const Position& position) const {
    double others = 0.0;
    if (position.over()) {
        // Sooner is better: who puts off a victory that others think certain never gets it.
        const double delay = position.turns() - turn_;
        const auto score = static_cast<double>(position.outcome().scores[at(seat_)]);
        return score > 0.0 ? kVictory * (2.0 * score - 1.0) - delay : -kVictory;
    }
    if (!position.is_alive(seat_)) return -kVictory;
    for (int seat = 0; seat < position.seats(); ++seat) {
        if (seat == seat_ || !position.is_alive(seat)) continue;
        others = std::max(others, expected_income(position, seat));
    }
    return expected_income(position, seat_) - others;
}

// What the end of the attacks is worth when the rounds that follow have been played.
double Lozano::outlook(Position& position, const Orders& orders, play::Rng& rng) {
    if (rounds_ == 0 || position.over()) return worth(position);
    if (position.phase() == Phase::kAttack) position.make({});
    if (!position.turn_completed() && !position.over()) spend(finish_turn(position, orders, rng));
    return play_on(position, rng);
}

// The mean over the rounds to come: the last alone would leave more to chance.
double Lozano::play_on(Position& position, play::Rng& rng) {
    int turns = 0, plies = 0;
    double sum = 0.0;
    for (int round = 0; round < rounds_; ++round) {
        if (round > 0 && !position.over() && position.is_alive(seat_)) {
            plies += replies_.finish_turn(position, rng);
        }
        replies_.until(position, seat_, rng, turns, plies);
        sum += worth(position);
    }
    spend(plies);
    return sum / rounds_;
}

// --- Goals --------------------------------------------------------------------------------------

Lozano::Tree& Lozano::add_tree(const Orders& orders) {
    const int number = std::min(count_, kMostTrees - 1);
    count_ = number + 1;
    order_[at(number)] = static_cast<std::int16_t>(number);
    trees_[at(number)].clear(orders);
    return trees_[at(number)];
}

// A tree for each of the best places to start from, as long as armies can be placed there.
void Lozano::add_goal(const Position& position, Set goal) {
    const Set& own = position.owned(seat_);
    goal = minus(goal, own);
    if (!goal.any()) return;
    goal |= way_to(position, goal);
    Orders orders;
    orders.sweep = usual_sweep(position);
    orders.goal = goal;
    Set near = around(position.program(), goal) & own;
    const int starts = position.phase() == Phase::kPlace ? 2 : 1;
    for (int i = 0; i < starts && near.any(); ++i) {
        orders.start = start_for(position, near, goal);
        near.reset(orders.start);
        add_tree(orders);
    }
}

// The weakest territory of another's continent, rather one that is near.
void Lozano::add_break(const Position& position, int continent) {
    const Set& members = position.program().members[at(continent)];
    const int owner = position.owner(members.first());
    if (owner == seat_ || owner == kNobody || !position.owns_continent(owner, continent)) return;
    const Set near = members & around(position.program(), position.owned(seat_));
    int weakest = -1;
    (near.any() ? near : members).each([&](int t) {
        if (weakest < 0 || position.armies(t) < position.armies(weakest)) weakest = t;
    });
    add_goal(position, Set::single(weakest));
}

// The most promising first, in case that there are more of them than simulations.
void Lozano::list_trees(const Position& position) {
    const Program& program = position.program();
    count_ = 0;
    add_tree(sensible_orders(position));
    add_tree({}).is_stop = true;
    add_tree({}).is_model = true;
    add_tree({});  // one attack for a card
    for (int seat = 0; seat < position.seats(); ++seat) {
        if (seat != seat_ && position.is_alive(seat)) add_goal(position, position.owned(seat));
    }
    for (int k = 0; k < program.continents; ++k) {
        if (program.bonus(k, position.round()) == 0) continue;
        add_goal(position, program.members[at(k)]);
        add_break(position, k);
    }
    add_goal(position, program.all);
}

// Where armies that are not needed may gather: trees without attacks.
void Lozano::list_shifts(const Position& position) {
    count_ = 0;
    add_tree({}).is_stop = true;
    add_tree({}).is_model = true;
    Set fronts = position.border(seat_);
    constexpr int kMostFronts = 6;
    for (int i = 0; i < kMostFronts && fronts.any(); ++i) {
        int strongest = fronts.first();
        fronts.each([&](int t) {
            if (position.armies(t) > position.armies(strongest)) strongest = t;
        });
        fronts.reset(strongest);
        Orders orders;
        orders.gathering = Set::single(strongest);
        add_tree(orders).is_stop = true;
    }
}

// --- The tree -----------------------------------------------------------------------------------

void Lozano::expect(const Position& position, Tree& tree, int from, int to) const {
    constexpr double kLeastChance = 0.3;
    const int attackers = position.armies(from) - 1, defenders = position.armies(to);
    if (win_chance(position.program(), attackers, defenders) < kLeastChance) return;
    Edge edge;
    edge.from = static_cast<std::int16_t>(from);
    edge.to = static_cast<std::int16_t>(to);
    tree.edges.push_back(edge);
}

// The goal's own attack first, then to stop, then other attacks.
void Lozano::expand(const Position& position, Tree& tree, int number) const {
    if (tree.edges.size() + kMostEdges > tree.edges.capacity()) return;
    const std::size_t first = tree.edges.size();
    const Move usual = next_attack(position, tree.orders);
    if (usual.kind == Kind::kAssault) expect(position, tree, usual.a, usual.b);
    tree.edges.push_back({});
    const Set& own = position.owned(seat_);
    (own & position.strong()).each([&](int from) {
        minus(position.neighbours(from), own).each([&](int to) {
            const bool is_usual = usual.kind == Kind::kAssault && from == usual.a && to == usual.b;
            if (is_usual || tree.edges.size() - first >= kMostEdges) return;
            expect(position, tree, from, to);
        });
    });
    Node& node = tree.nodes[at(number)];
    node.first_edge = static_cast<std::int32_t>(first);
    node.edges = static_cast<std::int16_t>(tree.edges.size() - first);
}

int Lozano::select(const Tree& tree, const Node& node) const {
    int best = node.first_edge;
    double most = -1e18;
    const double log_visits = std::log(std::max(1, node.visits));
    // The more visits, the more of the edges are open.
    const int open = std::min<int>(node.edges, 1 + static_cast<int>(std::sqrt(node.visits) / 4.0));
    for (int i = node.first_edge; i < node.first_edge + open; ++i) {
        const Edge& edge = tree.edges[at(i)];
        if (edge.visits == 0) return i;
        const double bound = edge.mean() + exploration_ * std::sqrt(log_visits / edge.visits);
        if (bound <= most) continue;
        best = i;
        most = bound;
    }
    return best;
}

// After a battle: moves in, and trades and places what an elimination brought.
void Lozano::settle_battle(Position& position, const Orders& orders) {
    while (position.phase() == Phase::kOccupy || position.phase() == Phase::kTrade ||
           position.phase() == Phase::kPlace) {
        if (position.mover() != seat_ || position.turn_completed()) return;
        if (position.phase() != Phase::kPlace) {
            position.make(conduct(position, orders));
            continue;
        }
        // Where the attacks go on, not where they began.
        Orders here = orders;
        const Set goal = minus(orders.goal, position.owned(seat_));
        const Set near = around(position.program(), goal) & position.owned(seat_);
        here.start = start_for(position, near, goal);
        position.make(conduct(position, here));
    }
}

// A battle with the losses that are to be expected of one won, or lost.
void Lozano::resolve(Position& position, const Orders& orders, Move attack, bool is_won) {
    const int attackers = position.armies(attack.a) - 1, defenders = position.armies(attack.b);
    const BattleOdds odds = odds_of(position.program(), attackers, defenders);
    position.make(attack);
    Move losses{Kind::kLosses, 0, 0, 0, 0, 0};
    if (is_won) {
        const int left = std::clamp(static_cast<int>(odds.survivors() + 0.5), 1, attackers);
        losses.n = static_cast<std::int16_t>(attackers - left);
        losses.m = static_cast<std::int16_t>(defenders);
    } else {
        const double mean = odds.win < 1.0 ? odds.defenders_left / (1.0 - odds.win) : 1.0;
        const int left = std::clamp(static_cast<int>(mean + 0.5), 1, defenders);
        losses.n = static_cast<std::int16_t>(attackers);
        losses.m = static_cast<std::int16_t>(defenders - left);
    }
    position.make(losses);
    settle_battle(position, orders);
}

// A battle with losses drawn by chance.
void Lozano::fight(Position& position, const Orders& orders, Move attack, play::Rng& rng) {
    position.make(attack);
    position.make(position.draw(rng));
    settle_battle(position, orders);
}

double Lozano::roll_out(Position& position, const Orders& orders, play::Rng& rng) {
    while (position.phase() == Phase::kAttack) {
        const Move attack = next_attack(position, orders);
        if (attack.kind == Kind::kDone) break;
        fight(position, orders, attack, rng);
    }
    return outlook(position, orders, rng);
}

double Lozano::try_edge(Position& position, Tree& tree, int number, play::Rng& rng) {
    const Edge edge = tree.edges[at(number)];
    if (edge.from < 0) return outlook(position, tree.orders, rng);
    const bool is_there = position.armies(edge.from) > 1 && position.owner(edge.to) != seat_ &&
                          position.owner(edge.from) == seat_;
    if (!is_there || position.phase() != Phase::kAttack) {
        return outlook(position, tree.orders, rng);
    }
    const double chance =
        win_chance(position.program(), position.armies(edge.from) - 1, position.armies(edge.to));
    const Move attack = assault_on(position, edge.from, edge.to);
    bool is_won = false;
    if (is_sampled_) {
        fight(position, tree.orders, attack, rng);
        is_won = position.owner(edge.to) == seat_;
    } else {
        is_won = rng.unit() < chance;
        resolve(position, tree.orders, attack, is_won);
    }
    std::int32_t next = is_won ? edge.won : edge.lost;
    if (next < 0) {
        next = tree.add_node();
        Edge& kept = tree.edges[at(number)];
        (is_won ? kept.won : kept.lost) = next;
    }
    const double found =
        next < 0 ? roll_out(position, tree.orders, rng) : visit(position, tree, next, rng);
    if (is_sampled_ || next < 0) return found;
    // The other outcome counts by its exact chance, once it was seen.
    const std::int32_t other = is_won ? tree.edges[at(number)].lost : tree.edges[at(number)].won;
    if (other < 0) return found;
    const double here = tree.nodes[at(next)].mean(), there = tree.nodes[at(other)].mean();
    return is_won ? chance * here + (1.0 - chance) * there : chance * there + (1.0 - chance) * here;
}

double Lozano::visit(Position& position, Tree& tree, int number, play::Rng& rng) {
    double found = 0.0;
    if (tree.nodes[at(number)].visits == 0 || position.phase() != Phase::kAttack) {
        found = roll_out(position, tree.orders, rng);
    } else {
        if (tree.nodes[at(number)].first_edge < 0) expand(position, tree, number);
        if (tree.nodes[at(number)].first_edge < 0) {
            found = roll_out(position, tree.orders, rng);
        } else {
            const int chosen = select(tree, tree.nodes[at(number)]);
            found = try_edge(position, tree, chosen, rng);
            Edge& edge = tree.edges[at(chosen)];
            ++edge.visits;
            edge.sum += found;
        }
    }
    Node& node = tree.nodes[at(number)];
    ++node.visits;
    node.sum += found;
    return found;
}

int Lozano::best_edge(const Tree& tree, int number) const {
    const Node& node = tree.nodes[at(number)];
    int best = -1;
    for (int i = node.first_edge; i < node.first_edge + node.edges; ++i) {
        const Edge& edge = tree.edges[at(i)];
        if (edge.visits == 0) continue;
        const Edge& most = tree.edges[at(best < 0 ? i : best)];
        const bool is_better =
            edge.visits > most.visits || (edge.visits == most.visits && edge.mean() > most.mean());
        if (best < 0 || is_better) best = i;
    }
    return best;
}

double Lozano::Tree::worth() const {
    const Node& root = nodes.front();
    double most = mean();
    for (int i = root.first_edge; i < root.first_edge + root.edges; ++i) {
        const Edge& edge = edges[at(i)];
        if (edge.from >= 0 && 4 * edge.visits >= root.visits) most = std::max(most, edge.mean());
    }
    return most;
}

// --- Decisions ----------------------------------------------------------------------------------

// One simulation. The same luck for the same run of every tree, as far as they go the same way.
void Lozano::simulate(const Position& position, Tree& tree) {
    play::Rng rng(seed_, static_cast<std::uint64_t>(tree.runs), play::Purpose::kPlayer);
    Position copy = position;
    if (copy.program().goal != Goal::kMissions) copy.redeal(seat_, rng);
    replies_.draw(seat_, rng);
    spend(1);
    ++work_;
    --left_;
    ++tree.runs;
    if (tree.is_model) {
        spend(replies_.finish_turn(copy, rng));
        tree.sum += rounds_ == 0 || copy.over() ? worth(copy) : play_on(copy, rng);
        return;
    }
    while (copy.phase() == Phase::kTrade || copy.phase() == Phase::kPlace) {
        copy.make(conduct(copy, tree.orders));
    }
    tree.sum += tree.is_stop ? outlook(copy, tree.orders, rng) : visit(copy, tree, 0, rng);
}

// All trees get as many simulations, then the better half, and so on: what is left is the best.
void Lozano::grow(const Position& position, int budget) {
    int left = std::min(count_, std::max(1, budget / 2));
    int rounds = 1;
    while (1 << rounds < left) ++rounds;
    for (; rounds > 0 && budget > 0; --rounds) {
        const int each = std::max(1, budget / (rounds * left));
        for (int i = 0; i < left; ++i) {
            for (int run = 0; run < each && budget > 0; ++run, --budget) {
                simulate(position, trees_[at(order_[at(i)])]);
            }
        }
        std::stable_sort(order_.begin(), order_.begin() + left, [&](int a, int b) {
            return trees_[at(a)].worth() > trees_[at(b)].worth();
        });
        left = (left + 1) / 2;
    }
}

void Lozano::search(const Position& position, play::Rng& rng, int budget) {
    seed_ = rng();
    if (position.phase() == Phase::kFortify) {
        list_shifts(position);
    } else {
        list_trees(position);
    }
    grow(position, std::min(budget, left_));
    is_searched_ = true;
    from_ = to_ = -1;
    edge_ = -1;
    node_ = best().is_model || best().is_stop ? -1 : 0;
    if (best().is_model) backer_->begin({});
}

// The attack that the tree shows, or the goal's own beyond it; kDone where neither has one.
Move Lozano::follow(const Seen& seen, const Position& position, play::Rng& rng) {
    edge_ = -1;
    const Tree& tree = best();
    if (tree.is_stop) return {};
    if (tree.is_model) return backer_->choose(seen, rng);
    if (node_ >= 0 && tree.nodes[at(node_)].first_edge >= 0) {
        const int most = best_edge(tree, node_);
        const Edge edge = most < 0 ? Edge{} : tree.edges[at(most)];
        constexpr int kLeastVisits = 3;
        if (edge.visits >= kLeastVisits) {
            const bool is_there = edge.from >= 0 && position.armies(edge.from) > 1 &&
                                  position.owner(edge.to) != seat_;
            edge_ = most;
            if (edge.from < 0) return {};
            if (is_there) return assault_on(position, edge.from, edge.to);
        }
    }
    node_ = -1;
    return next_attack(position, tree.orders);
}

// Searches again after a lost battle, and when nothing is left to do.
Move Lozano::attack(const Seen& seen, play::Rng& rng) {
    const Position position = seen.believed(rng);
    const bool is_lost = from_ >= 0 && position.owner(to_) != seat_;
    if (from_ >= 0 && !is_lost && node_ >= 0) {
        node_ = edge_ >= 0 ? best().edges[at(edge_)].won : -1;
    }
    from_ = -1;
    const int free = left_ - simulations_ / 8;
    const int budget = std::max(free / 2, std::min(free, simulations_ / 8));
    constexpr int kLeastBudget = 4;
    const bool is_affordable = budget >= kLeastBudget;
    if (!is_searched_) {
        search(position, rng, std::max(1, left_ / 2));
    } else if (is_lost) {
        if (!is_affordable) return {};
        search(position, rng, budget);
    }
    Move move = follow(seen, position, rng);
    if (move.kind == Kind::kDone && !best().is_stop && is_affordable) {
        search(position, rng, budget);
        move = follow(seen, position, rng);
    }
    if (move.kind == Kind::kAssault) {
        from_ = move.a;
        to_ = move.b;
    }
    return move;
}

Move Lozano::choose(const Seen& seen, play::Rng& rng) {
    work_ = 0;
    seat_ = seen.seat();
    const Phase phase = seen.phase();
    if (phase == Phase::kDeal || phase == Phase::kSpread) return backer_->choose(seen, rng);
    if (seen.turns() != turn_) {
        turn_ = seen.turns();
        left_ = simulations_;
        is_searched_ = is_placing_ = is_fortifying_ = false;
        from_ = -1;
    }
    if (phase == Phase::kAttack) {
        is_placing_ = false;
        return attack(seen, rng);
    }
    const Position position = seen.believed(rng);
    if (phase == Phase::kTrade) return conduct(position, {});
    if (phase == Phase::kPlace && !is_placing_) {
        search(position, rng, std::max(1, left_ / 2));
        is_placing_ = true;
    }
    if (phase == Phase::kFortify && !is_fortifying_) {
        search(position, rng, std::max(1, left_));
        is_fortifying_ = true;
    }
    return is_searched_ && best().is_model ? backer_->choose(seen, rng)
                                           : conduct(position, best().orders);
}

}  // namespace ludwright::conquest
