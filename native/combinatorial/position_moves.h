// Finding the moves of a position: as sets if the rule allows it, otherwise one by one.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>

#include "combinatorial/position.h"

namespace ludwright::combinatorial {

template <int W>
Bits<W> Position<W>::content_set(int content, int seat) const {
    switch (content) {
        case kContentEmpty:
            return empty();
        case kContentEnemy:
            return state_.owned[1 - seat];
        case kContentFriend:
            return state_.owned[seat];
        case kContentNeutral:
            return state_.owned[2];
        default:
            return state_.owned[0] | state_.owned[1] | state_.owned[2];
    }
}

// 0..2 for an owner, 3 for any owner, 4 for either seat.
template <int W>
int Position<W>::resolve(int role, int seat) const {
    switch (role) {
        case kRoleMover:
            return seat;
        case kRoleEnemy:
            return 1 - seat;
        case kRoleAny:
            return 3;
        case kRoleSeat0:
            return 0;
        case kRoleSeat1:
            return 1;
        case kRoleSeats:
            return 4;
        default:  // neutral pieces have no owner
            return 2;
    }
}

template <int W>
Bits<W> Position<W>::role_set(int role, int seat) const {
    const int owner = resolve(role, seat);
    if (owner < 3) return state_.owned[owner];
    const Bits<W> seats = state_.owned[0] | state_.owned[1];
    return owner == 4 ? seats : seats | state_.owned[2];
}

// Empty cells from which some line of enemies ends in a friend.
template <int W>
Bits<W> Position<W>::flanking_cells(int seat) const {
    const Bits<W> own = state_.owned[seat];
    const Bits<W> enemy = state_.owned[1 - seat];
    const Bits<W> free = empty();
    Bits<W> found;
    const int longest = program_->longest_ray;
    if (program_->has_strides[kBoardNbors] && program_->flanks_by_strides) {
        const auto spread = [&](const Stride<W>& stride, auto&& shift) {
            const int bits = stride.bits;
            Bits<W> through = enemy & shift(stride.mask, bits);
            Bits<W> run = shift(own & stride.mask, bits) & through;
            for (int reach = 1; reach < longest - 1; reach *= 2) {
                run |= shift(run, reach * bits) & through;
                through &= shift(through, reach * bits);
            }
            found |= shift(run & stride.mask, bits);
        };
        const auto up = [](const Bits<W>& a, int bits) { return shifted_up(a, bits); };
        const auto down = [](const Bits<W>& a, int bits) { return shifted_down(a, bits); };
        for (const Stride<W>& stride : program_->up_strides[kBoardNbors]) spread(stride, up);
        for (const Stride<W>& stride : program_->down_strides[kBoardNbors]) spread(stride, down);
        return found & free;
    }
    for (const int d : program_->line_directions[kBoardNbors]) {
        const Direction<W>& direction = program_->directions[d];
        if (direction.parts == 1) {
            // Runs double in length with every step, all at once and without a branch on what is
            // there.
            const int delta = direction.delta[0];
            Bits<W> through = enemy & direction.arrivals;
            Bits<W> run = own & direction.mask[0];
            run = shifted(run, delta) & through;
            // A shift beyond the words would be undefined, and yields nothing.
            const int furthest =
                std::min(longest - 1, (64 * W - 1) / std::max(1, std::abs(delta)) + 1);
            for (int reach = 1; reach < furthest; reach *= 2) {
                run |= shifted(run, reach * delta) & through;
                through &= shifted(through, reach * delta);
            }
            found |= direction.shift(run) & free;
            continue;
        }
        Bits<W> run = direction.shift(own) & enemy;
        while (run.any()) {
            const Bits<W> next = direction.shift(run);
            found |= next & free;
            run = next & enemy;
        }
    }
    return found;
}

// Sites whose number of neighbours in a set satisfies a comparison. The numbers of all sites are
// added up in parallel, one bit of the sum in each plane.
template <int W>
Bits<W> Position<W>::neighbour_count_set(const Bits<W>& of, int nbors, int comparison,
                                         int number) const {
    Bits<W> plane[5];
    const auto add = [&](Bits<W> carry) {
        for (Bits<W>& bit : plane) {
            const Bits<W> next = bit & carry;
            bit = bit ^ carry;
            carry = next;
        }
    };
    if (program_->dilates_by_direction[nbors] && program_->directions[0].parts < 2) {
        for (const int d : program_->line_directions[nbors]) add(program_->directions[d].shift(of));
    } else {
        program_->board.each([&](int site) {
            const int n = (program_->nbors[nbors][site] & of).count();
            for (int i = 0; i < 5; ++i) {
                if (n >> i & 1) plane[i].set(site);
            }
        });
    }
    Bits<W> less, equal = program_->board;
    for (int i = 4; i >= 0; --i) {
        if (number >> i & 1) {
            less |= minus(equal, plane[i]);
            equal &= plane[i];
        } else {
            equal = minus(equal, plane[i]);
        }
    }
    if (number > 31) {
        less = program_->board;
        equal = {};
    }
    const Bits<W> greater = minus(program_->board, less | equal);
    switch (comparison) {
        case 0:
            return greater;
        case 1:
            return greater | equal;
        case 2:
            return equal;
        case 3:
            return less | greater;
        case 4:
            return less;
        default:
            return less | equal;
    }
}

// Sites in line of sight of an enemy.
template <int W>
Bits<W> Position<W>::seen_by_enemy(int seat) const {
    const Bits<W> free = empty();
    Bits<W> seen;
    for (const int d : program_->line_directions[kBoardNbors]) {
        Bits<W> front = program_->directions[d].shift(state_.owned[1 - seat]);
        while (front.any()) {
            seen |= front;
            front = program_->directions[d].shift(front & free);
        }
    }
    return seen;
}

template <int W>
Bits<W> Position<W>::evaluate_set(const std::vector<SetText>& code, int seat) const {
    const auto leaf = [&](const SetText& s, const auto& reg) -> Bits<W> {
        switch (s.op) {
            case kSetOwn:
                return state_.owned[seat];
            case kSetEnemy:
                return state_.owned[1 - seat];
            case kSetNeutral:
                return state_.owned[2];
            case kSetEmpty:
                return empty();
            case kSetOccupied:
                return state_.owned[0] | state_.owned[1] | state_.owned[2];
            case kSetAll:
                return program_->board;
            case kSetKind:
                if (program_->text.single_kind) {
                    return s.a == 0 ? state_.owned[0] | state_.owned[1] : state_.owned[2];
                }
                return state_.kinds[s.a];
            case kSetMask:
                return program_->masks[seat == 0 ? s.a : s.b];
            case kSetAnd:
                return reg[s.a] & reg[s.b];
            case kSetOr:
                return reg[s.a] | reg[s.b];
            case kSetNot:
                return minus(program_->board, reg[s.a]);
            case kSetDilate:
                return program_->dilated(reg[s.a], static_cast<NborClass>(s.b));
            case kSetSupported: {
                const Direction<W>& back = program_->directions[program_->text.opposite[s.a]];
                const Bits<W> occupied = state_.owned[0] | state_.owned[1] | state_.owned[2];
                return program_->directions[s.a].no_step | back.shift(occupied);
            }
            case kSetNborCount:
                return neighbour_count_set(reg[s.a], s.b, s.c / 64, s.c % 64);
            case kSetFlanks:
                return flanking_cells(seat);
            case kSetOwnedBy:
                return role_set(s.a, seat);
            default:  // kSetSeen
                return seen_by_enemy(seat);
        }
    };
    if (code.size() == 1) return leaf(code[0], static_cast<const Bits<W>*>(nullptr));
    if (code.size() <= 6) {
        Bits<W> reg[6];
        for (std::size_t i = 0; i < code.size(); ++i) reg[i] = leaf(code[i], reg);
        return reg[code.size() - 1];
    }
    Bits<W> reg[kMaxSetRegisters];
    for (std::size_t i = 0; i < code.size(); ++i) reg[i] = leaf(code[i], reg);
    return reg[code.size() - 1];
}

template <int W>
void Position<W>::add_entry(int rule, int lane, int shape, const Bits<W>& targets) const {
    const int n = targets.count();
    if (n == 0) return;
    Gathered& g = gathered_;
    if (g.entries < Gathered::kMostEntries) {
        Entry& entry = g.entry[g.entries++];
        entry.rule = static_cast<std::int16_t>(rule);
        entry.lane = static_cast<std::int16_t>(lane);
        entry.shape = static_cast<std::int8_t>(shape);
        entry.count = n;
        entry.targets = targets;
    } else {
        Entry entry{static_cast<std::int16_t>(rule), static_cast<std::int16_t>(lane),
                    static_cast<std::int8_t>(shape), n, targets};
        for (int i = 0; i < n; ++i) g.list.push_back(entry_move(entry, i));
    }
    g.total += n;
}

template <int W>
Bits<W> Position<W>::lane_targets(const Rule<W>& rule, const Lane<W>& lane, const Bits<W>& sources,
                                  const Bits<W>& targets, int seat) const {
    Bits<W> from = sources & lane.mask;
    for (int i = 0; i < lane.middle_count; ++i) {
        const Bits<W> content =
            shifted(content_set(rule.text->between_content, seat), -lane.middle[i]);
        from = lane.middle_holds ? from & content : minus(from, content);
    }
    return shifted(from, lane.delta) & targets;
}

template <int W>
Bits<W> Position<W>::slide_targets(const Rule<W>& rule, int direction, const Bits<W>& sources,
                                   const Bits<W>& targets) const {
    const Direction<W>& way = program_->directions[direction];
    const Bits<W> free = empty();
    Bits<W> found;
    Bits<W> front = way.shift(sources);
    int steps = 1;
    for (; front.any(); ++steps) {
        found |= front & targets;
        front = way.shift(front & free);
    }
    spend(2 * W * steps);
    if (rule.text->furthest) {
        found = minus(found, program_->directions[program_->text.opposite[direction]].shift(free));
    }
    return found;
}

// The same for one piece: up to the first obstacle on its line, which is a target too.
template <int W>
Bits<W> Position<W>::slide_from(int direction, int source, const Bits<W>& targets) const {
    const Direction<W>& way = program_->directions[direction];
    spend(W);
    const auto& rays = program_->ray[direction];
    const Bits<W> obstacles = minus(rays[source], empty());
    if (!obstacles.any()) return rays[source] & targets;
    int nearest = -1;
    if (way.has_sign) {
        nearest = way.upwards ? obstacles.first() : obstacles.last();
    } else {
        nearest = program_->step(direction, source);
        while (!obstacles.test(nearest)) nearest = program_->step(direction, nearest);
    }
    return minus(rays[source], rays[nearest]) & targets;
}

template <int W>
void Position<W>::gather_rule(int rule_index, int seat, int only_source) const {
    const Rule<W>& rule = program_->rules[rule_index];
    const RuleText& r = *rule.text;
    spend(W * static_cast<std::int64_t>(1 + r.target_set.size() + r.source_set.size()));
    if (!(r.seats >> seat & 1)) return;
    if (r.relation == kPassing) {
        Context context;
        context.seat = seat;
        context.rule = &rule;
        if (r.condition < 0 || holds(r.condition, context)) {
            gathered_.list.push_back({static_cast<std::int16_t>(rule_index), -1, -1, 0});
            ++gathered_.total;
        }
        return;
    }
    Bits<W> targets = rule.target_is_empty ? empty() : evaluate_set(r.target_set, seat);
    if (r.relation == kPlaceAnywhere) {
        if (!rule.plain_drop && !r.acts.empty() && r.acts[0].op == kPush &&
            state_.hand[seat][r.kind] >= 0 && state_.hand[seat][r.kind] < r.acts[0].count) {
            return;
        }
        if (rule.listed) {
            list_source(rule_index, seat, -1, targets);
        } else {
            add_entry(rule_index, 0, 0, targets);
        }
        return;
    }
    Bits<W> sources = evaluate_set(r.source_set, seat);
    if (only_source >= 0) sources &= Bits<W>::single(only_source);
    if (!sources.any()) return;
    Foregone condition = Foregone::kDepends;
    if (rule.may_take_sets && gathered_.list.empty()) {
        Context context;
        context.seat = seat;
        context.rule = &rule;
        condition = foregone(r.condition, context);
        if (condition == Foregone::kFails) return;
    }
    if (condition == Foregone::kHolds && r.relation != kSlide && rule.plain_move) {
        gather_lanes(rule_index, seat, sources, targets);
    } else if (rule.listed) {
        list_rule(rule_index, seat, sources, targets);
    } else if (r.relation == kSlide) {
        sources = minus(sources, empty());  // only pieces slide
        for (const int d : rule.slides)
            add_entry(rule_index, d, 1, slide_targets(rule, d, sources, targets));
    } else if (r.relation == kLineCountAway) {
        gather_line_counts(rule_index, sources, targets, seat);
    } else {
        gather_lanes(rule_index, seat, sources, targets);
    }
}

template <int W>
void Position<W>::gather_lanes(int rule_index, int seat, const Bits<W>& sources,
                               const Bits<W>& targets) const {
    const Rule<W>& rule = program_->rules[rule_index];
    const auto& lanes = rule.lanes[seat];
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        add_entry(rule_index, static_cast<int>(i), 0,
                  lane_targets(rule, lanes[i], sources, targets, seat));
    }
}

