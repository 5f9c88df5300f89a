// Random playouts. Most games are played ply by ply; pure placement games are played
// as a random order of the empty cells, and a search finds the ply at which the match ends.

#pragma once

#include <algorithm>
#include <bit>
#include <cstring>

#include "combinatorial/position.h"

namespace ludwright::combinatorial {

// The empty cells in random order, drawn only as far as needed.
template <int W>
struct CellOrder {
    std::uint16_t cell[64 * W];
    int count = 0;

    CellOrder(const Program<W>& program, const Bits<W>& empty) {
        if (empty == program.board) {
            count = static_cast<int>(program.cells.size());
            std::memcpy(cell, program.cells.data(), count * sizeof(cell[0]));
        } else {
            empty.each([&](int site) { cell[count++] = static_cast<std::uint16_t>(site); });
        }
    }
    std::uint16_t operator[](int i) const { return cell[i]; }
    void swap(int i, int j) { std::swap(cell[i], cell[j]); }
};

template <int W>
PlayoutResult Position<W>::playout(Rng& rng, int max_plies) {
    // The choice of sides is a ply of its own; after it the sides play on as in any game.
    int plies = 0;
    while (program_->text.pie && state_.turn < 2 && plies < max_plies && make_random(rng)) ++plies;
    PlayoutResult result = side_playout(rng, max_plies - plies);
    result.plies += plies;
    result.outcome = for_seats(result.outcome);
    return result;
}

template <int W>
PlayoutResult Position<W>::side_playout(Rng& rng, int max_plies) {
    if (over()) return {state_.outcome, 0};
    if (program_->scatter == Scatter::kJoining) return scatter_joining(rng, max_plies);
    if (program_->scatter == Scatter::kMonotone && state_.repeat_rule < 0)
        return scatter_lines(rng, max_plies);
    if (program_->is_quick) return quick_playout(rng, max_plies);
    int plies = 0;
    while (plies < max_plies) {
        if (!make_random(rng)) break;
        ++plies;
    }
    if (over()) return {state_.outcome, plies};
    return {{{0.5F, 0.5F}, Reason::kPlyLimit}, plies};
}

// Stones that fall onto others and matter only for rows: nothing but the two sets is kept. Stops
// before the ply that the caller must handle: when there is no placement, or at the limit.
template <int W>
int Position<W>::drop_for_rows(Rng& rng, int max_plies) {
    const Program<W>& program = *program_;
    const Direction<W>& down = program.directions[program.plan[0].falling];
    const Direction<W>& up = program.directions[program.text.opposite[program.plan[0].falling]];
    const NodeText& row = program.text.nodes[program.immediate[0].node];
    Bits<W> own[2] = {state_.owned[0], state_.owned[1]};
    int seat = state_.seat;
    int plies = 0;
    int site = -1;
    spend(64 * W);
    for (; plies < max_plies; ++plies) {
        const Bits<W> occupied = own[0] | own[1] | state_.owned[2];
        const Bits<W> open = minus(down.no_step | up.shift(occupied), occupied);
        const int n = open.count();
        if (n == 0) break;
        site = open.select(static_cast<int>(rng.below(static_cast<std::uint32_t>(n))));
        const bool ends = has_row_through(own[seat], site, row.a, row.b);
        own[seat].set(site);
        seat ^= 1;
        if (ends) {
            ++plies;
            state_.touched = static_cast<std::uint8_t>(1 << (1 - seat));
            state_.gained[1 - seat] = static_cast<std::int16_t>(site);
            break;
        }
    }
    state_.owned[0] = own[0];
    state_.owned[1] = own[1];
    state_.seat = static_cast<std::uint8_t>(seat);
    state_.ply += plies;
    state_.had_pieces = 3;
    if (site >= 0) state_.last_target = static_cast<std::int16_t>(site);
    gathered_.seat = -1;
    return plies;
}

// Ply by ply without bookkeeping that no rule of the game needs.
template <int W>
PlayoutResult Position<W>::quick_playout(Rng& rng, int max_plies) {
    const Program<W>& program = *program_;
    int played = 0;
    if (program.drops_for_rows) {
        played = drop_for_rows(rng, max_plies);
        if (played > 0) judge(1 - state_.seat);
        if (state_.is_over) return {state_.outcome, played};
    }
    for (int plies = played; plies < max_plies; ++plies) {
        const int seat = state_.seat;
        if (gathered_.seat != seat) gather(seat, 0);
        const std::int32_t total = gathered_.total;
        if (total == 0) [[unlikely]] {
            // Stuck: now check the clauses about that, and whether the other can move.
            if (plies > 0) judge(1 - seat);
            state_.needs_stuck_check = !state_.is_over;
            if (over()) return {state_.outcome, plies};
            apply(Move{});
            judge(seat);
            if (state_.is_over) return {state_.outcome, plies + 1};
            continue;
        }
        const Move move =
            gathered_move(static_cast<std::int32_t>(rng.below(static_cast<std::uint32_t>(total))));
        gathered_.seat = -1;
        ++state_.ply;
        apply_board(move);
        ++state_.moves_made[seat];
        state_.passes = 0;
        state_.last_source = move.source;
        state_.last_target = move.target;
        if (program.counts_survivors)
            state_.had_pieces |=
                static_cast<std::uint8_t>(state_.owned[0].any() | state_.owned[1].any() << 1);
        state_.seat = static_cast<std::uint8_t>(1 - seat);
        for (const ClauseText& clause : program.immediate) {
            for (int i = 0; i < 2; ++i) {
                const int player = i == 0 ? seat : 1 - seat;
                if (!(clause.players >> player & 1)) continue;
                if (clause.own_only && !(state_.touched >> player & 1) && state_.ply > 1) continue;
                if (!end_holds(clause.node, player, clause.own_only == 2 && state_.ply > 1))
                    continue;
                judge(seat);
                return {state_.outcome, plies + 1};
            }
        }
    }
    if (over()) return {state_.outcome, max_plies};
    return {{{0.5F, 0.5F}, Reason::kPlyLimit}, max_plies};
}

// Two numbers from every draw: the order of the cells needs many small ones.
class HalfDraws {
   public:
    explicit HalfDraws(Rng& rng) : rng_(rng) {}
    std::uint32_t below(std::uint32_t n) {
        std::uint64_t product = static_cast<std::uint64_t>(next()) * n;
        if (static_cast<std::uint32_t>(product) < n) [[unlikely]] {
            const std::uint32_t threshold = (0U - n) % n;
            while (static_cast<std::uint32_t>(product) < threshold)
                product = static_cast<std::uint64_t>(next()) * n;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

   private:
    std::uint32_t next() {
        is_second_ = !is_second_;
        if (is_second_) {
            word_ = rng_();
            return static_cast<std::uint32_t>(word_ >> 32);
        }
        return static_cast<std::uint32_t>(word_);
    }
    Rng& rng_;
    std::uint64_t word_ = 0;
    bool is_second_ = false;
};

// When each stone was placed on a board of at most 255 cells, in ply order: the board
// after any ply can be read off without placing the stones again.
template <int W>
struct StoneTimes {
    static constexpr std::uint8_t kNever = 255;
    alignas(32) std::uint8_t ply[64 * W];

    StoneTimes() { std::memset(ply, kNever, sizeof(ply)); }

    // Whether reading off is faster than placing; for few stones placing is as fast.
#ifdef __AVX2__
    static constexpr bool kIsFaster = W >= 4;

    // Adds the stones of the first `count` plies, 1 or more, to the sets of the players who place
    // at even and at odd plies.
    void lay(int count, Bits<W>& even, Bits<W>& odd) const {
        using Plies = std::uint8_t __attribute__((vector_size(32)));
        using Signs = char __attribute__((vector_size(32)));
        // The highest bit of each of 32 bytes.
        const auto gather = [](auto bytes) {
            return static_cast<std::uint32_t>(
                __builtin_ia32_pmovmskb256(std::bit_cast<Signs>(bytes)));
        };
        const Plies last = Plies{} + static_cast<std::uint8_t>(count - 1);
        for (int i = 0; i < 2 * W; ++i) {
            Plies at;
            std::memcpy(&at, ply + 32 * i, sizeof(at));
            const std::uint32_t laid = gather(at <= last);
            const std::uint32_t odds = gather(at << 7);
            const int shift = 32 * (i & 1);
            even.word[i / 2] |= static_cast<std::uint64_t>(laid & ~odds) << shift;
            odd.word[i / 2] |= static_cast<std::uint64_t>(laid & odds) << shift;
        }
    }
#else
    static constexpr bool kIsFaster = false;
#endif
};

// Six numbers from one draw, each uniform below its bound: bound, bound - 1, … (Brackett-Rozinsky
// and Lemire 2024). The bounds are at most 255, so that their product is below 2^48.
inline void draw_six(Rng& rng, std::uint32_t bound, std::uint32_t (&out)[6]) {
    static constexpr std::uint64_t kSure = 1ULL << 48;
    const auto split = [&] {
        std::uint64_t rest = rng();
        for (std::uint32_t i = 0; i < 6; ++i) {
            const auto product = static_cast<unsigned __int128>(rest) * (bound - i);
            out[i] = static_cast<std::uint32_t>(product >> 64);
            rest = static_cast<std::uint64_t>(product);
        }
        return rest;
    };
    std::uint64_t rest = split();
    if (rest >= kSure) [[likely]]
        return;
    std::uint64_t all = 1;
    for (std::uint32_t i = 0; i < 6; ++i) all *= bound - i;
    const std::uint64_t threshold = (0 - all) % all;
    while (rest < threshold) rest = split();
}

// The part of the player's groups that touches all the regions, or nothing.
template <int W>
Bits<W> Position<W>::joined(const Bits<W>& own, const std::vector<Bits<W>>& regions) const {
    const auto nbors = static_cast<NborClass>(program_->joining_nbors);
    const auto touches_all = [&](const Bits<W>& group) {
        for (const Bits<W>& region : regions) {
            if (!meets(group, region)) return false;
        }
        return true;
    };
    if (!touches_all(own)) return {};
    // Of the remaining groups, keep those that touch the next region, whole.
    Bits<W> groups = own;
    for (std::size_t i = 0; i + 1 < regions.size(); ++i) {
        groups = flood(groups & regions[i], groups, nbors);
    }
    return meets(groups, regions.back()) ? groups : Bits<W>{};
}

// The board is filled in random order; if a player connects on the full board, the ply at which
// that happened is found by bisection.
template <int W>
PlayoutResult Position<W>::scatter_joining(Rng& rng, int max_plies) {
    CellOrder<W> order(*program_, empty());
    const int n = order.count;
    const int most = std::min(n, max_plies);
    spend(2 * n + W);
    HalfDraws draws(rng);
    Bits<W> full[2] = {state_.owned[0], state_.owned[1]};
    for (int i = 0; i < most; ++i) {
        const int j = i + static_cast<int>(draws.below(static_cast<std::uint32_t>(n - i)));
        order.swap(i, j);
        full[(state_.seat + i) & 1].set(order[i]);
    }
    int end = most + 1, winner = -1;
    for (int player = 0; player < 2; ++player) {
        for (const auto& goal : program_->joining_goals[player]) {
            const Bits<W> group = joined(full[player], goal.regions);
            if (!group.any()) continue;
            // This player's stones are every second one of the order.
            const int offset = player == state_.seat ? 0 : 1;
            int low = 0, high = (most - offset + 1) / 2;  // stones of this player
            Bits<W> before = state_.owned[player];
            // Most matches are decided late, so the first two probes are there.
            int looks = 0;
            while (high - low > 1) {
                int middle = (low + high) / 2;
                if (looks == 0) middle = std::max(1, high - high / 8);
                if (looks == 1 && low > 0)
                    middle = std::min(high - 1, low + std::max(1, (high - low) / 2));
                if (looks == 1 && low == 0) middle = std::max(1, high - high / 6);
                ++looks;
                Bits<W> own = before;
                for (int k = low; k < middle; ++k) own.set(order[offset + 2 * k]);
                if (joined(own & group, goal.regions).any()) {
                    high = middle;
                } else {
                    low = middle;
                    before = own;
                }
            }
            const int ply = offset + 2 * (high - 1) + 1;
            if (ply < end) {
                end = ply;
                winner = goal.result == kDraw ? -1 : (goal.result == kWin ? player : 1 - player);
            }
        }
    }
    if (end > most) return {{{0.5F, 0.5F}, most < n ? Reason::kPlyLimit : Reason::kNoMoves}, most};
    set_result(winner, Reason::kRule);
    return {state_.outcome, end};
}

// Whether some clause could hold for the player, with every "not" in it taken as true.
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

// One playout of a game in which stones are only added and lines end the match. Once true, may_end
// stays true as stones are placed, so the first such ply is found by bisection; only from there on
// are the clauses themselves evaluated, ply by ply.
template <int W>
struct Position<W>::LineScatter {
    LineScatter(Position& board, Rng& source, int max_plies)
        : position(board),
          state(board.state_),
          rng(source),
          order(*board.program_, board.empty()),
          draws(source),
          n(order.count),
          most(std::min(n, max_plies)),
          first_seat(board.state_.seat),
          is_small(n < StoneTimes<W>::kNever),
          is_timed(StoneTimes<W>::kIsFaster && is_small),
          start{state.owned[0], state.owned[1]},
          before{state.owned[0], state.owned[1]} {}

    PlayoutResult run() {
        position.spend(2 * n + 8 * W);
        if (!find_block()) return unfinished();
        bisect();
        return play_on();
    }

   private:
    PlayoutResult unfinished() const {
        return {{{0.5F, 0.5F}, most < n ? Reason::kPlyLimit : Reason::kNoMoves}, most};
    }

    // Which of the given players may have ended the match, as a bit set.
    int can_end(int asked) const {
        const Program<W>& program = *position.program_;
        int found = 0;
        for (int player = 0; player < 2; ++player) {
            if (!(asked >> player & 1)) continue;
            bool may = false;
            if (program.scatter_rows.empty()) {
                for (const int index : program.scatter_nodes) {
                    may = may || position.may_end(index, player);
                }
            } else {
                for (const auto& row : program.scatter_rows) {
                    may = may || position.has_row(state.owned[player], row.length, row.nbors);
                }
            }
            found |= static_cast<int>(may) << player;
        }
        return found;
    }

    void lay(int from, int to) {
        for (int i = from; i < to; ++i) state.owned[(first_seat + i) & 1].set(order[i]);
    }

    // Draws the order of the stones up to `to`.
    void draw(int to) {
        for (std::uint32_t lots[6]; is_small && drawn + 6 <= to;) {
            draw_six(rng, static_cast<std::uint32_t>(n - drawn), lots);
            for (int i = 0; i < 6; ++i) take(static_cast<int>(lots[i]));
        }
        while (drawn < to) {
            take(static_cast<int>(draws.below(static_cast<std::uint32_t>(n - drawn))));
        }
    }

    void take(int lot) {
        order.swap(drawn, drawn + lot);
        if (is_timed) times.ply[order[drawn]] = static_cast<std::uint8_t>(drawn);
        ++drawn;
    }

    // The board after `to` stones, of which `low` are known to have ended nothing.
    void look(int to) {
        if constexpr (StoneTimes<W>::kIsFaster) {
            if (is_timed) {
                state.owned[0] = start[0];
                state.owned[1] = start[1];
                times.lay(to, state.owned[first_seat], state.owned[1 - first_seat]);
                return;
            }
        }
        restore();
        lay(low, to);
    }

    // Nothing has ended after the stones now on the board.
    void keep(int stones) {
        low = stones;
        before[0] = state.owned[0];
        before[1] = state.owned[1];
    }

    void restore() {
        state.owned[0] = before[0];
        state.owned[1] = before[1];
    }

    // Step 1. Blocks of stones until something can have happened; false if nothing does.
    bool find_block() {
        const int block = std::max(8, n / 9);
        const int first_block = std::max(8, 2 * n / 5);  // little happens early
        while (low < most) {
            high = std::min(most, low + (low == 0 ? first_block : block));
            draw(high);
            look(high);
            suspects = can_end(3);
            if (suspects != 0) return true;
            keep(high);
        }
        return false;
    }

    // Step 2. Find the first stone of the block that matters by bisection; a row is completed by a
    // stone in it, so for a few stones checking one by one is faster.
    void bisect() {
        const auto& rows = position.program_->scatter_rows;
        const bool by_rows = !rows.empty();
        while (high - low > (by_rows ? 6 : 1)) {
            const int middle = (low + high) / 2;
            look(middle);
            if (const int found = can_end(suspects); found != 0) {
                high = middle;
                suspects = found;
            } else {
                keep(middle);
            }
        }
        restore();
        for (; by_rows; ++low) {
            const int owner = (first_seat + low) & 1;
            const bool completes = (suspects >> owner & 1) &&
                                   std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
                                       return position.has_row_through(before[owner], order[low],
                                                                       row.length, row.nbors);
                                   });
            if (completes) break;
            before[owner].set(order[low]);
        }
        if (by_rows) restore();
    }

