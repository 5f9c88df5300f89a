#include "conquest/players/commander.h"

namespace ludwright::conquest {

void Commander::begin(std::span<const std::int32_t>) {
    turn_ = continent_ = splitting_ = -1;
    plan_ = {};
    last_ = {};
}

Move Commander::choose(const Seen& seen, play::Rng& rng) {
    notice_turn(seen, rng);
    switch (seen.phase()) {
        case Phase::kDeal:
            return tactics::claim(claim(seen, rng));
        case Phase::kSpread:
            if (tactics::is_neutral_next(seen)) return tactics::neutral_army(seen);
            return next_placement(seen, rng);
        case Phase::kTrade:
            return tactics::trade(seen, trades_at_once());
        case Phase::kPlace:
            return next_placement(seen, rng);
        case Phase::kAttack:
            return next_attack(seen, rng);
        case Phase::kOccupy: {
            const Entry entry = last_.entry == Entry::kOwnRule ? enter(seen) : last_.entry;
            return tactics::occupy(seen, tactics::entering(seen, entry, last_.armies));
        }
        default:
            return fortify(seen);
    }
}

void Commander::notice_turn(const Seen& seen, play::Rng& rng) {
    const bool is_set_up = seen.phase() == Phase::kDeal || seen.phase() == Phase::kSpread;
    if (!is_set_up && turn_ == seen.turns()) return;
    turn_ = is_set_up ? -1 : seen.turns();
    splitting_ = -1;
    plan_ = {};
    last_ = {};
    if (seen.phase() != Phase::kDeal) prepare(seen, rng);
}

Move Commander::next_placement(const Seen& seen, play::Rng& rng) {
    const int armies = seen.phase() == Phase::kSpread ? 1 : seen.pool();
    if (plan_.total != armies || continent_ != seen.pool_continent()) {
        plan_ = {};
        continent_ = seen.pool_continent();
        place(seen, rng, armies, plan_);
        const int left = armies - plan_.total;
        if (left > 0 && !tactics::level(seen, seen.border(), left, plan_)) {
            tactics::level(seen, seen.placeable(), left, plan_);
        }
    }
    return plan_.next();
}

Move Commander::next_attack(const Seen& seen, play::Rng& rng) {
    last_ = attack(seen, rng);
    return last_ ? tactics::assault(seen, last_.from, last_.to) : tactics::done();
}

}  // namespace ludwright::conquest
