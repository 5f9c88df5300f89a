// Evaluation of a position: conditions and counts of moves, conditions of the end.

#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "combinatorial/position.h"

namespace ludwright::combinatorial {

template <int W>
Bits<W> Position<W>::flood(Bits<W> seeds, const Bits<W>& within, NborClass nbors) const {
    Bits<W> filled = seeds & within;
    Bits<W> front = filled;
    while (front.any()) {
        front = minus(program_->dilated(front, nbors) & within, filled);
        filled |= front;
    }
    return filled;
}

template <int W>
int Position<W>::site_of(int code, const Context& context) const {
    if (code >= 0) return program_->board.test(code) ? code : -1;
    switch (code) {
        case kFrom:
            return context.source;
        case kTo:
            return context.target;
        case kCurrent:
            return context.current >= 0 ? context.current : context.target;
        case kMiddle: {
            if (context.source < 0 || context.target < 0) return -1;
            const int d = program_->line_from(context.source, context.target);
            if (d < 0) return -1;
            const int between = (program_->ray[d][context.source] &
                                 program_->ray[program_->text.opposite[d]][context.target])
                                    .count();
            if (between % 2 == 0) return -1;
            int site = context.source;
            for (int i = 0; i <= between / 2; ++i) site = program_->step(d, site);
            return site;
        }
        case kLastFrom:
            return state_.last_source;
        case kLastTo:
            return state_.last_target;
        default:
            return -1;
    }
}

template <int W>
bool Position<W>::fits(const RecordText& record, Piece piece, int player) const {
    const int owner = resolve(record.role, player);
    if (owner < 3 ? owner != piece.owner() : owner == 4 && piece.owner() == 2) return false;
    if (!(record.kinds >> piece.kind() & 1)) return false;
    if (record.state >= 0 && record.state != piece.state()) return false;
    return (record.flags & ~static_cast<std::uint32_t>(piece.flags())) == 0;
}

template <int W>
bool Position<W>::top_fits(int record, int site, int seat, int default_role) const {
    const int height = height_at(site);
    if (height == 0) return false;
    if (record < 0)
        return default_role == kRoleAny || owner_at(site) == resolve(default_role, seat);
    return fits(program_->text.records[record], piece_at(site, height - 1), seat);
}

// Sites where a piece that fits the record is on top, or anywhere in the stack for buried ones.
template <int W>
Bits<W> Position<W>::record_set(int record, int player) const {
    if (record < 0) return state_.owned[player];
    const RecordText& r = program_->text.records[record];
    if (r.plain && (!r.buried || !program_->text.rich)) return role_set(r.role, player);
    Bits<W> found;
    program_->board.each([&](int site) {
        const int height = height_at(site);
        for (int level = height - 1; level >= 0; --level) {
            if (fits(r, piece_at(site, level), player)) {
                found.set(site);
                break;
            }
            if (!r.buried) break;
        }
    });
    return found;
}

// Those of the sites whose top piece has the type, state and flags of the record.
template <int W>
Bits<W> Position<W>::chosen(int record, const Bits<W>& sites, int seat) const {
    if (record < 0 || program_->text.records[record].plain) return sites;
    Bits<W> found;
    sites.each([&](int site) {
        if (top_fits(record, site, seat, kRoleEnemy)) found.set(site);
    });
    return found;
}

// The board as it would be with the mover's piece gone from the source and alone on the target.
template <int W>
typename Position<W>::View Position<W>::view_before(const Context& context, int record) const {
    View view;
    view.friends = state_.owned[context.seat];
    const int role =
        record < 0 ? static_cast<int>(kRoleEnemy) : program_->text.records[record].role;
    view.victims = role_set(role, context.seat);
    view.occupied = state_.owned[0] | state_.owned[1] | state_.owned[2];
    if (context.source >= 0) {
        view.friends.reset(context.source);
        view.victims.reset(context.source);
        view.occupied.reset(context.source);
    }
    if (context.target >= 0) {
        view.friends.set(context.target);
        view.victims.reset(context.target);
        const int owner = resolve(role, context.seat);
        if (owner == context.seat || owner > 2) view.victims.set(context.target);
        view.occupied.set(context.target);
    }
    view.empty = minus(program_->board, view.occupied);
    return view;
}

template <int W>
typename Position<W>::View Position<W>::view_now(const Context& context, int record) const {
    View view;
    view.friends = state_.owned[context.seat];
    view.victims =
        role_set(record < 0 ? static_cast<int>(kRoleEnemy) : program_->text.records[record].role,
                 context.seat);
    view.occupied = state_.owned[0] | state_.owned[1] | state_.owned[2];
    view.empty = minus(program_->board, view.occupied);
    return view;
}

// The run of victims that begins next to the target, if it ends at a friend; otherwise empty.
template <int W>
Bits<W> Position<W>::flanked(int direction, int target, const View& view, int length) const {
    const Bits<W>& line = program_->ray[direction][target];
    int end = -1;
    if (program_->directions[direction].has_sign) {
        const Bits<W> stops = minus(line, view.victims);
        if (!stops.any()) return {};
        end = program_->directions[direction].upwards ? stops.first() : stops.last();
    } else {
        end = program_->step(direction, target);
        while (end >= 0 && view.victims.test(end)) end = program_->step(direction, end);
        if (end < 0) return {};
    }
    if (!view.friends.test(end)) return {};
    const Bits<W> run = line & program_->ray[program_->text.opposite[direction]][end];
    if (length > 0 && run.count() != length) return {};
    return run;
}

// Whole groups next to the target: all of them, or only those that are surrounded.
template <int W>
Bits<W> Position<W>::affected_groups(int kind, const View& view, const Context& context) const {
    Bits<W> found;
    const int target = context.target;
    // A group has one owner, even if the pieces of several are meant.
    for (int owner = 0; owner < 3; ++owner) {
        Bits<W> within = view.victims & state_.owned[owner];
        if (!context.after) {
            within.reset(target);
            if (owner == context.seat && view.victims.test(target)) within.set(target);
        }
        Bits<W> rest = program_->nbors[kBoardNbors][target] & within;
        while (rest.any()) {
            spend(flood_steps());
            const Bits<W> group = flood(Bits<W>::single(rest.first()), within, kBoardNbors);
            rest = minus(rest, group);
            const bool is_taken = kind == capture::kGroupOf ||
                                  !meets(program_->dilated(group, kBoardNbors), view.empty);
            if (is_taken) found |= group;
        }
    }
    return found;
}

// The unbroken run of pieces that a move along a line runs up to or draws away from.
template <int W>
Bits<W> Position<W>::affected_run(int kind, const View& view, const Context& context) const {
    Bits<W> found;
    if (context.source < 0) return found;
    const auto& lines = program_->line_directions[kBoardNbors];
    const int d = program_->line_from(context.source, context.target);
    if (d < 0 || std::find(lines.begin(), lines.end(), d) == lines.end()) return found;
    const bool ahead = kind == capture::kApproach;
    const int way = ahead ? d : program_->text.opposite[d];
    for (int site = program_->step(way, ahead ? context.target : context.source);
         site >= 0 && view.victims.test(site); site = program_->step(way, site)) {
        found.set(site);
    }
    return found;
}

// Sites from which a capture of this kind takes pieces.
template <int W>
Bits<W> Position<W>::affected(int kind, int length, const View& view,
                              const Context& context) const {
    Bits<W> found;
    const int target = context.target;
    if (target < 0) return found;
    const auto& lines = program_->line_directions[kBoardNbors];
    switch (kind) {
        case capture::kSurround:
        case capture::kGroupOf:
            return affected_groups(kind, view, context);
        case capture::kBetween: {
            if (context.source < 0) return found;
            const int d = program_->line_from(context.source, target);
            if (d < 0) return found;
            return program_->ray[d][context.source] &
                   program_->ray[program_->text.opposite[d]][target] & view.victims;
        }
        case capture::kCustodial:
        case capture::kFlank: {
            const Bits<W> near = program_->nbors[kBoardNbors][target] & view.victims;
            if (!near.any()) return found;
            for (const int d : lines) {
                const int next = program_->step(d, target);
                if (next >= 0 && near.test(next)) found |= flanked(d, target, view, length);
            }
            return found;
        }
        case capture::kIntervention:
            for (const int d : program_->axes[kBoardNbors]) {
                const int a = program_->step(d, target);
                const int b = program_->step(program_->text.opposite[d], target);
                if (a >= 0 && b >= 0 && view.victims.test(a) && view.victims.test(b)) {
                    found.set(a);
                    found.set(b);
                }
            }
            return found;
        case capture::kApproach:
        case capture::kWithdraw:
            return affected_run(kind, view, context);
        case capture::kDirectNbors:
            return program_->nbors[kDirect][target] & view.victims;
        case capture::kIndirectNbors:
            return program_->nbors[kIndirect][target] & view.victims;
        case capture::kAllNbors:
            return program_->nbors[kAllOfThem][target] & view.victims;
        case capture::kLineOf:
            for (const int d : lines) {
                int site = program_->step(d, target);
                while (site >= 0 && view.empty.test(site)) site = program_->step(d, site);
                if (site >= 0 && view.victims.test(site)) found.set(site);
            }
            return found;
        default:
            return found;
    }
}

// Whether some capture of the move would take a piece, with the mover's piece on the target.
template <int W>
bool Position<W>::would_capture(const Context& context) const {
    if (context.within_capturing || context.target < 0) return false;
    Context seen = context;
    seen.within_capturing = true;
    if (context.after) return captures_now(seen);
    const auto& posts = context.rule->text->posts;
    const auto is_simple = [&](const PostText& p) {
        if (p.op != post::kCapture) return true;
        if (p.condition >= 0 || p.a == capture::kChoice || p.a == capture::kAnyOne) return false;
        return p.record < 0 || program_->text.records[p.record].role == kRoleEnemy;
    };
    if (std::all_of(posts.begin(), posts.end(), is_simple)) return captures_simply(context);
    spend(size_steps());
    Position moved = *this;
    seen.after = true;
    seen.under = height_at(context.target);
    const int kind = context.rule->text->kind;
    Piece piece = Piece::make(kind, context.seat, program_->text.first_state[kind],
                              program_->text.first_flags[kind]);
    if (context.source >= 0 && height_at(context.source) > 0) {
        const Piece top = piece_at(context.source, height_at(context.source) - 1);
        piece = Piece::make(top.kind(), context.seat, top.state(), top.flags());
        moved.clear(context.source);
    }
    if (!program_->text.rich && seen.under) seen.under_piece = moved.lift(context.target);
    moved.put(context.target, piece);
    ++moved.state_.ply;  // as after the action
    return moved.captures_now(seen);
}

// The same before the move, for captures that take enemies whatever else holds.
template <int W>
bool Position<W>::captures_simply(const Context& context) const {
    for (const PostText& p : context.rule->text->posts) {
        if (p.op != post::kCapture) continue;
        if (p.a == capture::kReplace) {
            if (top_fits(p.record, context.target, context.seat, kRoleEnemy)) return true;
            continue;
        }
        const View view = view_before(context, p.record);
        if (chosen(p.record, affected(p.a, p.b, view, context), context.seat).any()) return true;
    }
    return false;
}

// The same after the action, for any captures.
template <int W>
bool Position<W>::captures_now(const Context& context) const {
    for (const PostText& p : context.rule->text->posts) {
        if (p.op != post::kCapture) continue;
        bool found = false;
        victims(p, context).each([&](int site) { found = found || passes(p, context, site); });
        if (found) return true;
    }
    return false;
}

// The sites that a capture after the action may take, before its condition is asked.
template <int W>
Bits<W> Position<W>::victims(const PostText& p, const Context& context) const {
    Bits<W> sites;
    if (p.a == capture::kReplace) {
        if (context.under > 0 && covers_victim(p, context)) sites.set(context.target);
        return sites;
    }
    const View view = view_now(context, p.record);
    if (p.a == capture::kChoice || p.a == capture::kAnyOne) {
        sites = view.victims;
        sites.reset(context.target);
        if (p.a == capture::kAnyOne) sites &= program_->nbors[kBoardNbors][context.target];
    } else {
        sites = affected(p.a, p.b, view, context);
    }
    return chosen(p.record, sites, context.seat);
}

template <int W>
int Position<W>::liberties(int site, int seat) const {
    spend(flood_steps());
    const int owner = owner_at(site);
    Bits<W> within = state_.owned[owner >= 0 ? owner : seat];
    within.set(site);
    const Bits<W> group = flood(Bits<W>::single(site), within, kBoardNbors);
    return minus(program_->dilated(group, kBoardNbors) & empty(), group).count();
}

template <int W>
bool Position<W>::attacked(int site, int seat) const {
    const Bits<W> occupied = state_.owned[0] | state_.owned[1] | state_.owned[2];
    for (const int d : program_->line_directions[kBoardNbors]) {
        int at = program_->step(d, site);
        while (at >= 0 && !occupied.test(at)) at = program_->step(d, at);
        if (at >= 0 && state_.owned[1 - seat].test(at)) return true;
    }
    return false;
}

template <int W>
int Position<W>::group_count(int owner, bool largest) const {
    if (owner > 2) {
        int n = 0;
        for (int one = 0; one < (owner == 4 ? 2 : 3); ++one) {
            const int count = group_count(one, largest);
            n = largest ? std::max(n, count) : n + count;
        }
        return n;
    }
    Bits<W> rest = state_.owned[owner];
    int n = 0, most = 0;
    while (rest.any()) {
        spend(flood_steps());
        const Bits<W> group = flood(Bits<W>::single(rest.first()), rest, kBoardNbors);
        rest = minus(rest, group);
        ++n;
        most = std::max(most, group.count());
    }
    return largest ? most : n;
}

template <int W>
bool Position<W>::holds(int index, const Context& context) const {
    spend(1);
    const NodeText& node = program_->text.nodes[index];
    switch (node.op) {
        case kTrue:
            return true;
        case kFalse:
            return false;
        case kAnd:
            return holds(node.a, context) && holds(node.b, context);
        case kOr:
            return holds(node.a, context) || holds(node.b, context);
        case kXor:
            return holds(node.a, context) != holds(node.b, context);
        case kNot:
            return !holds(node.a, context);
        case kGreater:
            return number(node.a, context) > number(node.b, context);
        case kAtLeast:
            return number(node.a, context) >= number(node.b, context);
        case kEqual:
            return number(node.a, context) == number(node.b, context);
        case kUnequal:
            return number(node.a, context) != number(node.b, context);
        case kLess:
            return number(node.a, context) < number(node.b, context);
        case kAtMost:
            return number(node.a, context) <= number(node.b, context);
        default:
            break;
    }
    switch (node.op) {
        case kFlanks: {
            const View view = context.after ? view_now(context, -1) : view_before(context, -1);
            return affected(capture::kFlank, 0, view, context).any();
        }
        case kCapturing:
            return would_capture(context);
        case kFirstMove:
            return state_.moves_made[context.seat] == 0;
        case kLine:
        case kSteps:
        case kAdjacent:
        case kBlockedBeyond:
            return context.source >= 0 && context.target >= 0 && way_holds(node, context);
        case kConnected:
            return context.target >= 0 && is_linked(context);
        default: {
            const int site = site_of(node.a, context);
            return site >= 0 && site_holds(node, site, context);
        }
    }
}

// A condition about the way from the source to the target.
template <int W>
bool Position<W>::way_holds(const NodeText& node, const Context& context) const {
    const int source = context.source;
    const int target = context.target;
    switch (node.op) {
        case kLine:
            for (const int d : program_->line_directions[node.a]) {
                if (program_->ray[d][source].test(target)) return true;
            }
            return false;
        case kAdjacent:
            return program_->nbors[node.a][source].test(target);
        case kBlockedBeyond: {
            const int d = program_->line_from(source, target);
            if (d < 0) return false;
            const int beyond = program_->step(d, target);
            return beyond < 0 || owner_at(beyond) >= 0;
        }
        default:  // kSteps
            for (int d = 0; d < program_->text.direct; ++d) {
                const bool wanted = node.b == kEveryDirection ||
                                    (node.b == kFacing && d == state_.facing[context.seat]) ||
                                    node.b == kFixedDirection + d;
                const auto& walk = program_->text.walks[node.a];
                if (wanted && program_->walk(source, d, walk) == target) return true;
            }
            return false;
    }
}

// Whether the target touches a piece of the mover; for moves, one that is linked to the source.
template <int W>
bool Position<W>::is_linked(const Context& context) const {
    const Bits<W>& own = state_.owned[context.seat];
    const Bits<W>& near_target = program_->nbors[kBoardNbors][context.target];
    if (!context.rule->text->has_source) return meets(near_target, own);
    if (context.source < 0) return false;
    const Bits<W>& near = program_->nbors[kBoardNbors][context.source];
    if (near.test(context.target)) return true;
    return meets(near_target, flood(near & own, own, kBoardNbors));
}

// A condition about one site.
template <int W>
bool Position<W>::site_holds(const NodeText& node, int site, const Context& context) const {
    switch (node.op) {
        case kEmpty:
            return owner_at(site) < 0;
        case kOccupied:
            return owner_at(site) >= 0;
        case kOwnedBy: {
            const int owner = owner_at(site);
            const int asked = resolve(node.b, context.seat);
            if (asked < 3) return owner == asked;
            return asked == 3 ? owner >= 0 : owner == 0 || owner == 1;
        }
        case kPiece:
            return owner_at(site) >= 0 && kind_at(site) == node.b;
        case kSupported: {
            const int below = program_->step(node.b, site);
            return below < 0 || owner_at(below) >= 0;
        }
        case kInMask:
            return program_->masks[context.seat == 0 ? node.b : node.c].test(site);
        case kSameLine: {
            const int other = site_of(node.b, context);
            if (other < 0) return false;
            for (const int d : program_->line_directions[kBoardNbors]) {
                if (program_->ray[d][site].test(other)) return true;
            }
            return false;
        }
        case kVisited:
            return state_.visited.test(site);
        case kAttacked:
            return attacked(site, context.seat);
        default:
            return false;
    }
}

// Whether a condition or count may depend on the target.
template <int W>
bool Position<W>::sees_target(int index) const {
    const NodeText& node = program_->text.nodes[index];
    switch (node.op) {
        case kTrue:
        case kFalse:
        case kFirstMove:
        case kConst:
        case kMoveNumber:
        case kNumPieces:
        case kNumHand:
        case kNumGroups:
        case kLargestGroup:
        case kScoreOf:
            return false;
        case kNot:
        case kAbsolute:
            return sees_target(node.a);
        case kAnd:
        case kOr:
        case kXor:
        case kGreater:
        case kAtLeast:
        case kEqual:
        case kUnequal:
        case kLess:
        case kAtMost:
        case kAdd:
        case kSubtract:
        case kMultiply:
        case kDivide:
        case kModulo:
        case kMinimum:
        case kMaximum:
            return sees_target(node.a) || sees_target(node.b);
        case kEmpty:
        case kOccupied:
        case kOwnedBy:
        case kPiece:
        case kInMask:
        case kNumNbors:
        case kGroupSize:
        case kHeight:
        case kPieceState:
        case kCellState:
        case kLookup:
        case kFreedom:
            return node.a != kFrom && node.a < 0;
        default:
            return true;
    }
}

// A comparison with the height of the target on one side, or independent of the target.
template <int W>
typename Position<W>::Aims Position<W>::compared_aims(const NodeText& node,
                                                      const Context& context) const {
    const auto compare = [&](std::int32_t a, std::int32_t b) {
        switch (node.op) {
            case kGreater:
                return a > b;
            case kAtLeast:
                return a >= b;
            case kEqual:
                return a == b;
            case kUnequal:
                return a != b;
            case kLess:
                return a < b;
            default:
                return a <= b;
        }
    };
    const auto is_height = [&](int side) {
        const NodeText& asked = program_->text.nodes[side];
        return asked.op == kHeight && asked.a == kTo;
    };
    const bool left = sees_target(node.a);
    const bool right = sees_target(node.b);
    if (!left && !right) {
        const bool is_so = compare(number(node.a, context), number(node.b, context));
        return {is_so ? program_->board : Bits<W>{}, true};
    }
    if ((left && right) || !is_height(left ? node.a : node.b)) return {program_->board, false};
    const std::int32_t other = number(left ? node.b : node.a, context);
    const auto fits_height = [&](int height) {
        return left ? compare(height, other) : compare(other, height);
    };
    Aims found{fits_height(0) ? empty() : Bits<W>{}, true};
    minus(program_->board, empty()).each([&](int site) {
        if (fits_height(height_at(site))) found.sites.set(site);
    });
    return found;
}

// All targets for which a condition about the way from the source holds.
template <int W>
Bits<W> Position<W>::way_sites(const NodeText& node, const Context& context) const {
    const Bits<W>& own = state_.owned[context.seat];
    if (node.op == kConnected && !context.rule->text->has_source) {
        return program_->dilated(own, kBoardNbors);
    }
    Bits<W> sites;
    if (context.source < 0) return sites;
    if (node.op == kAdjacent) return program_->nbors[node.a][context.source];
    if (node.op == kLine) {
        for (const int d : program_->line_directions[node.a]) {
            sites |= program_->ray[d][context.source];
        }
        return sites;
    }
    spend(flood_steps());
    const Bits<W>& near = program_->nbors[kBoardNbors][context.source];
    return near | program_->dilated(flood(near & own, own, kBoardNbors), kBoardNbors);
}

// Evaluates a condition for all targets at once, as far as possible.
template <int W>
typename Position<W>::Aims Position<W>::aims(int index, const Context& context) const {
    spend(W);
    const NodeText& node = program_->text.nodes[index];
    const auto when = [&](bool is_so) { return Aims{is_so ? program_->board : Bits<W>{}, true}; };
    const Aims unknown{program_->board, false};
    switch (node.op) {
        case kAnd: {
            const Aims a = aims(node.a, context);
            if (!a.sites.any()) return a;
            const Aims b = aims(node.b, context);
            return {a.sites & b.sites, a.is_exact && b.is_exact};
        }
        case kOr: {
            const Aims a = aims(node.a, context);
            const Aims b = aims(node.b, context);
            return {a.sites | b.sites, a.is_exact && b.is_exact};
        }
        case kNot: {
            const Aims a = aims(node.a, context);
            return a.is_exact ? Aims{minus(program_->board, a.sites), true} : unknown;
        }
        case kGreater:
        case kAtLeast:
        case kEqual:
        case kUnequal:
        case kLess:
        case kAtMost:
            return compared_aims(node, context);
        case kConnected:
        case kLine:
        case kAdjacent:
            return {way_sites(node, context), true};
        case kEmpty:
            if (node.a == kTo) return {empty(), true};
            break;
        case kOccupied:
            if (node.a == kTo) return {minus(program_->board, empty()), true};
            break;
        case kOwnedBy:
            if (node.a == kTo) return {role_set(node.b, context.seat), true};
            break;
        case kInMask:
            if (node.a == kTo) return {program_->masks[context.seat == 0 ? node.b : node.c], true};
            break;
        default:
            break;
    }
    return sees_target(index) ? unknown : when(holds(index, context));
}

template <int W>
std::int32_t Position<W>::number(int index, const Context& context) const {
    spend(1);
    const NodeText& node = program_->text.nodes[index];
    switch (node.op) {
        case kConst:
            return node.a;
        case kAdd:
        case kSubtract:
        case kMultiply:
        case kDivide:
        case kModulo:
        case kMinimum:
        case kMaximum:
        case kAbsolute:
            return calculated(node, context);
        case kCaptureValue:
            return context.captured_value;
        case kNumCaptured:
            return context.captured;
        case kMoveNumber:
            return context.after ? state_.ply : state_.ply + 1;
        case kNumPieces:
        case kNumHand:
        case kNumGroups:
        case kLargestGroup:
        case kScoreOf:
            return owned_number(node, resolve(node.a, context.seat));
        case kNumCaptures:
            return context.target < 0 ? 0 : capture_number(node, context);
        case kNumBetween:
        case kLineCount:
        case kLineLength:
            return line_number(node, context);
        default: {
            const int site = site_of(node.a, context);
            return site < 0 ? 0 : site_number(node, site, context);
        }
    }
}

// Arithmetic, within bounds that cannot overflow.
template <int W>
std::int32_t Position<W>::calculated(const NodeText& node, const Context& context) const {
    const std::int64_t a = number(node.a, context);
    if (node.op == kAbsolute) return static_cast<std::int32_t>(std::abs(a));
    const std::int64_t b = number(node.b, context);
    const auto bounded = [](std::int64_t value) {
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, -1000000, 1000000));
    };
    switch (node.op) {
        case kAdd:
            return bounded(a + b);
        case kSubtract:
            return bounded(a - b);
        case kMultiply:
            return bounded(a * b);
        case kDivide:
            return b == 0 ? 0 : static_cast<std::int32_t>(a / b);
        case kModulo: {
            const std::int64_t by = std::abs(b);
            return by == 0 ? 0 : static_cast<std::int32_t>((a % by + by) % by);
        }
        case kMinimum:
            return static_cast<std::int32_t>(std::min(a, b));
        default:
            return static_cast<std::int32_t>(std::max(a, b));
    }
}

