// Alpha-beta: negamax with iterative deepening, a transposition table, move ordering and a beam.
//
// Inside the search a value is a raw difference of evaluations from the side of the seat to move,
// with won and lost far outside any evaluation: tanh would not change any comparison, only cost
// time and merge large values. It is applied once, to reported values. The sign changes when the
// seat does, which is not at every ply.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "play/meter.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::play {

// Settings of one search. Plain values, copied in; they never change during a search.
struct AlphaBetaOptions {
    std::int32_t depth = 3;                  // plies, 1 to kMaxDepth
    std::uint64_t max_nodes = 0;             // moves made, those of ordering included; 0: no limit
    std::int32_t beam[4] = {30, 20, 12, 8};  // moves kept at plies 1, 2, 3, 4 and more; 0: all
    std::uint32_t table_bits = 16;           // the table has 2^bits entries of 32 bytes
    float kappa = 1.0F;                      // scale of evaluations, for reported values
    double max_seconds = 0.0;                // 0: none. A guard; results then depend on timing
};

// The result of a search. Owned by the AlphaBeta that made it, overwritten by its next search.
template <Playable P>
struct AlphaBetaResult {
    typename P::Move best{};
    std::int32_t best_index = -1;  // of `best` in the list P::moves() gives
    float value = 0.0F;            // for the mover: a win is 1 - 0.001 * plies, else within ±0.99
    std::uint64_t nodes = 0;
    std::int32_t depth = 0;      // of the last finished iteration; 0: not even the first
    std::int32_t pv_length = 0;  // plies of the expected line as far as the search kept it
    bool out_of_nodes = false;
    bool out_of_time = false;
    bool stopped = false;
    std::vector<std::int32_t> best_indices;  // best_index after each finished iteration
};

// One searcher with its table and scratch memory. Owned by one player, used by one thread at a
// time. Searches do not depend on earlier ones: the table is stamped with the search's number, so
// results do not depend on which matches this object served before.
template <Playable P>
class AlphaBeta {
   public:
    using Move = typename P::Move;
    using Policy = typename P::Policy;

    static constexpr int kMaxDepth = 99;

    // Searches from `root`, which must not be over. Ties between best moves are broken by `rng`,
    // uniformly; so are ties at the edge of the root's beam.
    const AlphaBetaResult<P>& search(const P& root, const AlphaBetaOptions& options,
                                     const Policy& policy, Rng& rng, Meter* meter = nullptr) {
        prepare(root, options, policy, meter);
        list_root(&rng);
        const Deadline deadline(*meter_, options.max_seconds);
        // Until something is finished, any legal move will do.
        result_.best = root_moves_.front().move;
        result_.best_index = root_moves_.front().index;

        // The first iteration is the depth-1 value of every move, by which the beam chooses.
        finish_iteration(1, root_pass(1, false), rng);
        keep(options.beam[0]);
        // A forced move needs no deeper search.
        const int depth = root_moves_.size() == 1 ? 1 : clamp_depth(options.depth);
        for (int d = 2; d <= depth && !aborted_ && !decided(); ++d) {
            // Moves that fail have bounds only, which depend on the order in which replies were
            // tried and decide the order of the next iteration, and so which of equal moves is
            // chosen. Only the last iteration is free to try killers first.
            reorders_ = d == depth;
            finish_iteration(d, root_pass(d, false), rng);
        }
        result_.nodes = nodes_;
        return result_;
    }

    // The value of every legal move at `options.depth`, in the order of P::moves(), for the mover
    // and on the scale of AlphaBetaResult::value. Each has a full window and no beam at the root.
    // Returns the depth reached, which a node budget may cut short, though never below 1; 0 means
    // that the time limit or the stop flag came first.
    int root_values(const P& root, const AlphaBetaOptions& options, const Policy& policy,
                    std::vector<float>& out, Meter* meter = nullptr) {
        prepare(root, options, policy, meter);
        list_root(nullptr);
        const Deadline deadline(*meter_, options.max_seconds);
        out.assign(root_moves_.size(), 0.0F);
        const std::uint64_t limit = max_nodes_;
        reorders_ = true;  // every value is exact
        int reached = 0;
        for (int d = 1; d <= clamp_depth(options.depth) && !aborted_; ++d) {
            max_nodes_ = d == 1 ? kNoLimit : limit;
            if (!root_pass(d, true)) break;
            for (const RootEntry& entry : root_moves_) out[entry.index] = report(entry.value);
            reached = d;
        }
        result_.nodes = nodes_;
        return reached;
    }

