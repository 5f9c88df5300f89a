// Railway games for Python: a start position from the numbers of a program; the rest is shared.

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "bind_position.h"
#include "railway/script.h"
#include "railway/survey.h"
#include "railway/trail.h"

namespace ludwright {

namespace {

using railway::Position;
using railway::Program;
using Self = BoundPosition<Position>;

constexpr std::int64_t kMostSurveyed = 10'000'000;

Self start(const std::vector<std::int32_t>& numbers) {
    auto program = std::make_shared<const Program>(Program::read(numbers));
    Position position(*program);
    return {position, program};
}

template <typename Set>
nb::list numbers_of(const Set& set) {
    nb::list list;
    set.each([&](int item) { list.append(item); });
    return list;
}

// fn(i) for every i below a count.
template <typename Fn>
nb::list listed(int count, Fn&& fn) {
    nb::list list;
    for (int i = 0; i < count; ++i) list.append(fn(i));
    return list;
}

void add_public(const Position& p, nb::dict& found) {
    const auto by_kind = [&](auto&& fn) { return listed(railway::kCardKinds, fn); };
    const auto by_seat = [&](auto&& fn) { return listed(p.seats(), fn); };
    found["phase"] = static_cast<int>(p.phase());
    found["mover"] = p.mover();
    found["turns"] = p.turns();
    found["pile_count"] = p.pile_count();
    found["discards"] = by_kind([&](int kind) { return p.discards(kind); });
    found["market"] = by_kind([&](int kind) { return p.market(kind); });
    found["trains"] = by_seat([&](int seat) { return p.trains(seat); });
    found["owners"] = listed(static_cast<int>(p.program().tracks.size()),
                             [&](int track) { return p.owner(track); });
    found["route_points"] = by_seat([&](int seat) { return p.route_points(seat); });
    found["longest_paths"] = by_seat([&](int seat) { return p.longest_path(seat); });
    found["hand_counts"] = by_seat([&](int seat) { return p.hand_count(seat); });
    found["known"] =
        by_seat([&](int seat) { return by_kind([&](int kind) { return p.known(seat, kind); }); });
    found["ticket_counts"] = by_seat([&](int seat) { return p.ticket_count(seat); });
    found["tickets_left"] = p.tickets_left();
    found["returned_by"] = listed(p.returned_count(), [&](int i) { return p.returned_by(i); });
    found["offered_count"] = p.offered_count();
    found["taken"] = p.taken();
    found["redraws"] = p.redraws();
    found["passes"] = p.passes();
    found["last_turns"] = p.last_turns();
}

// Everything that makes up the position, what is hidden included.
nb::dict snapshot(const Self& self) {
    const Position& p = self.position;
    nb::dict found;
    add_public(p, found);
    const auto by_kind = [&](auto&& fn) { return listed(railway::kCardKinds, fn); };
    const auto by_seat = [&](auto&& fn) { return listed(p.seats(), fn); };
    found["pile"] = by_kind([&](int kind) { return p.pile(kind); });
    found["hands"] =
        by_seat([&](int seat) { return by_kind([&](int kind) { return p.hand(seat, kind); }); });
    found["tickets"] = by_seat([&](int seat) { return numbers_of(p.tickets(seat)); });
    found["completed"] = by_seat([&](int seat) { return numbers_of(p.completed(seat)); });
    found["final_points"] = by_seat([&](int seat) { return p.final_points(seat); });
    found["offered"] = numbers_of(p.offered());
    found["unseen"] = numbers_of(p.unseen());
    found["returned"] = listed(p.returned_count(), [&](int i) { return p.returned(i); });
    return found;
}

nb::dict survey(const Self& self, const std::vector<nb::dict>& specs, std::int64_t matches,
                std::uint64_t seed, std::int64_t max_plies, std::int64_t jobs) {
    const PlayoutRequest request(bounded<std::int64_t>(matches, 0, kMostSurveyed, "matches"), seed,
                                 max_plies, jobs);
    const auto players = detail::PositionBinding<Position>::read_scripts(self.position, specs);
    if (players.empty()) refuse("survey: expected a scripted player for each seat");
    railway::Survey found = Call().run([&](Call& running) {
        return railway::survey(self.position, players, request.n, request.seed, request.max_plies,
                               request.jobs, &running, running.work());
    });
    nb::dict result;
    result["points"] =
        rows(std::move(found.points), static_cast<std::size_t>(self.position.seats()));
    result["score"] = column(std::move(found.score));
    result["variance"] = column(std::move(found.variance));
    result["turns"] = column(std::move(found.turns));
    result["card_turns"] = column(std::move(found.card_turns));
    result["builds"] = column(std::move(found.builds));
    result["ticket_turns"] = column(std::move(found.ticket_turns));
    result["passes"] = column(std::move(found.passes));
    result["path_changes"] = column(std::move(found.path_changes));
    result["tickets"] = column(std::move(found.tickets));
    result["completed"] = column(std::move(found.completed));
    result["plies"] = column(std::move(found.plies));
    result["winner"] = column(std::move(found.winner));
    result["gridlock"] = column(std::move(found.gridlock));
    result["is_over"] = column(std::move(found.is_over));
    return result;
}

using MoveRows = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Offsets = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Of each match, whose plies begin at its offset; every move is checked.
std::vector<int> path_changes(const Self& self, const MoveRows& moves, const Offsets& offsets) {
    const auto count = static_cast<std::int64_t>(moves.shape(0));
    std::vector<int> found;
    for (std::size_t match = 0; match + 1 < offsets.shape(0); ++match) {
        const std::int64_t first = bounded<std::int64_t>(offsets(match), 0, count, "offset");
        const std::int64_t last = bounded<std::int64_t>(offsets(match + 1), first, count, "offset");
        railway::Retrace retrace(self.position, railway::Character::kGreedy);
        for (std::int64_t ply = first; ply < last; ++ply) {
            const auto at = static_cast<std::size_t>(ply);
            retrace.follow(detail::PositionBinding<Position>::read_move(
                retrace.position(), {moves(at, 0), moves(at, 1)}));
        }
        found.push_back(retrace.path_changes());
    }
    return found;
}

using Ends = std::tuple<int, int, int>;  // two places and a length

int longest_trail(const std::vector<Ends>& edges) {
    std::vector<railway::Edge> read;
    if (edges.size() > railway::kMostEdges) refuse("edges: expected fewer");
    for (const auto& [one, other, length] : edges) {
        bounded(one, 0, railway::kMostPlaces - 1, "place");
        bounded(other, 0, railway::kMostPlaces - 1, "place");
        bounded(length, 1, 200, "length");
        read.push_back({static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(other),
                        static_cast<std::uint16_t>(length)});
    }
    return railway::longest_trail(read);
}

}  // namespace

void bind_railway(nb::module_& module) {
    nb::module_ family = module.def_submodule("railway", "Tracks, cards and tickets.");
    nb::class_<railway::Policy>(family, "Policy", "How positions are judged: by points so far.")
        .def(nb::init<>());
    auto position = bind_position<Position>(family, "Position");
    position.def("snapshot", &snapshot, "All that makes up the position, hidden cards included.");
    position.def("survey", &survey, nb::arg("specs"), nb::arg("matches"), nb::arg("seed"),
                 nb::arg("max_plies") = 10000, nb::arg("jobs") = 1,
                 "Plays matches of scripted players without records: figures of each match.");
    position.def("path_changes", &path_changes, nb::arg("moves"), nb::arg("offsets"),
                 "How often the greedy player's plans would have changed in recorded matches.");
    family.def("longest_trail", &longest_trail, nb::arg("edges"),
               "The longest walk over edges (one place, the other, length), each used once.");
    family.def("start", &start, nb::arg("numbers"),
               "The start of the game that the numbers describe; throws for what is no game.");
}

}  // namespace ludwright