    // Step 3. Ply by ply from the first that matters.
    PlayoutResult play_on() {
        state.had_pieces = 3;
        for (int i = low; i < most; ++i) {
            draw(i + 1);
            lay(i, i + 1);
            const int mover = (first_seat + i) & 1;
            state.seat = static_cast<std::uint8_t>(1 - mover);
            state.touched = static_cast<std::uint8_t>(1 << mover);
            state.gained[mover] = static_cast<std::int16_t>(order[i]);
            state.gained[1 - mover] = -1;
            state.ply += i == low ? i + 1 : 1;
            position.judge(mover);
            if (state.is_over) return {state.outcome, i + 1};
        }
        return unfinished();
    }

    Position& position;
    State<W>& state;
    Rng& rng;
    CellOrder<W> order;
    HalfDraws draws;
    StoneTimes<W> times;
    const int n;     // empty cells
    const int most;  // stones that can be placed
    const int first_seat;
    const bool is_small;
    const bool is_timed;
    const Bits<W> start[2];
    Bits<W> before[2];  // after `low` stones
    int drawn = 0;
    int low = 0;  // nothing can have ended after `low` stones
    int high = 0;
    int suspects = 0;
};

template <int W>
PlayoutResult Position<W>::scatter_lines(Rng& rng, int max_plies) {
    return LineScatter(*this, rng, max_plies).run();
}

}  // namespace ludwright::combinatorial
