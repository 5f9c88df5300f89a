// What the three yardsticks share: the random generator, drawing a set bit, and the timed report.
// They show how fast a single game can be played, so that a general engine can be compared with them.
#pragma once

#include <immintrin.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace yardstick {

using Set = std::uint64_t;

// xoshiro256++ of Blackman and Vigna, seeded by splitmix64.
class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (std::uint64_t& word : state_) {
            seed += 0x9e3779b97f4a7c15U;
            std::uint64_t mixed = seed;
            mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
            mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
            word = mixed ^ (mixed >> 31U);
        }
    }

    // A number below the bound, exactly uniform (Lemire's method: rejects once in 2^32 / bound draws).
    std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = high_half() * bound;
        if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
            const std::uint32_t threshold = -bound % bound;
            while (static_cast<std::uint32_t>(product) < threshold) product = high_half() * bound;
        }
        return static_cast<std::uint32_t>(product >> 32U);
    }

private:
    static std::uint64_t rotate(std::uint64_t value, unsigned places) {
        return (value << places) | (value >> (64U - places));
    }

    std::uint64_t high_half() {
        const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17U;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotate(state_[3], 45);
        return result >> 32U;
    }

    std::uint64_t state_[4];
};

inline std::uint32_t count(Set set) { return static_cast<std::uint32_t>(_mm_popcnt_u64(set)); }

// Element number `index` of the set, counted from the lowest, as a set of one.
inline Set select(Set set, std::uint32_t index) { return _pdep_u64(Set{1} << index, set); }

// How one match ended: the winner is +1 for the first player, -1 for the second, 0 for a draw.
struct Outcome {
    int winner;
    int plies;
};

inline double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Tally {
    std::uint64_t playouts = 0, first = 0, second = 0, plies = 0, squares = 0;

    void add(Outcome outcome) {
        ++playouts;
        first += static_cast<std::uint64_t>(outcome.winner > 0);
        second += static_cast<std::uint64_t>(outcome.winner < 0);
        plies += static_cast<std::uint64_t>(outcome.plies);
        squares += static_cast<std::uint64_t>(outcome.plies) * static_cast<std::uint64_t>(outcome.plies);
    }

    void print(const char* game, double seconds) const {
        const double matches = static_cast<double>(playouts);
        const double mean = static_cast<double>(plies) / matches;
        const double variance = static_cast<double>(squares) / matches - mean * mean;
        std::printf(
            "{\"game\": \"%s\", \"playouts\": %llu, \"playouts_per_second\": %.1f, \"plies_per_playout\": %.6f, "
            "\"plies_per_playout_error\": %.6f, \"first_wins\": %.6f, \"second_wins\": %.6f, \"draws\": %.6f}\n",
            game, static_cast<unsigned long long>(playouts), matches / seconds, mean, std::sqrt(variance / matches),
            static_cast<double>(first) / matches, static_cast<double>(second) / matches,
            static_cast<double>(playouts - first - second) / matches);
    }
};

// Play matches for the processor time given on the command line (followed by the seed), and report.
template <typename Play>
int run(const char* game, int argument_count, char** arguments, Play play) {
    const double seconds = argument_count > 1 ? std::atof(arguments[1]) : 1.0;
    Random random(argument_count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1);
    constexpr int matches_between_looks_at_the_clock = 1000;
    Tally tally;
    const double start = processor_seconds();
    double spent = 0.0;
    do {
        for (int match = 0; match < matches_between_looks_at_the_clock; ++match) tally.add(play(random));
        spent = processor_seconds() - start;
    } while (spent < seconds);
    tally.print(game, spent);
    return 0;
}

}  // namespace yardstick
