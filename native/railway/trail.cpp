#include "railway/trail.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

namespace ludwright::railway {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Edges between places, with the ways that begin at each place.
struct Network {
    struct Way {
        std::uint8_t edge, to;
    };

    explicit Network(std::span<const Edge> given) {
        for (const Edge& edge : given) {
            if (edge.length == 0) continue;
            edges[at(count)] = edge;
            attach(count++);
        }
        join_chains();
    }

    void attach(int number) {
        const Edge& edge = edges[at(number)];
        is_free[at(number)] = true;
        const auto name = static_cast<std::uint8_t>(number);
        ways[edge.one][at(degree[edge.one]++)] = {name, edge.other};
        ways[edge.other][at(degree[edge.other]++)] = {name, edge.one};
    }

    void detach(int number) {
        const Edge& edge = edges[at(number)];
        is_free[at(number)] = false;
        for (const int place : {int{edge.one}, int{edge.other}}) {
            auto& here = ways[at(place)];
            for (int i = 0; i < degree[at(place)]; ++i) {
                if (here[at(i)].edge != number) continue;
                here[at(i)] = here[at(--degree[at(place)])];
                break;
            }
        }
    }

    // A trail that goes through a place with two edges uses both, unless it begins or ends there,
    // and then it could be prolonged: so they are one edge.
    void join_chains() {
        for (int place = 0; place < kMostPlaces; ++place) {
            if (degree[at(place)] != 2) continue;
            const Way one = ways[at(place)][0], other = ways[at(place)][1];
            if (one.edge == other.edge) continue;  // a circle
            const int length = edges[one.edge].length + edges[other.edge].length;
            detach(one.edge);
            detach(other.edge);
            edges[one.edge] = {one.to, other.to, static_cast<std::uint16_t>(length)};
            attach(one.edge);
        }
    }

    // Calls fn(way) for all that begin at a place.
    template <typename Fn>
    void each_way(int place, Fn&& fn) const {
        for (int k = 0; k < degree[at(place)]; ++k) fn(ways[at(place)][at(k)]);
    }

    std::array<Edge, kMostEdges> edges;
    std::array<bool, kMostEdges> is_free;  // not joined to another, not used by the trail
    std::array<std::array<Way, kMostEdges>, kMostPlaces> ways;
    std::array<int, kMostPlaces> degree{};
    int count = 0;
};

// One connected part at a time: depth first, and no further than can beat the best found. Enough
// for almost all networks; those with many circles take too long.
//
// What bounds a trail: from where it stands it can only use edges that it can still reach, and
// every place with an odd number of them, except where it stands and where it ends, keeps at least
// one.
class Search {
   public:
    explicit Search(Network& network) : network_(network) {}

    // The longest that was found. It is the longest of all if the search is_done().
    int longest() {
        for (int place = 0; place < kMostPlaces; ++place) {
            if (seen_[at(place)] || network_.degree[at(place)] == 0) continue;
            search_part(place);
        }
        return best_;
    }

    bool is_done() const { return steps_ < kMostSteps; }

   private:
    using Way = Network::Way;
    static constexpr int kMostSteps = 1000;

    // What a trail that stands at a place can still use, at most.
    int bound_from(int from) {
        std::array<std::uint8_t, kMostPlaces> queue;
        int size = 0, twice = 0, kept = 0, most_kept = 0;
        ++round_;
        marks_[at(from)] = round_;
        queue[at(size++)] = static_cast<std::uint8_t>(from);
        for (int i = 0; i < size; ++i) {
            const int place = queue[at(i)];
            int free = 0, least = 0;
            for (int k = 0; k < network_.degree[at(place)]; ++k) {
                const Way way = network_.ways[at(place)][at(k)];
                if (!network_.is_free[way.edge]) continue;
                const int length = network_.edges[way.edge].length;
                twice += length;
                least = free++ == 0 ? length : std::min(least, length);
                if (marks_[way.to] == round_) continue;
                marks_[way.to] = round_;
                queue[at(size++)] = way.to;
            }
            if (free % 2 == 0 || place == from) continue;
            kept += least;
            most_kept = std::max(most_kept, least);
        }
        return twice / 2 - (kept - most_kept + 1) / 2;
    }

    // What any trail in a part can use, at most: two places may have an odd number of edges in it.
    int bound_of(std::span<const std::uint8_t> places) const {
        int twice = 0, kept = 0, first = 0, second = 0;
        for (const int place : places) {
            int least = 0;
            for (int k = 0; k < network_.degree[at(place)]; ++k) {
                const int length = network_.edges[network_.ways[at(place)][at(k)].edge].length;
                twice += length;
                least = k == 0 ? length : std::min(least, length);
            }
            if (network_.degree[at(place)] % 2 == 0) continue;
            kept += least;
            if (least > first) {
                second = first;
                first = least;
            } else {
                second = std::max(second, least);
            }
        }
        return twice / 2 - (kept - first - second + 1) / 2;
    }