// The slides of one piece for which the condition holds, a set for each direction.
template <int W>
void Position<W>::gather_slides_from(int rule_index, int source, const Bits<W>& targets) const {
    const Rule<W>& rule = program_->rules[rule_index];
    for (const int d : rule.slides) {
        const Bits<W> found = slide_from(d, source, targets);
        if (!found.any()) continue;
        const Move one{static_cast<std::int16_t>(rule_index), static_cast<std::int16_t>(source),
                       static_cast<std::int16_t>(found.first()), 0};
        // Whether hands allow it is the same for every target.
        if (rule.plain_move || is_allowed(one)) add_entry(rule_index, source, 3, found);
    }
}

// What the part of a condition that is known so far makes of it: the source may be known, the
// target is not.
template <int W>
typename Position<W>::Foregone Position<W>::foregone(int index, const Context& context) const {
    const NodeText& node = program_->text.nodes[index];
    const auto known = [&] { return holds(index, context) ? Foregone::kHolds : Foregone::kFails; };
    switch (node.op) {
        case kAnd:
        case kOr: {
            const Foregone decides = node.op == kAnd ? Foregone::kFails : Foregone::kHolds;
            const Foregone a = foregone(node.a, context);
            if (a == decides) return a;
            const Foregone b = foregone(node.b, context);
            return b == decides || a == b ? b : Foregone::kDepends;
        }
        case kNot: {
            const Foregone a = foregone(node.a, context);
            if (a == Foregone::kDepends) return a;
            return a == Foregone::kHolds ? Foregone::kFails : Foregone::kHolds;
        }
        case kGreater:
        case kAtLeast:
        case kEqual:
        case kUnequal:
        case kLess:
        case kAtMost:
            return is_known_number(node.a, context) && is_known_number(node.b, context)
                       ? known()
                       : Foregone::kDepends;
        case kEmpty:
        case kOccupied:
        case kOwnedBy:
            return is_known_site(node.a, context) ? known() : Foregone::kDepends;
        default:
            return Foregone::kDepends;
    }
}

