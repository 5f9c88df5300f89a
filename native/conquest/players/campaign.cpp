#include "conquest/players/campaign.h"

#include <algorithm>
#include <array>

namespace ludwright::conquest {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Move place_on(int territory, int armies) {
    return {Kind::kPlace,
            static_cast<std::uint8_t>(territory),
            0,
            0,
            static_cast<std::int16_t>(armies),
            0};
}

Move assault_on(const Position& position, int from, int to) {
    return {Kind::kAssault,
            static_cast<std::uint8_t>(from),
            static_cast<std::uint8_t>(to),
            0,
            static_cast<std::int16_t>(position.armies(from) - 1),
            0};
}

Move shift_to(int from, int to, int armies) {
    return {Kind::kFortify,
            static_cast<std::uint8_t>(from),
            static_cast<std::uint8_t>(to),
            0,
            static_cast<std::int16_t>(armies),
            0};
}

const Set& own_of(const Position& position) { return position.owned(position.mover()); }

Set enemies_of(const Position& position, int territory) {
    return minus(position.neighbours(territory), position.owned(position.owner(territory)));
}

Set border_of(const Position& position, const Set& own) {
    Set found;
    own.each([&](int t) {
        if (minus(position.neighbours(t), own).any()) found.set(t);
    });
    return found;
}

// --- Trading ------------------------------------------------------------------------------------

// A set of the mover's hand: rather with an own depicted territory, rather without wild cards.
Move trade_cards(const Position& position, bool is_willing) {
    if (!is_willing && !position.must_trade()) return {};
    const Program& program = position.program();
    std::array<int, kMostCards> cards{};
    int held = 0;
    position.hand(position.mover()).each([&](int card) { cards[at(held++)] = card; });
    Move best;
    int most = -1;
    for (int i = 0; i < held; ++i) {
        for (int j = i + 1; j < held; ++j) {
            for (int k = j + 1; k < held; ++k) {
                const int three[3] = {cards[at(i)], cards[at(j)], cards[at(k)]};
                if (!position.is_set(three[0], three[1], three[2])) continue;
                int worth = 8, depicted = 0;
                for (const int card : three) {
                    if (card >= program.territories) {
                        worth -= 2;
                    } else if (program.depicted > 0 && position.owner(card) == position.mover()) {
                        depicted = card + 1;
                    }
                }
                if (depicted > 0) worth += 1;
                if (worth <= most) continue;
                most = worth;
                best = {Kind::kTrade,
                        static_cast<std::uint8_t>(three[0]),
                        static_cast<std::uint8_t>(three[1]),
                        static_cast<std::uint8_t>(three[2]),
                        static_cast<std::int16_t>(depicted),
                        0};
            }
        }
    }
    return best;
}

// --- Placing ------------------------------------------------------------------------------------

// The bonus of the continent if it is all the mover's.
int bonus_behind(const Position& position, int territory) {
    const Program& program = position.program();
    const int k = program.continent[at(territory)];
    return position.owns_continent(position.owner(territory), k)
               ? program.bonus(k, position.round())
               : 0;
}

// Which of these needs armies most, to be held.
int neediest(const Position& position, const Set& where) {
    int best = -1;
    double most = 0.0;
    where.each([&](int t) {
        const int threat = threat_to(position, t);
        if (threat == 0 && best >= 0) return;
        const int bonus = bonus_behind(position, t);
        const double need = (threat - position.armies(t)) * (bonus > 0 ? 1.0 : 0.5) +
                            (bonus > 0 ? 6.0 + bonus : 0.0) + (threat > 0 ? 0.0 : -1e6);
        if (best >= 0 && need <= most) return;
        best = t;
        most = need;
    });
    return best;
}

Move place_armies(const Position& position, const Orders& orders) {
    const Set where = position.placeable();
    const int pool = position.pool();
    if (orders.start >= 0 && where.test(orders.start)) {
        const int missing = orders.stack - position.armies(orders.start);
        if (missing > 0) return place_on(orders.start, std::min(pool, missing));
    }
    const Set near = around(position.program(), minus(orders.goal, own_of(position))) & where;
    if (orders.start >= 0 && !where.test(orders.start) && near.any()) {
        int best = near.first();
        near.each([&](int t) {
            if (position.armies(t) > position.armies(best)) best = t;
        });
        return place_on(best, pool);
    }
    return place_on(neediest(position, where), std::max(1, std::min(pool, 1 + pool / 3)));
}

// --- Fortifying ---------------------------------------------------------------------------------

// How many steps each own territory is away from the targets; 127 for those that cannot reach them.
struct Distances {
    std::array<std::int8_t, kMostTerritories> steps;

