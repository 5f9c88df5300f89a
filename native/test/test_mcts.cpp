// Tests of the tree searches beyond what test_search.cpp solves: results for two sides are fixed to
// the last bit, and games with more seats, dice and hidden cards are searched.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "play/mcts.h"
#include "play/position.h"
#include "play/rng.h"
#include "test/check.h"
#include "test/small_games.h"

namespace {

using namespace ludwright::play;
using namespace ludwright::test;

// A number that changes with any bit of what has been added (FNV-1a over words).
class Digest {
   public:
    void add(std::uint64_t word) { state_ = (state_ ^ word) * 0x100000001b3ULL; }
    void add(float value) { add(std::uint64_t{std::bit_cast<std::uint32_t>(value)}); }
    std::uint64_t value() const { return state_; }

   private:
    std::uint64_t state_ = 0xcbf29ce484222325ULL;
};

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

}  // namespace

int main() {
    test_two_sides_are_searched_as_ever();
    return ludwright::test::report();
}
