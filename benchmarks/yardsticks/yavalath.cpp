// Uniformly random matches of Yavalath: 61 cells, one word of stones per player, one word of empty cells.
// Four or more in a row win; otherwise exactly three in a row lose; a full board is a draw.
#include <array>

#include "playouts.hpp"

namespace {

using namespace yardstick;

constexpr int side = 5;
constexpr int longest = 2 * side - 1;
constexpr int cells = 3 * side * (side - 1) + 1;
constexpr int axes = 3;
constexpr int reach = 3;
constexpr int patterns = 1 << (2 * reach);

enum Effect : std::uint8_t { nothing = 0, loses = 1, wins = 2 };

// A cell's neighbours along one axis, and what a stone there does for each pattern of them.
struct Line {
    Set neighbours;
    std::array<Effect, patterns> effects;
};

using Lines = std::array<std::array<Line, axes>, cells>;

constexpr bool on_board(int row, int column) {
    const int diagonal = column - row;
    return row >= 0 && row < longest && column >= 0 && column < longest && diagonal > -side && diagonal < side;
}

constexpr int number_of(int row, int column) {
    int number = 0;
    for (int other = 0; other < row * longest + column; ++other) number += on_board(other / longest, other % longest);
    return number;
}

// The effect of a stone with `before` neighbours on one side; the pattern's lowest bit is the farthest of them.
constexpr Effect effect_of(int pattern, int before) {
    int length = 1;
    for (int other = before; other < 2 * reach && (pattern >> other & 1) != 0; ++other) ++length;
    for (int other = before - 1; other >= 0 && (pattern >> other & 1) != 0; --other) ++length;
    if (length >= 4) return wins;
    return length == 3 ? loses : nothing;
}

constexpr Line make_line(int row, int column, int row_step, int column_step) {
    Line line{};
    int before = 0;
    for (int distance = -reach; distance <= reach; ++distance) {
        const int other_row = row + distance * row_step;
        const int other_column = column + distance * column_step;
        if (distance == 0 || !on_board(other_row, other_column)) continue;
        line.neighbours |= Set{1} << number_of(other_row, other_column);
        before += distance < 0;
    }
    for (int pattern = 0; pattern < patterns; ++pattern) line.effects[pattern] = effect_of(pattern, before);
    return line;
}

Lines make_lines() {
    Lines lines{};
    for (int row = 0; row < longest; ++row) {
        for (int column = 0; column < longest; ++column) {
            if (!on_board(row, column)) continue;
            lines[number_of(row, column)] = {make_line(row, column, 0, 1), make_line(row, column, 1, 0),
                                             make_line(row, column, 1, 1)};
        }
    }
    return lines;
}

const Lines lines = make_lines();

unsigned effect_at(std::uint64_t cell, Set own) {
    unsigned effect = nothing;
    for (const Line& line : lines[cell]) effect |= line.effects[_pext_u64(own, line.neighbours)];
    return effect;
}

Outcome play(Random& random) {
    Set own = 0;
    Set enemy = 0;
    Set empty = (Set{1} << cells) - 1;
    for (int plies = 0; plies < cells; ++plies) {
        const Set cell = select(empty, random.below(static_cast<std::uint32_t>(cells - plies)));
        const unsigned effect = effect_at(_tzcnt_u64(cell), own);
        if (effect != nothing) {
            const int mover = 1 - 2 * (plies & 1);
            return {(effect & wins) != 0 ? mover : -mover, plies + 1};
        }
        empty ^= cell;
        const Set next = enemy;
        enemy = own | cell;
        own = next;
    }
    return {0, cells};
}

}  // namespace

int main(int argument_count, char** arguments) {
    return yardstick::run("yavalath", argument_count, arguments, play);
}
