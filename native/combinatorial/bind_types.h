// What the bindings of board games share: programs and positions of any size of set, and arrays.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "combinatorial/moment.h"

namespace ludwright::combinatorial {

namespace nb = nanobind;

template <int W>
using Shared = std::shared_ptr<const Program<W>>;
using AnyProgram = std::variant<Shared<1>, Shared<2>, Shared<4>, Shared<8>, Shared<16>>;

using AnyMoment = std::variant<Moment<1>, Moment<2>, Moment<4>, Moment<8>, Moment<16>>;

struct NativeProgram {
    AnyProgram program;
};

// A position in Python: immutable; calls that run for long without the
// interpreter's lock work on a copy.
struct NativePosition {
    AnyMoment any;
};

[[noreturn]] inline void refuse(const std::string& message) {
    throw nb::value_error(message.c_str());
}

template <typename T>
T bounded(T value, T low, T high, const std::string& name) {
    if (!(value >= low && value <= high)) {
        refuse(name + ": expected a number from " + std::to_string(low) + " to " +
               std::to_string(high) + ", got " + std::to_string(value));
    }
    return value;
}

inline std::vector<std::int32_t> flat_moves(const std::vector<Move>& moves) {
    std::vector<std::int32_t> flat;
    flat.reserve(moves.size() * 4);
    for (const Move& m : moves) flat.insert(flat.end(), {m.rule, m.source, m.target, m.option});
    return flat;
}

inline constexpr std::int64_t kMostJobs = 1024;

// An array for NumPy that owns its numbers.
template <typename T>
nb::ndarray<nb::numpy, T> own_array(std::vector<T>&& values,
                                    std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(kept->data(), shape, owner);
}

}  // namespace ludwright::combinatorial
