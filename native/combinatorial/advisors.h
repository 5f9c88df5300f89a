// Policies: the weight of each of the twenty advisors for each seat, with the tables they read.
//
// E(seat) = sum of weight * advisor, every advisor in [0, 1]; each is defined in
// advisors_instance.h. Position::evaluate is E(seat 0) - E(seat 1).

#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "combinatorial/position.h"

namespace ludwright::combinatorial {

// The advisors in the order of their weights. Values cross the border: append, never renumber.
enum Advisor : std::int32_t {
    kLineAdvisor,
    kConnectionAdvisor,
    kGroupAdvisor,
    kGoalAdvisor,
    kCapturesAdvisor,
    kSurvivalAdvisor,
    kScoreAdvisor,
    kStackAdvisor,
    kStateAdvisor,
    kStalemateAdvisor,
    kMobilityAdvisor,
    kAttackAdvisor,
    kDefenceAdvisor,
    kMaterialAdvisor,
    kFightAdvisor,
    kAdvanceAdvisor,
    kCentralityAdvisor,
    kCohesionAdvisor,
    kFreedomAdvisor,
    kHeightAdvisor,
    kAdvisorCount,
};

// Their names, in the same order.
inline constexpr std::array<const char*, kAdvisorCount> kAdvisorNames = {
    "in-a-row", "connection", "group",    "goal-proximity", "captures",
    "survival", "score",      "stack",    "state",          "stalemate",
    "mobility", "attack",     "defence",  "material",       "enemy-proximity",
    "advance",  "centrality", "cohesion", "freedom",        "stack-height",
};
static_assert(kAdvisorCount == 20 && kAdvisorNames[kHeightAdvisor] != nullptr);

using AdvisorWeights = std::array<std::array<float, kAdvisorCount>, 2>;
using AdvisorScales = std::array<float, kAdvisorCount>;

// An immutable value; copies share the tables. A policy made for one program must
// not be used for positions of another. Without tables it evaluates everything as 0.
struct Policy {
    AdvisorWeights weight{};
    std::array<std::uint32_t, 2> active{};  // by seat: advisors whose weight is not 0
    std::shared_ptr<const void> tables;     // AdvisorTables<W> of the program's W
};

// The policy of a program. `scales` are the largest values seen in a calibration, for the advisors
// that are a share of those (stalemate, mobility); 0: an estimate from the program.
template <int W>
Policy make_policy(const Program<W>& program, const AdvisorWeights& weights,
                   const AdvisorScales& scales);

// The value of one advisor for a seat, regardless of its weight.
template <int W>
float advisor_value(const Position<W>& position, const Policy& policy, int advisor, int seat);

}  // namespace ludwright::combinatorial
