// The Python class of the positions of any family: bind_position<P>(module, "Position").
//
// A family's bind file adds what only its games have to the class that is returned. Objects never
// change, and every call works on a copy, so that threads may share them.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bind_call.h"
#include "bind_play.h"
#include "play/meter.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright {

// A position in Python, and what it points into, if anything.
template <play::Playable P>
struct BoundPosition {
    P position;
    std::shared_ptr<const void> program;
};

namespace detail {

template <play::Playable P>
class PositionBinding {
   public:
    using Self = BoundPosition<P>;
    using Move = typename P::Move;
    using Policy = typename P::Policy;
    using Numbers = std::vector<std::int64_t>;

    static std::vector<Move> legal(const P& position) {
        std::vector<Move> found;
        position.moves(found);
        return found;
    }

    // The legal move of these numbers, compared as given: truncated, a wrong one might look legal.
    static Move read_move(const P& position, const Numbers& numbers) {
        std::array<std::int32_t, play::move_width<P>()> packed;
        for (const Move move : legal(position)) {
            play::pack_move<P>(move, packed.data());
            if (std::equal(packed.begin(), packed.end(), numbers.begin(), numbers.end())) {
                return move;
            }
        }
        std::string given;
        for (const std::int64_t number : numbers) {
            given += (given.empty() ? "" : ", ") + std::to_string(number);
        }
        refuse("expected a legal move, got (" + given + ")");
    }

    // Runs fn(position) on a copy that counts its work.
    template <typename Fn>
    static auto counted(const Self& self, Fn&& fn) {
        return Call().run_locked([&](play::Meter& meter) {
            P position = self.position;
            play::count_with(position, &meter);
            return fn(position);
        });
    }

    static Self kept(const Self& self, P&& position) {
        play::count_with(position, nullptr);
        return {std::move(position), self.program};
    }

    static int checked_seat(const Self& self, std::int64_t seat) {
        return static_cast<int>(bounded<std::int64_t>(seat, 0, self.position.seats() - 1, "seat"));
    }

    // The first numbers of an array by seat.
    template <typename T>
    static nb::tuple by_seat(const P& position, const T* numbers) {
        nb::list list;
        for (int seat = 0; seat < position.seats(); ++seat) list.append(numbers[seat]);
        return nb::tuple(list);
    }

    static nb::list moves(const Self& self) {
        const std::vector<Move> found = counted(self, [](const P& p) { return legal(p); });
        nb::list list;
        for (const Move move : found) list.append(move_tuple<P>(move));
        return list;
    }

    static std::vector<double> weights(const Self& self) {
        std::vector<double> found;
        if constexpr (play::Chancy<P>) {
            counted(self, [&](const P& position) {
                if (position.seat() < 0 && !position.over()) position.weights(found);
                return true;
            });
        }
        return found;
    }

    static Self after(const Self& self, const Numbers& move) {
        return counted(self, [&](P& position) {
            position.make(read_move(position, move));
            return kept(self, std::move(position));
        });
    }

    static nb::object points(const Self& self) {
        if constexpr (play::HasPoints<P>) {
            std::array<double, P::kMostSeats> found{};
            self.position.points(found.data());
            return by_seat(self.position, found.data());
        } else {
            return nb::none();
        }
    }

    static nb::object places(const Self& self) {
        if constexpr (play::CanEliminate<P>) {
            std::array<std::int8_t, P::kMostSeats> found{};
            self.position.places(found.data());
            return by_seat(self.position, found.data());
        } else {
            return nb::none();
        }
    }

    static nb::object measures(const Self& self) {
        if constexpr (play::HasMeasures<P>) {
            std::array<double, P::kMeasures> found{};
            self.position.measures(found.data());
            nb::list list;
            for (const double number : found) list.append(number);
            return nb::tuple(list);
        } else {
            return nb::none();
        }
    }

    static nb::object outcome(const Self& self) {
        return counted(self, [&](const P& position) -> nb::object {
            if (!position.over()) return nb::none();
            const auto found = position.outcome();
            return nb::make_tuple(by_seat(position, found.scores.data()),
                                  static_cast<int>(found.reason), points(self), places(self));
        });
    }

