// All of Games, for the files that compile it for some sizes of set each.

#pragma once

#include "combinatorial/matches.h"

namespace ludwright::combinatorial {

template <int W>
play::MatchColumns Games<W>::play(const Position<W>& start, const MatchSettings& settings,
                                  std::uint64_t first_index, std::size_t count, int jobs,
                                  play::StopFlag* stop, std::atomic<std::uint64_t>* progress,
                                  play::Work* work) {
    return play::play_matches(start, settings, first_index, count, jobs, stop, progress, work);
}

template <int W>
Decision Games<W>::search(const Position<W>& root, const play::PlayerSpec& spec,
                          const Policy& policy, std::uint64_t seed, std::uint64_t index,
                          play::Meter& meter) {
    return play::decide(root, spec, policy, seed, index, meter);
}

template <int W>
MoveValues Games<W>::root_values(const Position<W>& root, const play::AlphaBetaOptions& options,
                                 const Policy& policy, play::Meter& meter) {
    return play::value_moves(root, options, policy, meter);
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

template <int W>
play::Judgements Games<W>::judge(const Position<W>& start, std::span<const std::int64_t> offsets,
                                 std::span<const Move> moves, const Policy& policy,
                                 const play::JudgeOptions& options, std::uint64_t first_index,
                                 int jobs, play::StopFlag* stop,
                                 std::atomic<std::uint64_t>* progress, play::Work* work) {
    return play::judge_matches(start, offsets, moves, policy, options, first_index, jobs, stop,
                               progress, work);
}

}  // namespace ludwright::combinatorial
