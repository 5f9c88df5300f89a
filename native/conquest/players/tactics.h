// Building blocks of scripted players: reading a position, and the next step of common manoeuvres.
//
// Every attack is a ply of its own and the player is asked again after each event, so a manoeuvre
// is a function that gives its next attack, or none. All moves made here are legal under any rules
// of the family. "Enemy" means not one's own: neutral territories are enemies too.
//
// Moves       done, claim, place, assault, occupy, shift, shift_targets
// Decisions   claim_towards, neutral_army, trade, entering, entry_by_enemies, entry_by_weaker
// Territories armies_of, weakest, strongest, around, enemy_armies, border_of, clusters, …
// Continents  gates, own_armies_in, enemy_armies_in, adjoining_armies, easiest_continent, …
// Routes      routes_to, route_start, richest_start
// Placing     Placement, level, place_on, place_to_take, place_near_enemies, foothold
// Attacks     easy_expand, fill_out, consolidate, split_up, hog_wild, for_card, stop_seat, …
// Fortifying  push_out, push_towards, equalise

#pragma once

#include <array>
#include <cstdint>

#include "conquest/seen.h"
#include "play/rng.h"

namespace ludwright::conquest::tactics {

inline constexpr int kUnreachable = 1 << 28;

// --- Moves ---------------------------------------------------------------------------------------

Move done();
Move claim(int territory);
Move place(int territory, int armies);
// To the end, with all armies but one.
Move assault(const Seen& seen, int from, int to);
// As near to this number of armies as is legal.
Move occupy(const Seen& seen, int armies);
// A fortification with at most this number of armies; `done` if none may move. The target must be
// one that may be reached: see shift_targets.
Move shift(const Seen& seen, int from, int to, int armies);
// Where a territory may send armies in a fortification: own neighbours, or all connected ones.
Set shift_targets(const Seen& seen, int from);

// --- Decisions that most players take alike ------------------------------------------------------

// The free territory of the continent with most own neighbours; -1 if it has no free one.
int claim_in(const Seen& seen, int continent);
// The same, or any free territory with most own neighbours if the continent (-1: none) has none.
int claim_towards(const Seen& seen, int continent);
// Continents with free territories in which nobody else is: the smallest, and the largest of those
// that have less than 1.25 times a player's share of the map; -1 if there is none.
int smallest_open_continent(const Seen& seen);
int largest_fair_continent(const Seen& seen);
// In the set-up: whether the army that comes next is a neutral one.
bool is_neutral_next(const Seen& seen);
// A neutral army goes where it hinders others more than oneself.
Move neutral_army(const Seen& seen);
// A set if one must be traded or the player is willing, else `done`. Prefers one with an own
// depicted territory, then few wild cards, then kinds of which the hand has many.
Move trade(const Seen& seen, bool is_willing);

// How many armies move in after a conquest.
enum class Entry : std::uint8_t { kOwnRule, kAll, kLeast, kHalf, kSome };
// The number for an entry, not yet made legal; `some` is for kSome.
int entering(const Seen& seen, Entry entry, int some = 0);
// All if the conquered territory has more enemy neighbours than the one the armies come from.
Entry entry_by_enemies(const Seen& seen);
// All if the weakest enemy next to the conquered territory, among those in `where`, is weaker than
// the weakest next to the one the armies come from.
Entry entry_by_weaker(const Seen& seen, const Set& where);

// --- Territories ---------------------------------------------------------------------------------

int armies_of(const Seen& seen, const Set& territories);
// The first with the fewest or most armies; -1 of an empty set.
int weakest(const Seen& seen, const Set& territories);
int strongest(const Seen& seen, const Set& territories);
// The territories next to some of these that are not among them.
Set around(const Program& program, const Set& territories);
// The armies of all enemy neighbours.
int enemy_armies(const Seen& seen, int territory);
// Those of the own territories given that have enemy neighbours.
Set border_of(const Seen& seen, const Set& own);
// Connected territories of one owner that hold this one.
Set cluster_of(const Seen& seen, int territory);
int clusters(const Seen& seen, int seat);
// All armies that are not one's own, neutral ones included.
int all_enemy_armies(const Seen& seen);
// Whether the seat has more armies than all others together.
bool outnumbers_all(const Seen& seen);

// --- Continents ----------------------------------------------------------------------------------

const Set& members(const Seen& seen, int continent);
// Members with a neighbour outside.
Set gates(const Seen& seen, int continent);
// Gates that lead to continents that are not all own.
Set open_gates(const Seen& seen, int continent);
int own_armies_in(const Seen& seen, int continent);
int enemy_armies_in(const Seen& seen, int continent);
// Own armies outside the continent and next to it.
int adjoining_armies(const Seen& seen, int continent);
bool is_own_continent(const Seen& seen, int continent);
// The seat that owns all of it, or -1.
int owner_of_continent(const Seen& seen, int continent);
int bonus_of(const Seen& seen, int continent);
// The own continent with the highest bonus; -1 if there is none.
int best_own_continent(const Seen& seen);
// Not yet owned, with a bonus: the highest ratio of own to enemy armies; -1 if there is none.
int easiest_continent(const Seen& seen);
// Not yet owned, with a bonus: the fewest territories, then the easiest; -1 if there is none.
int smallest_continent(const Seen& seen);

// --- Routes --------------------------------------------------------------------------------------

// The cheapest ways to some goal through enemy territories. The cost is the number of armies that
// stand on the territories entered, the goal included; `step` is the territory to enter first.
struct Routes {
    std::array<std::int32_t, kMostTerritories> cost;
    std::array<std::int16_t, kMostTerritories> step;

