#include "conquest/players/tactics.h"

#include <algorithm>

namespace ludwright::conquest::tactics {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// The member of a set with the highest worth, the first of equals; -1 of an empty set.
template <typename Worth>
int best_of(const Set& set, Worth&& worth) {
    int best = -1;
    long most = 0;
    set.each([&](int one) {
        const long found = worth(one);
        if (best >= 0 && found <= most) return;
        best = one;
        most = found;
    });
    return best;
}

// The continent for which worth(k) is highest among those that are wanted; -1 if none is.
template <typename Wanted, typename Worth>
int best_continent(const Seen& seen, Wanted&& wanted, Worth&& worth) {
    int best = -1;
    double most = 0.0;
    for (int k = 0; k < seen.program().continents; ++k) {
        if (!wanted(k)) continue;
        const double found = worth(k);
        if (best >= 0 && found <= most) continue;
        best = k;
        most = found;
    }
    return best;
}

}  // namespace

// --- Moves ---------------------------------------------------------------------------------------

Move done() { return {}; }

Move claim(int territory) {
    return {Kind::kClaim, static_cast<std::uint8_t>(territory), 0, 0, 0, 0};
}

Move place(int territory, int armies) {
    return {Kind::kPlace,
            static_cast<std::uint8_t>(territory),
            0,
            0,
            static_cast<std::int16_t>(armies),
            0};
}

Move assault(const Seen& seen, int from, int to) {
    return {Kind::kAssault,
            static_cast<std::uint8_t>(from),
            static_cast<std::uint8_t>(to),
            0,
            static_cast<std::int16_t>(seen.armies(from) - 1),
            0};
}

Move occupy(const Seen& seen, int armies) {
    const int legal = std::clamp(armies, seen.least_to_occupy(), seen.armies(seen.from()) - 1);
    return {Kind::kOccupy, 0, 0, 0, static_cast<std::int16_t>(legal), 0};
}

Move shift(const Seen& seen, int from, int to, int armies) {
    const int legal = std::min(armies, seen.movable(from));
    if (legal <= 0) return done();
    return {Kind::kFortify,
            static_cast<std::uint8_t>(from),
            static_cast<std::uint8_t>(to),
            0,
            static_cast<std::int16_t>(legal),
            0};
}

Set shift_targets(const Seen& seen, int from) {
    if (seen.program().fortifying != Fortifying::kOneConnected) {
        return seen.neighbours(from) & seen.own();
    }
    Set found = seen.connected(from);
    found.reset(from);
    return found;
}

// --- Decisions -----------------------------------------------------------------------------------

int claim_in(const Seen& seen, int continent) {
    return best_of(seen.unclaimed() & members(seen, continent),
                   [&](int t) { return (seen.neighbours(t) & seen.own()).count(); });
}

int claim_towards(const Seen& seen, int continent) {
    const int inside = continent >= 0 ? claim_in(seen, continent) : -1;
    if (inside >= 0) return inside;
    return best_of(seen.unclaimed(),
                   [&](int t) { return (seen.neighbours(t) & seen.own()).count(); });
}

namespace {

bool is_open_continent(const Seen& seen, int continent) {
    const Set& inside = members(seen, continent);
    return meets(inside, seen.unclaimed()) && !minus(inside, seen.own() | seen.unclaimed()).any();
}

}  // namespace

int smallest_open_continent(const Seen& seen) {
    return best_continent(
        seen, [&](int k) { return is_open_continent(seen, k); },
        [&](int k) { return -members(seen, k).count(); });
}

int largest_fair_continent(const Seen& seen) {
    const double share = 1.25 * seen.program().territories / seen.seats();
    return best_continent(
        seen, [&](int k) { return is_open_continent(seen, k) && members(seen, k).count() < share; },
        [&](int k) { return members(seen, k).count(); });
}

bool is_neutral_next(const Seen& seen) { return seen.owner(seen.spreadable().first()) == kNobody; }

