// The board as one seat can use it: which routes are its own, open to it or lost, and the cheapest
// ways over them.
//
// A route is the pair of cities that one or two tracks join. It is the seat's own if one of its
// tracks is, open if one of them can still be built by the seat, and lost otherwise.

#pragma once

#include <array>
#include <cstdint>

#include "railway/seen.h"

namespace ludwright::railway {

using Routes = Tracks;  // a game has no more routes than tracks

// Where the routes of a board lead, in a form that is quick to search. Never changed once read.
struct Atlas {
    struct Way {
        std::uint8_t city = 0;  // that it leads to
        std::uint8_t route = 0;
    };

    void read(const Program& program);

    std::array<std::uint16_t, kMostCities + 1> first{};             // way of a city
    std::array<Way, 2 * kMostTracks> ways{};                        // city by city
    std::array<std::array<std::int16_t, 2>, kMostTracks> tracks{};  // of a route; -1: none
    std::array<std::uint8_t, kMostTracks> length{};                 // of a route
    int longest = 0;                                                // route, in spaces
    int usual_ticket = 0;  // points of the mean ticket, rounded up
};

// What a route weighs in a search, by its length; at most kMostWeight.
using Weights = std::array<std::uint8_t, kMostLength + 1>;
inline constexpr int kMostWeight = 31;

class Network {
   public:
    static constexpr int kNoWay = 1 << 14;

    Network() = default;
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;

    // Forgets everything. An atlas that is given must be that of the game and outlive the match;
    // without one the network reads its own.
    void begin(const Atlas* atlas = nullptr);
    // What routes weigh from the next begin() on; their lengths, unless this was called.
    void weigh_by(const Weights& weights) { weights_ = weights; }

    // Takes note of all tracks built or lost since the last time; whether there were any, and true
    // the first time.
    bool update(const Seen& seen);
    // Routes that became the seat's own or were lost with the last update that returned true.
    const Routes& gained() const { return gained_; }
    const Routes& newly_lost() const { return newly_lost_; }

    const Atlas& atlas() const { return *atlas_; }
    int length(int route) const { return atlas_->length[static_cast<std::size_t>(route)]; }

    // The lightest way between two cities over own routes, at no cost, and open ones: its weight,
    // and the open routes on it. kNoWay if none is at most as heavy as `most`. Of equals the first
    // that a search in the order of the board finds.
    int lightest(int from, int to, int most, Routes& path) const {
        return search(weight_of_, from, to, most, path);
    }
    // The same in spaces.
    int shortest(int from, int to, int most, Routes& path) const {
        return search(spaces_of_, from, to, most, path);
    }
    // The spaces of a set of routes.
    int spaces(const Routes& routes) const {
        int sum = 0;
        routes.each([&](int route) { sum += length(route); });
        return sum;
    }

    // What they weigh.
    int weight(const Routes& routes) const {
        int sum = 0;
        routes.each([&](int route) { sum += weights_[static_cast<std::size_t>(length(route))]; });
        return sum;
    }

   private:
    static constexpr std::uint8_t kLost = 255;
    using Costs = std::array<std::uint8_t, kMostTracks>;

    int search(const Costs& costs, int from, int to, int most, Routes& path) const;
    void prepare(const Program& program);
    void note(const Seen& seen, int track);

    const Atlas* atlas_ = nullptr;
    Atlas own_atlas_;
    Weights weights_ = {0, 1, 2, 3, 4, 5, 6};
    bool is_new_ = true;
    Tracks open_;  // tracks, at the last update
    Routes gained_, newly_lost_;
    Costs weight_of_{}, spaces_of_{};  // by route; 0: own
};

}  // namespace ludwright::railway
