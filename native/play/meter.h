// Counted work: a StopFlag requests the end, a Work sets a limit, a Meter counts and checks both.
//
// Anything that may take long spends steps on a Meter: conditions interpreted, candidates tried,
// words of sets read by advisors, plies made. Steps depend only on what is computed, so that a
// limit of work is hit at the same place on every machine and any number of threads. Every few ten
// thousand steps the meter checks, and an exception ends the work from wherever it is: a single
// call deep inside a deliberately slow game ends as soon as a search of many quick ones.

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ludwright::play {

// Thrown when the stop flag ends the work. Positions in use at that point must not be used again
// except to be assigned to.
struct Stopped {};

// The same for a limit of wall time.
struct OutOfTime {};

// The same for a limit of work.
class OutOfWork : public std::runtime_error {
   public:
    explicit OutOfWork(std::uint64_t limit)
        : std::runtime_error("expected at most " + std::to_string(limit) +
                             " steps of work, got more") {}
};

// Requests that running work end soon. Any thread may call request(); long calls check
// requested() regularly. One flag may serve many calls.
class StopFlag {
   public:
    virtual ~StopFlag() = default;
    void request() noexcept { stop_.store(true, std::memory_order_relaxed); }
    bool requested() const noexcept { return stop_.load(std::memory_order_relaxed); }
    // Called regularly by every thread that works under this flag: a chance to check for other
    // reasons to stop.
    virtual void listen() noexcept {}

   private:
    std::atomic<bool> stop_{false};
};

// A limit of work that may be shared by many calls and threads. Whether it is exceeded at the end
// does not depend on their order, because the sum does not.
class Work {
   public:
    explicit Work(std::uint64_t limit) : limit_(limit) {}
    void add(std::uint64_t steps) noexcept { spent_.fetch_add(steps, std::memory_order_relaxed); }
    std::uint64_t spent() const noexcept { return spent_.load(std::memory_order_relaxed); }
    std::uint64_t limit() const noexcept { return limit_; }
    void require() const {
        if (spent() > limit_) throw OutOfWork(limit_);
    }

   private:
    std::uint64_t limit_;
    std::atomic<std::uint64_t> spent_{0};
};

// Counts the steps of one piece of work, on one thread at a time. Flag and limit are the caller's
// and may be absent.
class Meter {
   public:
    using Clock = std::chrono::steady_clock;

    explicit Meter(StopFlag* stop = nullptr, Work* work = nullptr) : stop_(stop), work_(work) {}
    Meter(const Meter&) = delete;
    Meter& operator=(const Meter&) = delete;
    ~Meter() { settle(); }

    // Throws Stopped, OutOfTime or OutOfWork when due.
    void spend(std::int64_t steps) {
        if ((left_ -= steps) < 0) [[unlikely]]
            look();
    }

    StopFlag* stop() const { return stop_; }
    bool is_stopped() const { return stop_ != nullptr && stop_->requested(); }

   private:
    friend class Deadline;

    static constexpr std::int64_t kStride = 1 << 15;

    [[gnu::noinline, gnu::cold]] void look() {
        settle();
        if (work_ != nullptr) work_->require();
        if (stop_ != nullptr) stop_->listen();
        if (is_stopped()) throw Stopped{};
        if (deadline_ != Clock::time_point::max() && Clock::now() > deadline_) throw OutOfTime{};
    }

    void settle() noexcept {
        if (work_ != nullptr) work_->add(static_cast<std::uint64_t>(kStride - left_));
        left_ = kStride;
    }

    StopFlag* stop_;
    Work* work_;
    std::int64_t left_ = kStride;  // until the next check
    Clock::time_point deadline_ = Clock::time_point::max();
};

// A guard of wall time for as long as it lives; an earlier one stays in force. 0 seconds: none.
class Deadline {
   public:
    Deadline(Meter& meter, double seconds) : meter_(meter), before_(meter.deadline_) {
        if (seconds <= 0.0) return;
        const auto span = std::chrono::duration_cast<Meter::Clock::duration>(
            std::chrono::duration<double>(seconds));
        meter.deadline_ = std::min(before_, Meter::Clock::now() + span);
    }
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;
    ~Deadline() { meter_.deadline_ = before_; }

   private:
    Meter& meter_;
    Meter::Clock::time_point before_;
};

// Offered by positions that count what their rules cost. They keep the meter when copied.
template <typename P>
concept CanCount = requires(P p, Meter* meter) { p.count_with(meter); };

template <typename P>
void count_with(P& position, Meter* meter) {
    if constexpr (CanCount<P>) position.count_with(meter);
}

// Of a ply of a game that does not count for itself.
inline constexpr std::int64_t kPlySteps = 64;

// Counts plies that were made without a search, so that limits hold for every game.
template <typename P>
void spend_plies(Meter& meter, std::int64_t plies) {
    if constexpr (!CanCount<P>) meter.spend(kPlySteps * plies);
}

}  // namespace ludwright::play
