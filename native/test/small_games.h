// Two games small enough to solve by brute force, and that solution: Tic-Tac-Toe, and a Nim where
// the same seat may move again.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <vector>

#include "play/position.h"
#include "play/rng.h"

namespace ludwright::test {

using namespace ludwright::play;

// A move of either game: a cell, or how many stones. Eight bytes, as the concept requires.
struct SmallMove {
    std::int64_t what = 0;
    bool operator==(const SmallMove&) const = default;
};

// What the evaluation of either game weighs.
struct SmallPolicy {
    float weight = 1.0F;
};

// Random moves until the end: the playout of a game without a faster one.
template <typename P>
PlayoutResult random_playout(P& position, Rng& rng, int max_plies) {
    PlayoutResult result;
    while (!position.over()) {
        if (result.plies >= max_plies) {
            result.outcome = Outcome{{0.5F, 0.5F}, Reason::kPlyLimit};
            return result;
        }
        position.make_random(rng);
        ++result.plies;
    }
    result.outcome = position.outcome();
    return result;
}

// One uniformly random move by way of the move list.
template <typename P>
bool random_move(P& position, Rng& rng) {
    if (position.over()) return false;
    std::vector<SmallMove> moves;
    position.moves(moves);
    position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    return true;
}

// Tic-Tac-Toe; a value, changed by make() only.
class TicTacToe {
   public:
    using Move = SmallMove;
    using Policy = SmallPolicy;

    static constexpr int kMostSeats = 2;
    int seats() const { return 2; }
    int seat() const { return seat_; }
    bool over() const { return won(0) || won(1) || (cells_[0] | cells_[1]) == 511; }
    std::int32_t ply() const { return ply_; }
    bool has_captures(Move) const { return false; }
    std::uint64_t key() const {
        std::uint64_t state = (cells_[0] | cells_[1] << 9 | static_cast<unsigned>(seat_) << 18);
        return splitmix64(state);
    }
    std::uint64_t search_key() const { return key(); }

    Outcome outcome() const {
        if (won(0)) return {{1.0F, 0.0F}, Reason::kRule};
        if (won(1)) return {{0.0F, 1.0F}, Reason::kRule};
        return {{0.5F, 0.5F}, Reason::kNoMoves};
    }

    void moves(std::vector<Move>& out) const {
        out.clear();
        if (over()) return;
        for (int cell = 0; cell < 9; ++cell) {
            if (!((cells_[0] | cells_[1]) >> cell & 1)) out.push_back({cell});
        }
    }

    void make(Move move) {
        cells_[seat_] |= 1U << move.what;
        seat_ = 1 - seat_;
        ++ply_;
    }

    bool make_random(Rng& rng) { return random_move(*this, rng); }
    PlayoutResult playout(Rng& rng, int max_plies) { return random_playout(*this, rng, max_plies); }

    float evaluate_seat(const Policy& policy, int seat) const {
        int open = 0;
        for (const unsigned line : kLines) {
            if ((cells_[1 - seat] & line) == 0) open += std::popcount(cells_[seat] & line);
        }
        return policy.weight * static_cast<float>(open);
    }
    float evaluate(const Policy& policy) const {
        return evaluate_seat(policy, 0) - evaluate_seat(policy, 1);
    }

    TicTacToe with_seat_to_move(int seat) const {
        TicTacToe copy = *this;
        copy.seat_ = seat;
        return copy;
    }

   private:
    static constexpr unsigned kLines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

    bool won(int seat) const {
        return std::any_of(std::begin(kLines), std::end(kLines),
                           [&](unsigned line) { return (cells_[seat] & line) == line; });
    }

    unsigned cells_[2] = {0, 0};
    int seat_ = 0;
    std::int32_t ply_ = 0;
};

// Nim with one pile: take 1, 2 or 3; taking the last stone wins. Taking one stone so that an
// even number is left gives another turn, which the searches must handle.
class AgainNim {
   public:
    using Move = SmallMove;
    using Policy = SmallPolicy;

    AgainNim() = default;
    explicit AgainNim(int stones) : stones_(stones) {}

    static constexpr int kMostSeats = 2;
    int seats() const { return 2; }
    int seat() const { return seat_; }
    bool over() const { return stones_ == 0; }
    std::int32_t ply() const { return ply_; }
    bool has_captures(Move move) const { return move.what == 3; }
    std::uint64_t key() const { return static_cast<std::uint64_t>(stones_ * 2 + seat_); }
    std::uint64_t search_key() const { return key(); }
    int stones() const { return stones_; }
    Outcome outcome() const {
        return last_ == 0 ? Outcome{{1.0F, 0.0F}, Reason::kRule}
                          : Outcome{{0.0F, 1.0F}, Reason::kRule};
    }
    void moves(std::vector<Move>& out) const {
        out.clear();
        for (int n = 1; n <= std::min(3, stones_); ++n) out.push_back({n});
    }
    void make(Move move) {
        stones_ -= static_cast<int>(move.what);
        last_ = seat_;
        if (move.what != 1 || stones_ % 2 != 0) seat_ = 1 - seat_;
        ++ply_;
    }
    bool make_random(Rng& rng) { return random_move(*this, rng); }
    PlayoutResult playout(Rng& rng, int max_plies) { return random_playout(*this, rng, max_plies); }
    float evaluate(const Policy&) const { return 0.0F; }

   private:
    int stones_ = 12;
    int seat_ = 0;
    int last_ = 0;
    std::int32_t ply_ = 0;
};

static_assert(Playable<TicTacToe> && CanSwitchSeat<TicTacToe> && CanEvaluateSeat<TicTacToe>);
static_assert(Playable<AgainNim> && !CanSwitchSeat<AgainNim> && !CanCountMoves<AgainNim>);

// The truth, by brute force: -1, 0 or 1 for the seat to move.
template <Playable P>
int solve(const P& position) {
    std::vector<SmallMove> moves;
    position.moves(moves);
    int best = -1;
    for (const SmallMove move : moves) {
        P child = position;
        child.make(move);
        const int value = child.over() ? result_for(child.outcome(), position.seat())
                          : child.seat() == position.seat() ? solve(child)
                                                            : -solve(child);
        best = std::max(best, value);
    }
    return best;
}

template <Playable P>
int solve_after(const P& position, SmallMove move) {
    P child = position;
    child.make(move);
    if (child.over()) return result_for(child.outcome(), position.seat());
    return child.seat() == position.seat() ? solve(child) : -solve(child);
}

inline TicTacToe board(std::initializer_list<int> cells) {
    TicTacToe position;
    for (const int cell : cells) position.make({cell});
    return position;
}

}  // namespace ludwright::test
