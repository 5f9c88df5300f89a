// What the bindings of board games share: programs and positions of any size of set, and arrays.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <memory>
#include <variant>
#include <vector>

#include "combinatorial/position.h"

namespace ludwright::combinatorial {

namespace nb = nanobind;

template <int W>
using Shared = std::shared_ptr<const Program<W>>;
using AnyProgram = std::variant<Shared<1>, Shared<2>, Shared<4>, Shared<8>, Shared<16>>;

template <int W>
struct Held {
    Shared<W> program;
    Position<W> position;
};
using AnyPosition = std::variant<Held<1>, Held<2>, Held<4>, Held<8>, Held<16>>;

struct NativeProgram {
    AnyProgram program;
};

struct NativePosition {
    AnyPosition any;
};

// An array for NumPy that owns its numbers.
template <typename T>
nb::ndarray<nb::numpy, T> own_array(std::vector<T>&& values,
                                    std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(kept->data(), shape, owner);
}

}  // namespace ludwright::combinatorial
