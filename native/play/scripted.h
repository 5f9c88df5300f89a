// Players of a family that are written as scripts: what all families share of them.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "play/meter.h"
#include "play/rng.h"

namespace ludwright::play {

// One seat of one match at a time. Called for every decision of the seat; may remember plans.
// `Seen` is a position as the seat sees it.
template <typename Seen, typename Move>
class ScriptedPlayer {
   public:
    virtual ~ScriptedPlayer() = default;
    // Before a match: forgets everything; the settings are those of its kind.
    virtual void begin(std::span<const std::int32_t> settings) = 0;
    // A legal move in a position where the seat decides.
    virtual Move choose(const Seen& seen, Rng& rng) = 0;
    // Nodes or simulations of the last choice; 0 for players that do not search.
    virtual std::uint64_t work() const { return 0; }
    // Whether it never searches, so that nobody needs to ask for its work.
    virtual bool is_plain() const { return false; }
    // Searching players spend their steps here; may be null.
    void count_with(Meter* meter) { meter_ = meter; }

   protected:
    void spend(std::int64_t steps) {
        if (meter_ != nullptr) meter_->spend(steps);
    }

   private:
    Meter* meter_ = nullptr;
};

// The Script of a family whose players, a number for each kind, are made by `kMake`. They are asked
// with what their seat sees, so nothing is redealt or listed for them.
template <typename Position, typename Player, typename Seen,
          std::unique_ptr<Player> (*kMake)(std::int32_t)>
class DiscreetScript {
   public:
    static constexpr bool kReadsLegal = false;
    static constexpr bool kIsDiscreet = true;
    using Move = typename Position::Move;

    void begin(std::int32_t number, std::span<const std::int32_t> settings) {
        if (player_ == nullptr || number != number_) player_ = kMake(number);
        number_ = number;
        is_plain_ = player_->is_plain();
        player_->begin(settings);
    }
    void count_with(Meter* meter) {
        if (player_ != nullptr) player_->count_with(meter);
    }
    Move choose(const Position& position, const std::vector<Move>&, Rng& rng) {
        return player_->choose(Seen(position, position.mover()), rng);
    }
    std::uint64_t work() const { return is_plain_ ? 0 : player_->work(); }

   protected:
    const Player& player() const { return *player_; }

   private:
    std::int32_t number_ = -1;
    bool is_plain_ = false;
    std::unique_ptr<Player> player_;
};

}  // namespace ludwright::play
