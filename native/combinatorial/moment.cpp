#include "combinatorial/moment.h"

#include <chrono>

namespace ludwright::combinatorial {

std::int64_t Watch::now() {
    const auto since = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

bool Watch::stops() {
    constexpr std::int64_t kPause = 50;
    if (goes_on_ == nullptr || stopped_) return stopped_;
    const std::int64_t time = now();
    if (time - asked_ < kPause) return false;
    asked_ = time;
    return stopped_ = !goes_on_();
}

}  // namespace ludwright::combinatorial
