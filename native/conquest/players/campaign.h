// A whole turn conducted towards a goal by simple means: quick enough to be simulated thousands of
// times in a search, good enough to stand for a player.

#pragma once

#include <cstdint>

#include "conquest/position.h"
#include "play/rng.h"

namespace ludwright::conquest {

// What a turn is for.
struct Orders {
    Set goal;                 // territories to take, those on the way to others included
    int start = -1;           // where armies are placed to attack; -1: all where they are needed
    int stack = kMostArmies;  // how many should stand there; others are placed where needed
    double chance = 0.6;      // attacks on the goal that succeed less often are not made
    bool trades = true;       // sets that need not be traded
    bool wants_card = true;   // one more attack if nothing is conquered
    double sweep = 2.0;       // attacks beyond the goal at this chance; above 1: none
    Set gathering;            // where free armies go in the end; empty: to the next border
};

// The chance that an assault succeeds, and what is left of either side; looked up, also for armies
// beyond the table, which are scaled down to it.
BattleOdds odds_of(const Program& program, int attackers, int defenders);
double win_chance(const Program& program, int attackers, int defenders);

// The territories around these, without them.
Set around(const Program& program, const Set& territories);
// Armies on all of these.
int armies_on(const Position& position, const Set& territories);
// Armies of others that stand next to a territory and could attack it.
int threat_to(const Position& position, int territory);

// Territories to be taken on the cheapest way of the mover to a goal that is not next to it.
Set way_to(const Position& position, const Set& goal);

// The next decision of the mover under these orders; a legal one in every phase of a turn.
Move conduct(const Position& position, const Orders& orders);
// The next attack on the goal; kDone if none is left with chance enough.
Move attack_goal(const Position& position, const Orders& orders);
// The same, and beyond the goal for a card or a sweep, if the orders want it.
Move next_attack(const Position& position, const Orders& orders);
// The attack with the highest chance, so that a card is drawn; kDone if none is above the least.
Move safest_attack(const Position& position, double least);
// How many armies move into the territory just conquered.
Move occupy_for(const Position& position, const Set& goal);
// Of a deal or of the first armies.
Move settle(const Position& position);

// Of these territories next to the goal, the best to attack it from; -1 if there is none.
int start_for(const Position& position, const Set& near, const Set& goal);

// The chance at which it pays to attack beyond any goal.
double usual_sweep(const Position& position);
// The orders that a sensible player would give itself, without any search.
Orders sensible_orders(const Position& position);

// Plays until the turn under way is completed or the match is over. Returns the plies made.
int finish_turn(Position& position, const Orders& orders, play::Rng& rng);
// A whole turn of whoever is next, under sensible orders.
int quick_turn(Position& position, play::Rng& rng);

}  // namespace ludwright::conquest
