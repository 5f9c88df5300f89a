// All of Games, for the files that compile it for some sizes of set each.

#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include "combinatorial/matches.h"

namespace ludwright::combinatorial {

namespace detail {

inline std::vector<std::int32_t> flat_moves(std::span<const Move> moves) {
    std::vector<std::int32_t> flat;
    flat.reserve(moves.size() * 4);
    for (const Move& m : moves) flat.insert(flat.end(), {m.rule, m.source, m.target, m.option});
    return flat;
}

}  // namespace detail

template <int W>
MatchTable Games<W>::play(const Position<W>& start, const MatchOrder& order, play::StopFlag* stop,
                          std::atomic<std::uint64_t>* progress, play::Work* work) {
    using P = Position<W>;
    play::MatchSettings<P> settings;
    for (int i = 0; i < 2; ++i) {
        settings.specs[i] = order.specs[i];
        settings.policies[i] = order.policies[i];
    }
    settings.judge = order.judge;
    settings.kappa = order.kappa;
    settings.seed = order.seed;
    settings.openings = order.openings;
    settings.max_plies = order.max_plies;
    settings.max_seconds = order.max_seconds;
    settings.swap_seats = order.swap_seats;
    play::MatchColumns<P> columns = play::play_matches(
        start, settings, order.first_index, order.count, order.jobs, stop, progress, work);
    MatchTable table;
    table.offsets = std::move(columns.offsets);
    table.moves = detail::flat_moves(columns.moves);
    table.seats = std::move(columns.seats);
    table.options = std::move(columns.options);
    table.leads = std::move(columns.leads);
    table.values = std::move(columns.values);
    table.start_leads = std::move(columns.start_leads);
    table.scores = std::move(columns.scores);
    table.reasons.reserve(columns.reasons.size());
    for (const Reason reason : columns.reasons) {
        table.reasons.push_back(static_cast<std::uint8_t>(reason));
    }
    table.indices = std::move(columns.indices);
    table.opening_plies = std::move(columns.opening_plies);
    table.swapped = std::move(columns.swapped);
    table.out_of_time = std::move(columns.out_of_time);
    table.finished = std::move(columns.finished);
    table.work = std::move(columns.work);
    return table;
}

template <int W>
SearchTable Games<W>::search(const Position<W>& root, const play::PlayerSpec& spec,
                             const Policy& policy, std::uint64_t seed, std::uint64_t index,
                             play::Meter& meter) {
    using P = Position<W>;
    P counted = root;
    counted.count_with(&meter);
    if (counted.over()) throw std::invalid_argument("search from a position that is over");
    SearchTable table;
    counted.moves(table.moves);
    const std::size_t n = table.moves.size();
    if (n == 0) throw std::logic_error("no legal move, yet the match is not over");
    table.visits.assign(n, 0);
    table.values.assign(n, std::numeric_limits<float>::quiet_NaN());
    Rng rng(seed, index, play::player_purpose(static_cast<std::uint32_t>(root.seat())));
    switch (spec.kind) {
        case play::PlayerKind::kMcts: {
            const auto mcts = std::make_unique<play::Mcts<P>>();
            const play::MctsResult<P>& found =
                mcts->search(counted, spec.mcts, policy, rng, &meter);
            table.best = found.best;
            table.value = found.value;
            table.proven = found.proven;
            table.work = found.iterations;
            table.out_of_time = found.out_of_time;
            table.stopped = found.stopped;
            for (const play::RootMove<P>& row : found.moves) {
                const auto at = std::find(table.moves.begin(), table.moves.end(), row.move);
                if (at == table.moves.end()) continue;
                const auto i = static_cast<std::size_t>(at - table.moves.begin());
                table.visits[i] = row.visits;
                table.values[i] = row.value;
            }
            return table;
        }
        case play::PlayerKind::kGreedy:
        case play::PlayerKind::kAlphaBeta: {
            play::AlphaBetaOptions options = spec.alphabeta;
            if (spec.kind == play::PlayerKind::kGreedy) options.depth = 1;
            const auto searcher = std::make_unique<play::AlphaBeta<P>>();
            const play::AlphaBetaResult<P>& found =
                searcher->search(counted, options, policy, rng, &meter);
            table.best = found.best;
            table.value = found.value;
            table.work = found.nodes;
            table.depth = found.depth;
            table.out_of_time = found.out_of_time;
            table.stopped = found.stopped;
            if (!table.stopped) {
                searcher->root_values(counted, options, policy, table.values, &meter);
            }
            return table;
        }
        default: {
            const auto chooser = std::make_unique<play::Chooser<P>>();
            chooser->begin(spec, policy, &meter);
            const play::Choice<P> choice = chooser->choose(counted, table.moves, rng);
            table.best = choice.move;
            table.value = choice.value;
            table.work = choice.work;
            return table;
        }
    }
}

template <int W>
RootTable Games<W>::root_values(const Position<W>& root, const play::AlphaBetaOptions& options,
                                const Policy& policy, play::Meter& meter) {
    Position<W> counted = root;
    counted.count_with(&meter);
    if (counted.over()) throw std::invalid_argument("values of moves in a position that is over");
    RootTable table;
    counted.moves(table.moves);
    const auto searcher = std::make_unique<play::AlphaBeta<Position<W>>>();
    table.depth = searcher->root_values(counted, options, policy, table.values, &meter);
    return table;
}

template <int W>
play::Annotations Games<W>::annotate(const Position<W>& start,
                                     std::span<const std::int64_t> offsets,
                                     std::span<const Move> moves, const Policy& policy,
                                     const play::AnnotateOptions& options,
                                     std::uint64_t first_index, int jobs, play::StopFlag* stop,
                                     std::atomic<std::uint64_t>* progress, play::Work* work) {
    return play::annotate(start, offsets, moves, policy, options, first_index, jobs, stop, progress,
                          work);
}

}  // namespace ludwright::combinatorial
