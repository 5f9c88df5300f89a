// The games of die_and_card.h and secret_walk.h as a Python module of their own, as a family
// outside of ludwright._core would bind its games.

#include "bind_position.h"
#include "test/die_and_card.h"
#include "test/secret_walk.h"

NB_MODULE(die_and_card, module) {
    using ludwright::test::DieAndCard;
    using Position = ludwright::BoundPosition<DieAndCard>;
    ludwright::share_calls();
    ludwright::bind_position<DieAndCard>(module, "Position")
        .def(nanobind::init<>())
        .def("card", [](const Position& self, int seat) {
            return self.position.card(ludwright::bounded(seat, 0, DieAndCard::kSeats - 1, "seat"));
        });
    ludwright::bind_position<ludwright::test::SecretWalk>(module, "WalkPosition")
        .def(nanobind::init<>());
    nanobind::class_<DieAndCard::Policy>(module, "Policy")
        .def(
            "__init__",
            [](DieAndCard::Policy* self, double card) { new (self) DieAndCard::Policy{card}; },
            nanobind::arg("card"));
}
