// Players of conquest games, written as scripts; each has a number.

#pragma once

#include <cstdint>
#include <memory>

#include "conquest/seen.h"
#include "play/scripted.h"

namespace ludwright::conquest {

using Player = play::ScriptedPlayer<Seen, Move>;

// The kinds of player, by the number that a specification has. Part of specifications only.
enum class Character : std::int32_t {
    kRossato = 0,
    kStinky = 1,
    kAngry = 2,
    kCommunist = 3,
    kTrotsky = 4,
    kCluster = 5,
    kShaft = 6,
    kQuo = 7,
    kYakool = 8,
    kBoscoe = 9,
    kBort = 10,
    kPixie = 11,
    kEvilPixie = 12,
    kBetterPixie = 13,
    kVulture = 14,
    kKillbot = 15,
    kLozano = 50,   // UCT in the attack phase; settings in players/lozano.h
    kPlanner = 60,  // settings in players/planner.h
    kHahn = 100,    // settings in players/hahn.h
};

// Throws std::invalid_argument for a number that no character has.
std::unique_ptr<Player> make_player(std::int32_t number);

class Script final : public play::DiscreetScript<Position, Player, Seen, &make_player> {};

}  // namespace ludwright::conquest