// A number of an owner: a seat, 2 for neutral, 3 for all, 4 for both seats.
template <int W>
std::int32_t Position<W>::owned_number(const NodeText& node, int owner) const {
    switch (node.op) {
        case kNumPieces:
            if (owner < 3) return piece_count(owner);
            return piece_count(0) + piece_count(1) + (owner == 3 ? piece_count(2) : 0);
        case kNumHand: {
            std::int32_t n = 0;
            for (int seat = 0; seat < 2; ++seat) {
                if (owner < 3 && owner != seat) continue;
                for (int k = 0; k < program_->text.kinds; ++k)
                    n += std::max<std::int32_t>(0, state_.hand[seat][k]);
            }
            return n;
        }
        case kScoreOf:
            if (owner > 2) return points(0) + points(1);
            return owner == 2 ? 0 : points(owner);
        default:
            return group_count(owner, node.op == kLargestGroup);
    }
}

// How many pieces a capture would take.
template <int W>
std::int32_t Position<W>::capture_number(const NodeText& node, const Context& context) const {
    if (node.a != capture::kReplace) {
        const View view = context.after ? view_now(context, -1) : view_before(context, -1);
        return pieces_in(affected(node.a, node.b, view, context));
    }
    if (context.after) {
        if (context.under == 0) return 0;
        return covered(context).owner() == 1 - context.seat ? context.under : 0;
    }
    const bool takes = top_fits(-1, context.target, context.seat, kRoleEnemy);
    return takes ? height_at(context.target) : 0;
}

