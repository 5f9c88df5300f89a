// One position of a match, shared by any number of threads.
//
// A Position computes some facts on demand and caches them, so it belongs to one
// thread. A Moment computes those facts when it is made, never changes afterwards,
// and computes everything else on a copy. Meters belong to the caller, may be absent, and
// are not kept.

#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "combinatorial/position.h"
#include "play/meter.h"
#include "play/playout_sums.h"

namespace ludwright::combinatorial {

inline constexpr int kMostLeafPlies = 99;  // of count_leaves

template <int W>
class Moment {
   public:
    explicit Moment(std::shared_ptr<const Program<W>> program, play::Meter* meter = nullptr)
        : program_(std::move(program)), position_(*program_) {
        settle(meter);
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

    // A separate Position, for everything else.
    Position<W> copy() const { return position_; }
    std::vector<Move> moves(play::Meter* meter = nullptr) const;
    // The moment after one of moves().
    Moment after(Move move, play::Meter* meter = nullptr) const;
    // The number of lines of play of exactly that many plies, 0 to kMostLeafPlies.
    std::int64_t count_leaves(int depth, play::Meter* meter = nullptr) const;
    // Plays that many random matches to the end, on up to `jobs` threads (0: one per core).
    play::PlayoutSums<2> playouts(std::int64_t n, std::uint64_t seed, int max_plies, int jobs,
                                  play::StopFlag* stop = nullptr, play::Work* work = nullptr) const;

   private:
    // Memory of one ply of count_leaves.
    struct Frame {
        Position<W> position;
        std::vector<Move> moves;
    };
    static std::int64_t leaves(Frame* frame, int depth);

    // Determines at once whether the match is over.
    void settle(play::Meter* meter) {
        position_.count_with(meter);
        position_.over();
        position_.count_with(nullptr);
    }

    std::shared_ptr<const Program<W>> program_;
    Position<W> position_;
};

extern template class Moment<1>;
extern template class Moment<2>;
extern template class Moment<4>;
extern template class Moment<8>;
extern template class Moment<16>;

}  // namespace ludwright::combinatorial
