// Monte Carlo tree search for games with something hidden: ISMCTS with a single observer (Cowling,
// Powley & Whitehouse 2012).
//
// There is one tree, of what the searching seat may see. Each iteration deals anew what is hidden
// from that seat and descends by moves that are legal in that deal; a node's children are moves as
// the seat observes them, and those it cannot tell apart share a child. A child is not legal in
// every deal, so its bound counts how often it could have been chosen instead of the visits to its
// parent. The root is read for nothing but its seat and that seat's moves, which are the same in
// every deal: the choice depends only on what the seat has observed and on the generator.
//
// Games that hide nothing are searched too; the tree then is open-loop where chance decides.

#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "play/mcts.h"
#include "play/meter.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::play {

// Numbers of one observed move below some line of play, a copy.
template <Playable P>
struct ObservedMove {
    typename P::Move move{};
    int seat = 0;                 // who moved; -1: chance
    std::uint32_t visits = 0;     // how often it was chosen
    std::uint32_t available = 0;  // how often it could have been, since it was first chosen
    float score = 0.0F;           // the mean for `seat`; 0 for chance
};

// Which of the moves at a node lead where: a table of observed moves that is emptied in no time.
// Owned by one Ismcts, refilled at every node of a descent.
template <typename Move>
class ObservedMoves {
    static_assert(std::has_unique_object_representations_v<Move>,
                  "equal moves must have equal bytes: no padding, no floating point");

   public:
    // One observed move. `ways` of the legal moves look like that.
    struct Entry {
        Move move;
        std::uint32_t ways;
        std::uint32_t child;  // the node it leads to; 0: not in the tree
    };

    // Starts over, with room for that many.
    void clear(std::size_t most) {
        entries_.clear();
        if (slots_.size() < 2 * most) slots_.assign(std::bit_ceil(2 * most), Slot{});
        if (++round_ == 0) {
            std::fill(slots_.begin(), slots_.end(), Slot{});
            round_ = 1;
        }
    }

    // Adds one legal move, as it is observed.
    void add(Move move) {
        Slot& slot = slot_of(move);
        if (slot.round == round_) {
            ++entries_[slot.index].ways;
            return;
        }
        slot = {round_, static_cast<std::uint32_t>(entries_.size())};
        entries_.push_back({move, 1, 0});
    }

    // The entry of an observed move, or null.
    Entry* find(Move move) {
        const Slot& slot = slot_of(move);
        return slot.round == round_ ? &entries_[slot.index] : nullptr;
    }

    std::vector<Entry>& entries() { return entries_; }

   private:
    // Belongs to the current round or counts as empty.
    struct Slot {
        std::uint32_t round = 0;
        std::uint32_t index = 0;
    };

    // Where the move is, or where it would go. At most half of the slots are taken.
    Slot& slot_of(Move move) {
        std::uint64_t state = std::bit_cast<std::uint64_t>(move);
        std::size_t at = splitmix64(state) & (slots_.size() - 1);
        while (slots_[at].round == round_ && !(entries_[slots_[at].index].move == move)) {
            at = (at + 1) & (slots_.size() - 1);
        }
        return slots_[at];
    }

    std::vector<Entry> entries_;
    std::vector<Slot> slots_;
    std::uint32_t round_ = 0;
};

// One searcher with its tree and scratch memory. Owned by one player, used by one thread at a time.
// A search does not depend on earlier ones: no tree is kept, since what the seat has observed in
// the meantime rules out some of the deals that grew it.
template <Playable P>
class Ismcts {
   public:
    using Move = typename P::Move;
    using Policy = typename P::Policy;

    // Searches from `root`, where some seat is to move. Random numbers come from `rng` alone. Of
    // the options, `solver`, `reuse` and `expand_after` are not read: nothing is proven by one
    // deal, and every iteration adds one node until there are `max_nodes`. Work is counted by
    // `meter`.
    const MctsResult<P>& search(const P& root, const MctsOptions& options, const Policy& policy,
                                Rng& rng, Meter* meter = nullptr) {
        if (root.over()) throw std::invalid_argument("search from a position that is over");
        if (root.seat() < 0) throw std::invalid_argument("search where chance decides");
        Meter& counter = meter != nullptr ? *meter : own_meter_;
        prepare(root, options, counter);
        const Deadline deadline(counter, options.max_seconds);
        const auto budget = static_cast<std::uint64_t>(std::max(0, options.playouts));
        try {
            while (result_.iterations < budget) {
                counter.spend(kIterationSteps);
                iterate(options, policy, rng);
                ++result_.iterations;
            }
        } catch (const Stopped&) {
            result_.stopped = true;
        } catch (const OutOfTime&) {
            result_.out_of_time = true;
        }
        conclude(rng);
        return result_;
    }