    void search_part(int from) {
        std::array<std::uint8_t, kMostPlaces> places;
        int size = 0;
        seen_[at(from)] = true;
        places[at(size++)] = static_cast<std::uint8_t>(from);
        for (int i = 0; i < size; ++i) {
            const int place = places[at(i)];
            for (int k = 0; k < network_.degree[at(place)]; ++k) {
                const int to = network_.ways[at(place)][at(k)].to;
                if (seen_[at(to)]) continue;
                seen_[at(to)] = true;
                places[at(size++)] = static_cast<std::uint8_t>(to);
            }
        }
        most_ = bound_of({places.data(), at(size)});
        // Trails often begin where an odd number of edges meet.
        std::stable_sort(places.begin(), places.begin() + size, [&](int one, int other) {
            return network_.degree[at(one)] % 2 > network_.degree[at(other)] % 2;
        });
        for (int i = 0; i < size && best_ < most_; ++i) go_on(places[at(i)], 0);
    }

    void go_on(int place, int length) {
        best_ = std::max(best_, length);
        if (!is_done() || best_ >= most_) return;
        ++steps_;
        if (length + bound_from(place) <= best_) return;
        for (int k = 0; k < network_.degree[at(place)]; ++k) {
            const Way way = network_.ways[at(place)][at(k)];
            if (!network_.is_free[way.edge] || is_tried_before(place, k)) continue;
            network_.is_free[way.edge] = false;
            go_on(way.to, length + network_.edges[way.edge].length);
            network_.is_free[way.edge] = true;
        }
    }

    // Of equal edges to the same place the first will do.
    bool is_tried_before(int place, int k) const {
        const Way way = network_.ways[at(place)][at(k)];
        for (int i = 0; i < k; ++i) {
            const Way other = network_.ways[at(place)][at(i)];
            if (other.to == way.to && network_.is_free[other.edge] &&
                network_.edges[other.edge].length == network_.edges[way.edge].length) {
                return true;
            }
        }
        return false;
    }

    Network& network_;
    std::array<bool, kMostPlaces> seen_{};
    std::array<std::uint32_t, kMostPlaces> marks_{};
    std::uint32_t round_ = 0;
    int best_ = 0, most_ = 0, steps_ = 0;
};

// Edge by edge in an order in which few places are open at once: those with edges before and after.
//
// Of all sets of edges before, only what matters later is kept: which open places they touch, which
// of these they connect, and where an odd number of edges ends. A trail is a connected set with at
// most two such ends. Of equal states the longest remains, so that there are few where a network is
// wide in no place. Where there are more than kMostStates, the longest of them go on: then the
// trail that is found need not be the longest, but no way is known to find that in all networks.
class Sweep {
   public:
    // `best` is the length of a trail that is known.
    Sweep(const Network& network, int best) : network_(network), best_(best) { put_in_order(); }

    int longest() {
        int left = 0;
        for (int i = 0; i < size_; ++i) left += edge_of(i).length;
        states_.assign(1, State{});
        for (int i = 0; i < size_; ++i) {
            left -= edge_of(i).length;
            open(edge_of(i).one);
            open(edge_of(i).other);
            add(i, left);
        }
        return best_;
    }

   private:
    static constexpr std::size_t kMostStates = 8000;

    // By slot of an open place: twice the number of the part to which it is connected, 0 if no edge
    // touches it, and 1 more if an odd number does.
    struct State {
        std::array<std::uint8_t, kMostPlaces> slots{};
        int ends = 0;  // odd places that are closed
        int length = 0;
    };

    const Edge& edge_of(int i) const { return network_.edges[at(order_[at(i)])]; }

    // Breadth first from a place with few edges, each edge with the first of its places.
    void put_in_order() {
        std::array<bool, kMostPlaces> is_seen{};
        std::array<bool, kMostEdges> is_taken{};
        for (;;) {
            int first = -1;
            for (int place = 0; place < kMostPlaces; ++place) {
                const int degree = network_.degree[at(place)];
                if (is_seen[at(place)] || degree == 0) continue;
                if (first < 0 || degree < network_.degree[at(first)]) first = place;
            }
            if (first < 0) break;
            std::vector<int> queue{first};
            is_seen[at(first)] = true;
            for (std::size_t i = 0; i < queue.size(); ++i) {
                network_.each_way(queue[i], [&](Network::Way way) {
                    if (!is_taken[way.edge]) order_[at(size_++)] = way.edge;
                    is_taken[way.edge] = true;
                    if (!is_seen[way.to]) queue.push_back(way.to);
                    is_seen[way.to] = true;
                });
            }
        }
        for (int i = 0; i < size_; ++i) {
            last_[edge_of(i).one] = last_[edge_of(i).other] = i;
        }
    }

    void open(int place) {
        if (std::find(open_.begin(), open_.end(), place) == open_.end()) open_.push_back(place);
    }

