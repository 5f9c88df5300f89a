// Hunger for destinations: many tickets early, then as the greedy player.
//
// Before anything else it draws tickets until it holds six or more, and keeps all for which its
// trains last.

#include "railway/players/greedy.h"
#include "railway/players/styles.h"

namespace ludwright::railway {

namespace {

class DestinationHungry final : public Greedy {
   protected:
    Move turn(const Seen& seen) override {
        if (is_hungry(seen)) return {Kind::kTickets, 0, 0, 0, 0, 0};
        return Greedy::turn(seen);
    }

   private:
    static constexpr int kEnough = 6;

    bool is_hungry(const Seen& seen) const {
        return wants_tickets(seen) && seen.tickets().count() < kEnough && !seen.own().any();
    }
};

}  // namespace

std::unique_ptr<Traveller> make_destination_hungry() {
    return std::make_unique<DestinationHungry>();
}

}  // namespace ludwright::railway
