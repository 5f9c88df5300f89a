// Conquest games for Python: a start position from the numbers of a program; the rest is shared.

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "bind_position.h"
#include "conquest/planarity.h"
#include "conquest/script.h"

namespace ludwright {

namespace {

using conquest::Policy;
using conquest::Position;
using conquest::Program;
using Self = BoundPosition<Position>;

constexpr int kMostPlaces = 1000;

Self start(const std::vector<std::int32_t>& numbers) {
    auto program = std::make_shared<const Program>(Program::read(numbers));
    Position position(*program);
    return {position, program};
}

nb::list numbers_of(const conquest::Set& set) {
    nb::list list;
    set.each([&](int item) { list.append(item); });
    return list;
}

nb::list by_seat(const Position& position, int (Position::*count)(int) const) {
    nb::list list;
    for (int seat = 0; seat < position.seats(); ++seat) list.append((position.*count)(seat));
    return list;
}

// Everything that makes up the position, hidden cards included.
nb::dict snapshot(const Self& self) {
    const Position& p = self.position;
    nb::dict found;
    nb::list owners, armies, hands, missions, incomes;
    for (int t = 0; t < p.program().territories; ++t) {
        owners.append(p.owner(t));
        armies.append(p.armies(t));
    }
    for (int seat = 0; seat < p.seats(); ++seat) {
        hands.append(numbers_of(p.hand(seat)));
        missions.append(p.mission(seat));
        incomes.append(p.income(seat));
    }
    found["phase"] = static_cast<int>(p.phase());
    found["mover"] = p.mover();
    found["owners"] = owners;
    found["armies"] = armies;
    found["hands"] = hands;
    found["missions"] = missions;
    found["incomes"] = incomes;
    found["territories"] = by_seat(p, &Position::territories);
    found["army_counts"] = by_seat(p, &Position::army_count);
    found["pool"] = p.pool();
    found["pool_continent"] = p.pool_continent();
    found["whole_pool"] = p.whole_pool();
    found["turns"] = p.turns();
    found["round"] = p.round();
    found["traded"] = p.traded();
    found["next_set"] = p.program().set_value(p.traded());
    found["has_conquered"] = p.has_conquered();
    found["must_trade"] = p.phase() == conquest::Phase::kTrade && p.must_trade();
    found["from"] = p.from();
    found["to"] = p.to();
    return found;
}

bool is_planar(int places, const std::vector<std::pair<int, int>>& borders) {
    // The test recurses once for each place.
    if (places < 0 || places > kMostPlaces) {
        throw std::invalid_argument("expected 0 to " + std::to_string(kMostPlaces) + " places");
    }
    for (const auto& [one, other] : borders) {
        if (one == other || std::min(one, other) < 0 || std::max(one, other) >= places) {
            throw std::invalid_argument("expected borders between two different places");
        }
    }
    return conquest::is_planar(places, borders);
}

}  // namespace

void bind_conquest(nb::module_& module) {
    nb::module_ family = module.def_submodule("conquest");
    nb::class_<Policy>(family, "Policy", "The weights by which positions are judged.")
        .def(nb::init<double, double>(), nb::arg("territory") = 0.8, nb::arg("army") = 0.2);
    auto position = bind_position<Position>(family, "Position");
    position.def("snapshot", &snapshot, "All that makes up the position, hidden cards included.");
    family.def("is_planar", &is_planar, nb::arg("places"), nb::arg("borders"),
               "Whether places with these borders can be drawn without crossings.");
    family.def("start", &start, nb::arg("numbers"),
               "The start of the game that the numbers describe; throws for what is no game.");
}

}  // namespace ludwright
