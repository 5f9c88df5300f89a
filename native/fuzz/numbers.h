// What the fuzzers of lowered games share: inputs are 32-bit numbers, little endian, as lower()
// writes them. Each input has a limit of time, and numbers are changed rather than bytes.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <vector>

#include "play/rng.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace ludwright::fuzz {

inline std::vector<std::int32_t> numbers_of(const std::uint8_t* data, std::size_t size) {
    std::vector<std::int32_t> numbers(size / 4);
    if (!numbers.empty()) std::memcpy(numbers.data(), data, numbers.size() * 4);
    return numbers;
}

// The luck of an input.
inline play::Rng rng_of(const std::uint8_t* data, std::size_t size) {
    std::uint64_t h = 0xcbf29ce484222325ULL;
    for (std::size_t i = 0; i < size; ++i) h = (h ^ data[i]) * 0x100000001b3ULL;
    return {h, 0, play::Purpose::kChance};
}

// Runs fn; more than ten seconds are a finding. Processor time, so that a busy or paused machine
// does not look like a hang.
template <typename Fn>
void in_time(Fn&& fn) {
    constexpr double kMostSeconds = 10.0;
    const std::clock_t begun = std::clock();
    fn();
    if (static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC > kMostSeconds) __builtin_trap();
}

// Stops at what a match found to be wrong.
inline void require(const char* wrong) {
    if (wrong == nullptr) return;
    std::fprintf(stderr, "%s\n", wrong);
    __builtin_trap();
}

// One of `characters`, or at times nobody: -1.
template <typename Characters>
std::int32_t any_player(const Characters& characters, play::Rng& rng) {
    const auto which = rng.below(static_cast<std::uint32_t>(characters.size()) + 6);
    return which < characters.size() ? characters[which] : -1;
}

// Changes some numbers, so that most inputs get past the checks at the front. The first `front` are
// the rules; the board, which makes up most of a program, comes after them.
inline std::size_t mutate(std::uint8_t* data, std::size_t size, std::size_t most, unsigned int seed,
                          std::uint32_t front) {
    play::Rng rng(seed, 1, play::Purpose::kChance);
    const auto count = static_cast<std::uint32_t>(size / 4);
    if (count < 4 || rng.below(24) == 0) return LLVMFuzzerMutate(data, size, most);
    const auto get = [&](std::uint32_t i) {
        std::int32_t value;
        std::memcpy(&value, data + 4 * i, 4);
        return value;
    };
    const auto put = [&](std::uint32_t i, std::int32_t value) {
        std::memcpy(data + 4 * i, &value, 4);
    };
    const auto place = [&] {
        return rng.below(2) == 0 ? rng.below(std::min(count, front)) : rng.below(count);
    };
    const auto below = [&](std::uint32_t n) { return static_cast<std::int32_t>(rng.below(n)); };
    const std::uint32_t changes = 1 + rng.below(4);
    for (std::uint32_t n = 0; n < changes; ++n) {
        const std::uint32_t i = place();
        switch (rng.below(6)) {
            case 0:
                put(i, static_cast<std::int32_t>(static_cast<std::uint32_t>(get(i)) + rng.below(5) -
                                                 2));
                break;
            case 1:
                put(i, get(place()));
                break;
            case 2:
                put(i, below(8));
                break;
            case 3:
                put(i, 1 - get(i) % 2);
                break;
            case 4:
                put(i, below(128) - 2);
                break;
            default:
                put(i, below(2500) - 8);
                break;
        }
    }
    return std::size_t{4} * count;
}

}  // namespace ludwright::fuzz
