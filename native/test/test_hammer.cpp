// Threads hammer one moment of a match through every public method, and each result is compared
// with that of a single thread. Built with the thread sanitizer it also finds races that
// happen to be harmless.
//
//     test_hammer SECONDS PROGRAM...     programs as tools/make_corpus.py writes them; those of
//                                        other families end in .conquest or .railway

#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "combinatorial/advisors.h"
#include "combinatorial/matches.h"
#include "combinatorial/moment.h"
#include "conquest/script.h"
#include "play/match.h"
#include "play/rng.h"
#include "railway/script.h"
#include "test/check.h"

namespace {

using namespace ludwright::combinatorial;
namespace play = ludwright::play;
namespace conquest = ludwright::conquest;
namespace railway = ludwright::railway;

constexpr int kThreads = 8;
constexpr int kPliesBefore = 5;

// Hashes results of every kind into one number.
class Digest {
   public:
    Digest& add(std::uint64_t word) {
        std::uint64_t state = hash_ ^ word;
        hash_ = play::splitmix64(state) * 0x9e3779b97f4a7c15ULL;
        return *this;
    }
    Digest& add(float value) { return add(std::uint64_t{std::bit_cast<std::uint32_t>(value)}); }
    Digest& add(double value) { return add(std::bit_cast<std::uint64_t>(value)); }
    Digest& add(const Move& m) {
        return add(std::uint64_t{static_cast<std::uint16_t>(m.rule)} << 48 |
                   std::uint64_t{static_cast<std::uint16_t>(m.source)} << 32 |
                   std::uint64_t{static_cast<std::uint16_t>(m.target)} << 16 | m.option);
    }
    template <typename T>
    Digest& add(const std::vector<T>& values) {
        for (const T& value : values) {
            if constexpr (std::is_integral_v<T>) {
                add(static_cast<std::uint64_t>(value));
            } else {
                add(value);
            }
        }
        return add(std::uint64_t{values.size()});
    }
    std::uint64_t value() const { return hash_; }

