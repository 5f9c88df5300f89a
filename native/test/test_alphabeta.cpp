// Tests of alpha-beta beyond what test_search.cpp solves: the order in which moves are tried,
// killers included, changes neither a value nor the choice among equal moves.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "play/alphabeta.h"
#include "play/position.h"
#include "play/rng.h"
#include "test/check.h"
#include "test/digest.h"
#include "test/small_games.h"

namespace {

using namespace ludwright::play;
using namespace ludwright::test;

// What a search found, apart from how.
template <Playable P>
void add_result(Digest& digest, const AlphaBetaResult<P>& found) {
    digest.add(static_cast<std::uint64_t>(found.best_index));
    digest.add(found.value);
    digest.add(static_cast<std::uint64_t>(found.depth));
    for (const std::int32_t index : found.best_indices) {
        digest.add(static_cast<std::uint64_t>(index));
    }
}

struct Found {
    std::uint64_t digest;
    std::uint64_t nodes;
};

// Searches and values of moves in the positions of many random matches.
template <Playable P>
Found search_everywhere(const P& start, int depth, std::int32_t beam, int matches) {
    AlphaBetaOptions options;
    options.depth = depth;
    for (std::int32_t& width : options.beam) width = beam;
    options.table_bits = 10;
    // Weights of zero make every move that does not decide the match equal.
    const SmallPolicy policies[] = {{1.0F}, {0.0F}};
    AlphaBeta<P> search;
    Digest digest;
    std::uint64_t nodes = 0;
    std::vector<float> values;
    for (int i = 0; i < matches; ++i) {
        Rng rng(41, static_cast<std::uint64_t>(i), Purpose::kPlayer);
        const SmallPolicy& policy = policies[i % 2];
        for (P position = start; !position.over(); position.make_random(rng)) {
            add_result(digest, search.search(position, options, policy, rng));
            nodes += search.last().nodes;
            digest.add(
                static_cast<std::uint64_t>(search.root_values(position, options, policy, values)));
            for (const float value : values) digest.add(value);
            nodes += search.last().nodes;
        }
        digest.add(rng());
    }
    return {digest.value(), nodes};
}

void test_neither_values_nor_choices_depend_on_the_order_of_moves() {
    // Digests and nodes of the search without killers, scouts and kept replies.
    struct Row {
        int depth;
        std::int32_t beam;
        Found tictactoe;
        Found nim;
    };
    static constexpr Row kGolden[] = {
        {1, 0, {0x8cfea33de9c29c97ULL, 3426}, {0x3522345964874ebaULL, 2322}},
        {1, 3, {0x8cfea33de9c29c97ULL, 3426}, {0x3522345964874ebaULL, 2322}},
        {2, 0, {0x60bc0a26a81bf8e4ULL, 22141}, {0x80a5b8dca84085f3ULL, 10680}},
        {2, 3, {0x5eead70b6fac4745ULL, 18157}, {0x80a5b8dca84085f3ULL, 10680}},
        {3, 0, {0xc39ef85f86839356ULL, 83838}, {0x5317f7d847aad4e1ULL, 27628}},
        {3, 3, {0x2305a6af0f78fb50ULL, 51585}, {0x5317f7d847aad4e1ULL, 27628}},
        {4, 0, {0x777da767e62f2e11ULL, 293790}, {0x46a8df0d07983cf9ULL, 62808}},
        {4, 3, {0x9cccbe569b871e33ULL, 130485}, {0x46a8df0d07983cf9ULL, 62808}},
        {5, 0, {0xc578f52a26b6001fULL, 637790}, {0x40736ae963700e7bULL, 118547}},
        {5, 3, {0x10ac9aa3a0d7c3beULL, 245882}, {0x40736ae963700e7bULL, 118547}},
    };
    for (const Row& row : kGolden) {
        const Found cells = search_everywhere(TicTacToe(), row.depth, row.beam, 40);
        CHECK(cells.digest == row.tictactoe.digest);
        CHECK(row.depth == 1 ? cells.nodes == row.tictactoe.nodes
                             : cells.nodes < row.tictactoe.nodes);
        const Found piles = search_everywhere(AgainNim(19), row.depth, row.beam, 40);
        CHECK(piles.digest == row.nim.digest);
        CHECK(piles.nodes <= row.nim.nodes);
    }
}

}  // namespace

int main() {
    test_neither_values_nor_choices_depend_on_the_order_of_moves();
    return ludwright::test::report();
}
