// A position as one seat sees it: everything but the cards and tickets of the others and the pile.
//
// Scripted players get this instead of the position, so that they cannot look at what is hidden
// from them, and no copy has to be redealt for each of their decisions.

#pragma once

#include "railway/position.h"

namespace ludwright::railway {

class Seen {
   public:
    // `position` must outlive this.
    Seen(const Position& position, int seat) : position_(position), seat_(seat) {}

    // --- Its own ------------------------------------------------------------------------------
    int seat() const { return seat_; }
    int hand(int kind) const { return position_.hand(seat_, kind); }
    const Tickets& tickets() const { return position_.tickets(seat_); }
    // To choose from; empty unless it is this seat that has to choose.
    Tickets offered() const { return position_.mover() == seat_ ? position_.offered() : Tickets{}; }
    const Tracks& own() const { return position_.tracks(seat_); }
    const Tracks& open() const { return position_.open(seat_); }
    bool is_open(int track) const { return position_.is_open(track, seat_); }
    bool can_pay(int track) const { return position_.can_pay(track, seat_); }
    bool can_build(int track) const { return position_.can_build(track, seat_); }
    bool connected(int one, int other) const { return position_.connected(seat_, one, other); }
    int part(int city) const { return position_.part(seat_, city); }
    bool is_completed(int ticket) const { return position_.is_completed(seat_, ticket); }
    const Tickets& completed() const { return position_.completed(seat_); }
    int completed_count() const { return position_.completed_count(seat_); }
    int trains() const { return position_.trains(seat_); }
    int hand_count() const { return position_.hand_count(seat_); }
    int points_so_far() const { return position_.points_so_far(seat_); }
    int final_points() const { return position_.final_points(seat_); }
    // A whole position that the seat may believe to be in, for searches.
    Position believed(play::Rng& rng) const {
        Position copy = position_;
        copy.redeal(seat_, rng);
        return copy;
    }

    // --- What all see -------------------------------------------------------------------------
    const Program& program() const { return position_.program(); }
    Phase phase() const { return position_.phase(); }
    int seats() const { return position_.seats(); }
    int mover() const { return position_.mover(); }
    int ply() const { return position_.ply(); }
    int turns() const { return position_.turns(); }
    int pile_count() const { return position_.pile_count(); }
    int discards(int kind) const { return position_.discards(kind); }
    int discard_count() const { return position_.discard_count(); }
    int market(int kind) const { return position_.market(kind); }
    int market_count() const { return position_.market_count(); }
    bool can_draw() const { return position_.can_draw(); }
    int trains(int seat) const { return position_.trains(seat); }
    int owner(int track) const { return position_.owner(track); }
    const Tracks& tracks(int seat) const { return position_.tracks(seat); }
    const Tracks& open(int seat) const { return position_.open(seat); }
    bool is_open(int track, int seat) const { return position_.is_open(track, seat); }
    bool connected(int seat, int one, int other) const {
        return position_.connected(seat, one, other);
    }
    int part(int seat, int city) const { return position_.part(seat, city); }
    int route_points(int seat) const { return position_.route_points(seat); }
    int hand_count(int seat) const { return position_.hand_count(seat); }
    int known(int seat, int kind) const { return position_.known(seat, kind); }
    int ticket_count(int seat) const { return position_.ticket_count(seat); }
    int tickets_left() const { return position_.tickets_left(); }
    int last_turns() const { return position_.last_turns(); }
    int taken() const { return position_.taken(); }
    int longest_path(int seat) const { return position_.longest_path(seat); }

   private:
    const Position& position_;
    int seat_;
};

}  // namespace ludwright::railway