// Whether a site means the same for all targets, and all sources too if none is given.
template <int W>
bool Position<W>::is_known_site(int code, const Context& context) const {
    return code >= 0 || code == kLastFrom || code == kLastTo ||
           (code == kFrom && context.source >= 0);
}

template <int W>
bool Position<W>::is_known_number(int index, const Context& context) const {
    const NodeText& node = program_->text.nodes[index];
    if (node.op == kDistance)
        return is_known_site(node.a, context) && is_known_site(node.b, context);
    return node.op == kConst || node.op == kMoveNumber;
}

template <int W>
void Position<W>::list_rule(int rule_index, int seat, const Bits<W>& sources,
                            const Bits<W>& targets) const {
    const Rule<W>& rule = program_->rules[rule_index];
    const RuleText& r = *rule.text;
    switch (r.relation) {
        case kSlide:
            sources.each([&](int source) {
                Foregone condition = Foregone::kDepends;
                if (rule.may_take_sets && gathered_.list.empty()) {
                    Context context;
                    context.seat = seat;
                    context.source = source;
                    context.rule = &rule;
                    condition = foregone(r.condition, context);
                }
                if (condition == Foregone::kFails) return;
                if (condition == Foregone::kHolds)
                    return gather_slides_from(rule_index, source, targets);
                for (const int d : rule.slides) {
                    slide_targets(rule, d, Bits<W>::single(source), targets).each([&](int target) {
                        list_pair(rule_index, seat, source, target, false);
                    });
                }
            });
            break;
        case kLineCountAway:
            list_line_counts(rule_index, seat, sources, targets);
            break;
        case kOnLine:
            sources.each([&](int source) {
                Bits<W> line;
                for (const int d : rule.slides) line |= program_->ray[d][source];
                list_source(rule_index, seat, source, line & targets);
            });
            break;
        case kAnyPair:
            sources.each([&](int source) {
                Bits<W> others = targets;
                others.reset(source);
                list_source(rule_index, seat, source, others);
            });
            break;
        default:
            list_lanes(rule_index, seat, sources, targets);
    }
}

