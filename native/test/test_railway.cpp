// Railway games: positions keep their counts and conserve cards, tickets and trains under every
// rule, redeals leave what a seat has seen, and every player chooses legal moves.

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "play/playout_sums.h"
#include "railway/survey.h"
#include "railway/trail.h"
#include "test/check.h"
#include "test/railway_walk.h"

namespace {

using namespace ludwright::railway;
using ludwright::play::PlayerKind;
using ludwright::play::PlayerSpec;
using ludwright::play::Purpose;
using ludwright::play::Rng;
using ludwright::test::kRailwayCharacters;
using ludwright::test::RailwayWalk;

constexpr int kPlies = 5000;

int below(Rng& rng, int n) { return static_cast<int>(rng.below(static_cast<std::uint32_t>(n))); }

// A ring of cities with chords, as lower.py writes programs; everything else at random.
std::vector<std::int32_t> any_numbers(Rng& rng, int cities) {
    const int seats = 2 + below(rng, 4), routes = cities + cities / 2, doubles = cities / 3;
    const int tickets = seats + below(rng, 10);
    std::vector<std::int32_t> n = {1, seats, cities, routes, routes + doubles, tickets};
    const auto add = [&](std::initializer_list<int> more) { n.insert(n.end(), more); };
    add({3 + below(rng, 10), below(rng, 14), 1 + below(rng, 6), below(rng, 4), below(rng, 4)});
    add({1 + below(rng, 30), below(rng, 5), 1 + below(rng, 3), 1 + below(rng, 3)});
    add({1 + below(rng, 4), 1 + below(rng, 3), 1, 2, 4, 7, 10, 15, below(rng, 11)});
    add({below(rng, 2), below(rng, 4), below(rng, 2)});
    for (int route = 0; route < routes; ++route) {
        const int one = route % cities;
        const int step = route < cities ? 1 : 2 + below(rng, cities - 3);
        const int length = 1 + below(rng, 6);
        for (int track = 0; track < (route < doubles ? 2 : 1); ++track) {
            add({one, (one + step) % cities, route, length, below(rng, 9)});
        }
    }
    for (int ticket = 0; ticket < tickets; ++ticket) {
        const int one = below(rng, cities);
        add({one, (one + 1 + below(rng, cities - 1)) % cities, 1 + below(rng, 20)});
    }
    return n;
}

void test_everything_is_conserved_under_every_rule() {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Rng rng(seed, 1, Purpose::kChance);
        const Program program = Program::read(any_numbers(rng, 5 + static_cast<int>(seed % 12)));
        RailwayWalk::Numbers players{};
        for (std::int32_t& player : players) {
            const auto which = rng.below(kRailwayCharacters.size() + 3);
            player = which < kRailwayCharacters.size() ? kRailwayCharacters[which] : -1;
        }
        RailwayWalk match(program, rng);
        const char* wrong = match.play(kPlies, players);
        if (wrong != nullptr) {
            std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), wrong);
        }
        CHECK(wrong == nullptr);
        CHECK(match.position().over());
    }
}

// Whether two positions are the same for a seat.
bool looks_alike(const Position& one, const Position& other, int seat) {
    bool is_alike = one.tickets(seat) == other.tickets(seat) && one.phase() == other.phase() &&
                    one.pile_count() == other.pile_count() &&
                    one.tickets_left() == other.tickets_left();
    for (int kind = 0; kind < kCardKinds; ++kind) {
        is_alike = is_alike && one.hand(seat, kind) == other.hand(seat, kind) &&
                   one.market(kind) == other.market(kind);
    }
    for (int player = 0; player < one.seats(); ++player) {
        is_alike = is_alike && one.hand_count(player) == other.hand_count(player) &&
                   one.ticket_count(player) == other.ticket_count(player);
    }
    return is_alike;
}

void test_redeals_leave_what_a_seat_has_seen() {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Rng rng(seed, 3, Purpose::kChance);
        const Program program = Program::read(any_numbers(rng, 8));
        Position position(program);
        std::vector<Move> legal, believed_legal;
        while (position.make_random(rng) && !position.over()) {
            const int seat = position.seat() >= 0 ? position.seat() : below(rng, position.seats());
            Position believed = position;
            believed.redeal(seat, rng);
            CHECK(looks_alike(position, believed, seat));
            if (position.seat() < 0) continue;
            position.moves(legal);
            believed.moves(believed_legal);
            CHECK(legal == believed_legal);
        }
    }
}

// All trails, one by one.
int longest_by_trying(const std::vector<Edge>& edges, int place, std::uint32_t used) {
    int best = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const Edge& edge = edges[i];
        if ((used >> i & 1U) != 0 || (edge.one != place && edge.other != place)) continue;
        const int other = edge.one == place ? edge.other : edge.one;
        best = std::max(best, edge.length + longest_by_trying(edges, other, used | 1U << i));
    }
    return best;
}

void test_longest_trails_are_those_found_by_trying() {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Rng rng(seed, 4, Purpose::kChance);
        const int places = 3 + below(rng, 8), count = below(rng, 10);
        std::vector<Edge> edges;
        for (int i = 0; i < count; ++i) {
            const int one = below(rng, places);
            const int other = (one + 1 + below(rng, places - 1)) % places;
            edges.push_back({static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(other),
                             static_cast<std::uint16_t>(1 + below(rng, 6))});
        }
        int best = 0;
        for (int place = 0; place < places; ++place) {
            best = std::max(best, longest_by_trying(edges, place, 0));
        }
        CHECK(longest_trail(edges) == best);
    }
}

void test_surveys_count_the_matches_of_playouts() {
    Rng rng(1, 5, Purpose::kChance);
    const Program program = Program::read(any_numbers(rng, 12));
    const Position start(program);
    std::vector<PlayerSpec> players(static_cast<std::size_t>(program.seats));
    for (PlayerSpec& player : players) player.kind = PlayerKind::kScripted;
    const Survey found = survey(start, players, 100, 7, kPlies, 2);
    const auto sums = ludwright::play::sum_playouts<Position>(start, players, 100, 7, kPlies, 1);
    std::int64_t plies = 0;
    std::array<std::int64_t, kMostSeats> wins{};
    for (std::size_t match = 0; match < 100; ++match) {
        plies += found.plies[match];
        if (found.winner[match] >= 0) ++wins[static_cast<std::size_t>(found.winner[match])];
        CHECK(found.turns[match] == found.card_turns[match] + found.builds[match] +
                                        found.ticket_turns[match] + found.passes[match]);
    }
    CHECK(plies == sums.plies);
    CHECK(wins == sums.wins);
}

}  // namespace

int main() {
    test_everything_is_conserved_under_every_rule();
    test_redeals_leave_what_a_seat_has_seen();
    test_longest_trails_are_those_found_by_trying();
    test_surveys_count_the_matches_of_playouts();
    return ludwright::test::report();
}
