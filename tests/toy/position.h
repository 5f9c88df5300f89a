// Stand or Roll: two to four seats, a die and a hidden card each.
//
// Every seat is dealt a card that only it sees. In turn a player rolls the die, which is added to
// its pile, or stands. A pile of at least the limit stands by itself. The highest sum of card and
// pile that is not above the limit wins; equals share.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "play/playout.h"
#include "play/position.h"
#include "play/rng.h"

namespace toy {

using ludwright::play::OutcomeOf;
using ludwright::play::Reason;
using ludwright::play::Rng;

inline constexpr int kCopies = 2;  // of each card
inline constexpr int kMostCards = 20;

enum Kind : std::int32_t { kStand, kRoll, kCard, kPips };

struct Move {
    std::int32_t kind = kStand;
    std::int32_t number = 0;  // of a card or of pips; 0 for a card that is not seen
    bool operator==(const Move&) const = default;
};

struct Program {
    int seats = 3, cards = 8, sides = 6, limit = 15;
};

class Position {
   public:
    using Move = toy::Move;
    struct Policy {};
    static constexpr int kMostSeats = 4;
    using Outcome = OutcomeOf<kMostSeats>;

    // A player of the family: rolls while its card and pile are below its first setting.
    struct Script {
        static constexpr bool kIsDiscreet = true;
        int total = 0;
        void begin(std::int32_t, std::span<const std::int32_t> settings) { total = settings[0]; }
        Move choose(const Position& position, const std::vector<Move>& legal, Rng&) const {
            const int seat = position.seat();
            return legal[position.cards_[seat] + position.piles_[seat] < total ? kRoll : kStand];
        }
    };

    Position() = default;
    explicit Position(const Program& program) : program_(program) {}

    int seats() const { return program_.seats; }
    int seat() const { return is_rolling_ || dealt_ < seats() ? -1 : turn_; }
    std::int32_t ply() const { return ply_; }
    bool over() const { return standing_ == seats(); }
    bool turn_completed() const { return dealt_ == seats() && !is_rolling_ && is_turn_over_; }

    void moves(std::vector<Move>& out) const {
        out.clear();
        if (over()) return;
        if (dealt_ < seats()) {
            for (int card = 1; card <= program_.cards; ++card) {
                if (left(card) > 0) out.push_back({kCard, card});
            }
        } else if (is_rolling_) {
            for (int pips = 1; pips <= program_.sides; ++pips) out.push_back({kPips, pips});
        } else {
            out = {{kStand, 0}, {kRoll, 0}};
        }
    }

    void weights(std::vector<double>& out) const {
        std::vector<Move> events;
        moves(events);
        out.clear();
        for (const Move event : events) {
            out.push_back(event.kind == kCard ? left(event.number) : 1.0);
        }
    }

    Move draw(Rng& rng) const {
        if (is_rolling_) return {kPips, 1 + below(rng, program_.sides)};
        return {kCard, draw_card(rng)};
    }

    void make(Move move) {
        ++ply_;
        is_turn_over_ = move.kind == kStand || move.kind == kPips;
        is_rolling_ = move.kind == kRoll;
        if (move.kind == kCard) cards_[dealt_++] = move.number;
        if (move.kind == kPips) piles_[turn_] += move.number;
        if (!is_turn_over_) return;
        if (move.kind == kStand || piles_[turn_] >= program_.limit) stand();
        for (int i = 0; i < seats(); ++i) {
            turn_ = (turn_ + 1) % seats();
            if (!stands_[turn_]) return;
        }
    }

    Outcome outcome() const {
        Outcome found{{}, Reason::kRule};
        int best = 0, winners = 0;
        for (int seat = 0; seat < seats(); ++seat) best = std::max(best, worth(seat));
        for (int seat = 0; seat < seats(); ++seat) winners += worth(seat) == best;
        for (int seat = 0; seat < seats(); ++seat) {
            if (worth(seat) == best) found.scores[seat] = 1.0F / static_cast<float>(winners);
        }
        return found;
    }

    void standings(const Policy&, double* out) const {
        double sum = 0.0;
        for (int seat = 0; seat < seats(); ++seat) sum += 1.0 + worth(seat);
        for (int seat = 0; seat < seats(); ++seat) out[seat] = (1.0 + worth(seat)) / sum;
    }

    void points(double* out) const {
        for (int seat = 0; seat < seats(); ++seat) out[seat] = worth(seat);
    }

    // How many stand.
    static constexpr int kMeasures = 1;
    void measures(double* out) const { *out = standing_; }

    // The cards of the others are taken back and dealt again from all that the seat does not see.
    void redeal(int seat, Rng& rng) {
        for (int other = 0; other < dealt_; ++other) cards_[other] *= other == seat;
        for (int other = 0; other < dealt_; ++other) {
            if (other != seat) cards_[other] = draw_card(rng);
        }
    }

    Move observed(int seat, Move move) const {
        return move.kind == kCard && dealt_ != seat ? Move{kCard, 0} : move;
    }

    // The card and the pile of each seat.
    std::vector<std::pair<int, int>> hands() const {
        std::vector<std::pair<int, int>> found;
        for (int seat = 0; seat < seats(); ++seat) found.push_back({cards_[seat], piles_[seat]});
        return found;
    }

    std::uint64_t key() const {
        std::uint64_t state = static_cast<std::uint64_t>(turn_ * 4 + dealt_) * 2 + is_rolling_;
        for (int seat = 0; seat < seats(); ++seat) {
            state = state * 8192 + static_cast<std::uint64_t>(cards_[seat] * 128 + piles_[seat]);
            state = ludwright::play::splitmix64(state) + stands_[seat];
        }
        return ludwright::play::splitmix64(state);
    }

    bool make_random(Rng& rng) { return ludwright::play::make_any(*this, rng); }
    auto playout(Rng& rng, int plies) { return ludwright::play::play_out(*this, rng, plies); }

   private:
    static int below(Rng& rng, int n) {
        return static_cast<int>(rng.below(static_cast<std::uint32_t>(n)));
    }

    // How many of a card are in no hand.
    int left(int card) const {
        return kCopies - static_cast<int>(std::count(cards_.begin(), cards_.end(), card));
    }

    int draw_card(Rng& rng) const {
        int total = 0;
        for (int card = 1; card <= program_.cards; ++card) total += left(card);
        int drawn = below(rng, total), card = 1;
        while ((drawn -= left(card)) >= 0) ++card;
        return card;
    }

    int worth(int seat) const {
        const int sum = cards_[seat] + piles_[seat];
        return sum <= program_.limit ? sum : 0;
    }

    void stand() {
        stands_[turn_] = true;
        ++standing_;
    }

    Program program_;
    std::array<int, kMostSeats> cards_{}, piles_{};
    std::array<bool, kMostSeats> stands_{};
    int turn_ = 0, dealt_ = 0, standing_ = 0;
    std::int32_t ply_ = 0;
    bool is_rolling_ = false, is_turn_over_ = false;
};

}  // namespace toy
