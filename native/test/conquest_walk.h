// A match of a conquest game in which everything that must hold is checked after every ply: used by
// the test of positions and by the fuzzer.

#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "conquest/script.h"
#include "play/rng.h"
#include "test/walk.h"

namespace ludwright::test {

using conquest::Kind;
using conquest::Move;
using conquest::Phase;
using conquest::Position;
using conquest::Set;

// Players by their numbers; those that search get few nodes.
inline constexpr std::array<std::int32_t, 19> kCharacters = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                                             10, 11, 12, 13, 14, 15, 50, 60, 100};
inline constexpr std::int32_t kHahnNumber = 100, kFirstSearcher = 50;
inline constexpr std::int32_t kFewNodes = 12;

using ConquestWalkBase = Walk<Position, conquest::Player, conquest::Seen>;

class ConquestWalk final : public ConquestWalkBase {
   public:
    ConquestWalk(const conquest::Program& program, play::Rng& rng)
        : ConquestWalkBase(Position(program), rng), program_(program) {}

   private:
    std::unique_ptr<conquest::Player> seated(std::int32_t number) override {
        std::unique_ptr<conquest::Player> player = conquest::make_player(number);
        Settings settings{};
        if (number == kHahnNumber) {
            settings[0] = 1 + below(3);
            settings[1] = 1 + below(3);
            settings[2] = 1 + below(2);
            settings[3] = below(2);
        } else if (number >= kFirstSearcher) {
            settings[0] = kFewNodes;
        }
        player->begin(settings);
        return player;
    }

    // The whole pool on one territory, or an end: a pool of thousands can be placed in many ways.
    Move unlisted() override {
        if (position_.phase() == Phase::kOccupy) {
            const int all = position_.armies(position_.from()) - 1;
            return {Kind::kOccupy, 0, 0, 0, static_cast<std::int16_t>(all), 0};
        }
        if (position_.phase() != Phase::kPlace) return {};
        const Set where = position_.placeable();
        const int territory = where.select(below(where.count()));
        return {Kind::kPlace,
                static_cast<std::uint8_t>(territory),
                0,
                0,
                static_cast<std::int16_t>(position_.pool()),
                0};
    }

    const char* fault_after(const Position& before, Move move) const override {
        const bool is_full = has_full_territory(before, move.n);
        if (!is_full && armies_of(position_) - armies_of(before) != gained(move)) {
            return "armies are not conserved";
        }
        return fault();
    }

    std::int64_t armies_of(const Position& position) const {
        std::int64_t sum = 0;
        for (int t = 0; t < program_.territories; ++t) sum += position.armies(t);
        return sum;
    }

    // Where a territory is nearly full, armies may be lost.
    bool has_full_territory(const Position& position, int more) const {
        for (int t = 0; t < program_.territories; ++t) {
            if (position.armies(t) + more >= conquest::kMostArmies) return true;
        }
        return false;
    }

    std::int64_t gained(Move move) const {
        switch (move.kind) {
            case Kind::kClaim:
            case Kind::kDeal:
            case Kind::kScatter:
                return 1;
            case Kind::kPlace:
                return move.n;
            case Kind::kTrade:
                return move.n > 0 ? program_.depicted : 0;
            case Kind::kLosses:
                return -move.n - move.m;
            default:
                return 0;
        }
    }

    // What is wrong with the counts that are kept from ply to ply, or null.
    const char* fault() const {
        Set cards;
        int held = 0, alive = 0;
        for (int seat = 0; seat < program_.seats; ++seat) {
            Set own;
            int armies = 0;
            for (int t = 0; t < program_.territories; ++t) {
                if (position_.owner(t) != seat) continue;
                own.set(t);
                armies += position_.armies(t);
            }
            if (!(own == position_.owned(seat))) return "owners and sets differ";
            if (own.count() != position_.territories(seat)) return "territories are miscounted";
            if (armies != position_.army_count(seat)) return "armies are miscounted";
            if (!(border_of(own) == position_.border(seat))) return "the border is wrong";
            alive += own.any();
            held += position_.hand(seat).count();
            cards = cards | position_.hand(seat);
        }
        if (held != cards.count() || minus(cards, program_.all_cards).any()) {
            return "cards are not conserved";
        }
        if (position_.phase() > Phase::kSpread && alive != position_.alive()) {
            return "seats are miscounted";
        }
        return fault_of_territories();
    }

    const char* fault_of_territories() const {
        const bool is_dealt = position_.phase() > Phase::kSpread;
        for (int t = 0; t < program_.territories; ++t) {
            const bool is_taken = position_.phase() == Phase::kOccupy && t == position_.to();
            const int armies = position_.armies(t);
            if (armies < 0 || (is_dealt && !is_taken && armies < 1)) return "an empty territory";
            if (position_.strong().test(t) != (armies > 1)) return "strong territories are wrong";
        }
        return nullptr;
    }

    Set border_of(const Set& own) const {
        Set found;
        own.each([&](int t) {
            if (minus(position_.neighbours(t), own).any()) found.set(t);
        });
        return found;
    }

    const conquest::Program& program_;
};

}  // namespace ludwright::test