Move neutral_army(const Seen& seen) {
    const int chosen = best_of(seen.spreadable(), [&](int t) {
        const int own = (seen.neighbours(t) & seen.own()).count();
        const int neutral = (seen.neighbours(t) & seen.owned(kNobody)).count();
        const int others = seen.neighbours(t).count() - own - neutral;
        return 4 * (others - own) - seen.armies(t);
    });
    return place(chosen, 1);
}

namespace {

// What speaks for trading these three: an own territory depicted, no wild card, many of the kind.
int worth_of_set(const Seen& seen, const int (&cards)[3], const int (&counts)[4]) {
    const Program& program = seen.program();
    int worth = 0;
    bool is_depicted = false;
    for (const int card : cards) {
        const int kind = program.kind_of(card);
        worth += kind == 3 ? -100 : counts[kind];
        if (kind < 3 && program.depicted > 0) is_depicted |= seen.own().test(card);
    }
    return worth + (is_depicted ? 1000 : 0);
}

// One more than the depicted own territory with most enemy armies around it; 0 if there is none.
int depicted_of(const Seen& seen, const int (&cards)[3]) {
    const Program& program = seen.program();
    int found = 0, most = -1;
    for (const int card : cards) {
        if (program.depicted == 0 || card >= program.territories) continue;
        if (!seen.own().test(card) || enemy_armies(seen, card) <= most) continue;
        most = enemy_armies(seen, card);
        found = card + 1;
    }
    return found;
}

}  // namespace

Move trade(const Seen& seen, bool is_willing) {
    if (!is_willing && !seen.must_trade()) return done();
    int counts[4] = {};
    seen.hand().each([&](int card) { ++counts[seen.program().kind_of(card)]; });
    int best[3] = {}, most = -10'000;
    for (Set first = seen.hand(); first.any();) {
        const int a = first.pop_first();
        for (Set second = first; second.any();) {
            const int b = second.pop_first();
            for (Set third = second; third.any();) {
                const int three[3] = {a, b, third.pop_first()};
                if (!seen.is_set(three[0], three[1], three[2])) continue;
                const int worth = worth_of_set(seen, three, counts);
                if (worth <= most) continue;
                most = worth;
                std::copy_n(three, 3, best);
            }
        }
    }
    return {Kind::kTrade,
            static_cast<std::uint8_t>(best[0]),
            static_cast<std::uint8_t>(best[1]),
            static_cast<std::uint8_t>(best[2]),
            static_cast<std::int16_t>(depicted_of(seen, best)),
            0};
}

int entering(const Seen& seen, Entry entry, int some) {
    const int all = seen.armies(seen.from()) - 1;
    switch (entry) {
        case Entry::kLeast:
            return seen.least_to_occupy();
        case Entry::kHalf:
            return (all + 1) / 2;
        case Entry::kSome:
            return some;
        default:
            return all;
    }
}

Entry entry_by_enemies(const Seen& seen) {
    const int behind = seen.enemies(seen.from()).count(), ahead = seen.enemies(seen.to()).count();
    return ahead > behind || (ahead == behind && ahead > 0) ? Entry::kAll : Entry::kLeast;
}

Entry entry_by_weaker(const Seen& seen, const Set& where) {
    const int behind = weakest(seen, seen.enemies(seen.from()) & where);
    const int ahead = weakest(seen, seen.enemies(seen.to()) & where);
    if (behind < 0 && ahead < 0) return entry_by_enemies(seen);
    if (behind < 0 || ahead < 0) return ahead >= 0 ? Entry::kAll : Entry::kLeast;
    return seen.armies(ahead) < seen.armies(behind) ? Entry::kAll : Entry::kLeast;
}

// --- Territories ---------------------------------------------------------------------------------

int armies_of(const Seen& seen, const Set& territories) {
    int sum = 0;
    territories.each([&](int t) { sum += seen.armies(t); });
    return sum;
}

int weakest(const Seen& seen, const Set& territories) {
    return best_of(territories, [&](int t) { return -seen.armies(t); });
}

