// One moment of a conquest game, changed in place.
//
// A match is dealt (missions, territories, first armies), then goes turn by turn: trade cards,
// place armies, attack, fortify, draw a card. A phase in which there is nothing to decide is passed
// over. Losses of battles, deals and cards are plies of chance. `families/conquest/reference.py`
// states the same rules in plain Python.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "conquest/move.h"
#include "conquest/program.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::conquest {

class Script;

// How positions are judged: the weights of a seat's shares of territories and of armies.
struct Policy {
    double territory = 0.8;
    double army = 0.2;
};

class Position {
   public:
    using Move = conquest::Move;
    using Policy = conquest::Policy;
    using Script = conquest::Script;
    static constexpr int kMostSeats = conquest::kMostSeats;
    using Outcome = play::OutcomeOf<kMostSeats>;

    // Of the turn that was completed, or is under way: the numbers of possible placements, attacks
    // and fortifications by equations 6 to 8 of Rossato et al. (2023), the pairs of territories
    // between which an attack was possible when the attacks began, the conquests; then the
    // territories of each seat, and the armies of each seat.
    static constexpr int kTurnMeasures = 5;
    static constexpr int kMeasures = kTurnMeasures + 2 * kMostSeats;

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
    void measures(double* out) const;
    void places(std::int8_t* out) const { std::copy_n(places_.begin(), seats(), out); }
    void redeal(int seat, play::Rng& rng);
    bool conceals(int seat) const;
    Move observed(int seat, Move move) const;

    // --- What all may see ---------------------------------------------------------------------
    const Program& program() const { return *program_; }
    Phase phase() const { return phase_; }
    bool is_chance() const;
    // Whose turn it is, also while chance decides; in a deal, who is served next.
    int mover() const { return mover_; }
    int owner(int territory) const { return owner_[at(territory)]; }
    int armies(int territory) const { return armies_[at(territory)]; }
    // The territories of a seat, or of nobody (kNobody).
    const Set& owned(int seat) const { return owned_[at(seat)]; }
    const Set& neighbours(int territory) const { return program_->neighbours[at(territory)]; }
    // Those of them that border territories of others.
    const Set& border(int seat) const { return borders_[at(seat)]; }
    // Territories with more than one army.
    const Set& strong() const { return strong_; }
    int territories(int seat) const { return territories_[at(seat)]; }
    int army_count(int seat) const { return units_[at(seat)]; }
    int card_count(int seat) const { return hands_[at(seat)].count(); }
    bool is_alive(int seat) const { return territories_[at(seat)] > 0; }
    int alive() const { return alive_; }
    int turns() const { return turns_; }
    int round() const { return round_; }
    int traded() const { return traded_; }
    // Armies that the mover still has to place; inside the continent that comes first, if any.
    int pool() const;
    int pool_continent() const { return inside_continent_; }
    int whole_pool() const { return whole_pool_; }
    // Where the next armies may be placed.
    Set placeable() const;
    bool has_conquered() const { return has_conquered_; }
    // Of a battle or an occupation.
    int from() const { return from_; }
    int to() const { return to_; }
    int least_to_occupy() const { return least_; }
    // Armies that may leave a territory in a fortification now.
    int movable(int territory) const;
    // Territories of the owner of `territory` that are connected to it, itself included.
    Set connected(int territory) const;
    bool must_trade() const;
    bool owns_continent(int seat, int continent) const;
    // What the seat would receive if its turn began now, without cards.
    int income(int seat) const;
    int base_income(int seat) const;
    bool is_set(int first, int second, int third) const;
    // Territories in a deal that nobody has yet.
    const Set& unclaimed() const { return unclaimed_; }
    // Where the next of the first armies may go: the mover's territories, or neutral ones.
    const Set& spreadable() const { return owned_[at(own_to_spread_ > 0 ? mover_ : kNobody)]; }

    // --- What only its seat may see -----------------------------------------------------------
    const Set& hand(int seat) const { return hands_[at(seat)]; }
    int mission(int seat) const { return missions_[at(seat)]; }

