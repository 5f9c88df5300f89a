// The longest trail: a walk that uses each edge at most once; places may repeat.

#pragma once

#include <cstdint>
#include <span>

namespace ludwright::railway {

struct Edge {
    std::uint8_t one = 0, other = 0;  // places
    std::uint16_t length = 0;
};

inline constexpr int kMostPlaces = 80;
inline constexpr int kMostEdges = 240;

// The length of the longest trail over at most kMostEdges edges between at most kMostPlaces places.
int longest_trail(std::span<const Edge> edges);

}  // namespace ludwright::railway
