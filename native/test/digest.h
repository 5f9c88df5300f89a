// A number that changes with any bit of what has been added, for results that must stay as they
// are.

#pragma once

#include <bit>
#include <cstdint>

namespace ludwright::test {

// FNV-1a over words.
class Digest {
   public:
    void add(std::uint64_t word) { state_ = (state_ ^ word) * 0x100000001b3ULL; }
    void add(float value) { add(std::uint64_t{std::bit_cast<std::uint32_t>(value)}); }
    std::uint64_t value() const { return state_; }

   private:
    std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

}  // namespace ludwright::test