// A number of the line through the source and the target; 0 if there is none.
template <int W>
std::int32_t Position<W>::line_number(const NodeText& node, const Context& context) const {
    if (context.source < 0 || context.target < 0) return 0;
    const int d = program_->line_from(context.source, context.target);
    if (d < 0) return 0;
    const int opposite = program_->text.opposite[d];
    const Bits<W>& onwards = program_->ray[d][context.source];
    if (node.op == kNumBetween) {
        return (onwards & program_->ray[opposite][context.target] &
                content_set(node.a, context.seat))
            .count();
    }
    Bits<W> line = onwards | program_->ray[opposite][context.source];
    line.set(context.source);
    if (node.op == kLineLength) return line.count();
    return (line & (state_.owned[0] | state_.owned[1] | state_.owned[2])).count();
}

// A number of one site.
template <int W>
std::int32_t Position<W>::site_number(const NodeText& node, int site,
                                      const Context& context) const {
    switch (node.op) {
        case kNumNbors:
            return (program_->nbors[node.c][site] & content_set(node.b, context.seat)).count();
        case kGroupSize: {
            spend(flood_steps());
            const int owner = owner_at(site);
            if (owner < 0) return 0;
            return flood(Bits<W>::single(site), state_.owned[owner], kBoardNbors).count();
        }
        case kHeight:
            return height_at(site);
        case kPieceState: {
            const int height = height_at(site);
            return height == 0 ? 0 : piece_at(site, height - 1).state();
        }
        case kCellState:
            return cell_state_at(site);
        case kDistance: {
            const int other = site_of(node.b, context);
            return other < 0 ? 0 : std::max(0, program_->distance_between(site, other));
        }
        case kLookup:
            return std::max<std::int32_t>(
                0, program_->text.tables[context.seat == 0 ? node.b : node.c][site]);
        case kFreedom:
            return liberties(site, context.seat);
        default:
            return 0;
    }
}

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define LUDWRIGHT_HAS_SHUFFLE
#endif
#endif