    // Of the last search or root_values: nodes, and which limits were hit.
    const AlphaBetaResult<P>& last() const { return result_; }

   private:
    // Powers of two, so that a win at any ply is exact in a float and survives the table.
    static constexpr float kWin = 0x1.0p100F;
    static constexpr float kStep = 0x1.0p80F;      // per ply: sooner wins are better
    static constexpr float kWinFloor = 0x1.0p99F;  // beyond it a value is a win
    static constexpr float kEvalLimit = 0x1.0p90F;
    static constexpr float kInfinity = std::numeric_limits<float>::infinity();
    static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
    // Of the search, for one move made; positions count for themselves.
    static constexpr std::int64_t kNodeSteps = 16;

    // How many refutations each ply remembers: a fifth one hardly ever helps.
    static constexpr std::size_t kKillers = 4;
    // A static value that has not been computed; real ones are finite.
    static constexpr float kUnknown = kInfinity;

    enum class Bound : std::uint8_t { kExact, kLower, kUpper };

    // A stored node; belongs to the search whose number it carries.
    struct Entry {
        std::uint64_t key = 0;
        Move move{};
        float value = 0.0F;
        std::uint32_t generation = 0;  // 0: never used
        std::int16_t depth = 0;
        Bound bound = Bound::kExact;
    };

    // A move with its ordering keys; lives in a Frame, rewritten at every node.
    struct Candidate {
        Move move;
        float value;        // static, for the mover
        std::uint32_t lot;  // breaks ties without favouring the first cells of the board
        std::uint8_t rank;  // table move and killers, then captures, then the rest
    };

    // Memory of one ply, kept between nodes so that the search does not allocate.
    struct Frame {
        P position;
        std::vector<Move> moves;
        std::vector<Candidate> candidates;
        std::int32_t pv_length = 0;
        std::array<Move, kKillers> killers{};  // moves that refuted at this ply, the latest first
        std::size_t killer_count = 0;
    };

    // A legal move at the root; reordered after each iteration.
    struct RootEntry {
        Move move;
        std::int32_t index;
        float value;
        std::int32_t pv_length;
    };

    static int clamp_depth(int depth) { return std::clamp(depth, 1, kMaxDepth); }

    void prepare(const P& root, const AlphaBetaOptions& options, const Policy& policy,
                 Meter* meter) {
        if (root.over()) throw std::invalid_argument("search from a position that is over");
        const auto plies = static_cast<std::size_t>(clamp_depth(options.depth)) + 2;
        if (frames_.size() < plies) frames_.resize(plies);
        // A depth of one never uses the table.
        const std::size_t entries = std::size_t{1} << std::clamp(options.table_bits, 1U, 28U);
        if (options.depth > 1 && table_.size() != entries) {
            table_.assign(entries, Entry{});
            generation_ = 0;
        }
        if (++generation_ == 0) {
            std::fill(table_.begin(), table_.end(), Entry{});
            generation_ = 1;
        }
        options_ = options;
        policy_ = &policy;
        meter_ = meter != nullptr ? meter : &own_meter_;
        max_nodes_ = options.max_nodes == 0 ? kNoLimit : options.max_nodes;
        nodes_ = 0;
        aborted_ = false;
        best_value_ = 0.0F;
        frames_[0].position = root;
        count_with(frames_[0].position, meter_);
        reorders_ = false;
        keeps_replies_ = clamp_depth(options.depth) > 2;
        for (Frame& frame : frames_) frame.killer_count = 0;
        result_.best_indices.clear();
        result_.value = 0.0F;
        result_.depth = 0;
        result_.pv_length = 0;
        result_.out_of_nodes = result_.out_of_time = result_.stopped = false;
    }

    // Lists the legal moves at the root, in random order when there is a generator.
    void list_root(Rng* rng) {
        Frame& frame = frames_[0];
        frame.position.moves(frame.moves);
        if (frame.moves.empty()) throw std::logic_error("no legal move, yet the match is not over");
        root_moves_.clear();
        for (std::size_t i = 0; i < frame.moves.size(); ++i) {
            root_moves_.push_back({frame.moves[i], static_cast<std::int32_t>(i), -kInfinity, 0});
        }
        if (keeps_replies_) {
            if (reply_values_.size() < root_moves_.size()) reply_values_.resize(root_moves_.size());
            for (std::vector<float>& values : reply_values_) values.clear();
        }
        if (rng != nullptr) {
            rng->shuffle(root_moves_.data(), static_cast<std::uint32_t>(root_moves_.size()));
        }
    }

