// Searches, matches and annotations of board games, with one signature for every size of set.
//
// The templates of native/play are compiled once per size, in matches_one.cpp, matches_few.cpp and
// matches_large.cpp; the bindings see only what is declared here.

#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "combinatorial/advisors.h"
#include "combinatorial/position.h"
#include "play/annotate.h"
#include "play/match.h"
#include "play/meter.h"

namespace ludwright::combinatorial {

// The settings of a playtest; owned by the caller, constant while matches run.
struct MatchOrder {
    play::PlayerSpec specs[2];
    Policy policies[2];
    Policy judge;
    float kappa = 1.0F;
    std::uint64_t seed = 0;
    std::vector<std::int32_t> openings;
    std::int32_t max_plies = 1000;
    double max_seconds = 0.0;
    bool swap_seats = false;
    std::uint64_t first_index = 0;
    std::size_t count = 0;
    int jobs = 1;
};

// play::MatchColumns without the type of the position, moves as four numbers each.
struct MatchTable {
    std::vector<std::int64_t> offsets;
    std::vector<std::int32_t> moves;
    std::vector<std::uint8_t> seats;
    std::vector<std::int32_t> options;
    std::vector<float> leads, values, start_leads, scores;
    std::vector<std::uint8_t> reasons;
    std::vector<std::uint64_t> indices;
    std::vector<std::int32_t> opening_plies;
    std::vector<std::uint8_t> swapped, out_of_time, finished;
    std::vector<std::uint64_t> work;
};

// The result of one search, with a row for every legal move in the order of moves().
struct SearchTable {
    Move best;
    float value = 0.0F;  // for the mover; NaN from players that do not search
    play::Proven proven = play::Proven::kUnknown;
    std::uint64_t work = 0;
    std::int32_t depth = 0;  // reached by alpha-beta
    bool out_of_time = false;
    bool stopped = false;
    std::vector<Move> moves;
    std::vector<std::uint32_t> visits;
    std::vector<float> values;
};

struct RootTable {
    std::vector<Move> moves;
    std::vector<float> values;
    std::int32_t depth = 0;
};

// The entry points for one size of set. Stateless.
template <int W>
struct Games {
    static MatchTable play(const Position<W>& start, const MatchOrder& order, play::StopFlag* stop,
                           std::atomic<std::uint64_t>* progress, play::Work* work);
    static SearchTable search(const Position<W>& root, const play::PlayerSpec& spec,
                              const Policy& policy, std::uint64_t seed, std::uint64_t index,
                              play::Meter& meter);
    static RootTable root_values(const Position<W>& root, const play::AlphaBetaOptions& options,
                                 const Policy& policy, play::Meter& meter);
    static play::Annotations annotate(const Position<W>& start,
                                      std::span<const std::int64_t> offsets,
                                      std::span<const Move> moves, const Policy& policy,
                                      const play::AnnotateOptions& options,
                                      std::uint64_t first_index, int jobs, play::StopFlag* stop,
                                      std::atomic<std::uint64_t>* progress, play::Work* work);
};

extern template struct Games<1>;
extern template struct Games<2>;
extern template struct Games<4>;
extern template struct Games<8>;
extern template struct Games<16>;

}  // namespace ludwright::combinatorial
