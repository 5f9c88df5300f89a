// What others are taken to do: whole turns played by models of them, for players that search.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "conquest/script.h"

namespace ludwright::conquest {

class Replies {
   public:
    // Makes the models; does nothing if they are there.
    void prepare();
    // The rest of the turn under way, as the model of its seat plays it. Returns the plies made.
    int finish_turn(Position& position, play::Rng& rng);
    // Turns of the others until it is the seat's again, it is eliminated, or the match is over.
    // Adds the turns and plies made.
    void until(Position& position, int seat, play::Rng& rng, int& turns, int& plies);
    // Draws which model plays each seat from now on; the seat itself is always played by the first.
    void draw(int seat, play::Rng& rng);

   private:
    static constexpr std::array kModels = {Character::kKillbot, Character::kEvilPixie,
                                           Character::kBoscoe};

    std::array<std::array<std::unique_ptr<Player>, kModels.size()>, kMostSeats> models_;
    std::array<std::size_t, kMostSeats> drawn_{};
};

}  // namespace ludwright::conquest
