// All of Moment, for the files that compile it for some sizes of set each.

#pragma once

#include "combinatorial/moment.h"

namespace ludwright::combinatorial {

template <int W>
std::vector<Move> Moment<W>::moves(play::Meter* meter) const {
    Position<W> position = position_;
    position.count_with(meter);
    std::vector<Move> found;
    position.moves(found);
    return found;
}

template <int W>
Moment<W> Moment<W>::after(Move move, play::Meter* meter) const {
    Moment next = *this;
    next.position_.count_with(meter);
    next.position_.make(move);
    next.settle(meter);
    return next;
}

template <int W>
std::int64_t Moment<W>::leaves(Frame* frame, int depth) {
    const Position<W>& position = frame->position;
    position.spend(16);
    if (position.over()) return 0;
    if (depth == 1) return position.count_moves();
    position.moves(frame->moves);
    std::int64_t n = 0;
    for (const Move& move : frame->moves) {
        frame[1].position = position;
        frame[1].position.make(move);
        n += leaves(frame + 1, depth - 1);
    }
    return n;
}

template <int W>
std::int64_t Moment<W>::count_leaves(int depth, play::Meter* meter) const {
    if (depth <= 0) return 1;
    std::vector<Frame> frames(static_cast<std::size_t>(depth));
    frames[0].position = position_;
    frames[0].position.count_with(meter);
    return leaves(frames.data(), depth);
}

template <int W>
play::PlayoutSums<2> Moment<W>::playouts(std::int64_t n, std::uint64_t seed, int max_plies,
                                         int jobs, play::StopFlag* stop, play::Work* work) const {
    return play::sum_playouts(position_, n, seed, max_plies, jobs, stop, work);
}

}  // namespace ludwright::combinatorial
