// Players that take the continents that are worth their price: Pixie and what grew out of it.

#pragma once

#include <array>

#include "conquest/players/commander.h"

namespace ludwright::conquest {

class Pixie : public Commander {
   protected:
    void prepare(const Seen& seen, play::Rng& rng) override;
    int claim(const Seen& seen, play::Rng& rng) override;
    void place(const Seen& seen, play::Rng& rng, int armies, Placement& plan) override;
    Attack attack(const Seen& seen, play::Rng& rng) override;
    Entry enter(const Seen& seen) override;
    Move fortify(const Seen& seen) override;

    // Sets wanted_, for a number of armies that can be placed.
    virtual void want(const Seen& seen, int armies);
    // By how much an attack must outnumber.
    virtual double odds() const { return 1.0; }
    // A border of an own continent with more armies than this needs no more.
    virtual int border_force() const { return 20; }
    // Armies for which no continent asks.
    virtual void place_rest(const Seen& seen, int armies, Placement& plan);

    bool is_wanted(int continent) const { return (wanted_ >> continent & 1) != 0; }
    Set wanted_members(const Seen& seen) const;
    // One by one in turn on the wanted continents; the number of armies that none needs.
    int place_in_turn(const Seen& seen, int armies, Placement& plan) const;
    // Against the weakest of these where one's own armies are more than `factor` times as many.
    static Attack best_against(const Seen& seen, const Set& targets, double factor);

    std::uint32_t wanted_ = 0;
};

}  // namespace ludwright::conquest