// Moves as many steps along a line as there are pieces on it, both ways.
template <int W>
void Position<W>::list_line_counts(int rule_index, int seat, const Bits<W>& sources,
                                   const Bits<W>& targets) const {
    const Rule<W>& rule = program_->rules[rule_index];
    const RuleText& r = *rule.text;
    const Bits<W> occupied = state_.owned[0] | state_.owned[1] | state_.owned[2];
    const Bits<W> blockers = content_set(r.between_content, seat);
    const bool plain = r.condition < 0 && r.optional_count == 0 && r.choice < 0 && !r.may_be_null &&
                       !program_->text.rich && !program_->text.boardless && r.between_count <= 0;
    sources.each([&](int source) {
        for (const int d : rule.slides) {
            const int opposite = program_->text.opposite[d];
            if (d > opposite) continue;
            const Bits<W>& ahead = program_->ray[d][source];
            const Bits<W>& behind = program_->ray[opposite][source];
            const int steps = 1 + (occupied & ahead).count() + (occupied & behind).count();
            for (const int way : {d, opposite}) {
                const Bits<W>& line = way == d ? ahead : behind;
                const Direction<W>& direction = program_->directions[way];
                int target = source;
                if (direction.parts < 2) {
                    if (program_->ray_length[way][source] < steps) continue;
                    target = source + steps * direction.delta[0];
                } else {
                    for (int i = 0; i < steps && target >= 0; ++i)
                        target = program_->step(way, target);
                    if (target < 0) continue;
                }
                if (!targets.test(target)) continue;
                if (!plain) {
                    list_pair(rule_index, seat, source, target, false);
                    continue;
                }
                const Bits<W>& back = program_->ray[way == d ? opposite : d][target];
                if (r.between_count == 0 && meets(line & back, blockers)) continue;
                gathered_.list.push_back({static_cast<std::int16_t>(rule_index),
                                          static_cast<std::int16_t>(source),
                                          static_cast<std::int16_t>(target), 0});
                ++gathered_.total;
            }
        }
    });
}

template <int W>
void Position<W>::list_lanes(int rule_index, int seat, const Bits<W>& sources,
                             const Bits<W>& targets) const {
    const Rule<W>& rule = program_->rules[rule_index];
    for (const Lane<W>& lane : rule.lanes[seat]) {
        const Bits<W> found = rule.has_loose_lanes
                                  ? shifted(sources & lane.mask, lane.delta) & targets
                                  : lane_targets(rule, lane, sources, targets, seat);
        found.each(
            [&](int target) { list_pair(rule_index, seat, target - lane.delta, target, false); });
    }
}

// Whether only the targets of a source have to be checked: no choices, no changes that may undo
// each other, nothing in between.
template <int W>
bool Position<W>::may_list_at_once(const Rule<W>& rule) const {
    const RuleText& r = *rule.text;
    return (rule.moves_one || rule.drops_one) && r.choice < 0 && r.optional_count == 0 &&
           !r.may_be_null && r.between_count < 0 && !program_->text.boardless;
}

