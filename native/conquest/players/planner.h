// A player that plans whole turns: many plans are simulated, each with the replies of the others,
// and the one that leaves the best position is carried out until something unforeseen happens.
//
// A plan says which territories to take, where to place armies for it and how much to risk; it is
// conducted by campaign.h. One plan is to play as Killbot would. Plans race: all get a few
// simulations, the better ones more, and variants of the best join them. A battle that is lost, and
// the end of a plan, are reasons to plan again with what is left of the budget.
//
// Settings, 0 for the default: nodes a turn (turns simulated, own and others'); whom it takes the
// others for (Others).

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

class Planner final : public Player {
   public:
    static constexpr int kDefaultNodes = 2000;

    void begin(std::span<const std::int32_t> settings) override;
    Move choose(const Seen& seen, play::Rng& rng) override;
    std::uint64_t work() const override { return work_; }

   private:
    static constexpr int kMostPlans = 96;
    // On maps of at most so many territories each step is a plan of its own.
    static constexpr int kSmallMap = 24;

    struct Plan {
        Orders orders;
        bool is_model = false;  // as the model would play, without orders
        double sum = 0.0;
        int runs = 0;

        double mean() const { return runs > 0 ? sum / runs : 0.0; }
    };

    void add(const Orders& orders, bool is_model = false);
    void add_goal(const Position& position, Set goal);
    void add_break(const Position& position, int continent);
    void propose_attacks(const Position& position);
    void propose_steps(const Position& position);
    void propose_shifts(const Position& position);
    void vary(const Position& position, const Orders& orders);

    void run(const Position& position, Plan& plan);
    void race(const Position& position, int keep, int runs);
    void search(const Position& position, play::Rng& rng, int nodes);

    bool is_surprised(const Position& position) const;
    void reconsider(const Position& position, play::Rng& rng);
    Move act(const Seen& seen, const Position& position, play::Rng& rng);

    int nodes_ = kDefaultNodes;
    Others others_ = Others::kMixed;
    int left_ = 0;  // of the nodes of this turn
    int turn_ = -1;
    bool is_planned_ = false, is_fortified_ = false;
    int from_ = -1, to_ = -1;  // of the last attack
    Orders orders_;
    bool follows_model_ = false;
    std::unique_ptr<Player> model_;
    Replies replies_;
    std::array<Plan, kMostPlans> plans_;
    int count_ = 0, budget_ = 0;
    std::uint64_t seed_ = 0, work_ = 0;
};

}  // namespace ludwright::conquest