    // Counts a move about to be made; false once the budget is spent. Throws
    // what the meter throws.
    bool spend() {
        if (aborted_) return false;
        if (nodes_ >= max_nodes_) {
            result_.out_of_nodes = true;
            aborted_ = true;
            return false;
        }
        ++nodes_;
        meter_->spend(kNodeSteps);
        return true;
    }

    // Values every root move at `depth`; false when cut short, the rest then being -infinity.
    // Without `full`, a move is only shown not to beat the best, but equal ones are shown equal:
    // the bound is one float below the best, since ties are broken uniformly.
    bool root_pass(int depth, bool full) {
        const int seat = frames_[0].position.seat();
        float best = -kInfinity;
        std::size_t done = 0;
        for (; done < root_moves_.size(); ++done) {
            RootEntry& entry = root_moves_[done];
            replies_ =
                keeps_replies_ ? &reply_values_[static_cast<std::size_t>(entry.index)] : nullptr;
            const float alpha =
                full || best == -kInfinity ? -kInfinity : std::nextafter(best, -kInfinity);
            // Most moves fail. At odd depths the last ply is the mover's own, where an upper bound
            // ends the search of a reply that does not refute; at even depths alpha does.
            const bool scouts = reorders_ && depth % 2 != 0 && alpha > -kInfinity;
            const float beta = scouts ? std::nextafter(best, kInfinity) : kInfinity;
            float value = root_value(entry.move, depth, seat, alpha, beta);
            if (scouts && value >= beta && !aborted_) {
                value = root_value(entry.move, depth, seat, best, kInfinity);
            }
            if (aborted_) break;
            entry.value = value;
            entry.pv_length = 1 + frames_[1].pv_length;
            best = std::max(best, value);
        }
        for (std::size_t i = done; i < root_moves_.size(); ++i) root_moves_[i].value = -kInfinity;
        return done == root_moves_.size();
    }

    // The value of one root move; meaningless once aborted_. Exceptions of the meter end here: the
    // moves valued so far still count.
    float root_value(Move move, int depth, int seat, float alpha, float beta) {
        try {
            if (spend()) return value_after(move, 0, depth - 1, seat, alpha, beta);
        } catch (const Stopped&) {
            aborted_ = result_.stopped = true;
        } catch (const OutOfTime&) {
            aborted_ = result_.out_of_time = true;
        }
        return 0.0F;
    }

    // Adopts the result of a root pass. One that was cut short is ignored, unless nothing
    // was finished before: then the best so far is the best there is.
    void finish_iteration(int depth, bool whole, Rng& rng) {
        if (!whole && depth > 1) return;
        std::stable_sort(root_moves_.begin(), root_moves_.end(),
                         [](const RootEntry& a, const RootEntry& b) { return a.value > b.value; });
        const float best = root_moves_.front().value;
        if (best == -kInfinity) return;
        std::uint32_t ties = 1;
        while (ties < root_moves_.size() && root_moves_[ties].value == best) ++ties;
        const RootEntry& choice = root_moves_[ties == 1 ? 0 : rng.below(ties)];
        result_.best = choice.move;
        result_.best_index = choice.index;
        result_.value = report(best);
        result_.pv_length = choice.pv_length;
        best_value_ = best;
        if (!whole) return;
        result_.depth = depth;
        result_.best_indices.push_back(choice.index);
    }

    // Narrows the root to its beam; the list is sorted.
    void keep(std::int32_t width) {
        if (width > 0 && root_moves_.size() > static_cast<std::size_t>(width)) {
            root_moves_.resize(static_cast<std::size_t>(width));
        }
    }

    // Whether a deeper search cannot change anything: a forced win or loss has been found.
    bool decided() const { return std::abs(best_value_) >= kWinFloor; }

    // The value for `seat` of making `move` in the frame at `ply` and searching further.
    float value_after(Move move, int ply, int remaining, int seat, float alpha, float beta) {
        Frame& child = frames_[static_cast<std::size_t>(ply) + 1];
        child.position = frames_[static_cast<std::size_t>(ply)].position;
        child.position.make(move);
        child.pv_length = 0;
        if (child.position.over() || remaining == 0) return judge(child.position, seat, ply + 1);
        if (child.position.seat() == seat) return negamax(ply + 1, remaining, alpha, beta);
        return -negamax(ply + 1, remaining, -beta, -alpha);
    }

    // The static value of a position, for `seat`.
    float judge(const P& position, int seat, int ply) const {
        if (position.over()) {
            const auto result = static_cast<float>(result_for(position.outcome(), seat));
            return result * (kWin - kStep * static_cast<float>(ply));
        }
        const float difference = position.evaluate(*policy_);
        if (!(difference == difference)) return 0.0F;
        const float bounded = std::clamp(difference, -kEvalLimit, kEvalLimit);
        return seat == 0 ? bounded : -bounded;
    }