int strongest(const Seen& seen, const Set& territories) {
    return best_of(territories, [&](int t) { return seen.armies(t); });
}

Set around(const Program& program, const Set& territories) {
    Set found;
    territories.each([&](int t) { found |= program.neighbours[at(t)]; });
    return minus(found, territories);
}

int enemy_armies(const Seen& seen, int territory) {
    return armies_of(seen, seen.enemies(territory));
}

Set border_of(const Seen& seen, const Set& own) {
    Set found;
    own.each([&](int t) {
        if (seen.enemies(t).any()) found.set(t);
    });
    return found;
}

Set cluster_of(const Seen& seen, int territory) { return seen.connected(territory); }

int clusters(const Seen& seen, int seat) {
    int count = 0;
    for (Set rest = seen.owned(seat); rest.any(); ++count) {
        rest = minus(rest, seen.connected(rest.first()));
    }
    return count;
}

int all_enemy_armies(const Seen& seen) {
    int sum = armies_of(seen, seen.owned(kNobody));
    for (int seat = 0; seat < seen.seats(); ++seat) {
        if (seat != seen.seat()) sum += seen.army_count(seat);
    }
    return sum;
}

bool outnumbers_all(const Seen& seen) {
    return seen.army_count(seen.seat()) > all_enemy_armies(seen);
}

// --- Continents ----------------------------------------------------------------------------------

const Set& members(const Seen& seen, int continent) {
    return seen.program().members[at(continent)];
}

Set gates(const Seen& seen, int continent) {
    Set found;
    const Set& inside = members(seen, continent);
    inside.each([&](int t) {
        if (minus(seen.neighbours(t), inside).any()) found.set(t);
    });
    return found;
}

Set open_gates(const Seen& seen, int continent) {
    Set found;
    const Set& inside = members(seen, continent);
    gates(seen, continent).each([&](int t) {
        bool is_open = false;
        minus(seen.neighbours(t), inside).each([&](int outside) {
            is_open |= !is_own_continent(seen, seen.program().continent[at(outside)]);
        });
        if (is_open) found.set(t);
    });
    return found;
}

int own_armies_in(const Seen& seen, int continent) {
    return armies_of(seen, members(seen, continent) & seen.own());
}

int enemy_armies_in(const Seen& seen, int continent) {
    return armies_of(seen, minus(members(seen, continent), seen.own()));
}

int adjoining_armies(const Seen& seen, int continent) {
    return armies_of(seen, around(seen.program(), members(seen, continent)) & seen.own());
}

bool is_own_continent(const Seen& seen, int continent) {
    return seen.owns_continent(seen.seat(), continent);
}

int owner_of_continent(const Seen& seen, int continent) {
    const int owner = seen.owner(members(seen, continent).first());
    if (owner < 0 || owner == kNobody) return -1;
    return seen.owns_continent(owner, continent) ? owner : -1;
}

int bonus_of(const Seen& seen, int continent) {
    return seen.program().bonus(continent, seen.round());
}

int best_own_continent(const Seen& seen) {
    return best_continent(
        seen, [&](int k) { return is_own_continent(seen, k) && bonus_of(seen, k) > 0; },
        [&](int k) { return bonus_of(seen, k); });
}

namespace {

double ratio_in(const Seen& seen, int continent) {
    return static_cast<double>(own_armies_in(seen, continent)) /
           std::max(1, enemy_armies_in(seen, continent));
}

bool is_to_take(const Seen& seen, int continent) {
    return !is_own_continent(seen, continent) && bonus_of(seen, continent) > 0;
}

}  // namespace

int easiest_continent(const Seen& seen) {
    return best_continent(
        seen, [&](int k) { return is_to_take(seen, k); }, [&](int k) { return ratio_in(seen, k); });
}

int smallest_continent(const Seen& seen) {
    // A ratio is below a million: armies are counted in 16 bits and territories up to 120.
    return best_continent(
        seen, [&](int k) { return is_to_take(seen, k); },
        [&](int k) { return ratio_in(seen, k) - 1e7 * members(seen, k).count(); });
}