    Distances(const Program& program, const Set& own, const Set& targets) {
        steps.fill(127);
        Set level = targets, reached = targets;
        for (int step = 0; level.any() && step < 127; ++step) {
            Set next;
            level.each([&](int t) {
                steps[at(t)] = static_cast<std::int8_t>(step);
                next |= program.neighbours[at(t)];
            });
            level = minus(next & own, reached);
            reached |= level;
        }
    }
    int from(int territory) const { return steps[at(territory)]; }
};

// Armies that stand where no enemy is near, a step towards the targets.
Move shift_step(const Position& position, const Set& movers, const Set& targets) {
    const Set& own = own_of(position);
    const Distances distances(position.program(), own, targets);
    Move best;
    int most = 0;
    movers.each([&](int from) {
        const int free = position.movable(from), here = distances.from(from);
        if (free <= most || here == 127) return;
        int to = -1;
        (position.neighbours(from) & own).each([&](int t) {
            if (distances.from(t) >= here) return;
            const bool is_better = to < 0 || distances.from(t) < distances.from(to) ||
                                   (distances.from(t) == distances.from(to) &&
                                    threat_to(position, t) - position.armies(t) >
                                        threat_to(position, to) - position.armies(to));
            if (is_better) to = t;
        });
        if (to < 0) return;
        most = free;
        best = shift_to(from, to, free);
    });
    return best;
}

Move shift_connected(const Position& position, const Set& movers, const Set& targets) {
    Move best;
    int most = 0;
    movers.each([&](int from) {
        const int free = position.movable(from);
        if (free <= most) return;
        Set reachable = position.connected(from) & targets;
        reachable.reset(from);
        const int to = reachable.any() ? neediest(position, reachable) : -1;
        if (to < 0) return;
        most = free;
        best = shift_to(from, to, free);
    });
    return best;
}

Move fortify(const Position& position, const Orders& orders) {
    const Set& own = own_of(position);
    const Set border = border_of(position, own);
    const Set targets = meets(orders.gathering, own) ? orders.gathering & own : border;
    Set movers;
    minus(own & position.strong(), border).each([&](int t) {
        if (position.movable(t) > 0) movers.set(t);
    });
    if (!movers.any() || !targets.any()) return {};
    return position.program().fortifying == Fortifying::kOneConnected
               ? shift_connected(position, movers, targets)
               : shift_step(position, movers, targets);
}

// --- Orders -------------------------------------------------------------------------------------

// Armies that the mover is about to place, or what it would get if its turn began now.
int armies_to_come(const Position& position) {
    if (position.phase() == Phase::kPlace) return position.whole_pool();
    if (position.phase() == Phase::kTrade) return position.income(position.mover());
    return 0;
}

struct Candidate {
    Set goal;
    double worth = 0.0;
};

void consider(Candidate& best, const Set& goal, double worth) {
    if (worth > best.worth) best = {goal, worth};
}

void consider_continents(const Position& position, int to_come, Candidate& best) {
    const Program& program = position.program();
    const Set& own = own_of(position);
    for (int k = 0; k < program.continents; ++k) {
        const int bonus = program.bonus(k, position.round());
        const Set& members = program.members[at(k)];
        const Set goal = minus(members, own);
        if (bonus == 0 || !goal.any()) continue;
        const Set near = around(program, members) & own;
        const Set inside = members & own;
        if (!near.any() && !inside.any()) continue;
        const int strength = armies_on(position, near | inside) - near.count() + to_come;
        const int cost = armies_on(position, goal) + goal.count();
        const double ratio = static_cast<double>(strength) / cost;
        const double worth = ratio >= 1.3 ? 2.0 + bonus / (4.0 + cost) : ratio;
        consider(best, goal, worth);
    }
}

// A player that can be overrun, for the cards.
void consider_players(const Position& position, int to_come, Candidate& best) {
    const Set& own = own_of(position);
    for (int seat = 0; seat < position.seats(); ++seat) {
        if (seat == position.mover() || !position.is_alive(seat)) continue;
        const Set& goal = position.owned(seat);
        const int cost = position.army_count(seat) + position.territories(seat);
        if (position.army_count(position.mover()) + to_come < cost) continue;
        const Set near = around(position.program(), goal) & own;
        const int strength = armies_on(position, near) - near.count() + to_come;
        if (strength < 1.3 * cost) continue;
        consider(best, goal, 4.0 + position.card_count(seat) - 0.01 * cost);
    }
}

// A continent of another player that can be broken.
void consider_breaking(const Position& position, int to_come, Candidate& best) {
    const Program& program = position.program();
    const Set& own = own_of(position);
    for (int k = 0; k < program.continents; ++k) {
        const Set& members = program.members[at(k)];
        const int owner = position.owner(members.first());
        if (owner == position.mover() || owner == kNobody) continue;
        if (!position.owns_continent(owner, k)) continue;
        members.each([&](int t) {
            (position.neighbours(t) & own).each([&](int from) {
                const double chance =
                    win_chance(program, position.armies(from) - 1 + to_come, position.armies(t));
                const double worth =
                    program.bonus(k, position.round()) * 0.3 - 0.05 * position.armies(t);
                if (chance > 0.8) consider(best, Set::single(t), 1.5 + worth);
            });
        });
    }
}

Set everything_else(const Position& position) {
    return minus(position.program().all, own_of(position));
}

bool outnumbers_all(const Position& position) {
    int others = 0;
    for (int seat = 0; seat < position.seats(); ++seat) {
        if (seat != position.mover()) others += position.army_count(seat);
    }
    return position.army_count(position.mover()) > others;
}

}  // namespace

