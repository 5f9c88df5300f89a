// All of the advisors, for the files that compile them for one size of set each.
//
// An advisor that watches the end of the match reads the end clauses of its seat: each condition it
// understands is a term with a share. The shares are those of the default policy (a clause is worth
// 1, `and` divides it evenly, `or` keeps it, `not` negates and halves it, `lose` negates
// it), so that one weight per advisor is enough if a game requires two lines at once.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <vector>

#include "combinatorial/advisors.h"

namespace ludwright::combinatorial {

// The segments of an in-a-row condition along one axis.
template <int W>
struct LineAxis {
    std::int32_t forward = 0, back = 0;  // directions
    Bits<W> starts;                      // sites from which the whole segment is on the board
};

// The value of a segment by the number of own pieces in it and of ends held by the enemy.
struct LineValue {
    std::int32_t pieces, ends;
    float value;
};

inline constexpr int kMostSegments = 8;
inline constexpr int kLongestPlanned = 6;
inline constexpr int kMostLengths = 3;

// The number of segments by own pieces and by ends the enemy holds.
using LineCount = std::int32_t[3];
struct LineCounts {
    LineCount found[2][kMostLengths][kLongestPlanned + 1] = {};  // by seat and length
};

// Lines of one kind and of all lengths, formed by any pieces: counted together.
struct LinePlan {
    std::int32_t nbors = 0;
    std::int32_t count = 0;
    std::array<std::int32_t, kMostLengths> lengths{};  // ascending
    std::size_t first_start = 0;                       // in AdvisorTables::starts
};

// Sites grouped by a number, with the value of a piece there.
template <int W>
struct Rings {
    std::vector<Bits<W>> ring;
    std::vector<float> value;
};

// How a rule may capture: not at all, from a target that touches a victim, from anywhere, or by
// flanking with a new piece, which is evaluated for all targets at once.
enum class Attack : std::uint8_t { kNone, kNear, kFar, kFlanking };

// One end condition an advisor watches. Which tables are filled depends on the operation.
template <int W>
struct Term {
    NodeText node{};
    float share = 0.0F;       // of the advisor's value; all shares of one advisor add up to 1
    bool is_flipped = false;  // counts against the others: its complement enters
    std::vector<LineAxis<W>> axes;
    std::vector<LineValue> line_values;  // greatest first
    std::int32_t plan = -1, slot = 0;    // lines that are counted by a plan, and which length
    std::vector<Bits<W>> windows;        // cells that must all be held: patterns, rings
    std::vector<Rings<W>> goals;         // sites by distance from a goal
    std::vector<std::int32_t> regions;   // to be joined
    std::int64_t steps = 0;              // of one evaluation, without those of filling regions
};

// What the advisors need to know about a program. Built once per policy, read by any thread.
template <int W>
struct AdvisorTables {
    std::vector<Term<W>> terms[2][kAdvisorCount];  // by seat and advisor
    std::vector<Bits<W>> regions;                  // of all connections, each once; at most 64
    bool shares_fields[2] = {false, false};        // several connections share regions
    std::vector<LinePlan> plans;
    std::vector<Bits<W>> starts;  // of plans, by axis and length
    Rings<W> advance[2];
    Rings<W> centrality;
    std::vector<Bits<W>> degrees;            // sites by the number of neighbours
    std::vector<std::int32_t> attackers[2];  // rules that may capture, by seat
    std::vector<Attack> attacks[2];          // of every rule, by seat
    bool surrounds_only = false;             // all captures are by placement and surrounding
    std::int32_t initial[2] = {0, 0};
    float worth[kMaxKinds] = {};  // of a piece
    float diameter = 1.0F;
    float most_moves[2] = {1.0F, 1.0F};  // for stalemate and for mobility
    float most_height = 6.0F;
};

// Evaluates the advisors for one position. Lives on the stack of one evaluation.
template <int W>
struct Advisors {
    const Position<W>& position;
    const AdvisorTables<W>& tables;
    std::int32_t move_count[2] = {-1, -1};
    std::int32_t plan_made = -1;  // which plan `counts` is of
    LineCounts counts;
    bool has_victims[2] = {false, false};
    bool wants_victims[2] = {false, false};  // of which seat's captures are needed
    // Whose pieces the distance fields of meeting() belong to, and which of the fields are valid.
    std::int32_t field_seat = -1, field_record = -1, field_nbors = -1;
    std::uint64_t fields_made = 0;
    Bits<W> victims[2];

    Advisors(const Position<W>& p, const AdvisorTables<W>& t) : position(p), tables(t) {}
    Advisors(const Position<W>& p, const Policy& policy)
        : Advisors(p, *static_cast<const AdvisorTables<W>*>(policy.tables.get())) {
        for (int seat = 0; seat < 2; ++seat) {
            wants_victims[seat] = (policy.active[seat] >> kAttackAdvisor & 1) ||
                                  (policy.active[1 - seat] >> kDefenceAdvisor & 1);
        }
    }

    const Program<W>& program() const { return position.program(); }
    const Bits<W>& owned(int seat) const { return position.state().owned[seat]; }
    Bits<W> occupied() const { return owned(0) | owned(1) | owned(2); }

    float sum(const Policy& policy, int seat) {
        position.spend(8 * W * std::popcount(policy.active[seat]));
        float total = 0.0F;
        for (std::uint32_t rest = policy.active[seat]; rest != 0; rest &= rest - 1) {
            const int advisor = std::countr_zero(rest);
            total += policy.weight[seat][advisor] * value(advisor, seat);
        }
        return total;
    }

    float value(int advisor, int seat) {
        switch (advisor) {
            case kStalemateAdvisor:
                return 1.0F - share(moves_of(1 - seat), tables.most_moves[0]);
            case kMobilityAdvisor:
                return share(moves_of(seat), tables.most_moves[1]);
            case kAttackAdvisor:
                return share((captures_of(seat) & owned(1 - seat)).count(),
                             owned(1 - seat).count());
            case kDefenceAdvisor:
                return share(minus(owned(seat), captures_of(1 - seat)).count(),
                             owned(seat).count());
            case kMaterialAdvisor:
                return material(seat);
            case kFightAdvisor:
                return fight(seat);
            case kAdvanceAdvisor:
                return mean(tables.advance[seat], owned(seat));
            case kCentralityAdvisor:
                return mean(tables.centrality, owned(seat));
            case kCohesionAdvisor:
                return cohesion(seat);
            case kFreedomAdvisor:
                return freedom(seat);
            case kHeightAdvisor:
                return height(seat);
            default: {
                float total = 0.0F;
                for (const Term<W>& term : tables.terms[seat][advisor]) {
                    position.spend(term.steps);
                    const float v = term.plan >= 0
                                        ? union_of(term, planned(term.plan).found[seat][term.slot])
                                        : std::clamp(progress(term, seat), 0.0F, 1.0F);
                    total += term.share * (term.is_flipped ? 1.0F - v : v);
                }
                return std::clamp(total, 0.0F, 1.0F);
            }
        }
    }

