// Randomness: xoshiro256++ inside a match, seeded by splitmix64 over (run seed, match, purpose).
//
// A stream depends on those three numbers only, never on the game, the thread or the machine, so
// results are the same for any number of threads, and games can be compared on the same numbers.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace ludwright::play {

// What a stream is for. Streams of different purposes are independent: a player that draws more
// does not change the dice. Values are part of every recorded result: append, never renumber.
enum class Purpose : std::uint64_t {
    kChance = 0,    // dice, shuffles: the randomness of the rules
    kPlayer = 1,    // choices of the players; add the seat to keep seats apart
    kJudge = 2,     // annotations over recorded positions
    kSetup = 3,     // starting positions
    kExternal = 4,  // handed to code outside the core
    kPlayerSeat0 = 16,
    kRedealSeat0 = std::uint64_t{1} << 33,  // what a seat may believe; beyond all players
};

// The purpose of the player in `seat`, for any seat below 2^32.
constexpr Purpose player_purpose(std::uint32_t seat) {
    return static_cast<Purpose>(static_cast<std::uint64_t>(Purpose::kPlayerSeat0) + seat);
}

// The purpose of the redeals for the player in `seat`: they do not change its choices.
constexpr Purpose redeal_purpose(std::uint32_t seat) {
    return static_cast<Purpose>(static_cast<std::uint64_t>(Purpose::kRedealSeat0) + seat);
}

// One step of splitmix64 (Steele, Lea & Flood 2014): advances `state`, returns a mixed word.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

// xoshiro256++ 1.0 (Blackman & Vigna 2019). Meets UniformRandomBitGenerator; prefer below() and
// shuffle() to the standard library's distributions, whose results differ between libraries.
class Rng {
   public:
    using result_type = std::uint64_t;

    constexpr Rng(std::uint64_t run_seed, std::uint64_t match, Purpose purpose) {
        // Each number is mixed before the next is added, so (1, 2, 3) and (3, 2, 1) differ.
        std::uint64_t state = run_seed;
        state = splitmix64(state) ^ match;
        state = splitmix64(state) ^ static_cast<std::uint64_t>(purpose);
        for (std::uint64_t& word : words_) word = splitmix64(state);
        // splitmix64 visits zero once in 2^64 draws, so the four words are never all zero.
    }

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }

    constexpr std::uint64_t operator()() {
        const std::uint64_t result = std::rotl(words_[0] + words_[3], 23) + words_[0];
        const std::uint64_t shifted = words_[1] << 17;
        words_[2] ^= words_[0];
        words_[3] ^= words_[1];
        words_[1] ^= words_[2];
        words_[0] ^= words_[3];
        words_[2] ^= shifted;
        words_[3] = std::rotl(words_[3], 45);
        return result;
    }

    // A number in [0, n), n > 0, without bias (Lemire 2019). One draw, except with probability
    // below n / 2^32.
    constexpr std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = ((*this)() >> 32) * n;
        if (static_cast<std::uint32_t>(product) < n) [[unlikely]] {
            const std::uint32_t threshold = (0U - n) % n;
            while (static_cast<std::uint32_t>(product) < threshold) {
                product = ((*this)() >> 32) * n;
            }
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    // A number in [0, 1) with 53 random bits.
    constexpr double unit() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

    // Fisher and Yates: every order of `size` items equally likely.
    template <typename T>
    constexpr void shuffle(T* items, std::uint32_t size) {
        for (std::uint32_t i = size; i > 1; --i) {
            using std::swap;
            swap(items[i - 1], items[below(i)]);
        }
    }

   private:
    std::array<std::uint64_t, 4> words_{};
};

}  // namespace ludwright::play
