#include "railway/players/network.h"

#include <algorithm>

namespace ludwright::railway {

namespace {

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

void Atlas::read(const Program& program) {
    std::fill_n(tracks.begin(), program.routes, std::array<std::int16_t, 2>{-1, -1});
    std::fill_n(first.begin(), program.cities + 1, std::uint16_t{0});
    longest = 0;
    for (std::size_t t = 0; t < program.tracks.size(); ++t) {
        const Track& track = program.tracks[t];
        auto& both = tracks[track.route];
        both[both[0] < 0 ? 0 : 1] = static_cast<std::int16_t>(t);
        length[track.route] = track.length;
        longest = std::max<int>(longest, track.length);
        if (both[1] >= 0) continue;
        ++first[track.one + 1U];
        ++first[track.other + 1U];
    }
    for (int city = 0; city < program.cities; ++city) {
        first[at(city) + 1] = static_cast<std::uint16_t>(first[at(city) + 1] + first[at(city)]);
    }
    std::array<std::uint16_t, kMostCities + 1> next = first;
    for (int route = 0; route < program.routes; ++route) {
        const Track& track = program.tracks[at(tracks[at(route)][0])];
        ways[next[track.one]++] = {track.other, track.route};
        ways[next[track.other]++] = {track.one, track.route};
    }
    int points = 0;
    for (const Ticket& ticket : program.tickets) points += ticket.points;
    const int count = std::max(1, static_cast<int>(program.tickets.size()));
    usual_ticket = (points + count - 1) / count;
}

void Network::begin(const Atlas* atlas) {
    atlas_ = atlas;
    is_new_ = true;
    open_ = {};
}

bool Network::update(const Seen& seen) {
    const Tracks& open = seen.open();
    if (is_new_) {
        prepare(seen.program());
    } else if (open == open_) {
        return false;
    }
    gained_ = newly_lost_ = {};
    minus(open_, open).each([&](int track) { note(seen, track); });
    open_ = open;
    return true;
}

void Network::prepare(const Program& program) {
    if (atlas_ == nullptr) {
        own_atlas_.read(program);
        atlas_ = &own_atlas_;
    }
    for (int route = 0; route < program.routes; ++route) {
        spaces_of_[at(route)] = atlas_->length[at(route)];
        weight_of_[at(route)] = weights_[atlas_->length[at(route)]];
    }
    open_ = program.all;
    is_new_ = false;
}

// A track can no longer be built by the seat.
void Network::note(const Seen& seen, int track) {
    const int route = seen.program().tracks[at(track)].route;
    bool is_own = false;
    for (const int one : atlas_->tracks[at(route)]) {
        if (one < 0) continue;
        if (seen.is_open(one)) return;
        is_own |= seen.own().test(one);
    }
    (is_own ? gained_ : newly_lost_).set(route);
    weight_of_[at(route)] = spaces_of_[at(route)] = is_own ? 0 : kLost;
}

// Uniform-cost search. Cities wait in sets by their distance from the start, of which no more
// differ than a route can weigh; only those that are nearer than the end is, as far as it is known.
int Network::search(const Costs& costs, int from, int to, int most, Routes& path) const {
    constexpr int kSlots = kMostWeight + 1;
    std::array<Cities, kSlots> waiting{};
    std::array<std::uint16_t, kMostCities> distance;
    std::array<Atlas::Way, kMostCities> before;  // where the way to a city comes from
    distance.fill(static_cast<std::uint16_t>(kNoWay));
    distance[at(to)] = static_cast<std::uint16_t>(std::min(most + 1, kNoWay));
    distance[at(from)] = 0;
    waiting[0].set(from);
    for (int now = 0, empty = 0; empty < kSlots && now <= most; ++now) {
        Cities& here = waiting[at(now % kSlots)];
        empty = here.any() ? 0 : empty + 1;
        for (int city = here.pop_first(); city >= 0; city = here.pop_first()) {
            if (distance[at(city)] != now) continue;
            if (city == to) {
                path = {};
                for (int back = to; back != from; back = before[at(back)].city) {
                    const int route = before[at(back)].route;
                    if (costs[at(route)] > 0) path.set(route);
                }
                return now;
            }
            for (int i = atlas_->first[at(city)]; i < atlas_->first[at(city) + 1]; ++i) {
                const Atlas::Way way = atlas_->ways[at(i)];
                const int cost = costs[way.route];
                const int there = now + cost;
                if (cost == kLost || there >= distance[way.city] || there >= distance[at(to)]) {
                    continue;
                }
                distance[way.city] = static_cast<std::uint16_t>(there);
                before[way.city] = {static_cast<std::uint8_t>(city), way.route};
                waiting[at(there % kSlots)].set(way.city);
            }
        }
    }
    return kNoWay;
}

}  // namespace ludwright::railway
