// A railway game as numbers: the board and every choice of the rules, verified once.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "play/bits.h"

namespace ludwright::railway {

inline constexpr int kMostSeats = 5;
inline constexpr int kMostCities = 80;
inline constexpr int kMostTracks = 240;
inline constexpr int kMostTickets = 120;
inline constexpr int kMostLength = 6;
inline constexpr int kMostTrains = 200;
inline constexpr int kMostOffered = 6;
inline constexpr int kMostMarket = 8;
inline constexpr int kColours = 8;            // of cards
inline constexpr int kLocomotive = kColours;  // a kind of card
inline constexpr int kCardKinds = kColours + 1;
inline constexpr int kGray = kColours;  // a colour of tracks

using Tracks = play::Bits<4>;
using Tickets = play::Bits<2>;
using Cities = play::Bits<2>;

// Where a match is.
enum class Phase : std::uint8_t {
    kDeal,    // chance deals the first cards
    kMarket,  // chance lays cards face up
    kOffer,   // chance draws tickets for the mover
    kKeep,    // the mover chooses which of them to keep
    kTurn,    // the mover decides what kind of turn it has
    kSecond,  // the mover takes its second card
    kBlind,   // chance draws the card that the mover takes blind
    kOver,
};

enum class Gridlock : std::uint8_t { kFirst, kAll };

struct Track {
    std::uint8_t one = 0, other = 0;  // cities
    std::uint8_t route = 0;
    std::uint8_t length = 0;
    std::uint8_t colour = 0;  // kGray takes any
    std::int16_t twin = -1;   // the other track of the route, or -1
};

struct Ticket {
    std::uint8_t one = 0, other = 0;  // cities
    std::uint8_t points = 0;
};

// Immutable once made; shared by all positions of the game.
struct Program {
    // Reads and verifies the numbers that lower.py writes; throws std::invalid_argument.
    static Program read(std::span<const std::int32_t> numbers);

    int seats = 2;
    int cities = 0;
    int routes = 0;
    int each = 12;  // cards of each colour
    int locomotives = 14;
    int market = 5;
    int clear = 3;  // locomotives at which the market is cleared; 0: never
    int redraws = 3;
    int trains = 45;
    int first_cards = 4;
    int first_tickets = 3, first_keep = 2;
    int more_tickets = 3, more_keep = 1;
    std::array<int, kMostLength + 1> points{};  // by length, from 1
    int longest = 10;
    bool both_tracks = false;  // both tracks of a route can be built, by different seats
    int end = 2;
    Gridlock gridlock = Gridlock::kAll;
    std::vector<Track> tracks;
    std::vector<Ticket> tickets;
    Tracks all;
    Tickets all_tickets;
    std::array<Tracks, kMostCities> tracks_of{};                            // by city
    std::array<std::array<Tracks, kMostLength + 1>, kColours + 1> alike{};  // by colour and length
};

}  // namespace ludwright::railway