    static float share(float part, float whole) {
        return whole > 0.0F ? std::clamp(part / whole, 0.0F, 1.0F) : 0.0F;
    }
    static float share(int part, int whole) {
        return share(static_cast<float>(part), static_cast<float>(whole));
    }
    static float share(int part, float whole) { return share(static_cast<float>(part), whole); }

    // The mean value of sites; 0 if there are none.
    static float mean(const Rings<W>& rings, const Bits<W>& sites) {
        float total = 0.0F;
        int n = 0;
        for (std::size_t i = 0; i < rings.ring.size(); ++i) {
            const int k = (rings.ring[i] & sites).count();
            total += static_cast<float>(k) * rings.value[i];
            n += k;
        }
        return n == 0 ? 0.0F : total / static_cast<float>(n);
    }

    // How near a seat is to fulfilling a condition, in [0, 1].
    float progress(const Term<W>& term, int seat) {
        const NodeText& node = term.node;
        switch (node.op) {
            case kInARow:
                return lines(term, position.record_set(node.c, seat));
            case kPattern:
                return windows(term, position.record_set(node.b, seat));
            case kCycle:
                return windows(term, position.record_set(node.c, seat));
            case kConnect:
                return connection(term, seat);
            case kGroup:
                return grouping(node, seat);
            case kReach:
                return reaching(term, seat);
            case kReachSides:
                return touching(term, seat);
            case kCaptured:
                return captured(node, seat);
            case kEliminated:
                return surviving(node, seat);
            case kScore:
                return share(std::max(0, position.points(seat)), node.a);
            case kScoreBest: {
                const int own = std::max(0, position.points(seat));
                const int both = own + std::max(0, position.points(1 - seat));
                return both == 0 ? 0.5F : share(own, both);
            }
            case kStack:
                return stacking(node, seat);
            case kCellHasState:
                return nearness(position.cell_state_at(node.a), node.b);
            case kPieceHasState: {
                float best = 0.0F;
                position.record_set(node.b, seat).each([&](int site) {
                    const int state = position.piece_at(site, position.height_at(site) - 1).state();
                    best = std::max(best, nearness(state, node.a));
                });
                return best;
            }
            default:
                return 0.0F;
        }
    }

    static float nearness(int state, int wanted) {
        return 1.0F - share(std::abs(wanted - state), std::max(1, wanted));
    }

    // Segments of N cells without an enemy: own pieces / N, here cubed, halved for each end the
    // enemy holds, after Browne's thesis, pp. 82-84.
    float lines(const Term<W>& term, const Bits<W>& own) const {
        static constexpr int kLongest = 32;
        const int n = std::min(term.node.a, kLongest);
        const Bits<W> foes = minus(occupied(), own);
        LineCount found[kLongest + 1] = {};
        for (const LineAxis<W>& axis : term.axes) {
            const Direction<W>& back = program().directions[axis.back];
            const Bits<W> before = program().directions[axis.forward].shift(foes);
            // at_least[k]: segments, by their first site, with more than k own pieces.
            Bits<W> at_least[kLongest];
            Bits<W> held = own;
            Bits<W> foe = foes;
            Bits<W> blocked = foes;
            at_least[0] = own;
            for (int i = 1; i < n; ++i) {
                held = back.shift(held);
                foe = back.shift(foe);
                blocked |= foe;
                at_least[i] = at_least[i - 1] & held;
                for (int k = i - 1; k > 0; --k) at_least[k] |= at_least[k - 1] & held;
                at_least[0] |= held;
            }
            const Bits<W> free = minus(axis.starts, blocked);
            const Bits<W> any = at_least[0] & free;
            if (!any.any()) continue;
            const Bits<W> beyond = back.shift(foe);
            const Bits<W> both = before & beyond;
            const Bits<W> one = before ^ beyond;
            for (int k = 0; k < n; ++k) {
                Bits<W> exactly = at_least[k] & free;
                if (!exactly.any()) break;
                if (k + 1 < n) exactly = minus(exactly, at_least[k + 1]);
                const int total = exactly.count();
                const int ones = (exactly & one).count();
                const int twos = (exactly & both).count();
                found[k + 1][0] += total - ones - twos;
                found[k + 1][1] += ones;
                found[k + 1][2] += twos;
            }
        }
        return union_of(term, found);
    }

    // The best eight segments combined as independent probabilities.
    static float union_of(const Term<W>& term, const LineCount* found) {
        float none = 1.0F;
        int left = kMostSegments;
        for (const LineValue& kind : term.line_values) {
            int times = std::min(left, found[kind.pieces][kind.ends]);
            left -= times;
            for (; times > 0; --times) none *= 1.0F - kind.value;
            if (left == 0) break;
        }
        return 1.0F - none;
    }

