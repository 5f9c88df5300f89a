// Making a move: the action, whose turn is next, and whether the match is over.

#pragma once

#include <algorithm>

#include "combinatorial/position.h"

namespace ludwright::combinatorial {

template <int W>
Position<W>::Position(const Program<W>& program) : program_(&program) {
    const ProgramText& t = program.text;
    if (t.rich) {
        heights_.assign(t.extent, 0);
        stacks_.assign(static_cast<std::size_t>(t.extent) * t.stack_limit, Piece{});
        cell_states_.assign(t.extent, 0);
    }
    for (int seat = 0; seat < 2; ++seat) {
        state_.facing[seat] = static_cast<std::int16_t>(t.facing[seat]);
        for (int k = 0; k < t.kinds; ++k)
            state_.hand[seat][k] = static_cast<std::int16_t>(t.hand[seat][k]);
    }
    for (const auto& p : t.placed) {
        put(p.site, Piece::make(p.kind, p.owner, t.first_state[p.kind], t.first_flags[p.kind]));
    }
    state_.plies_left = t.progressive || t.first_move_one ? 1 : t.moves_per_turn;
    state_.touched = 3;
    state_.gained[0] = state_.gained[1] = -2;
    for (int seat = 0; seat < 2; ++seat) {
        bool has = state_.owned[seat].any();
        for (int k = 0; k < t.kinds; ++k) has = has || state_.hand[seat][k] > 0;
        if (has) state_.had_pieces |= static_cast<std::uint8_t>(1 << seat);
    }
    if (program.tracks_history) history_.push_back(repetition_key());
}

template <int W>
Position<W> Position<W>::with_side_to_move(int side) const {
    Position other = *this;
    if (side == state_.seat) return other;
    other.state_.seat = static_cast<std::uint8_t>(side);
    other.state_.visited = {};
    other.state_.plies_left = 1;
    other.state_.repeat_rule = other.state_.repeat_site = -1;
    other.state_.is_over = false;
    other.state_.needs_stuck_check = false;
    other.state_.outcome = {};
    other.gathered_.seat = -1;
    return other;
}

template <int W>
int Position<W>::kind_at(int site) const {
    const ProgramText& t = program_->text;
    if (t.rich)
        return heights_[site] ? stacks_[site * t.stack_limit + heights_[site] - 1].kind() : -1;
    if (t.single_kind) return state_.owned[2].test(site) ? t.kinds - 1 : 0;
    for (int k = 0; k < t.kinds; ++k) {
        if (state_.kinds[k].test(site)) return k;
    }
    return -1;
}

template <int W>
int Position<W>::height_at(int site) const {
    if (program_->text.rich) return heights_[site];
    return owner_at(site) >= 0 ? 1 : 0;
}

template <int W>
Piece Position<W>::piece_at(int site, int level) const {
    const ProgramText& t = program_->text;
    if (t.rich) return stacks_[site * t.stack_limit + level];
    const int kind = kind_at(site);
    return Piece::make(kind, owner_at(site), t.first_state[kind], t.first_flags[kind]);
}

template <int W>
int Position<W>::piece_count(int owner) const {
    if (!program_->text.rich) return state_.owned[owner].count();
    int n = 0;
    for (const auto site : program_->text.sites) {
        for (int level = 0; level < heights_[site]; ++level)
            n += piece_at(site, level).owner() == owner;
    }
    return n;
}

template <int W>
int Position<W>::pieces_in(const Bits<W>& sites) const {
    if (!program_->text.rich) return sites.count();
    int n = 0;
    sites.each([&](int site) { n += heights_[site]; });
    return n;
}

template <int W>
std::int32_t Position<W>::points(int seat) const {
    return program_->text.scores_points ? state_.score[seat] : piece_count(seat);
}

template <int W>
void Position<W>::note_gain(int owner, int site) {
    if (owner > 1) return;
    state_.touched |= static_cast<std::uint8_t>(1 << owner);
    state_.gained[owner] = state_.gained[owner] == -1 || state_.gained[owner] == site
                               ? static_cast<std::int16_t>(site)
                               : static_cast<std::int16_t>(-2);
}

template <int W>
void Position<W>::place_flat(int site, int kind, int owner) {
    state_.owned[owner].set(site);
    if (!program_->text.single_kind) state_.kinds[kind].set(site);
    note_gain(owner, site);
}

template <int W>
void Position<W>::clear_flat(int site) {
    for (int owner = 0; owner < 3; ++owner) {
        if (!state_.owned[owner].test(site)) continue;
        state_.owned[owner].reset(site);
        state_.touched |= static_cast<std::uint8_t>((1 << owner) & 3);
        if (state_.gained[owner & 1] == site && owner < 2) state_.gained[owner] = -1;
    }
    if (!program_->text.single_kind) {
        for (int k = 0; k < program_->text.kinds; ++k) state_.kinds[k].reset(site);
    }
}

// Updates the sets to match the top piece of a stack.
template <int W>
void Position<W>::show_top(int site) {
    clear_flat(site);
    const int height = heights_[site];
    state_.touched = 3;
    state_.gained[0] = state_.gained[1] = -2;
    if (height == 0) return;
    const Piece top = stacks_[site * program_->text.stack_limit + height - 1];
    place_flat(site, top.kind(), top.owner());
    state_.gained[0] = state_.gained[1] = -2;
}

template <int W>
void Position<W>::put(int site, Piece piece) {
    if (program_->text.rich) {
        // Lowering keeps stacks within the limit; this enforces it for hostile programs.
        if (heights_[site] >= program_->text.stack_limit) return;
        stacks_[site * program_->text.stack_limit + heights_[site]++] = piece;
        show_top(site);
    } else {
        place_flat(site, piece.kind(), piece.owner());
    }
}

template <int W>
Piece Position<W>::lift(int site) {
    if (!program_->text.rich) {
        const Piece piece = piece_at(site, 0);
        clear_flat(site);
        return piece;
    }
    const Piece piece = stacks_[site * program_->text.stack_limit + --heights_[site]];
    show_top(site);
    return piece;
}

template <int W>
void Position<W>::clear(int site) {
    if (program_->text.rich) {
        heights_[site] = 0;
        show_top(site);
    } else {
        clear_flat(site);
    }
}

// Counts a piece as captured by the mover.
template <int W>
void Position<W>::count_captured(Piece piece, Context& context, bool recycle) {
    ++state_.captured[context.seat][piece.kind()];
    ++context.captured;
    context.captured_value += program_->text.values[piece.kind()];
    state_.quiet = -1;
    if (recycle && piece.owner() < 2 && state_.hand[piece.owner()][piece.kind()] >= 0) {
        ++state_.hand[piece.owner()][piece.kind()];
    }
}

// Captures the lowest `levels` pieces of a site.
template <int W>
void Position<W>::take(int site, int levels, Context& context, bool recycle) {
    state_.quiet = -1;
    if (!program_->text.rich) {
        count_captured(piece_at(site, 0), context, recycle);
        clear_flat(site);
        return;
    }
    Piece* stack = stack_at(site);
    for (int level = 0; level < levels; ++level) count_captured(stack[level], context, recycle);
    drop_lowest(site, levels);
}

// Closes the gap that the lowest `levels` pieces of a stack leave.
template <int W>
void Position<W>::drop_lowest(int site, int levels) {
    Piece* stack = stack_at(site);
    std::copy(stack + levels, stack + heights_[site], stack);
    heights_[site] = static_cast<std::uint8_t>(heights_[site] - levels);
    show_top(site);
}

template <int W>
void Position<W>::act(const Rule<W>& rule, Context& context) {
    const RuleText& r = *rule.text;
    Piece lifted[kMaxStack];
    int count = 0;
    bool has_lifted = false;
    context.under = context.target >= 0 ? height_at(context.target) : 0;
    for (const ActText& a : r.acts) {
        const int site = site_of(a.site, context);
        if (site < 0) continue;
        if (a.op == kPop) {
            const int wanted = a.count == 0 ? height_at(site) : std::min(a.count, height_at(site));
            has_lifted = true;
            // Kept top first; pieces lifted later go on top of those lifted before.
            Piece taken[kMaxStack];
            for (int i = wanted - 1; i >= 0; --i) taken[i] = lift(site);
            for (int i = 0; i < wanted && count < kMaxStack; ++i) lifted[count++] = taken[i];
            if (site == context.target) context.under = std::min(context.under, height_at(site));
            continue;
        }
        if (site == context.target && !program_->text.rich && context.under)
            context.under_piece = lift(site);
        if (has_lifted) {
            for (int i = 0; i < count; ++i) put(site, lifted[i]);
            count = 0;
            has_lifted = false;
        } else {
            const int owner = a.role < 0 ? context.seat : resolve(a.role, context.seat);
            for (int i = 0; i < a.count; ++i) {
                put(site, Piece::make(r.kind, owner > 2 ? context.seat : owner,
                                      program_->text.first_state[r.kind],
                                      program_->text.first_flags[r.kind]));
                if (state_.hand[context.seat][r.kind] > 0) --state_.hand[context.seat][r.kind];
            }
            state_.quiet = -1;
        }
        if (a.trail && context.source >= 0 && height_at(context.source) == 0) {
            put(context.source, Piece::make(program_->text.kinds - 1, 2, 0, 0));
        }
    }
}

// A piece steps to an empty cell, or jumps over an enemy and captures it, and may be promoted.
template <int W>
bool Position<W>::apply_steps(const Rule<W>& rule, Move move) {
    const RuleText& r = *rule.text;
    const int seat = state_.seat;
    const bool is_single = program_->text.single_kind != 0;
    int kind = is_single ? 0 : kind_at(move.source);
    state_.owned[seat].reset(move.source);
    state_.owned[seat].set(move.target);
    state_.touched = static_cast<std::uint8_t>(1 << seat);
    state_.gained[seat] = move.target;
    state_.last_source = move.source;
    state_.last_target = move.target;
    const int middle = (move.source + move.target) / 2;
    if (rule.jumps && state_.owned[1 - seat].test(middle)) {
        const int taken = is_single ? 0 : kind_at(middle);
        state_.owned[1 - seat].reset(middle);
        if (!is_single) state_.kinds[taken].reset(middle);
        ++state_.captured[seat][taken];
        state_.quiet = 0;
        state_.touched = 3;
    }
    if (!is_single) {
        state_.kinds[kind].reset(move.source);
        const int mask = rule.promotion_mask[seat];
        if (rule.promotion >= 0 && program_->masks[mask].test(move.target)) kind = rule.promotion;
        state_.kinds[kind].set(move.target);
    }
    if (r.repeat < 0) return false;
    state_.repeat_site = move.target;
    return kind == r.kind;
}

// The action and its consequences; returns whether the same mover continues with a repeat.
template <int W>
bool Position<W>::apply_board(Move move) {
    const Rule<W>& rule = program_->rules[move.rule];
    const RuleText& r = *rule.text;
    const int seat = state_.seat;
    state_.touched = 0;
    state_.gained[0] = state_.gained[1] = -1;
    ++state_.quiet;
    if (rule.only_replaces && rule.plain_drop && (r.posts.empty() || owner_at(move.target) < 0)) {
        place_flat(move.target, r.kind, seat);
        state_.quiet = 0;
        state_.last_source = move.source;
        state_.last_target = move.target;
        return false;
    }
    // A rule may let a player move pieces that are not their own.
    if (rule.only_replaces && rule.plain_move && program_->text.single_kind &&
        state_.owned[seat].test(move.source)) {
        if (state_.owned[1 - seat].test(move.target)) {
            state_.owned[1 - seat].reset(move.target);
            ++state_.captured[seat][0];
            state_.quiet = 0;
            state_.touched = 3;
        } else {
            state_.touched = static_cast<std::uint8_t>(1 << seat);
        }
        state_.owned[seat].reset(move.source);
        state_.owned[seat].set(move.target);
        state_.gained[seat] = move.target;
        state_.last_source = move.source;
        state_.last_target = move.target;
        return false;
    }
    if (rule.only_steps && state_.owned[seat].test(move.source)) return apply_steps(rule, move);
    Context context;
    context.seat = seat;
    context.source = move.source;
    context.target = move.target;
    context.rule = &rule;
    act(rule, context);
    context.after = true;
    for (const PostText& p : r.posts) {
        if (p.op != post::kRepeat && !p.at_rest()) follow(p, context, move.option);
    }
    if (state_.quiet < 0) state_.quiet = 0;
    const bool asks_repeat = r.repeat >= 0 && (r.posts[r.repeat].condition < 0 ||
                                               holds(r.posts[r.repeat].condition, context));
    state_.last_source = static_cast<std::int16_t>(context.source);
    state_.last_target = static_cast<std::int16_t>(context.target);
    if (!asks_repeat) return false;
    if (!r.has_source) {
        state_.repeat_site = -1;
        return true;
    }
    state_.repeat_site = static_cast<std::int16_t>(context.target);
    return height_at(context.target) > 0 && owner_at(context.target) == seat &&
           kind_at(context.target) == r.kind;
}

// Whether the second player may take over the first player's side.
template <int W>
bool Position<W>::can_swap() const {
    const ProgramText& t = program_->text;
    return t.pie && !state_.swapped && state_.turn == 1 && state_.repeat_rule < 0 &&
           state_.plies_left == (t.progressive ? 2 : t.moves_per_turn);
}

template <int W>
void Position<W>::end_turn() {
    state_.repeat_rule = state_.repeat_site = -1;
    if (--state_.plies_left > 0) return;
    state_.seat ^= 1;
    ++state_.turn;
    const ProgramText& t = program_->text;
    if (state_.held.any()) {
        state_.held.each([&](int site) { clear(site); });
        state_.held = {};
    }
    if (program_->recalls.visited) state_.visited = {};
    state_.plies_left = t.progressive ? std::min(state_.turn + 1, 100) : t.moves_per_turn;
}

template <int W>
void Position<W>::apply(Move move) {
    const int seat = state_.seat;
    gathered_.seat = -1;
    ++state_.ply;
    if (move.is_pass()) {
        state_.touched = 0;
        state_.gained[0] = state_.gained[1] = -1;
        ++state_.quiet;
        if (state_.repeat_rule >= 0) {
            state_.passes = 0;
        } else {
            ++state_.passes;
        }
        // Passing gives up the whole turn.
        state_.plies_left = 1;
        end_turn();
        return;
    }
    state_.passes = 0;
    const bool goes_on = apply_board(move);
    ++state_.moves_made[seat];
    for (int owner = 0; owner < 2; ++owner) {
        if (state_.had_pieces >> owner & 1) continue;
        if (state_.owned[owner].any() || (program_->text.rich && piece_count(owner) > 0))
            state_.had_pieces |= static_cast<std::uint8_t>(1 << owner);
    }
    if (program_->recalls.visited) {
        if (state_.last_source >= 0) state_.visited.set(state_.last_source);
        if (state_.last_target >= 0) state_.visited.set(state_.last_target);
    }
    if (goes_on) {
        state_.repeat_rule = move.rule;
        gather_all(seat, 0);
        if (gathered_.total > 0) {
            // Not all of them may be allowed.
            if (program_->text.longest) gathered_.seat = -1;
            return;
        }
        gathered_.seat = -1;
    }
    come_to_rest(move);
    end_turn();
}

// What a piece becomes where its move is not repeated.
template <int W>
void Position<W>::come_to_rest(Move move) {
    const Rule<W>& rule = program_->rules[move.rule];
    if (!rule.rests) return;
    Context context;
    context.seat = state_.seat;
    context.source = state_.last_source;
    context.target = state_.last_target;
    context.rule = &rule;
    context.after = true;
    for (const PostText& p : rule.text->posts) {
        if (p.at_rest()) follow(p, context, move.option);
    }
}

template <int W>
void Position<W>::make(Move move) {
    if (W >= 8 || program_->text.rich || program_->tracks_history) spend(size_steps());
    if (move.is_swap()) {
        // Nothing changes but who plays which side: the same side is still to move.
        ++state_.ply;
        state_.swapped = 1;
        return;
    }
    const int mover = state_.seat;
    apply(move);
    if (program_->tracks_history) remember(move);
    state_.needs_stuck_check = true;
    judge(mover, move.is_pass());
}

// Adds the position after a move to those that must not recur.
template <int W>
void Position<W>::remember(Move move) {
    // In a game where pieces never return, no earlier position can recur after a capture; where
    // they never leave, none can after a new piece.
    const bool adds = !move.is_pass() && program_->rules[move.rule].adds;
    if (adds || (state_.quiet == 0 && program_->pieces_never_return)) history_.clear();
    // A pass leaves the board unchanged; that is not a repetition.
    const bool stays = move.is_pass() && program_->text.repetition == kRepetitionBoardDraw;
    if (!stays) history_.push_back(repetition_key());
}

// Whether the present position has been there so often that the match is drawn.
template <int W>
bool Position<W>::recurs_too_often() const {
    const int rule = program_->text.repetition;
    if (!program_->tracks_history || rule == kRepetitionIllegal) return false;
    const auto n = std::count(history_.begin(), history_.end(), history_.back());
    return n >= (rule == kRepetitionBoardDraw ? 2 : 3);
}

template <int W>
void Position<W>::set_result(int winner, Reason reason) {
    state_.is_over = true;
    state_.needs_stuck_check = false;
    state_.outcome.reason = reason;
    state_.outcome.scores[0] = winner < 0 ? 0.5F : (winner == 0 ? 1.0F : 0.0F);
    state_.outcome.scores[1] = 1.0F - state_.outcome.scores[0];
}

// Evaluates every end clause after a ply of `mover`.
template <int W>
void Position<W>::judge(int mover, bool was_pass) {
    const ProgramText& t = program_->text;
    int result[2] = {-1, -1};
    for (const ClauseText& clause : t.clauses) {
        for (int i = 0; i < 2; ++i) {
            const int player = i == 0 ? mover : 1 - mover;
            const int asked = clause.players < 4 ? clause.players >> player & 1
                                                 : (clause.players == 4) == (i == 0);
            if (!asked || result[player] >= 0) continue;
            if (clause.opp_turn) {
                if (player == mover) continue;
            } else if (clause.own_only && !(state_.touched >> player & 1) && state_.ply > 1) {
                // None of this player's pieces changed: what did not hold before does not hold now.
                continue;
            }
            const bool local = clause.own_only == 2 && !clause.opp_turn && state_.ply > 1;
            if (end_holds(clause.node, player, local)) result[player] = clause.result;
        }
    }
    if (result[0] < 0 && result[1] < 0) {
        if (state_.passes >= 2) {
            set_result(-1, Reason::kPasses);
        } else if (recurs_too_often()) {
            const bool stays = was_pass && t.repetition == kRepetitionBoardDraw;
            if (!stays) set_result(-1, Reason::kRepetition);
        }
        if (!state_.is_over && t.quiet_limit > 0 && state_.quiet >= t.quiet_limit) {
            set_result(-1, Reason::kQuietLimit);
        }
        return;
    }
    // Who wins according to each player's result; -1 is a draw, -2 no result.
    const auto winner_by = [&](int player) {
        if (result[player] < 0) return -2;
        if (result[player] == kDraw) return -1;
        return result[player] == kWin ? player : 1 - player;
    };
    const int first = winner_by(0), second = winner_by(1);
    int winner = first == -2 ? second : first;
    if (first != -2 && second != -2 && first != second) {
        winner = t.tie == kTieDraw ? -1 : (t.tie == kMoverWins ? mover : 1 - mover);
    }
    set_result(winner, Reason::kRule);
}

// Neither seat can move: the match is drawn. Checked only when the seat to move is stuck.
template <int W>
void Position<W>::check_stuck() const {
    state_.needs_stuck_check = false;
    if (state_.is_over || state_.repeat_rule >= 0 || program_->text.can_pass) return;
    if (has_move(state_.seat)) return;
    if (has_move(1 - state_.seat)) return;
    const_cast<Position*>(this)->set_result(-1, Reason::kNoMoves);
}

namespace {

// Mixes one word into a hash (a multiply and a fold, after Wang Yi's wyhash).
inline std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    const unsigned __int128 product =
        static_cast<unsigned __int128>(hash ^ word ^ 0x9e3779b97f4a7c15ULL) *
        (0xd6e8feb86659fd93ULL + 2 * (hash & 0xffff));
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

}  // namespace

// Cells, hands, states and directions, regardless of who is to move.
template <int W>
std::uint64_t Position<W>::board_key() const {
    const ProgramText& t = program_->text;
    std::uint64_t hash = 0x2545f4914f6cdd1dULL;
    for (const Bits<W>& set : state_.owned) {
        for (const auto word : set.word) hash = mix(hash, word);
    }
    if (t.rich) {
        for (const auto site : t.sites) {
            const Piece* stack = &stacks_[site * t.stack_limit];
            for (int i = 0; i < heights_[site]; ++i) {
                hash = mix(hash, (static_cast<std::uint64_t>(site) << 40) |
                                     (static_cast<std::uint64_t>(i) << 32) | stack[i].packed);
            }
            if (cell_states_[site])
                hash = mix(hash, (static_cast<std::uint64_t>(site) << 40) | 1ULL << 39 |
                                     cell_states_[site]);
        }
    } else if (!t.single_kind) {
        for (int k = 0; k < t.kinds; ++k) {
            for (const auto word : state_.kinds[k].word) hash = mix(hash, word);
        }
    }
    for (int k = 0; k < t.kinds; ++k) {
        if (t.hand[0][k] >= 0 || t.hand[1][k] >= 0) {
            hash = mix(hash, static_cast<std::uint64_t>(state_.hand[0][k] + 2) << 20 |
                                 static_cast<std::uint64_t>(state_.hand[1][k] + 2));
        }
    }
    if (state_.held.any()) {
        for (const auto word : state_.held.word) hash = mix(hash, word);
    }
    if (state_.facing[0] != t.facing[0] || state_.facing[1] != t.facing[1]) {
        hash = mix(hash, static_cast<std::uint64_t>(state_.facing[0]) << 8 |
                             static_cast<std::uint64_t>(state_.facing[1]));
    }
    return hash;
}

// Whose turn it is, how many plies are left of it, and the move to be continued.
template <int W>
std::uint64_t Position<W>::turn_word() const {
    return static_cast<std::uint64_t>(state_.seat) << 48 |
           static_cast<std::uint64_t>(state_.plies_left) << 32 |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(state_.repeat_rule)) << 16 |
           static_cast<std::uint16_t>(state_.repeat_site);
}

