// What the bindings of board games share: programs and positions of any size of set.

#pragma once

#include <memory>
#include <variant>

#include "combinatorial/moment.h"

namespace ludwright::combinatorial {

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

}  // namespace ludwright::combinatorial
