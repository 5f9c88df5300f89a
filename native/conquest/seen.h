// A position as one seat sees it: everything but the cards and missions of the others.
//
// Scripted players get this instead of the position, so that they cannot look at what is hidden
// from them, and no copy has to be redealt for each of their decisions.

#pragma once

#include "conquest/position.h"

namespace ludwright::conquest {

class Seen {
   public:
    // `position` must outlive this.
    Seen(const Position& position, int seat) : position_(position), seat_(seat) {}

    int seat() const { return seat_; }
    const Set& hand() const { return position_.hand(seat_); }
    int mission() const { return position_.mission(seat_); }
    // A whole position that the seat may believe to be in, for searches.
    Position believed(play::Rng& rng) const {
        Position copy = position_;
        if (copy.conceals(seat_)) copy.redeal(seat_, rng);
        return copy;
    }

    const Program& program() const { return position_.program(); }
    Phase phase() const { return position_.phase(); }
    int seats() const { return position_.seats(); }
    int ply() const { return position_.ply(); }
    int owner(int territory) const { return position_.owner(territory); }
    int armies(int territory) const { return position_.armies(territory); }
    const Set& owned(int seat) const { return position_.owned(seat); }
    const Set& own() const { return position_.owned(seat_); }
    const Set& neighbours(int territory) const { return position_.neighbours(territory); }
    // The neighbours of a territory that are not the seat's own.
    Set enemies(int territory) const { return minus(neighbours(territory), own()); }
    const Set& strong() const { return position_.strong(); }
    int territories(int seat) const { return position_.territories(seat); }
    int army_count(int seat) const { return position_.army_count(seat); }
    int card_count(int seat) const { return position_.card_count(seat); }
    bool is_alive(int seat) const { return position_.is_alive(seat); }
    int alive() const { return position_.alive(); }
    int turns() const { return position_.turns(); }
    int round() const { return position_.round(); }
    int traded() const { return position_.traded(); }
    int pool() const { return position_.pool(); }
    int pool_continent() const { return position_.pool_continent(); }
    int whole_pool() const { return position_.whole_pool(); }
    Set placeable() const { return position_.placeable(); }
    bool has_conquered() const { return position_.has_conquered(); }
    int from() const { return position_.from(); }
    int to() const { return position_.to(); }
    int least_to_occupy() const { return position_.least_to_occupy(); }
    int movable(int territory) const { return position_.movable(territory); }
    Set connected(int territory) const { return position_.connected(territory); }
    bool must_trade() const { return position_.must_trade(); }
    bool owns_continent(int seat, int k) const { return position_.owns_continent(seat, k); }
    int income(int seat) const { return position_.income(seat); }
    int base_income(int seat) const { return position_.base_income(seat); }
    bool is_set(int a, int b, int c) const { return position_.is_set(a, b, c); }
    // Territories in a deal that are free to be claimed.
    Set unclaimed() const { return position_.unclaimed(); }
    // Where the next army of the first ones may go, own or neutral.
    const Set& spreadable() const { return position_.spreadable(); }

    // The seat's own territories that border others'.
    const Set& border() const { return position_.border(seat_); }

   private:
    const Position& position_;
    int seat_;
};

}  // namespace ludwright::conquest