    // The value for the seat to move at the frame of `ply`, which is not over; fail-soft.
    // Meaningless once aborted_.
    float negamax(int ply, int remaining, float alpha, float beta) {
        Frame& frame = frames_[static_cast<std::size_t>(ply)];
        const std::uint64_t key = frame.position.search_key();
        const float window_alpha = alpha;
        const Entry* known = probe(key);
        if (known != nullptr && known->depth >= remaining) {
            const float value = from_table(known->value, ply);
            const bool enough = known->bound == Bound::kExact ||
                                (known->bound == Bound::kLower && value >= beta) ||
                                (known->bound == Bound::kUpper && value <= alpha);
            if (enough) return value;
        }
        frame.position.moves(frame.moves);
        const int seat = frame.position.seat();
        if (frame.moves.empty()) return judge(frame.position, seat, ply);

        const bool inner = remaining > 1;
        std::vector<float>* replies = ply == 1 ? replies_ : nullptr;
        if (replies != nullptr && replies->empty()) replies->assign(frame.moves.size(), kUnknown);
        // Replies are kept in the order in which they are listed.
        if (!inner && reorders_ && replies == nullptr) put_killers_first(frame);
        const Move* table_move = known != nullptr ? &known->move : nullptr;
        if (inner && !order(frame, ply, seat, key, table_move, replies)) return 0.0F;
        if (inner && frame.candidates.front().value >= kWinFloor) {
            // An immediate win: nothing is better, and the beam and the order do not matter.
            frame.pv_length = 1;
            return frame.candidates.front().value;
        }
        const std::size_t count = inner ? frame.candidates.size() : frame.moves.size();
        float best = -kInfinity;
        Move best_move = inner ? frame.candidates.front().move : frame.moves.front();
        for (std::size_t i = 0; i < count && best < beta; ++i) {
            const Move move = inner ? frame.candidates[i].move : frame.moves[i];
            if (!spend()) return 0.0F;
            const float value = value_after(move, ply, remaining - 1, seat, alpha, beta);
            if (aborted_) return 0.0F;
            if (!inner && replies != nullptr) (*replies)[i] = value;
            if (value <= best) continue;
            best = value;
            best_move = move;
            if (value > alpha) {
                alpha = value;
                frame.pv_length = 1 + frames_[static_cast<std::size_t>(ply) + 1].pv_length;
            }
        }
        if (reorders_ && best >= beta) remember_killer(frame, best_move);
        const Bound bound = best >= beta           ? Bound::kLower
                            : best <= window_alpha ? Bound::kUpper
                                                   : Bound::kExact;
        store(key, best_move, to_table(best, ply), remaining, bound);
        return best;
    }

    // Fills frame.candidates: the beam's choice by static value, in the order to try them. A
    // winning move, once found, comes first and ends the listing. `replies` are static values as
    // far as they are known, if they are kept. False when aborted.
    bool order(Frame& frame, int ply, int seat, std::uint64_t key, const Move* table_move,
               std::vector<float>* replies) {
        P& child = frames_[static_cast<std::size_t>(ply) + 1].position;
        frame.candidates.clear();
        std::uint64_t lots = key;
        for (std::size_t i = 0; i < frame.moves.size(); ++i) {
            const Move move = frame.moves[i];
            float value = replies != nullptr ? (*replies)[i] : kUnknown;
            if (value == kUnknown) {
                if (!spend()) return false;
                child = frame.position;
                child.make(move);
                value = judge(child, seat, ply + 1);
                if (replies != nullptr) (*replies)[i] = value;
            }
            const auto lot = static_cast<std::uint32_t>(splitmix64(lots));
            frame.candidates.push_back({move, value, lot, 0});
            if (value >= kWinFloor) {
                std::swap(frame.candidates.front(), frame.candidates.back());
                return true;
            }
        }
        const auto by_value = [](const Candidate& a, const Candidate& b) {
            return a.value != b.value ? a.value > b.value : a.lot < b.lot;
        };
        const std::int32_t width = options_.beam[std::min(ply, 3)];
        if (width > 0 && frame.candidates.size() > static_cast<std::size_t>(width)) {
            std::nth_element(frame.candidates.begin(), frame.candidates.begin() + width,
                             frame.candidates.end(), by_value);
            frame.candidates.resize(static_cast<std::size_t>(width));
        }
        for (Candidate& candidate : frame.candidates) {
            const bool remembered = (table_move != nullptr && candidate.move == *table_move) ||
                                    (reorders_ && is_killer(frame, candidate.move));
            candidate.rank = remembered ? 0 : frame.position.has_captures(candidate.move) ? 1 : 2;
        }
        std::sort(frame.candidates.begin(), frame.candidates.end(),
                  [&](const Candidate& a, const Candidate& b) {
                      return a.rank != b.rank ? a.rank < b.rank : by_value(a, b);
                  });
        return true;
    }