// Tries every target for one source. Whatever holds for all targets at once is checked first.
template <int W>
void Position<W>::list_source(int rule_index, int seat, int source, const Bits<W>& targets) const {
    const Rule<W>& rule = program_->rules[rule_index];
    Aims found{program_->board, true};
    if (rule.text->condition >= 0) {
        Context context;
        context.seat = seat;
        context.source = source;
        context.rule = &rule;
        found = aims(rule.text->condition, context);
    }
    Bits<W> sites = targets & found.sites;
    if (found.is_exact && may_list_at_once(rule)) {
        if (source >= 0 && height_at(source) == 0) return;
        if (program_->text.rich) {
            minus(sites, empty()).each([&](int site) {
                if (height_at(site) >= kMaxStack) sites.reset(site);
            });
        }
        add_entry(rule_index, std::max(0, source), source < 0 ? 0 : 3, sites);
        return;
    }
    sites.each([&](int target) { list_pair(rule_index, seat, source, target, found.is_exact); });
}

// Tries one candidate: cells in between, the board's edge cases, the rest of the condition unless
// it is certain to hold.
template <int W>
void Position<W>::list_pair(int rule_index, int seat, int source, int target, bool is_sure) const {
    const Rule<W>& rule = program_->rules[rule_index];
    const RuleText& r = *rule.text;
    spend(2);
    Context context;
    context.seat = seat;
    context.source = source;
    context.target = target;
    context.rule = &rule;
    if (source >= 0 && r.between_count >= 0 && r.relation != kSlide) {
        const int d = program_->line_from(source, target);
        int n = 0;
        if (d >= 0) {
            const int opposite = program_->text.opposite[d];
            n = (program_->ray[d][source] & program_->ray[opposite][target] &
                 content_set(r.between_content, seat))
                    .count();
        }
        if (n != r.between_count) return;
    }
    if (program_->text.boardless) {
        Bits<W> others = state_.owned[0] | state_.owned[1] | state_.owned[2];
        if (source >= 0) others.reset(source);
        if (others.any() && !meets(program_->nbors[kBoardNbors][target], others)) return;
    }
    if (!is_sure && r.condition >= 0 && !holds(r.condition, context)) return;
    if (r.choice < 0 && r.optional_count == 0) {
        list_option(rule_index, context, 0);
    } else {
        list_options(rule_index, context);
    }
}

template <int W>
void Position<W>::list_option(int rule_index, const Context& context, int option) const {
    const Move move{static_cast<std::int16_t>(rule_index),
                    static_cast<std::int16_t>(context.source),
                    static_cast<std::int16_t>(context.target), static_cast<std::uint16_t>(option)};
    if (!is_allowed(move)) return;
    gathered_.list.push_back(move);
    ++gathered_.total;
}

// A candidate once for each combination of its optional and choosing consequences.
template <int W>
void Position<W>::list_options(int rule_index, Context& context) const {
    const RuleText& r = *program_->rules[rule_index].text;
    std::vector<int> choices{0};
    if (r.choice >= 0) {
        const PostText& p = r.posts[r.choice];
        if (p.op == post::kRotate) {
            choices.clear();
            int turns = 1;
            for (int d = program_->text.turn_right[0]; d != 0 && turns < 26;
                 d = program_->text.turn_right[d])
                ++turns;
            for (int k = 1; k < turns; ++k) choices.push_back(k);
        } else {
            View view = view_before(context, p.record);
            Bits<W> victims = view.victims;
            if (p.a == capture::kAnyOne) victims &= program_->nbors[kBoardNbors][context.target];
            victims.reset(context.target);
            victims = chosen(p.record, victims, context.seat);
            if (victims.any()) choices.clear();
            victims.each([&](int site) { choices.push_back(site + 1); });
        }
        if (choices.empty()) choices.push_back(0);
    }
    for (int bits = 0; bits < 1 << r.optional_count; ++bits) {
        for (std::size_t i = 0; i < choices.size(); ++i) {
            // A choice that is not made has no variants.
            const bool is_made = r.choice < 0 || r.posts[r.choice].optional_index < 0 ||
                                 (bits >> r.posts[r.choice].optional_index & 1);
            if (!is_made && i > 0) break;
            const int choice = is_made ? choices[i] : 0;
            list_option(rule_index, context, bits | choice << kChoiceShift);
        }
    }
}

// Whether the hands and stacks allow the action, and the position changes at all.
template <int W>
bool Position<W>::is_allowed(Move move) const {
    const Rule<W>& rule = program_->rules[move.rule];
    const RuleText& r = *rule.text;
    if (rule.moves_one && program_->text.rich && !r.may_be_null) {
        return height_at(move.source) > 0 && height_at(move.target) < kMaxStack;
    }
    if (program_->text.rich || !(rule.plain_drop || rule.plain_move)) {
        const Feasible feasible = acts_feasible(r, move);
        if (feasible != Feasible::kUnclear) return feasible == Feasible::kChanges;
    }
    if (!r.may_be_null) return true;
    spend(2 * size_steps());
    static thread_local Position scratch;
    scratch = *this;
    scratch.state_.seat = static_cast<std::uint8_t>(gathered_.seat);
    ++scratch.state_.ply;
    const std::uint64_t before = scratch.board_key();
    scratch.apply_board(move);
    return scratch.board_key() != before;
}