    static nb::tuple standings(const Self& self, const Policy* judge, double kappa) {
        const float scale = read_kappa(kappa);
        return counted(self, [&](const P& position) {
            std::array<double, P::kMostSeats> found{};
            play::standings_of(position, judge != nullptr ? *judge : Policy{}, scale, found.data());
            return by_seat(position, found.data());
        });
    }

    static bool turn_completed(const Self& self) {
        if constexpr (play::HasTurns<P>) {
            return self.position.turn_completed();
        } else {
            return self.position.ply() > 0;
        }
    }

    static Self redealt(const Self& self, std::int64_t seat, std::uint64_t seed) {
        const int viewer = checked_seat(self, seat);
        if constexpr (play::Hidden<P>) {
            return counted(self, [&](P& position) {
                play::Rng rng(seed, 0, play::redeal_purpose(static_cast<std::uint32_t>(viewer)));
                position.redeal(viewer, rng);
                return kept(self, std::move(position));
            });
        } else {
            return self;
        }
    }

    static nb::tuple observed(const Self& self, std::int64_t seat, const Numbers& move) {
        const int viewer = checked_seat(self, seat);
        return counted(self, [&](const P& position) {
            const Move made = read_move(position, move);
            if constexpr (play::Hidden<P>) {
                return move_tuple<P>(position.observed(viewer, made));
            } else {
                return move_tuple<P>(made);
            }
        });
    }

    static nb::tuple draw(const Self& self, std::uint64_t seed, std::uint64_t index) {
        if constexpr (play::Chancy<P>) {
            if (self.position.seat() < 0 && !self.position.over()) {
                play::Rng rng(seed, index, play::Purpose::kChance);
                return move_tuple<P>(self.position.draw(rng));
            }
        }
        refuse("position: chance does not decide here");
    }

    // One script for each seat, or none: then moves are random.
    static std::vector<play::PlayerSpec> read_scripts(const P& position,
                                                      const std::vector<nb::dict>& specs) {
        std::vector<play::PlayerSpec> players;
        for (const nb::dict& spec : specs) players.push_back(read_spec(spec, 1.0));
        if (players.empty()) return players;
        const auto is_script = [](const play::PlayerSpec& player) {
            return player.kind == play::PlayerKind::kScripted && player.random_share <= 0.0F;
        };
        const bool are_scripts =
            play::HasQuickScripts<P> && std::ranges::all_of(players, is_script);
        if (!are_scripts || players.size() != static_cast<std::size_t>(position.seats())) {
            refuse("playouts: expected no players, or a scripted one for each seat");
        }
        return players;
    }

    static nb::dict playouts(const Self& self, std::int64_t n, std::uint64_t seed,
                             std::int64_t max_plies, std::int64_t jobs,
                             const std::vector<nb::dict>& specs) {
        const PlayoutRequest request(n, seed, max_plies, jobs);
        const std::vector<play::PlayerSpec> players = read_scripts(self.position, specs);
        const auto sums = Call().run([&](Call& running) {
            if constexpr (play::HasQuickScripts<P>) {
                if (!players.empty()) {
                    return play::sum_playouts<P>(self.position, players, request.n, request.seed,
                                                 request.max_plies, request.jobs, &running,
                                                 running.work());
                }
            }
            return play::sum_playouts(self.position, request.n, request.seed, request.max_plies,
                                      request.jobs, &running, running.work());
        });
        nb::dict result;
        result["wins"] = by_seat(self.position, sums.wins.data());
        result["shared"] = sums.shared;
        result["plies"] = sums.plies;
        result["plies_squared"] = sums.squares;
        result["limits"] = sums.limits;
        return result;
    }

    static nb::dict search(const Self& self, const nb::dict& spec, std::uint64_t seed,
                           std::uint64_t index, const Policy* policy, double kappa) {
        const play::PlayerSpec player = read_spec(spec, kappa);
        auto decision = Call().run([&](Call& running) {
            play::Meter meter(&running, running.work());
            return play::decide(self.position, player, policy != nullptr ? *policy : Policy{}, seed,
                                index, meter);
        });
        return decision_dict<P>(std::move(decision));
    }

