// A scripted player as a set of answers: one for each phase of a turn.

#pragma once

#include "conquest/players/tactics.h"
#include "conquest/script.h"

namespace ludwright::conquest {

// Turns each answer into legal moves, and remembers what belongs to the turn under way.
class Commander : public Player {
   public:
    void begin(std::span<const std::int32_t> settings) override;
    Move choose(const Seen& seen, play::Rng& rng) override;

   protected:
    using Attack = tactics::Attack;
    using Entry = tactics::Entry;
    using Placement = tactics::Placement;

    // Before the first decision of a turn of the seat, and of each first army.
    virtual void prepare(const Seen&, play::Rng&) {}
    // The territory chosen in a draft.
    virtual int claim(const Seen& seen, play::Rng& rng) = 0;
    // Where the armies go, all within seen.placeable(); those left out go to the weakest border.
    virtual void place(const Seen& seen, play::Rng& rng, int armies, Placement& plan) = 0;
    // The next attack; none ends the attacks.
    virtual Attack attack(const Seen& seen, play::Rng& rng) = 0;
    // How many armies move in, where the attack did not say it.
    virtual Entry enter(const Seen& seen) = 0;
    virtual Move fortify(const Seen& seen) = 0;
    // Whether sets are traded as soon as there is one.
    virtual bool trades_at_once() const { return false; }

    // The territory that splits its armies in this turn, -1 for none: see tactics::split_up.
    int splitting_ = -1;

   private:
    void notice_turn(const Seen& seen, play::Rng& rng);
    Move next_placement(const Seen& seen, play::Rng& rng);
    Move next_attack(const Seen& seen, play::Rng& rng);

    int turn_ = -1;
    int continent_ = -1;  // inside which the plan is to be placed
    Placement plan_;
    Attack last_;
};

}  // namespace ludwright::conquest
