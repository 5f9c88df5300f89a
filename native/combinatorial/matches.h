// Searches, matches and annotations of board games, with one signature for every size of set.
//
// The templates of native/play are compiled once per size, in matches_one.cpp, matches_few.cpp and
// matches_large.cpp; the bindings see only what is declared here.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "combinatorial/advisors.h"
#include "combinatorial/position.h"
#include "play/annotate.h"
#include "play/decision.h"
#include "play/judge.h"
#include "play/match.h"
#include "play/meter.h"

namespace ludwright::combinatorial {

using MatchSettings = play::MatchSettingsOf<Policy, 2>;
using Decision = play::Decision<Move>;
using MoveValues = play::MoveValues<Move>;

// The entry points for one size of set. Stateless.
template <int W>
struct Games {
    static play::MatchColumns play(const Position<W>& start, const MatchSettings& settings,
                                   std::uint64_t first_index, std::size_t count, int jobs,
                                   play::StopFlag* stop, std::atomic<std::uint64_t>* progress,
                                   play::Work* work);
    static Decision search(const Position<W>& root, const play::PlayerSpec& spec,
                           const Policy& policy, std::uint64_t seed, std::uint64_t index,
                           play::Meter& meter);
    static MoveValues root_values(const Position<W>& root, const play::AlphaBetaOptions& options,
                                  const Policy& policy, play::Meter& meter);
    static play::Annotations annotate(const Position<W>& start,
                                      std::span<const std::int64_t> offsets,
                                      std::span<const Move> moves, const Policy& policy,
                                      const play::AnnotateOptions& options,
                                      std::uint64_t first_index, int jobs, play::StopFlag* stop,
                                      std::atomic<std::uint64_t>* progress, play::Work* work);
    static play::Judgements judge(const Position<W>& start, std::span<const std::int64_t> offsets,
                                  std::span<const Move> moves, const Policy& policy,
                                  const play::JudgeOptions& options, std::uint64_t first_index,
                                  int jobs, play::StopFlag* stop,
                                  std::atomic<std::uint64_t>* progress, play::Work* work);
};

extern template struct Games<1>;
extern template struct Games<2>;
extern template struct Games<4>;
extern template struct Games<8>;
extern template struct Games<16>;

}  // namespace ludwright::combinatorial
