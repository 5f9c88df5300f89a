// Many random matches at once, of which only sums are kept.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "play/meter.h"
#include "play/players.h"
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

// Plays n matches in blocks, on up to `jobs` threads (0: one per core). For each block,
// play_block(meter, first, last) plays those from first to before last. Throws Stopped if `stop`
// came first.
template <typename Fn>
void play_blocks(std::int64_t n, int jobs, StopFlag* stop, Work* work, Fn&& play_block) {
    constexpr std::int64_t kBlock = 64;
    const auto run = [&](std::size_t block) {
        Meter meter(stop, work);
        const std::int64_t first = static_cast<std::int64_t>(block) * kBlock;
        play_block(meter, first, std::min(n, first + kBlock));
    };
    const auto blocks =
        static_cast<std::size_t>((std::max<std::int64_t>(n, 0) + kBlock - 1) / kBlock);
    if (parallel_for(blocks, jobs, run, stop) < blocks) throw Stopped{};
}

namespace detail {

// Sums the results of n matches. Each block of matches has its own player(meter), which plays
// match i and returns its result.
template <Playable P, typename Fn>
PlayoutSums<P::kMostSeats> sum_results(std::int64_t n, int jobs, StopFlag* stop, Work* work,
                                       Fn&& player) {
    PlayoutSums<P::kMostSeats> total;
    std::mutex total_mutex;
    play_blocks(n, jobs, stop, work, [&](Meter& meter, std::int64_t first, std::int64_t last) {
        PlayoutSums<P::kMostSeats> sum;
        auto play = player(meter);
        for (std::int64_t i = first; i < last; ++i) {
            const PlayoutResultOf<P::kMostSeats> result = play(static_cast<std::uint64_t>(i));
            spend_plies<P>(meter, result.plies);
            sum.add(result);
        }
        const std::lock_guard lock(total_mutex);
        total.add(sum);
    });
    return total;
}

}  // namespace detail

// Scripts at a table, who play one match after the other.
template <HasQuickScripts P>
class ScriptTable {
   public:
    ScriptTable(const P& start, std::span<const PlayerSpec> players, std::uint64_t seed,
                int max_plies, Meter& meter)
        : start_(start), players_(players), seed_(seed), max_plies_(max_plies), meter_(&meter) {
        count_with(start_, meter_);
    }

    PlayoutResultOf<P::kMostSeats> operator()(std::uint64_t index) {
        return play(index, [](const P&) {});
    }

    // The same; `watch` sees the position after each ply.
    template <typename Watch>
    PlayoutResultOf<P::kMostSeats> play(std::uint64_t index, Watch&& watch) {
        sit_down(index);
        position_ = start_;
        Rng setup(seed_, index, Purpose::kSetup), chance(seed_, index, Purpose::kChance);
        Rng* events = &setup;  // until the first decision
        std::int32_t plies = 0;
        for (; plies < max_plies_ && !position_.over(); ++plies) {
            const int seat = position_.seat();
            if (seat < 0) {
                position_.make(position_.draw(*events));
            } else {
                events = &chance;
                const auto at = static_cast<std::size_t>(seat);
                position_.make(scripts_[at].choose(position_, no_list_, streams_[at]));
            }
            watch(std::as_const(position_));
        }
        if (position_.over()) return {position_.outcome(), plies};
        return {OutcomeOf<P::kMostSeats>::shared(start_.seats(), Reason::kPlyLimit), plies};
    }

    // Where the last match ended, and who played it.
    const P& position() const { return position_; }
    const typename P::Script& script(int seat) const {
        return scripts_[static_cast<std::size_t>(seat)];
    }

   private:
    void sit_down(std::uint64_t index) {
        streams_.clear();
        for (std::uint32_t seat = 0; seat < players_.size(); ++seat) {
            scripts_[seat].begin(players_[seat].script, players_[seat].settings);
            count_with(scripts_[seat], meter_);
            streams_.emplace_back(seed_, index, player_purpose(seat));
        }
    }

    P start_, position_;
    std::span<const PlayerSpec> players_;  // by seat; the caller's
    std::array<typename P::Script, P::kMostSeats> scripts_;
    std::vector<Rng> streams_;
    std::vector<typename P::Move> no_list_;
    std::uint64_t seed_;
    int max_plies_;
    Meter* meter_;
};

// Plays that many random matches to the end. Match i draws from (seed, i).
template <Playable P>
PlayoutSums<P::kMostSeats> sum_playouts(const P& from, std::int64_t n, std::uint64_t seed,
                                        int max_plies, int jobs, StopFlag* stop = nullptr,
                                        Work* work = nullptr) {
    return detail::sum_results<P>(n, jobs, stop, work, [&](Meter& meter) {
        P start = from;
        count_with(start, &meter);
        return [=, position = P()](std::uint64_t index) mutable {
            Rng rng(seed, index, Purpose::kPlayer);
            position = start;
            return position.playout(rng, max_plies);
        };
    });
}

// The same by one script for each seat: the matches that play_matches() plays, without records.
template <HasQuickScripts P>
PlayoutSums<P::kMostSeats> sum_playouts(const P& from, std::span<const PlayerSpec> players,
                                        std::int64_t n, std::uint64_t seed, int max_plies, int jobs,
                                        StopFlag* stop = nullptr, Work* work = nullptr) {
    return detail::sum_results<P>(n, jobs, stop, work, [&](Meter& meter) {
        return ScriptTable<P>(from, players, seed, max_plies, meter);
    });
}

}  // namespace ludwright::play
