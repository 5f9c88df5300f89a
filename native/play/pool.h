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

// Calls fn(index) for each index below n, on up to `jobs` threads (0: one per core), the calling
// thread among them. Returns how many calls completed: n, unless `stop` was requested. The calling
// thread watches `stop` until the last helper is done.
//
// When a call throws, no new index starts, the running ones finish, and the exception of the lowest
// index that threw is thrown here. A failing run may differ between numbers of jobs in which
// of several exceptions that is; a run that succeeds never differs.
template <typename Fn>
std::size_t parallel_for(std::size_t n, int jobs, Fn&& fn, StopFlag* stop = nullptr) {
    std::atomic<std::size_t> next{0};
    std::atomic<std::size_t> completed{0};
    std::atomic<bool> failed{false};
    std::mutex failure_mutex;
    std::exception_ptr failure;
    std::size_t failure_index = n;

    const auto work = [&]() noexcept {
        while (!failed.load(std::memory_order_relaxed)) {
            if (stop != nullptr) stop->listen();
            if (stop != nullptr && stop->requested()) return;
            const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
            if (index >= n) return;
            try {
                fn(index);
                completed.fetch_add(1, std::memory_order_relaxed);
            } catch (...) {
                const std::lock_guard lock(failure_mutex);
                if (index < failure_index) {
                    failure_index = index;
                    failure = std::current_exception();
                }
                failed.store(true, std::memory_order_relaxed);
            }
        }
    };

    {
        const std::size_t threads = std::min(n, static_cast<std::size_t>(resolve_jobs(jobs)));
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
    }  // joins

    if (failure) std::rethrow_exception(std::move(failure));
    return completed.load();
}

}  // namespace ludwright::play
