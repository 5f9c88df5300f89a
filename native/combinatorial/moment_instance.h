// All of Moment, for the files that compile it for some sizes of set each.

#pragma once

#include <algorithm>
#include <mutex>

#include "combinatorial/moment.h"
#include "play/pool.h"

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
PlayoutSums Moment<W>::playouts(std::int64_t n, std::uint64_t seed, int max_plies, int jobs,
                                play::StopFlag* stop, play::Work* work) const {
    constexpr std::int64_t kBlock = 64;
    PlayoutSums total;
    std::mutex total_mutex;
    const auto play_block = [&](std::size_t block) {
        PlayoutSums sum;
        play::Meter meter(stop, work);
        Position<W> start = position_;
        start.count_with(&meter);
        Position<W> position;
        const std::int64_t first = static_cast<std::int64_t>(block) * kBlock;
        for (std::int64_t i = first; i < std::min(n, first + kBlock); ++i) {
            Rng rng(seed, static_cast<std::uint64_t>(i), play::Purpose::kPlayer);
            position = start;
            const PlayoutResult result = position.playout(rng, max_plies);
            const float score = result.outcome.scores[0];
            sum.first += score > 0.5F;
            sum.second += score < 0.5F;
            sum.draws += score == 0.5F;
            sum.plies += result.plies;
            sum.squares += static_cast<std::int64_t>(result.plies) * result.plies;
            sum.limits += result.outcome.reason == Reason::kPlyLimit;
        }
        const std::lock_guard lock(total_mutex);
        total.first += sum.first;
        total.second += sum.second;
        total.draws += sum.draws;
        total.plies += sum.plies;
        total.squares += sum.squares;
        total.limits += sum.limits;
    };
    const auto blocks =
        static_cast<std::size_t>((std::max<std::int64_t>(n, 0) + kBlock - 1) / kBlock);
    if (play::parallel_for(blocks, jobs, play_block, stop) < blocks) throw play::Stopped{};
    return total;
}

}  // namespace ludwright::combinatorial
