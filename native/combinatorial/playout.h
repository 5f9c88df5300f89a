// Random playouts. Most games are played ply by ply; pure placement games are played
// as a random order of the empty cells, and a search finds the ply at which the match ends.

#pragma once

#include <algorithm>
#include <array>
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
    if (program_->scatter == Scatter::kGrouping) return scatter_groups(rng, max_plies);
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

// Ply by ply; whether anyone can move is asked only where it matters.
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
        if (program.draws_by_piece) {
            if (const Move move = drawn_by_piece(rng); !move.is_pass()) [[likely]] {
                make_quickly(move);
                if (ends_at_once(seat, false)) return {state_.outcome, plies + 1};
                continue;
            }
        }
        if (gathered_.seat != seat) gather(seat, 0);
        const std::int32_t total = gathered_.total;
        if (total == 0) [[unlikely]] {
            // Stuck: now check the clauses about that, and whether the other can move.
            if (plies > 0) judge(1 - seat);
            state_.needs_stuck_check = !state_.is_over;
            if (over()) return {state_.outcome, plies};
            make(Move{});
            if (state_.is_over) return {state_.outcome, plies + 1};
            continue;
        }
        const bool may_stop = state_.repeat_rule >= 0 && may_pass();
        const auto index = static_cast<std::int32_t>(
            rng.below(static_cast<std::uint32_t>(may_stop ? total + 1 : total)));
        const Move move = index < total ? gathered_move(index) : Move{};
        make_quickly(move);
        if (ends_at_once(seat, move.is_pass())) return {state_.outcome, plies + 1};
    }
    if (over()) return {state_.outcome, max_plies};
    return {{{0.5F, 0.5F}, Reason::kPlyLimit}, max_plies};
}

// A random move of as many steps as there are pieces on the line: a piece and a way are drawn until
// they have a move. All moves are equally likely; a pass if none was found, though there may be
// one.
template <int W>
Move Position<W>::drawn_by_piece(Rng& rng) const {
    static constexpr int kMostTries = 64;
    const Rule<W>& rule = program_->rules[0];
    const RuleText& r = *rule.text;
    const int seat = state_.seat;
    const Bits<W> sources = evaluate_set(r.source_set, seat);
    const Bits<W> targets = evaluate_set(r.target_set, seat);
    const Bits<W> occupied = state_.owned[0] | state_.owned[1] | state_.owned[2];
    const Bits<W> blockers =
        r.between_count == 0 ? content_set(r.between_content, seat) : Bits<W>{};
    const auto ways = static_cast<std::uint32_t>(rule.slides.size());
    const std::uint32_t lots = ways * static_cast<std::uint32_t>(sources.count());
    for (int i = 0; i < kMostTries && lots > 0; ++i) {
        spend(W);
        const std::uint32_t lot = rng.below(lots);
        const int source = sources.select(static_cast<int>(lot / ways));
        const int way = rule.slides[lot % ways];
        const Bits<W>& ahead = program_->ray[way][source];
        const auto& behind = program_->ray[program_->text.opposite[way]];
        const int steps = (occupied & (ahead | behind[source])).count() + occupied.test(source);
        if (steps == 0 || program_->ray_length[way][source] < steps) continue;
        const int target = source + steps * program_->directions[way].delta[0];
        if (!targets.test(target) || meets(ahead & behind[target], blockers)) continue;
        return {0, static_cast<std::int16_t>(source), static_cast<std::int16_t>(target), 0};
    }
    return {};
}

// make() without asking whether the match is over.
template <int W>
void Position<W>::make_quickly(Move move) {
    const Program<W>& program = *program_;
    const int seat = state_.seat;
    if (move.is_pass()) {
        apply(move);
    } else {
        gathered_.seat = -1;
        ++state_.ply;
        bool goes_on = apply_board(move);
        ++state_.moves_made[seat];
        state_.passes = 0;
        state_.last_source = move.source;
        state_.last_target = move.target;
        if (program.counts_survivors)
            state_.had_pieces |=
                static_cast<std::uint8_t>(state_.owned[0].any() | state_.owned[1].any() << 1);
        if (goes_on) {
            state_.repeat_rule = move.rule;
            gather(seat, 0);
            goes_on = gathered_.total > 0;
        }
        if (!goes_on) {
            gathered_.seat = -1;
            state_.repeat_rule = state_.repeat_site = -1;
            state_.seat = static_cast<std::uint8_t>(1 - seat);
        }
    }
    if (program.tracks_history) remember(move);
}

