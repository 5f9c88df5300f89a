// Monte Carlo tree search: UCT (Kocsis & Szepesvári 2006) for any number of seats, each of which
// maximises its own score (max^n, Sturtevant 2008), with a tree that survives from move to move.
// Games for two sides without chance also have proven results (MCTS-Solver, Winands et al. 2008).
//
// The tree holds moves and numbers, no positions: each iteration copies the root once and replays
// the moves. A node's numbers are those of the seat that made the move into it, so nothing depends
// on turns alternating. Where chance decides, the descent follows an event drawn by the position:
// the children count visits only, and the node above holds the mean over what was drawn.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "play/meter.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::play {

// How a new leaf is evaluated.
enum class Rollout : std::uint8_t {
    kUniform,   // random moves to the end
    kCapped,    // random moves up to depth_cap, then the policy's evaluation
    kEvaluate,  // the policy's evaluation at once
};

// Settings of one search. Plain values, copied in; they never change during a search.
struct MctsOptions {
    std::int32_t playouts = 1000;  // iterations per search, on top of those a reused tree holds
    float exploration = 1.0F;      // c in mean + c sqrt(ln N / n), scores in [0, 1]
    Rollout rollout = Rollout::kUniform;
    std::int32_t depth_cap = 8;         // for kCapped
    std::int32_t max_plies = 4096;      // of a playout, for kUniform
    std::int32_t plies_left = 0;        // until the match is abandoned as a draw; 0: no such limit
    std::uint32_t max_nodes = 1 << 20;  // when full, leaves are evaluated but no longer expanded
    std::uint32_t expand_after = 1;  // visits to a leaf before its moves are listed; saves memory
    bool solver = true;              // back up proven wins, draws and losses
    bool reuse = true;               // keep the subtree when advance() is called
    float kappa = 1.0F;              // scale of evaluations
    double max_seconds = 0.0;        // 0: none. A guard; results then depend on timing
};

// What is proven about a node, in order of preference; 4 - p is the other seat's.
enum class Proven : std::uint8_t { kUnknown = 0, kLoss = 1, kDraw = 2, kWin = 3 };

// The same fact seen from the other seat.
constexpr Proven flip(Proven p) {
    if (p == Proven::kUnknown) return p;
    return static_cast<Proven>(4 - static_cast<int>(p));
}

// Numbers of one move at the root, a copy made when a search ends.
template <Playable P>
struct RootMove {
    typename P::Move move{};
    std::uint32_t visits = 0;
    float value = 0.0F;  // for the mover, 2 * mean score - 1, in [-1, 1]; 0 when never visited
    Proven proven = Proven::kUnknown;
};

// The result of a search. Owned by the Mcts that made it, overwritten by its next search.
template <Playable P>
struct MctsResult {
    typename P::Move best{};
    float value = 0.0F;                // of the best move for the mover, as in RootMove
    Proven proven = Proven::kUnknown;  // of the root, for the mover
    std::uint64_t iterations = 0;      // done by this search
    std::uint32_t nodes = 0;           // in the tree
    bool out_of_time = false;          // max_seconds was hit
    bool stopped = false;              // the stop flag was raised
    std::vector<RootMove<P>> moves;    // every legal move, most promising order not implied
};

// The scores of the seats at a leaf, in [0, 1]; those of seats that do not play are not read.
template <Playable P>
using LeafScores = std::array<float, static_cast<std::size_t>(P::kMostSeats)>;

// What a match is worth that is abandoned: a draw of all seats.
template <Playable P>
LeafScores<P> abandoned_scores(const P& position) {
    if constexpr (TwoSided<P>) {
        return {{0.5F, 0.5F}};
    } else {
        return OutcomeOf<P::kMostSeats>::shared(position.seats()).scores;
    }
}

