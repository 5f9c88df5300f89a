// What others are taken to do: whole turns played by models of them, for players that search.

#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "conquest/script.h"

namespace ludwright::conquest {

// Whom the others are taken for.
enum class Others : std::int8_t {
    kMixed,      // each of two strong characters, as often
    kRuleBased,  // the player of Rossato et al.
};

class Replies {
   public:
    // The model of the player itself.
    static constexpr Character kFirst = Character::kKillbot;

    // Makes the models; does nothing if they are there.
    void prepare();
    // Draws which model plays each seat from now on; the seat itself is played by the first.
    void draw(int seat, play::Rng& rng, Others others = Others::kMixed);
    // The rest of the turn under way, as the model of its seat plays it. Returns the plies made.
    int finish_turn(Position& position, play::Rng& rng);
    // Turns of the others until it is the seat's again, it is eliminated, or the match is over.
    // Adds the turns and plies made.
    void until(Position& position, int seat, play::Rng& rng, int& turns, int& plies);

   private:
    // Two that play differently: a search that expects only one of them is helpless against
    // whoever plays otherwise. The third is for those who know that they meet it.
    static constexpr std::array kModels = {kFirst, Character::kEvilPixie, Character::kRossato};
    static constexpr std::uint32_t kMixed = 2;
    static constexpr std::size_t kRuleBased = 2;

    std::array<std::array<std::unique_ptr<Player>, kModels.size()>, kMostSeats> models_;
    std::array<std::size_t, kMostSeats> drawn_{};
};

}  // namespace ludwright::conquest