// Whether the acts can be done in order, and whether they alone show that something changes.
template <int W>
typename Position<W>::Feasible Position<W>::acts_feasible(const RuleText& r, Move move) const {
    Context context;
    context.seat = gathered_.seat;
    context.source = move.source;
    context.target = move.target;
    int lifted = 0, used = 0;
    // Heights as the acts change them: there are at most four acts and their trails.
    int changed[16], heights[16], changes = 0;
    const auto height = [&](int site) -> int& {
        for (int i = 0; i < changes; ++i) {
            if (changed[i] == site) return heights[i];
        }
        changed[changes] = site;
        heights[changes] = height_at(site);
        return heights[changes++];
    };
    for (std::size_t i = 0; i < r.acts.size() && i < 7; ++i) {
        const ActText& a = r.acts[i];
        const int site = site_of(a.site, context);
        if (site < 0) return Feasible::kNo;
        int& there = height(site);
        if (a.op == kPop) {
            const int wanted = a.count == 0 ? there : a.count;
            if (wanted > there || there == 0) return Feasible::kNo;
            lifted += wanted;
            there -= wanted;
            continue;
        }
        const int added = lifted == 0 ? a.count : lifted;
        if (lifted == 0) used += a.count;
        lifted = 0;
        if (program_->text.rich && there + added > kMaxStack) return Feasible::kNo;
        there += added;
        if (a.trail && context.source >= 0 && height(context.source) == 0)
            height(context.source) = 1;
    }
    const int in_hand = state_.hand[context.seat][r.kind];
    if (in_hand >= 0 && used > in_hand) return Feasible::kNo;
    // If a stack has grown or shrunk and nothing follows, the position has changed.
    for (int i = 0; i < changes && r.posts.empty(); ++i) {
        if (heights[i] != height_at(changed[i])) return Feasible::kChanges;
    }
    return Feasible::kUnclear;
}

// All lanes of the seat in one pass: the sets first, then one shift and one count each.
template <int W>
void Position<W>::gather_plan(int seat) const {
    Gathered& g = gathered_;
    const Plan<W>& plan = program_->plan[seat];
    spend(W * static_cast<std::int64_t>(plan.lanes.size()));
    Bits<W> sets[kSimpleCount + 8];
    sets[kSimpleOwn] = state_.owned[seat];
    sets[kSimpleEnemy] = state_.owned[1 - seat];
    sets[kSimpleEmpty] = empty();
    sets[kSimpleNotOwn] = minus(program_->board, state_.owned[seat]);
    sets[kSimpleAll] = program_->board;
    if (plan.falling >= 0) {
        const Direction<W>& back = program_->directions[program_->text.opposite[plan.falling]];
        const Bits<W> occupied = minus(program_->board, sets[kSimpleEmpty]);
        sets[kSimpleFalling] = sets[kSimpleEmpty] &
                               (program_->directions[plan.falling].no_step | back.shift(occupied));
    }
    for (std::size_t i = 0; i < plan.sets.size(); ++i) {
        const auto& set = plan.sets[i];
        sets[kSimpleCount + i] = set.own_kind >= 0 ? state_.owned[seat] & state_.kinds[set.own_kind]
                                                   : evaluate_set(*set.code, seat);
    }
    int entries = 0;
    std::int32_t total = 0;
    const PlanLane<W>* lane = plan.lanes.data();
    g.tier = 0;
    for (const std::int32_t end : plan.tier_ends) {
        for (const PlanLane<W>* last = plan.lanes.data() + end; lane < last; ++lane) {
            Entry& entry = g.entry[entries];
            if (lane->source < 0) {
                entry.targets = sets[lane->target];
            } else {
                Bits<W> from = sets[lane->source] & lane->mask;
                if (lane->content >= 0) {
                    const Bits<W> content =
                        shifted(content_set(lane->content, seat), -lane->middle);
                    from = lane->middle_holds ? from & content : minus(from, content);
                }
                entry.targets = shifted(from, lane->delta) & sets[lane->target];
            }
            const int n = entry.targets.count();
            entry.rule = lane->rule;
            entry.lane = lane->lane;
            entry.shape = 0;
            entry.count = n;
            entries += n > 0;
            total += n;
        }
        if (total > 0) break;
        ++g.tier;
    }
    g.entries = entries;
    g.total = total;
}

// Moves of exactly as many steps as there are pieces on the line, for all pieces at once.
template <int W>
void Position<W>::gather_line_counts(int rule_index, const Bits<W>& sources, const Bits<W>& targets,
                                     int seat) const {
    const RuleText& r = *program_->rules[rule_index].text;
    const Bits<W> occupied = state_.owned[0] | state_.owned[1] | state_.owned[2];
    const Bits<W> blockers =
        r.between_count == 0 ? content_set(r.between_content, seat) : Bits<W>{};
    for (const int d : program_->rules[rule_index].slides) {
        const int opposite = program_->text.opposite[d];
        if (d > opposite) continue;
        // Sources by the number of pieces on their line; more than the board's length lead nowhere.
        // Only those needed are computed: most boards are much shorter than the longest.
        alignas(Bits<W>) std::byte store[kMostCounted * sizeof(Bits<W>)];
        const int limit = std::min(kMostCounted - 1, program_->longest_ray + 1);
        Bits<W>* const by_count = std::construct_at(reinterpret_cast<Bits<W>*>(store));
        for (int k = 1; k <= limit; ++k) std::construct_at(by_count + k);
        for (const Bits<W>& line : program_->lines_of[d]) {
            by_count[std::min((line & occupied).count(), limit)] |= line & sources;
        }
        for (const int way : {d, opposite}) {
            const Direction<W>& direction = program_->directions[way];
            const auto& reach = program_->reach[way];
            Bits<W> blocked;  // cells behind a blocker, within the steps taken so far
            const int furthest = std::min(limit, static_cast<int>(reach.size()) - 1);
            for (int k = 1; k <= furthest; ++k) {
                const Bits<W> from = by_count[k] & reach[k];
                if (from.any()) {
                    const Bits<W> found =
                        minus(shifted(from, k * direction.delta[0]) & targets, blocked);
                    add_entry(rule_index, 64 * k + way, 2, found);
                }
                blocked = shifted((blocked | blockers) & direction.mask[0], direction.delta[0]);
            }
        }
    }
}

