// The consequences of a move: captures, conversions, displacements and changes of state.

#pragma once

#include <algorithm>
#include <cstdlib>

#include "combinatorial/position.h"

namespace ludwright::combinatorial {

template <int W>
void Position<W>::follow(const PostText& p, Context& context, int option) {
    if (p.optional_index >= 0 && !(option >> p.optional_index & 1)) return;
    const int choice = option >> kChoiceShift;
    // These two ask their condition about each site.
    if (p.op == post::kCapture) return capture(p, context, choice);
    if (p.op == post::kConvert) return convert(p, context, choice);
    if (p.condition >= 0 && !holds(p.condition, context)) return;
    switch (p.op) {
        case post::kRotate:
            return change_top(context.target, [&](Piece top) {
                return Piece::make(top.kind(), top.owner(), top.state(),
                                   turned(top.flags(), p.b ? choice : p.a));
            });
        case post::kChangeDirection:
            state_.facing[context.seat] = static_cast<std::int16_t>(p.a);
            return;
        case post::kDisplace:
            return displace(p, context);
        case post::kAddScore:
            state_.score[context.seat] =
                std::clamp(state_.score[context.seat] + number(p.a, context), -100000, 100000);
            return;
        case post::kSwap:
            return exchange(context);
        case post::kRemove: {
            const int site = p.a == kNowhere ? context.target : site_of(p.a, context);
            if (site >= 0) clear(site);
            if (site == context.target) context.under = 0;
            return;
        }
        case post::kGravity:
            return fall(p.a, context);
        default:
            return change_state(p, context);
    }
}

// Whether the condition of the consequence holds for a site.
template <int W>
bool Position<W>::passes(const PostText& p, const Context& context, int site) const {
    if (p.condition < 0) return true;
    Context asked = context;
    asked.current = site;
    return holds(p.condition, asked);
}

// The piece on which the moved one came down.
template <int W>
Piece Position<W>::covered(const Context& context) const {
    if (!program_->text.rich) return context.under_piece;
    return stacks_[context.target * program_->text.stack_limit + context.under - 1];
}

// Whether it is one that the consequence is about: an enemy's, unless a record says otherwise.
template <int W>
bool Position<W>::covers_victim(const PostText& p, const Context& context) const {
    const Piece piece = covered(context);
    if (p.record < 0) return piece.owner() == 1 - context.seat;
    return fits(program_->text.records[p.record], piece, context.seat);
}

// The sites of a capture or a conversion, before its condition is asked.
template <int W>
Bits<W> Position<W>::aimed(const PostText& p, const Context& context, int choice) const {
    if (p.a != capture::kChoice && p.a != capture::kAnyOne) {
        return chosen(p.record, affected(p.a, p.b, view_now(context, p.record), context),
                      context.seat);
    }
    Bits<W> sites;
    // The chosen stack may be gone by now, or may have changed hands.
    if (choice > 0 && choice <= program_->text.extent && program_->board.test(choice - 1) &&
        top_fits(p.record, choice - 1, context.seat, kRoleEnemy)) {
        sites.set(choice - 1);
    }
    return sites;
}

template <int W>
void Position<W>::capture(const PostText& p, Context& context, int choice) {
    if (p.a == capture::kReplace) return capture_covered(p, context);
    // All victims are determined before any piece leaves the board.
    Bits<W> taken;
    aimed(p, context, choice).each([&](int site) {
        if (!state_.held.test(site) && passes(p, context, site)) taken.set(site);
    });
    taken.each([&](int site) {
        if (p.c && program_->text.rich) return imprison(site, context);
        if (p.e && site != context.target) return hold(site, context, p.d != 0);
        take(site, height_at(site), context, p.d != 0);
        if (site == context.target) context.under = 0;
    });
}

template <int W>
void Position<W>::capture_covered(const PostText& p, Context& context) {
    if (context.under == 0) return;
    const int target = context.target;
    if (!covers_victim(p, context) || !passes(p, context, target)) return;
    const Piece top = covered(context);
    if (!program_->text.rich) {
        // The piece was lifted off the flat board when the other came down: count it only.
        count_captured(top, context, p.d != 0);
    } else if (p.c) {
        // The prisoner goes under the other pieces there.
        Piece* stack = stack_at(target);
        std::rotate(stack, stack + context.under - 1, stack + context.under);
        count_captured(top, context, false);
        show_top(target);
        return;
    } else {
        take(target, context.under, context, p.d != 0);
    }
    context.under = 0;
}

// Captures the pieces of a site, which stay there as nobody's until the turn ends.
template <int W>
void Position<W>::hold(int site, Context& context, bool recycle) {
    state_.held.set(site);
    const auto disowned = [](Piece piece) {
        return Piece::make(piece.kind(), 2, piece.state(), piece.flags());
    };
    if (!program_->text.rich) {
        const Piece piece = lift(site);
        count_captured(piece, context, recycle);
        return put(site, disowned(piece));
    }
    Piece* stack = stack_at(site);
    for (int level = 0; level < heights_[site]; ++level) {
        count_captured(stack[level], context, recycle);
        stack[level] = disowned(stack[level]);
    }
    show_top(site);
}

// Puts the top piece of a site under the pieces of the target, if there is room.
template <int W>
void Position<W>::imprison(int site, Context& context) {
    const int target = context.target;
    if (site != target && heights_[target] >= program_->text.stack_limit) return;
    const Piece prisoner = lift(site);
    count_captured(prisoner, context, false);
    Piece* stack = stack_at(target);
    std::copy_backward(stack, stack + heights_[target], stack + heights_[target] + 1);
    stack[0] = prisoner;
    ++heights_[target];
    show_top(target);
}

template <int W>
void Position<W>::convert(const PostText& p, Context& context, int choice) {
    const int seat = context.seat;
    if (p.a == capture::kReplace) return convert_covered(p, context);
    Bits<W> sites;
    if (p.a == capture::kItself) {
        if (p.record >= 0 && !top_fits(p.record, context.target, seat, kRoleAny)) return;
        sites.set(context.target);
    } else {
        sites = aimed(p, context, choice);
    }
    const bool only_owner = p.condition < 0 && p.c < 0 && p.d >= 0 && resolve(p.d, seat) == seat;
    if (!program_->text.rich && only_owner) return change_hands(sites, seat);
    Bits<W> changed;
    sites.each([&](int site) {
        if (height_at(site) > 0 && passes(p, context, site)) changed.set(site);
    });
    changed.each([&](int site) {
        const Piece top = lift(site);
        put(site, converted(p, top, seat));
    });
}

template <int W>
void Position<W>::convert_covered(const PostText& p, const Context& context) {
    if (context.under == 0 || !program_->text.rich) return;
    if (!covers_victim(p, context) || !passes(p, context, context.target)) return;
    Piece& under = stack_at(context.target)[context.under - 1];
    under = converted(p, under, context.seat);
    show_top(context.target);
}

template <int W>
Piece Position<W>::converted(const PostText& p, Piece piece, int seat) const {
    int owner = piece.owner();
    if (p.d >= 0) {
        const int resolved = resolve(p.d, seat);
        owner = resolved < 3 ? resolved : seat;
    }
    return Piece::make(p.c >= 0 ? p.c : piece.kind(), owner, p.e >= 0 ? p.e : piece.state(),
                       piece.flags());
}

// Only the owner changes: whole sets change hands.
template <int W>
void Position<W>::change_hands(const Bits<W>& sites, int seat) {
    for (const int other : {1 - seat, 2}) {
        const Bits<W> won = sites & state_.owned[other];
        if (!won.any()) continue;
        state_.owned[other] = minus(state_.owned[other], won);
        state_.owned[seat] |= won;
        state_.touched = 3;
        state_.gained[seat] = -2;
    }
}

// Replaces the top piece of a site; flat boards have no states or flags to change.
template <int W>
template <typename Fn>
void Position<W>::change_top(int site, Fn&& change) {
    if (!program_->text.rich || site < 0 || heights_[site] == 0) return;
    Piece& top = stack_at(site)[heights_[site] - 1];
    top = change(top);
    state_.touched = 3;
    state_.gained[0] = state_.gained[1] = -2;
}

// The flags of a piece, one per direction, after so many turns to the right.
template <int W>
int Position<W>::turned(int flags, int turns) const {
    const ProgramText& text = program_->text;
    int found = 0;
    for (int d = 0; d < text.directions && d < 12; ++d) {
        if (!(flags >> d & 1)) continue;
        int direction = d;
        for (int i = 0; i < std::abs(turns); ++i) {
            direction = turns > 0 ? text.turn_right[direction] : text.turn_left[direction];
        }
        found |= 1 << direction;
    }
    return found & 0xfff;
}

template <int W>
void Position<W>::change_state(const PostText& p, const Context& context) {
    const int site = p.a == kNowhere ? context.target : site_of(p.a, context);
    const auto with_state = [](Piece top, int state) {
        return Piece::make(top.kind(), top.owner(), std::clamp(state, 0, kMaxState), top.flags());
    };
    const auto with_flags = [](Piece top, int flags) {
        return Piece::make(top.kind(), top.owner(), top.state(), flags);
    };
    switch (p.op) {
        case post::kSetCellState:
            if (site < 0 || !program_->text.rich) return;
            cell_states_[site] =
                static_cast<std::uint8_t>(std::clamp(number(p.b, context), 0, kMaxState));
            return;
        case post::kSetPieceState: {
            const int state = number(p.b, context);
            return change_top(site, [&](Piece top) { return with_state(top, state); });
        }
        case post::kIncreaseState:
            return change_top(site, [&](Piece top) {
                const int state = top.state() + p.b;
                return with_state(top, p.c > 0 ? ((state % p.c) + p.c) % p.c : state);
            });
        case post::kAddFlags:
            return change_top(site, [&](Piece top) { return with_flags(top, top.flags() | p.b); });
        case post::kRemoveFlags:
            return change_top(site, [&](Piece top) { return with_flags(top, top.flags() & ~p.b); });
        default:
            return;
    }
}

template <int W>
void Position<W>::displace(const PostText& p, Context& context) {
    if (p.a == 0) {
        if (context.under == 0 || context.source < 0) return;
        const int direction = program_->line_from(context.source, context.target);
        if (direction < 0 || !covers_victim(p, context)) return;
        push_covered(direction, p.c, context);
        context.under = 0;
        return;
    }
    for (const int direction : program_->line_directions[p.a == 1 ? kBoardNbors : kAllOfThem]) {
        if (p.a == 2 && direction != p.b) continue;
        const int site = program_->step(direction, context.target);
        if (site < 0 || height_at(site) == 0) continue;
        if (top_fits(p.record, site, context.seat, kRoleEnemy)) {
            push(site, direction, p.c, context);
        }
    }
}

// Where a push ends, or -1 at the edge or at an obstacle.
template <int W>
int Position<W>::pushed_to(int site, int direction, int steps) const {
    for (int i = 0; i < steps; ++i) {
        site = program_->step(direction, site);
        if (site < 0 || height_at(site) > 0) return -1;
    }
    return site;
}

// Pushes all pieces of a site; they are captured at the edge or at an obstacle.
template <int W>
void Position<W>::push(int site, int direction, int steps, Context& context) {
    const int at = pushed_to(site, direction, steps);
    const int levels = height_at(site);
    if (at < 0) return take(site, levels, context, false);
    if (!program_->text.rich) return put(at, lift(site));
    for (int i = 0; i < levels; ++i) put(at, stack_at(site)[i]);
    drop_lowest(site, levels);
}

// The same for the pieces on which the moved one came down.
template <int W>
void Position<W>::push_covered(int direction, int steps, Context& context) {
    const int target = context.target;
    const int at = pushed_to(target, direction, steps);
    if (!program_->text.rich) {
        if (at < 0) return count_captured(context.under_piece, context, false);
        return put(at, context.under_piece);
    }
    if (at < 0) return take(target, context.under, context, false);
    for (int i = 0; i < context.under; ++i) put(at, stack_at(target)[i]);
    drop_lowest(target, context.under);
}

// The pieces on which the moved ones came down go to where those came from.
template <int W>
void Position<W>::exchange(Context& context) {
    if (context.under == 0 || context.source < 0 || !program_->text.rich) return;
    if (heights_[context.source] + context.under > program_->text.stack_limit) return;
    for (int i = 0; i < context.under; ++i) put(context.source, stack_at(context.target)[i]);
    drop_lowest(context.target, context.under);
    context.under = 0;
}

// The pieces of the target fall until something stops them.
template <int W>
void Position<W>::fall(int direction, Context& context) {
    const int start = context.target;
    const int levels = height_at(start);
    if (levels == 0) return;
    int at = start;
    for (int next = program_->step(direction, at); next >= 0 && height_at(next) == 0;
         next = program_->step(direction, next)) {
        at = next;
    }
    if (at == start) return;
    Piece pieces[kMaxStack];
    for (int i = levels - 1; i >= 0; --i) pieces[i] = lift(start);
    for (int i = 0; i < levels; ++i) put(at, pieces[i]);
    context.target = at;
}

}  // namespace ludwright::combinatorial
