// Tests of search, players, matches and annotations on two games that brute force solves.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "play/alphabeta.h"
#include "play/annotate.h"
#include "play/judge.h"
#include "play/match.h"
#include "play/mcts.h"
#include "play/players.h"
#include "play/position.h"
#include "test/check.h"
#include "test/small_games.h"

namespace {

using namespace ludwright::play;
using namespace ludwright::test;

AlphaBetaOptions plain(int depth) {
    AlphaBetaOptions options;
    options.depth = depth;
    for (std::int32_t& width : options.beam) width = 0;
    options.table_bits = 12;
    return options;
}

const SmallPolicy kPolicy;

void test_arithmetic() {
    for (double x = -12.0; x <= 12.0; x += 0.037) {
        CHECK(std::abs(static_cast<double>(squash(x)) - std::tanh(x)) < 2e-7);
    }
    CHECK(squash(1e300) == 1.0F && squash(-1e300) == -1.0F && squash(std::nan("")) == 0.0F);
    for (std::uint64_t wide = 1; wide < std::uint64_t{1} << 32; wide = wide * 3 / 2 + 1) {
        const auto n = static_cast<std::uint32_t>(wide);
        const double exact = std::log(static_cast<double>(n));
        CHECK(std::abs(static_cast<double>(log_of(n)) - exact) < 1e-5 + 1e-6 * exact);
    }
}

void test_nim_alphabeta() {
    AlphaBeta<AgainNim> search;
    for (int stones = 1; stones <= 16; ++stones) {
        const AgainNim position(stones);
        Rng rng(7, static_cast<std::uint64_t>(stones), Purpose::kPlayer);
        const auto& found = search.search(position, plain(20), kPolicy, rng);
        const int truth = solve(position);
        CHECK((found.value > 0.9F) == (truth > 0) && (found.value < -0.9F) == (truth < 0));
        CHECK(solve_after(position, found.best) == truth);
        CHECK(found.pv_length >= 1 && found.nodes > 0);
        std::vector<float> values;
        const int reached = search.root_values(position, plain(20), kPolicy, values);
        CHECK(reached == 20 && values.size() == static_cast<std::size_t>(std::min(3, stones)));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const int after = solve_after(position, {static_cast<std::int64_t>(i) + 1});
            CHECK((values[i] > 0.9F) == (after > 0) && (values[i] < -0.9F) == (after < 0));
        }
    }
}