#ifdef LUDWRIGHT_HAS_SHUFFLE
// Whether a set of four words contains a row along one of the axes. All four words are processed at
// once; the compiler splits them if the machine has no registers of that size.
inline bool has_row_in_four(const Bits<4>& own, int length, const std::vector<Stride<4>>& axes) {
    using Words = std::uint64_t __attribute__((vector_size(32)));
    const auto load = [](const Bits<4>& from, Words& to) {
        std::memcpy(&to, from.word, sizeof(to));
    };
    // Keeps those of `run` that are the given number of bits above one of `from` & `mask`.
    const auto follow = [&](Words& run, const Words& from, const Bits<4>& mask, int bits) {
        Words moved;
        load(mask, moved);
        moved &= from;
        const Words carry = moved >> (64 - bits);
        run &= (moved << bits) | __builtin_shufflevector(carry, Words{}, 4, 0, 1, 2);
    };
    Words all;
    load(own, all);
    Words found{};
    for (const Stride<4>& axis : axes) {
        Words run = all;
        follow(run, all, axis.mask, axis.bits);
        for (int n = 2; n < length;) {
            const Words before = run;
            if (n + 2 <= length && axis.bits < 32) {
                follow(run, before, axis.twice, 2 * axis.bits);
                n += 2;
            } else {
                run = all;
                follow(run, before, axis.mask, axis.bits);
                ++n;
            }
        }
        found |= run;
    }
    return (found[0] | found[1] | found[2] | found[3]) != 0;
}
#endif

