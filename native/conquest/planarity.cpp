#include "conquest/planarity.h"

#include <algorithm>
#include <vector>

namespace ludwright::conquest {

namespace {

constexpr int kUnseen = -1;

// Return edges that have to be on one side, from the lowest to the highest; empty if both are none.
struct Interval {
    int low;
    int high;
};

struct Pair {
    Interval left;
    Interval right;
};

class LeftRight {
   public:
    LeftRight(int places, std::span<const std::pair<int, int>> borders)
        : none_(static_cast<int>(borders.size())),
          around_(places),
          outgoing_(places),
          height_(places, kUnseen),
          parent_(places, none_),
          source_(borders.size() + 1, kUnseen),
          target_(borders.size() + 1, kUnseen),
          low_(borders.size() + 1, 0),
          low_second_(borders.size() + 1, 0),
          nesting_(borders.size() + 1, 0),
          // One more place than edges: what is written about no edge lands there.
          ref_(borders.size() + 1, none_),
          low_edge_(borders.size() + 1, none_),
          bottom_(borders.size() + 1, 0) {
        for (int edge = 0; edge < none_; ++edge) {
            around_[borders[edge].first].emplace_back(borders[edge].second, edge);
            around_[borders[edge].second].emplace_back(borders[edge].first, edge);
        }
    }

    bool run() {
        const int places = static_cast<int>(around_.size());
        std::vector<int> roots;
        for (int place = 0; place < places; ++place) {
            if (height_[place] != kUnseen) continue;
            height_[place] = 0;
            roots.push_back(place);
            orient(place);
        }
        for (int place = 0; place < places; ++place) {
            std::stable_sort(outgoing_[place].begin(), outgoing_[place].end(),
                             [this](int a, int b) { return nesting_[a] < nesting_[b]; });
        }
        return std::all_of(roots.begin(), roots.end(), [this](int root) { return test(root); });
    }

   private:
    bool is_empty(const Interval& interval) const {
        return interval.low == none_ && interval.high == none_;
    }

    // The first search: directions of the edges, their lowest return points, their nesting order.
    void orient(int place) {
        const int above = parent_[place];
        for (const auto& [other, edge] : around_[place]) {
            if (source_[edge] != kUnseen) continue;
            source_[edge] = place;
            target_[edge] = other;
            outgoing_[place].push_back(edge);
            low_[edge] = low_second_[edge] = height_[place];
            if (height_[other] == kUnseen) {
                parent_[other] = edge;
                height_[other] = height_[place] + 1;
                orient(other);
            } else {
                low_[edge] = height_[other];
            }
            nesting_[edge] = 2 * low_[edge] + (low_second_[edge] < height_[place] ? 1 : 0);
            if (above != none_) pass_up(edge, above);
        }
    }

    void pass_up(int edge, int above) {
        if (low_[edge] < low_[above]) {
            low_second_[above] = std::min(low_[above], low_second_[edge]);
            low_[above] = low_[edge];
        } else if (low_[edge] > low_[above]) {
            low_second_[above] = std::min(low_second_[above], low_[edge]);
        } else {
            low_second_[above] = std::min(low_second_[above], low_second_[edge]);
        }
    }

    // The second search: whether the return edges can be divided between left and right.
    bool test(int place) {
        const int above = parent_[place];
        bool is_first = true;
        for (const int edge : outgoing_[place]) {
            bottom_[edge] = static_cast<int>(stack_.size());
            const int other = target_[edge];
            if (parent_[other] == edge) {
                if (!test(other)) return false;
            } else {
                low_edge_[edge] = edge;
                stack_.push_back({{none_, none_}, {edge, edge}});
            }
            if (low_[edge] < height_[place]) {
                if (is_first) {
                    low_edge_[above] = low_edge_[edge];
                } else if (!constrain(edge, above)) {
                    return false;
                }
            }
            is_first = false;
        }
        if (above != none_) leave(source_[above], above);
        return true;
    }

    bool is_conflicting(const Interval& interval, int edge) const {
        return !is_empty(interval) && low_[interval.high] > low_[edge];
    }

    bool constrain(int edge, int above) {
        Pair joined{{none_, none_}, {none_, none_}};
        do {
            Pair top = pop();
            if (!is_empty(top.left)) std::swap(top.left, top.right);
            if (!is_empty(top.left)) return false;
            if (low_[top.right.low] > low_[above]) {
                if (is_empty(joined.right)) {
                    joined.right.high = top.right.high;
                } else {
                    ref_[joined.right.low] = top.right.high;
                }
                joined.right.low = top.right.low;
            } else {
                ref_[top.right.low] = low_edge_[above];
            }
        } while (static_cast<int>(stack_.size()) != bottom_[edge]);
        while (!stack_.empty() && (is_conflicting(stack_.back().left, edge) ||
                                   is_conflicting(stack_.back().right, edge))) {
            Pair top = pop();
            if (is_conflicting(top.right, edge)) std::swap(top.left, top.right);
            if (is_conflicting(top.right, edge)) return false;
            ref_[joined.right.low] = top.right.high;
            if (top.right.low != none_) joined.right.low = top.right.low;
            if (is_empty(joined.left)) {
                joined.left.high = top.left.high;
            } else {
                ref_[joined.left.low] = top.left.high;
            }
            joined.left.low = top.left.low;
        }
        if (!is_empty(joined.left) || !is_empty(joined.right)) stack_.push_back(joined);
        return true;
    }

    // Forget the return edges that end at the place above, and note what the edge leans on.
    void leave(int upper, int above) {
        while (!stack_.empty() && lowest(stack_.back()) == height_[upper]) stack_.pop_back();
        if (!stack_.empty()) {
            Pair top = pop();
            trim(top.left, top.right, upper);
            trim(top.right, top.left, upper);
            stack_.push_back(top);
        }
        if (low_[above] < height_[upper] && !stack_.empty()) {
            const int left = stack_.back().left.high;
            const int right = stack_.back().right.high;
            const bool is_left = left != none_ && (right == none_ || low_[left] > low_[right]);
            ref_[above] = is_left ? left : right;
        }
    }

    void trim(Interval& one, const Interval& other, int upper) {
        while (one.high != none_ && target_[one.high] == upper) one.high = ref_[one.high];
        if (one.high == none_ && one.low != none_) {
            ref_[one.low] = other.low;
            one.low = none_;
        }
    }

    int lowest(const Pair& pair) const {
        if (is_empty(pair.left)) return low_[pair.right.low];
        if (is_empty(pair.right)) return low_[pair.left.low];
        return std::min(low_[pair.left.low], low_[pair.right.low]);
    }

    Pair pop() {
        const Pair top = stack_.back();
        stack_.pop_back();
        return top;
    }

    const int none_;
    std::vector<std::vector<std::pair<int, int>>> around_;
    std::vector<std::vector<int>> outgoing_;
    std::vector<int> height_, parent_;
    std::vector<int> source_, target_, low_, low_second_, nesting_, ref_, low_edge_, bottom_;
    std::vector<Pair> stack_;
};

}  // namespace

bool is_planar(int places, std::span<const std::pair<int, int>> borders) {
    // Euler's bound; most maps with too many borders are refused by it.
    if (places >= 3 && static_cast<int>(borders.size()) > 3 * places - 6) return false;
    return LeftRight(places, borders).run();
}

}  // namespace ludwright::conquest
