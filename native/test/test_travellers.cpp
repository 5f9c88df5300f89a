// Railway players that plan: their paths, how often they count them as changed, and what they
// build and keep in positions where that can be told by hand.

#include <cstdint>
#include <vector>

#include "railway/players/greedy.h"
#include "railway/players/route_focused.h"
#include "test/check.h"

namespace {

using namespace ludwright::railway;
using ludwright::play::Purpose;
using ludwright::play::Rng;

constexpr int kRed = 0, kBlue = 4, kWhite = 7;
enum City : std::uint8_t { kA, kB, kC, kD };

// From A to D there is a way over B in red, of two spaces, and one over C in blue, of four; C and B
// are joined by a gray route of one space, A and D by a white one of six. Seat 0 has to go from A
// to D, seat 1 from A to B.
Program square() {
    std::vector<std::int32_t> n = {1, 2, 4, 6, 6, 2, 12, 0, 1, 0, 0, 20, 4, 1, 1, 1, 1};
    const auto add = [&](std::initializer_list<int> more) { n.insert(n.end(), more); };
    add({1, 2, 4, 7, 10, 15, 10, 0, 2, 0});
    add({kA, kB, 0, 1, kRed, kB, kD, 1, 1, kRed, kA, kC, 2, 2, kBlue, kC, kD, 3, 2, kBlue});
    add({kB, kC, 4, 1, kGray, kA, kD, 5, 6, kWhite, kA, kD, 4, kA, kB, 1});
    return Program::read(n);
}

Move event(Kind kind, int a) { return {kind, static_cast<std::uint8_t>(a), 0, 0, 0, 0}; }
Move build(int track, int colour) {
    return {
        Kind::kBuild, static_cast<std::uint8_t>(track), static_cast<std::uint8_t>(colour), 0, 0, 0};
}
const Move kDrawn{Kind::kDraw, 0, 0, 0, 0, 0};

class Table {
   public:
    explicit Table(Traveller& player) : program_(square()), position_(program_), player_(player) {
        player_.begin({});
        pass_chance();
        // The only ticket that each of them is offered has to be kept.
        for (int seat = 0; seat < 2; ++seat) {
            position_.make(seat == 0 ? choice() : Move{Kind::kKeep, 1, 1, 0, 0, 0});
            pass_chance();
        }
    }

    Move choice() { return player_.choose(Seen(position_, position_.mover()), rng_); }
    void make(Move move) {
        position_.make(move);
        pass_chance();
    }
    // Two cards from the pile.
    void draw() {
        make(kDrawn);
        make(kDrawn);
    }
    const Position& position() const { return position_; }

   private:
    // Blue cards for seat 0, red ones for the other; the market and the pile give white ones.
    void pass_chance() {
        while (position_.is_chance()) {
            switch (position_.phase()) {
                case Phase::kDeal:
                    position_.make(event(Kind::kDeal, position_.mover() == 0 ? kBlue : kRed));
                    break;
                case Phase::kMarket:
                    position_.make(event(Kind::kTurnUp, kWhite));
                    break;
                case Phase::kOffer:
                    position_.make(event(Kind::kOffer, position_.mover()));
                    break;
                default:
                    position_.make(event(Kind::kCard, kWhite));
            }
        }
    }

    Program program_;
    Position position_;
    Traveller& player_;
    Rng rng_{1, 1, Purpose::kPlayer};
};

void test_a_path_that_is_lost_is_counted_once() {
    Greedy greedy;
    Table table(greedy);
    // Two spaces over B, for which it has no card; the blue ones are for the longer way.
    CHECK(table.choice() == kDrawn);
    table.draw();
    CHECK(greedy.path_changes() == 0);
    table.make(build(1, kRed));  // seat 1, from B to D
    CHECK(table.choice() == build(2, kBlue));
    CHECK(greedy.path_changes() == 1);
    table.make(table.choice());
    CHECK(greedy.path_changes() == 1);
    table.draw();
    // What is left of the path is a part of what it was.
    CHECK(table.choice() == build(3, kBlue));
    CHECK(greedy.path_changes() == 1);
    table.make(table.choice());
    CHECK(table.position().is_completed(0, 0));
}

void test_what_is_built_beside_a_path_does_not_change_it() {
    Greedy greedy;
    Table table(greedy);
    CHECK(table.choice() == kDrawn);
    table.draw();
    table.make(build(0, kRed));  // seat 1, from A to B: now the ways over C are all there are
    CHECK(table.choice() == build(2, kBlue));
    CHECK(greedy.path_changes() == 1);
    table.make(table.choice());
    table.make(build(1, kRed));  // from B to D
    CHECK(table.choice() == build(3, kBlue));
    CHECK(greedy.path_changes() == 1);
}

void test_a_way_that_is_only_as_short_is_no_reason_to_change() {
    Greedy greedy;
    Table table(greedy);
    CHECK(table.choice() == kDrawn);
    // Instead it is made to build from A to C, from where it is two spaces to D as well.
    table.make(build(2, kBlue));
    table.draw();
    CHECK(table.choice() == kDrawn);
    CHECK(greedy.path_changes() == 0);
}

void test_a_short_cut_is_taken() {
    Greedy greedy;
    Table table(greedy);
    CHECK(table.choice() == kDrawn);
    table.make(build(3, kBlue));  // from C to D
    table.draw();
    CHECK(table.choice() == kDrawn);
    CHECK(greedy.path_changes() == 0);
    table.make(build(4, kBlue));  // from B to C: now B to D costs nothing
    table.draw();
    CHECK(table.choice() == kDrawn);
    // What is left, from A to B, is a part of what was planned.
    CHECK(greedy.path_changes() == 0);
}

void test_a_focus_on_routes_prefers_one_long_track() {
    Greedy greedy;
    RouteFocused focused;
    Table of_greedy(greedy), of_focused(focused);
    CHECK(of_greedy.choice() == kDrawn);
    CHECK(of_focused.choice() == event(Kind::kTake, kWhite));
}

}  // namespace

int main() {
    test_a_path_that_is_lost_is_counted_once();
    test_what_is_built_beside_a_path_does_not_change_it();
    test_a_way_that_is_only_as_short_is_no_reason_to_change();
    test_a_short_cut_is_taken();
    test_a_focus_on_routes_prefers_one_long_track();
    return ludwright::test::report();
}
