// Players of conquest games, written as scripts; each has a number.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "conquest/seen.h"
#include "play/meter.h"

namespace ludwright::conquest {

// One seat of one match at a time. Called for every decision of the seat; may remember plans.
class Player {
   public:
    virtual ~Player() = default;
    // Before a match: forgets everything; the settings are those of its kind.
    virtual void begin(std::span<const std::int32_t> settings) = 0;
    // A legal move in a position where the seat decides.
    virtual Move choose(const Seen& seen, play::Rng& rng) = 0;
    // Nodes or simulations of the last choice; 0 for players that do not search.
    virtual std::uint64_t work() const { return 0; }
    // Whether it never searches, so that nobody needs to ask for its work.
    virtual bool is_plain() const { return false; }
    // Searching players spend their steps here; may be null.
    void count_with(play::Meter* meter) { meter_ = meter; }

   protected:
    void spend(std::int64_t steps) {
        if (meter_ != nullptr) meter_->spend(steps);
    }

   private:
    play::Meter* meter_ = nullptr;
};

// The kinds of player, by the number that a specification has. Part of specifications only.
enum class Character : std::int32_t {
    kRossato = 0,
    kStinky = 1,
    kAngry = 2,
    kCommunist = 3,
    kTrotsky = 4,
    kCluster = 5,
    kShaft = 6,
    kQuo = 7,
    kYakool = 8,
    kBoscoe = 9,
    kBort = 10,
    kPixie = 11,
    kEvilPixie = 12,
    kBetterPixie = 13,
    kVulture = 14,
    kKillbot = 15,
    kLozano = 50,   // UCT in the attack phase; settings in players/lozano.h
    kPlanner = 60,  // settings in players/planner.h
    kHahn = 100,    // settings in players/hahn.h
};

// Throws std::invalid_argument for a number that no character has.
std::unique_ptr<Player> make_player(std::int32_t number);

class Script {
   public:
    static constexpr bool kReadsLegal = false;
    static constexpr bool kIsDiscreet = true;

    void begin(std::int32_t number, std::span<const std::int32_t> settings) {
        if (player_ == nullptr || number != number_) player_ = make_player(number);
        number_ = number;
        is_plain_ = player_->is_plain();
        player_->begin(settings);
    }
    void count_with(play::Meter* meter) {
        if (player_ != nullptr) player_->count_with(meter);
    }
    Move choose(const Position& position, const std::vector<Move>&, play::Rng& rng) {
        return player_->choose(Seen(position, position.mover()), rng);
    }
    std::uint64_t work() const { return is_plain_ ? 0 : player_->work(); }

   private:
    std::int32_t number_ = -1;
    bool is_plain_ = false;
    std::unique_ptr<Player> player_;
};

}  // namespace ludwright::conquest
