#include "railway/players/greedy.h"

namespace ludwright::railway {

Move Greedy::turn(const Seen& seen) {
    if (wanted().any()) {
        const Move build =
            best_build(seen, wanted(), [&](int t) { return 1 + points_of(seen, t); });
        if (build.kind == Kind::kBuild) return build;
        if (has_cards(seen)) return card(seen);
    } else if (wants_tickets(seen)) {
        return {Kind::kTickets, 0, 0, 0, 0, 0};
    }
    return valuable_turn(seen);
}

Tracks Greedy::aims(const Seen& seen) const { return wanted().any() ? wanted() : valuable(seen); }

}  // namespace ludwright::railway
