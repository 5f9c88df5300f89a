// Many random matches at once, of which only sums are kept.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "play/meter.h"
#include "play/pool.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::play {

// The summed results of matches for at most `Most` seats.
template <int Most>
struct PlayoutSums {
    std::array<std::int64_t, Most> wins{};  // matches in which a seat scored more than any other
    std::int64_t shared = 0;                // the others
    std::int64_t plies = 0, squares = 0;    // lengths, and their squares
    std::int64_t limits = 0;                // matches that were too long

    void add(const PlayoutResultOf<Most>& result) {
        const auto& scores = result.outcome.scores;
        const auto best = std::max_element(scores.begin(), scores.end());
        if (std::count(best, scores.end(), *best) == 1) {
            ++wins[static_cast<std::size_t>(best - scores.begin())];
        } else {
            ++shared;
        }
        plies += result.plies;
        squares += static_cast<std::int64_t>(result.plies) * result.plies;
        limits += result.outcome.reason == Reason::kPlyLimit;
    }

    void add(const PlayoutSums& other) {
        for (std::size_t seat = 0; seat < wins.size(); ++seat) wins[seat] += other.wins[seat];
        shared += other.shared;
        plies += other.plies;
        squares += other.squares;
        limits += other.limits;
    }
};

// Limits such that the sum of the squares of all lengths fits into 64 bits.
inline constexpr std::int64_t kMostPlayouts = 1'000'000'000;
inline constexpr std::int64_t kMostPlayoutPlies = 1'000'000;

// Plays that many random matches to the end, on up to `jobs` threads (0: one per core). Match i
// draws from (seed, i). Throws Stopped if `stop` came first.
template <Playable P>
PlayoutSums<P::kMostSeats> sum_playouts(const P& from, std::int64_t n, std::uint64_t seed,
                                        int max_plies, int jobs, StopFlag* stop = nullptr,
                                        Work* work = nullptr) {
    constexpr std::int64_t kBlock = 64;
    PlayoutSums<P::kMostSeats> total;
    std::mutex total_mutex;
    const auto play_block = [&](std::size_t block) {
        PlayoutSums<P::kMostSeats> sum;
        Meter meter(stop, work);
        P start = from;
        count_with(start, &meter);
        P position;
        const std::int64_t first = static_cast<std::int64_t>(block) * kBlock;
        for (std::int64_t i = first; i < std::min(n, first + kBlock); ++i) {
            Rng rng(seed, static_cast<std::uint64_t>(i), Purpose::kPlayer);
            position = start;
            const auto result = position.playout(rng, max_plies);
            spend_plies<P>(meter, result.plies);
            sum.add(result);
        }
        const std::lock_guard lock(total_mutex);
        total.add(sum);
    };
    const auto blocks =
        static_cast<std::size_t>((std::max<std::int64_t>(n, 0) + kBlock - 1) / kBlock);
    if (parallel_for(blocks, jobs, play_block, stop) < blocks) throw Stopped{};
    return total;
}

}  // namespace ludwright::play