template <int W>
bool Position<W>::has_row(const Bits<W>& own, int length, int nbors) const {
#ifdef LUDWRIGHT_HAS_SHUFFLE
    if constexpr (W == 4) {
        if (program_->has_strides[nbors]) {
            return has_row_in_four(own, length, program_->axis_strides[nbors]);
        }
    }
#endif
    if (program_->has_strides[nbors]) {
        Bits<W> found;
        for (const Stride<W>& axis : program_->axis_strides[nbors]) {
            Bits<W> run = own & shifted_up(own & axis.mask, axis.bits);
            for (int n = 2; n < length;) {
                // Two rows of n that start two steps apart make one of n + 2.
                if (n + 2 <= length && axis.bits < 32) {
                    run &= shifted_up(run & axis.twice, 2 * axis.bits);
                    n += 2;
                } else {
                    run = own & shifted_up(run & axis.mask, axis.bits);
                    ++n;
                }
            }
            found |= run;
        }
        return found.any();
    }
    for (const int d : program_->axes[nbors]) {
        const Direction<W>& direction = program_->directions[d];
        Bits<W> run = own & direction.shift(own);
        for (int n = 2; n < length && run.any(); ++n) run = own & direction.shift(run);
        if (run.any()) return true;
    }
    return false;
}

// The same for a row through the site: most lines have too few pieces to check closely.
template <int W>
bool Position<W>::has_row_through(const Bits<W>& own, int site, int length, int nbors) const {
    const auto& axes = program_->axes[nbors];
    const Bits<W>* lines = program_->lines_through[nbors].data() + site * axes.size();
    for (std::size_t i = 0; i < axes.size(); ++i) {
        Bits<W> line = own & lines[i];
        if (line.count() + 1 < length) continue;
        line.set(site);
        if (program_->has_strides[nbors]) {
            // Within one line no step can wrap around the edge of the board: no mask is needed.
            const int bits = program_->axis_strides[nbors][i].bits;
            for (int n = 1; n < length; ++n) line &= shifted_up(line, bits);
            if (line.any()) return true;
            continue;
        }
        const int d = axes[i];
        const int opposite = program_->text.opposite[d];
        int run = 1;
        for (int at = program_->step(d, site); at >= 0 && line.test(at);
             at = program_->step(d, at)) {
            ++run;
        }
        for (int at = program_->step(opposite, site); at >= 0 && line.test(at);
             at = program_->step(opposite, at)) {
            ++run;
        }
        if (run >= length) return true;
    }
    return false;
}

