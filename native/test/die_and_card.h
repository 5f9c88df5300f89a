// A small game for three with a die and a hidden card each, for the tests of matches and bindings.
//
// Each seat is dealt one of five cards, face down. In turn a seat bids 0 to 2, then the die is
// rolled and added to its sum together with the bid. Whoever first reaches the goal (or is ahead
// after nine turns) ends the match; the highest sum plus card wins, equals share.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "play/meter.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::test {

struct CardMove {
    std::int32_t kind = 0;    // deal, bid, roll
    std::int32_t number = 0;  // of the card (0: not seen), the bid or the die
    bool operator==(const CardMove&) const = default;
};

class DieAndCard {
   public:
    using Move = CardMove;
    struct Policy {
        double card = 1.0;  // what a point on a card is worth
    };
    enum Kind : std::int32_t { kDeal, kBid, kRoll };
    static constexpr int kMostSeats = 4;  // more than play, as in families of two to six
    static constexpr int kSeats = 3;
    static constexpr int kCards = 5;
    static constexpr int kGoal = 14;
    static constexpr int kTurns = 9;
    using Result = play::OutcomeOf<kMostSeats>;

    // A family's own players: number k bids k, or what its card says if k is 9.
    struct Script {
        std::int32_t number = 0;
        void begin(std::int32_t given, std::span<const std::int32_t>) { number = given; }
        Move choose(const DieAndCard& position, const std::vector<Move>& legal, play::Rng&) const {
            const int wanted = number == 9 ? position.card(position.seat()) % 3 : number;
            return legal[static_cast<std::size_t>(std::min(wanted, 2))];
        }
    };

    void count_with(play::Meter* meter) { meter_ = meter; }
    int seats() const { return kSeats; }
    int seat() const { return dealt_ < kSeats || is_rolling_ ? -1 : turns_ % kSeats; }
    std::int32_t ply() const { return ply_; }
    bool over() const {
        return !is_rolling_ &&
               (turns_ == kTurns || *std::max_element(sums_.begin(), sums_.end()) >= kGoal);
    }
    bool turn_completed() const { return last_ == kRoll; }
    int card(int seat) const { return cards_[static_cast<std::size_t>(seat)]; }
    int sum(int seat) const { return sums_[static_cast<std::size_t>(seat)]; }

    void moves(std::vector<Move>& out) const {
        out.clear();
        if (over()) return;
        if (dealt_ < kSeats) {
            for (int card = 1; card <= kCards; ++card) {
                if (is_free(card, dealt_)) out.push_back({kDeal, card});
            }
        } else if (is_rolling_) {
            for (int pips = 1; pips <= 6; ++pips) out.push_back({kRoll, pips});
        } else {
            for (int bid = 0; bid <= 2; ++bid) out.push_back({kBid, bid});
        }
    }

    // A six is twice as likely as any other number.
    void weights(std::vector<double>& out) const {
        std::vector<Move> events;
        moves(events);
        out.assign(events.size(), 1.0);
        if (is_rolling_) out.back() = 2.0;
    }

    Move draw(play::Rng& rng) const {
        if (is_rolling_) return {kRoll, std::min(6, 1 + static_cast<int>(rng.below(7)))};
        std::vector<Move> events;
        moves(events);
        return events[rng.below(static_cast<std::uint32_t>(events.size()))];
    }

    void make(Move move) {
        if (meter_ != nullptr) meter_->spend(8);
        ++ply_;
        last_ = static_cast<Kind>(move.kind);
        is_rolling_ = move.kind == kBid;
        if (move.kind == kDeal) {
            cards_[static_cast<std::size_t>(dealt_++)] = move.number;
            return;
        }
        sums_[static_cast<std::size_t>(turns_ % kSeats)] += move.number;
        if (move.kind == kRoll) ++turns_;
    }

    Result outcome() const {
        Result found{{}, play::Reason::kRule};
        int best = 0, winners = 0;
        for (int seat = 0; seat < kSeats; ++seat) best = std::max(best, sum(seat) + card(seat));
        for (int seat = 0; seat < kSeats; ++seat) winners += sum(seat) + card(seat) == best;
        for (int seat = 0; seat < kSeats; ++seat) {
            const bool wins = sum(seat) + card(seat) == best;
            found.scores[static_cast<std::size_t>(seat)] =
                wins ? 1.0F / static_cast<float>(winners) : 0.0F;
        }
        return found;
    }

    void standings(const Policy& judge, double* out) const {
        double total = 0.0;
        for (int seat = 0; seat < kSeats; ++seat) {
            out[seat] = 1.0 + sum(seat) + judge.card * card(seat);
            total += out[seat];
        }
        for (int seat = 0; seat < kSeats; ++seat) out[seat] /= total;
    }

    void points(double* out) const {
        for (int seat = 0; seat < kSeats; ++seat) out[seat] = sum(seat) + card(seat);
    }

    // For the tests: seats without a bid by the end have left, in their order.
    void places(std::int8_t* out) const {
        std::int8_t place = 0;
        for (int seat = 0; seat < kSeats; ++seat) {
            out[seat] = sum(seat) == 0 ? ++place : std::int8_t{0};
        }
    }

    // All cards but the seat's own are collected, sorted and dealt again.
    void redeal(int seat, play::Rng& rng) {
        std::vector<int> unseen;
        for (int card = 1; card <= kCards; ++card) {
            if (dealt_ <= seat || card != this->card(seat)) unseen.push_back(card);
        }
        rng.shuffle(unseen.data(), static_cast<std::uint32_t>(unseen.size()));
        for (int other = 0; other < dealt_; ++other) {
            if (other == seat) continue;
            cards_[static_cast<std::size_t>(other)] = unseen.back();
            unseen.pop_back();
        }
    }

    Move observed(int seat, Move move) const {
        return move.kind == kDeal && dealt_ != seat ? Move{kDeal, 0} : move;
    }

    std::uint64_t key() const {
        std::uint64_t state = static_cast<std::uint64_t>(ply_);
        for (int seat = 0; seat < kSeats; ++seat) {
            state = state * 4096 + static_cast<std::uint64_t>(card(seat) * 64 + sum(seat));
        }
        return play::splitmix64(state);
    }

    bool make_random(play::Rng& rng) {
        if (over()) return false;
        if (seat() < 0) {
            make(draw(rng));
        } else {
            make({kBid, static_cast<std::int32_t>(rng.below(3))});
        }
        return true;
    }

    play::PlayoutResultOf<kMostSeats> playout(play::Rng& rng, int max_plies) {
        std::int32_t plies = 0;
        while (plies < max_plies && make_random(rng)) ++plies;
        if (over()) return {outcome(), plies};
        return {Result::shared(kSeats, play::Reason::kPlyLimit), plies};
    }

   private:
    bool is_free(int card, int places) const {
        return std::find(cards_.begin(), cards_.begin() + places, card) == cards_.begin() + places;
    }

    std::array<int, kSeats> cards_{}, sums_{};
    int dealt_ = 0, turns_ = 0;
    std::int32_t ply_ = 0;
    Kind last_ = kDeal;
    bool is_rolling_ = false;
    play::Meter* meter_ = nullptr;
};

static_assert(play::Playable<DieAndCard> && !play::TwoSided<DieAndCard>);
static_assert(play::HasStandings<DieAndCard> && play::Chancy<DieAndCard>);
static_assert(play::Hidden<DieAndCard> && play::HasTurns<DieAndCard>);
static_assert(play::HasPoints<DieAndCard> && play::HasScripts<DieAndCard>);
static_assert(play::CanEliminate<DieAndCard>);

}  // namespace ludwright::test
