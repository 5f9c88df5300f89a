// Players of railway games, written as scripts; each has a number.

#pragma once

#include <cstdint>
#include <memory>

#include "play/scripted.h"
#include "railway/seen.h"

namespace ludwright::railway {

class Player : public play::ScriptedPlayer<Seen, Move> {
   public:
    // How often, in this match, what remained of the path of a ticket was not a part of what it was
    // the turn before.
    virtual int path_changes() const { return 0; }
};

// The kinds of player, by the number that a specification has. Part of specifications only.
enum class Character : std::int32_t {
    kGreedy = 0,  // Smith's
    kOneStep = 1,
    kLongRoute = 2,
    kRouteFocused = 3,
    kDestinationHungry = 4,
    kIsmcts = 5,  // settings in players/ismcts.h
};

// Throws std::invalid_argument for a number that no character has.
std::unique_ptr<Player> make_player(std::int32_t number);

class Script final : public play::DiscreetScript<Position, Player, Seen, &make_player> {
   public:
    int path_changes() const { return player().path_changes(); }
};

}  // namespace ludwright::railway
