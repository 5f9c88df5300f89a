// Tests of the search under hidden information.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "play/ismcts.h"
#include "play/mcts.h"
#include "play/meter.h"
#include "play/position.h"
#include "play/rng.h"
#include "test/check.h"
#include "test/seat_games.h"
#include "test/small_games.h"

namespace {

using namespace ludwright::play;
using namespace ludwright::test;

const SmallPolicy kPolicy;

MctsOptions with_playouts(std::int32_t playouts) {
    MctsOptions options;
    options.playouts = playouts;
    return options;
}

template <Playable P>
bool same(const MctsResult<P>& a, const MctsResult<P>& b) {
    const auto equal = [](const RootMove<P>& x, const RootMove<P>& y) {
        return x.move == y.move && x.visits == y.visits && x.value == y.value;
    };
    return a.best == b.best && a.value == b.value && a.nodes == b.nodes &&
           a.iterations == b.iterations &&
           std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(), equal);
}

void roll(DieTricks& position, Rng& rng) {
    while (!position.over() && position.seat() < 0) position.make(position.draw(rng));
}

// A random position with some seat to move.
DieTricks random_position(std::uint64_t seed) {
    DieTricks position;
    Rng rng(seed, 1, Purpose::kSetup);
    roll(position, rng);
    for (std::uint32_t plies = rng.below(8); plies > 0; --plies) {
        random_ply(position, rng);
        roll(position, rng);
    }
    return position;
}

void test_no_choice_changes_when_hidden_cards_are_reshuffled() {
    Ismcts<DieTricks> search;
    int different = 0;
    for (const Rollout rollout : {Rollout::kUniform, Rollout::kCapped, Rollout::kEvaluate}) {
        MctsOptions options = with_playouts(150);
        options.rollout = rollout;
        options.depth_cap = 2;
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            const DieTricks position = random_position(seed);
            Rng first(5, seed, Purpose::kPlayer);
            const MctsResult<DieTricks> found = search.search(position, options, kPolicy, first);
            DieTricks other = position;
            Rng shuffle(6, seed, Purpose::kChance);
            other.redeal(position.seat(), shuffle);
            different += other.key() != position.key();
            Rng again(5, seed, Purpose::kPlayer);
            CHECK(same(found, search.search(other, options, kPolicy, again)));
            CHECK(first() == again());
        }
    }
    CHECK(different > 60);
}

void test_deals_solved_one_by_one_mistake_a_guess_for_knowledge() {
    constexpr std::int32_t kPlayouts = 2000;
    Ismcts<RollOrGuess> search;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Rng rng(7, seed, Purpose::kPlayer);
        const auto& found = search.search(RollOrGuess(), with_playouts(kPlayouts), kPolicy, rng);
        CHECK(found.best.what == RollOrGuess::kRoll);
        // Two in three, on the scale from -1 to 1; the guess is worth one in two.
        CHECK(std::abs(found.value - 1.0F / 3.0F) < 0.08F);
        CHECK(found.moves[1].value < 0.25F);
    }
    // The other way: a tree for each of many deals, and the sum of their visits.
    std::uint64_t rolls = 0;
    std::uint64_t guesses = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        Rng rng(8, seed, Purpose::kPlayer);
        RollOrGuess deal;
        deal.redeal(0, rng);
        Mcts<RollOrGuess> tree;
        for (const auto& entry : tree.search(deal, with_playouts(200), kPolicy, rng).moves) {
            (entry.move.what == RollOrGuess::kRoll ? rolls : guesses) += entry.visits;
        }
    }
    CHECK(guesses > 2 * rolls);
}

