// Board games for Python: programs in, positions, playouts and matches out. Converts and checks; no
// logic.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <variant>

#include "combinatorial/bind_types.h"
#include "combinatorial/position.h"
#include "play/pool.h"

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

template <int W>
Held<W> hold(const Shared<W>& program) {
    return {program, Position<W>(*program)};
}

NativePosition start(const NativeProgram& self) {
    return std::visit([](const auto& program) { return NativePosition{hold(program)}; },
                      self.program);
}

nb::ndarray<nb::numpy, std::int32_t> moves(const NativePosition& self) {
    std::vector<Move> found;
    std::visit([&](const auto& held) { held.position.moves(found); }, self.any);
    std::vector<std::int32_t> flat;
    flat.reserve(found.size() * 4);
    for (const Move& m : found) {
        flat.insert(flat.end(), {m.rule, m.source, m.target, m.option});
    }
    const std::size_t n = found.size();
    return own_array(std::move(flat), {n, 4});
}

// The position after a move; throws if the move is not legal.
NativePosition after(const NativePosition& self, int rule, int source, int target, int option) {
    const Move move{static_cast<std::int16_t>(rule), static_cast<std::int16_t>(source),
                    static_cast<std::int16_t>(target), static_cast<std::uint16_t>(option)};
    return std::visit(
        [&](const auto& held) {
            std::vector<Move> legal;
            held.position.moves(legal);
            if (std::find(legal.begin(), legal.end(), move) == legal.end()) {
                throw std::invalid_argument("expected a legal move, got another");
            }
            NativePosition next{held};
            std::visit([&](auto& changed) { changed.position.make(move); }, next.any);
            return next;
        },
        self.any);
}

std::vector<std::tuple<int, int, int, int, int>> pieces(const NativePosition& self) {
    std::vector<std::tuple<int, int, int, int, int>> found;
    std::visit(
        [&](const auto& held) {
            for (const auto site : held.program->text.sites) {
                for (int level = 0; level < held.position.height_at(site); ++level) {
                    const Piece p = held.position.piece_at(site, level);
                    found.emplace_back(site, p.kind(), p.owner(), p.state(), p.flags());
                }
            }
        },
        self.any);
    return found;
}

std::int64_t count_leaves(const auto& position, int depth) {
    if (depth == 0) return 1;
    if (position.over()) return 0;
    if (depth == 1) return position.count_moves();
    std::vector<Move> legal;
    position.moves(legal);
    std::int64_t n = 0;
    for (const Move& move : legal) {
        auto next = position;
        next.make(move);
        n += count_leaves(next, depth - 1);
    }
    return n;
}

nb::dict playouts(const NativePosition& self, std::int64_t n, std::uint64_t seed, int max_plies,
                  int jobs) {
    struct Sum {
        std::int64_t first = 0, second = 0, draws = 0, plies = 0, squares = 0, limits = 0;
    };
    constexpr std::int64_t kBlock = 64;
    const std::int64_t blocks = (n + kBlock - 1) / kBlock;
    std::vector<Sum> sums(blocks);
    {
        nb::gil_scoped_release release;
        std::visit(
            [&](const auto& held) {
                play::parallel_for(blocks, jobs, [&](std::size_t block) {
                    Sum sum;
                    auto position = held.position;
                    const std::int64_t first = static_cast<std::int64_t>(block) * kBlock;
                    for (std::int64_t i = first; i < std::min(n, first + kBlock); ++i) {
                        play::Rng rng(seed, static_cast<std::uint64_t>(i), play::Purpose::kPlayer);
                        position = held.position;
                        const PlayoutResult result = position.playout(rng, max_plies);
                        const float score = result.outcome.scores[0];
                        sum.first += score > 0.5F;
                        sum.second += score < 0.5F;
                        sum.draws += score == 0.5F;
                        sum.plies += result.plies;
                        sum.squares += static_cast<std::int64_t>(result.plies) * result.plies;
                        sum.limits += result.outcome.reason == Reason::kPlyLimit;
                    }
                    sums[block] = sum;
                });
            },
            self.any);
    }
    Sum total;
    for (const Sum& s : sums) {
        total.first += s.first;
        total.second += s.second;
        total.draws += s.draws;
        total.plies += s.plies;
        total.squares += s.squares;
        total.limits += s.limits;
    }
    nb::dict result;
    result["first"] = total.first;
    result["second"] = total.second;
    result["draws"] = total.draws;
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

}  // namespace

void bind_combinatorial_matches(nb::module_& module);

