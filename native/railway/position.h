// One moment of a railway game, changed in place.
//
// Cards are dealt, the market is laid out, each seat chooses its first tickets; then turns: two
// cards, a track, or tickets. Cards that are drawn, dealt or turned up, and tickets that are drawn,
// are plies of chance. `families/railway/reference.py` states the same rules in plain Python.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "play/position.h"
#include "play/rng.h"
#include "railway/move.h"
#include "railway/program.h"

namespace ludwright::railway {

class Script;

// Positions are judged by points alone.
struct Policy {};

// What a completed turn was. Part of recorded measures.
enum class TurnKind : std::uint8_t { kCards, kTrack, kTickets, kPass };

class Position {
   public:
    using Move = railway::Move;
    using Policy = railway::Policy;
    using Script = railway::Script;
    static constexpr int kMostSeats = railway::kMostSeats;
    using Outcome = play::OutcomeOf<kMostSeats>;

    // Of the last completed turn, or before it as if seat 0 had passed: its kind and its seat, the
    // tickets that this seat holds, those of them that are completed, and its trains; then the
    // points of each seat so far.
    static constexpr int kTurnMeasures = 5;
    static constexpr int kMeasures = kTurnMeasures + kMostSeats;

    Position() = default;
    explicit Position(const Program& program);

    // --- What every game has ------------------------------------------------------------------
    int seats() const { return program_->seats; }
    int seat() const { return is_chance() || over() ? -1 : mover_; }
    std::int32_t ply() const { return ply_; }
    bool over() const { return phase_ == Phase::kOver; }
    bool turn_completed() const { return is_turn_completed_; }
    Outcome outcome() const;
    void moves(std::vector<Move>& out) const;
    std::int64_t count_moves() const;
    void weights(std::vector<double>& out) const;
    Move draw(play::Rng& rng) const;
    void make(Move move);
    bool make_random(play::Rng& rng);
    play::PlayoutResultOf<kMostSeats> playout(play::Rng& rng, int plies);
    std::uint64_t key() const;
    void standings(const Policy& policy, double* out) const;
    // Those so far, and at the end all.
    void points(double* out) const;
    void measures(double* out) const;
    void redeal(int seat, play::Rng& rng);
    Move observed(int seat, Move move) const;

    // --- What all may see ---------------------------------------------------------------------
    const Program& program() const { return *program_; }
    Phase phase() const { return phase_; }
    bool is_chance() const;
    // Whose turn it is, also while chance decides; in the deal, who is served next.
    int mover() const { return mover_; }
    int turns() const { return turns_; }
    // What the last completed turn was.
    TurnKind last_kind() const { return last_kind_; }
    int pile_count() const { return pile_count_; }
    int discards(int kind) const { return discards_[at(kind)]; }
    int discard_count() const { return discard_count_; }
    int market(int kind) const { return market_[at(kind)]; }
    int market_count() const { return market_count_; }
    // Whether a card can be drawn blind.
    bool can_draw() const { return pile_count_ + discard_count_ > 0; }
    int trains(int seat) const { return trains_[at(seat)]; }
    // A seat, or -1 of a free track.
    int owner(int track) const { return owner_[at(track)]; }
    // The tracks of a seat.
    const Tracks& tracks(int seat) const { return tracks_[at(seat)]; }
    // The tracks that are free and that the seat may build by the rule of double routes, whatever
    // its cards and trains.
    const Tracks& open(int seat) const { return open_[at(seat)]; }
    bool is_open(int track, int seat) const { return open_[at(seat)].test(track); }
    // Whether own tracks of the seat connect two cities.
    bool connected(int seat, int one, int other) const {
        return parts_[at(seat)][at(one)] == parts_[at(seat)][at(other)];
    }
    // The number of the part of its network in which a city is, for this seat. Cities of the same
    // number are connected.
    int part(int seat, int city) const { return parts_[at(seat)][at(city)]; }
    int route_points(int seat) const { return route_points_[at(seat)]; }
    int hand_count(int seat) const { return hand_counts_[at(seat)]; }
    // Cards of a kind that all know to be in a hand, since they were taken face up.
    int known(int seat, int kind) const { return known_[at(seat)][at(kind)]; }
    int ticket_count(int seat) const { return tickets_[at(seat)].count(); }
    // Tickets that can be drawn.
    int tickets_left() const { return unseen_.count() + returned_count_; }
    int offered_count() const { return offered_.count(); }
    // Of the seats in a row, or -1 while nobody has brought about the end.
    int last_turns() const { return last_turns_; }
    int taken() const { return taken_; }
    int redraws() const { return redraws_; }
    int passes() const { return passes_; }
    // Spaces of the seat's longest path.
    int longest_path(int seat) const;

