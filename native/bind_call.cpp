// Stopping and limiting work from Python. Converts and checks; no logic.

#include "bind_call.h"

#include <nanobind/nanobind.h>

#include <stdexcept>

namespace ludwright {

namespace {

constexpr const char* kSource = "_current_work";

NativeWork*& innermost() {
    static thread_local NativeWork* work = nullptr;
    return work;
}

void translate_limits() {
    nb::register_exception_translator([](const std::exception_ptr& pointer, void*) {
        try {
            std::rethrow_exception(pointer);
        } catch (const play::OutOfWork& error) {
            const nb::object kind = nb::module_::import_("ludwright.errors").attr("LimitExceeded");
            PyErr_SetString(kind.ptr(), error.what());
        }
    });
}

}  // namespace

NativeWork::Source NativeWork::source_ = &innermost;

void share_calls() {
    const nb::object held = nb::module_::import_("ludwright._core").attr(kSource);
    // A function cannot be held by a capsule, but where it is kept can.
    NativeWork::source_ =
        *static_cast<NativeWork::Source*>(nb::cast<nb::capsule>(held).data(kSource));
    translate_limits();
}

void NativeWork::enter() {
    if (is_entered_) throw std::runtime_error("expected a limit that is not in force, got one");
    is_entered_ = true;
    outer_ = current();
    current() = this;
}

// Work done under this limit also counts for the enclosing one.
void NativeWork::leave() {
    if (current() != this) throw std::runtime_error("expected the limit in force, got another");
    is_entered_ = false;
    current() = outer_;
    if (outer_ != nullptr) outer_->add(spent());
}

// Only the calling thread may run handlers, and it checks far more often than needed.
void Call::listen() noexcept {
    if (std::this_thread::get_id() != caller_) return;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + kPatience;
    if (stop_ != nullptr && stop_->requested()) request();
    if (requested()) return;
    const nb::gil_scoped_acquire acquire;
    try {
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress_.is_none()) progress_(done.load(std::memory_order_relaxed));
    } catch (...) {
        error_ = std::current_exception();
        request();
    }
}

void Call::interrupt() const {
    if (error_) std::rethrow_exception(error_);
    PyErr_SetString(PyExc_KeyboardInterrupt, "stopped");
    throw nb::python_error();
}

nb::object Call::interruption() const {
    if (!error_) return nb::none();
    try {
        std::rethrow_exception(error_);
    } catch (const nb::python_error& error) {
        return nb::borrow(error.value());
    }
}

void bind_call(nb::module_& module) {
    nb::class_<play::StopFlag>(module, "Stop",
                               "Requests that running work end soon; usable from any thread.")
        .def(nb::init<>())
        .def("request", &play::StopFlag::request)
        .def_prop_ro("requested", &play::StopFlag::requested);

    nb::class_<NativeWork>(
        module, "Work",
        "A limit of counted work, in force in this thread inside a `with` statement.")
        .def(nb::init<std::uint64_t>(), nb::arg("limit"))
        .def(
            "__enter__",
            [](NativeWork& self) -> NativeWork& {
                self.enter();
                return self;
            },
            nb::rv_policy::none)
        .def(
            "__exit__", [](NativeWork& self, nb::handle, nb::handle, nb::handle) { self.leave(); },
            nb::arg("kind").none(), nb::arg("error").none(), nb::arg("trace").none())
        .def_prop_ro("spent", &NativeWork::spent, "Steps so far.")
        .def_prop_ro("limit", &NativeWork::limit);

    module.attr(kSource) = nb::capsule(&NativeWork::source_, kSource);
    translate_limits();
}

}  // namespace ludwright