   private:
    std::uint64_t hash_ = 0;
};

using Question = std::function<std::uint64_t()>;

play::PlayerSpec spec_of(play::PlayerKind kind) {
    play::PlayerSpec spec;
    spec.kind = kind;
    spec.mcts.playouts = 10;
    spec.alphabeta.depth = 2;
    spec.alphabeta.max_nodes = 200;
    return spec;
}

MatchSettings order_of(const Policy& policy) {
    MatchSettings order;
    order.specs[0] = spec_of(play::PlayerKind::kMcts);
    order.specs[1] = spec_of(play::PlayerKind::kAlphaBeta);
    order.policies[0] = order.policies[1] = order.judge = policy;
    order.openings = {0};
    order.max_plies = 6;
    return order;
}

// What a Moment computes by itself.
template <int W>
std::vector<Question> plain_questions(const Moment<W>& moment) {
    return {
        [&] { return Digest().add(std::uint64_t(moment.seat())).add(moment.key()).value(); },
        [&] { return Digest().add(std::uint64_t(moment.ply())).value(); },
        [&] {
            const Outcome outcome = moment.outcome();
            return Digest().add(std::uint64_t{moment.over()}).add(outcome.scores[0]).value();
        },
        [&] {
            Digest digest;
            for (const auto site : moment.program()->text.sites) {
                digest.add(std::uint64_t(moment.cell_state_at(site)));
                for (int level = 0; level < moment.height_at(site); ++level)
                    digest.add(std::uint64_t{moment.piece_at(site, level).packed});
            }
            return digest.add(std::uint64_t(moment.state().quiet)).value();
        },
        [&] { return Digest().add(moment.moves()).value(); },
        [&] {
            Digest digest;
            for (const Move& move : moment.moves()) digest.add(moment.after(move).key());
            return digest.value();
        },
        [&] { return static_cast<std::uint64_t>(moment.count_leaves(2)); },
        [&] {
            const auto sums = moment.playouts(70, 3, 100, 2);
            return Digest().add(std::uint64_t(sums.wins[0])).add(std::uint64_t(sums.plies)).value();
        },
    };
}

// What is computed on a copy: everything a Position offers, and searches and matches from it.
template <int W>
std::vector<Question> copied_questions(const Moment<W>& moment, const Policy& policy,
                                       const MatchSettings& order) {
    return {
        [&] {
            const Position<W> position = moment.copy();
            std::vector<Move> found;
            Digest digest;
            for (int seat = 0; seat < 2; ++seat) {
                position.candidates(seat, found);
                digest.add(found).add(std::uint64_t{position.has_move(seat)});
                digest.add(std::uint64_t(position.points(seat)));
            }
            digest.add(std::uint64_t(position.count_moves())).add(position.search_key());
            position.with_seat_to_move(1 - position.seat()).moves(found);
            return digest.add(found).value();
        },
        [&] {
            Position<W> position = moment.copy();
            play::Rng rng(7, 1, play::Purpose::kPlayer);
            const PlayoutResult result = position.playout(rng, 100);
            return Digest().add(std::uint64_t(result.plies)).value();
        },
        [&] { return Digest().add(moment.copy().evaluate(policy)).value(); },
        [&] {
            Digest digest;
            for (int i = 0; i < kAdvisorCount; ++i)
                digest.add(advisor_value(moment.copy(), policy, i, 0));
            return digest.value();
        },
        [&] {
            play::Meter meter;
            const auto found = Games<W>::search(moment.copy(), order.specs[0], policy, 1, 0, meter);
            return Digest().add(found.best).add(found.visits).value();
        },
        [&] {
            play::Meter meter;
            const auto found = Games<W>::search(moment.copy(), order.specs[1], policy, 1, 0, meter);
            return Digest().add(found.best).add(found.values).value();
        },
        [&] {
            play::AlphaBetaOptions options;
            options.depth = 1;
            play::Meter meter;
            return Digest()
                .add(Games<W>::root_values(moment.copy(), options, policy, meter).values)
                .value();
        },
        [&] {
            std::atomic<std::uint64_t> progress{0};
            const auto table =
                Games<W>::play(moment.copy(), order, 0, 2, 2, nullptr, &progress, nullptr);
            return Digest()
                .add(table.template of<std::int32_t>("moves"))
                .add(table.template of<double>("standings"))
                .add(progress.load())
                .value();
        },
        [&] {
            const std::vector<Move> line{moment.moves().front()};
            const std::vector<std::int64_t> offsets{0, 1};
            play::AnnotateOptions options;
            options.value_depth = options.best_depths = 1;
            options.threats = true;
            const auto found = Games<W>::annotate(moment.copy(), offsets, line, policy, options, 0,
                                                  2, nullptr, nullptr, nullptr);
            return Digest().add(found.values).add(found.best).value();
        },
    };
}

// A moment some plies into a match, recreated each time.
template <int W>
Moment<W> some_moment(const std::shared_ptr<const Program<W>>& program) {
    Moment<W> moment(program);
    play::Rng rng(1, 0, play::Purpose::kPlayer);
    for (int ply = 0; ply < kPliesBefore && !moment.over(); ++ply) {
        const std::vector<Move> moves = moment.moves();
        const Moment<W> next = moment.after(moves[rng.below(moves.size())]);
        if (next.over()) break;
        moment = next;
    }
    return moment;
}

template <int W>
std::vector<Question> all_questions(const Moment<W>& moment, const Policy& policy,
                                    const MatchSettings& order) {
    std::vector<Question> all = plain_questions(moment);
    for (Question& question : copied_questions(moment, policy, order))
        all.push_back(std::move(question));
    return all;
}

// Threads ask the questions in any order, for some seconds.
void ask(const std::vector<Question>& questions, const std::vector<std::uint64_t>& expected,
         double seconds, const char* name) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    std::atomic<std::uint64_t> asked{0}, wrong{0};
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < kThreads; ++t) {
            threads.emplace_back([&, t] {
                play::Rng rng(2, static_cast<std::uint64_t>(t), play::Purpose::kPlayer);
                do {
                    const std::uint32_t which =
                        rng.below(static_cast<std::uint32_t>(questions.size()));
                    wrong += questions[which]() != expected[which];
                    ++asked;
                } while (std::chrono::steady_clock::now() < end);
            });
        }
    }
    std::printf("%s: %llu answers, %llu wrong\n", name,
                static_cast<unsigned long long>(asked.load()),
                static_cast<unsigned long long>(wrong.load()));
    CHECK(asked > 0 && wrong == 0);
}

template <int W>
void hammer(ProgramText text, double seconds, const char* name) {
    const auto program = std::make_shared<const Program<W>>(std::move(text));
    AdvisorWeights weights{};
    for (auto& seat : weights) seat.fill(1.0F);
    const Policy policy = make_policy(*program, weights, AdvisorScales{});
    const MatchSettings order = order_of(policy);

    const Moment<W> first = some_moment(program);
    std::vector<std::uint64_t> expected;
    for (const Question& answer : all_questions(first, policy, order)) expected.push_back(answer());

    // A fresh moment: anything computed lazily would be computed by several threads at once.
    const Moment<W> shared = some_moment(program);
    ask(all_questions(shared, policy, order), expected, seconds, name);
}