    // The segments of all lengths of one plan, for both seats: they share the shifts.
    const LineCounts& planned(int number) {
        if (plan_made == number) return counts;
        plan_made = number;
        const LinePlan& plan = tables.plans[number];
        counts = LineCounts{};
        const Bits<W> stones[2] = {owned(0), owned(1)};
        const Bits<W>& neutral = owned(2);
        const bool has_neutral = neutral.any();
        const int longest = plan.lengths[plan.count - 1];
        const auto& axes = program().axes[plan.nbors];
        for (std::size_t a = 0; a < axes.size(); ++a) {
            const Direction<W>& forward = program().directions[axes[a]];
            const Direction<W>& back = program().directions[program().text.opposite[axes[a]]];
            // chain[q][k]: sites whose k-th next site holds a piece of q.
            Bits<W> chain[2][kLongestPlanned + 1];
            Bits<W> before[2];
            for (int q = 0; q < 2; ++q) {
                chain[q][0] = stones[q];
                for (int k = 1; k <= longest; ++k) chain[q][k] = back.shift(chain[q][k - 1]);
                before[1 - q] = forward.shift(stones[q]);
            }
            // The same for everything that is not a seat's own.
            const Bits<W>* foes[2] = {chain[1], chain[0]};
            Bits<W> mixed[2][kLongestPlanned + 1];
            if (has_neutral) {
                Bits<W> blocker = neutral;
                for (int k = 0; k <= longest; ++k) {
                    for (int q = 0; q < 2; ++q) mixed[q][k] = chain[1 - q][k] | blocker;
                    blocker = back.shift(blocker);
                }
                for (int q = 0; q < 2; ++q) {
                    foes[q] = mixed[q];
                    before[q] |= forward.shift(neutral);
                }
            }
            for (int slot = 0; slot < plan.count; ++slot) {
                const Bits<W>& starts = tables.starts[plan.first_start + a * plan.count + slot];
                if (!starts.any()) continue;
                for (int q = 0; q < 2; ++q) {
                    count_segments_of(plan.lengths[slot], chain[q], foes[q], before[q], starts,
                                      counts.found[q][slot]);
                }
            }
        }
        return counts;
    }

    static void count_segments_of(int length, const Bits<W>* chain, const Bits<W>* foes,
                                  const Bits<W>& before, const Bits<W>& starts, LineCount* out) {
        switch (length) {
            case 2:
                return count_segments<2>(chain, foes, before, starts, out);
            case 3:
                return count_segments<3>(chain, foes, before, starts, out);
            case 4:
                return count_segments<4>(chain, foes, before, starts, out);
            case 5:
                return count_segments<5>(chain, foes, before, starts, out);
            default:
                return count_segments<6>(chain, foes, before, starts, out);
        }
    }

    template <int N>
    static void count_segments(const Bits<W>* chain, const Bits<W>* foes, const Bits<W>& before,
                               const Bits<W>& starts, LineCount* out) {
        Bits<W> blocked = foes[0];
        for (int k = 1; k < N; ++k) blocked |= foes[k];
        const Bits<W> free = minus(starts, blocked);
        if (!free.any()) return;
        Bits<W> at_least[N + 1];
        at_least[0] = chain[0] & free;
        for (int i = 1; i < N; ++i) {
            const Bits<W> held = chain[i] & free;
            at_least[i] = at_least[i - 1] & held;
            for (int k = i - 1; k > 0; --k) at_least[k] |= at_least[k - 1] & held;
            at_least[0] |= held;
        }
        const Bits<W>& beyond = foes[N];
        const Bits<W> both = before & beyond;
        const Bits<W> one = before ^ beyond;
        for (int k = 0; k < N; ++k) {
            if (!at_least[k].any()) return;
            const Bits<W> exactly = minus(at_least[k], at_least[k + 1]);
            const int ones = (exactly & one).count();
            const int twos = (exactly & both).count();
            out[k + 1][0] += exactly.count() - ones - twos;
            out[k + 1][1] += ones;
            out[k + 1][2] += twos;
        }
    }

    // The same for sets of cells of any shape, by plain shares.
    float windows(const Term<W>& term, const Bits<W>& own) const {
        static constexpr int kMostWindows = 8;
        const Bits<W> foes = minus(occupied(), own);
        float best[kMostWindows] = {};
        for (const Bits<W>& window : term.windows) {
            if (meets(window, foes)) continue;
            const int held = (window & own).count();
            if (held == 0) continue;
            float v = share(held, window.count());
            for (float& kept : best) {
                if (v > kept) std::swap(v, kept);
            }
        }
        float none = 1.0F;
        for (const float v : best) none *= 1.0F - v;
        return 1.0F - none;
    }

    // 1 / (1 + cells still needed): own cells cost nothing, empty ones 1, others are impassable.
    float connection(const Term<W>& term, int seat) {
        if (term.regions.size() < 2) return 0.0F;
        const int cost = tables.shares_fields[seat] || term.regions.size() > 2 ? meeting(term, seat)
                                                                               : way(term, seat);
        return cost < 0 ? 0.0F : 1.0F / static_cast<float>(1 + cost);
    }

    // Calls on_layer(cost, sites) with the sites first reached at each cost from a region.
    template <typename Fn>
    void spread(const Bits<W>& from, const Bits<W>& own, NborClass nbors, Fn&& on_layer) const {
        const Bits<W> open = position.empty();
        Bits<W> reached = position.flood(from & own, own, nbors);
        if (!on_layer(0, reached)) return;
        Bits<W> next = (from | program().dilated(reached, nbors)) & open;
        position.spend(position.flood_steps());
        for (int cost = 1; next.any(); ++cost) {
            Bits<W> near = program().dilated(next, nbors);
            const Bits<W> left = minus(own, reached);
            Bits<W> layer = next;
            if (meets(near, left)) {
                const Bits<W> joined = position.flood(near, left, nbors);
                layer |= joined;
                near |= program().dilated(joined, nbors);
            }
            reached |= layer;
            if (!on_layer(cost, layer)) return;
            next = minus(near & open, reached);
        }
    }

    int way(const Term<W>& term, int seat) const {
        const Bits<W>& from = tables.regions[term.regions[0]];
        const Bits<W>& to = tables.regions[term.regions[1]];
        const auto nbors = static_cast<NborClass>(term.node.c % kNborClassCount);
        int found = -1;
        spread(from, position.record_set(term.node.d, seat), nbors,
               [&](int cost, const Bits<W>& layer) {
                   if (!meets(layer, to)) return true;
                   found = cost;
                   return false;
               });
        return found;
    }