// Whether the match ends with the last ply, whoever can move then.
template <int W>
bool Position<W>::ends_at_once(int mover, bool was_pass) {
    const Program<W>& program = *program_;
    for (const ClauseText& clause : program.immediate) {
        for (int i = 0; i < 2; ++i) {
            const int player = i == 0 ? mover : 1 - mover;
            if (!(clause.players >> player & 1)) continue;
            if (clause.own_only && !(state_.touched >> player & 1) && state_.ply > 1) continue;
            if (!end_holds(clause.node, player, clause.own_only == 2 && state_.ply > 1)) continue;
            judge(mover, was_pass);
            return true;
        }
    }
    const int limit = program.text.quiet_limit;
    if ((limit > 0 && state_.quiet >= limit) || recurs_too_often()) judge(mover, was_pass);
    return state_.is_over;
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

// The stones of a playout, drawn in blocks: the order is the same whoever draws it.
template <int W>
class StoneOrder {
   public:
    StoneOrder(const Program<W>& program, const Bits<W>& empty, Rng& rng)
        : cells_(program, empty), rng_(rng), draws_(rng), is_small_(size() < 255) {}

    int size() const { return cells_.count; }
    int drawn() const { return drawn_; }
    bool is_small() const { return is_small_; }  // plies fit a byte
    std::uint16_t operator[](int i) const { return cells_[i]; }

    // Where the block that begins after `low` stones ends: little happens early.
    int block_end(int low) const {
        const int n = size();
        return low + (low == 0 ? std::max(8, 2 * n / 5) : std::max(8, n / 9));
    }

    // Draws the stones up to `to`; each is shown to `taken(ply, site)`.
    template <typename Fn>
    void draw(int to, Fn&& taken) {
        const int n = size();
        for (std::uint32_t lots[6]; is_small_ && drawn_ + 6 <= to;) {
            draw_six(rng_, static_cast<std::uint32_t>(n - drawn_), lots);
            for (int i = 0; i < 6; ++i) take(static_cast<int>(lots[i]), taken);
        }
        while (drawn_ < to) {
            take(static_cast<int>(draws_.below(static_cast<std::uint32_t>(n - drawn_))), taken);
        }
    }

   private:
    template <typename Fn>
    void take(int lot, Fn&& taken) {
        cells_.swap(drawn_, drawn_ + lot);
        taken(drawn_, cells_[drawn_]);
        ++drawn_;
    }

    CellOrder<W> cells_;
    Rng& rng_;
    HalfDraws draws_;
    const bool is_small_;
    int drawn_ = 0;
};

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
          order(*board.program_, board.empty(), source),
          n(order.size()),
          most(std::min(n, max_plies)),
          first_seat(board.state_.seat),
          is_timed(StoneTimes<W>::kIsFaster && order.is_small()),
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
        order.draw(to, [&](int ply, int site) {
            if (is_timed) times.ply[site] = static_cast<std::uint8_t>(ply);
        });
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
        while (low < most) {
            high = std::min(most, order.block_end(low));
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
    StoneOrder<W> order;
    StoneTimes<W> times;
    const int n;     // empty cells
    const int most;  // stones that can be placed
    const int first_seat;
    const bool is_timed;
    const Bits<W> start[2];
    Bits<W> before[2];  // after `low` stones
    int low = 0;        // nothing can have ended after `low` stones
    int high = 0;
    int suspects = 0;
};

template <int W>
PlayoutResult Position<W>::scatter_lines(Rng& rng, int max_plies) {
    return LineScatter(*this, rng, max_plies).run();
}

// What six neighbours in a circle, of which some hold own stones, mean for a stone in the middle.
struct Circles {
    struct Circle {
        std::uint8_t arcs = 0;       // runs of own stones
        std::uint8_t first[3] = {};  // where each begins
        std::uint8_t flanked = 0;    // bits of own stones between two others
    };
    std::array<Circle, 64> by_stones{};

    constexpr Circles() {
        for (unsigned stones = 1; stones < 64; ++stones) {
            Circle& circle = by_stones[stones];
            for (unsigned i = 0; i < 6; ++i) {
                const bool has = stones >> i & 1;
                const bool before = stones >> (i + 5) % 6 & 1;
                const bool after = stones >> (i + 1) % 6 & 1;
                if (has && !before) circle.first[circle.arcs++] = static_cast<std::uint8_t>(i);
                if (has && before && after) circle.flanked |= static_cast<std::uint8_t>(1U << i);
            }
        }
        by_stones[63].arcs = 1;
    }
};
inline constexpr Circles kCircles;

// One playout of a game in which groups end the match. Stones are placed in the drawn order; groups
// are kept in trees, whose roots know the regions that the group touches.
template <int W>
struct Position<W>::GroupScatter {
    GroupScatter(const Position& position, Rng& source)
        : grouping(position.program_->grouping),
          outside(position.program_->text.extent),
          order(*position.program_, position.empty(), source) {
        std::memset(colour, kNoStone, outside + 1);
    }

    // Whether the stone ends the match for its player.
    bool place(int site, int player) {
        const Grouping::Circle& near = grouping.around[site];
        unsigned stones = 0;
        for (unsigned i = 0; i < 6; ++i) stones |= unsigned{colour[near[i]] == player} << i;
        colour[site] = static_cast<std::uint8_t>(player);
        parent[site] = static_cast<std::uint16_t>(site);
        touched[site] = grouping.regions[site];
        int root = site;
        std::uint32_t known = 0;
        bool closes = false;
        const Circles::Circle& circle = kCircles.by_stones[stones];
        for (int i = 0; i < circle.arcs; ++i) {
            const int other = root_of(near[circle.first[i]]);
            closes = closes || other == root;
            if (i == 0) {
                known = touched[other];
                touched[other] |= touched[site];
                parent[site] = static_cast<std::uint16_t>(other);
                root = other;
            } else if (other != root) {
                touched[root] |= touched[other];
                parent[other] = static_cast<std::uint16_t>(root);
            }
        }
        if (grouping.rings[player] && (closes || fills(near, circle, stones, player))) return true;
        return touched[root] != known && reaches_goal(touched[root], player);
    }

    const Grouping& grouping;
    const int outside;  // stands for neighbours that are not there
    StoneOrder<W> order;

   private:
    static constexpr std::uint8_t kNoStone = 2;

    int root_of(int site) {
        while (parent[site] != site) {
            parent[site] = parent[parent[site]];
            site = parent[site];
        }
        return site;
    }

    // Whether the stone, or one next to it, now has own stones all around.
    bool fills(const Grouping::Circle& near, const Circles::Circle& circle, unsigned stones,
               int player) const {
        if (stones == 63) return true;
        for (unsigned rest = circle.flanked; rest; rest &= rest - 1) {
            const Grouping::Circle& ring = grouping.around[near[std::countr_zero(rest)]];
            const bool is_full = std::all_of(ring.begin(), ring.end(),
                                             [&](int site) { return colour[site] == player; });
            if (is_full) return true;
        }
        return false;
    }

    bool reaches_goal(std::uint32_t regions, int player) const {
        const auto& goals = grouping.goals[player];
        return std::any_of(goals.begin(), goals.end(),
                           [&](std::uint32_t goal) { return (regions & goal) == goal; });
    }

    std::uint8_t colour[64 * W + 1];
    std::uint16_t parent[64 * W];
    std::uint32_t touched[64 * W];
};

template <int W>
PlayoutResult Position<W>::scatter_groups(Rng& rng, int max_plies) {
    GroupScatter stones(*this, rng);
    // A start may have been set up so that a clause holds before anyone has moved.
    bool holds_already = false;
    for (int player = 0; player < 2; ++player) {
        state_.owned[player].each(
            [&](int site) { holds_already = stones.place(site, player) || holds_already; });
    }
    if (holds_already) return scatter_lines(rng, max_plies);
    const int n = stones.order.size();
    const int most = std::min(n, max_plies);
    spend(2 * n + 8 * W);
    for (int ply = 0; ply < most; ++ply) {
        if (ply == stones.order.drawn())
            stones.order.draw(std::min(most, stones.order.block_end(ply)), [](int, int) {});
        const int player = (state_.seat + ply) & 1;
        if (!stones.place(stones.order[ply], player)) continue;
        const std::int32_t result = program_->grouping.result;
        set_result(result == kDraw ? -1 : (result == kWin ? player : 1 - player), Reason::kRule);
        return {state_.outcome, ply + 1};
    }
    return {{{0.5F, 0.5F}, most < n ? Reason::kPlyLimit : Reason::kNoMoves}, most};
}

}  // namespace ludwright::combinatorial
