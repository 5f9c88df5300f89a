// The toy family for Python: a start position from four numbers; the rest is the same for all.

#include <nanobind/stl/pair.h>

#include "bind_position.h"
#include "position.h"

NB_MODULE(_toy, module) {
    using ludwright::bounded;
    using Self = ludwright::BoundPosition<toy::Position>;
    ludwright::share_calls();
    auto position = ludwright::bind_position<toy::Position>(module, "Position");
    position.def("hands", [](const Self& self) { return self.position.hands(); });
    module.def("start", [](int seats, int cards, int sides, int limit) {
        bounded(seats, 2, toy::Position::kMostSeats, "seats");
        bounded(cards, 2, toy::kMostCards, "cards");
        bounded(sides, 2, 20, "sides");
        bounded(limit, 2, 60, "limit");
        const toy::Program program{seats, cards, sides, limit};
        return Self{toy::Position(program), nullptr};
    });
}
