// The player of Lozano and Bratz: a tree search (UCT) in the attack phase.
//
// For each high-level goal (take a continent, eliminate a player for the cards, break another's
// continent) a tree is grown with the same number of simulations. Its children are attacks fought
// to the end, each won or lost; from a leaf the attacks on the goal go on as long as they are
// promising. Then everyone plays on for some rounds as models of them do, and the position is worth
// the own income less the largest of the others'. The goal with the highest root is pursued until
// a battle is lost, then all is searched again; when no goal is worth more than to stop, the
// attacks end. Everything but the attacks is as Killbot does it, and one more goal is to attack as
// Killbot does; it has no tree.
//
// Settings, 0 for the default: simulations a turn; A in hundredths of an army; 1 for sampled
// battles instead of exact chances; 1 more than the rounds that are played on.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "conquest/players/campaign.h"
#include "conquest/players/replies.h"
#include "conquest/script.h"

namespace ludwright::conquest {

class Lozano : public Player {
   public:
    static constexpr int kDefaultSimulations = 1000;
    static constexpr int kDefaultExploration = 2900;
    static constexpr int kDefaultRounds = 2;

    void begin(std::span<const std::int32_t> settings) override;
    Move choose(const Seen& seen, play::Rng& rng) override;
    std::uint64_t work() const override { return work_; }

   private:
    static constexpr int kMostGoals = 16;
    static constexpr int kMostEdges = 24;  // attacks from one position, the most likely ones

    struct Node {
        std::int32_t first_edge = -1;
        std::int16_t edges = 0;
        std::int32_t visits = 0;
        double sum = 0.0;

        double mean() const { return visits > 0 ? sum / visits : 0.0; }
    };
    // An attack, or to stop (from < 0).
    struct Edge {
        std::int16_t from = -1, to = -1;
        std::int32_t visits = 0;
        double sum = 0.0;
        std::int32_t won = -1, lost = -1;  // nodes

        double mean() const { return visits > 0 ? sum / visits : 0.0; }
    };
    struct Tree {
        std::vector<Node> nodes;
        std::vector<Edge> edges;
        Orders orders;
        bool is_stop = false;   // no attacks
        bool is_model = false;  // the attacks are those of the backer
        int room = 0;

        void clear(const Orders& goal);
        int add_node();
    };

    double worth(const Position& position) const;
    double outlook(Position& position, const Orders& orders, play::Rng& rng);
    double play_on(Position& position, play::Rng& rng);
    double expected_income(const Position& position, int seat) const;

    int list_goals(const Position& position);
    void add_goal(const Position& position, const Set& goal);
    void expand(const Position& position, Tree& tree, int node) const;
    void expect(const Position& position, Tree& tree, int from, int to) const;
    int select(const Tree& tree, const Node& node) const;
    double visit(Position& position, Tree& tree, int node, play::Rng& rng);
    double try_edge(Position& position, Tree& tree, int edge, play::Rng& rng);
    double roll_out(Position& position, const Orders& orders, play::Rng& rng);
    void fight(Position& position, const Orders& orders, Move attack, play::Rng& rng);
    void resolve(Position& position, const Orders& orders, Move attack, bool is_won);
    void settle_battle(Position& position, const Orders& orders);
    int best_edge(const Tree& tree, int node) const;
    double root_worth(const Tree& tree) const;
    double simulate(const Position& position, Tree& tree, int number);
    double mean_worth(const Position& position, Tree& tree, int trials);

    void search(const Position& position, play::Rng& rng);
    Move attack(const Seen& seen, play::Rng& rng);
    Move follow(const Seen& seen, const Position& position, play::Rng& rng);

    int simulations_ = kDefaultSimulations;
    double exploration_ = 29.0;
    bool is_sampled_ = false;
    int rounds_ = kDefaultRounds;
    Replies replies_;

    std::unique_ptr<Player> backer_;
    std::array<Orders, kMostGoals> goals_;
    int goal_count_ = 0;
    Tree tree_, best_tree_;
    int seat_ = 0;
    int turn_ = -1, left_ = 0;
    bool has_goal_ = false;
    int node_ = -1;            // where the pursuit stands in the tree; -1: beyond it
    int from_ = -1, to_ = -1;  // of the last attack
    std::int32_t edge_ = -1;
    std::uint64_t seed_ = 0, work_ = 0;
};

}  // namespace ludwright::conquest