template <int W>
bool Position<W>::has_pattern(const Bits<W>& own, const std::vector<std::int32_t>& steps) const {
    bool found = false;
    std::vector<std::int32_t> prefix;
    own.each([&](int site) {
        if (!found) spend(program_->text.direct);
        for (int d = 0; d < program_->text.direct && !found; ++d) {
            bool all = true;
            prefix.clear();
            for (const auto turtle : steps) {
                prefix.push_back(turtle);
                const int at = program_->walk(site, d, prefix);
                if (at < 0 || !own.test(at)) {
                    all = false;
                    break;
                }
            }
            found = found || all;
        }
    });
    return found;
}

template <int W>
bool Position<W>::connects(const NodeText& node, int player, bool local) const {
    const auto& regions = program_->region_sets[player == 0 ? node.a : node.b];
    if (regions.size() < 2) return false;
    const Bits<W> own = record_set(node.d, player);
    for (const Bits<W>& region : regions) {
        if (!meets(own, region)) return false;
    }
    const auto nbors = static_cast<NborClass>(node.c % kNborClassCount);
    const bool flagged = node.c >= kNborClassCount;
    const auto joins = [&](const Bits<W>& group) {
        for (const Bits<W>& region : regions) {
            if (!meets(group, region)) return false;
        }
        return true;
    };
    const auto flagged_flood = [&](int seed) {
        Bits<W> group = Bits<W>::single(seed);
        std::vector<int> queue{seed};
        while (!queue.empty()) {
            const int at = queue.back();
            queue.pop_back();
            const int flags = piece_at(at, height_at(at) - 1).flags();
            for (const int d : program_->line_directions[nbors]) {
                if (d >= 12 || program_->text.opposite[d] >= 12) continue;
                const int next = program_->step(d, at);
                if (!(flags >> d & 1) || next < 0 || !own.test(next) || group.test(next)) continue;
                if (!(piece_at(next, height_at(next) - 1).flags() >> program_->text.opposite[d] &
                      1))
                    continue;
                group.set(next);
                queue.push_back(next);
            }
        }
        return group;
    };
    const int gained = state_.gained[player];
    if (local && !flagged && gained != -2) {
        return gained >= 0 && own.test(gained) && joins(flood(Bits<W>::single(gained), own, nbors));
    }
    Bits<W> seeds = own & regions[0];
    while (seeds.any()) {
        spend(flood_steps());
        const int seed = seeds.first();
        const Bits<W> group =
            flagged ? flagged_flood(seed) : flood(Bits<W>::single(seed), own, nbors);
        if (joins(group)) return true;
        seeds = minus(seeds, group);
    }
    return false;
}