BattleOdds odds_of(const Program& program, int attackers, int defenders) {
    const int larger = std::max(attackers, defenders);
    if (larger <= Battle::kTableTroops) return program.battle->odds(attackers, defenders);
    const double scale = static_cast<double>(larger) / Battle::kTableTroops;
    const int a = std::max(attackers > 0 ? 1 : 0, static_cast<int>(attackers / scale));
    const int d = std::max(defenders > 0 ? 1 : 0, static_cast<int>(defenders / scale));
    const BattleOdds odds = program.battle->odds(a, d);
    return {odds.win, odds.attackers_left * scale, odds.defenders_left * scale};
}

double win_chance(const Program& program, int attackers, int defenders) {
    if (std::max(attackers, defenders) <= Battle::kTableTroops) {
        return program.battle->win(attackers, defenders);
    }
    return odds_of(program, attackers, defenders).win;
}

Set around(const Program& program, const Set& territories) {
    Set found;
    territories.each([&](int t) { found |= program.neighbours[at(t)]; });
    return minus(found, territories);
}

int armies_on(const Position& position, const Set& territories) {
    int sum = 0;
    territories.each([&](int t) { sum += position.armies(t); });
    return sum;
}

int threat_to(const Position& position, int territory) {
    int sum = 0;
    enemies_of(position, territory).each([&](int t) {
        if (position.owner(t) != kNobody) sum += position.armies(t) - 1;
        sum += position.owner(t) != kNobody;
    });
    return sum;
}

