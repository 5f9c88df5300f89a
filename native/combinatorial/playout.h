// Random playouts. Most games play ply by ply; games in which stones only ever come down are played
// as a random order of the empty cells, and the ply at which the match ends is searched for.

#pragma once

#include <algorithm>
#include <cstring>

#include "combinatorial/position.h"

namespace ludwright::combinatorial {

// The empty cells in ascending order, kept per thread: playouts from one position share them.
template <int W>
struct EmptyCells {
    Bits<W> set;
    int count = 0;
    std::array<std::uint16_t, 64 * W> cell;

    void load(const Bits<W>& empty) {
        if (empty == set && count > 0) return;
        set = empty;
        count = 0;
        empty.each([&](int site) { cell[count++] = static_cast<std::uint16_t>(site); });
    }
};

template <int W>
PlayoutResult Position<W>::playout(Rng& rng, int max_plies) {
    if (over()) return {state_.outcome, 0};
    if (program_->scatter == Scatter::kJoining) return scatter_joining(rng, max_plies);
    if (program_->scatter == Scatter::kMonotone && state_.repeat_rule < 0) return scatter_lines(rng, max_plies);
    int plies = 0;
    while (plies < max_plies) {
        if (!make_random(rng)) break;
        ++plies;
    }
    if (over()) return {state_.outcome, plies};
    return {{{0.5F, 0.5F}, Reason::kPlyLimit}, plies};
}

// Stones join groups as they come down; each group knows which regions it touches.
template <int W>
PlayoutResult Position<W>::scatter_joining(Rng& rng, int max_plies) {
    static thread_local EmptyCells<W> cells;
    static thread_local std::array<std::uint16_t, 64 * W> order;
    static thread_local std::array<std::uint16_t, 64 * W> parent;
    static thread_local std::array<std::uint32_t, 64 * W> touches;
    const Program<W>& program = *program_;
    const auto& nbors = program.nbors[program.joining_nbors];
    const auto find = [&](int site) {
        while (parent[site] != site) {
            parent[site] = parent[parent[site]];
            site = parent[site];
        }
        return site;
    };
    Bits<W> own[2];
    // Puts a stone down; returns the regions that its group touches.
    const auto settle = [&](int site, int seat) {
        int root = site;
        parent[site] = static_cast<std::uint16_t>(site);
        std::uint32_t regions = program.regions_of[site];
        (nbors[site] & own[seat]).each([&](int other) {
            const int top = find(other);
            if (top == root) return;
            regions |= touches[top];
            parent[root] = static_cast<std::uint16_t>(top);
            root = top;
        });
        touches[root] = regions;
        own[seat].set(site);
        return regions;
    };
    for (int seat = 0; seat < 2; ++seat) {
        state_.owned[seat].each([&](int site) { settle(site, seat); });
    }
    cells.load(empty());
    const int n = cells.count;
    std::memcpy(order.data(), cells.cell.data(), n * sizeof(order[0]));
    int seat = state_.seat;
    const int most = std::min(n, max_plies);
    for (int i = 0; i < most; ++i) {
        const int j = i + static_cast<int>(rng.below(static_cast<std::uint32_t>(n - i)));
        const int site = order[j];
        order[j] = order[i];
        const std::uint32_t regions = settle(site, seat);
        for (const auto& goal : program.joining_goals[seat]) {
            if ((regions & goal.regions) != goal.regions) continue;
            const int winner = goal.result == kDraw ? -1 : (goal.result == kWin ? seat : 1 - seat);
            set_result(winner, Reason::kRule);
            return {state_.outcome, i + 1};
        }
        seat ^= 1;
    }
    return {{{0.5F, 0.5F}, most < n ? Reason::kPlyLimit : Reason::kNoMoves}, most};
}

// Whether some clause could hold for the player, every "not" in it taken as true.
template <int W>
bool Position<W>::may_end(int index, int player) const {
    const NodeText& node = program_->text.nodes[index];
    switch (node.op) {
        case kEndAnd:
            return may_end(node.a, player) && may_end(node.b, player);
        case kEndOr:
            return may_end(node.a, player) || may_end(node.b, player);
        case kEndNot:
            return true;
        default:
            return end_holds(index, player, false);
    }
}

// Once true, what may_end asks stays true while stones come down, so the first such ply is found by
// halving; only from there on are the clauses themselves asked, ply by ply.
template <int W>
PlayoutResult Position<W>::scatter_lines(Rng& rng, int max_plies) {
    static thread_local EmptyCells<W> cells;
    static thread_local std::array<std::uint16_t, 64 * W> order;
    cells.load(empty());
    const int n = cells.count;
    std::memcpy(order.data(), cells.cell.data(), n * sizeof(order[0]));
    const int most = std::min(n, max_plies);
    const int first_seat = state_.seat;
    const auto can_end = [&] {
        for (const int index : program_->scatter_nodes) {
            for (int player = 0; player < 2; ++player) {
                if (may_end(index, player)) return true;
            }
        }
        return false;
    };
    const auto lay = [&](int from, int to) {
        for (int i = from; i < to; ++i) state_.owned[(first_seat + i) & 1].set(order[i]);
    };
    int drawn = 0;
    const auto draw = [&](int to) {
        for (; drawn < to; ++drawn) {
            const int j = drawn + static_cast<int>(rng.below(static_cast<std::uint32_t>(n - drawn)));
            std::swap(order[drawn], order[j]);
        }
    };
    // Step 1. Blocks of stones until something can have happened.
    int low = 0;  // nothing can have ended after `low` stones
    int high = 0;
    const int block = std::max(8, n / 8);
    Bits<W> before[2] = {state_.owned[0], state_.owned[1]};
    while (true) {
        if (low >= most) return {{{0.5F, 0.5F}, most < n ? Reason::kPlyLimit : Reason::kNoMoves}, most};
        high = std::min(most, low + block);
        draw(high);
        lay(low, high);
        if (can_end()) break;
        low = high;
        before[0] = state_.owned[0];
        before[1] = state_.owned[1];
    }
    // Step 2. Halve the block.
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        state_.owned[0] = before[0];
        state_.owned[1] = before[1];
        lay(low, middle);
        if (can_end()) {
            high = middle;
        } else {
            low = middle;
            before[0] = state_.owned[0];
            before[1] = state_.owned[1];
        }
    }
    state_.owned[0] = before[0];
    state_.owned[1] = before[1];
    // Step 3. Ply by ply from the first that matters.
    state_.had_pieces = 3;
    for (int i = low; i < most; ++i) {
        draw(i + 1);
        lay(i, i + 1);
        const int mover = (first_seat + i) & 1;
        state_.seat = static_cast<std::uint8_t>(1 - mover);
        state_.touched = 3;
        state_.gained[0] = state_.gained[1] = -2;
        ++state_.ply;
        judge(mover);
        if (state_.is_over) return {state_.outcome, i + 1};
    }
    return {{{0.5F, 0.5F}, most < n ? Reason::kPlyLimit : Reason::kNoMoves}, most};
}

}  // namespace ludwright::combinatorial
