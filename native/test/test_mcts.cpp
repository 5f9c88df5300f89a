// Tests of Monte Carlo tree search beyond what test_search.cpp solves: results for two sides are
// fixed to the last bit; games for more seats and with chance are searched.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

#include "play/mcts.h"
#include "play/position.h"
#include "play/rng.h"
#include "test/check.h"
#include "test/digest.h"
#include "test/seat_games.h"
#include "test/small_games.h"

namespace {

using namespace ludwright::play;
using namespace ludwright::test;

template <Playable P>
void add_result(Digest& digest, const MctsResult<P>& found) {
    digest.add(static_cast<std::uint64_t>(found.best.what));
    digest.add(found.value);
    digest.add(static_cast<std::uint64_t>(found.proven));
    digest.add(found.iterations);
    digest.add(std::uint64_t{found.nodes});
    for (const auto& entry : found.moves) {
        digest.add(static_cast<std::uint64_t>(entry.move.what));
        digest.add(std::uint64_t{entry.visits});
        digest.add(entry.value);
        digest.add(static_cast<std::uint64_t>(entry.proven));
    }
}

// A whole match of the search against itself from `position`, with the tree reused or not.
template <Playable P>
std::uint64_t digest_of_match(P position, const MctsOptions& options) {
    const SmallPolicy policy;
    Digest digest;
    Mcts<P> search;
    Rng rng(21, 4, Purpose::kPlayer);
    while (!position.over()) {
        const MctsResult<P>& found = search.search(position, options, policy, rng);
        add_result(digest, found);
        const SmallMove move = found.best;
        search.advance(move);
        position.make(move);
    }
    digest.add(rng());
    return digest.value();
}

// One row per kind of leaf, with and without solver and reuse, a full tree and a limit of plies.
std::vector<MctsOptions> golden_options() {
    std::vector<MctsOptions> all;
    for (const Rollout rollout : {Rollout::kUniform, Rollout::kCapped, Rollout::kEvaluate}) {
        for (const bool solver : {true, false}) {
            MctsOptions options;
            options.playouts = 120;
            options.rollout = rollout;
            options.depth_cap = 2;
            options.kappa = 0.3F;
            options.solver = solver;
            options.reuse = solver;
            all.push_back(options);
        }
    }
    MctsOptions small = all.front();
    small.max_nodes = 60;
    small.exploration = 0.4F;
    small.plies_left = 5;
    all.push_back(small);
    return all;
}

void test_two_sides_are_searched_as_ever() {
    static constexpr std::uint64_t kGolden[][3] = {
        {0xa09f15c34cc20319ULL, 0x8b27300e7903ff71ULL, 0x6da48543a9e281cbULL},
        {0xb67d232768306ce6ULL, 0xe92256f6bd16c620ULL, 0x6ec84684d2a90b93ULL},
        {0xc2ce1f9f91128657ULL, 0xec0b8232b81b8ea5ULL, 0xe3d77f1f4005cb8fULL},
        {0xfb9f676f3463909aULL, 0xdda411947c6b7336ULL, 0x59bf9abe1f9c09aaULL},
        {0x52cc866f5329767eULL, 0x75d28f41e439b373ULL, 0x89635226b087d4c4ULL},
        {0x22823c730387fc97ULL, 0x00ad1d45333ea757ULL, 0xda38f0ad4858fc87ULL},
        {0x8ebbc62c1d8870f9ULL, 0xa1655e5779d3c1e0ULL, 0xe5536639d3de0482ULL},
    };
    const std::vector<MctsOptions> all = golden_options();
    CHECK(all.size() == std::size(kGolden));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::uint64_t found[] = {digest_of_match(TicTacToe(), all[i]),
                                       digest_of_match(board({0, 4, 8}), all[i]),
                                       digest_of_match(AgainNim(23), all[i])};
        for (std::size_t j = 0; j < 3; ++j) CHECK(found[j] == kGolden[i][j]);
    }
}

// The index of the best move of the root and how far the second best is behind, by brute force.
std::pair<int, double> best_of_tree(const ChanceTree& root, double& value) {
    std::vector<double> values;
    for (int i = 0; i < ChanceTree::kBranches; ++i) {
        ChanceTree child = root;
        child.make({i});
        values.push_back(ChanceTree::solve_tree(child)[0]);
    }
    const auto best = std::max_element(values.begin(), values.end());
    const int index = static_cast<int>(best - values.begin());
    value = *best;
    *best = -1.0;
    return {index, value - *std::max_element(values.begin(), values.end())};
}