    static bool is_killer(const Frame& frame, Move move) {
        const auto end = frame.killers.begin() + static_cast<std::ptrdiff_t>(frame.killer_count);
        return std::find(frame.killers.begin(), end, move) != end;
    }

    static void put_killers_first(Frame& frame) {
        auto front = frame.moves.begin();
        for (std::size_t i = 0; i < frame.killer_count; ++i) {
            const auto found = std::find(front, frame.moves.end(), frame.killers[i]);
            if (found != frame.moves.end()) std::iter_swap(front++, found);
        }
    }

    // Puts a move in front of the killers; the oldest is forgotten if there are too many.
    static void remember_killer(Frame& frame, Move move) {
        const auto end = frame.killers.begin() + static_cast<std::ptrdiff_t>(frame.killer_count);
        auto found = std::find(frame.killers.begin(), end, move);
        if (found == end) {
            if (frame.killer_count < kKillers) {
                ++frame.killer_count;
            } else {
                --found;
            }
            *found = move;
        }
        std::rotate(frame.killers.begin(), found, found + 1);
    }

    // In the table a win counts its plies from the node, in the search from the root.
    static float to_table(float value, int ply) {
        const float shift = kStep * static_cast<float>(ply);
        return value >= kWinFloor ? value + shift : value <= -kWinFloor ? value - shift : value;
    }
    static float from_table(float value, int ply) {
        const float shift = kStep * static_cast<float>(ply);
        return value >= kWinFloor ? value - shift : value <= -kWinFloor ? value + shift : value;
    }

    // The first of the two entries where `key` may live.
    std::size_t bucket(std::uint64_t key) const {
        const int shift = 64 - std::countr_zero(table_.size());
        return ((key * 0x9e3779b97f4a7c15ULL) >> shift) & ~std::size_t{1};
    }

    const Entry* probe(std::uint64_t key) const {
        const Entry* pair = &table_[bucket(key)];
        for (int i = 0; i < 2; ++i) {
            if (pair[i].key == key && pair[i].generation == generation_) return &pair[i];
        }
        return nullptr;
    }

    // Always stores: over the same key, else over an old entry, else over the shallower one.
    void store(std::uint64_t key, Move move, float value, int depth, Bound bound) {
        Entry* pair = &table_[bucket(key)];
        const auto worth = [&](const Entry& entry) {
            if (entry.generation != generation_) return -1;
            return entry.key == key ? -2 : static_cast<int>(entry.depth);
        };
        Entry& slot = worth(pair[1]) < worth(pair[0]) ? pair[1] : pair[0];
        slot = {key, move, value, generation_, static_cast<std::int16_t>(depth), bound};
    }

    // From the inner scale to the common one.
    float report(float value) const {
        if (std::abs(value) >= kWinFloor) {
            const float plies = (kWin - std::abs(value)) / kStep;
            return std::copysign(std::max(0.991F, 1.0F - 0.001F * plies), value);
        }
        return 0.99F * squash(static_cast<double>(options_.kappa) * static_cast<double>(value));
    }

    AlphaBetaOptions options_;
    const Policy* policy_ = nullptr;  // the caller's, for the length of a search
    Meter own_meter_;                 // for callers without one
    Meter* meter_ = nullptr;          // the caller's, for the length of a search
    std::uint64_t max_nodes_ = kNoLimit;
    std::uint64_t nodes_ = 0;
    bool aborted_ = false;
    bool reorders_ = false;       // the bounds of moves that fail may change; see search()
    bool keeps_replies_ = false;  // there will be an iteration that reads them
    std::vector<std::vector<float>> reply_values_;  // by root move, in the order of P::moves()
    std::vector<float>* replies_ = nullptr;         // of the root move being searched, if kept
    float best_value_ = 0.0F;                       // of the last finished iteration
    std::uint32_t generation_ = 0;
    std::vector<Entry> table_;
    std::vector<Frame> frames_;
    std::vector<RootEntry> root_moves_;
    AlphaBetaResult<P> result_;
};

}  // namespace ludwright::play