template <int W>
void Position<W>::gather(int seat, int tier) const {
    gather_all(seat, tier);
    if (program_->text.longest && gathered_.total > 1) keep_longest(seat);
}

// Keeps the moves with which most pieces can be captured, by them and by the moves that continue
// them.
template <int W>
void Position<W>::keep_longest(int seat) const {
    Gathered& g = gathered_;
    std::vector<Move> all, kept;
    for (std::int32_t i = 0; i < g.total; ++i) all.push_back(gathered_move(i));
    int most = 0;
    for (const Move move : all) {
        const int captures = captures_from(move, seat, 1);
        if (captures < most) continue;
        if (captures > most) kept.clear();
        most = captures;
        kept.push_back(move);
    }
    g.entries = 0;
    g.total = static_cast<std::int32_t>(kept.size());
    g.list = std::move(kept);
}

// How many pieces a move and its continuation can capture; a move that captures nothing ends it.
template <int W>
int Position<W>::captures_from(Move move, int seat, int depth) const {
    if (move.is_pass()) return 0;
    spend(2 * size_steps());
    Position next = *this;
    next.state_.seat = static_cast<std::uint8_t>(seat);
    next.apply(move);
    const int captures = next.captured_by(seat) - captured_by(seat);
    const bool ends = next.state_.repeat_rule < 0 || depth == kLongestCapture;
    if (captures == 0 || ends) return captures;
    next.gather_all(seat, 0);
    std::vector<Move> further;
    for (std::int32_t i = 0; i < next.gathered_.total; ++i)
        further.push_back(next.gathered_move(i));
    int most = 0;
    for (const Move other : further) {
        most = std::max(most, next.captures_from(other, seat, depth + 1));
    }
    return captures + most;
}

template <int W>
int Position<W>::captured_by(int seat) const {
    int found = 0;
    for (int kind = 0; kind < program_->text.kinds; ++kind) found += state_.captured[seat][kind];
    return found;
}

// The moves that continue one: by the same rule, or by any rule of the piece that can be repeated.
template <int W>
void Position<W>::gather_again(int seat, int tier) const {
    const RuleText& made = *program_->rules[state_.repeat_rule].text;
    const auto& tiers = program_->tiers;
    const int last = static_cast<int>(tiers.size());
    if (!made.posts[made.repeat].b) {
        if (tier == 0) gather_rule(state_.repeat_rule, seat, state_.repeat_site);
        gathered_.tier = last;
        return;
    }
    for (; tier < last; ++tier) {
        for (const auto rule : tiers[tier]) {
            const RuleText& r = *program_->rules[rule].text;
            if (r.repeat >= 0 && r.kind == made.kind && r.has_source == made.has_source)
                gather_rule(rule, seat, state_.repeat_site);
        }
        if (gathered_.total > 0) break;
    }
    gathered_.tier = tier;
}

template <int W>
void Position<W>::gather_all(int seat, int tier) const {
    Gathered& g = gathered_;
    g.seat = seat;
    g.entries = 0;
    g.total = 0;
    g.list.clear();
    if (state_.repeat_rule >= 0 && seat == state_.seat) return gather_again(seat, tier);
    if (program_->plan[seat].is_whole && tier == 0) {
        gather_plan(seat);
        return;
    }
    const auto& tiers = program_->tiers;
    for (; tier < static_cast<int>(tiers.size()); ++tier) {
        for (const auto rule : tiers[tier]) gather_rule(rule, seat, -1);
        if (g.total > 0) break;
    }
    g.tier = tier;
}

template <int W>
Move Position<W>::entry_move(const Entry& entry, int index) const {
    const Rule<W>& rule = program_->rules[entry.rule];
    const int target = entry.targets.select(index);
    int source = -1;
    if (rule.text->has_source) {
        if (entry.shape == 3) {
            source = entry.lane;
        } else if (entry.shape == 2) {
            source = target - (entry.lane / 64) * program_->directions[entry.lane % 64].delta[0];
        } else if (entry.shape == 1) {
            const int back = program_->text.opposite[entry.lane];
            const Bits<W> occupied = state_.owned[0] | state_.owned[1] | state_.owned[2];
            source = program_->step(back, target);
            while (!occupied.test(source)) source = program_->step(back, source);
        } else {
            source = target - rule.lanes[gathered_.seat][entry.lane].delta;
        }
    }
    return {entry.rule, static_cast<std::int16_t>(source), static_cast<std::int16_t>(target), 0};
}

