// The player of Lozano and Bratz: a tree search (UCT) in the attack phase.
//
// For each high-level goal (take a continent, eliminate a player for the cards, break another's
// continent, take a card) a tree is grown, before armies are placed one for each good place to
// start from. Its children are attacks fought to the end, each won or lost; from a leaf the attacks
// on the goal go on as long as they are promising. Then everyone plays on for some rounds as models
// of them do, and the position is worth the own income less the largest of the others', in the mean
// of the rounds. All trees get as many simulations, then the better half of them, until one is
// left. Armies are placed for it, and it is pursued until a battle is lost or an elimination brings
// new armies; then all is searched again. When nothing is worth more than to stop, the attacks end.
// To play as Killbot does, and to stop, are weighed as the goals are, but have no tree. Where
// armies go in the end is searched alike.
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
    static constexpr int kDefaultSimulations = 400;
    static constexpr int kDefaultExploration = 2900;
    static constexpr int kDefaultRounds = 3;

    void begin(std::span<const std::int32_t> settings) override;
    Move choose(const Seen& seen, play::Rng& rng) override;
    std::uint64_t work() const override { return work_; }

   private:
    static constexpr int kMostTrees = 48;
    // Of a tree; beyond them the goal's own attacks are simulated.
    static constexpr int kMostNodes = 1024, kMostExpanded = 160;
    static constexpr int kMostEdges = 24;  // attacks from one position

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
        bool is_model = false;  // the whole turn is the backer's
        double sum = 0.0;       // of all simulations
        int runs = 0;

        void clear(const Orders& given);
        int add_node();
        double mean() const { return runs > 0 ? sum / runs : 0.0; }
        // Of the best attack, if there were enough simulations to judge it; else of all.
        double worth() const;
    };

    double worth(const Position& position) const;
    double outlook(Position& position, const Orders& orders, play::Rng& rng);
    double play_on(Position& position, play::Rng& rng);
    double expected_income(const Position& position, int seat) const;

    Tree& add_tree(const Orders& orders);
    void add_goal(const Position& position, Set goal);
    void add_break(const Position& position, int continent);
    void list_trees(const Position& position);
    void list_shifts(const Position& position);
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
    void simulate(const Position& position, Tree& tree);
    void grow(const Position& position, int budget);

    void search(const Position& position, play::Rng& rng, int budget);
    Tree& best() { return trees_[static_cast<std::size_t>(order_[0])]; }
    Move attack(const Seen& seen, play::Rng& rng);
    Move follow(const Seen& seen, const Position& position, play::Rng& rng);

    int simulations_ = kDefaultSimulations;
    double exploration_ = 29.0;
    bool is_sampled_ = false;
    int rounds_ = kDefaultRounds;
    Replies replies_;

    std::unique_ptr<Player> backer_;
    std::array<Tree, kMostTrees> trees_;
    std::array<std::int16_t, kMostTrees> order_{};  // the best tree first
    int count_ = 0;
    int seat_ = 0;
    int turn_ = -1, left_ = 0;
    bool is_searched_ = false, is_placing_ = false, is_fortifying_ = false;
    int node_ = -1;            // where the pursuit stands in the tree; -1: beyond it
    int from_ = -1, to_ = -1;  // of the last attack
    std::int32_t edge_ = -1;
    std::uint64_t seed_ = 0, work_ = 0;
};

}  // namespace ludwright::conquest