    static nb::dict play_matches(const Self& self, const std::vector<nb::dict>& specs,
                                 std::uint64_t seed, std::int64_t count,
                                 const std::vector<std::int64_t>& openings, std::int64_t max_plies,
                                 bool rotate_seats, std::uint64_t first_index, std::int64_t jobs,
                                 const Policy* judge, double kappa, play::StopFlag* stop,
                                 const nb::object& progress, double seconds, bool keeps_finished) {
        const MatchRequest request{specs,        kappa,       seed,          openings, max_plies,
                                   rotate_seats, first_index, count,         jobs,     stop,
                                   progress,     seconds,     keeps_finished};
        auto settings = read_settings<Policy, P::kMostSeats>(request, self.position.seats());
        if (judge != nullptr) {
            settings.judge = *judge;
            settings.policies.fill(*judge);
        }
        return run_matches(
            request, [&](Call& running, std::uint64_t first, std::size_t matches, int threads) {
                return play::play_matches(self.position, settings, first, matches, threads,
                                          &running, &running.done, running.work());
            });
    }
};

}  // namespace detail

// Moves are tuples of numbers. The judge (a P::Policy, if the family binds its type) evaluates for
// all seats and players; without one, a policy as it is by default does.
template <play::Playable P>
nb::class_<BoundPosition<P>> bind_position(nb::module_& module, const char* name) {
    using Self = BoundPosition<P>;
    using Binding = detail::PositionBinding<P>;
    nb::class_<Self> bound(module, name, "One position of a match; immutable.");
    bound.def_prop_ro("seats", [](const Self& s) { return s.position.seats(); })
        .def_prop_ro(
            "seat", [](const Self& s) { return s.position.seat(); }, "Who decides; -1 for chance.")
        .def_prop_ro("ply", [](const Self& s) { return s.position.ply(); })
        .def_prop_ro("key", [](const Self& s) { return s.position.key(); })
        .def_prop_ro("turn_completed", &Binding::turn_completed,
                     "Whether the last ply completed a turn.")
        .def("moves", &Binding::moves, "The legal moves, or the possible events of chance.")
        .def("weights", &Binding::weights, "How likely each event of chance is; else empty.")
        .def("draw", &Binding::draw, nb::arg("seed"), nb::arg("index") = 0,
             "An event of chance, drawn by its weight.")
        .def("after", &Binding::after, nb::arg("move"))
        .def("outcome", &Binding::outcome,
             "None, or scores by seat, the number of the reason, points and places.")
        .def("points", &Binding::points, "By seat, or None where the game counts none.")
        .def("places", &Binding::places, "The order of leaving by seat, 0 for those still in.")
        .def("measures", &Binding::measures, "The family's own numbers, or None if it has none.")
        .def("standings", &Binding::standings, nb::arg("judge").none() = nb::none(),
             nb::arg("kappa") = 1.0)
        .def("redealt", &Binding::redealt, nb::arg("seat"), nb::arg("seed"),
             "A position that the seat may believe to be in.")
        .def("observed", &Binding::observed, nb::arg("seat"), nb::arg("move"),
             "A legal move as the seat sees it.")
        .def("playouts", &Binding::playouts, nb::arg("n"), nb::arg("seed"),
             nb::arg("max_plies") = 2000, nb::arg("jobs") = 1,
             nb::arg("specs") = std::vector<nb::dict>{},
             "Plays n matches to the end, random ones or of scripted players, without records: "
             "sums of results and lengths.")
        .def("search", &Binding::search, nb::arg("spec"), nb::arg("seed"), nb::arg("index") = 0,
             nb::arg("judge").none() = nb::none(), nb::arg("kappa") = 1.0,
             "One decision of a player, with visits and values of every legal move.")
        .def("play_matches", &Binding::play_matches, nb::arg("specs"), nb::arg("seed"),
             nb::arg("count"), nb::arg("openings") = std::vector<std::int64_t>{},
             nb::arg("max_plies") = 1000, nb::arg("rotate_seats") = false,
             nb::arg("first_index") = 0, nb::arg("jobs") = 1, nb::arg("judge").none() = nb::none(),
             nb::arg("kappa") = 1.0, nb::arg("stop").none() = nb::none(),
             nb::arg("progress").none() = nb::none(), nb::arg("seconds") = 0.0,
             nb::arg("keeps_finished") = false,
             "Plays matches on several threads; columns as in native/play/match.h.");
    return bound;
}

}  // namespace ludwright