template <int W>
Move Position<W>::gathered_move(std::int32_t index) const {
    const Gathered& g = gathered_;
    for (int i = 0; i < g.entries; ++i) {
        if (index < g.entry[i].count) return entry_move(g.entry[i], index);
        index -= g.entry[i].count;
    }
    return g.list[index];
}

// Whether the move would repeat an earlier position; called only where that is illegal.
template <int W>
bool Position<W>::repeats() const {
    const std::uint64_t now = repetition_key();
    return std::find(history_.begin(), history_.end(), now) != history_.end();
}

// Whether the move might lead to an earlier position: not if only the present one is remembered, or
// if there were fewer pieces before.
template <int W>
bool Position<W>::may_repeat(Move move) const {
    if (move.is_pass() || move.is_swap()) return false;
    const Rule<W>& rule = program_->rules[move.rule];
    return !rule.adds && (history_.size() > 1 || rule.text->may_be_null);
}

template <int W>
bool Position<W>::may_pass() const {
    if (state_.repeat_rule >= 0) {
        const RuleText& r = *program_->rules[state_.repeat_rule].text;
        return r.posts[r.repeat].a != 0;
    }
    return program_->text.can_pass != 0;
}

template <int W>
bool Position<W>::has_move(int seat) const {
    if (seat != state_.seat) return with_side_to_move(seat).has_move(seat);
    if (gathered_.seat != seat || gathered_.tier < 0) gather(seat, 0);
    const bool filters =
        program_->tracks_history && program_->text.repetition == kRepetitionIllegal;
    if (!filters || gathered_.total == 0) return gathered_.total > 0;
    static thread_local Position scratch;
    for (int tier = gathered_.tier;; tier = gathered_.tier + 1) {
        if (gathered_.total == 0) return false;
        for (std::int32_t i = 0; i < gathered_.total; ++i) {
            const Move move = gathered_move(i);
            if (!may_repeat(move)) return true;
            spend(2 * size_steps());
            scratch = *this;
            scratch.apply(move);
            if (!scratch.repeats()) return true;
        }
        gather(seat, tier + 1);
    }
}

template <int W>
void Position<W>::candidates(int seat, std::vector<Move>& out) const {
    out.clear();
    gather(seat, 0);
    spend(2 * W * static_cast<std::int64_t>(gathered_.total));
    for (std::int32_t i = 0; i < gathered_.total; ++i) out.push_back(gathered_move(i));
}

template <int W>
void Position<W>::moves(std::vector<Move>& out) const {
    out.clear();
    if (over()) return;
    const int seat = state_.seat;
    const bool filters =
        program_->tracks_history && program_->text.repetition == kRepetitionIllegal;
    gather(seat, 0);
    static thread_local Position scratch;
    while (gathered_.total > 0) {
        spend(2 * W * static_cast<std::int64_t>(gathered_.total));
        for (std::int32_t i = 0; i < gathered_.total; ++i) {
            const Move move = gathered_move(i);
            if (filters && may_repeat(move)) {
                spend(2 * size_steps());
                scratch = *this;
                scratch.apply(move);
                if (scratch.repeats()) continue;
            }
            out.push_back(move);
        }
        if (!out.empty()) break;
        gather(seat, gathered_.tier + 1);
    }
    if (filters) gathered_.seat = -1;  // the cache may belong to a later tier
    if (out.empty() || may_pass()) {
        if (std::find(out.begin(), out.end(), Move{}) == out.end()) out.push_back(Move{});
    }
    if (can_swap()) out.push_back(kSwapMove);
}

template <int W>
std::int64_t Position<W>::count_moves() const {
    if (program_->tracks_history && program_->text.repetition == kRepetitionIllegal) {
        static thread_local std::vector<Move> buffer;
        moves(buffer);
        return static_cast<std::int64_t>(buffer.size());
    }
    if (over()) return 0;
    if (gathered_.seat != state_.seat) gather(state_.seat, 0);
    return gathered_.total + (gathered_.total == 0 || may_pass()) + can_swap();
}

template <int W>
bool Position<W>::make_random(Rng& rng) {
    if (over()) return false;
    const int seat = state_.seat;
    if (gathered_.seat != seat) gather(seat, 0);
    const std::int32_t own = gathered_.total + (gathered_.total == 0 || may_pass() ? 1 : 0);
    const std::int32_t total = own + can_swap();
    const std::int32_t index =
        static_cast<std::int32_t>(rng.below(static_cast<std::uint32_t>(total)));
    if (index == own) {
        make(kSwapMove);
        return true;
    }
    const Move move = index < gathered_.total ? gathered_move(index) : Move{};
    const bool filters =
        program_->tracks_history && program_->text.repetition == kRepetitionIllegal;
    if (filters && may_repeat(move)) {
        // Most moves do not repeat: try the one drawn; only if it does, list the legal ones.
        static thread_local Position scratch;
        static thread_local std::vector<Move> legal;
        scratch = *this;
        scratch.apply(move);
        if (scratch.repeats()) {
            moves(legal);
            make(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
            return true;
        }
    }
    make(move);
    return true;
}

}  // namespace ludwright::combinatorial