void test_moves_that_look_the_same_share_a_child() {
    Ismcts<FaceDown> search;
    Rng rng(9, 0, Purpose::kPlayer);
    search.search(FaceDown(), with_playouts(3000), kPolicy, rng);
    const SmallMove ready{FaceDown::kReady};
    const auto laid = search.moves_after(std::array{ready});
    CHECK(laid.size() == 1 && laid[0].move == SmallMove{FaceDown::kSeen} && laid[0].seat == 1);
    CHECK(laid[0].visits == 2999 && laid[0].available == 2999);
    // Both cards were laid, each half of the time: naming either is right half of the time.
    auto named = search.moves_after(std::array{ready, SmallMove{FaceDown::kSeen}});
    CHECK(named.size() == 3);
    for (const auto& move : named) {
        const float expected = move.move.what == 2 ? 0.0F : 0.5F;
        CHECK(std::abs(move.score - expected) < 0.06F && move.seat == 0);
    }
    CHECK(search.moves_after(std::array{SmallMove{FaceDown::kLay}}).empty());
}

void test_what_is_always_legal_is_always_available() {
    // Nothing is hidden here: a child misses only the visits before it was added.
    Ismcts<TicTacToe> search;
    Rng rng(10, 0, Purpose::kPlayer);
    const auto& found = search.search(TicTacToe(), with_playouts(2000), kPolicy, rng);
    std::uint32_t expected = 2000;
    std::uint32_t visits = 0;
    const auto roots = search.moves_after({});
    CHECK(roots.size() == 9);
    for (const auto& move : roots) {
        CHECK(move.available == expected--);
        visits += move.visits;
        std::uint32_t below = move.visits - 1;  // the first evaluated the node
        for (const auto& reply : search.moves_after(std::array{move.move})) {
            CHECK(reply.available == below-- && reply.seat == 1);
            CHECK(reply.visits >= 1 && reply.visits <= reply.available);
        }
    }
    CHECK(visits == 2000 && found.nodes == 2001);
}

void test_cards_that_may_be_elsewhere_are_available_as_often_as_they_are_dealt() {
    DieTricks position;
    Rng rng(11, 0, Purpose::kPlayer);
    roll(position, rng);
    Ismcts<DieTricks> search;
    const MctsResult<DieTricks> found = search.search(position, with_playouts(6000), kPolicy, rng);
    CHECK(found.moves.size() == 3);
    for (const auto& move : found.moves) {
        const auto replies = search.moves_after(std::array{move.move});
        // Any of the nine cards that seat 0 does not see, and none that it holds.
        CHECK(replies.size() == 9);
        std::uint32_t visits = 1;
        for (const auto& reply : replies) {
            CHECK((position.unseen_by(0) >> reply.move.what & 1) != 0 && reply.seat == 1);
            CHECK(reply.visits >= 1 && reply.visits <= reply.available);
            visits += reply.visits;
            // Three of nine cards are in that hand.
            const double n = move.visits;
            CHECK(std::abs(reply.available - n / 3) < 5 * std::sqrt(n * 2 / 9) + 9);
        }
        CHECK(visits == move.visits);
    }
}

// The mean score of the seat of a search against two random ones, over matches with each seat.
double score_against_random(int matches) {
    Ismcts<DieTricks> search;
    double score = 0.0;
    for (int i = 0; i < matches; ++i) {
        const auto index = static_cast<std::uint64_t>(i);
        Rng chance(12, index / 3, Purpose::kChance);
        Rng player(12, index, Purpose::kPlayer);
        Rng others(13, index, Purpose::kPlayer);
        DieTricks position;
        roll(position, chance);
        while (!position.over()) {
            if (position.seat() == i % 3) {
                position.make(search.search(position, with_playouts(300), kPolicy, player).best);
            } else {
                random_ply(position, others);
            }
            roll(position, chance);
        }
        score += static_cast<double>(position.outcome().scores[static_cast<std::size_t>(i % 3)]);
    }
    return score / matches;
}

void test_it_beats_random_players() {
    const double score = score_against_random(300);
    // The standard error is below 0.029; a random player has 1/3.
    CHECK(score > 1.0 / 3.0 + 5 * 0.029);
}

