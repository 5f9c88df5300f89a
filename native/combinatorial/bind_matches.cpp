// Policies, searches, matches and annotations of board games for Python. Converts and checks; no
// logic.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>

#include "bind_call.h"
#include "bind_play.h"
#include "combinatorial/advisors.h"
#include "combinatorial/bind_types.h"
#include "combinatorial/matches.h"

namespace nb = nanobind;

namespace ludwright {

namespace {

using namespace combinatorial;

// A policy and the program it was made for; the tables may point into the program.
struct NativePolicy {
    Policy policy;
    AnyProgram program;
};

using Offsets = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Choices = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MoveRows = nb::ndarray<const std::int32_t, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;

NativePolicy make_native_policy(const NativeProgram& program,
                                const std::vector<std::vector<double>>& weights,
                                const std::vector<double>& scales) {
    if (weights.size() != 2 || weights[0].size() != kAdvisorCount ||
        weights[1].size() != kAdvisorCount) {
        refuse("weights: expected two lists of twenty numbers");
    }
    if (!scales.empty() && scales.size() != kAdvisorCount) {
        refuse("scales: expected twenty numbers or none");
    }
    AdvisorWeights w{};
    AdvisorScales s{};
    for (int i = 0; i < kAdvisorCount; ++i) {
        for (int seat = 0; seat < 2; ++seat) {
            w[seat][i] =
                static_cast<float>(bounded<double>(weights[seat][i], -1e6, 1e6, "weights"));
        }
        if (!scales.empty())
            s[i] = static_cast<float>(bounded<double>(scales[i], 0, 1e9, "scales"));
    }
    return std::visit(
        [&](const auto& held) { return NativePolicy{make_policy(*held, w, s), held}; },
        program.program);
}

// A copy of the position that no other Python thread can touch. Rejects policies of
// other programs.
template <int W>
Position<W> ready(const Moment<W>& moment, std::initializer_list<const NativePolicy*> policies) {
    for (const NativePolicy* policy : policies) {
        const auto* program = std::get_if<Shared<W>>(&policy->program);
        if (program == nullptr || program->get() != moment.program().get()) {
            refuse("policy: made for another program than that of the position");
        }
    }
    return moment.copy();
}

// Runs fn(position) on a copy that counts its work.
template <typename Fn>
auto counted(const NativePosition& native, const NativePolicy& policy, Fn&& fn) {
    return Call().run_locked([&](play::Meter& meter) {
        return on_position(native, {&policy}, [&]<int W>(Position<W> position) {
            position.count_with(&meter);
            return fn(position);
        });
    });
}

template <typename Fn>
auto on_position(const NativePosition& native, std::initializer_list<const NativePolicy*> policies,
                 Fn&& fn) {
    return std::visit(
        [&]<int W>(const Moment<W>& moment) {
            return fn.template operator()<W>(ready(moment, policies));
        },
        native.any);
}

double evaluate(const NativePosition& self, const NativePolicy& policy) {
    return counted(self, policy, [&](const auto& position) {
        return static_cast<double>(position.evaluate(policy.policy));
    });
}

std::vector<std::vector<double>> advisor_values(const NativePosition& self,
                                                const NativePolicy& policy) {
    return counted(self, policy, [&](const auto& position) {
        std::vector<std::vector<double>> values(2);
        for (int seat = 0; seat < 2; ++seat) {
            for (int i = 0; i < kAdvisorCount; ++i) {
                values[seat].push_back(
                    static_cast<double>(advisor_value(position, policy.policy, i, seat)));
            }
        }
        return values;
    });
}

nb::dict play_matches(const NativePosition& self, const std::vector<nb::dict>& specs,
                      const std::vector<const NativePolicy*>& policies, const NativePolicy& judge,
                      double kappa, std::uint64_t seed, const std::vector<std::int64_t>& openings,
                      std::int64_t max_plies, bool rotate_seats, std::uint64_t first_index,
                      std::int64_t count, std::int64_t jobs, play::StopFlag* stop,
                      const nb::object& progress, double seconds, bool keeps_finished) {
    const MatchRequest request{specs, kappa, seed, openings, max_plies, rotate_seats,  first_index,
                               count, jobs,  stop, progress, seconds,   keeps_finished};
    MatchSettings settings = read_settings<Policy, 2>(request, 2);
    if (policies.size() != 2 || policies[0] == nullptr || policies[1] == nullptr) {
        refuse("policies: expected two");
    }
    for (std::size_t i = 0; i < 2; ++i) settings.policies[i] = policies[i]->policy;
    settings.judge = judge.policy;
    return on_position(
        self, {policies[0], policies[1], &judge}, [&]<int W>(const Position<W>& start) {
            if (start.over()) refuse("position: the match is over");
            return run_matches(
                request, [&](Call& running, std::uint64_t first, std::size_t matches, int threads) {
                    return Games<W>::play(start, settings, first, matches, threads, &running,
                                          &running.done, running.work());
                });
        });
}

nb::dict search(const NativePosition& self, const nb::dict& spec_dict, const NativePolicy& policy,
                double kappa, std::uint64_t seed, std::uint64_t index) {
    const play::PlayerSpec spec = read_spec(spec_dict, kappa);
    Decision decision = on_position(self, {&policy}, [&]<int W>(const Position<W>& root) {
        if (root.over()) refuse("position: the match is over");
        return Call().run([&](Call& running) {
            play::Meter meter(&running, running.work());
            return Games<W>::search(root, spec, policy.policy, seed, index, meter);
        });
    });
    return decision_dict<Position<1>>(std::move(decision));
}

nb::tuple root_values(const NativePosition& self, std::int64_t depth, const NativePolicy& policy,
                      double kappa, std::uint64_t nodes, const std::vector<std::int64_t>& beam) {
    play::AlphaBetaOptions options;
    options.depth = static_cast<std::int32_t>(bounded<std::int64_t>(depth, 1, 99, "depth"));
    options.kappa = read_kappa(kappa);
    options.max_nodes = nodes;
    if (!beam.empty()) read_beam(beam, options.beam);
    MoveValues table = on_position(self, {&policy}, [&]<int W>(const Position<W>& root) {
        if (root.over()) refuse("position: the match is over");
        return Call().run([&](Call& running) {
            play::Meter meter(&running, running.work());
            return Games<W>::root_values(root, options, policy.policy, meter);
        });
    });
    return nb::make_tuple(rows(pack_moves<Position<1>>(table.moves), 4),
                          column(std::move(table.values)));
}

std::vector<Move> read_moves(const MoveRows& array) {
    std::vector<Move> moves;
    moves.reserve(array.shape(0));
    for (std::size_t i = 0; i < array.shape(0); ++i) {
        const std::int32_t* row = array.data() + 4 * i;
        for (int k = 0; k < 3; ++k) bounded<std::int32_t>(row[k], -1, 32767, "moves");
        bounded<std::int32_t>(row[3], 0, 65535, "moves");
        moves.push_back(Position<1>::unpack(row));
    }
    return moves;
}

nb::dict annotate(const NativePosition& self, const Offsets& offsets, const MoveRows& move_rows,
                  const NativePolicy& policy, double kappa, std::int64_t value_depth,
                  std::int64_t best_depths, bool threats, std::uint64_t seed,
                  std::uint64_t first_index, std::int64_t jobs, const nb::object& progress,
                  std::uint64_t nodes, const std::vector<std::int64_t>& beam,
                  std::optional<Choices> positions) {
    const std::vector<Move> moves = read_moves(move_rows);
    const std::vector<std::int64_t> bounds(offsets.data(), offsets.data() + offsets.size());
    std::vector<std::uint8_t> chosen;
    if (positions.has_value()) {
        chosen.assign(positions->data(), positions->data() + positions->size());
        if (chosen.size() != moves.size()) {
            refuse("positions: expected one entry per ply, " + std::to_string(moves.size()) +
                   " in all, got " + std::to_string(chosen.size()));
        }
    }
    play::AnnotateOptions options;
    options.chosen = chosen;
    options.value_depth =
        static_cast<std::int32_t>(bounded<std::int64_t>(value_depth, 0, 99, "value_depth"));
    options.best_depths = static_cast<std::int32_t>(
        bounded<std::int64_t>(best_depths, 0, play::kBestDepths, "best_depths"));
    options.threats = threats;
    options.seed = seed;
    options.search.kappa = read_kappa(kappa);
    options.search.max_nodes = nodes;
    if (!beam.empty()) read_beam(beam, options.search.beam);
    bounded<std::uint64_t>(first_index, 0, 1ULL << 62, "first_index");
    const int threads = read_jobs(jobs);
    play::Annotations found = on_position(self, {&policy}, [&]<int W>(const Position<W>& start) {
        return Call(progress).run([&](Call& running) {
            return Games<W>::annotate(start, bounds, moves, policy.policy, options, first_index,
                                      threads, &running, &running.done, running.work());
        });
    });
    std::vector<std::int8_t> threat_columns;
    for (const play::Threat threat : found.threats) {
        threat_columns.push_back(static_cast<std::int8_t>(threat));
    }
    nb::dict result;
    result["value_offsets"] = column(std::move(found.value_offsets));
    result["values"] = column(std::move(found.values));
    result["value_depths"] = column(std::move(found.value_depths));
    result["played"] = column(std::move(found.played));
    result["best"] = rows(std::move(found.best), play::kBestDepths);
    result["threats"] = rows(std::move(threat_columns), 2);
    return result;
}

nb::dict judge(const NativePosition& self, const Offsets& offsets, const MoveRows& move_rows,
               const nb::dict& spec, const NativePolicy& policy, double kappa, std::uint64_t seed,
               std::uint64_t first_index, std::int64_t jobs, const nb::object& progress) {
    const std::vector<Move> moves = read_moves(move_rows);
    const std::vector<std::int64_t> bounds(offsets.data(), offsets.data() + offsets.size());
    const play::PlayerSpec judge = read_spec(spec, kappa);
    if (judge.kind != play::PlayerKind::kMcts)
        refuse("spec: expected mcts, which values positions");
    const play::JudgeOptions options{judge.mcts, seed};
    bounded<std::uint64_t>(first_index, 0, 1ULL << 62, "first_index");
    const int threads = read_jobs(jobs);
    play::Judgements found = on_position(self, {&policy}, [&]<int W>(const Position<W>& start) {
        return Call(progress).run([&](Call& running) {
            return Games<W>::judge(start, bounds, moves, policy.policy, options, first_index,
                                   threads, &running, &running.done, running.work());
        });
    });
    nb::dict result;
    result["values"] = column(std::move(found.values));
    result["steps"] = found.steps;
    return result;
}

}  // namespace

void bind_combinatorial_matches(nb::module_& module) {
    module.def(
        "advisor_names",
        [] { return std::vector<std::string>(kAdvisorNames.begin(), kAdvisorNames.end()); },
        "The names of the twenty advisors, in the order of their weights.");

    nb::class_<NativePolicy>(module, "Policy", "Weights of the advisors for one program.")
        .def(
            "__init__",
            [](NativePolicy* self, const NativeProgram& program,
               const std::vector<std::vector<double>>& weights, const std::vector<double>& scales) {
                new (self) NativePolicy(make_native_policy(program, weights, scales));
            },
            nb::arg("program"), nb::arg("weights"), nb::arg("scales") = std::vector<double>{})
        .def_prop_ro("weights", [](const NativePolicy& self) {
            std::vector<std::vector<double>> weights(2);
            for (int seat = 0; seat < 2; ++seat) {
                weights[seat].assign(self.policy.weight[seat].begin(),
                                     self.policy.weight[seat].end());
            }
            return weights;
        });

    module.def("evaluate", &evaluate, nb::arg("position"), nb::arg("policy"),
               "E of seat 0 minus E of seat 1.");
    module.def("advisor_values", &advisor_values, nb::arg("position"), nb::arg("policy"),
               "The values of all advisors for both seats, regardless of weights.");
    module.def("play_matches", &play_matches, nb::arg("position"), nb::arg("specs"),
               nb::arg("policies"), nb::arg("judge"), nb::arg("kappa"), nb::arg("seed"),
               nb::arg("openings"), nb::arg("max_plies"), nb::arg("rotate_seats"),
               nb::arg("first_index"), nb::arg("count"), nb::arg("jobs"),
               nb::arg("stop").none() = nb::none(), nb::arg("progress").none() = nb::none(),
               nb::arg("seconds") = 0.0, nb::arg("keeps_finished") = false,
               "Plays matches on several threads; columns as in native/play/match.h. With "
               "keeps_finished, an interruption is returned along with the finished ones.");
    module.def("search", &search, nb::arg("position"), nb::arg("spec"), nb::arg("policy"),
               nb::arg("kappa"), nb::arg("seed"), nb::arg("index") = 0,
               "One decision of a player, with visits and values of every legal move.");
    module.def("root_values", &root_values, nb::arg("position"), nb::arg("depth"),
               nb::arg("policy"), nb::arg("kappa"), nb::arg("nodes") = 0,
               nb::arg("beam") = std::vector<std::int64_t>{},
               "The legal moves and their values at this depth, for the mover.");
    module.def("annotate", &annotate, nb::arg("position"), nb::arg("offsets"), nb::arg("moves"),
               nb::arg("policy"), nb::arg("kappa"), nb::arg("value_depth"), nb::arg("best_depths"),
               nb::arg("threats"), nb::arg("seed"), nb::arg("first_index"), nb::arg("jobs"),
               nb::arg("progress").none() = nb::none(), nb::arg("nodes") = 0,
               nb::arg("beam") = std::vector<std::int64_t>{},
               nb::arg("positions").none() = nb::none(),
               "Columns over the positions of recorded matches; see native/play/annotate.h.");
    module.def("judge", &judge, nb::arg("position"), nb::arg("offsets"), nb::arg("moves"),
               nb::arg("spec"), nb::arg("policy"), nb::arg("kappa"), nb::arg("seed"),
               nb::arg("first_index"), nb::arg("jobs"), nb::arg("progress").none() = nb::none(),
               "What each position of recorded matches is worth to its mover, by a search; see "
               "native/play/judge.h.");
}

}  // namespace ludwright
