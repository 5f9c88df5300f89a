// How safe territories at a border are: the measures of Hahn (2010), section 3.
//
// `Board` is anything with owner(territory), armies(territory) and neighbours(territory).

#pragma once

#include <array>

#include "conquest/program.h"

namespace ludwright::conquest {

// Border security threat: the armies next to a territory that are not its owner's.
template <typename Board>
int border_threat(const Board& board, int territory) {
    int sum = 0;
    board.neighbours(territory).each([&](int other) {
        if (board.owner(other) != board.owner(territory)) sum += board.armies(other);
    });
    return sum;
}

// Border security ratio: the threat for each of its own armies.
template <typename Board>
double border_ratio(const Board& board, int territory) {
    return static_cast<double>(border_threat(board, territory)) / board.armies(territory);
}

// The ratios of some territories of one owner, in ascending order of the territories, as shares of
// their sum. Returns how many there are; without any threat all shares are 0.
template <typename Board>
int border_shares(const Board& board, const Set& territories, double* out) {
    int count = 0;
    double sum = 0.0;
    territories.each([&](int territory) {
        out[count] = border_ratio(board, territory);
        sum += out[count++];
    });
    for (int i = 0; sum > 0.0 && i < count; ++i) out[i] /= sum;
    return count;
}

}  // namespace ludwright::conquest