    int cost_from(int territory) const { return cost[static_cast<std::size_t>(territory)]; }
    int step_from(int territory) const { return step[static_cast<std::size_t>(territory)]; }
};
// Goals that are own territories count for nothing. `open` are the territories that may be crossed
// on the way.
Routes routes_to(const Seen& seen, const Set& goal, const Set& open);
Routes routes_to(const Seen& seen, const Set& goal);
// The own territory from which the cheapest route begins, the strongest of equals; -1 if none.
int route_start(const Seen& seen, const Routes& routes, const Set& own);
// The own territory that has most armies left after its route; -1 if there is no route.
int richest_start(const Seen& seen, const Routes& routes);

// --- Placing -------------------------------------------------------------------------------------

// Armies to place now, planned as a whole and played territory by territory.
struct Placement {
    std::array<std::int16_t, kMostTerritories> armies{};
    int total = 0;

    void add(int territory, int number);
    int on(int territory) const { return armies[static_cast<std::size_t>(territory)]; }
    // The move for the first territory that gets armies, which are then taken out of the plan.
    Move next();
};
// One by one, many by the hundredth, on the weakest of these that may be used, what is planned
// included. False, and nothing is placed, if none may be used.
bool level(const Seen& seen, const Set& where, int armies, Placement& plan);
bool place_on(const Seen& seen, int territory, int armies, Placement& plan);
// To take the continent: all on its foothold. To hold it if it is owned: one by one on the weakest
// of its gates that lead to continents that are not all own.
bool place_to_take(const Seen& seen, int continent, int armies, Placement& plan);
// On the territory with most enemy neighbours; anywhere if there is no border.
void place_near_enemies(const Seen& seen, int armies, Placement& plan);
// Where an army should stand to go on taking the continent: inside with most enemy neighbours
// there, else at the start of the cheapest route; -1 if there is no way.
int foothold(const Seen& seen, int continent);

// --- Attacks -------------------------------------------------------------------------------------

// An attack to the end, and how many armies move in if it succeeds.
struct Attack {
    int from = -1;
    int to = -1;
    Entry entry = Entry::kOwnRule;
    int armies = 0;

    explicit operator bool() const { return from >= 0; }
};

// From a territory with one enemy neighbour and more armies; all move in.
Attack easy_expand(const Seen& seen, const Set& own);
// Against a weaker enemy with no neighbours but one's own; the least number moves in.
Attack fill_out(const Seen& seen, const Set& own);
// Against an enemy that is the only one of several territories with more armies together.
Attack consolidate(const Seen& seen, const Set& own);
// The three of them, in this order.
Attack triple_pack(const Seen& seen, const Set& own);
// From a territory with more armies than `factor` times those of its enemy neighbours against all
// of them, with an equal share each. `splitting` is the territory that is at it, -1 for none; it
// is kept by the player for the length of a turn.
Attack split_up(const Seen& seen, const Set& own, double factor, int& splitting);
// With more armies than all others together, or in a stalemate of very many: everything,
// everywhere.
Attack hog_wild(const Seen& seen, int& splitting);
// If nothing is conquered yet in this turn: the attack with the best ratio of armies, if above
// `factor`.
Attack for_card(const Seen& seen, double factor);
// Along the cheapest affordable route to the goal: the first step of it, with all armies.
Attack along_route(const Seen& seen, const Set& goal);
// The seat with at least half of all armies, income or territories; -1 if there is none other.
int seat_to_stop(const Seen& seen);
// All armies to the start of the cheapest route to a continent of that seat.
bool place_to_stop(const Seen& seen, int seat, int armies, Placement& plan);
// Towards its continents, the highest bonus first, where a route is affordable.
Attack stop_seat(const Seen& seen, int seat);

// --- Fortifying ----------------------------------------------------------------------------------

// How many steps through own land each own territory is away from the nearest of `from`;
// kMostTerritories if there is no way.
std::array<std::int16_t, kMostTerritories> distances(const Seen& seen, const Set& from);
// The next step of moving armies of inner territories towards the border; `done` if there is none.
Move push_out(const Seen& seen);
// The next step towards `where`, an own set, of armies outside it.
Move push_towards(const Seen& seen, const Set& where, const Set& movers);
// Neighbours share their armies until no two differ by more than one; `done` when they do.
Move equalise(const Seen& seen);

}  // namespace ludwright::conquest::tactics