// The scores of a new leaf, as the options want it evaluated. The position, which is not over, is
// destroyed; the match is abandoned at `last_ply`.
template <Playable P>
LeafScores<P> leaf_scores(P& position, const MctsOptions& options, const typename P::Policy& policy,
                          std::int32_t last_ply, Rng& rng) {
    if (options.rollout == Rollout::kUniform) {
        const std::int32_t most = std::min(options.max_plies, last_ply - position.ply());
        return position.playout(rng, most).outcome.scores;
    }
    if (options.rollout == Rollout::kCapped) {
        const int most = std::min(options.depth_cap, last_ply - position.ply());
        for (int i = 0; i < most && !position.over(); ++i) {
            if (!position.make_random(rng)) break;
        }
        if (position.over()) return position.outcome().scores;
        if (position.ply() >= last_ply) return abandoned_scores(position);
    }
    if constexpr (TwoSided<P>) {
        const float first = 0.5F + 0.5F * lead_of(position, policy, options.kappa);
        return {{first, 1.0F - first}};
    } else {
        double standings[P::kMostSeats] = {};
        standings_of(position, policy, options.kappa, standings);
        LeafScores<P> scores;
        for (std::size_t seat = 0; seat < scores.size(); ++seat) {
            scores[seat] = static_cast<float>(standings[seat]);
        }
        return scores;
    }
}

// The tree as parallel arrays. Owned by one Mcts, changed by its search and advance only. Children
// of a node are contiguous, opened (visited) ones first; of a child not yet opened only `move` is
// meaningful, which makes expanding a node as cheap as copying its move list.
template <typename Move>
class NodePool {
   public:
    std::vector<Move> move;
    std::vector<std::uint32_t> first;   // index of the first child; 0: not expanded
    std::vector<std::uint32_t> count;   // of children
    std::vector<std::uint32_t> opened;  // how many of them have been visited
    std::vector<std::uint32_t> visits;
    std::vector<float> sum;     // of scores, for the seat that moved into the node
    std::vector<float> mean;    // sum / visits; far below 0 once proven: nothing left to learn
    std::vector<float> spread;  // 1 / sqrt(visits), so that selection is one multiply-add per child
    std::vector<Proven> proven;
    std::vector<std::uint8_t> draw_below;  // the seat to move here has a proven draw

    std::uint32_t size() const { return size_; }

    // Forgets all nodes; memory is kept.
    void clear() { size_ = 0; }

    // Adds n nodes with unset fields and returns the index of the first.
    std::uint32_t add(std::uint32_t n) {
        const std::uint32_t at = size_;
        size_ += n;
        if (size_ > move.size()) grow(std::max<std::size_t>(size_, 2 * move.size()));
        return at;
    }

    // Makes `node` an unvisited leaf; its move stays.
    void open(std::uint32_t node) {
        first[node] = 0;
        count[node] = 0;
        opened[node] = 0;
        visits[node] = 0;
        sum[node] = 0.0F;
        mean[node] = 0.0F;
        spread[node] = 0.0F;
        proven[node] = Proven::kUnknown;
        draw_below[node] = 0;
    }

    // Copies all fields of an opened node of another pool, children apart.
    void copy(std::uint32_t to, const NodePool& other, std::uint32_t from) {
        move[to] = other.move[from];
        first[to] = 0;
        count[to] = 0;
        opened[to] = 0;
        visits[to] = other.visits[from];
        sum[to] = other.sum[from];
        mean[to] = other.mean[from];
        spread[to] = other.spread[from];
        proven[to] = other.proven[from];
        draw_below[to] = other.draw_below[from];
    }

   private:
    void grow(std::size_t capacity) {
        move.resize(capacity);
        first.resize(capacity);
        count.resize(capacity);
        opened.resize(capacity);
        visits.resize(capacity);
        sum.resize(capacity);
        mean.resize(capacity);
        spread.resize(capacity);
        proven.resize(capacity);
        draw_below.resize(capacity);
    }

    std::uint32_t size_ = 0;
};

// One searcher with its tree and scratch memory. Owned by one player in one match at a time, used
// by one thread at a time; reset() makes it like new without releasing memory.
template <Playable P>
class Mcts {
   public:
    using Move = typename P::Move;
    using Policy = typename P::Policy;

