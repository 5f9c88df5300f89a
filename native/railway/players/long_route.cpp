// Long routes: tracks that are at most one space shorter than the longest of the board.
//
// As long as one of them is open and the trains last for it, these are what it builds, the most
// points first, and what it draws cards for; of its tickets, of which it keeps as few as
// possible, those get done that such tracks happen to complete. Then it builds what its tickets
// still need, then the most points. It never draws more tickets.

#include "railway/players/styles.h"

namespace ludwright::railway {

namespace {

class LongRoute final : public Traveller {
   protected:
    Move turn(const Seen& seen) override {
        const Tracks wished = aims(seen);
        const Move build = best_build(seen, wished, [&](int t) { return 1 + points_of(seen, t); });
        if (build.kind == Kind::kBuild) return build;
        if (wished.any() && has_cards(seen)) return card(seen);
        return valuable_turn(seen);
    }

    Tracks aims(const Seen& seen) const override {
        const Tracks found = long_tracks(seen, network().atlas().longest - 1);
        if (found.any()) return found;
        return wanted().any() ? wanted() : valuable(seen);
    }

    int most_to_keep(int least) const override { return least; }
};

}  // namespace

std::unique_ptr<Traveller> make_long_route() { return std::make_unique<LongRoute>(); }

}  // namespace ludwright::railway