    // The best cell where paths from all regions meet. For two regions that is the shortest path.
    int meeting(const Term<W>& term, int seat) {
        static constexpr std::uint8_t kFar = 200;
        struct alignas(32) Field {
            std::uint8_t at[64 * W];
        };
        // Costs from each region, kept while the pieces in question stay the same; their cells.
        static thread_local std::vector<Field> fields;
        static thread_local Field held;
        const Bits<W> own = position.record_set(term.node.d, seat);
        if (field_seat != seat || field_record != term.node.d || field_nbors != term.node.c) {
            field_seat = seat;
            field_record = term.node.d;
            field_nbors = term.node.c;
            fields_made = 0;
            std::fill(std::begin(held.at), std::end(held.at), std::uint8_t{0});
            own.each([&](int site) { held.at[site] = 1; });
        }
        if (fields.size() < tables.regions.size()) fields.resize(tables.regions.size());
        // An empty cell is counted once for every region, an own one never: compensate for that.
        const auto extra =
            static_cast<std::uint8_t>(std::min<std::size_t>(term.regions.size() - 1, 255 - kFar));
        Field total;
        for (int i = 0; i < 64 * W; ++i) {
            total.at[i] = static_cast<std::uint8_t>(held.at[i] * extra);
        }
        const auto nbors = static_cast<NborClass>(term.node.c % kNborClassCount);
        for (const auto region : term.regions) {
            Field& field = fields[region];
            if (!(fields_made >> region & 1)) {
                fields_made |= 1ULL << region;
                std::fill(std::begin(field.at), std::end(field.at), kFar);
                spread(tables.regions[region], own, nbors, [&](int cost, const Bits<W>& layer) {
                    const auto written = static_cast<std::uint8_t>(std::min<int>(cost, kFar));
                    layer.each([&](int site) { field.at[site] = written; });
                    return true;
                });
            }
            // Both parts are at most kFar, so the sum of two bytes is clamped after adding.
            for (int i = 0; i < 64 * W; ++i) {
                const int sum = total.at[i] + field.at[i];
                total.at[i] = static_cast<std::uint8_t>(sum > kFar ? kFar : sum);
            }
        }
        std::uint8_t least = kFar;
        for (int i = 0; i < 64 * W; ++i) least = std::min(least, total.at[i]);
        return least >= kFar ? -1 : std::max(0, least - extra);
    }

    // The largest group relative to the required size, less for pieces far from it.
    float grouping(const NodeText& node, int seat) const {
        const Bits<W> own = position.record_set(node.c, seat);
        const auto nbors = static_cast<NborClass>(node.b);
        const int n = own.count();
        if (n == 0) return 0.0F;
        Bits<W> largest;
        int size = 0;
        for (Bits<W> rest = own; rest.any() && rest.count() > size;) {
            position.spend(position.flood_steps());
            const Bits<W> group = position.flood(Bits<W>::single(rest.first()), rest, nbors);
            rest = minus(rest, group);
            if (group.count() > size) {
                size = group.count();
                largest = group;
            }
        }
        const float base = node.a == 0 ? share(size, n) : share(size, node.a);
        const float away = mean_distance(minus(own, largest), largest) / tables.diameter;
        const float apart = away * share(n - size, n);
        return std::clamp(base - 0.5F * apart, 0.0F, 1.0F);
    }

    // The mean distance of `sites` from the nearest site of `goal`, by adjacency; 0 for none.
    float mean_distance(const Bits<W>& sites, const Bits<W>& goal) const {
        const int n = sites.count();
        if (n == 0) return 0.0F;
        Bits<W> covered = goal;
        Bits<W> front = goal;
        float total = 0.0F;
        int missing = minus(sites, goal).count();
        position.spend(position.flood_steps());
        for (int d = 1; missing > 0; ++d) {
            front = minus(program().dilated(front, kBoardNbors), covered);
            if (!front.any()) break;
            covered |= front;
            const int here = (front & sites).count();
            total += static_cast<float>(d * here);
            missing -= here;
        }
        return (total + static_cast<float>(missing) * tables.diameter) / static_cast<float>(n);
    }

    // The mean nearness of as many pieces as needed, the nearest first.
    float reaching(const Term<W>& term, int seat) const {
        const Bits<W> own = position.record_set(term.node.d, seat);
        const Rings<W>& rings = term.goals[0];
        const int wanted = term.node.a > 0      ? term.node.a
                           : term.node.a == -1  ? own.count()
                           : rings.ring.empty() ? 0  // nowhere to go
                                                : rings.ring[0].count();
        if (wanted == 0) return 0.0F;
        float total = 0.0F;
        int left = wanted;
        for (std::size_t i = 0; i < rings.ring.size() && left > 0; ++i) {
            const int here = std::min(left, (rings.ring[i] & own).count());
            total += static_cast<float>(here) * rings.value[i];
            left -= here;
        }
        return total / static_cast<float>(wanted);
    }

    float touching(const Term<W>& term, int seat) const {
        const Bits<W> own = position.record_set(term.node.b, seat);
        float total = 0.0F;
        for (const Rings<W>& side : term.goals) {
            for (std::size_t i = 0; i < side.ring.size(); ++i) {
                if (!meets(side.ring[i], own)) continue;
                total += side.value[i];
                break;
            }
        }
        return term.goals.empty() ? 0.0F : total / static_cast<float>(term.goals.size());
    }

    float captured(const NodeText& node, int seat) const {
        int n = 0;
        for (int k = 0; k < program().text.kinds; ++k) {
            if (node.c >> k & 1) n += position.state().captured[seat][k];
        }
        if (!node.b) return share(n, node.a);
        int left = 0;
        for (const auto site : program().text.sites) {
            if (position.owner_at(site) < 0) continue;
            for (int level = 0; level < position.height_at(site); ++level) {
                const Piece piece = position.piece_at(site, level);
                left += piece.owner() == 1 - seat && (node.c >> piece.kind() & 1);
            }
        }
        return share(n, n + left);
    }

    int pieces_of(int owner) const {
        int n = position.piece_count(owner);
        for (int k = 0; k < program().text.kinds; ++k) {
            n += std::max<int>(0, position.state().hand[owner][k]);
        }
        return n;
    }

    // Own pieces kept, if the condition is about own pieces; otherwise enemy pieces gone.
    float surviving(const NodeText& node, int seat) const {
        const int owner = position.resolve(node.a, seat);
        if (owner < 0 || owner > 1) return 0.0F;
        const int n = pieces_of(owner);
        const int most =
            tables.initial[owner] > 0 ? tables.initial[owner] : n + pieces_of(1 - owner);
        const float kept = most == 0 ? 0.5F : share(n, most);
        return owner == seat ? kept : 1.0F - kept;
    }

    float stacking(const NodeText& node, int seat) const {
        int best = 0;
        (position.record_set(node.c, seat) & owned(seat)).each([&](int site) {
            int n = position.height_at(site);
            if (node.b) {
                const int height = n;
                n = 0;
                for (int level = 0; level < height; ++level) {
                    n += position.piece_at(site, level).owner() == seat;
                }
            }
            best = std::max(best, n);
        });
        return share(best, node.a);
    }

