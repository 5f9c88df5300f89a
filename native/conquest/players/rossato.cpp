#include "conquest/players/rossato.h"

namespace ludwright::conquest {

namespace {

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

Move on_territory(Kind kind, int territory, int armies) {
    return {kind, static_cast<std::uint8_t>(territory), 0, 0, static_cast<std::int16_t>(armies), 0};
}

Move between(Kind kind, int from, int to, int armies) {
    return {kind, static_cast<std::uint8_t>(from),   static_cast<std::uint8_t>(to),
            0,    static_cast<std::int16_t>(armies), 0};
}

// The territory for which worth() is lowest, the first of equals; -1 of an empty set.
template <typename Worth>
int least(const Set& territories, Worth&& worth) {
    int best = -1, lowest = 0;
    territories.each([&](int territory) {
        const int found = worth(territory);
        if (best >= 0 && found >= lowest) return;
        best = territory;
        lowest = found;
    });
    return best;
}

int weakest(const Seen& seen, const Set& territories) {
    return least(territories, [&](int territory) { return seen.armies(territory); });
}

// Border territories in the continent with the highest bonus that is not wholly owned; if there are
// none, all border territories; without any, all own ones.
Set favoured(const Seen& seen) {
    const Program& program = seen.program();
    const Set& border = seen.border();
    int best = -1, highest = -1;
    for (int k = 0; k < program.continents; ++k) {
        const int bonus = program.bonus(k, seen.round());
        if (bonus <= highest || !meets(program.members[at(k)], border)) continue;
        if (seen.owns_continent(seen.seat(), k)) continue;
        best = k;
        highest = bonus;
    }
    if (best >= 0) return border & program.members[at(best)];
    return border.any() ? border : seen.own();
}

// Where the armies of the pool go that has to be placed first.
Set where_to_place(const Seen& seen) {
    if (seen.pool_continent() < 0) return favoured(seen);
    const Set inside = seen.placeable(), border = inside & seen.border();
    return border.any() ? border : inside;
}

// Neutral armies hinder others: where the enemies around outnumber the own territories.
int against_others(const Seen& seen) {
    return least(seen.spreadable(), [&](int territory) {
        const Set around = seen.neighbours(territory);
        const int own = (around & seen.own()).count();
        const int nobody = (around & seen.owned(kNobody)).count();
        return 2 * own + nobody - around.count();
    });
}

}  // namespace

void Rossato::begin(std::span<const std::int32_t>) { next_ply_ = -1; }

Move Rossato::choose(const Seen& seen, play::Rng& rng) {
    switch (seen.phase()) {
        case Phase::kDeal:
            return claim(seen, rng);
        case Phase::kSpread:
            return spread(seen);
        case Phase::kTrade:
            return trade(seen);
        case Phase::kPlace:
            return place(seen);
        case Phase::kAttack:
            return attack(seen);
        case Phase::kOccupy:
            return occupy(seen);
        default:
            return fortify(seen);
    }
}

// --- What goes on over several decisions ---------------------------------------------------------

bool Rossato::goes_on(const Seen& seen) const {
    return seen.ply() == next_ply_ && seen.turns() == turn_ && seen.phase() == phase_;
}

// The move, after which the plan goes on when so many plies have been made.
Move Rossato::remember(const Seen& seen, Move move, int plies) {
    next_ply_ = seen.ply() + plies;
    turn_ = seen.turns();
    phase_ = seen.phase();
    return move;
}

Move Rossato::follow(const Seen& seen) { return remember(seen, plan_.moves[at(plan_.next++)], 1); }

// --- Set-up --------------------------------------------------------------------------------------

Move Rossato::claim(const Seen& seen, play::Rng& rng) const {
    const Program& program = seen.program();
    const Set free = seen.unclaimed();
    Set best;
    int highest = -1;
    bool is_best_open = false;
    for (int k = 0; k < program.continents; ++k) {
        const Set& members = program.members[at(k)];
        const Set left = members & free;
        if (!left.any()) continue;
        const bool is_open = !minus(minus(members, free), seen.own()).any();
        const int bonus = program.bonus(k, 0);
        if (is_open < is_best_open || (is_open == is_best_open && bonus <= highest)) continue;
        best = left;
        highest = bonus;
        is_best_open = is_open;
    }
    const auto count = static_cast<std::uint32_t>(best.count());
    return on_territory(Kind::kClaim, best.select(static_cast<int>(rng.below(count))), 0);
}

Move Rossato::spread(const Seen& seen) const {
    const bool is_own = meets(seen.spreadable(), seen.own());
    const int territory = is_own ? weakest(seen, favoured(seen)) : against_others(seen);
    return on_territory(Kind::kPlace, territory, 1);
}

// --- Cards ---------------------------------------------------------------------------------------

Move Rossato::trade(const Seen& seen) const {
    const Program& program = seen.program();
    const Set hand = seen.hand();
    Move any{};  // `done`, unless a trade is forced
    for (Set firsts = hand; firsts.any();) {
        const int a = firsts.pop_first();
        for (Set seconds = firsts; seconds.any();) {
            const int b = seconds.pop_first();
            for (Set thirds = seconds; thirds.any();) {
                const int c = thirds.pop_first();
                if (!seen.is_set(a, b, c)) continue;
                Move move{Kind::kTrade,
                          static_cast<std::uint8_t>(a),
                          static_cast<std::uint8_t>(b),
                          static_cast<std::uint8_t>(c),
                          0,
                          0};
                for (const int card : {a, b, c}) {
                    if (card >= program.territories || !seen.own().test(card)) continue;
                    if (program.depicted > 0) move.n = static_cast<std::int16_t>(card + 1);
                    return move;
                }
                if (any.kind == Kind::kDone && seen.must_trade()) any = move;
            }
        }
    }
    return any;
}

// --- Placing -------------------------------------------------------------------------------------

Move Rossato::place(const Seen& seen) {
    if (!goes_on(seen) || plan_.is_empty()) {
        plan_.clear();
        plan_level(seen, where_to_place(seen), seen.pool());
    }
    return follow(seen);
}

// One by one on the territory with the fewest armies, the first of equals: all of them are raised
// to one level, and the first ones by one more.
void Rossato::plan_level(const Seen& seen, const Set& where, int armies) {
    std::array<std::int32_t, kMostTerritories> counts;
    int size = 0, level = kMostArmies;
    where.each([&](int territory) {
        counts[at(size++)] = seen.armies(territory);
        level = std::min(level, seen.armies(territory));
    });
    for (;;) {
        int reached = 0, next = level + armies + 1;
        for (int i = 0; i < size; ++i) {
            if (counts[at(i)] <= level) {
                ++reached;
            } else {
                next = std::min(next, counts[at(i)]);
            }
        }
        const int rise = std::min(armies / reached, next - level);
        level += rise;
        armies -= rise * reached;
        if (armies < reached) break;
    }
    int i = 0;
    where.each([&](int territory) {
        const int before = counts[at(i++)];
        if (before > level) return;
        const int extra = armies > 0 ? 1 : 0;
        armies -= extra;
        const int added = level - before + extra;
        if (added > 0) plan_.add(on_territory(Kind::kPlace, territory, added));
    });
}

// --- Attack --------------------------------------------------------------------------------------

Move Rossato::attack(const Seen& seen) {
    const bool is_fighting = goes_on(seen) && seen.owner(to_) != seen.seat() &&
                             seen.armies(from_) - 1 > seen.armies(to_);
    const Program& program = seen.program();
    if (!is_fighting && !(program.is_narrow() ? find_battle<1>(seen) : find_battle<2>(seen))) {
        return {};
    }
    const int attackers = seen.armies(from_) - 1;
    const bool is_by_rolls = program.fighting == Fighting::kByRolls;
    const int committed = is_by_rolls ? std::min(attackers, program.dice.attack) : attackers;
    const Kind kind = is_by_rolls ? Kind::kRoll : Kind::kAssault;
    return remember(seen, between(kind, from_, to_, committed), 2);
}

// Sets the battle in which the attackers outnumber the defenders by most; false if there is none.
template <int W>
bool Rossato::find_battle(const Seen& seen) {
    const play::Bits<W> own = first_words<W>(seen.own());
    int best = 0, from_best = 0, to_best = 0;
    (first_words<W>(seen.border()) & first_words<W>(seen.strong())).each([&](int from) {
        const int attackers = seen.armies(from) - 1;
        if (attackers <= best + 1) return;
        minus(first_words<W>(seen.neighbours(from)), own).each([&](int to) {
            const int surplus = attackers - seen.armies(to);
            const bool is_better = surplus > best;
            best = is_better ? surplus : best;
            from_best = is_better ? from : from_best;
            to_best = is_better ? to : to_best;
        });
    });
    from_ = from_best;
    to_ = to_best;
    return best > 0;
}

Move Rossato::occupy(const Seen& seen) const {
    const int all = seen.armies(seen.from()) - 1;
    const bool is_at_border = seen.enemies(seen.to()).any();
    return on_territory(Kind::kOccupy, 0, is_at_border ? all : seen.least_to_occupy());
}

// --- Fortifying ----------------------------------------------------------------------------------

Move Rossato::fortify(const Seen& seen) {
    if (!goes_on(seen)) {
        plan_.clear();
        plan_fortification(seen);
    }
    return plan_.is_empty() ? Move{} : follow(seen);
}

void Rossato::plan_fortification(const Seen& seen) {
    const Set border = seen.border(), inner = minus(seen.own(), border);
    Set movers = inner & seen.strong();
    const Fortifying rule = seen.program().fortifying;
    const bool is_single = rule == Fortifying::kOneAdjacent || rule == Fortifying::kOneConnected;
    if (is_single && movers.any()) {
        // Only the inner territory with the most armies gets to move.
        movers = Set::single(least(movers, [&](int t) { return -seen.armies(t); }));
    }
    while (movers.any()) {
        const Set cluster = seen.connected(movers.first());
        const int target = weakest(seen, cluster & border);
        if (target >= 0) {
            const bool is_narrow = seen.program().is_narrow();
            (this->*(is_narrow ? &Rossato::plan_flow<1> : &Rossato::plan_flow<2>))(
                seen, cluster, movers & cluster, target);
        }
        movers = minus(movers, cluster);
    }
}

// Armies of the inner territories given flow to the target through their cluster, the farthest
// first, each over its neighbour that is nearest to the target.
template <int W>
void Rossato::plan_flow(const Seen& seen, const Set& cluster, const Set& all_movers, int target) {
    const play::Bits<W> movers = first_words<W>(all_movers);
    if (seen.program().fortifying == Fortifying::kOneConnected) {
        const int from = movers.first();
        return plan_.add(between(Kind::kFortify, from, target, seen.movable(from)));
    }
    std::array<std::uint8_t, kMostTerritories> order, towards;
    std::array<std::int32_t, kMostTerritories> flow;
    int reached = 0;
    play::Bits<W> left = first_words<W>(cluster);
    const auto reach = [&](int territory, int from) {
        left.reset(territory);
        order[at(reached++)] = static_cast<std::uint8_t>(territory);
        towards[at(territory)] = static_cast<std::uint8_t>(from);
        flow[at(territory)] = movers.test(territory) ? seen.movable(territory) : 0;
    };
    reach(target, target);
    for (int i = 0; meets(left, movers); ++i) {
        const int from = order[at(i)];
        const play::Bits<W> next = first_words<W>(seen.neighbours(from)) & left;
        next.each([&](int territory) { reach(territory, from); });
    }
    const bool is_unlimited = seen.program().fortifying == Fortifying::kUnlimited;
    while (--reached > 0) {
        const int from = order[at(reached)], to = towards[at(from)];
        const int armies = std::min(flow[at(from)], kMostArmies - 1);
        if (armies == 0) continue;
        if (is_unlimited) flow[at(to)] += armies;
        plan_.add(between(Kind::kFortify, from, to, armies));
    }
}

}  // namespace ludwright::conquest
