// Annotations: columns computed afterwards over the positions of recorded matches, so that a new
// criterion runs over old records. Of games with two sides: others have no values of moves.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "play/alphabeta.h"
#include "play/match.h"
#include "play/meter.h"
#include "play/pool.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::play {

// What to compute. Owned by the caller, constant while the work runs.
struct AnnotateOptions {
    std::int32_t value_depth = 0;  // of the values of legal moves; 0: leave them out
    std::int32_t best_depths = 0;  // best moves at depths 1 … this, at most 4; 0: leave them out
    bool threats = false;
    AlphaBetaOptions search;  // beam, node budget per position, kappa; its depth is not read
    std::uint64_t seed = 0;   // ties between best moves
    std::span<const std::uint8_t> chosen;  // one per position, 0: leave it out; empty: take all
};

constexpr int kBestDepths = 4;

// Whether a seat could win with one move if it were its turn. Values cross the border.
enum class Threat : std::int8_t { kUnknown = -1, kNo = 0, kYes = 1 };

// Columns over positions: position k of a match is the one before its move k, so they run parallel
// to the record's plies. Owned by the caller, complete when annotate returns; a column that was not
// requested is empty. A position that was not chosen has only `played`: no values, -1 elsewhere.
struct Annotations {
    std::vector<std::int64_t> value_offsets;  // positions + 1, into `values`
    std::vector<float> values;              // of legal moves in the order of moves(), for the mover
    std::vector<std::int8_t> value_depths;  // reached, less if a budget ran out; -1 not chosen
    std::vector<std::int32_t> played;       // index of the move made in that order
    std::vector<std::int32_t> best;         // kBestDepths per position: indices; -1 not reached
    std::vector<Threat> threats;            // two per position, by seat
    bool complete = false;                  // false when stopped: then all columns are empty
};

// Memory one thread needs. Owned by a Spares list, lent to one thread at a time.
template <TwoSided P>
struct AnnotateWorker {
    AlphaBeta<P> search;
    P position;
    P child;
    std::vector<typename P::Move> legal;
    std::vector<typename P::Move> replies;
    std::vector<float> values;
};

// Whether `seat` has a move in `position`, taken as if it were its turn, that wins at once.
template <TwoSided P>
Threat threat_of(const P& position, int seat, AnnotateWorker<P>& worker) {
    const auto wins = [&](const P& from) {
        if (from.over()) return Threat::kNo;
        from.moves(worker.replies);
        for (const typename P::Move move : worker.replies) {
            worker.child = from;
            worker.child.make(move);
            if (worker.child.over() && result_for(worker.child.outcome(), seat) > 0) {
                return Threat::kYes;
            }
        }
        return Threat::kNo;
    };
    if (position.seat() == seat) return wins(position);
    if constexpr (CanSwitchSeat<P>) {
        return wins(position.with_seat_to_move(seat));
    } else {
        return Threat::kUnknown;
    }
}

