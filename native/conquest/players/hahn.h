// The heuristics of Hahn (2010): three to supply, three to attack, two to reinforce.
//
// The paper leaves much open. The literal reading keeps to its text; the fitted one was chosen for
// the distance of its round robin to the published one.
//
// Supply     1 random own territories, 2 random border territories, 3 border territories drawn by
//            their shares of the border security ratios, which are computed before the first army.
//   fitted   1 and 2 in random portions, 3 army by army.
//   literal  army by army.
// Attack     1 with a random number of armies, 2 with all but one, 3 with all but one where the
//            chance is high; the target is drawn among the enemies around, for 3 among those.
//   fitted   Origins are the border territories that can attack. One after the other is drawn, and
//            half of them are passed over. A high chance is to have as many attackers as there are
//            defenders. A conquered territory joins the origins, and an origin stays while it has
//            armies.
//   literal  Algorithms 1 to 3: a border territory that can attack is an origin if its random
//            number is above the threshold of 1/2; after each attack origins are gathered again and
//            join the others. A high chance is above 1/2 by the exact odds.
// Reinforce  1 at random, 2 towards the border.
//   fitted   1 each inner territory sends a random number of armies to a random neighbour; 2 each
//            inner territory next to the border sends one army to a random border neighbour.
//   literal  1 each own territory does so; 2 inner territories send all armies but one towards the
//            border, the farthest first; border territories are drawn by their ratios.

#pragma once

#include <array>

#include "conquest/players/tactics.h"
#include "conquest/script.h"

namespace ludwright::conquest {

class Hahn final : public Player {
   public:
    // The three digits, then 0 for the fitted reading or 1 for the literal one.
    void begin(std::span<const std::int32_t> settings) override;
    Move choose(const Seen& seen, play::Rng& rng) override;
    bool is_plain() const override { return true; }

   private:
    Move spread(const Seen& seen, play::Rng& rng) const;
    Move place(const Seen& seen, play::Rng& rng);
    Move attack(const Seen& seen, play::Rng& rng);
    Move occupy(const Seen& seen);
    Move fortify(const Seen& seen, play::Rng& rng);

    bool goes_on(const Seen& seen) const;
    Move remember(const Seen& seen, Move move, int plies);
    void plan_supply(const Seen& seen, play::Rng& rng);
    void gather(const Seen& seen, play::Rng& rng);
    void note_battle(const Seen& seen, play::Rng& rng);
    bool is_worth(const Seen& seen, int from, int to) const;
    int target_of(const Seen& seen, int from, play::Rng& rng) const;
    void order_movers(const Seen& seen);
    Move shift_at_random(const Seen& seen, int from, play::Rng& rng) const;
    Move shift_one(const Seen& seen, int from, play::Rng& rng) const;
    Move shift_all(const Seen& seen, int from, play::Rng& rng) const;

    int supply_ = 1, attack_ = 1, reinforce_ = 1;
    bool is_literal_ = false;

    // What was begun goes on in this position only.
    int next_ply_ = -1, turn_ = -1;
    Phase phase_ = Phase::kOver;
    tactics::Placement supplies_;
    Set origins_;
    int from_ = 0, to_ = 0;  // of the last attack
    // Territories that have not reinforced yet, in order, and how far each is from the border.
    std::array<std::uint8_t, kMostTerritories> movers_;
    int next_mover_ = 0, mover_count_ = 0;
    std::array<std::int16_t, kMostTerritories> distance_;
};

}  // namespace ludwright::conquest