    int slot_of(int place) const {
        return static_cast<int>(std::find(open_.begin(), open_.end(), place) - open_.begin());
    }

    void add(int i, int left) {
        const Edge& edge = edge_of(i);
        std::vector<State> before = std::move(states_);
        states_.clear();
        table_.assign(std::bit_ceil(4 * before.size() + 4), -1);
        const int one = slot_of(edge.one), other = slot_of(edge.other);
        // The later slot is closed first, so that the earlier one keeps its number.
        std::array<int, 2> closing{std::max(one, other), std::min(one, other)};
        if (one == other) closing[1] = -1;
        for (int& slot : closing) {
            if (slot >= 0 && last_[at(open_[at(slot)])] != i) slot = -1;
        }
        for (const State& state : before) {
            keep(state, closing, left);
            keep(used(state, one, other, edge.length), closing, left);
        }
        for (const int slot : closing) {
            if (slot >= 0) open_.erase(open_.begin() + slot);
        }
        if (states_.size() > kMostStates) leave_shortest();
    }

    State used(State state, int one, int other, int length) const {
        state.length += length;
        const int part = state.slots[at(one)] / 2, joined = state.slots[at(other)] / 2;
        // A number that no part has yet; parts are renumbered from 1 whenever a state is kept.
        const int kept = part > 0 ? part : joined > 0 ? joined : static_cast<int>(open_.size()) + 1;
        for (const int slot : {one, other}) {
            state.slots[at(slot)] = static_cast<std::uint8_t>(2 * kept + state.slots[at(slot)] % 2);
        }
        if (part > 0 && joined > 0 && part != joined) {
            for (std::uint8_t& slot : state.slots) {
                if (slot / 2 == joined) slot = static_cast<std::uint8_t>(2 * kept + slot % 2);
            }
        }
        state.slots[at(one)] ^= 1;
        state.slots[at(other)] ^= 1;
        return state;
    }

    void keep(State state, const std::array<int, 2>& closing, int left) {
        int size = static_cast<int>(open_.size());
        for (const int slot : closing) {
            if (slot < 0) continue;
            const std::uint8_t closed = state.slots[at(slot)];
            state.ends += closed % 2;
            std::copy(state.slots.begin() + slot + 1, state.slots.begin() + size,
                      state.slots.begin() + slot);
            state.slots[at(--size)] = 0;
            if (state.ends > 2) return;
            if (closed == 0) continue;
            const auto begin = state.slots.begin(), end = begin + size;
            if (std::any_of(begin, end, [&](int s) { return s / 2 == closed / 2; })) continue;
            // Nothing can be added to this part: it is a trail if it is the only one.
            const bool is_only = std::all_of(begin, end, [](int s) { return s == 0; });
            if (is_only) best_ = std::max(best_, state.length);
            return;
        }
        if (state.length + left <= best_) return;
        renumber(state, size);
        remember(state, size);
    }

    static void renumber(State& state, int size) {
        std::array<std::uint8_t, 2 * kMostPlaces> numbers{};
        std::uint8_t next = 1;
        for (int slot = 0; slot < size; ++slot) {
            std::uint8_t& here = state.slots[at(slot)];
            if (here == 0) continue;
            std::uint8_t& number = numbers[here / 2];
            if (number == 0) number = next++;
            here = static_cast<std::uint8_t>(2 * number + here % 2);
        }
    }

    void remember(const State& state, int size) {
        std::uint64_t hash = static_cast<std::uint64_t>(state.ends) + 1;
        for (int slot = 0; slot < size; ++slot) {
            hash = (hash ^ state.slots[at(slot)]) * 0x9e3779b97f4a7c15ULL;
            hash ^= hash >> 29;
        }
        const std::size_t mask = table_.size() - 1;
        std::size_t place = hash & mask;
        for (; table_[place] >= 0; place = (place + 1) & mask) {
            State& other = states_[at(table_[place])];
            if (other.ends != state.ends || other.slots != state.slots) continue;
            other.length = std::max(other.length, state.length);
            return;
        }
        table_[place] = static_cast<int>(states_.size());
        states_.push_back(state);
    }

    void leave_shortest() {
        std::stable_sort(states_.begin(), states_.end(),
                         [](const State& a, const State& b) { return a.length > b.length; });
        states_.resize(kMostStates);
    }

    const Network& network_;
    int best_;
    std::array<int, kMostEdges> order_{};
    std::array<int, kMostPlaces> last_{};  // by place: when its last edge is added
    int size_ = 0;
    std::vector<int> open_;  // places by slot
    std::vector<State> states_;
    std::vector<int> table_;  // of the states, by hash
};

}  // namespace

int longest_trail(std::span<const Edge> edges) {
    Network network(edges);
    Search search(network);
    const int found = search.longest();
    return search.is_done() ? found : Sweep(network, found).longest();
}

}  // namespace ludwright::railway