void test_open_games_are_searched_too() {
    Ismcts<TicTacToe> tictactoe;
    Rng rng(14, 0, Purpose::kPlayer);
    CHECK(tictactoe.search(board({0, 3, 1, 4}), with_playouts(500), kPolicy, rng).best ==
          SmallMove{2});
    CHECK(tictactoe.search(board({0, 4, 1}), with_playouts(3000), kPolicy, rng).best ==
          SmallMove{2});
    Ismcts<ChanceTree> tree;
    int clear = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const ChanceTree root(1000 + seed);
        std::array<double, ChanceTree::kBranches> exact;
        for (int i = 0; i < ChanceTree::kBranches; ++i) {
            ChanceTree child = root;
            child.make({i});
            exact[static_cast<std::size_t>(i)] = ChanceTree::solve_tree(child)[0];
        }
        MctsOptions options = with_playouts(20'000);
        options.exploration = 0.5F;
        const auto& found = tree.search(root, options, kPolicy, rng);
        const auto best = static_cast<std::size_t>(found.best.what);
        std::array<double, ChanceTree::kBranches> sorted = exact;
        std::sort(sorted.begin(), sorted.end());
        if (sorted[2] - sorted[1] < 0.03) continue;
        ++clear;
        CHECK(exact[best] == sorted[2]);
        CHECK(std::abs(0.5 + 0.5 * static_cast<double>(found.value) - sorted[2]) < 0.04);
    }
    CHECK(clear >= 6);
}

void test_limits() {
    Ismcts<DieTricks> search;
    const DieTricks position = random_position(3);
    Rng rng(15, 0, Purpose::kPlayer);
    MctsOptions options = with_playouts(2000);
    options.max_nodes = 50;
    const auto& small = search.search(position, options, kPolicy, rng);
    CHECK(small.nodes <= 50 && small.iterations == 2000);
    options.max_nodes = 1;  // the root's moves are tried anyway
    for (const auto& entry : search.search(position, options, kPolicy, rng).moves) {
        CHECK(entry.visits > 0);
    }
    const auto& none = search.search(position, with_playouts(0), kPolicy, rng);
    CHECK(none.iterations == 0 && none.value == 0.0F && none.nodes == 1);
    CHECK(std::any_of(none.moves.begin(), none.moves.end(),
                      [&](const auto& entry) { return entry.move == none.best; }));

    options = with_playouts(300);
    options.plies_left = 1;  // nothing can be decided by then
    for (const auto& entry : search.search(random_position(0), options, kPolicy, rng).moves) {
        CHECK(std::abs(entry.value - (2.0F / 3.0F - 1.0F)) < 1e-5F);
    }

    options = with_playouts(1 << 30);
    options.max_seconds = 0.02;
    options.max_nodes = 1000;
    CHECK(search.search(position, options, kPolicy, rng).out_of_time);
    StopFlag stop;
    stop.request();
    Meter stopped(&stop);
    CHECK(search.search(position, options, kPolicy, rng, &stopped).stopped);
    Work work(~std::uint64_t{0});
    {
        Meter meter(nullptr, &work);
        search.search(position, with_playouts(100), kPolicy, rng, &meter);
    }
    CHECK(work.spent() == 6400);

    const auto refuses = [&](const DieTricks& root) {
        try {
            search.search(root, options, kPolicy, rng);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    CHECK(refuses(DieTricks()));  // chance is to deal
    DieTricks ended;
    while (random_ply(ended, rng)) {
    }
    CHECK(refuses(ended));
}

void test_nothing_is_known_before_a_search() { CHECK(Ismcts<DieTricks>().moves_after({}).empty()); }

}  // namespace

int main() {
    test_nothing_is_known_before_a_search();
    test_no_choice_changes_when_hidden_cards_are_reshuffled();
    test_deals_solved_one_by_one_mistake_a_guess_for_knowledge();
    test_moves_that_look_the_same_share_a_child();
    test_what_is_always_legal_is_always_available();
    test_cards_that_may_be_elsewhere_are_available_as_often_as_they_are_dealt();
    test_it_beats_random_players();
    test_open_games_are_searched_too();
    test_limits();
    return ludwright::test::report();
}