    // Moves by the conditions alone, regardless of repetition and of which moves take precedence,
    // since being forced to make one move does not mean lacking others.
    std::int32_t moves_of(int seat) {
        if (move_count[seat] >= 0) return move_count[seat];
        if (wants_victims[seat] && gathers_captures(seat)) {
            captures_of(seat);
            return move_count[seat];
        }
        std::int32_t total = 0;
        const auto tiers = static_cast<std::int32_t>(program().tiers.size());
        for (std::int32_t tier = 0; tier < tiers;) {
            position.gather(seat, tier);
            total += position.gathered_.total;
            tier = position.gathered_.tier + 1;
        }
        position.gathered_.seat = -1;  // its contents are not the mover's moves
        move_count[seat] = total;
        return total;
    }

    // Enemy sites that the seat could capture from if it were its turn.
    const Bits<W>& captures_of(int seat) {
        if (has_victims[seat]) return victims[seat];
        has_victims[seat] = true;
        Bits<W>& found = victims[seat];
        if (tables.attackers[seat].empty()) return found;
        if (tables.surrounds_only) {
            found = groups_in_atari(1 - seat);
            return found;
        }
        position.gather(seat, 0);
        const auto& gathered = position.gathered_;
        if (gathers_captures(seat)) move_count[seat] = gathered.total;
        const Bits<W>& enemy = owned(1 - seat);
        const Bits<W> near = program().dilated(enemy, kAllOfThem);
        for (int i = 0; i < gathered.entries; ++i) {
            auto entry = gathered.entry[i];
            const Attack attack = tables.attacks[seat][entry.rule];
            if (attack == Attack::kNone) continue;
            if (program().rules[entry.rule].only_replaces) {
                found |= entry.targets & enemy;
                continue;
            }
            if (attack == Attack::kFlanking) {
                for (const PostText& p : program().rules[entry.rule].text->posts) {
                    if (p.op == post::kCapture) found |= flanked(entry.targets, seat, p.b);
                }
                continue;
            }
            if (attack == Attack::kNear) entry.targets &= near;
            const int count = entry.targets.count();
            for (int k = 0; k < count; ++k) {
                add_captures(position.entry_move(entry, k), seat, found);
            }
        }
        for (const Move& move : gathered.list) {
            const Attack attack = tables.attacks[seat][move.rule];
            if (attack == Attack::kNone || move.target < 0) continue;
            if (attack == Attack::kFar || near.test(move.target)) add_captures(move, seat, found);
        }
        found &= enemy;
        return found;
    }

    // Enemies in a row, of this length or of any length if it is 0, between a target, where the
    // seat places a piece, and a friend.
    Bits<W> flanked(const Bits<W>& targets, int seat, int length) const {
        const Bits<W>& enemy = owned(1 - seat);
        Bits<W> found;
        for (const int d : program().line_directions[kBoardNbors]) {
            const Direction<W>& forward = program().directions[d];
            const Direction<W>& back = program().directions[program().text.opposite[d]];
            Bits<W> last = forward.shift(targets) & enemy;  // of n enemies in a row
            for (int n = 1; n <= program().longest_ray && last.any(); ++n) {
                const Bits<W> next = forward.shift(last);
                last = next & enemy;
                if (length > 0 && n != length) continue;
                Bits<W> taken = next & owned(seat);
                for (int k = n; k > 0 && taken.any(); --k) {
                    taken = back.shift(taken);
                    found |= taken;
                }
                if (length > 0) break;
            }
        }
        return found;
    }

    // Whether one pass over the moves of a seat gives both their number and what they capture.
    bool gathers_captures(int seat) const {
        return program().tiers.size() == 1 && !tables.attackers[seat].empty() &&
               !tables.surrounds_only;
    }

    void add_captures(const Move& move, int seat, Bits<W>& found) const {
        position.spend(8 * W);
        typename Position<W>::Context context;
        context.seat = seat;
        context.source = move.source;
        context.target = move.target;
        context.rule = &program().rules[move.rule];
        if (move.target < 0) return;
        for (const PostText& p : context.rule->text->posts) {
            if (p.op != post::kCapture) continue;
            switch (p.a) {
                case capture::kReplace:
                    if (position.top_fits(p.record, move.target, seat, kRoleEnemy)) {
                        found.set(move.target);
                    }
                    break;
                case capture::kChoice:
                    found |= owned(1 - seat);
                    break;
                case capture::kAnyOne:
                    found |= program().nbors[kBoardNbors][move.target] & owned(1 - seat);
                    break;
                default:
                    found |= position.affected(p.a, p.b, position.view_before(context, p.record),
                                               context);
            }
        }
    }

    Bits<W> groups_in_atari(int owner) const {
        Bits<W> found;
        const Bits<W> open = position.empty();
        for (Bits<W> rest = owned(owner); rest.any();) {
            position.spend(position.flood_steps());
            const Bits<W> group = position.flood(Bits<W>::single(rest.first()), rest, kBoardNbors);
            rest = minus(rest, group);
            if ((program().dilated(group, kBoardNbors) & open).count() <= 1) found |= group;
        }
        return found;
    }

    float worth_of(int owner) const {
        const ProgramText& text = program().text;
        float total = 0.0F;
        if (text.rich) {
            for (const auto site : text.sites) {
                if (position.owner_at(site) < 0) continue;
                for (int level = 0; level < position.height_at(site); ++level) {
                    const Piece piece = position.piece_at(site, level);
                    if (piece.owner() == owner) total += tables.worth[piece.kind()];
                }
            }
        } else if (text.single_kind) {
            total = tables.worth[0] * static_cast<float>(owned(owner).count());
        } else {
            for (int k = 0; k < text.kinds; ++k) {
                const int n = (position.state().kinds[k] & owned(owner)).count();
                total += tables.worth[k] * static_cast<float>(n);
            }
        }
        return total;
    }

    float material(int seat) const {
        const float own = worth_of(seat);
        const float both = own + worth_of(1 - seat);
        return both > 0.0F ? share(own, both) : 0.5F;
    }

    float fight(int seat) const {
        if (!owned(seat).any() || !owned(1 - seat).any()) return 0.0F;
        return 1.0F - share(mean_distance(owned(seat), owned(1 - seat)), tables.diameter);
    }