void bind_combinatorial(nb::module_& parent) {
    nb::module_ module = parent.def_submodule("combinatorial", "Board games.");
    nb::exception<BadProgram>(module, "BadProgram", PyExc_ValueError);
    module.def("operations", &operations,
               "The numbers of all operations of a program, by group and name.");

    nb::class_<NativePosition>(module, "Position", "One moment of a match; never changes.")
        .def_prop_ro("seat",
                     [](const NativePosition& s) {
                         return std::visit([](const auto& h) { return h.position.seat(); }, s.any);
                     })
        .def_prop_ro("ply",
                     [](const NativePosition& s) {
                         return std::visit([](const auto& h) { return h.position.ply(); }, s.any);
                     })
        .def_prop_ro("key",
                     [](const NativePosition& s) {
                         return std::visit([](const auto& h) { return h.position.key(); }, s.any);
                     })
        .def_prop_ro(
            "outcome",
            [](const NativePosition& s) -> nb::object {
                return std::visit(
                    [](const auto& h) -> nb::object {
                        if (!h.position.over()) return nb::none();
                        const Outcome o = h.position.outcome();
                        return nb::make_tuple(o.scores[0], o.scores[1], static_cast<int>(o.reason));
                    },
                    s.any);
            },
            "None, or the scores of the two seats and the number of the reason.")
        .def("moves", &moves, "The legal moves: rule, source, target, option.")
        .def("after", &after, nb::arg("rule"), nb::arg("source"), nb::arg("target"),
             nb::arg("option"))
        .def("pieces", &pieces,
             "Site, kind, owner, state and flags of every piece, lowest first on each site.")
        .def("hands",
             [](const NativePosition& s) {
                 return std::visit(
                     [](const auto& h) {
                         std::vector<std::vector<int>> hands(2);
                         for (int seat = 0; seat < 2; ++seat) {
                             for (int k = 0; k < h.program->text.kinds; ++k) {
                                 hands[seat].push_back(h.position.state().hand[seat][k]);
                             }
                         }
                         return hands;
                     },
                     s.any);
             })
        .def("captured",
             [](const NativePosition& s) {
                 return std::visit(
                     [](const auto& h) {
                         std::vector<std::vector<int>> taken(2);
                         for (int seat = 0; seat < 2; ++seat) {
                             for (int k = 0; k < h.program->text.kinds; ++k) {
                                 taken[seat].push_back(h.position.state().captured[seat][k]);
                             }
                         }
                         return taken;
                     },
                     s.any);
             })
        .def_prop_ro("scores",
                     [](const NativePosition& s) {
                         return std::visit(
                             [](const auto& h) {
                                 return std::pair<int, int>(h.position.state().score[0],
                                                            h.position.state().score[1]);
                             },
                             s.any);
                     })
        .def("cell_states",
             [](const NativePosition& s) {
                 return std::visit(
                     [](const auto& h) {
                         std::vector<std::pair<int, int>> found;
                         for (const auto site : h.program->text.sites) {
                             if (const int state = h.position.cell_state_at(site))
                                 found.emplace_back(site, state);
                         }
                         return found;
                     },
                     s.any);
             })
        .def_prop_ro(
            "going_on",
            [](const NativePosition& s) {
                return std::visit(
                    [](const auto& h) {
                        return std::pair<int, int>(h.position.state().repeat_rule,
                                                   h.position.state().repeat_site);
                    },
                    s.any);
            },
            "The rule and site of a move that goes on, or -1, -1.")
        .def(
            "perft",
            [](const NativePosition& s, int depth) {
                nb::gil_scoped_release release;
                return std::visit([&](const auto& h) { return count_leaves(h.position, depth); },
                                  s.any);
            },
            nb::arg("depth"), "How many lines of play of exactly this many plies there are.")
        .def("playouts", &playouts, nb::arg("n"), nb::arg("seed"), nb::arg("max_plies") = 2000,
             nb::arg("jobs") = 1,
             "Plays n random matches to the end: sums of results and lengths.");

    nb::class_<NativeProgram>(module, "Program", "One game as flat tables.")
        .def(
            "__init__",
            [](NativeProgram* self, Numbers numbers) {
                new (self) NativeProgram{load_program(std::span(numbers.data(), numbers.size()))};
            },
            nb::arg("numbers"))
        .def("start", &start, "The position before the first move.")
        .def_prop_ro(
            "facts",
            [](const NativeProgram& s) {
                return std::visit(
                    [](const auto& p) {
                        nb::dict facts;
                        facts["words"] = sizeof(p->board) / 8;
                        facts["rich"] = p->text.rich != 0;
                        facts["cannot_repeat"] = p->cannot_repeat;
                        facts["tracks_history"] = p->tracks_history;
                        facts["scatter"] = static_cast<int>(p->scatter);
                        nb::list listed;
                        for (const auto& rule : p->rules) listed.append(rule.listed);
                        facts["listed"] = listed;
                        return facts;
                    },
                    s.program);
            },
            "How the program was understood, for tests and curiosity.");
    bind_combinatorial_matches(module);
}

}  // namespace ludwright