// --- Routes --------------------------------------------------------------------------------------

Routes routes_to(const Seen& seen, const Set& goal, const Set& open) {
    Routes routes;
    routes.cost.fill(kUnreachable);
    routes.step.fill(-1);
    Set waiting = minus(goal, seen.own());
    waiting.each([&](int t) { routes.cost[at(t)] = seen.armies(t); });
    while (waiting.any()) {
        const int near = best_of(waiting, [&](int t) { return -routes.cost_from(t); });
        waiting.reset(near);
        (seen.neighbours(near) & (open | seen.own())).each([&](int t) {
            const bool is_own = seen.own().test(t);
            const int cost = routes.cost_from(near) + (is_own ? 0 : seen.armies(t));
            if (cost >= routes.cost_from(t)) return;
            routes.cost[at(t)] = cost;
            routes.step[at(t)] = static_cast<std::int16_t>(near);
            if (!is_own) waiting.set(t);
        });
    }
    return routes;
}

Routes routes_to(const Seen& seen, const Set& goal) {
    return routes_to(seen, goal, minus(seen.program().all, seen.own()));
}

int route_start(const Seen& seen, const Routes& routes, const Set& own) {
    const int start = best_of(own, [&](int t) {
        return static_cast<long>(seen.armies(t)) - 100'000L * routes.cost_from(t);
    });
    return start >= 0 && routes.cost_from(start) < kUnreachable ? start : -1;
}

int richest_start(const Seen& seen, const Routes& routes) {
    const int start =
        best_of(seen.own(), [&](int t) { return seen.armies(t) - routes.cost_from(t); });
    return start >= 0 && routes.cost_from(start) < kUnreachable ? start : -1;
}

// --- Placing -------------------------------------------------------------------------------------

void Placement::add(int territory, int number) {
    armies[at(territory)] = static_cast<std::int16_t>(armies[at(territory)] + number);
    total += number;
}

Move Placement::next() {
    const auto first = std::find_if(armies.begin(), armies.end(), [](int n) { return n > 0; });
    const Move move = place(static_cast<int>(first - armies.begin()), *first);
    total -= *first;
    *first = 0;
    return move;
}

bool level(const Seen& seen, const Set& where, int armies, Placement& plan) {
    const Set usable = where & seen.placeable();
    if (!usable.any()) return false;
    const int chunk = std::max(1, armies / 100);
    while (armies > 0) {
        const int number = std::min(chunk, armies);
        plan.add(best_of(usable, [&](int t) { return -seen.armies(t) - plan.on(t); }), number);
        armies -= number;
    }
    return true;
}

bool place_on(const Seen& seen, int territory, int armies, Placement& plan) {
    if (territory < 0 || !seen.placeable().test(territory)) return false;
    plan.add(territory, armies);
    return true;
}

int foothold(const Seen& seen, int continent) {
    const Set& inside = members(seen, continent);
    const Set usable = seen.placeable();
    const int within = best_of(inside & usable, [&](int t) {
        return 100'000L * (seen.enemies(t) & inside).count() + seen.armies(t);
    });
    if (within >= 0 && meets(seen.enemies(within), inside)) return within;
    return route_start(seen, routes_to(seen, inside), usable);
}

bool place_to_take(const Seen& seen, int continent, int armies, Placement& plan) {
    if (!is_own_continent(seen, continent)) {
        return place_on(seen, foothold(seen, continent), armies, plan);
    }
    if (level(seen, border_of(seen, open_gates(seen, continent)), armies, plan)) return true;
    return level(seen, open_gates(seen, continent), armies, plan);
}

