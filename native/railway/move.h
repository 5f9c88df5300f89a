// The moves of railway games: decisions of players and events of chance, in eight bytes.

#pragma once

#include <cstdint>

namespace ludwright::railway {

// Part of every record: append, never renumber.
enum class Kind : std::uint8_t {
    kDeal,     // chance; a: the card that the seat in turn is dealt at the beginning
    kTurnUp,   // chance; a: the card that is laid face up
    kOffer,    // chance; a: the ticket that the mover draws
    kKeep,     // a: which of the tickets drawn are kept, as bits, in the order of their numbers;
               // b: how many that are
    kTake,     // a: the card taken from the market
    kDraw,     // the mover draws a card blind
    kCard,     // chance; a: the card that the mover draws
    kTickets,  // the mover draws tickets
    kBuild,  // a: the track, b: the colour of the cards, c: how many of them are locomotives; with
             // locomotives only, b is kLocomotive
    kPass,
};

inline constexpr std::uint8_t kUnseen = 255;  // a card or tickets of another seat

struct Move {
    Kind kind = Kind::kPass;
    std::uint8_t a = 0;
    std::uint8_t b = 0;
    std::uint8_t c = 0;
    std::int16_t n = 0;
    std::int16_t m = 0;

    bool operator==(const Move&) const = default;
    auto operator<=>(const Move&) const = default;
};

}  // namespace ludwright::railway
