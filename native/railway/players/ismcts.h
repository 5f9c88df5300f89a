// Monte Carlo tree search over information sets (Cowling, Powley & Whitehouse 2012), led by plans.
//
// The tree is that of the searching seat: a node is a decision of its own, reached by what it has
// chosen and observed since the root, so that deals which it cannot tell apart share their nodes.
// Each iteration deals anew what is hidden from the seat, descends by upper confidence bounds, adds
// one node, and plays the match out. The others, in the tree and below, are played by the greedy
// player, and the seat itself below the tree by the style with a focus on routes: playouts that
// pick moves at random end with hardly a ticket completed and say little.
//
// Only promising moves are tried: what the style would do, the tracks on its paths that can be
// paid, a few others of the most points, every card, tickets, and every choice of tickets to keep.
// The n-th playouts of all moves at the root have the same luck, as far as they go the same way. A
// playout is worth a fifth of the score and four fifths of how far the seat is ahead of the best
// other, squashed: points tell moves apart with fewer playouts than wins do. In the end the style
// is followed, unless the mean of another move is higher by more than the error of the difference.
//
// Settings, 0 for the default: playouts a turn; the constant of the bound in hundredths.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "railway/players/route_focused.h"

namespace ludwright::railway {

// What the search knows of the plans of the seat: those of the route-focused style.
class Scout final : public RouteFocused {
   public:
    // Promising moves, each once. What that style would do is the first of them.
    void list(const Seen& seen, std::vector<Move>& out);

   private:
    static constexpr int kMostOthers = 4;  // tracks that are on no path

    static void list_keeps(const Seen& seen, std::vector<Move>& out);
    static void list_cards(const Seen& seen, std::vector<Move>& out);
    void list_tracks(const Seen& seen, std::vector<Move>& out) const;
};

class InformationSetSearch final : public Player {
   public:
    static constexpr int kDefaultPlayouts = 400;
    static constexpr int kDefaultExploration = 60;

    void begin(std::span<const std::int32_t> settings) override;
    Move choose(const Seen& seen, play::Rng& rng) override;
    std::uint64_t work() const override { return work_; }

   private:
    // A move at a node.
    struct Branch {
        Move move;
        std::uint32_t visits = 0;
        double sum = 0.0;
        double squares = 0.0;

        double mean() const { return visits > 0 ? sum / visits : 0.0; }
        // Of the mean.
        double variance() const {
            return visits > 0 ? (squares / visits - mean() * mean()) / visits : 0.0;
        }
    };
    // A decision of the seat.
    struct Node {
        std::uint32_t first = 0;  // branch
        std::uint32_t count = 0;
        std::uint32_t visits = 0;
    };
    // Where a node is, by the hash of everything from the root to it.
    struct Place {
        std::uint64_t history = 0;
        std::uint32_t node = 0;  // 0: empty, since nothing leads to the root
    };

    int share_of(Phase phase) const;
    Move decided() const;
    void plant(const Seen& seen, int playouts);
    void iterate(const Seen& seen, std::uint64_t seed);
    std::uint32_t add_node(const Seen& seen);
    std::uint32_t best_branch(const Node& node) const;
    Place& place_of(std::uint64_t history);
    // Plays on until the seat decides again; adds what it observes to the history.
    void go_on(Position& position, std::uint64_t& history, play::Rng& rng);
    double play_out(Position& position, play::Rng& rng);
    double worth(const Position& position) const;

    int playouts_ = kDefaultPlayouts;
    double exploration_ = 0.01 * kDefaultExploration;
    int seat_ = 0;
    Atlas atlas_;
    bool has_atlas_ = false;
    Scout scout_;
    std::array<Greedy, kMostSeats> others_;
    RouteFocused self_;
    std::vector<Node> nodes_;
    std::vector<Branch> branches_;
    std::vector<Place> places_;
    std::vector<std::uint32_t> path_;  // branches
    std::vector<Move> moves_;
    int plies_ = 0;
    std::uint64_t work_ = 0;
};

}  // namespace ludwright::railway