    // What the last search learnt about the moves after `line`, moves as the seat observes them.
    // Empty where the tree does not reach; in the order in which they were first tried.
    std::vector<ObservedMove<P>> moves_after(std::span<const Move> line) const {
        if (pool_.empty()) return {};  // nothing has been searched
        std::uint32_t node = 0;
        for (const Move move : line) {
            std::uint32_t child = pool_[node].first;
            while (child != 0 && !(pool_[child].move == move)) child = pool_[child].next;
            if (child == 0) return {};
            node = child;
        }
        std::vector<ObservedMove<P>> found;
        for (std::uint32_t i = pool_[node].first; i != 0; i = pool_[i].next) {
            found.push_back({pool_[i].move, pool_[i].seat, pool_[i].visits, pool_[i].available,
                             pool_[i].seat < 0 ? 0.0F : mean_of(pool_[i])});
        }
        return found;
    }

   private:
    // A node of the tree; children are linked in the order in which they were added.
    struct Node {
        Move move{};              // into it, as the searching seat observes it
        std::uint32_t first = 0;  // child; 0: none
        std::uint32_t last = 0;   // child
        std::uint32_t next = 0;   // sibling; 0: none
        std::uint32_t visits = 0;
        std::uint32_t available = 0;
        float sum = 0.0F;  // of scores, for the seat that moved into the node
        int seat = 0;      // that seat; -1: chance
    };

    // The same as for other searches; redeals count for themselves.
    static constexpr std::int64_t kIterationSteps = 64;

    static float mean_of(const Node& node) {
        return node.sum / static_cast<float>(std::max(1U, node.visits));
    }

    void prepare(const P& root, const MctsOptions& options, Meter& counter) {
        root_ = root;
        count_with(root_, &counter);
        seat_ = root.seat();
        last_ply_ = options.plies_left > 0 ? root.ply() + options.plies_left
                                           : std::numeric_limits<std::int32_t>::max();
        pool_.clear();
        pool_.emplace_back();
        result_.iterations = 0;
        result_.out_of_time = false;
        result_.stopped = false;
    }

    // A move as the searching seat sees it in the scratch position.
    Move observed(Move move) const {
        if constexpr (Hidden<P>) {
            return scratch_.observed(seat_, move);
        } else {
            return move;
        }
    }

    std::uint32_t add_child(std::uint32_t parent, Move move, int seat) {
        const auto child = static_cast<std::uint32_t>(pool_.size());
        pool_.emplace_back();
        pool_[child].move = move;
        pool_[child].seat = seat;
        Node& above = pool_[parent];
        (above.first == 0 ? above.first : pool_[above.last].next) = child;
        above.last = child;
        return child;
    }

    // One deal, one descent to a node that is new, one leaf evaluation, one backup.
    void iterate(const MctsOptions& options, const Policy& policy, Rng& rng) {
        scratch_ = root_;
        if constexpr (Hidden<P>) scratch_.redeal(seat_, rng);
        path_.clear();
        std::uint32_t node = 0;
        LeafScores<P> scores;
        for (bool is_new = false;;) {
            if (scratch_.over()) {
                scores = scratch_.outcome().scores;
                break;
            }
            if (scratch_.ply() >= last_ply_) {
                scores = abandoned_scores(scratch_);
                break;
            }
            const std::uint32_t child = is_new ? 0 : next(node, options, rng);
            if (child == 0) {
                scores = leaf_scores(scratch_, options, policy, last_ply_, rng);
                break;
            }
            is_new = pool_[child].visits == 0;
            node = child;
            path_.push_back(node);
            scratch_.make(made_);
        }
        for (const std::uint32_t i : path_) {
            ++pool_[i].visits;
            if (pool_[i].seat >= 0) {
                pool_[i].sum += scores[static_cast<std::size_t>(pool_[i].seat)];
            }
        }
    }

    // The child that this iteration goes on with, perhaps a new one; `made_` becomes the move into
    // it. 0 where the tree is full and has none.
    std::uint32_t next(std::uint32_t node, const MctsOptions& options, Rng& rng) {
        // The root's moves are added regardless: each of them deserves a try.
        const bool full = node != 0 && pool_.size() >= options.max_nodes;
        if constexpr (Chancy<P>) {
            if (scratch_.seat() < 0) return next_event(node, full, rng);
        }
        list_available(node);
        std::uint32_t child = full || untried_.empty() ? 0 : try_one(node, rng);
        if (child == 0) child = best_child(options.exploration);
        if (child != 0) made_ = way_into(child, rng);
        return child;
    }