template <int W>
bool Position<W>::rings(const NodeText& node, int player) const {
    const Bits<W> own = record_set(node.c, player);
    const Bits<W> others = minus(program_->board, own);
    const int wanted = std::max(1, node.a);
    spend(flood_steps());
    if (!node.b) {
        const Bits<W> outside = flood(program_->edge & others, others,
                                      static_cast<NborClass>(program_->text.ring_outside));
        if (minus(others, outside).count() >= wanted) return true;
        if (node.a > 0) return false;
    }
    int inside = 0;
    minus(own, program_->edge).each([&](int site) {
        inside += !minus(program_->nbors[kBoardNbors][site], own).any();
    });
    return inside >= wanted;
}

template <int W>
bool Position<W>::groups(const NodeText& node, int player, bool local) const {
    const Bits<W> own = record_set(node.c, player);
    const auto nbors = static_cast<NborClass>(node.b);
    const int n = own.count();
    if (node.a == 0) {
        if (n == 0) return false;
        if (n == 1) return program_->text.lone_group[player] != 0;
        return flood(Bits<W>::single(own.first()), own, nbors) == own;
    }
    if (n < node.a) return false;
    const int gained = state_.gained[player];
    if (local && gained != -2) {
        return gained >= 0 && own.test(gained) &&
               flood(Bits<W>::single(gained), own, nbors).count() >= node.a;
    }
    Bits<W> rest = own;
    while (rest.any()) {
        spend(flood_steps());
        const Bits<W> group = flood(Bits<W>::single(rest.first()), own, nbors);
        if (group.count() >= node.a) return true;
        rest = minus(rest, group);
    }
    return false;
}