void place_near_enemies(const Seen& seen, int armies, Placement& plan) {
    plan.add(best_of(seen.placeable(),
                     [&](int t) { return 100'000L * seen.enemies(t).count() + seen.armies(t); }),
             armies);
}

// --- Attacks -------------------------------------------------------------------------------------

namespace {

// More armies than this are a stalemate that somebody has to end.
constexpr int kStalemate = 1500;

Set able(const Seen& seen, const Set& own) { return own & seen.strong(); }

}  // namespace

Attack easy_expand(const Seen& seen, const Set& own) {
    for (Set rest = able(seen, own); rest.any();) {
        const int from = rest.pop_first();
        const Set enemies = seen.enemies(from);
        if (enemies.count() != 1) continue;
        const int to = enemies.first();
        if (seen.armies(from) > seen.armies(to)) return {from, to, Entry::kAll, 0};
    }
    return {};
}

Attack fill_out(const Seen& seen, const Set& own) {
    for (Set rest = minus(around(seen.program(), able(seen, own)), seen.own()); rest.any();) {
        const int to = rest.pop_first();
        if (minus(seen.neighbours(to), seen.own()).any()) continue;
        const int from = strongest(seen, able(seen, own) & seen.neighbours(to));
        if (seen.armies(from) > seen.armies(to)) return {from, to, Entry::kLeast, 0};
    }
    return {};
}

Attack consolidate(const Seen& seen, const Set& own) {
    std::array<std::int32_t, kMostTerritories> sums{};
    Set targets, twice, attackers;
    able(seen, own).each([&](int from) {
        const Set enemies = seen.enemies(from);
        if (enemies.count() != 1) return;
        const int to = enemies.first();
        sums[at(to)] += seen.armies(from);
        if (targets.test(to)) twice.set(to);
        targets.set(to);
        attackers.set(from);
    });
    while (twice.any()) {
        const int to = twice.pop_first();
        if (sums[at(to)] <= seen.armies(to)) continue;
        return {strongest(seen, attackers & seen.neighbours(to)), to, Entry::kAll, 0};
    }
    return {};
}

Attack triple_pack(const Seen& seen, const Set& own) {
    if (const Attack found = easy_expand(seen, own)) return found;
    if (const Attack found = fill_out(seen, own)) return found;
    return consolidate(seen, own);
}

Attack split_up(const Seen& seen, const Set& own, double factor, int& splitting) {
    const auto next_of = [&](int from) {
        const Set enemies = seen.enemies(from);
        return Attack{from, weakest(seen, enemies), Entry::kSome,
                      seen.armies(from) / enemies.count()};
    };
    const bool is_at_it = splitting >= 0 && seen.own().test(splitting) &&
                          seen.armies(splitting) > 1 && seen.enemies(splitting).any();
    if (is_at_it) return next_of(splitting);
    splitting = -1;
    for (Set rest = able(seen, own); rest.any();) {
        const int from = rest.pop_first();
        if (!seen.enemies(from).any()) continue;
        if (seen.armies(from) <= factor * enemy_armies(seen, from)) continue;
        splitting = from;
        return next_of(from);
    }
    return {};
}

Attack hog_wild(const Seen& seen, int& splitting) {
    constexpr double kRecklessness = 0.01;
    const bool is_stalemate = seen.army_count(seen.seat()) > kStalemate;
    if (!is_stalemate && !outnumbers_all(seen)) return {};
    if (splitting < 0) {
        if (const Attack found = triple_pack(seen, seen.own())) return found;
    }
    return split_up(seen, seen.own(), kRecklessness, splitting);
}

Attack for_card(const Seen& seen, double factor) {
    if (seen.has_conquered()) return {};
    Attack best;
    double most = factor;
    able(seen, seen.own()).each([&](int from) {
        const int to = weakest(seen, seen.enemies(from));
        if (to < 0) return;
        const double ratio = static_cast<double>(seen.armies(from)) / seen.armies(to);
        if (ratio <= most) return;
        most = ratio;
        best = {from, to, Entry::kOwnRule, 0};
    });
    return best;
}

Attack along_route(const Seen& seen, const Set& goal) {
    const Routes routes = routes_to(seen, goal);
    const int from = best_of(able(seen, seen.own()),
                             [&](int t) { return seen.armies(t) - routes.cost_from(t); });
    if (from < 0 || seen.armies(from) <= routes.cost_from(from)) return {};
    return {from, routes.step_from(from), Entry::kAll, 0};
}

int seat_to_stop(const Seen& seen) {
    int armies = 0, income = 0;
    for (int seat = 0; seat < seen.seats(); ++seat) {
        armies += seen.army_count(seat);
        if (seen.is_alive(seat)) income += seen.income(seat);
    }
    for (int seat = 0; seat < seen.seats(); ++seat) {
        if (seat == seen.seat() || !seen.is_alive(seat)) continue;
        const bool is_strong = 2 * seen.army_count(seat) >= armies ||
                               2 * seen.income(seat) >= income ||
                               2 * seen.territories(seat) >= seen.program().territories;
        if (is_strong) return seat;
    }
    return -1;
}

bool place_to_stop(const Seen& seen, int seat, int armies, Placement& plan) {
    int best = -1, least = kUnreachable;
    for (int k = 0; k < seen.program().continents; ++k) {
        if (!seen.owns_continent(seat, k)) continue;
        const Routes routes = routes_to(seen, members(seen, k));
        const int start = route_start(seen, routes, seen.placeable());
        if (start < 0 || routes.cost_from(start) >= least) continue;
        best = start;
        least = routes.cost_from(start);
    }
    return place_on(seen, best, armies, plan);
}

Attack stop_seat(const Seen& seen, int seat) {
    std::uint32_t tried = 0;
    for (;;) {
        const int k = best_continent(
            seen,
            [&](int one) {
                const bool is_new = (tried >> one & 1) == 0;
                return is_new && bonus_of(seen, one) > 0 && seen.owns_continent(seat, one);
            },
            [&](int one) { return bonus_of(seen, one); });
        if (k < 0) return {};
        if (const Attack found = along_route(seen, members(seen, k))) return found;
        tried |= 1U << k;
    }
}

// --- Fortifying ----------------------------------------------------------------------------------

std::array<std::int16_t, kMostTerritories> distances(const Seen& seen, const Set& from) {
    std::array<std::int16_t, kMostTerritories> found;
    found.fill(kMostTerritories);
    Set reached = from & seen.own();
    std::int16_t distance = 0;
    for (Set fresh = reached; fresh.any(); ++distance) {
        fresh.each([&](int t) { found[at(t)] = distance; });
        fresh = around(seen.program(), reached) & seen.own();
        reached |= fresh;
    }
    return found;
}

Move push_out(const Seen& seen) {
    const Set border = seen.border();
    return push_towards(seen, border, minus(seen.own(), border));
}

Move push_towards(const Seen& seen, const Set& where, const Set& movers) {
    const auto away = distances(seen, where);
    // The nearest go first, and armies that arrive after them stay where each moves only once.
    const int from = best_of(movers & seen.own() & seen.strong(), [&](int t) {
        const bool can = seen.movable(t) > 0 && away[at(t)] < kMostTerritories;
        return can && away[at(t)] > 0 ? seen.movable(t) : -1;
    });
    if (from < 0 || seen.movable(from) <= 0 || away[at(from)] == kMostTerritories ||
        away[at(from)] == 0) {
        return done();
    }
    const int to = best_of(shift_targets(seen, from), [&](int t) {
        return -1000L * away[at(t)] - std::min(seen.armies(t), 999);
    });
    return shift(seen, from, to, seen.movable(from));
}

Move equalise(const Seen& seen) {
    for (Set rest = seen.own() & seen.strong(); rest.any();) {
        const int from = rest.pop_first();
        if (seen.movable(from) <= 0) continue;
        const int to = weakest(seen, shift_targets(seen, from));
        if (to < 0 || seen.armies(from) - seen.armies(to) < 2) continue;
        return shift(seen, from, to, (seen.armies(from) - seen.armies(to)) / 2);
    }
    return done();
}

}  // namespace ludwright::conquest::tactics
