// Many matches of scripted players at once, of which only figures are kept: what the metrics of
// boards are computed from.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "play/meter.h"
#include "play/players.h"
#include "railway/script.h"

namespace ludwright::railway {

// One entry for each match; of `points` one for each of its seats. The matches are those that
// play_matches() plays for the same seed.
struct Survey {
    std::vector<double> points;           // at the end
    std::vector<double> score, variance;  // the mean of the seats' points, and their variance
    std::vector<std::int32_t> turns, card_turns, builds, ticket_turns, passes;
    std::vector<std::int32_t> path_changes;        // as the players count them, of all seats
    std::vector<std::int32_t> tickets, completed;  // held at the end, and how many are completed
    std::vector<std::int32_t> plies;
    std::vector<std::int8_t> winner;     // -1 if several share the win
    std::vector<std::uint8_t> gridlock;  // whether it ended because nobody got on
    std::vector<std::uint8_t> is_over;   // whether it ended before the limit of plies
};

// Plays that many matches by one script for each seat, on up to `jobs` threads.
Survey survey(const Position& start, std::span<const play::PlayerSpec> players,
              std::int64_t matches, std::uint64_t seed, int max_plies, int jobs,
              play::StopFlag* stop = nullptr, play::Work* work = nullptr);

// Follows matches that others have played, and asks how often a player's plans would have changed.
class Retrace {
   public:
    Retrace(const Position& start, Character character);
    // The seat to decide plans anew; then the move is made.
    void follow(Move move);
    const Position& position() const { return position_; }
    int path_changes() const;

   private:
    Position position_;
    std::vector<Script> scripts_;                  // by seat
    play::Rng rng_{0, 0, play::Purpose::kPlayer};  // the plans depend on nothing random
};

}  // namespace ludwright::railway
