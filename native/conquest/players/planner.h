// A player that plans whole turns: many plans are simulated, each with the replies of the others,
// and the one that leaves the best position is carried out until something unforeseen happens.
// The others, and itself in later turns, are taken to play as Killbot does.
//
// Settings, 0 for the default: nodes a turn (turns simulated, own and others').

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "conquest/players/campaign.h"
#include "conquest/players/replies.h"
#include "conquest/script.h"

namespace ludwright::conquest {

// The chance that the seat wins in the end, as far as armies, income and cards show it.
double prospects(const Position& position, int seat);

class Planner : public Player {
   public:
    static constexpr int kDefaultNodes = 800;

    void begin(std::span<const std::int32_t> settings) override;
    Move choose(const Seen& seen, play::Rng& rng) override;
    std::uint64_t work() const override { return work_; }

   private:
    static constexpr int kMostPlans = 96;

    struct Plan {
        Orders orders;
        bool is_model = false;  // as the model would play, without orders
        double sum = 0.0;
        int runs = 0;

        double mean() const { return runs > 0 ? sum / runs : 0.0; }
    };

    void add(const Orders& orders, bool is_model = false);
    void add_goal(const Position& position, Set goal);
    void propose(const Position& position);
    void vary(const Position& position, const Orders& orders);
    void run(const Position& position, Plan& plan);
    void race(const Position& position, int first, int keep, int runs);
    void sort(int from);
    void search(const Position& position, play::Rng& rng, int nodes);
    bool is_surprised(const Position& position) const;
    Move act(const Seen& seen, const Position& position, play::Rng& rng);

    int nodes_ = kDefaultNodes, rounds_ = 1;
    int left_ = 0, budget_ = 0;
    int turn_ = -1;
    bool is_planned_ = false;
    int from_ = -1, to_ = -1;  // of the last attack
    Orders orders_;
    bool follows_model_ = false;
    std::unique_ptr<Player> self_;                              // for the plan to play as the model
    Replies replies_;
    std::array<Plan, kMostPlans> plans_;
    int count_ = 0;
    std::uint64_t seed_ = 0, work_ = 0;
};

}  // namespace ludwright::conquest