    // The share of friends among all neighbours of own pieces.
    float cohesion(int seat) const {
        const Bits<W>& own = owned(seat);
        int all = 0;
        for (std::size_t i = 0; i < tables.degrees.size(); ++i) {
            all += static_cast<int>(i) * (tables.degrees[i] & own).count();
        }
        int friends = 0;
        if (program().dilates_by_direction[kBoardNbors]) {
            for (const int d : program().line_directions[kBoardNbors]) {
                friends += (program().directions[d].shift(own) & own).count();
            }
        } else {
            const auto& nbors = program().nbors[kBoardNbors];
            own.each([&](int site) { friends += (nbors[site] & own).count(); });
        }
        return share(friends, all);
    }

    float freedom(int seat) const {
        static constexpr float kMany = 6.0F;
        const Bits<W> open = position.empty();
        float total = 0.0F;
        int groups = 0;
        for (Bits<W> rest = owned(seat); rest.any(); ++groups) {
            position.spend(position.flood_steps());
            const Bits<W> group = position.flood(Bits<W>::single(rest.first()), rest, kBoardNbors);
            rest = minus(rest, group);
            total += share((program().dilated(group, kBoardNbors) & open).count(), kMany);
        }
        return groups == 0 ? 0.0F : total / static_cast<float>(groups);
    }

    float height(int seat) const {
        if (!program().text.rich) return owned(seat).any() ? share(1, tables.most_height) : 0.0F;
        int total = 0;
        owned(seat).each([&](int site) { total += position.height_at(site); });
        return share(static_cast<float>(total),
                     tables.most_height * static_cast<float>(owned(seat).count()));
    }
};

namespace detail {

// Fills the tables of one program. Used once per policy.
template <int W>
struct TableMaker {
    const Program<W>& program;
    AdvisorTables<W>& tables;

    // Below this sum of shares an advisor counts against its seat; the default policy agrees.
    static constexpr float kAgainst = -1e-4F;

    struct Leaf {
        int node;
        float share;
    };

    void make(const AdvisorScales& scales) {
        for (int seat = 0; seat < 2; ++seat) {
            collect(seat);
            tables.advance[seat] = rows_of(seat);
            count_initial(seat);
            find_attackers(seat);
        }
        plan_lines();
        measure_board();
        value_kinds();
        take_scales(scales);
    }

    static int advisor_of(int op) {
        switch (op) {
            case kInARow:
            case kPattern:
                return kLineAdvisor;
            case kConnect:
            case kCycle:
                return kConnectionAdvisor;
            case kGroup:
                return kGroupAdvisor;
            case kReach:
            case kReachSides:
                return kGoalAdvisor;
            case kCaptured:
                return kCapturesAdvisor;
            case kEliminated:
                return kSurvivalAdvisor;
            case kScore:
            case kScoreBest:
                return kScoreAdvisor;
            case kStack:
                return kStackAdvisor;
            case kCellHasState:
            case kPieceHasState:
                return kStateAdvisor;
            default:
                return -1;
        }
    }

    bool has_advisor(int index) const {
        const NodeText& node = program.text.nodes[index];
        if (node.op == kEndAnd || node.op == kEndOr) {
            return has_advisor(node.a) || has_advisor(node.b);
        }
        if (node.op == kEndNot) return has_advisor(node.a);
        return advisor_of(node.op) >= 0 || node.op == kNoMove;
    }

    void parts_of(int index, std::vector<int>& out) const {
        const NodeText& node = program.text.nodes[index];
        if (node.op == kEndAnd) {
            parts_of(node.a, out);
            parts_of(node.b, out);
        } else if (has_advisor(index)) {
            out.push_back(index);
        }
    }

    void leaves_of(int index, float share, std::vector<Leaf>& out) const {
        const NodeText& node = program.text.nodes[index];
        if (node.op == kEndAnd) {
            std::vector<int> parts;
            parts_of(index, parts);
            for (const int part : parts) {
                leaves_of(part, share / static_cast<float>(parts.size()), out);
            }
        } else if (node.op == kEndOr) {
            leaves_of(node.a, share, out);
            leaves_of(node.b, share, out);
        } else if (node.op == kEndNot) {
            leaves_of(node.a, -0.5F * share, out);
        } else if (advisor_of(node.op) >= 0) {
            out.push_back({index, share});
        }
    }

    void collect(int seat) {
        std::vector<Leaf> leaves;
        for (const ClauseText& clause : program.text.clauses) {
            if (!(clause.players >> seat & 1) || clause.result == kDraw) continue;
            leaves_of(clause.node, clause.result == kWin ? 1.0F : -1.0F, leaves);
        }
        float total[kAdvisorCount] = {};
        float size[kAdvisorCount] = {};
        for (Leaf& leaf : leaves) {
            const NodeText& node = program.text.nodes[leaf.node];
            // This advisor is about pieces kept, the condition about pieces lost.
            const bool own = node.a == kRoleMover || node.a == kRoleSeat0 + seat;
            if (node.op == kEliminated && own) leaf.share = -leaf.share;
            total[advisor_of(node.op)] += leaf.share;
            size[advisor_of(node.op)] += leaf.share < 0.0F ? -leaf.share : leaf.share;
        }
        for (const Leaf& leaf : leaves) {
            const NodeText& node = program.text.nodes[leaf.node];
            const int advisor = advisor_of(node.op);
            Term<W> term;
            term.node = node;
            term.share = (leaf.share < 0.0F ? -leaf.share : leaf.share) / size[advisor];
            term.is_flipped = (leaf.share < 0.0F) != (total[advisor] < kAgainst);
            add(tables.terms[seat][advisor], std::move(term), seat);
        }
        static constexpr int kFewWays = 2;
        int connections = 0;
        for (const Term<W>& term : tables.terms[seat][kConnectionAdvisor]) {
            connections += term.node.op == kConnect;
        }
        tables.shares_fields[seat] = connections > kFewWays;
    }

    void add(std::vector<Term<W>>& terms, Term<W>&& term, int seat) {
        for (Term<W>& other : terms) {
            const NodeText& a = other.node;
            const NodeText& b = term.node;
            if (a.op == b.op && a.a == b.a && a.b == b.b && a.c == b.c && a.d == b.d &&
                other.is_flipped == term.is_flipped) {
                other.share += term.share;
                return;
            }
        }
        prepare(term, seat);
        const auto regions = static_cast<std::int64_t>(term.regions.size());
        const auto windows = static_cast<std::int64_t>(term.windows.size());
        const auto lines = static_cast<std::int64_t>(term.axes.size()) * term.node.a;
        term.steps = W * (4 + 8 * regions + windows + lines);
        terms.push_back(std::move(term));
    }

