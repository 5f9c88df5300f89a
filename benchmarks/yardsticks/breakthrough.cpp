// Uniformly random matches of Breakthrough 8x8 on bitboards: no move lists, one bit per move in three sets.
#include "playouts.hpp"

namespace {

using namespace yardstick;

constexpr Set left_column = 0x0101010101010101U;
constexpr Set right_column = left_column << 7U;
constexpr Set top_row = 0xff00000000000000U;
constexpr Set bottom_row = 0x00000000000000ffU;

template <bool Upward>
Set forward(Set set, unsigned places) {
    return Upward ? set << places : set >> places;
}

// Empty if the set has no such element: only one of the three sets of moves holds the move drawn.
Set select_or_none(Set set, std::uint32_t index) {
    return _pdep_u64(static_cast<Set>(index < 64) << (index & 63U), set);
}

// Make one uniformly random move; true if it wins.
template <bool Upward>
bool move(Set& own, Set& enemy, Random& random) {
    constexpr unsigned left_places = Upward ? 7 : 9;
    constexpr unsigned right_places = Upward ? 9 : 7;
    const Set straight = forward<Upward>(own, 8) & ~(own | enemy);
    const Set left = forward<Upward>(own & ~left_column, left_places) & ~own;
    const Set right = forward<Upward>(own & ~right_column, right_places) & ~own;
    const std::uint32_t straights = count(straight);
    const std::uint32_t before_right = straights + count(left);
    const std::uint32_t index = random.below(before_right + count(right));

    const Set by_straight = select_or_none(straight, index);
    const Set by_left = select_or_none(left, index - straights);
    const Set by_right = select_or_none(right, index - before_right);
    const Set target = by_straight | by_left | by_right;
    own ^= target | forward<!Upward>(by_straight, 8) | forward<!Upward>(by_left, left_places) |
           forward<!Upward>(by_right, right_places);
    enemy &= ~target;
    return (target & (Upward ? top_row : bottom_row)) != 0 || enemy == 0;
}

Outcome play(Random& random) {
    Set first = 0x000000000000ffffU;
    Set second = 0xffff000000000000U;
    for (int plies = 1;; plies += 2) {
        if (move<true>(first, second, random)) return {1, plies};
        if (move<false>(second, first, random)) return {-1, plies + 1};
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    return yardstick::run("breakthrough-8", argument_count, arguments, play);
}
