// One call from Python that may take long: its binding makes a Call and runs it.
//
// A Call counts its work against the limit in force, reports progress to Python and handles Ctrl-C.
// Signal handlers run in the calling thread, between two checks of its meter, so that no
// thread has to be started and a KeyboardInterrupt surfaces where the call was made.

#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <thread>
#include <type_traits>
#include <utility>

#include "play/meter.h"

namespace ludwright {

namespace nb = nanobind;

// A limit of work as Python holds it: in force in the thread that entered it.
class NativeWork : public play::Work {
   public:
    using play::Work::Work;

    // The limit in force in this thread, or null. All modules share those of ludwright._core.
    static NativeWork*& current() { return source_(); }
    void enter();
    void leave();

   private:
    friend void share_calls();
    friend void bind_call(nb::module_& module);

    using Source = NativeWork*& (*)();
    static Source source_;
    NativeWork* outer_ = nullptr;
    bool is_entered_ = false;
};

// Makes the limits of work that are in force in ludwright._core count in this module too, and
// reports them by the same exception. Called once by every module outside of it.
void share_calls();

class Call final : public play::StopFlag {
   public:
    // `progress` is called with the number of finished matches, or is None. `stop` may be requested
    // by other threads, and may be null.
    explicit Call(nb::handle progress = nb::none(), play::StopFlag* stop = nullptr)
        : progress_(progress), stop_(stop), work_(NativeWork::current()) {}

    play::Work* work() const { return work_; }

    // Runs work(call) with the interpreter lock released. Throws whatever ended it early: the
    // exception of a signal handler or of `progress`, or a limit of work.
    template <typename Fn>
    auto run(Fn&& fn) {
        return finished([&] {
            nb::gil_scoped_release release;
            return fn(*this);
        });
    }

    // The same for single-threaded work that is usually done before the lock could be released:
    // runs work(meter).
    template <typename Fn>
    auto run_locked(Fn&& fn) {
        return finished([&] {
            play::Meter meter(this, work_);
            return fn(meter);
        });
    }

    // The exception that ended the call early, for calls that return what they have; or None.
    nb::object interruption() const;

    // Makes run() return partial results instead of throwing.
    void keep_what_is_done() { keeps_ = true; }

    void listen() noexcept override;

    std::atomic<std::uint64_t> done{0};

   private:
    using Clock = std::chrono::steady_clock;

    static constexpr std::chrono::milliseconds kPatience{50};

    template <typename Fn>
    auto finished(Fn&& fn) {
        try {
            auto result = fn();
            if (work_ != nullptr) work_->require();
            if (error_ && !keeps_) std::rethrow_exception(error_);
            return result;
        } catch (const play::Stopped&) {
            interrupt();
        }
    }

    [[noreturn]] void interrupt() const;

    nb::handle progress_;
    play::StopFlag* stop_;
    NativeWork* work_;
    bool keeps_ = false;
    std::exception_ptr error_;
    const std::thread::id caller_ = std::this_thread::get_id();
    Clock::time_point next_ = Clock::now() + kPatience;
};

}  // namespace ludwright
