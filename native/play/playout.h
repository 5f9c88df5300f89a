// Random play for positions that know no faster way.

#pragma once

#include <cstdint>
#include <vector>

#include "play/position.h"
#include "play/rng.h"

namespace ludwright::play {

// Makes one legal move, all equally likely, or an event of chance by its weight. False when there
// is none.
template <typename P>
bool make_any(P& position, Rng& rng) {
    if (position.over()) return false;
    if constexpr (Chancy<P>) {
        if (position.seat() < 0) {
            position.make(position.draw(rng));
            return true;
        }
    }
    static thread_local std::vector<typename P::Move> legal;
    position.moves(legal);
    if (legal.empty()) return false;
    position.make(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    return true;
}

// Plays at random to the end, or for `max_plies` plies, after which all seats share the win.
template <typename P>
PlayoutResultOf<P::kMostSeats> play_out(P& position, Rng& rng, int max_plies) {
    std::int32_t plies = 0;
    while (plies < max_plies && make_any(position, rng)) ++plies;
    if (position.over()) return {position.outcome(), plies};
    return {OutcomeOf<P::kMostSeats>::shared(position.seats(), Reason::kPlyLimit), plies};
}

}  // namespace ludwright::play