    void prepare(Term<W>& term, int seat) {
        const NodeText& node = term.node;
        switch (node.op) {
            case kInARow:
                prepare_lines(term);
                break;
            case kPattern:
                prepare_pattern(term);
                break;
            case kCycle:
                prepare_cycle(term);
                break;
            case kConnect:
                for (const Bits<W>& region : program.region_sets[seat == 0 ? node.a : node.b]) {
                    term.regions.push_back(region_number(region));
                }
                break;
            case kReach:
                term.goals.push_back(distances_to(program.masks[seat == 0 ? node.b : node.c]));
                break;
            case kReachSides:
                for (const Bits<W>& side : program.region_sets[node.a]) {
                    term.goals.push_back(distances_to(side));
                }
                break;
            default:
                break;
        }
    }

    // Regions beyond the last number share that number: far more than any game has.
    std::int32_t region_number(const Bits<W>& region) {
        static constexpr std::size_t kMostRegions = 64;
        auto& regions = tables.regions;
        const auto at = std::find(regions.begin(), regions.end(), region);
        const auto found = static_cast<std::size_t>(at - regions.begin());
        if (found == regions.size() && found < kMostRegions) regions.push_back(region);
        return static_cast<std::int32_t>(std::min(found, kMostRegions - 1));
    }

    void plan_lines() {
        for (int nbors = 0; nbors < kNborClassCount; ++nbors) {
            std::vector<Term<W>*> terms;
            std::vector<std::int32_t> lengths;
            for (auto& by_seat : tables.terms) {
                for (Term<W>& term : by_seat[kLineAdvisor]) {
                    const NodeText& node = term.node;
                    if (node.op != kInARow || node.b != nbors || node.c >= 0) continue;
                    if (node.a < 2 || node.a > kLongestPlanned) continue;
                    terms.push_back(&term);
                    lengths.push_back(node.a);
                }
            }
            std::sort(lengths.begin(), lengths.end());
            lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
            if (lengths.empty() || lengths.size() > kMostLengths) continue;
            LinePlan plan;
            plan.nbors = nbors;
            plan.count = static_cast<std::int32_t>(lengths.size());
            std::copy(lengths.begin(), lengths.end(), plan.lengths.begin());
            plan.first_start = tables.starts.size();
            for (const int d : program.axes[nbors]) {
                for (const std::int32_t length : lengths) {
                    tables.starts.push_back(starts_of(d, length));
                }
            }
            for (Term<W>* term : terms) {
                term->plan = static_cast<std::int32_t>(tables.plans.size());
                const auto at = std::find(lengths.begin(), lengths.end(), term->node.a);
                term->slot = static_cast<std::int32_t>(at - lengths.begin());
            }
            tables.plans.push_back(plan);
        }
    }

    // Sites from which that many cells in a direction are all on the board.
    Bits<W> starts_of(int direction, int length) const {
        const Direction<W>& back = program.directions[program.text.opposite[direction]];
        Bits<W> starts = program.board;
        Bits<W> room = program.board;
        for (int i = 1; i < length; ++i) {
            room = back.shift(room);
            starts &= room;
        }
        return starts;
    }

    void prepare_lines(Term<W>& term) const {
        const int n = term.node.a;
        for (const int d : program.axes[term.node.b]) {
            LineAxis<W> axis;
            axis.forward = d;
            axis.back = program.text.opposite[d];
            axis.starts = starts_of(d, n);
            if (axis.starts.any()) term.axes.push_back(axis);
        }
        for (int pieces = 1; pieces <= n; ++pieces) {
            for (int ends = 0; ends < 3; ++ends) {
                // Cubed: a union of plain shares is near 1 for both seats as soon as a few stones
                // are down.
                const float share = static_cast<float>(pieces) / static_cast<float>(n);
                const float full = share * share * share;
                const bool is_done = pieces == n;  // a finished line is not worth less for its ends
                const float part = is_done ? 1.0F : ends == 0 ? 1.0F : ends == 1 ? 0.5F : 0.25F;
                term.line_values.push_back({pieces, ends, full * part});
            }
        }
        std::stable_sort(term.line_values.begin(), term.line_values.end(),
                         [](const LineValue& a, const LineValue& b) { return a.value > b.value; });
    }

    static void add_window(std::vector<Bits<W>>& windows, const Bits<W>& window) {
        if (std::find(windows.begin(), windows.end(), window) == windows.end()) {
            windows.push_back(window);
        }
    }

    void prepare_pattern(Term<W>& term) const {
        const std::vector<std::int32_t>& steps = program.text.walks[term.node.a];
        for (const auto site : program.text.sites) {
            for (int d = 0; d < program.text.direct; ++d) {
                Bits<W> window = Bits<W>::single(site);
                std::vector<std::int32_t> prefix;
                bool is_whole = true;
                for (const auto turtle : steps) {
                    prefix.push_back(turtle);
                    const int at = program.walk(site, d, prefix);
                    if (at < 0) {
                        is_whole = false;
                        break;
                    }
                    window.set(at);
                }
                if (is_whole) add_window(term.windows, window);
            }
        }
    }

    // The smallest rings: the neighbours of one cell inside the board.
    void prepare_cycle(Term<W>& term) const {
        for (const auto site : program.text.sites) {
            const Bits<W>& ring = program.nbors[kBoardNbors][site];
            if (!program.edge.test(site) && ring.any()) add_window(term.windows, ring);
        }
    }

    Rings<W> distances_to(const Bits<W>& goal) const {
        Rings<W> rings;
        Bits<W> covered = goal;
        for (Bits<W> front = goal; front.any();) {
            rings.ring.push_back(front);
            front = minus(program.dilated(front, kBoardNbors), covered);
            covered |= front;
        }
        if (rings.ring.empty()) rings.ring.push_back(goal);
        fade(rings);
        return rings;
    }

    // 1 in the first ring, 0 in the last.
    static void fade(Rings<W>& rings) {
        const auto last = static_cast<float>(std::max<std::size_t>(1, rings.ring.size() - 1));
        for (std::size_t i = 0; i < rings.ring.size(); ++i) {
            rings.value.push_back(1.0F - static_cast<float>(i) / last);
        }
    }