    // The child of the event that chance draws.
    std::uint32_t next_event(std::uint32_t node, bool full, Rng& rng) {
        made_ = scratch_.draw(rng);
        const Move event = observed(made_);
        std::uint32_t child = pool_[node].first;
        while (child != 0 && !(pool_[child].seat < 0 && pool_[child].move == event)) {
            child = pool_[child].next;
        }
        if (child == 0 && !full) child = add_child(node, event, -1);
        if (child != 0) ++pool_[child].available;
        return child;
    }

    // Fills `seen_` with the legal moves as observed, `tried_` with those of the node's children
    // that are among them, and `untried_` with the rest.
    void list_available(std::uint32_t node) {
        const int seat = scratch_.seat();
        scratch_.moves(legal_);
        if (legal_.empty()) throw std::logic_error("no legal move, yet the match is not over");
        seen_.clear(legal_.size());
        for (const Move move : legal_) seen_.add(observed(move));
        tried_.clear();
        for (std::uint32_t i = pool_[node].first; i != 0; i = pool_[i].next) {
            // Where a deal decides who is to move, two seats may make what looks the same.
            auto* entry = pool_[i].seat == seat ? seen_.find(pool_[i].move) : nullptr;
            if (entry == nullptr) continue;
            entry->child = i;
            ++pool_[i].available;
            tried_.push_back(i);
        }
        untried_.clear();
        for (const auto& entry : seen_.entries()) {
            if (entry.child == 0) untried_.push_back(entry.move);
        }
    }

    std::uint32_t try_one(std::uint32_t node, Rng& rng) {
        const Move move = untried_[rng.below(static_cast<std::uint32_t>(untried_.size()))];
        const std::uint32_t child = add_child(node, move, scratch_.seat());
        pool_[child].available = 1;
        return child;
    }

    // The tried child with the greatest bound, the first of equals; 0 where there is none.
    std::uint32_t best_child(float exploration) const {
        std::uint32_t best = 0;
        float greatest = -std::numeric_limits<float>::infinity();
        for (const std::uint32_t i : tried_) {
            const Node& child = pool_[i];
            const auto visits = static_cast<float>(std::max(1U, child.visits));
            const float bound =
                mean_of(child) + exploration * std::sqrt(log_of(child.available) / visits);
            if (bound > greatest) {
                greatest = bound;
                best = i;
            }
        }
        return best;
    }

    // A legal move that looks like that of the child; any of them, if there are several.
    Move way_into(std::uint32_t child, Rng& rng) {
        const Move move = pool_[child].move;
        const std::uint32_t ways = seen_.find(move)->ways;
        std::uint32_t skipped = ways == 1 ? 0 : rng.below(ways);
        for (const Move way : legal_) {
            if (observed(way) == move && skipped-- == 0) return way;
        }
        throw std::logic_error("a move is observed differently the second time");
    }

    // Fills the result from the root's children and picks the move that was visited most.
    void conclude(Rng& rng) {
        result_.nodes = static_cast<std::uint32_t>(pool_.size());
        result_.moves.clear();
        scratch_ = root_;
        scratch_.moves(legal_);
        if (legal_.empty()) throw std::logic_error("no legal move, yet the match is not over");
        const RootMove<P>* best = nullptr;
        result_.moves.reserve(legal_.size());
        for (const Move move : legal_) {
            std::uint32_t child = pool_[0].first;
            const Move seen = observed(move);
            while (child != 0 && !(pool_[child].move == seen)) child = pool_[child].next;
            RootMove<P>& entry = result_.moves.emplace_back();
            entry.move = move;
            if (child == 0 || pool_[child].visits == 0) continue;
            entry.visits = pool_[child].visits;
            entry.value = 2.0F * mean_of(pool_[child]) - 1.0F;
            if (best == nullptr || entry.visits > best->visits ||
                (entry.visits == best->visits && entry.value > best->value)) {
                best = &entry;
            }
        }
        if (best == nullptr) {
            best = &result_.moves[rng.below(static_cast<std::uint32_t>(legal_.size()))];
        }
        result_.best = best->move;
        result_.value = best->value;
    }

    std::vector<Node> pool_;
    P root_;
    int seat_ = 0;               // that searches
    std::int32_t last_ply_ = 0;  // at which the match is abandoned
    Meter own_meter_;            // for callers without one
    P scratch_;
    Move made_{};  // into the child that next() returned
    std::vector<std::uint32_t> path_;
    std::vector<Move> legal_;
    ObservedMoves<Move> seen_;
    std::vector<std::uint32_t> tried_;
    std::vector<Move> untried_;
    MctsResult<P> result_;
};

}  // namespace ludwright::play
