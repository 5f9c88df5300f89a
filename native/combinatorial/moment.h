// One moment of a match for any number of threads.
//
// A Position finds things out when it is asked and keeps what it found, so it belongs to one
// thread. A Moment settles at once what a Position would settle later, never changes afterwards,
// and answers everything else from a copy of its own.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "combinatorial/position.h"

namespace ludwright::combinatorial {

// Asked now and then by the thread that began some long work: false ends the work.
using GoesOn = bool (*)();

// Asks it, though not too often: it may have to wait for a lock.
class Watch {
   public:
    explicit Watch(GoesOn goes_on) : goes_on_(goes_on), asked_(now()) {}
    // Whether the work is to end; once so, for good.
    bool stops();

   private:
    static std::int64_t now();  // in milliseconds
    GoesOn goes_on_;
    bool stopped_ = false;
    std::int64_t asked_;
};

// The results of many random matches, added up.
struct PlayoutSums {
    std::int64_t first = 0, second = 0, draws = 0, plies = 0, squares = 0, limits = 0;
};

inline constexpr int kMostLeafPlies = 99;  // of count_leaves
// Of playouts, as long as the squares of all lengths together fit into 64 bits.
inline constexpr std::int64_t kMostPlayouts = 1'000'000'000;
inline constexpr std::int64_t kMostPlayoutPlies = 1'000'000;

template <int W>
class Moment {
   public:
    explicit Moment(std::shared_ptr<const Program<W>> program)
        : program_(std::move(program)), position_(*program_) {
        position_.over();
    }

    const std::shared_ptr<const Program<W>>& program() const { return program_; }
    const State<W>& state() const { return position_.state(); }
    int seat() const { return position_.seat(); }
    std::int32_t ply() const { return position_.ply(); }
    bool over() const { return position_.over(); }
    Outcome outcome() const { return position_.outcome(); }
    std::uint64_t key() const { return position_.key(); }
    int height_at(int site) const { return position_.height_at(site); }
    Piece piece_at(int site, int level) const { return position_.piece_at(site, level); }
    int cell_state_at(int site) const { return position_.cell_state_at(site); }

    // For whoever asks more: a position of their own.
    Position<W> copy() const { return position_; }
    std::vector<Move> moves() const;
    // The moment after one of moves().
    Moment after(Move move) const;
    // How many lines of play of exactly so many plies there are, 0 to kMostLeafPlies; nothing if
    // stopped.
    std::optional<std::int64_t> count_leaves(int depth, GoesOn goes_on = nullptr) const;
    // Plays so many random matches to the end, on up to `jobs` threads (0: one per core); nothing
    // if stopped.
    std::optional<PlayoutSums> playouts(std::int64_t n, std::uint64_t seed, int max_plies, int jobs,
                                        GoesOn goes_on = nullptr) const;

   private:
    // Memory of one ply of count_leaves.
    struct Frame {
        Position<W> position;
        std::vector<Move> moves;
    };
    static std::int64_t leaves(Frame* frame, int depth, Watch& watch);

    std::shared_ptr<const Program<W>> program_;
    Position<W> position_;
};

extern template class Moment<1>;
extern template class Moment<2>;
extern template class Moment<4>;
extern template class Moment<8>;
extern template class Moment<16>;

}  // namespace ludwright::combinatorial