   private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    static int below(play::Rng& rng, int n) {
        return static_cast<int>(rng.below(static_cast<std::uint32_t>(n)));
    }

    void begin_deal();
    void pass_deal();
    void begin_spread();
    void pass_spread(int from_seat);
    bool take_spread(int seat);
    void begin_turn(int seat);
    void begin_trade();
    void begin_place();
    void begin_attack();
    void go_on_attacking();
    void resume_attack();
    void begin_fortify();
    void end_turn();
    void finish_turn();

    void make_deal(int territory);
    void make_spread(int territory);
    void make_place(Move move);
    void make_trade(Move move);
    void make_attack(Move move);
    void make_losses(Move move);
    void make_fortify(Move move);
    void make_done();

    void conquer(int attackers_lost);
    void eliminate(int seat);
    void occupy(int armies);
    void after_occupation();
    void win(int seat);

    template <int W>
    Set connected_in(int territory) const;
    void set_owner(int territory, int owner);
    template <int W>
    void set_owner_in(int territory, int owner);
    void add_armies(int territory, int armies);
    bool has_set(int seat) const;
    int ways_to_attack(int territory) const;
    int borders_of(int territory) const;
    bool has_won() const;  // the mover, after a conquest
    bool fulfils_goal(int seat) const;
    bool fulfils_mission(int seat) const;
    bool occupies(int seat, int territories, int armies) const;
    Set deck() const;

    template <typename Fn>
    void each_trade(Fn&& fn) const;
    template <int W, typename Fn>
    void each_attack_pair(Fn&& fn) const;
    template <int W>
    void measure_attacks();
    void list_attacks(std::vector<Move>& out) const;
    void list_fortifications(std::vector<Move>& out) const;
    void list_losses(std::vector<Move>& out) const;
    int count_attacks() const;
    template <int W>
    int count_attacks_in() const;
    template <int W>
    int count_shifts() const;
    std::int64_t count_connected_shifts() const;

    const Program* program_ = nullptr;
    std::array<std::int16_t, kMostTerritories> armies_{};
    std::array<std::int8_t, kMostTerritories> owner_{};
    std::array<Set, kMostSeats + 1> owned_{}, borders_{};
    std::array<std::int8_t, kMostTerritories> foreign_{};  // neighbours of another owner, or free
    Set unclaimed_, strong_;
    std::array<Set, kMostSeats> hands_{};
    std::array<std::int32_t, kMostSeats + 1> units_{};  // the last one of nobody
    std::array<std::int16_t, kMostSeats> territories_{};
    std::array<std::int16_t, kMostSeats + 1> left_{};  // to spread; of nobody at the end
    std::array<std::int8_t, kMostSeats> places_{};
    std::array<std::int8_t, kMostSeats> eliminated_by_{};
    std::array<std::int8_t, kMostSeats> missions_{};
    std::array<std::int16_t, kMostContinents> inside_{};
    std::array<std::int16_t, kMostTerritories> arrived_{};  // in this fortification
    std::array<double, kTurnMeasures> turn_measures_{}, last_measures_{};

    std::int32_t ply_ = 0, turns_ = 0, round_ = 0, whole_pool_ = 0, free_pool_ = 0;
    std::int32_t traded_ = 0, fortified_ = 0, engaged_ = 0, least_ = 0;
    // Moves over one border while the mover fortifies: kept from ply to ply, because counting them
    // anew would cost more than the plies.
    std::int32_t shifts_ = 0;
    std::int16_t dealt_ = 0;
    std::int8_t mover_ = 0, first_ = 0, winner_ = -1, alive_ = 0, inside_continent_ = -1;
    std::int8_t own_to_spread_ = 0, neutral_to_spread_ = 0;
    std::int16_t from_ = 0, to_ = 0;
    Phase phase_ = Phase::kDeal;
    bool is_turn_completed_ = false, has_conquered_ = false, has_eliminated_ = false;
    bool is_assault_ = false, is_mid_turn_ = false;
};

inline bool Position::is_chance() const {
    return (program_->chance_phases >> static_cast<unsigned>(phase_) & 1U) != 0;
}

}  // namespace ludwright::conquest
