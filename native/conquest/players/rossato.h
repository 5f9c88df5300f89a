// The rule-based player of Rossato et al. (2023), section 4.3.2, made exact.
//
// Draft       a free territory of the continent with the highest bonus, drawn by chance; continents
//             in which nobody else has a territory come first.
// Placing     in the continent with the highest bonus that is not its own and where it has border
//             territories (else on all of them), one by one where the fewest armies are.
// Cards       a set that shows an own territory; any other only when it has to.
// Attack      where all armies but one outnumber the defenders by most, for as long as they do; a
//             check before each roll. Then the next, until there is none.
// Occupation  all, if the conquered territory borders an enemy; else as few as allowed.
// Fortifying  armies of inner territories go to the border territory with the fewest armies.
//
// "Fewest", "highest" and "most" mean the first of equals in the order of the map.

#pragma once

#include <array>

#include "conquest/script.h"

namespace ludwright::conquest {

class Rossato final : public Player {
   public:
    void begin(std::span<const std::int32_t> settings) override;
    Move choose(const Seen& seen, play::Rng& rng) override;
    bool is_plain() const override { return true; }

   private:
    // Moves that were planned together and are played one after the other.
    struct Plan {
        std::array<Move, kMostTerritories> moves;
        int next = 0;
        int size = 0;

        void clear() { next = size = 0; }
        void add(Move move) { moves[static_cast<std::size_t>(size++)] = move; }
        bool is_empty() const { return next == size; }
    };

    Move claim(const Seen& seen, play::Rng& rng) const;
    Move spread(const Seen& seen) const;
    Move trade(const Seen& seen) const;
    Move place(const Seen& seen);
    Move attack(const Seen& seen);
    Move occupy(const Seen& seen) const;
    Move fortify(const Seen& seen);

    bool goes_on(const Seen& seen) const;
    template <int W>
    bool find_battle(const Seen& seen);
    Move remember(const Seen& seen, Move move, int plies);
    Move follow(const Seen& seen);
    void plan_level(const Seen& seen, const Set& where, int armies);
    void plan_fortification(const Seen& seen);
    template <int W>
    void plan_flow(const Seen& seen, const Set& cluster, const Set& all_movers, int target);

    Plan plan_;
    // What was planned goes on in this position only.
    int next_ply_ = -1;
    int turn_ = -1;
    Phase phase_ = Phase::kOver;
    int from_ = 0, to_ = 0;  // of the battle that is fought
};

}  // namespace ludwright::conquest
