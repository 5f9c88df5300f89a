// One decision of a player, with what it found out about every legal move.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "play/alphabeta.h"
#include "play/ismcts.h"
#include "play/mcts.h"
#include "play/meter.h"
#include "play/players.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::play {

// Owned by the caller, complete when decide() returns. Visits and values run parallel to the legal
// moves, in the order of moves(); 0 and NaN where the player does not look at single moves.
template <typename Move>
struct Decision {
    Move best{};
    float value = 0.0F;  // for the mover; NaN from players that do not search
    Proven proven = Proven::kUnknown;
    std::uint64_t work = 0;
    std::int32_t depth = 0;  // reached by alpha-beta
    bool out_of_time = false;
    bool stopped = false;
    std::vector<Move> moves;
    std::vector<std::uint32_t> visits;
    std::vector<float> values;
};

// The values of all legal moves at one depth, in the order of moves().
template <typename Move>
struct MoveValues {
    std::vector<Move> moves;
    std::vector<float> values;
    std::int32_t depth = 0;
};

namespace detail {

// The rows of a search of a tree, in the order of the decision's moves.
template <Playable P>
void take_result(Decision<typename P::Move>& decision, const MctsResult<P>& found) {
    decision.best = found.best;
    decision.value = found.value;
    decision.proven = found.proven;
    decision.work = found.iterations;
    decision.out_of_time = found.out_of_time;
    decision.stopped = found.stopped;
    for (const RootMove<P>& row : found.moves) {
        const auto at = std::find(decision.moves.begin(), decision.moves.end(), row.move);
        if (at == decision.moves.end()) continue;
        const auto i = static_cast<std::size_t>(at - decision.moves.begin());
        decision.visits[i] = row.visits;
        decision.values[i] = row.value;
    }
}

template <TwoSided P>
void decide_by_alphabeta(Decision<typename P::Move>& decision, const P& root,
                         const AlphaBetaOptions& options, const typename P::Policy& policy,
                         Rng& rng, Meter& meter) {
    const auto searcher = std::make_unique<AlphaBeta<P>>();
    const AlphaBetaResult<P>& found = searcher->search(root, options, policy, rng, &meter);
    decision.best = found.best;
    decision.value = found.value;
    decision.work = found.nodes;
    decision.depth = found.depth;
    decision.out_of_time = found.out_of_time;
    decision.stopped = found.stopped;
    if (!decision.stopped) {
        searcher->root_values(root, options, policy, decision.values, &meter);
    }
}

}  // namespace detail

// What a player would do in `position`, which is not over and where a seat decides. Where something
// is hidden it gets a position that the seat may believe in, so the decision depends on nothing
// else. All randomness comes from (seed, index).
template <Playable P>
Decision<typename P::Move> decide(const P& position, const PlayerSpec& spec,
                                  const typename P::Policy& policy, std::uint64_t seed,
                                  std::uint64_t index, Meter& meter) {
    require_player<P>(spec.kind);
    P root = position;
    count_with(root, &meter);
    if (root.over()) throw std::invalid_argument("search from a position that is over");
    if (root.seat() < 0) throw std::invalid_argument("search where chance decides");
    const auto seat = static_cast<std::uint32_t>(root.seat());
    if constexpr (Hidden<P>) {
        if (is_concealed(root, root.seat())) {
            Rng redeals(seed, index, redeal_purpose(seat));
            root.redeal(static_cast<int>(seat), redeals);
        }
    }
    Decision<typename P::Move> decision;
    root.moves(decision.moves);
    const std::size_t n = decision.moves.size();
    if (n == 0) throw std::logic_error("no legal move, yet the match is not over");
    decision.visits.assign(n, 0);
    decision.values.assign(n, std::numeric_limits<float>::quiet_NaN());
    Rng rng(seed, index, player_purpose(seat));
    if (spec.kind == PlayerKind::kMcts) {
        const auto tree = std::make_unique<Mcts<P>>();
        detail::take_result(decision, tree->search(root, spec.mcts, policy, rng, &meter));
        return decision;
    }
    if (spec.kind == PlayerKind::kIsmcts) {
        const auto tree = std::make_unique<Ismcts<P>>();
        detail::take_result(decision, tree->search(root, spec.mcts, policy, rng, &meter));
        return decision;
    }
    if constexpr (TwoSided<P>) {
        if (spec.kind == PlayerKind::kGreedy || spec.kind == PlayerKind::kAlphaBeta) {
            AlphaBetaOptions options = spec.alphabeta;
            if (spec.kind == PlayerKind::kGreedy) options.depth = 1;
            detail::decide_by_alphabeta(decision, root, options, policy, rng, meter);
            return decision;
        }
    }
    const auto chooser = std::make_unique<Chooser<P>>();
    chooser->begin(spec, policy, &meter);
    const Choice<P> choice = chooser->choose(root, decision.moves, rng);
    decision.best = choice.move;
    decision.value = choice.value;
    decision.work = choice.work;
    decision.out_of_time = choice.out_of_time;
    decision.stopped = choice.stopped;
    return decision;
}

// The values of all legal moves in `position`, for the mover, by alpha-beta search.
template <TwoSided P>
MoveValues<typename P::Move> value_moves(const P& position, const AlphaBetaOptions& options,
                                         const typename P::Policy& policy, Meter& meter) {
    P root = position;
    count_with(root, &meter);
    if (root.over()) throw std::invalid_argument("values of moves in a position that is over");
    MoveValues<typename P::Move> found;
    root.moves(found.moves);
    const auto searcher = std::make_unique<AlphaBeta<P>>();
    found.depth = searcher->root_values(root, options, policy, found.values, &meter);
    return found;
}

}  // namespace ludwright::play