void test_every_seat_maximises_its_own_score_and_chance_averages() {
    const SmallPolicy policy;
    Mcts<ChanceTree> search;
    int clear = 0;
    for (const Rollout rollout : {Rollout::kUniform, Rollout::kCapped, Rollout::kEvaluate}) {
        MctsOptions options;
        options.playouts = 20'000;
        options.exploration = 0.5F;
        options.rollout = rollout;
        options.depth_cap = 1;
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            const ChanceTree root(1000 + seed);
            double exact = 0.0;
            const auto [best, margin] = best_of_tree(root, exact);
            Rng rng(31, seed, Purpose::kPlayer);
            search.reset();
            const auto& found = search.search(root, options, policy, rng);
            CHECK(found.proven == Proven::kUnknown && found.iterations == 20'000);
            if (margin < 0.03) continue;
            ++clear;
            CHECK(found.best.what == best);
            CHECK(std::abs(0.5 + 0.5 * static_cast<double>(found.value) - exact) < 0.04);
        }
    }
    CHECK(clear >= 18);
}

void test_a_tree_is_reused_through_events_of_chance() {
    const SmallPolicy policy;
    Mcts<ChanceTree> search;
    MctsOptions options;
    options.playouts = 3000;
    MctsOptions look = options;
    look.playouts = 0;
    // The three events below the best move together hold its visits, except for the first.
    std::uint32_t most = 0;
    std::uint32_t kept = 1;
    for (int event = 0; event < ChanceTree::kBranches; ++event) {
        Rng rng(32, 0, Purpose::kPlayer);
        ChanceTree position(7);
        search.reset();
        const MctsResult<ChanceTree> before = search.search(position, options, policy, rng);
        most = 0;
        for (const auto& entry : before.moves) most = std::max(most, entry.visits);
        for (const SmallMove move : {before.best, SmallMove{event}}) {
            search.advance(move);
            position.make(move);
        }
        CHECK(position.seat() == 1);
        std::uint32_t visits = 1;  // the first evaluated the node
        for (const auto& entry : search.search(position, look, policy, rng).moves) {
            visits += entry.visits;
        }
        // Two, one and one in four were drawn.
        const double share = static_cast<double>(visits) / static_cast<double>(most);
        CHECK(std::abs(share - (event == 0 ? 0.5 : 0.25)) < 0.05);
        kept += visits;
    }
    CHECK(kept == most);

    Rng rng(32, 1, Purpose::kPlayer);
    ChanceTree position(7);
    bool refused = false;
    try {
        position.make({0});
        search.search(position, options, policy, rng);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
}

void test_a_match_abandoned_is_shared_by_all_seats() {
    const SmallPolicy policy;
    Mcts<ChanceTree> search;
    Rng rng(33, 0, Purpose::kPlayer);
    MctsOptions options;
    options.playouts = 200;
    options.plies_left = 3;
    for (const auto& entry : search.search(ChanceTree(3), options, policy, rng).moves) {
        CHECK(std::abs(entry.value - (2.0F / 3.0F - 1.0F)) < 1e-5F);
    }
}

// Deals and rolls until a seat is to move.
DieTricks dealt(std::uint64_t seed) {
    DieTricks position;
    Rng rng(seed, 0, Purpose::kSetup);
    while (position.seat() < 0) position.make(position.draw(rng));
    return position;
}

void test_the_tree_of_one_deal_is_not_kept_where_cards_are_hidden() {
    const SmallPolicy policy;
    Mcts<DieTricks> search;
    Rng rng(34, 0, Purpose::kPlayer);
    MctsOptions options;
    options.playouts = 500;
    DieTricks position = dealt(1);
    const SmallMove move = search.search(position, options, policy, rng).best;
    search.advance(move);
    position.make(move);
    options.playouts = 0;
    for (const auto& entry : search.search(position, options, policy, rng).moves) {
        CHECK(entry.visits == 0);
    }
}

}  // namespace

int main() {
    test_two_sides_are_searched_as_ever();
    test_every_seat_maximises_its_own_score_and_chance_averages();
    test_a_tree_is_reused_through_events_of_chance();
    test_a_match_abandoned_is_shared_by_all_seats();
    test_the_tree_of_one_deal_is_not_kept_where_cards_are_hidden();
    return ludwright::test::report();
}
