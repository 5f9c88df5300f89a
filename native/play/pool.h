// parallel_for: run fn(0) … fn(n - 1) on several threads.
//
// Which thread runs an index is arbitrary; what the index computes must not depend on it. Each call
// writes its own slot, prepared by the caller, and draws from its own Rng stream, so results are
// the same for any number of jobs.

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "play/meter.h"

namespace ludwright::play {

// The number of threads `jobs` means: as given when positive, else one per core.
inline int resolve_jobs(int jobs) {
    if (jobs > 0) return jobs;
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// Between two checks of a thread that waits for others.
inline constexpr std::chrono::milliseconds kPatience{20};

// The indices 0 … n - 1, handed out one by one to the threads that run fn on them.
template <typename Fn>
class Indices {
   public:
    Indices(std::size_t n, Fn& fn, StopFlag* stop) : n_(n), fn_(fn), stop_(stop), failure_at_(n) {}

    // Runs fn on one index after another until none is left, a call throws or `stop` is requested.
    void work() noexcept {
        while (!failed_.load(std::memory_order_relaxed)) {
            if (stop_ != nullptr) stop_->listen();
            if (stop_ != nullptr && stop_->requested()) return;
            const std::size_t index = next_.fetch_add(1, std::memory_order_relaxed);
            if (index >= n_) return;
            try {
                fn_(index);
                completed_.fetch_add(1, std::memory_order_relaxed);
            } catch (...) {
                fail(index);
            }
        }
    }

    // How many calls completed; throws what the lowest index threw. All threads must be done.
    std::size_t finish() {
        if (failure_) std::rethrow_exception(std::move(failure_));
        return completed_.load();
    }

   private:
    void fail(std::size_t index) noexcept {
        const std::lock_guard lock(mutex_);
        if (index < failure_at_) {
            failure_at_ = index;
            failure_ = std::current_exception();
        }
        failed_.store(true, std::memory_order_relaxed);
    }

    std::size_t n_;
    Fn& fn_;
    StopFlag* stop_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> completed_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::exception_ptr failure_;
    std::size_t failure_at_;
};

// Runs work() on `threads` threads, the calling thread among them, which watches `stop` until the
// last of the others is done.
template <typename Work>
void run_on_threads(std::size_t threads, Work&& work, StopFlag* stop) {
    std::mutex running_mutex;
    std::condition_variable finished;
    std::size_t running = 0;
    const auto help = [&]() noexcept {
        work();
        const std::lock_guard lock(running_mutex);
        --running;
        finished.notify_one();
    };
    std::vector<std::jthread> helpers;  // joined before what they use is gone
    helpers.reserve(threads);
    try {
        for (std::size_t i = 1; i < threads; ++i) {
            {
                const std::lock_guard lock(running_mutex);
                ++running;
            }
            helpers.emplace_back(help);
        }
    } catch (const std::system_error&) {
        // No more threads available: those that started, and this one, do the work.
        const std::lock_guard lock(running_mutex);
        --running;
    }
    work();
    std::unique_lock lock(running_mutex);
    while (!finished.wait_for(lock, kPatience, [&] { return running == 0; })) {
        lock.unlock();
        if (stop != nullptr) stop->listen();
        lock.lock();
    }
}

// Calls fn(index) for each index below n, on up to `jobs` threads (0: one per core), the calling
// thread among them. Returns how many calls completed: n, unless `stop` was requested.
//
// When a call throws, no new index starts, the running ones finish, and the exception of the lowest
// index that threw is thrown here. A failing run may differ between numbers of jobs in which
// of several exceptions that is; a run that succeeds never differs.
template <typename Fn>
std::size_t parallel_for(std::size_t n, int jobs, Fn&& fn, StopFlag* stop = nullptr) {
    Indices<std::remove_reference_t<Fn>> indices(n, fn, stop);
    const std::size_t threads = std::min(n, static_cast<std::size_t>(resolve_jobs(jobs)));
    run_on_threads(threads, [&]() noexcept { indices.work(); }, stop);
    return indices.finish();
}

}  // namespace ludwright::play
