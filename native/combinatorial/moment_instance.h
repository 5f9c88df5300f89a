// All of Moment, for the files that compile it for some sizes of set each.

#pragma once

#include <algorithm>
#include <mutex>
#include <thread>

#include "combinatorial/moment.h"
#include "play/pool.h"

namespace ludwright::combinatorial {

template <int W>
std::vector<Move> Moment<W>::moves() const {
    const Position<W> position = position_;
    std::vector<Move> found;
    position.moves(found);
    return found;
}

template <int W>
Moment<W> Moment<W>::after(Move move) const {
    Moment next = *this;
    next.position_.make(move);
    next.position_.over();
    return next;
}

template <int W>
std::int64_t Moment<W>::leaves(Frame* frame, int depth, Watch& watch) {
    const Position<W>& position = frame->position;
    if (position.over() || watch.stops()) return 0;
    if (depth == 1) return position.count_moves();
    position.moves(frame->moves);
    std::int64_t n = 0;
    for (const Move& move : frame->moves) {
        frame[1].position = position;
        frame[1].position.make(move);
        n += leaves(frame + 1, depth - 1, watch);
    }
    return n;
}

template <int W>
std::optional<std::int64_t> Moment<W>::count_leaves(int depth, GoesOn goes_on) const {
    if (depth <= 0) return 1;
    std::vector<Frame> frames(static_cast<std::size_t>(depth));
    frames[0].position = position_;
    Watch watch(goes_on);
    const std::int64_t n = leaves(frames.data(), depth, watch);
    if (watch.stops()) return std::nullopt;
    return n;
}

template <int W>
std::optional<PlayoutSums> Moment<W>::playouts(std::int64_t n, std::uint64_t seed, int max_plies,
                                               int jobs, GoesOn goes_on) const {
    constexpr std::int64_t kBlock = 64;
    constexpr std::int64_t kPliesUnwatched = 2000;
    PlayoutSums total;
    std::mutex total_mutex;
    play::StopFlag stop;
    Watch watch(goes_on);
    const auto caller = std::this_thread::get_id();
    const auto play_block = [&](std::size_t block) {
        PlayoutSums sum;
        Position<W> position;
        std::int64_t unwatched = kPliesUnwatched;
        const std::int64_t first = static_cast<std::int64_t>(block) * kBlock;
        for (std::int64_t i = first; i < std::min(n, first + kBlock); ++i) {
            if (unwatched >= kPliesUnwatched) {
                unwatched = 0;
                if (std::this_thread::get_id() == caller && watch.stops()) stop.request();
                if (stop.requested()) return;
            }
            Rng rng(seed, static_cast<std::uint64_t>(i), play::Purpose::kPlayer);
            position = position_;
            const PlayoutResult result = position.playout(rng, max_plies);
            const float score = result.outcome.scores[0];
            sum.first += score > 0.5F;
            sum.second += score < 0.5F;
            sum.draws += score == 0.5F;
            sum.plies += result.plies;
            sum.squares += static_cast<std::int64_t>(result.plies) * result.plies;
            sum.limits += result.outcome.reason == Reason::kPlyLimit;
            unwatched += result.plies;
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
    play::parallel_for(blocks, jobs, play_block, &stop);
    if (stop.requested()) return std::nullopt;
    return total;
}

}  // namespace ludwright::combinatorial