Move safest_attack(const Position& position, double least) {
    const Program& program = position.program();
    const Set& own = own_of(position);
    Move best;
    double most = least;
    (own & position.strong()).each([&](int from) {
        minus(position.neighbours(from), own).each([&](int to) {
            const double chance =
                win_chance(program, position.armies(from) - 1, position.armies(to));
            if (chance <= most) return;
            most = chance;
            best = assault_on(position, from, to);
        });
    });
    return best;
}

Move next_attack(const Position& position, const Orders& orders) {
    const Move found = attack_goal(position, orders);
    if (found.kind != Kind::kDone) return found;
    const bool may_draw = position.program().sets != Sets::kNone && !position.has_conquered();
    if (may_draw && orders.wants_card) {
        const Move safest = safest_attack(position, 0.5);
        if (safest.kind != Kind::kDone) return safest;
    }
    return orders.sweep <= 1.0 ? safest_attack(position, orders.sweep) : Move{};
}

Set way_to(const Position& position, const Set& goal) {
    const Program& program = position.program();
    const Set& own = own_of(position);
    if (meets(around(program, goal), own)) return {};
    // The cheapest way by the armies on it, from the goal to the first own territory.
    std::array<std::int32_t, kMostTerritories> cost;
    std::array<std::int16_t, kMostTerritories> next;
    cost.fill(INT32_MAX);
    next.fill(-1);
    Set open = goal, closed;
    goal.each([&](int t) { cost[at(t)] = 0; });
    while (open.any()) {
        int here = -1;
        open.each([&](int t) {
            if (here < 0 || cost[at(t)] < cost[at(here)]) here = t;
        });
        open.reset(here);
        closed.set(here);
        if (own.test(here)) {
            Set way;
            for (int t = next[at(here)]; t >= 0 && !goal.test(t); t = next[at(t)]) way.set(t);
            return way;
        }
        minus(program.neighbours[at(here)], closed).each([&](int t) {
            const int through = cost[at(here)] + (own.test(t) ? 0 : position.armies(t) + 1);
            if (through >= cost[at(t)]) return;
            cost[at(t)] = through;
            next[at(t)] = static_cast<std::int16_t>(here);
            open.set(t);
        });
    }
    return {};
}

Move attack_goal(const Position& position, const Orders& orders) {
    const Program& program = position.program();
    const Set& own = own_of(position);
    const Set goal = minus(orders.goal, own);
    Move best;
    double most = -1e9;
    goal.each([&](int to) {
        const bool leads_on = meets(position.neighbours(to), goal);
        (position.neighbours(to) & own & position.strong()).each([&](int from) {
            const int attackers = position.armies(from) - 1, defenders = position.armies(to);
            if (win_chance(program, attackers, defenders) < orders.chance) return;
            const int open = (position.neighbours(from) & goal).count();
            double worth = attackers - defenders;
            // Ends of ways first, from where there is more to take; or from where there is nothing
            // else to take.
            if (!leads_on && open > 1) worth += 1000.0;
            if (open == 1) worth += 500.0;
            if (worth <= most) return;
            most = worth;
            best = assault_on(position, from, to);
        });
    });
    return best;
}

Move occupy_for(const Position& position, const Set& all_goals) {
    const Set goal = minus(all_goals, own_of(position));
    const int from = position.from(), to = position.to();
    const int least = position.least_to_occupy(), most = position.armies(from) - 1;
    const auto moved = [&](int armies) {
        return Move{
            Kind::kOccupy, 0, 0, 0, static_cast<std::int16_t>(std::clamp(armies, least, most)), 0};
    };
    const Set here = position.neighbours(from) & goal, there = position.neighbours(to) & goal;
    if (here.any() && !there.any()) return moved(least);
    if (there.any()) {
        const Set apart = minus(here, position.neighbours(to));
        if (!apart.any()) return moved(most);
        const int behind = armies_on(position, apart) + apart.count();
        const int ahead = armies_on(position, there) + there.count();
        // What cannot be reached from there is left its share, unless the way on leads to it.
        const bool leads_on = meets(around(position.program(), there) & goal, apart);
        return moved(leads_on ? most : (most + 1) * ahead / (ahead + behind));
    }
    const int behind = threat_to(position, from), ahead = threat_to(position, to);
    if (behind == 0) return moved(most);
    if (ahead == 0) return moved(least);
    return moved((most + 1) * ahead / (ahead + behind));
}