void test_nim_mcts() {
    Mcts<AgainNim> search;
    MctsOptions options;
    options.playouts = 50'000;
    for (int stones = 1; stones <= 12; ++stones) {
        const AgainNim position(stones);
        Rng rng(11, static_cast<std::uint64_t>(stones), Purpose::kPlayer);
        search.reset();
        const auto& found = search.search(position, options, kPolicy, rng);
        const int truth = solve(position);
        CHECK(found.proven == static_cast<Proven>(2 + truth));
        CHECK(found.value == static_cast<float>(truth));
        CHECK(solve_after(position, found.best) == truth);
        for (const auto& entry : found.moves) {
            if (entry.proven == Proven::kUnknown) continue;
            CHECK(static_cast<int>(entry.proven) - 2 == solve_after(position, entry.move));
        }
    }
    // Without the solver the truth shows in the visits only.
    options.solver = false;
    options.playouts = 20'000;
    for (const int stones : {5, 6, 7, 9, 10, 11}) {
        const AgainNim position(stones);
        Rng rng(12, static_cast<std::uint64_t>(stones), Purpose::kPlayer);
        search.reset();
        const auto& found = search.search(position, options, kPolicy, rng);
        CHECK(found.proven == Proven::kUnknown && found.iterations == 20'000);
        CHECK(solve_after(position, found.best) == solve(position));
    }
}

void test_tictactoe() {
    AlphaBeta<TicTacToe> alphabeta;
    Mcts<TicTacToe> mcts;
    MctsOptions options;
    options.playouts = 200'000;
    Rng rng(3, 0, Purpose::kPlayer);

    const TicTacToe start;
    const auto& found = alphabeta.search(start, plain(9), kPolicy, rng);
    CHECK(found.value == 0.0F && found.depth == 9 && found.best_indices.size() == 9);
    const auto& tree = mcts.search(start, options, kPolicy, rng);
    CHECK(tree.proven == Proven::kDraw && tree.value == 0.0F && tree.iterations < 200'000);

    // X has 0 and 1: cell 2 wins at once, and a win in one is preferred to later ones.
    const TicTacToe win = board({0, 3, 1, 4});
    CHECK(alphabeta.search(win, plain(5), kPolicy, rng).best == SmallMove{2});
    CHECK(std::abs(alphabeta.last().value - 0.999F) < 1e-6F && alphabeta.last().depth == 1);
    mcts.reset();
    options.playouts = 100;
    CHECK(mcts.search(win, options, kPolicy, rng).best == SmallMove{2});
    // O must block 2, and then loses or draws as brute force found.
    const TicTacToe threat = board({0, 4, 1});
    CHECK(alphabeta.search(threat, plain(4), kPolicy, rng).best == SmallMove{2});
    options.playouts = 5000;
    for (const Rollout rollout : {Rollout::kUniform, Rollout::kCapped, Rollout::kEvaluate}) {
        options.rollout = rollout;
        options.depth_cap = 2;
        options.kappa = 0.3F;
        mcts.reset();
        CHECK(mcts.search(threat, options, kPolicy, rng).best == SmallMove{2});
    }
    options.rollout = Rollout::kUniform;

    // Every position three plies in: both searches agree with brute force.
    std::vector<SmallMove> moves;
    options.playouts = 100'000;
    for (int a = 0; a < 9; ++a) {
        for (int b = 0; b < 9; ++b) {
            const int c = (a + 2 * b + 3) % 9;
            if (a == b || a == c || b == c) continue;
            const TicTacToe position = board({a, b, c});
            const int truth = solve(position);
            const float value = alphabeta.search(position, plain(9), kPolicy, rng).value;
            CHECK((value > 0.9F) - (value < -0.9F) == truth);
            CHECK(solve_after(position, alphabeta.last().best) == truth);
            mcts.reset();
            const auto& proof = mcts.search(position, options, kPolicy, rng);
            CHECK(proof.proven == static_cast<Proven>(2 + truth));
            CHECK(solve_after(position, proof.best) == truth);
        }
    }
}

void test_ties_are_even() {
    // All weights zero: every move of the empty board is equal at depth 1 and 2.
    AlphaBeta<TicTacToe> search;
    const SmallPolicy blind{0.0F};
    Rng rng(5, 0, Purpose::kPlayer);
    for (const int depth : {1, 2}) {
        int counts[9] = {};
        for (int i = 0; i < 9000; ++i) {
            ++counts[search.search(TicTacToe(), plain(depth), blind, rng).best.what];
        }
        for (const int count : counts) CHECK(count > 850 && count < 1150);
    }
}

void test_budgets() {
    AlphaBeta<TicTacToe> search;
    for (const std::uint64_t budget : {1, 5, 9, 10, 100, 1000, 10'000}) {
        AlphaBetaOptions options = plain(9);
        options.max_nodes = budget;
        Rng rng(6, budget, Purpose::kPlayer);
        const auto& found = search.search(TicTacToe(), options, kPolicy, rng);
        CHECK(found.nodes <= budget && found.out_of_nodes);
        CHECK(found.depth < 9 && found.best_index >= 0 && found.best_index < 9);
        CHECK(found.depth == static_cast<int>(found.best_indices.size()));
        std::vector<float> values;
        CHECK(search.root_values(TicTacToe(), options, kPolicy, values) >= 1);
        CHECK(values.size() == 9);
    }
    // A narrow beam makes fewer nodes and still finds the obvious.
    AlphaBetaOptions wide = plain(5);
    AlphaBetaOptions narrow = plain(5);
    for (std::int32_t& width : narrow.beam) width = 2;
    Rng rng(6, 0, Purpose::kPlayer);
    const std::uint64_t many = search.search(TicTacToe(), wide, kPolicy, rng).nodes;
    CHECK(search.search(TicTacToe(), narrow, kPolicy, rng).nodes < many);
    CHECK(search.search(board({0, 3, 1, 4}), narrow, kPolicy, rng).best == SmallMove{2});

    Mcts<TicTacToe> mcts;
    MctsOptions options;
    options.playouts = 2000;
    options.max_nodes = 200;
    const auto& small = mcts.search(TicTacToe(), options, kPolicy, rng);
    CHECK(small.nodes <= 200 && small.iterations == 2000);
    options.max_nodes = 1;  // the root is expanded anyway
    mcts.reset();
    CHECK(mcts.search(TicTacToe(), options, kPolicy, rng).moves.size() == 9);
    options.playouts = 0;
    mcts.reset();
    CHECK(mcts.search(TicTacToe(), options, kPolicy, rng).iterations == 0);
    options.playouts = 1 << 30;
    options.solver = false;
    options.max_seconds = 0.02;
    CHECK(mcts.search(TicTacToe(), options, kPolicy, rng).out_of_time);
    StopFlag stop;
    stop.request();
    Meter meter(&stop);
    CHECK(mcts.search(TicTacToe(), options, kPolicy, rng, &meter).stopped);
}

void test_reuse() {
    MctsOptions options;
    options.playouts = 300;
    Mcts<TicTacToe> search;
    TicTacToe position;
    Rng rng(8, 0, Purpose::kPlayer);
    while (!position.over()) {
        const MctsResult<TicTacToe> before = search.search(position, options, kPolicy, rng);
        std::uint64_t visits = 0;
        for (const auto& entry : before.moves) visits += entry.visits;
        // Each iteration of this search went through one root move; a reused tree held more.
        CHECK(visits >= before.iterations);
        if (before.proven != Proven::kUnknown) {
            CHECK(static_cast<int>(before.proven) - 2 == solve(position));
        }
        const auto made =
            std::find_if(before.moves.begin(), before.moves.end(),
                         [&](const auto& entry) { return entry.move == before.best; });
        search.advance(before.best);
        position.make(before.best);
        if (position.over()) break;
        MctsOptions look = options;
        look.playouts = 0;
        const auto& kept = search.search(position, look, kPolicy, rng);
        std::uint64_t below = 0;
        for (const auto& entry : kept.moves) below += entry.visits;
        // The first visit evaluates a node without a child.
        CHECK(made->visits == 0 || below + 1 == made->visits || made->proven != Proven::kUnknown);
        if (kept.proven != Proven::kUnknown) CHECK(kept.proven == flip(made->proven));
    }
    CHECK(position.over() && result_for(position.outcome(), 0) == 0);

    // A tree left behind by another position is not used.
    search.reset();
    search.search(board({4}), options, kPolicy, rng);
    const auto& fresh = search.search(board({0}), options, kPolicy, rng);
    for (const auto& entry : fresh.moves) CHECK(!(entry.move == SmallMove{0}));

    // With turns that do not alternate, proven results keep their sign.
    Mcts<AgainNim> nim;
    for (int stones = 6; stones <= 20; ++stones) {
        AgainNim pile(stones);
        nim.reset();
        while (!pile.over()) {
            const auto& found = nim.search(pile, options, kPolicy, rng);
            if (found.proven != Proven::kUnknown) {
                CHECK(static_cast<int>(found.proven) - 2 == solve(pile));
            }
            const SmallMove move = found.best;
            nim.advance(move);
            pile.make(move);
        }
    }
}

template <typename T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

bool same(const MatchColumns& a, const MatchColumns& b) {
    bool equal = a.columns.size() == b.columns.size();
    for (std::size_t i = 0; equal && i < a.columns.size(); ++i) {
        equal = std::visit(
            [&]<typename T>(const std::vector<T>& numbers) {
                return same_bytes(numbers, std::get<std::vector<T>>(b.columns[i].numbers));
            },
            a.columns[i].numbers);
    }
    return equal;
}

template <Playable P>
std::vector<typename P::Move> moves_of(const MatchColumns& columns) {
    const std::vector<std::int32_t>& numbers = columns.of<std::int32_t>("moves");
    std::vector<typename P::Move> moves;
    for (std::size_t at = 0; at < numbers.size(); at += move_width<P>()) {
        moves.push_back(unpack_move<P>(numbers.data() + at));
    }
    return moves;
}

MatchSettings<TicTacToe> settings_of(PlayerKind first, PlayerKind second) {
    MatchSettings<TicTacToe> settings;
    settings.specs[0].kind = first;
    settings.specs[1].kind = second;
    for (PlayerSpec& spec : settings.specs) {
        spec.mcts.playouts = 200;
        spec.alphabeta = plain(4);
    }
    settings.seed = 42;
    settings.kappa = 0.5F;
    return settings;
}

// The score of specs[0] over a batch.
double score_of_first(const MatchColumns& columns) {
    double total = 0;
    const std::vector<std::int8_t>& seating = columns.of<std::int8_t>("seating");
    for (std::size_t at = 0; at < seating.size(); ++at) {
        if (seating[at] == 0) total += static_cast<double>(columns.of<float>("scores")[at]);
    }
    return 2 * total / static_cast<double>(seating.size());
}

void test_matches() {
    const PlayerKind kinds[] = {PlayerKind::kUniform,   PlayerKind::kGreedy,
                                PlayerKind::kMcts,      PlayerKind::kAlphaBeta,
                                PlayerKind::kDefensive, PlayerKind::kObstructive};
    for (const PlayerKind first : kinds) {
        MatchSettings<TicTacToe> settings = settings_of(first, PlayerKind::kUniform);
        settings.openings = {0, 2};
        settings.rotate_seats = true;
        std::atomic<std::uint64_t> progress{0};
        const auto one = play_matches(TicTacToe(), settings, 10, 60, 1, nullptr, &progress);
        CHECK(progress == 60);
        CHECK(same(one, play_matches(TicTacToe(), settings, 10, 60, 3)));
        CHECK(same(one, play_matches(TicTacToe(), settings, 10, 60, 1)));
        const auto& offsets = one.of<std::int64_t>("offsets");
        const auto& standings = one.of<double>("standings");
        const std::vector<SmallMove> moves = moves_of<TicTacToe>(one);
        CHECK(offsets.size() == 61 && standings.size() == 2 * moves.size());
        CHECK(same_bytes(one.of<std::int8_t>("moment_seats"), one.of<std::int8_t>("seats")));
        for (std::size_t i = 0; i < 60; ++i) {
            TicTacToe replay;
            for (auto k = static_cast<std::size_t>(offsets[i]);
                 k < static_cast<std::size_t>(offsets[i + 1]); ++k) {
                std::vector<SmallMove> legal;
                replay.moves(legal);
                CHECK(one.of<std::int32_t>("options")[k] ==
                      static_cast<std::int32_t>(legal.size()));
                CHECK(one.of<std::int8_t>("seats")[k] == replay.seat());
                replay.make(moves[k]);
                CHECK(one.of<std::int32_t>("moment_plies")[k] == replay.ply());
                // The lead of two seats is in the standings, exactly.
                CHECK(static_cast<float>(standings[2 * k] - standings[2 * k + 1]) ==
                      lead_of(replay, settings.judge, settings.kappa));
                CHECK(standings[2 * k] + standings[2 * k + 1] == 1.0);
            }
            CHECK(replay.over() && replay.outcome().scores[0] == one.of<float>("scores")[2 * i]);
            CHECK(one.of<std::int8_t>("seating")[2 * i] == static_cast<std::int8_t>(i % 2));
            CHECK(one.of<std::uint8_t>("finished")[i] == 1);
            CHECK(one.of<std::uint64_t>("indices")[i] == 10 + i);
            CHECK(std::isnan(one.of<double>("points")[2 * i]));
            // A pair of matches shares its opening.
            const auto at = static_cast<std::size_t>(offsets[i]);
            const auto before = static_cast<std::size_t>(offsets[i & ~std::size_t{1}]);
            const auto opening = static_cast<std::size_t>(one.of<std::int32_t>("opening_plies")[i]);
            for (std::size_t k = 0; k < opening; ++k) CHECK(moves[at + k] == moves[before + k]);
        }
        if (first != PlayerKind::kUniform) CHECK(score_of_first(one) > 0.55);
        // A batch in two halves is the same batch.
        const auto half = play_matches(TicTacToe(), settings, 40, 30, 2);
        const std::vector<SmallMove> later = moves_of<TicTacToe>(half);
        CHECK(std::equal(later.begin(), later.end(),
                         moves.end() - static_cast<std::ptrdiff_t>(later.size())));
    }
    // Perfect play draws.
    MatchSettings<TicTacToe> perfect = settings_of(PlayerKind::kAlphaBeta, PlayerKind::kMcts);
    perfect.specs[0].alphabeta = plain(9);
    perfect.specs[1].mcts.playouts = 3000;
    const auto draws = play_matches(TicTacToe(), perfect, 0, 20, 2);
    const std::vector<float>& scores = draws.of<float>("scores");
    CHECK(std::all_of(scores.begin(), scores.end(), [](float s) { return s == 0.5F; }));

    MatchSettings<TicTacToe> shortened = settings_of(PlayerKind::kUniform, PlayerKind::kUniform);
    shortened.max_plies = 3;
    const auto record = play_match(TicTacToe(), shortened, 0);
    CHECK(record.outcome.reason == Reason::kPlyLimit && record.outcome.scores[0] == 0.5F);
    CHECK(record.moves.size() == 3 && record.finished);

    StopFlag stop;
    stop.request();
    const auto none = play_matches(TicTacToe(), shortened, 0, 5, 2, &stop);
    CHECK(none.of<std::int64_t>("offsets").size() == 6);
    CHECK(none.of<std::int32_t>("moves").empty() && none.of<std::uint8_t>("finished")[4] == 0);

    shortened.openings = {3};
    bool refused = false;
    try {
        play_matches(TicTacToe(), shortened, 0, 1, 1);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);

    // Irregular turns in a match, with every kind of player.
    for (const PlayerKind kind : kinds) {
        MatchSettings<AgainNim> nim;
        nim.specs[0].kind = kind;
        nim.specs[0].mcts.playouts = 500;
        nim.specs[0].alphabeta = plain(6);
        nim.specs[1].random_share = 0.5F;
        nim.specs[1].kind = PlayerKind::kMcts;
        nim.specs[1].mcts.playouts = 50;
        const auto columns = play_matches(AgainNim(17), nim, 0, 40, 1);
        CHECK(same(columns, play_matches(AgainNim(17), nim, 0, 40, 2)));
        CHECK(columns.of<std::uint8_t>("finished")[39] == 1);
    }
}

void test_annotations() {
    MatchSettings<TicTacToe> settings = settings_of(PlayerKind::kUniform, PlayerKind::kUniform);
    const auto columns = play_matches(TicTacToe(), settings, 0, 20, 1);
    const std::vector<std::int64_t>& offsets = columns.of<std::int64_t>("offsets");
    const std::vector<SmallMove> moves = moves_of<TicTacToe>(columns);
    AnnotateOptions options;
    options.value_depth = 9;
    options.best_depths = 4;
    options.threats = true;
    options.search = plain(1);
    const auto run = [&](int jobs) {
        return annotate<TicTacToe>(TicTacToe(), offsets, moves, kPolicy, options, 0, jobs);
    };
    const Annotations notes = run(1);
    const Annotations again = run(3);
    CHECK(notes.complete && same_bytes(notes.values, again.values));
    CHECK(same_bytes(notes.best, again.best) && same_bytes(notes.threats, again.threats));
    CHECK(notes.value_offsets.size() == moves.size() + 1);
    CHECK(notes.best.size() == 4 * moves.size());
    CHECK(notes.threats.size() == 2 * moves.size());
    std::size_t k = 0;
    for (std::size_t i = 0; i < 20; ++i) {
        TicTacToe position;
        for (; k < static_cast<std::size_t>(offsets[i + 1]); ++k) {
            std::vector<SmallMove> legal;
            position.moves(legal);
            const auto base = static_cast<std::size_t>(notes.value_offsets[k]);
            bool wins[2] = {false, false};
            for (std::size_t m = 0; m < legal.size(); ++m) {
                const float value = notes.values[base + m];
                CHECK((value > 0.9F) - (value < -0.9F) == solve_after(position, legal[m]));
                for (int seat = 0; seat < 2; ++seat) {
                    TicTacToe child = position.with_seat_to_move(seat);
                    child.make(legal[m]);
                    wins[seat] |= child.over() && result_for(child.outcome(), seat) > 0;
                }
            }
            for (std::size_t seat = 0; seat < 2; ++seat) {
                CHECK((notes.threats[2 * k + seat] == Threat::kYes) == wins[seat]);
            }
            CHECK(legal[static_cast<std::size_t>(notes.played[k])] == moves[k]);
            for (std::size_t d = 0; d < 4; ++d) {
                const std::int32_t best = notes.best[4 * k + d];
                CHECK(best >= 0 && best < static_cast<std::int32_t>(legal.size()));
                // One ply finds an immediate win.
                const auto move = legal[static_cast<std::size_t>(best)];
                if (wins[position.seat()]) {
                    TicTacToe child = position;
                    child.make(move);
                    CHECK(child.over());
                }
            }
            position.make(moves[k]);
        }
    }
    std::vector<SmallMove> wrong = moves;
    wrong[1] = wrong[0];
    bool refused = false;
    try {
        annotate<TicTacToe>(TicTacToe(), offsets, wrong, kPolicy, options, 0, 1);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
}

void test_judge() {
    MatchSettings<TicTacToe> settings = settings_of(PlayerKind::kUniform, PlayerKind::kUniform);
    const auto columns = play_matches(TicTacToe(), settings, 0, 20, 1);
    const std::vector<std::int64_t>& offsets = columns.of<std::int64_t>("offsets");
    const std::vector<SmallMove> moves = moves_of<TicTacToe>(columns);
    JudgeOptions options;
    options.search.playouts = 2000;
    const auto run = [&](std::span<const SmallMove> made, int jobs) {
        return judge_matches<TicTacToe>(TicTacToe(), offsets, made, kPolicy, options, 0, jobs);
    };
    const Judgements found = run(moves, 1);
    const Judgements again = run(moves, 3);
    CHECK(found.complete && same_bytes(found.values, again.values) && found.steps == again.steps);
    CHECK(found.values.size() == moves.size() && found.steps > 0);
    std::size_t k = 0;
    for (std::size_t i = 0; i < 20; ++i) {
        TicTacToe position;
        for (; k < static_cast<std::size_t>(offsets[i + 1]); ++k) {
            std::vector<SmallMove> legal;
            position.moves(legal);
            int best = -1;
            for (const SmallMove move : legal) best = std::max(best, solve_after(position, move));
            // Late in the match the tree proves what the position is worth.
            if (legal.size() <= 4) CHECK(found.values[k] == static_cast<float>(best));
            position.make(moves[k]);
        }
    }
    std::vector<SmallMove> wrong = moves;
    wrong[1] = wrong[0];
    bool refused = false;
    try {
        run(wrong, 1);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
    StopFlag stop;
    stop.request();
    const auto none =
        judge_matches<TicTacToe>(TicTacToe(), offsets, moves, kPolicy, options, 0, 2, &stop);
    CHECK(!none.complete && none.values.empty());
}

}  // namespace

void test_work() {
    MatchSettings<TicTacToe> settings = settings_of(PlayerKind::kMcts, PlayerKind::kAlphaBeta);
    const auto spent = [&](int jobs, std::uint64_t limit) {
        Work work(limit);
        play_matches(TicTacToe(), settings, 0, 12, jobs, nullptr, nullptr, &work);
        return work.spent();
    };
    const std::uint64_t needed = spent(1, ~std::uint64_t{0});
    CHECK(needed > 0);
    for (const int jobs : {1, 2, 3}) {
        CHECK(spent(jobs, needed) == needed);
        bool refused = false;
        try {
            spent(jobs, needed - 1);
        } catch (const OutOfWork&) {
            refused = true;
        }
        CHECK(refused);
    }
    // The earlier of two time limits stays in force, and ends with its block.
    Meter meter;
    {
        const Deadline soon(meter, 1e-9);
        const Deadline late(meter, 1000.0);
        bool struck = false;
        try {
            for (int i = 0; i < 1 << 20; ++i) meter.spend(1);
        } catch (const OutOfTime&) {
            struck = true;
        }
        CHECK(struck);
    }
    for (int i = 0; i < 1 << 20; ++i) meter.spend(1);
}

void test_ply_limit_in_a_search() {
    Rng rng(1, 1, Purpose::kPlayer);
    Mcts<TicTacToe> mcts;
    MctsOptions options;
    options.playouts = 500;
    options.plies_left = 2;  // no win is possible by then: every try is a draw
    for (const Rollout rollout : {Rollout::kUniform, Rollout::kCapped, Rollout::kEvaluate}) {
        options.rollout = rollout;
        mcts.reset();
        for (const auto& move : mcts.search(TicTacToe(), options, kPolicy, rng).moves) {
            CHECK(rollout == Rollout::kEvaluate || move.value == 0.0F);
        }
    }
}

int main() {
    test_arithmetic();
    test_nim_alphabeta();
    test_nim_mcts();
    test_tictactoe();
    test_ties_are_even();
    test_budgets();
    test_reuse();
    test_work();
    test_ply_limit_in_a_search();
    test_matches();
    test_annotations();
    test_judge();
    return ludwright::test::report();
}