    // --- What only its seat may see -----------------------------------------------------------
    int hand(int seat, int kind) const { return hands_[at(seat)][at(kind)]; }
    const Tickets& tickets(int seat) const { return tickets_[at(seat)]; }
    // Those of the mover, while it has to choose.
    const Tickets& offered() const { return offered_; }
    // Whether the cards of the seat are enough for a track.
    bool can_pay(int track, int seat) const;
    // Whether it may build the track now, if it were its turn.
    bool can_build(int track, int seat) const {
        return is_open(track, seat) && trains(seat) >= program_->tracks[at(track)].length &&
               can_pay(track, seat);
    }
    bool is_completed(int seat, int ticket) const {
        const Ticket& wanted = program_->tickets[at(ticket)];
        return connected(seat, wanted.one, wanted.other);
    }
    // Of the tickets that the seat holds.
    const Tickets& completed(int seat) const { return completed_[at(seat)]; }
    int completed_count(int seat) const { return completed_[at(seat)].count(); }
    // For tracks and completed tickets.
    int points_so_far(int seat) const;
    // All points of the seat if the match ended now.
    int final_points(int seat) const;

    // --- What nobody may see ------------------------------------------------------------------
    int pile(int kind) const { return pile_[at(kind)]; }
    const Tickets& unseen() const { return unseen_; }
    // Of the tickets that were returned, in the order in which they will be drawn.
    int returned_count() const { return returned_count_; }
    int returned(int at_place) const { return entry(at_place).ticket; }
    int returned_by(int at_place) const { return entry(at_place).seat; }

   private:
    struct Returned {
        std::uint8_t ticket = 0;
        std::int8_t seat = 0;
    };
    using Counts = std::array<std::uint8_t, kCardKinds>;

    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    static int below(play::Rng& rng, int n) {
        return static_cast<int>(rng.below(static_cast<std::uint32_t>(n)));
    }
    const Returned& entry(int place) const {
        return returned_[at((returned_first_ + place) % kMostTickets)];
    }
    Returned& entry(int place) { return returned_[at((returned_first_ + place) % kMostTickets)]; }

    void begin_market();
    void lay_out();
    bool renew_pile();
    void after_market();
    void begin_offer(int seat, int count);
    void after_setup_offer();
    void begin_turn(int seat);
    void go_on_taking();
    void end_turn(TurnKind kind);
    void finish(play::Reason reason);

    void make_deal(int kind);
    void make_turn_up(int kind);
    void make_offer(int ticket);
    void make_keep(int mask);
    void make_take(int kind);
    void make_draw();
    void make_card(int kind);
    void make_build(Move move);

    void add_card(int seat, int kind);
    void pay(int seat, int kind, int cards);
    void add_track(int seat, int track);
    void join(int seat, int one, int other);
    void keep_ticket(int seat, int ticket);
    void count_completed(int seat);
    bool can_build_any(int seat) const;
    bool is_stuck() const;
    int ways_to_pay(int colour, int length) const;
    void redeal_cards(int seat, play::Rng& rng);
    void redeal_tickets(int seat, play::Rng& rng);
    int points_of(const Tickets& tickets) const;
    int settled_points(int seat) const;

    template <typename Fn>
    void each_payment(int track, Fn&& fn) const;
    void list_turn(std::vector<Move>& out) const;
    void list_keeps(std::vector<Move>& out) const;
    void list_cards(Kind kind, std::vector<Move>& out) const;
    std::int64_t count_builds() const;

    const Program* program_ = nullptr;
    Counts pile_{}, discards_{}, market_{};
    std::array<Counts, kMostSeats> hands_{}, known_{};
    std::array<std::int8_t, kMostTracks> owner_{};
    std::array<Tracks, kMostSeats> tracks_{}, open_{};
    std::array<std::array<std::uint8_t, kMostCities>, kMostSeats> parts_{};
    std::array<Tickets, kMostSeats> tickets_{}, completed_{};
    Tickets unseen_, offered_;
    std::array<Returned, kMostTickets> returned_{};
    std::array<std::int16_t, kMostSeats> trains_{}, route_points_{}, hand_counts_{};
    std::array<std::int16_t, kMostSeats> final_points_{}, paths_{};  // once it is over
    std::int32_t ply_ = 0, turns_ = 0;
    std::int16_t pile_count_ = 0, discard_count_ = 0, market_count_ = 0, dealt_ = 0;
    std::int16_t returned_first_ = 0, returned_count_ = 0;
    std::int8_t mover_ = 0, last_mover_ = 0, to_offer_ = 0;
    std::int8_t taken_ = 0, redraws_ = 0, passes_ = 0, last_turns_ = -1;
    Phase phase_ = Phase::kDeal;
    TurnKind last_kind_ = TurnKind::kPass;
    play::Reason reason_ = play::Reason::kNone;
    bool is_setup_ = true, is_turn_completed_ = false;
};

inline bool Position::is_chance() const {
    constexpr unsigned kChancePhases =
        1U << static_cast<unsigned>(Phase::kDeal) | 1U << static_cast<unsigned>(Phase::kMarket) |
        1U << static_cast<unsigned>(Phase::kOffer) | 1U << static_cast<unsigned>(Phase::kBlind);
    return (kChancePhases >> static_cast<unsigned>(phase_) & 1U) != 0;
}

}  // namespace ludwright::railway
