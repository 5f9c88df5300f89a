// Board games for Python: programs in, positions, playouts and matches out. Converts and checks; no
// logic.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <variant>

#include "bind_call.h"
#include "bind_play.h"
#include "combinatorial/advisors.h"
#include "combinatorial/bind_types.h"
#include "combinatorial/moment.h"

namespace nb = nanobind;

namespace ludwright {

namespace {

using namespace combinatorial;

using Numbers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

AnyProgram load_program(std::span<const std::int32_t> numbers) {
    ProgramText text = read_program(numbers);
    const int extent = text.extent;
    if (extent <= 64) return std::make_shared<const Program<1>>(std::move(text));
    if (extent <= 128) return std::make_shared<const Program<2>>(std::move(text));
    if (extent <= 256) return std::make_shared<const Program<4>>(std::move(text));
    if (extent <= 512) return std::make_shared<const Program<8>>(std::move(text));
    return std::make_shared<const Program<16>>(std::move(text));
}

// Runs fn(meter) for a call that is usually short, and counts its work.
template <typename Fn>
auto counted(Fn&& fn) {
    return Call().run_locked(fn);
}

NativePosition start(const NativeProgram& self) {
    return counted([&](play::Meter& meter) {
        return std::visit(
            [&]<int W>(const Shared<W>& program) {
                return NativePosition{Moment<W>(program, &meter)};
            },
            self.program);
    });
}

std::vector<Move> legal_moves(const NativePosition& self, play::Meter& meter) {
    const std::vector<Move> found =
        std::visit([&](const auto& moment) { return moment.moves(&meter); }, self.any);
    // Python makes an object for each, which takes longer than finding it.
    meter.spend(64 * static_cast<std::int64_t>(found.size()));
    return found;
}

nb::ndarray<nb::numpy, std::int32_t> moves(const NativePosition& self) {
    const std::vector<Move> found =
        counted([&](play::Meter& meter) { return legal_moves(self, meter); });
    return rows(pack_moves<Position<1>>(found), 4);
}

// The position after a move; throws if the move is not legal. The numbers are compared as
// given: truncated to a move's size, a wrong one might look legal.
NativePosition after(const NativePosition& self, std::int64_t rule, std::int64_t source,
                     std::int64_t target, std::int64_t option) {
    return counted([&](play::Meter& meter) {
        for (const Move& m : legal_moves(self, meter)) {
            if (m.rule == rule && m.source == source && m.target == target && m.option == option) {
                return std::visit(
                    [&](const auto& moment) { return NativePosition{moment.after(m, &meter)}; },
                    self.any);
            }
        }
        refuse("expected a legal move, got rule " + std::to_string(rule) + ", source " +
               std::to_string(source) + ", target " + std::to_string(target) + ", option " +
               std::to_string(option));
    });
}

std::vector<std::tuple<int, int, int, int, int>> pieces(const NativePosition& self) {
    std::vector<std::tuple<int, int, int, int, int>> found;
    std::visit(
        [&](const auto& moment) {
            for (const auto site : moment.program()->text.sites) {
                for (int level = 0; level < moment.height_at(site); ++level) {
                    const Piece p = moment.piece_at(site, level);
                    found.emplace_back(site, p.kind(), p.owner(), p.state(), p.flags());
                }
            }
        },
        self.any);
    return found;
}

// Counts of the two seats by kind of piece.
template <typename Pick>
std::vector<std::vector<int>> by_kind(const NativePosition& self, Pick&& pick) {
    return std::visit(
        [&](const auto& moment) {
            const auto& counts = pick(moment.state());
            const int kinds = moment.program()->text.kinds;
            std::vector<std::vector<int>> found;
            for (int seat = 0; seat < 2; ++seat)
                found.emplace_back(counts[seat], counts[seat] + kinds);
            return found;
        },
        self.any);
}

std::int64_t perft(const NativePosition& self, std::int64_t depth) {
    const int plies = static_cast<int>(bounded<std::int64_t>(depth, 0, kMostLeafPlies, "depth"));
    return Call().run([&](Call& running) {
        play::Meter meter(&running, running.work());
        return std::visit([&](const auto& moment) { return moment.count_leaves(plies, &meter); },
                          self.any);
    });
}

nb::dict playouts(const NativePosition& self, std::int64_t n, std::uint64_t seed,
                  std::int64_t max_plies, std::int64_t jobs) {
    const PlayoutRequest request(n, seed, max_plies, jobs);
    const play::PlayoutSums<2> total = Call().run([&](Call& running) {
        return std::visit(
            [&](const auto& moment) {
                return moment.playouts(request.n, request.seed, request.max_plies, request.jobs,
                                       &running, running.work());
            },
            self.any);
    });
    nb::dict result;
    result["first"] = total.wins[0];
    result["second"] = total.wins[1];
    result["draws"] = total.shared;
    result["plies"] = total.plies;
    result["plies_squared"] = total.squares;
    result["limits"] = total.limits;
    return result;
}

nb::dict operations() {
    nb::dict all;
#define LUDWRIGHT_ENTER(name) group[#name] = static_cast<int>(name);
#define LUDWRIGHT_ENTER_POST(name) group[#name] = static_cast<int>(post::name);
#define LUDWRIGHT_ENTER_CAPTURE(name) group[#name] = static_cast<int>(capture::name);
    {
        nb::dict group;
        LUDWRIGHT_NODES(LUDWRIGHT_ENTER)
        all["node"] = group;
    }
    {
        nb::dict group;
        LUDWRIGHT_SETS(LUDWRIGHT_ENTER)
        all["set"] = group;
    }
    {
        nb::dict group;
        LUDWRIGHT_RELATIONS(LUDWRIGHT_ENTER)
        all["relation"] = group;
    }
    {
        nb::dict group;
        LUDWRIGHT_ACTS(LUDWRIGHT_ENTER)
        all["act"] = group;
    }
    {
        nb::dict group;
        LUDWRIGHT_POSTS(LUDWRIGHT_ENTER_POST)
        all["post"] = group;
    }
    {
        nb::dict group;
        LUDWRIGHT_CAPTURES(LUDWRIGHT_ENTER_CAPTURE)
        all["capture"] = group;
    }
#undef LUDWRIGHT_ENTER
#undef LUDWRIGHT_ENTER_POST
#undef LUDWRIGHT_ENTER_CAPTURE
    return all;
}

// A property or method that asks the moment of a position.
template <typename Fn>
auto of_moment(Fn fn) {
    return [fn](const NativePosition& self) { return std::visit(fn, self.any); };
}

nb::object outcome(const NativePosition& self) {
    return std::visit(
        [](const auto& moment) -> nb::object {
            if (!moment.over()) return nb::none();
            const Outcome o = moment.outcome();
            return nb::make_tuple(o.scores[0], o.scores[1], static_cast<int>(o.reason));
        },
        self.any);
}

std::vector<std::vector<int>> hands(const NativePosition& self) {
    return by_kind(self, [](const auto& state) -> const auto& { return state.hand; });
}

std::vector<std::vector<int>> captured(const NativePosition& self) {
    return by_kind(self, [](const auto& state) -> const auto& { return state.captured; });
}

std::vector<std::pair<int, int>> cell_states(const NativePosition& self) {
    return std::visit(
        [](const auto& moment) {
            std::vector<std::pair<int, int>> found;
            for (const auto site : moment.program()->text.sites) {
                if (const int state = moment.cell_state_at(site)) found.emplace_back(site, state);
            }
            return found;
        },
        self.any);
}

nb::dict facts(const NativeProgram& self) {
    return std::visit(
        [](const auto& program) {
            nb::dict found;
            found["words"] = sizeof(program->board) / 8;
            found["rich"] = program->text.rich != 0;
            found["cannot_repeat"] = program->cannot_repeat;
            found["tracks_history"] = program->tracks_history;
            found["scatter"] = static_cast<int>(program->scatter);
            nb::list listed;
            for (const auto& rule : program->rules) listed.append(rule.listed);
            found["listed"] = listed;
            return found;
        },
        self.program);
}

void bind_position(nb::module_& module) {
    using Pair = std::pair<int, int>;
    nb::class_<NativePosition>(module, "Position", "One position of a match; immutable.")
        .def_prop_ro("seat", of_moment([](const auto& m) { return m.seat(); }))
        .def_prop_ro("side", of_moment([](const auto& m) { return int{m.state().seat}; }),
                     "The side to move: not the seat's own once the players have changed sides.")
        .def_prop_ro("ply", of_moment([](const auto& m) { return m.ply(); }))
        .def_prop_ro(
            "key", of_moment([](const auto& m) { return m.key(); }),
            "A hash of everything the future depends on: positions with the same key have the same "
            "moves, now and later, and the same end.")
        .def_prop_ro("outcome", &outcome,
                     "None, or the scores of the two seats and the number of the reason.")
        .def("moves", &moves, "The legal moves: rule, source, target, option.")
        .def("after", &after, nb::arg("rule"), nb::arg("source"), nb::arg("target"),
             nb::arg("option"))
        .def("pieces", &pieces,
             "Site, kind, owner, state and flags of every piece, lowest first on each site.")
        .def("hands", &hands)
        .def("captured", &captured)
        .def_prop_ro("scores", of_moment([](const auto& m) {
                         return Pair(m.state().score[0], m.state().score[1]);
                     }))
        .def("cell_states", &cell_states)
        .def_prop_ro("going_on", of_moment([](const auto& m) {
                         return Pair(m.state().repeat_rule, m.state().repeat_site);
                     }),
                     "The rule and site of a move to be continued, or -1, -1.")
        .def("perft", &perft, nb::arg("depth"),
             "How many lines of play of exactly this many plies there are.")
        .def("playouts", &playouts, nb::arg("n"), nb::arg("seed"), nb::arg("max_plies") = 2000,
             nb::arg("jobs") = 1,
             "Plays n random matches to the end: sums of results and lengths.");
}

void bind_program(nb::module_& module) {
    nb::class_<NativeProgram>(module, "Program", "One game as flat tables.")
        .def(
            "__init__",
            [](NativeProgram* self, Numbers numbers) {
                new (self) NativeProgram{load_program(std::span(numbers.data(), numbers.size()))};
            },
            nb::arg("numbers"))
        .def("start", &start, "The position before the first move.")
        .def_prop_ro("facts", &facts, "How the program was analysed, for tests and inspection.");
}

}  // namespace

void bind_combinatorial_matches(nb::module_& module);

void bind_combinatorial(nb::module_& parent) {
    nb::module_ module = parent.def_submodule("combinatorial", "Board games.");
    nb::exception<BadProgram>(module, "BadProgram", PyExc_ValueError);
    module.def("operations", &operations,
               "The numbers of all operations of a program, by group and name.");
    bind_position(module);
    bind_program(module);
    bind_combinatorial_matches(module);
}

}  // namespace ludwright
