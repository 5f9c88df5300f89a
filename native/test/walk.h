// A match of any family in which the lists of moves and the choices of players are checked before
// every ply, and whatever the family knows must hold after it. Used by tests and fuzzers.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "play/position.h"
#include "play/rng.h"

namespace ludwright::test {

// Longer lists of moves are counted but not made.
inline constexpr std::int64_t kMostListed = 20000;

template <typename Position, typename Player, typename Seen>
class Walk {
   public:
    using Move = typename Position::Move;
    using Numbers = std::array<std::int32_t, Position::kMostSeats>;
    using Settings = std::array<std::int32_t, play::kMostSettings>;

    Walk(const Position& start, play::Rng& rng) : rng_(rng), position_(start) {}
    virtual ~Walk() = default;

    // Plays up to `plies` plies; returns what went wrong, or null. Of `players` one sits at each
    // seat; -1 chooses at random.
    const char* play(int plies, const Numbers& players) {
        for (std::size_t s = 0; s < players.size(); ++s) {
            seated_[s] = players[s] < 0 ? nullptr : seated(players[s]);
        }
        for (int ply = 0; ply < plies && !position_.over(); ++ply) {
            if (const char* wrong = step()) return wrong;
        }
        if (!position_.over()) return nullptr;
        float sum = 0.0F;
        for (const float score : position_.outcome().scores) sum += score;
        return sum > 0.999F && sum < 1.001F ? nullptr : "scores do not sum to 1";
    }

    const Position& position() const { return position_; }

   protected:
    // The player of a number, ready to play.
    virtual std::unique_ptr<Player> seated(std::int32_t number) = 0;
    // What is wrong after a move that was made from `before`, or null.
    virtual const char* fault_after(const Position& before, Move move) const = 0;
    // Some legal move where there are too many to list.
    virtual Move unlisted() { return {}; }

    int below(int n) { return static_cast<int>(rng_.below(static_cast<std::uint32_t>(n))); }

    play::Rng& rng_;
    Position position_;

   private:
    const char* step() {
        const std::int64_t count = position_.count_moves();
        if (count < 1) return "neither over nor a move";
        const bool is_listed = count <= kMostListed;
        legal_.clear();
        if (const char* wrong = is_listed ? list(count) : nullptr) return wrong;
        const int seat = position_.seat();
        const Move move = choose(seat, is_listed);
        if (is_listed && !std::binary_search(legal_.begin(), legal_.end(), move)) {
            return seat < 0 ? "an event that cannot happen" : "a player chose an illegal move";
        }
        const Position before = position_;
        if (before.key() != position_.key()) return "a copy has another key";
        position_.make(move);
        return fault_after(before, move);
    }

    const char* list(std::int64_t count) {
        position_.moves(legal_);
        if (static_cast<std::int64_t>(legal_.size()) != count) return "moves are miscounted";
        if (!std::is_sorted(legal_.begin(), legal_.end())) return "moves are not in order";
        if (std::adjacent_find(legal_.begin(), legal_.end()) != legal_.end()) {
            return "a move is listed twice";
        }
        if (position_.seat() >= 0) return nullptr;
        position_.weights(weights_);
        return weights_.size() == legal_.size() ? nullptr : "events without weights";
    }

    Move choose(int seat, bool is_listed) {
        if (seat < 0) return position_.draw(rng_);
        if (Player* player = seated_[static_cast<std::size_t>(seat)].get()) {
            return player->choose(Seen(position_, seat), rng_);
        }
        return is_listed ? legal_[rng_.below(static_cast<std::uint32_t>(legal_.size()))]
                         : unlisted();
    }

    std::array<std::unique_ptr<Player>, Position::kMostSeats> seated_;
    std::vector<Move> legal_;
    std::vector<double> weights_;
};

}  // namespace ludwright::test