template <int W>
bool Position<W>::reaches(const NodeText& node, int player) const {
    const Bits<W> own = record_set(node.d, player);
    const Bits<W>& goal = program_->masks[player == 0 ? node.b : node.c];
    if (node.a == -1) return own.any() && !minus(own, goal).any();
    if (node.a == -2) return goal.any() && !minus(goal, own).any();
    const bool buried = node.d >= 0 && program_->text.records[node.d].buried && program_->text.rich;
    if (!buried) return (own & goal).count() >= node.a;
    int n = 0;
    goal.each([&](int site) {
        for (int level = 0; level < heights_[site]; ++level) {
            n += fits(program_->text.records[node.d], piece_at(site, level), player);
        }
    });
    return n >= node.a;
}

// Whether every region holds so many pieces of the record.
template <int W>
bool Position<W>::reaches_sides(const NodeText& node, int player) const {
    const auto& sides = program_->region_sets[node.a];
    const bool is_buried =
        node.b >= 0 && program_->text.records[node.b].buried && program_->text.rich;
    const Bits<W> own = record_set(node.b, player);
    const auto pieces = [&](const Bits<W>& side) {
        if (!is_buried) return (own & side).count();
        int n = 0;
        side.each([&](int site) {
            for (int level = 0; level < heights_[site]; ++level) {
                n += fits(program_->text.records[node.b], piece_at(site, level), player);
            }
        });
        return n;
    };
    return !sides.empty() && std::all_of(sides.begin(), sides.end(), [&](const Bits<W>& side) {
        return pieces(side) >= node.c;
    });
}

// Whether the player has captured so many pieces of the kinds, or all there were.
template <int W>
bool Position<W>::has_captured(const NodeText& node, int player) const {
    int n = 0;
    for (int k = 0; k < program_->text.kinds; ++k) {
        if (node.c >> k & 1) n += state_.captured[player][k];
    }
    if (!node.b) return n >= node.a;
    if (n == 0) return false;
    for (int k = 0; k < program_->text.kinds; ++k) {
        if ((node.c >> k & 1) && state_.hand[1 - player][k] > 0) return false;
    }
    for (const auto site : program_->text.sites) {
        for (int level = 0; level < height_at(site); ++level) {
            const Piece piece = piece_at(site, level);
            if (piece.owner() == 1 - player && (node.c >> piece.kind() & 1)) return false;
        }
    }
    return true;
}

// Whether a seat, or both if it is above 2, has lost all its pieces.
template <int W>
bool Position<W>::is_eliminated(int asked) const {
    if (asked == 2) return false;
    for (int owner = 0; owner < 2; ++owner) {
        if (asked < 2 && owner != asked) continue;
        if (!(state_.had_pieces >> owner & 1) || state_.owned[owner].any()) return false;
        for (int k = 0; k < program_->text.kinds; ++k) {
            if (state_.hand[owner][k] > 0) return false;
        }
        if (piece_count(owner) > 0) return false;
    }
    return true;
}

// Whether a stack of the record is so high, or holds so many pieces of its owner.
template <int W>
bool Position<W>::has_stack(const NodeText& node, int player) const {
    bool found = false;
    record_set(node.c, player).each([&](int site) {
        const int owner = owner_at(site);
        int n = height_at(site);
        if (node.b) {
            n = 0;
            for (int level = 0; level < height_at(site); ++level)
                n += piece_at(site, level).owner() == owner;
        }
        found = found || n >= node.a;
    });
    return found;
}

template <int W>
bool Position<W>::end_holds(int index, int player, bool local) const {
    const NodeText& node = program_->text.nodes[index];
    switch (node.op) {
        // Many conditions need as many nodes that join them: counting those covers both.
        case kEndAnd:
            spend(8 * W);
            return end_holds(node.a, player, local) && end_holds(node.b, player, local);
        case kEndOr:
            spend(8 * W);
            return end_holds(node.a, player, local) || end_holds(node.b, player, local);
        case kEndNot:
            return !end_holds(node.a, player, local);
        case kConnect:
            return connects(node, player, local);
        case kCycle:
            return rings(node, player);
        case kGroup:
            return groups(node, player, local);
        case kInARow:
            if (local && node.c < 0 && state_.gained[player] != -2) {
                return state_.gained[player] >= 0 &&
                       has_row_through(state_.owned[player], state_.gained[player], node.a, node.b);
            }
            return has_row(record_set(node.c, player), node.a, node.b);
        case kPattern:
            return has_pattern(record_set(node.b, player), program_->text.walks[node.a]);
        case kReach:
            return reaches(node, player);
        case kReachSides:
            return reaches_sides(node, player);
        case kCaptured:
            return has_captured(node, player);
        case kEliminated:
            return is_eliminated(resolve(node.a, player));
        case kScore:
            return points(player) >= node.a;
        case kScoreBest:
            return points(player) > points(1 - player);
        case kStack:
            return has_stack(node, player);
        case kCellHasState:
            return cell_state_at(node.a) == node.b;
        case kPieceHasState: {
            bool found = false;
            record_set(node.b, player).each([&](int site) {
                found = found || piece_at(site, height_at(site) - 1).state() == node.a;
            });
            return found;
        }
        case kNoMove:
            return player == state_.seat && state_.repeat_rule < 0 && !has_move(state_.seat);
        case kNoMoves:
            return state_.repeat_rule < 0 && !has_move(state_.seat) && !has_move(1 - state_.seat);
        default:
            return false;
    }
}

}  // namespace ludwright::combinatorial
