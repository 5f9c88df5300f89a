// One-step thinking: one track at a time, the best that can be had soon; no way is planned ahead.
//
// A track is worth its points, and for every ticket on whose path it lies twice the share of the
// ticket's points that its length is of the path: twice, because a ticket counts against whoever
// does not complete it. The best is worth most for each turn until it is built, two missing cards
// to a turn. If that one can be paid it is built, else cards are drawn for it. As few tickets as
// possible are kept, and no more are ever drawn.

#include <algorithm>

#include "railway/players/styles.h"

namespace ludwright::railway {

namespace {

class OneStep final : public Traveller {
   protected:
    Move turn(const Seen& seen) override {
        const Move build = best_build(seen, best(seen), [](int) { return 1; });
        if (build.kind == Kind::kBuild) return build;
        return has_cards(seen) ? card(seen) : valuable_turn(seen);
    }

    Tracks aims(const Seen& seen) const override { return best(seen); }

    int most_to_keep(int least) const override { return least; }

   private:
    // The best track, or none if no track is open for which the trains last.
    Tracks best(const Seen& seen) const {
        Tracks found;
        int highest = 0;
        long_tracks(seen, 1).each([&](int track) {
            // Twice as many as the turns.
            const int time = 2 + std::max(0, missing_cards(seen, track));
            const int worth_now = 1 + worth(seen, track) / time;
            if (worth_now <= highest) return;
            highest = worth_now;
            found = Tracks::single(track);
        });
        return found;
    }

    // In fine steps, so that shares of tickets count.
    int worth(const Seen& seen, int track) const {
        constexpr int kSteps = 60;
        const Track& built = seen.program().tracks[static_cast<std::size_t>(track)];
        int sum = kSteps * points_of(seen, track);
        for (const Errand& errand : errands()) {
            if (!errand.path.test(built.route)) continue;
            const int points = seen.program().tickets[errand.ticket].points;
            sum += 2 * kSteps * points * built.length / errand.trains;
        }
        return sum;
    }

    static int missing_cards(const Seen& seen, int track) {
        const Track& wanted = seen.program().tracks[static_cast<std::size_t>(track)];
        int most = 0;
        for (int colour = 0; colour < kColours; ++colour) {
            if (wanted.colour != kGray && wanted.colour != colour) continue;
            most = std::max(most, seen.hand(colour));
        }
        return wanted.length - most - seen.hand(kLocomotive);
    }
};

}  // namespace

std::unique_ptr<Traveller> make_one_step() { return std::make_unique<OneStep>(); }

}  // namespace ludwright::railway