Move settle(const Position& position) {
    const Program& program = position.program();
    if (position.phase() == Phase::kDeal) {
        int best = -1;
        double most = 0.0;
        position.unclaimed().each([&](int t) {
            const Set& members = program.members[program.continent[at(t)]];
            const double own = (members & own_of(position)).count();
            const double worth = (own + 1.0) / members.count() +
                                 0.1 * (position.neighbours(t) & own_of(position)).count();
            if (best >= 0 && worth <= most) return;
            best = t;
            most = worth;
        });
        return {Kind::kClaim, static_cast<std::uint8_t>(best), 0, 0, 0, 0};
    }
    const Set& where = position.spreadable();
    const Orders orders = sensible_orders(position);
    if (orders.start >= 0 && where.test(orders.start)) return place_on(orders.start, 1);
    const Set near = where & around(program, own_of(position));
    return place_on(neediest(position, near.any() ? near : where), 1);
}

int start_for(const Position& position, const Set& near, const Set& goal) {
    int best = -1;
    double most = 0.0;
    near.each([&](int t) {
        const int open = (position.neighbours(t) & goal).count();
        const double worth = position.armies(t) + 1.5 * open;
        if (best >= 0 && worth <= most) return;
        best = t;
        most = worth;
    });
    return best;
}

double usual_sweep(const Position& position) {
    // Between two, whatever one does not take the other will; among more, third ones gain.
    return position.alive() == 2 ? 0.6 : 2.0;
}

Orders sensible_orders(const Position& position) {
    Orders orders;
    orders.sweep = usual_sweep(position);
    if (outnumbers_all(position)) {
        orders.goal = everything_else(position);
        orders.chance = 0.5;
    } else {
        const int to_come = armies_to_come(position);
        Candidate best;
        consider_continents(position, to_come, best);
        consider_players(position, to_come, best);
        consider_breaking(position, to_come, best);
        orders.goal = best.goal;
        if (!best.goal.any()) return orders;
    }
    const Set near = around(position.program(), orders.goal) & own_of(position);
    orders.start = start_for(position, near, orders.goal);
    return orders;
}

Move conduct(const Position& position, const Orders& orders) {
    switch (position.phase()) {
        case Phase::kDeal:
        case Phase::kSpread:
            return settle(position);
        case Phase::kTrade:
            return trade_cards(position, orders.trades);
        case Phase::kPlace:
            return place_armies(position, orders);
        case Phase::kAttack:
            return next_attack(position, orders);
        case Phase::kOccupy:
            return occupy_for(position, orders.goal);
        case Phase::kFortify:
            return fortify(position, orders);
        default:
            return {};
    }
}

int finish_turn(Position& position, const Orders& orders, play::Rng& rng) {
    int plies = 0;
    do {
        position.make(position.is_chance() ? position.draw(rng) : conduct(position, orders));
        ++plies;
    } while (!position.turn_completed() && !position.over());
    return plies;
}

int quick_turn(Position& position, play::Rng& rng) {
    int plies = 0;
    // Without orders until it is known what there is to place.
    while (position.phase() == Phase::kTrade) {
        position.make(conduct(position, {}));
        ++plies;
    }
    return plies + finish_turn(position, sensible_orders(position), rng);
}

}  // namespace ludwright::conquest