namespace detail {

// The same for the mover, from the values of its moves: a win at once is worth 0.999, a later one
// 0.998 or less.
inline Threat threat_among(std::span<const float> values) {
    static constexpr float kLater = 0.9985F;
    const bool wins = std::any_of(values.begin(), values.end(), [](float v) { return v > kLater; });
    return wins ? Threat::kYes : Threat::kNo;
}

// Adds one position's part of the columns; worker.position and worker.legal are current.
template <TwoSided P>
void annotate_position(Annotations& out, const AnnotateOptions& options,
                       const typename P::Policy& policy, AnnotateWorker<P>& worker, Rng& rng,
                       Meter& meter) {
    AlphaBetaOptions search = options.search;
    int reached = 0;
    if (options.value_depth > 0) {
        search.depth = options.value_depth;
        reached = worker.search.root_values(worker.position, search, policy, worker.values, &meter);
        out.values.insert(out.values.end(), worker.values.begin(), worker.values.end());
        out.value_offsets.push_back(static_cast<std::int64_t>(out.values.size()));
        out.value_depths.push_back(static_cast<std::int8_t>(reached));
    }
    if (options.best_depths > 0) {
        search.depth = std::min(options.best_depths, kBestDepths);
        const AlphaBetaResult<P>& found =
            worker.search.search(worker.position, search, policy, rng, &meter);
        const std::vector<std::int32_t>& indices = found.best_indices;
        // A search that ended early within its budget had nothing more to find.
        const bool settled = !found.out_of_nodes && !found.out_of_time && !found.stopped;
        for (int d = 0; d < kBestDepths; ++d) {
            const bool known = d < static_cast<int>(indices.size());
            const bool same = settled && !indices.empty() && d < search.depth;
            out.best.push_back(known  ? indices[static_cast<std::size_t>(d)]
                               : same ? indices.back()
                                      : -1);
        }
    }
    if (options.threats) {
        for (int seat = 0; seat < 2; ++seat) {
            const bool known = reached > 0 && seat == worker.position.seat();
            out.threats.push_back(known ? threat_among(worker.values)
                                        : threat_of(worker.position, seat, worker));
        }
    }
}

// Adds the empty part of a position that was not chosen.
inline void skip_position(Annotations& out, const AnnotateOptions& options) {
    if (options.value_depth > 0) {
        out.value_offsets.push_back(static_cast<std::int64_t>(out.values.size()));
        out.value_depths.push_back(-1);
    }
    if (options.best_depths > 0) out.best.insert(out.best.end(), kBestDepths, -1);
    if (options.threats) out.threats.insert(out.threats.end(), 2, Threat::kUnknown);
}

inline void check_records(std::span<const std::int64_t> offsets, std::size_t moves,
                          const AnnotateOptions& options) {
    if (offsets.empty() || offsets.front() != 0 ||
        offsets.back() != static_cast<std::int64_t>(moves) ||
        !std::is_sorted(offsets.begin(), offsets.end())) {
        throw std::invalid_argument("offsets must rise from 0 to the number of moves");
    }
    if (!options.chosen.empty() && options.chosen.size() != moves) {
        throw std::invalid_argument("expected one choice per move or none, got " +
                                    std::to_string(options.chosen.size()) + " for " +
                                    std::to_string(moves) + " moves");
    }
}

// Annotates the moves [begin, end) of a match; the worker holds the position before the first.
template <TwoSided P>
void annotate_match(Annotations& out, std::int64_t begin, std::int64_t end,
                    std::span<const typename P::Move> moves, const typename P::Policy& policy,
                    const AnnotateOptions& options, std::uint64_t index, AnnotateWorker<P>& worker,
                    Meter& meter) {
    for (std::int64_t k = begin; k < end; ++k) {
        if (meter.is_stopped()) throw Stopped{};
        const auto at_ply = static_cast<std::size_t>(k);
        const typename P::Move move = moves[at_ply];
        if (worker.position.over()) throw std::invalid_argument("a move after the end");
        worker.position.moves(worker.legal);
        const auto at = std::find(worker.legal.begin(), worker.legal.end(), move);
        if (at == worker.legal.end()) throw std::invalid_argument("a move that is not legal");
        out.played.push_back(static_cast<std::int32_t>(at - worker.legal.begin()));
        if (options.chosen.empty() || options.chosen[at_ply] != 0) {
            Rng rng(options.seed + static_cast<std::uint64_t>(k - begin), index, Purpose::kJudge);
            annotate_position(out, options, policy, worker, rng, meter);
        } else {
            skip_position(out, options);
        }
        worker.position.make(move);
    }
}

// The annotations of all matches, one after another.
inline Annotations joined(const std::vector<Annotations>& parts, const AnnotateOptions& options) {
    Annotations out;
    out.complete = true;
    const auto append = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    if (options.value_depth > 0) out.value_offsets.push_back(0);
    for (const Annotations& part : parts) {
        const auto base = static_cast<std::int64_t>(out.values.size());
        for (const std::int64_t offset : part.value_offsets) {
            out.value_offsets.push_back(base + offset);
        }
        append(out.values, part.values);
        append(out.value_depths, part.value_depths);
        append(out.played, part.played);
        append(out.best, part.best);
        append(out.threats, part.threats);
    }
    return out;
}

}  // namespace detail

// Replays matches from `start` and annotates the chosen positions before a move. Match i has the
// moves [offsets[i], offsets[i + 1]); its position k uses the stream (options.seed + k,
// first_index + i, kJudge), so it does not matter which other positions are chosen. Throws
// std::invalid_argument for offsets or choices that do not fit or a move that is not legal, since
// records may come from a file.
template <TwoSided P>
Annotations annotate(const P& start, std::span<const std::int64_t> offsets,
                     std::span<const typename P::Move> moves, const typename P::Policy& policy,
                     const AnnotateOptions& options, std::uint64_t first_index, int jobs,
                     StopFlag* stop = nullptr, std::atomic<std::uint64_t>* progress = nullptr,
                     Work* work = nullptr) {
    detail::check_records(offsets, moves.size(), options);
    const std::size_t count = offsets.size() - 1;
    std::vector<Annotations> parts(count);
    Spares<AnnotateWorker<P>> spares;
    const auto one = [&](std::size_t i) {
        std::unique_ptr<AnnotateWorker<P>> worker = spares.take();
        Meter meter(stop, work);
        worker->position = start;
        count_with(worker->position, &meter);
        try {
            detail::annotate_match<P>(parts[i], offsets[i], offsets[i + 1], moves, policy, options,
                                      first_index + i, *worker, meter);
        } catch (const Stopped&) {
            return;  // handled below: the flag stays set
        }
        spares.give(std::move(worker));
        if (progress != nullptr) progress->fetch_add(1, std::memory_order_relaxed);
    };
    const std::size_t done = parallel_for(count, jobs, one, stop);
    if (work != nullptr) work->require();
    if (done < count || (stop != nullptr && stop->requested())) return {};
    return detail::joined(parts, options);
}

}  // namespace ludwright::play
