// The judge: what every position of recorded matches is worth to its mover, by a small tree search.
// Separate from annotate.h, which looks at moves, at chosen positions, and for two sides only: a
// judge looks at all positions, since leads are comparable only with leads by the same judge, and
// serves any number of seats. Smoothing and calibration are not done here.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "play/annotate.h"
#include "play/match.h"
#include "play/mcts.h"
#include "play/meter.h"
#include "play/pool.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::play {

// How to judge. Owned by the caller, constant while the work runs.
struct JudgeOptions {
    MctsOptions search;      // of each position; no tree is kept from one to the next
    std::uint64_t seed = 0;  // of the playouts
};

// Owned by the caller, complete when judge_matches returns.
struct Judgements {
    // Of the position before each move of the record, for its mover, from -1 to 1; NaN where chance
    // decides.
    std::vector<float> values;
    std::uint64_t steps = 0;  // of work, which tell how dear the judge is, the same everywhere
    bool complete = false;    // false when stopped: then there are no values
};

// Memory one thread needs. Owned by a Spares list, lent to one thread at a time.
template <Playable P>
struct JudgeWorker {
    Mcts<P> tree;
    P position;
    std::vector<typename P::Move> legal;
};

// What the searched position is worth to its mover: proven, or the mean over all playouts, since
// the best move of a small tree is the luckiest one.
template <Playable P>
float mean_value(const MctsResult<P>& found) {
    if (found.proven != Proven::kUnknown) return found.value;
    double sum = 0.0, visits = 0.0;
    for (const RootMove<P>& move : found.moves) {
        sum += static_cast<double>(move.value) * move.visits;
        visits += move.visits;
    }
    return visits > 0.0 ? static_cast<float>(sum / visits) : 0.0F;
}

namespace detail {

// Judges the positions before the moves of match `index`, from `start`.
template <Playable P>
void judge_match(std::span<float> values, std::span<const typename P::Move> moves, const P& start,
                 const typename P::Policy& policy, const JudgeOptions& options, std::uint64_t index,
                 JudgeWorker<P>& worker, Meter& meter) {
    P& position = worker.position;
    position = start;
    count_with(position, &meter);
    for (std::size_t k = 0; k < moves.size(); ++k) {
        if (position.over()) throw std::invalid_argument("a move after the end");
        position.moves(worker.legal);
        if (std::find(worker.legal.begin(), worker.legal.end(), moves[k]) == worker.legal.end()) {
            throw std::invalid_argument("a move that is not legal");
        }
        values[k] = std::numeric_limits<float>::quiet_NaN();
        if (position.seat() >= 0) {
            Rng rng(options.seed + k, index, Purpose::kJudge);
            worker.tree.reset();
            const MctsResult<P>& found =
                worker.tree.search(position, options.search, policy, rng, &meter);
            if (found.stopped || meter.is_stopped()) throw Stopped{};
            values[k] = mean_value(found);
        }
        position.make(moves[k]);
    }
}

}  // namespace detail

// Replays matches from `start` and judges every position before a move. Match i has the moves
// [offsets[i], offsets[i + 1]); its position k uses the stream (options.seed + k, first_index + i,
// kJudge). Throws std::invalid_argument for offsets that do not fit or a move that is not legal,
// since records may come from a file.
template <Playable P>
    requires(!Hidden<P>)
Judgements judge_matches(const P& start, std::span<const std::int64_t> offsets,
                         std::span<const typename P::Move> moves, const typename P::Policy& policy,
                         const JudgeOptions& options, std::uint64_t first_index, int jobs,
                         StopFlag* stop = nullptr, std::atomic<std::uint64_t>* progress = nullptr,
                         Work* work = nullptr) {
    detail::check_records(offsets, moves.size(), {});
    const std::size_t count = offsets.size() - 1;
    const std::uint64_t limit =
        work != nullptr ? work->limit() : std::numeric_limits<std::uint64_t>::max();
    std::vector<float> values(moves.size());
    std::atomic<std::uint64_t> steps{0};
    Spares<JudgeWorker<P>> spares;
    const auto one = [&](std::size_t i) {
        const auto first = static_cast<std::size_t>(offsets[i]);
        const std::size_t plies = static_cast<std::size_t>(offsets[i + 1]) - first;
        std::unique_ptr<JudgeWorker<P>> worker = spares.take();
        Work spent(limit);  // counted apart from what the caller has spent before
        try {
            Meter meter(stop, &spent);
            detail::judge_match<P>(std::span(values).subspan(first, plies),
                                   moves.subspan(first, plies), start, policy, options,
                                   first_index + i, *worker, meter);
        } catch (const Stopped&) {
            return;  // handled below: the flag stays set
        }
        steps.fetch_add(spent.spent(), std::memory_order_relaxed);
        if (work != nullptr) {
            work->add(spent.spent());
            work->require();
        }
        spares.give(std::move(worker));
        if (progress != nullptr) progress->fetch_add(1, std::memory_order_relaxed);
    };
    const std::size_t done = parallel_for(count, jobs, one, stop);
    if (done < count || (stop != nullptr && stop->requested())) return {};
    return {std::move(values), steps.load(), true};
}

}  // namespace ludwright::play