// --- Families with chance and scripted players ---------------------------------------------------

using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;

// Matches by two players with these numbers, on two threads.
template <typename P>
std::uint64_t matches_of(const P& start, std::int32_t first, std::int32_t second) {
    play::MatchSettings<P> order;
    for (std::size_t seat = 0; seat < order.specs.size(); ++seat) {
        order.specs[seat].kind = play::PlayerKind::kScripted;
        order.specs[seat].script = seat % 2 == 0 ? first : second;
        order.specs[seat].settings[0] = 12;  // nodes of those that search
    }
    order.max_plies = 300;
    const auto table = play::play_matches(start, order, 0, 3, 2);
    return Digest()
        .add(table.template of<std::int32_t>("moves"))
        .add(table.template of<std::int32_t>("options"))
        .add(table.template of<double>("measures"))
        .value();
}

// What is listed, counted and believed on a walk.
template <typename P>
std::uint64_t walk_of(const P& start) {
    P position = start;
    play::Rng rng(4, 0, play::Purpose::kPlayer);
    Digest digest;
    std::vector<typename P::Move> moves;
    std::vector<double> weights;
    for (int ply = 0; ply < 60 && !position.over(); ++ply) {
        position.moves(moves);
        digest.add(std::uint64_t(position.count_moves()));
        if (position.seat() < 0) position.weights(weights);
        digest.add(weights);
        position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        if (position.over() || !play::is_concealed(position, 0)) continue;
        P believed = position;
        believed.redeal(0, rng);
        digest.add(believed.key());
    }
    return digest.value();
}

template <typename P>
std::vector<Question> questions_about(const P& start, const Pairs& pairs) {
    std::vector<Question> all = {
        [&] { return start.key(); },
        [&] {
            play::Rng rng(3, 0, play::Purpose::kPlayer);
            P position = start;
            const auto result = position.playout(rng, 200);
            return Digest().add(position.key()).add(std::uint64_t(result.plies)).value();
        },
        [&] { return walk_of(start); },
    };
    for (const auto& [first, second] : pairs) {
        all.push_back([&start, a = first, b = second] { return matches_of(start, a, b); });
    }
    return all;
}

template <typename P, typename Program>
void hammer_family(const std::vector<std::int32_t>& numbers, const Pairs& pairs, double seconds,
                   const char* name) {
    const Program program = Program::read(numbers);
    const P start(program);
    std::vector<std::uint64_t> expected;
    for (const Question& answer : questions_about(start, pairs)) expected.push_back(answer());
    ask(questions_about(start, pairs), expected, seconds, name);
}

std::vector<std::int32_t> read_numbers(const char* path) {
    std::vector<std::int32_t> numbers;
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) return numbers;
    std::int32_t number = 0;
    while (std::fread(&number, sizeof(number), 1, file) == 1) numbers.push_back(number);
    std::fclose(file);
    return numbers;
}

void hammer_file(const char* path, double seconds) {
    const std::string name(path);
    if (name.ends_with(".conquest")) {
        const Pairs pairs = {{0, 15}, {12, 5}, {7, 60}, {50, 0}, {0, 0}, {13, 14}};
        return hammer_family<conquest::Position, conquest::Program>(read_numbers(path), pairs,
                                                                    seconds, path);
    }
    if (name.ends_with(".railway")) {
        const Pairs pairs = {{0, 1}, {2, 3}, {4, 0}, {5, 0}};
        return hammer_family<railway::Position, railway::Program>(read_numbers(path), pairs,
                                                                  seconds, path);
    }
    ProgramText text = read_program(read_numbers(path));
    const int extent = text.extent;
    if (extent <= 64) return hammer<1>(std::move(text), seconds, path);
    if (extent <= 128) return hammer<2>(std::move(text), seconds, path);
    if (extent <= 256) return hammer<4>(std::move(text), seconds, path);
    if (extent <= 512) return hammer<8>(std::move(text), seconds, path);
    hammer<16>(std::move(text), seconds, path);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr, "expected SECONDS PROGRAM..., got %d arguments\n", argc - 1);
        return 2;
    }
    const double seconds = std::strtod(argv[1], nullptr) / (argc - 2);
    for (int i = 2; i < argc; ++i) hammer_file(argv[i], seconds);
    return ludwright::test::report();
}