// What must not recur: scores and captures are not part of it.
template <int W>
std::uint64_t Position<W>::repetition_key() const {
    const std::uint64_t board = board_key();
    if (program_->text.repetition == kRepetitionBoardDraw) return board;
    return mix(board, turn_word());
}

// What the rules use of earlier plies, each in its own bits; 0 in games that use nothing.
template <int W>
std::uint64_t Position<W>::recalled() const {
    const Recalls& recalls = program_->recalls;
    std::uint64_t found = 0;
    if (recalls.passes) found |= state_.passes;
    for (int seat = 0; seat < 2; ++seat) {
        if (recalls.first_move && state_.moves_made[seat] == 0) found |= 1ULL << (2 + seat);
        if (program_->counts_survivors && (state_.had_pieces >> seat & 1) &&
            !state_.owned[seat].any() && piece_count(seat) == 0) {
            found |= 1ULL << (4 + seat);
        }
    }
    if (recalls.last_source) found |= static_cast<std::uint64_t>(state_.last_source + 1) << 6;
    if (recalls.last_target) found |= static_cast<std::uint64_t>(state_.last_target + 1) << 18;
    if (recalls.ply) found |= static_cast<std::uint64_t>(state_.ply) << 30;
    if (state_.swapped) found |= 1ULL << 63;
    if (can_swap()) found |= 1ULL << 62;
    return found;
}

