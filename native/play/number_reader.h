// Reads a game that was lowered to whole numbers, and refuses what is out of range.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

namespace ludwright::play {

// Takes numbers in their order; every one is checked against its range.
class NumberReader {
   public:
    explicit NumberReader(std::span<const std::int32_t> numbers) : numbers_(numbers) {}

    int number(const char* name, int low, int high) {
        if (at_ >= numbers_.size()) refuse(name, "another number", "the end");
        const std::int32_t found = numbers_[at_++];
        if (found < low || found > high) {
            refuse(name, std::to_string(low) + " to " + std::to_string(high),
                   std::to_string(found));
        }
        return found;
    }

    bool flag(const char* name) { return number(name, 0, 1) == 1; }

    template <typename E>
    E choice(const char* name, E last) {
        return static_cast<E>(number(name, 0, static_cast<int>(last)));
    }

    void require_end() const {
        if (at_ != numbers_.size()) {
            refuse("program", std::to_string(at_) + " numbers", std::to_string(numbers_.size()));
        }
    }

    [[noreturn]] static void refuse(const std::string& name, const std::string& expected,
                                    const std::string& given) {
        throw std::invalid_argument(name + ": expected " + expected + ", got " + given);
    }

   private:
    std::span<const std::int32_t> numbers_;
    std::size_t at_ = 0;
};

}  // namespace ludwright::play
