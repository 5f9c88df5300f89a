// A conquest game as numbers: the map and every choice of the rules, verified once.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "conquest/battle.h"
#include "play/bits.h"

namespace ludwright::conquest {

inline constexpr int kMostTerritories = 120;
inline constexpr int kMostContinents = 30;
inline constexpr int kMostSeats = 6;
inline constexpr int kMostWilds = 8;
inline constexpr int kMostCards = kMostTerritories + kMostWilds;
inline constexpr int kMostArmies = 30'000;  // on one territory
inline constexpr int kNobody = kMostSeats;  // the owner of neutral territories
inline constexpr int kFree = -1;            // the owner of a territory that is not dealt yet

// Territories or cards.
using Set = play::Bits<2>;

// The first W words of a set. Of a map that `is_narrow` one word has all territories, and loops
// over it take half the work.
template <int W>
play::Bits<W> first_words(const Set& set) {
    play::Bits<W> found;
    for (int i = 0; i < W; ++i) found.word[i] = set.word[i];
    return found;
}

// Where a match is.
enum class Phase : std::uint8_t {
    kMissions,  // chance deals the missions
    kDeal,      // territories find their owners
    kSpread,    // the first armies are placed
    kTrade,
    kPlace,
    kAttack,
    kBattle,  // chance decides the losses
    kOccupy,
    kFortify,
    kDraw,  // chance draws a card
    kOver,
};

enum class Deal : std::uint8_t { kRandom, kDraft };
enum class Spread : std::uint8_t { kChosen, kScattered };
enum class First : std::uint8_t { kFirstSeat, kNextSeat };
enum class Sets : std::uint8_t { kNone, kAny, kKinds };
enum class Fighting : std::uint8_t { kByRolls, kToTheEnd };
enum class Occupation : std::uint8_t { kSurvivors, kDice, kAll, kChoice };
enum class Fortifying : std::uint8_t { kNone, kOneAdjacent, kOneConnected, kEachOnce, kUnlimited };
enum class Goal : std::uint8_t { kConquerAll, kShare, kMissions };
enum class Aim : std::uint8_t { kHold, kOccupy, kDestroy };

// A secret aim: of kHold the continents and whether another one is needed, of kOccupy the
// territories and the armies on each, of kDestroy the seat and the territories otherwise.
struct Mission {
    Aim aim = Aim::kOccupy;
    std::int32_t first = 0;
    std::int32_t second = 0;
};

// Immutable once made; shared by all positions of the game.
struct Program {
    // Reads and verifies the numbers that lower.py writes; throws std::invalid_argument.
    static Program read(std::span<const std::int32_t> numbers);

    int seats = 2;
    int territories = 0;
    int continents = 0;
    int cards = 0;  // territory cards and wild ones

    Deal deal = Deal::kRandom;
    bool is_neutral = false;  // the deal is to a neutral third too
    int armies = 0;           // of each seat at the beginning; 0: those on dealt territories only
    Spread spread = Spread::kChosen;
    First first = First::kFirstSeat;

    int divisor = 3;
    bool rounds_up = false;
    int least = 3;
    bool is_inside = false;  // bonuses are placed inside their continents
    int rounds = 1;          // for which there are bonuses; the last ones count from then on
    std::vector<std::int32_t> bonuses;  // by continent, then by round

    Sets sets = Sets::kNone;
    int wilds = 0;
    int depicted = 0;
    int hold = 5;
    int at_once = 6;
    std::vector<std::int32_t> series;
    int step = 5;

    DiceRule dice;
    const Battle* battle = nullptr;  // under these dice
    Fighting fighting = Fighting::kByRolls;
    Occupation occupation = Occupation::kChoice;
    Fortifying fortifying = Fortifying::kNone;

    Goal goal = Goal::kConquerAll;
    int share = 100;  // per cent
    int limit = 0;    // turns; 0: none
    std::vector<Mission> missions;

    std::uint32_t chance_phases = 0;                         // bits by phase: where chance decides
    Set all;                                                 // territories
    Set all_cards;                                           // cards
    std::array<Set, kMostTerritories> neighbours{};          // by territory
    std::array<std::uint8_t, kMostTerritories> continent{};  // by territory
    std::array<Set, kMostContinents> members{};              // by continent

    bool is_narrow() const { return territories <= 64; }
    int bonus(int continent_number, int round) const {
        const int column = round < rounds ? round : rounds - 1;
        return bonuses[static_cast<std::size_t>(continent_number * rounds + column)];
    }
    // The armies that the next set brings after `traded` sets; 0 without cards.
    int set_value(int traded) const {
        if (series.empty()) return 0;
        const int known = static_cast<int>(series.size());
        if (traded < known) return series[static_cast<std::size_t>(traded)];
        return series.back() + (traded - known + 1) * step;
    }
    // 0, 1 or 2; 3 for a wild card.
    int kind_of(int card) const { return card < territories ? card % 3 : 3; }
};

}  // namespace ludwright::conquest