    Rings<W> rows_of(int seat) const {
        Rings<W> rings;
        if (program.text.progress[seat] < 0) return rings;
        const std::vector<std::int16_t>& row = program.text.tables[program.text.progress[seat]];
        for (const auto site : program.text.sites) {
            const auto at = static_cast<std::size_t>(std::max<int>(0, row[site]));
            if (rings.ring.size() <= at) rings.ring.resize(at + 1);
            rings.ring[at].set(site);
        }
        std::reverse(rings.ring.begin(), rings.ring.end());
        fade(rings);
        return rings;
    }

    void count_initial(int seat) {
        for (const ProgramText::Placed& piece : program.text.placed) {
            tables.initial[seat] += piece.owner == seat;
        }
        for (int k = 0; k < program.text.kinds; ++k) {
            tables.initial[seat] += std::max(0, program.text.hand[seat][k]);
        }
    }

    // Whether a step one way and a step back always cancel out, for all sites at once.
    bool has_straight_lines() const {
        const auto& lines = program.line_directions[kBoardNbors];
        return std::all_of(lines.begin(), lines.end(),
                           [&](int d) { return program.directions[d].parts < 2; });
    }

    // Captures whose every victim, or the first of a row of victims, is next to the target.
    static bool needs_contact(int kind) {
        switch (kind) {
            case capture::kSurround:
            case capture::kCustodial:
            case capture::kFlank:
            case capture::kIntervention:
            case capture::kDirectNbors:
            case capture::kIndirectNbors:
            case capture::kAllNbors:
            case capture::kGroupOf:
            case capture::kAnyOne:
                return true;
            default:
                return false;
        }
    }

    void find_attackers(int seat) {
        bool surrounds_only = true;
        tables.attacks[seat].assign(program.rules.size(), Attack::kNone);
        for (std::size_t i = 0; i < program.rules.size(); ++i) {
            const RuleText& rule = *program.rules[i].text;
            if (!(rule.seats >> seat & 1)) continue;
            bool captures = false;
            bool flanks = !rule.has_source && has_straight_lines();
            Attack attack = Attack::kNear;
            for (const PostText& p : rule.posts) {
                if (p.op != post::kCapture) continue;
                captures = true;
                if (!needs_contact(p.a)) attack = Attack::kFar;
                flanks = flanks && (p.a == capture::kCustodial || p.a == capture::kFlank) &&
                         (p.record < 0 || program.text.records[p.record].role == kRoleEnemy);
                surrounds_only = surrounds_only && p.a == capture::kSurround && !rule.has_source;
            }
            if (!captures) continue;
            tables.attackers[seat].push_back(static_cast<std::int32_t>(i));
            tables.attacks[seat][i] = flanks ? Attack::kFlanking : attack;
        }
        tables.surrounds_only = surrounds_only && (seat == 0 || tables.surrounds_only);
    }

    void measure_board() {
        const auto& sites = program.text.sites;
        int least = 255;
        int most = 1;
        std::vector<int> reach;
        for (const auto a : sites) {
            int furthest = 0;
            for (const auto b : sites)
                furthest = std::max(furthest, program.distance_between(a, b));
            reach.push_back(furthest);
            least = std::min(least, furthest);
            most = std::max(most, furthest);
        }
        tables.diameter = static_cast<float>(most);
        Bits<W> centre;
        for (std::size_t i = 0; i < sites.size(); ++i) {
            if (reach[i] == least) centre.set(sites[i]);
        }
        tables.centrality = distances_to(centre);
        for (const auto site : sites) {
            const auto degree = static_cast<std::size_t>(program.nbors[kBoardNbors][site].count());
            if (tables.degrees.size() <= degree) tables.degrees.resize(degree + 1);
            tables.degrees[degree].set(site);
        }
    }

    void value_kinds() {
        float total = 0.0F;
        for (int k = 0; k < program.text.kinds; ++k) {
            tables.worth[k] = static_cast<float>(std::max(0, program.text.values[k]));
            total += tables.worth[k];
        }
        if (total > 0.0F) return;
        for (int k = 0; k < program.text.kinds; ++k) tables.worth[k] = 1.0F;
    }

    void take_scales(const AdvisorScales& scales) {
        const Position<W> start(program);
        std::vector<Move> moves;
        float most = 8.0F;
        for (int seat = 0; seat < 2; ++seat) {
            start.candidates(seat, moves);
            most = std::max(most, 1.5F * static_cast<float>(moves.size()));
        }
        tables.most_moves[0] = scales[kStalemateAdvisor] > 0 ? scales[kStalemateAdvisor] : most;
        tables.most_moves[1] = scales[kMobilityAdvisor] > 0 ? scales[kMobilityAdvisor] : most;
        if (scales[kHeightAdvisor] > 0) tables.most_height = scales[kHeightAdvisor];
    }
};

}  // namespace detail

template <int W>
Policy make_policy(const Program<W>& program, const AdvisorWeights& weights,
                   const AdvisorScales& scales) {
    auto tables = std::make_shared<AdvisorTables<W>>();
    detail::TableMaker<W>{program, *tables}.make(scales);
    Policy policy;
    policy.weight = weights;
    for (int seat = 0; seat < 2; ++seat) {
        for (int i = 0; i < kAdvisorCount; ++i) {
            if (weights[seat][i] != 0.0F) policy.active[seat] |= 1U << i;
        }
    }
    policy.tables = std::move(tables);
    return policy;
}

template <int W>
float advisor_value(const Position<W>& position, const Policy& policy, int advisor, int seat) {
    if (policy.tables == nullptr) return 0.0F;
    const auto& tables = *static_cast<const AdvisorTables<W>*>(policy.tables.get());
    return Advisors<W>(position, tables).value(advisor, seat ^ position.state().swapped);
}

template <int W>
float Position<W>::evaluate(const Policy& policy) const {
    if (policy.tables == nullptr) return 0.0F;
    Advisors<W> advisors(*this, policy);
    const float of_first = advisors.sum(policy, 0) - advisors.sum(policy, 1);
    return state_.swapped ? -of_first : of_first;
}

template <int W>
float Position<W>::evaluate_seat(const Policy& policy, int seat) const {
    seat ^= state_.swapped;
    if (policy.tables == nullptr) return 0.0F;
    Advisors<W> advisors(*this, policy);
    return advisors.sum(policy, seat);
}

}  // namespace ludwright::combinatorial
