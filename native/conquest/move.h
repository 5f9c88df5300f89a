// The moves of conquest games: decisions of players and events of chance, in eight bytes.

#pragma once

#include <cstdint>

namespace ludwright::conquest {

// Part of every record: append, never renumber.
enum class Kind : std::uint8_t {
    kDone,     // no further trade, attack or fortification
    kClaim,    // a: the territory chosen in a draft
    kDeal,     // chance; a: the territory that the next owner in turn is dealt
    kScatter,  // chance; a: where an army of the seat in turn is placed
    kPlace,    // a: the territory, n: armies
    kTrade,  // a, b, c: cards, ascending; n: 1 + the territory that gets the depicted armies, or 0
    kRoll,   // a: from, b: to, n: dice; one roll
    kAssault,  // a: from, b: to, n: armies committed; to the end
    kLosses,   // chance; n: armies that the attacker loses, m: that the defender loses
    kOccupy,   // n: armies that move into the conquered territory
    kFortify,  // a: from, b: to, n: armies
    kCard,     // chance; a: the card that the mover draws
    kMission,  // chance; a: the mission that the next seat in turn is dealt
};

inline constexpr std::uint8_t kUnseen = 255;  // a card or mission of another seat

struct Move {
    Kind kind = Kind::kDone;
    std::uint8_t a = 0;
    std::uint8_t b = 0;
    std::uint8_t c = 0;
    std::int16_t n = 0;
    std::int16_t m = 0;

    bool operator==(const Move&) const = default;
    auto operator<=>(const Move&) const = default;
};

}  // namespace ludwright::conquest