    // Forgets the tree: the next search does not depend on earlier ones.
    void reset() {
        pool_.clear();
        root_proven_ = Proven::kUnknown;
    }

    // Follows a move made on the board by any seat, or an event of chance. Keeps the subtree under
    // it if there is one. Without this call, a search from another position starts over
    // automatically.
    void advance(Move move) {
        if (pool_.size() == 0) return;
        if constexpr (Hidden<P>) {
            // The root was one belief of many. Whether the move fits it would tell what is hidden.
            reset();
            return;
        }
        const std::uint32_t first = pool_.first[0];
        std::uint32_t child = 0;
        for (std::uint32_t i = 0; first != 0 && i < pool_.opened[0]; ++i) {
            if (pool_.move[first + i] == move) child = first + i;
        }
        if (child == 0) {
            reset();
            return;
        }
        [[maybe_unused]] const int mover = root_.seat();
        [[maybe_unused]] const Proven proven = pool_.proven[child];
        root_.make(move);
        // The next root may never be searched (the match is over): leave it to reset().
        if (root_.over()) {
            reset();
            return;
        }
        if constexpr (kSolves) root_proven_ = root_.seat() == mover ? proven : flip(proven);
        compact(child);
    }

    // Searches from `root`, where some seat is to move. Random numbers come from `rng` alone, so
    // the result depends on it, the position, the options and what the tree already holds. Work is
    // counted by `meter`, which must live as long as advance() is called.
    const MctsResult<P>& search(const P& root, const MctsOptions& options, const Policy& policy,
                                Rng& rng, Meter* meter = nullptr) {
        if (root.over()) throw std::invalid_argument("search from a position that is over");
        if (root.seat() < 0) throw std::invalid_argument("search where chance decides");
        Meter& counter = meter != nullptr ? *meter : own_meter_;
        prepare(root, options, counter);
        result_.iterations = 0;
        result_.out_of_time = false;
        result_.stopped = false;

        const Deadline deadline(counter, options.max_seconds);
        const auto budget = static_cast<std::uint64_t>(std::max(0, options.playouts));
        try {
            while (result_.iterations < budget && root_proven_ == Proven::kUnknown) {
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

   private:
    // One edge of the current descent; rewritten each iteration.
    struct Step {
        std::uint32_t node;
        int seat;  // who made the move into the node; -1: chance
    };

    using Scores = LeafScores<P>;

    // Whether results can be proven: the gain of one seat is the loss of the other, and each
    // decides what comes next.
    static constexpr bool kSolves = TwoSided<P> && !Chancy<P>;

    // Of the tree, for one iteration; positions count for themselves.
    static constexpr std::int64_t kIterationSteps = 64;
    // Selection multiplies and adds, so "never choose" is a number rather than a branch.
    static constexpr float kNever = -1e30F;

    static float score_of(Proven proven) {
        return 0.5F * static_cast<float>(static_cast<int>(proven) - 1);
    }

    static Scores scores_of(Proven proven, int seat)
        requires kSolves
    {
        const float own = score_of(proven);
        return seat == 0 ? Scores{{own, 1.0F - own}} : Scores{{1.0F - own, own}};
    }

    // Makes `root` the root, keeping the tree if it is the one advance() arrived at.
    void prepare(const P& root, const MctsOptions& options, Meter& counter) {
        const bool same = options.reuse && pool_.size() != 0 && root_.key() == root.key() &&
                          root_.ply() == root.ply();
        root_ = root;
        count_with(root_, &counter);
        last_ply_ = options.plies_left > 0 ? root.ply() + options.plies_left
                                           : std::numeric_limits<std::int32_t>::max();
        if (!same) {
            reset();
            pool_.open(pool_.add(1));
        }
        // The root is expanded regardless of max_nodes: there must be a move to return.
        if (pool_.first[0] == 0) expand(0, root_, std::numeric_limits<std::uint32_t>::max());
        if (pool_.first[0] == 0) throw std::logic_error("no legal move, yet the match is not over");
    }

    // Lists the moves of `position` as children of `node`. False when they do not fit.
    bool expand(std::uint32_t node, const P& position, std::uint32_t max_nodes) {
        position.moves(moves_);
        const auto count = static_cast<std::uint32_t>(moves_.size());
        if (count == 0 || count > max_nodes || pool_.size() > max_nodes - count) return false;
        const std::uint32_t first = pool_.add(count);
        std::copy(moves_.begin(), moves_.end(), pool_.move.begin() + first);
        pool_.first[node] = first;
        pool_.count[node] = count;
        pool_.opened[node] = 0;
        return true;
    }

    // The child to descend to: an unvisited one at random while there is any, else the best bound.
    std::uint32_t select(std::uint32_t node, float exploration, Rng& rng) {
        const std::uint32_t first = pool_.first[node];
        const std::uint32_t count = pool_.count[node];
        const std::uint32_t opened = pool_.opened[node];
        if (opened < count) {
            const std::uint32_t child = first + opened;
            std::swap(pool_.move[child], pool_.move[child + rng.below(count - opened)]);
            pool_.open(child);
            pool_.opened[node] = opened + 1;
            return child;
        }
        const float k = exploration * std::sqrt(log_of(std::max(1U, pool_.visits[node])));
        return first + argmax(&pool_.mean[first], &pool_.spread[first], count, k);
    }

    // The first index with the greatest mean + k * spread. In two passes: the first, over eight
    // lanes, is one the compiler turns into vector code; a running argmax is not.
    std::uint32_t argmax(const float* mean, const float* spread, std::uint32_t count, float k) {
        const std::uint32_t padded = (count + 7) / 8 * 8;
        if (bounds_.size() < padded) bounds_.resize(padded);
        float* __restrict bounds = bounds_.data();
        for (std::uint32_t i = 0; i < count; ++i) bounds[i] = mean[i] + k * spread[i];
        for (std::uint32_t i = count; i < padded; ++i) bounds[i] = 2 * kNever;
        float lanes[8];
        for (int j = 0; j < 8; ++j) lanes[j] = bounds[j];
        for (std::uint32_t i = 8; i < padded; i += 8) {
            for (int j = 0; j < 8; ++j) {
                lanes[j] = bounds[i + j] > lanes[j] ? bounds[i + j] : lanes[j];
            }
        }
        const float best = *std::max_element(lanes, lanes + 8);
        std::uint32_t i = 0;
        while (i + 1 < count && bounds[i] != best) ++i;
        return i;
    }

    // The child of the event that chance draws; expanded nodes list all events.
    std::uint32_t select_event(std::uint32_t node, Rng& rng) {
        const Move event = scratch_.draw(rng);
        const std::uint32_t first = pool_.first[node];
        const std::uint32_t count = pool_.count[node];
        const std::uint32_t opened = pool_.opened[node];
        std::uint32_t i = 0;
        while (i < count && !(pool_.move[first + i] == event)) ++i;
        if (i == count) throw std::logic_error("an event was drawn that moves() does not list");
        if (i < opened) return first + i;
        std::swap(pool_.move[first + opened], pool_.move[first + i]);
        pool_.open(first + opened);
        pool_.opened[node] = opened + 1;
        return first + opened;
    }

    // One descent, one leaf evaluation, one backup.
    void iterate(const MctsOptions& options, const Policy& policy, Rng& rng) {
        scratch_ = root_;
        path_.clear();
        std::uint32_t node = 0;
        bool news = false;  // the leaf was proven just now
        Scores scores;
        for (;;) {
            if constexpr (kSolves) {
                if (node != 0 && pool_.proven[node] != Proven::kUnknown) {
                    scores = scores_of(pool_.proven[node], path_.back().seat);
                    break;
                }
            }
            if (pool_.first[node] == 0) {
                if (scratch_.over()) {
                    const auto outcome = scratch_.outcome();
                    scores = outcome.scores;
                    if constexpr (kSolves) {
                        // Only a zero-sum end can be flipped; others stay a leaf with fixed scores.
                        if (options.solver && scores[0] + scores[1] == 1.0F) {
                            const int result = result_for(outcome, path_.back().seat);
                            pool_.proven[node] = static_cast<Proven>(2 + result);
                            news = true;
                        }
                    }
                    break;
                }
                // The match is abandoned here, regardless of the rules.
                if (scratch_.ply() >= last_ply_) {
                    scores = abandoned_scores(scratch_);
                    break;
                }
                // Early visits only evaluate: most leaves are never visited again.
                if (pool_.visits[node] < options.expand_after ||
                    !expand(node, scratch_, options.max_nodes)) {
                    scores = leaf_scores(scratch_, options, policy, last_ply_, rng);
                    break;
                }
            }
            const int seat = scratch_.seat();
            node = next(node, seat, options.exploration, rng);
            scratch_.make(pool_.move[node]);
            path_.push_back({node, seat});
        }
        back_up(scores, news);
    }

    // The child of an expanded node that this iteration goes on with.
    std::uint32_t next(std::uint32_t node, [[maybe_unused]] int seat, float exploration, Rng& rng) {
        if constexpr (Chancy<P>) {
            if (seat < 0) return select_event(node, rng);
        }
        return select(node, exploration, rng);
    }

    // Adds the scores along the path; while `news`, checks whether each node is proven now.
    void back_up(Scores scores, bool news) {
        for (std::size_t i = path_.size(); i-- > 0;) {
            const auto [node, seat] = path_[i];
            if constexpr (kSolves) {
                if (i + 1 < path_.size()) learn(node, path_[i + 1], seat, scores, news);
            }
            const std::uint32_t visits = ++pool_.visits[node];
            if constexpr (Chancy<P>) {
                if (seat < 0) continue;
            }
            const float sum = pool_.sum[node] += scores[static_cast<std::size_t>(seat)];
            if (pool_.proven[node] == Proven::kUnknown) {
                const auto n = static_cast<float>(visits);
                pool_.mean[node] = sum / n;
                pool_.spread[node] = 1.0F / std::sqrt(n);
            } else {
                pool_.mean[node] = kNever;
                pool_.spread[node] = 0.0F;
            }
        }
        ++pool_.visits[0];
        if constexpr (kSolves) {
            if (news) prove_root();
        }
    }

    // Checks whether the root is proven, now that the child the path went through is.
    void prove_root() {
        const std::uint32_t child = path_.front().node;
        root_proven_ = resolve(0, child);
        if (pool_.proven[child] == Proven::kDraw) pool_.draw_below[0] = 1;
    }

    // What `node` learns from the child the path went through: `scores` and `news` become its own.
    // `seat` made the move into the node.
    void learn(std::uint32_t node, const Step& below, int seat, Scores& scores, bool& news)
        requires kSolves
    {
        if (news) {
            if (pool_.proven[below.node] == Proven::kDraw) pool_.draw_below[node] = 1;
            const Proven proven = resolve(node, below.node);
            news = proven != Proven::kUnknown;
            if (news) {
                pool_.proven[node] = below.seat == seat ? proven : flip(proven);
                // The truth about this node may differ from what the leaf suggested.
                scores = scores_of(proven, below.seat);
                return;
            }
        }
        // A proven draw is no longer visited, but remains available: alternatives that look
        // worse must not make the node look worse. By the mean, not by each score, which would
        // flatter a seat that mostly loses.
        if (pool_.draw_below[node] != 0 && pool_.mean[below.node] < 0.5F) scores = {{0.5F, 0.5F}};
    }

    // What a node is worth to the seat to move there, now that `child` has been proven.
    Proven resolve(std::uint32_t node, std::uint32_t child) const {
        if (pool_.proven[child] == Proven::kWin) return Proven::kWin;
        if (pool_.opened[node] < pool_.count[node]) return Proven::kUnknown;
        Proven best = Proven::kLoss;
        const std::uint32_t first = pool_.first[node];
        for (std::uint32_t i = first; i < first + pool_.count[node]; ++i) {
            if (pool_.proven[i] == Proven::kUnknown) return Proven::kUnknown;
            best = std::max(best, pool_.proven[i]);
        }
        return best;
    }

    // Makes `child` the root, copying what hangs under it, breadth first, into the spare pool.
    void compact(std::uint32_t child) {
        spare_.clear();
        queue_.clear();
        spare_.copy(spare_.add(1), pool_, child);
        queue_.push_back({child, 0});
        for (std::size_t i = 0; i < queue_.size(); ++i) {
            const auto [from, to] = queue_[i];
            const std::uint32_t first = pool_.first[from];
            if (first == 0) continue;
            const std::uint32_t count = pool_.count[from];
            const std::uint32_t opened = pool_.opened[from];
            const std::uint32_t at = spare_.add(count);
            spare_.first[to] = at;
            spare_.count[to] = count;
            spare_.opened[to] = opened;
            for (std::uint32_t j = 0; j < count; ++j) {
                if (j < opened) {
                    spare_.copy(at + j, pool_, first + j);
                    queue_.push_back({first + j, at + j});
                } else {
                    spare_.move[at + j] = pool_.move[first + j];
                }
            }
        }
        std::swap(pool_, spare_);
    }

    // Fills the result from the root's children and picks the best move.
    void conclude(Rng& rng) {
        const std::uint32_t first = pool_.first[0];
        const std::uint32_t count = pool_.count[0];
        const std::uint32_t opened = pool_.opened[0];
        result_.nodes = pool_.size();
        result_.proven = root_proven_;
        result_.moves.clear();
        for (std::uint32_t i = 0; i < count; ++i) {
            RootMove<P> entry;
            entry.move = pool_.move[first + i];
            if (i < opened) {
                entry.visits = pool_.visits[first + i];
                entry.proven = pool_.proven[first + i];
                const float n = static_cast<float>(std::max(1U, entry.visits));
                const float score = entry.proven == Proven::kUnknown ? pool_.sum[first + i] / n
                                                                     : score_of(entry.proven);
                entry.value = 2.0F * score - 1.0F;
            }
            result_.moves.push_back(entry);
        }
        if (opened == 0) {
            result_.best = result_.moves[rng.below(count)].move;
            result_.value = 0.0F;
            return;
        }
        // The best of each kind of knowledge, by Proven; within a kind, most visits, then mean.
        const RootMove<P>* leaders[4] = {};
        for (std::uint32_t i = 0; i < opened; ++i) {
            const RootMove<P>& entry = result_.moves[i];
            const RootMove<P>*& leader = leaders[static_cast<int>(entry.proven)];
            if (leader == nullptr || entry.visits > leader->visits ||
                (entry.visits == leader->visits && entry.value > leader->value)) {
                leader = &entry;
            }
        }
        const RootMove<P>* guess = leaders[static_cast<int>(Proven::kUnknown)];
        const RootMove<P>* draw = leaders[static_cast<int>(Proven::kDraw)];
        const RootMove<P>* best = leaders[static_cast<int>(Proven::kWin)];
        // A proven draw is given up only for an estimate that is better.
        if (best == nullptr && guess != nullptr && (draw == nullptr || guess->value > 0.0F)) {
            best = guess;
        }
        if (best == nullptr) best = draw;
        if (best == nullptr) best = leaders[static_cast<int>(Proven::kLoss)];
        // With every visited move lost, one never tried may still be better.
        if (best->proven == Proven::kLoss && opened < count) {
            best = &result_.moves[opened + rng.below(count - opened)];
        }
        result_.best = best->move;
        result_.value = best->value;
    }

    NodePool<Move> pool_;
    NodePool<Move> spare_;  // the other half of compact()
    P root_;
    Proven root_proven_ = Proven::kUnknown;  // for the seat to move at the root
    std::int32_t last_ply_ = 0;              // at which the match is abandoned
    Meter own_meter_;                        // for callers without one
    P scratch_;
    std::vector<Step> path_;
    std::vector<Move> moves_;
    std::vector<float> bounds_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> queue_;
    MctsResult<P> result_;
};

}  // namespace ludwright::play