template <int W>
std::uint64_t Position<W>::search_key() const {
    const ProgramText& t = program_->text;
    std::uint64_t hash = repetition_key();
    if (t.repetition == kRepetitionBoardDraw) {
        const bool is_plain = state_.plies_left == 1 && state_.repeat_rule < 0;
        hash = mix(hash, is_plain ? state_.seat : turn_word());
    }
    if (program_->ends_by_counting) {
        for (int seat = 0; seat < 2; ++seat) {
            hash = mix(hash, static_cast<std::uint64_t>(state_.score[seat]));
            for (int k = 0; k < t.kinds; ++k)
                hash = mix(hash, static_cast<std::uint64_t>(state_.captured[seat][k]));
        }
    }
    if (const std::uint64_t word = recalled()) hash = mix(hash, word);
    if (program_->recalls.visited && state_.visited.any()) {
        for (const auto word : state_.visited.word) hash = mix(hash, word);
    }
    if (t.progressive) hash = mix(hash, static_cast<std::uint64_t>(std::min(state_.turn, 100)));
    return hash;
}

template <int W>
std::uint64_t Position<W>::key() const {
    std::uint64_t hash = search_key();
    if (over()) {
        const auto first = static_cast<std::uint64_t>(2.0F * outcome().scores[0]);
        return mix(hash,
                   1ULL << 63 | first << 8 | static_cast<std::uint64_t>(state_.outcome.reason));
    }
    if (program_->text.quiet_limit > 0) hash = mix(hash, static_cast<std::uint64_t>(state_.quiet));
    if (program_->tracks_history) {
        // How often each occurred matters, not when.
        std::vector<std::uint64_t> stood = history_;
        std::sort(stood.begin(), stood.end());
        if (program_->text.repetition == kRepetitionIllegal)
            stood.erase(std::unique(stood.begin(), stood.end()), stood.end());
        // Mixed on their own first: this position is among them, and mixing it with itself is weak.
        std::uint64_t past = 0;
        for (const std::uint64_t earlier : stood) past = mix(past, earlier);
        hash = mix(hash, past);
    }
    return hash;
}

template <int W>
bool Position<W>::has_captures(Move move) const {
    return move.target >= 0 && owner_at(move.target) == 1 - state_.seat;
}

}  // namespace ludwright::combinatorial
