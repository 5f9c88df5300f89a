// A long game of cheap plies for four, for the tests of matches between a family's own players.
//
// Each seat is dealt a secret number from 1 to 4. In turn a seat chooses a step of 0 to 2, then the
// die is rolled, and the seat walks as far as both say. Half way all secrets are laid open. After
// `kPlies` plies the match ends; whoever has come farthest, the secret included, wins.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "play/meter.h"
#include "play/playout.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::test {

struct WalkMove {
    std::int32_t kind = 0;    // secret, step, roll
    std::int32_t number = 0;  // 0: a secret that is not seen
    bool operator==(const WalkMove&) const = default;
};

class SecretWalk {
   public:
    using Move = WalkMove;
    struct Policy {};
    enum Kind : std::int32_t { kSecret, kStep, kRoll };
    static constexpr int kMostSeats = 4;
    static constexpr int kSecrets = 4;
    static constexpr std::int32_t kPlies = 1000;
    static constexpr int kMeasures = 2;
    using Result = play::OutcomeOf<kMostSeats>;

    // Steps by its first setting, plus one if its secret is even and its number is not 0. It spends
    // ten steps of work on every choice, and says so; its value is a quarter of its secret.
    struct Script {
        static constexpr bool kReadsLegal = false;
        static constexpr bool kIsDiscreet = true;
        std::int32_t number = 0, step = 0;
        float secret = 0.0F;
        play::Meter* meter = nullptr;

        void begin(std::int32_t given, std::span<const std::int32_t> settings) {
            number = given;
            step = settings[0];
        }
        void count_with(play::Meter* given) { meter = given; }
        Move choose(const SecretWalk& position, const std::vector<Move>&, play::Rng&) {
            if (meter != nullptr) meter->spend(10);
            const int own = position.secret(position.seat());
            secret = static_cast<float>(own);
            return {kStep, std::min(2, step + (number != 0 && own % 2 == 0))};
        }
        std::uint64_t work() const { return 10; }
        float value() const { return secret / 4.0F; }
    };

    int seats() const { return kMostSeats; }
    int seat() const { return ply_ < kMostSeats || is_rolling_ ? -1 : turn_; }
    std::int32_t ply() const { return ply_; }
    bool over() const { return ply_ >= kPlies; }
    bool turn_completed() const { return ply_ > kMostSeats && !is_rolling_; }
    int secret(int seat) const { return secrets_[static_cast<std::size_t>(seat)]; }
    bool is_real() const { return is_real_; }

    std::int64_t count_moves() const {
        if (over()) return 0;
        return ply_ < kMostSeats ? kSecrets : is_rolling_ ? 6 : 3;
    }

    void moves(std::vector<Move>& out) const {
        out.clear();
        const Kind kind = ply_ < kMostSeats ? kSecret : is_rolling_ ? kRoll : kStep;
        const auto count = static_cast<std::int32_t>(count_moves());
        for (std::int32_t i = 0; i < count; ++i) out.push_back({kind, kind == kStep ? i : i + 1});
    }

    void weights(std::vector<double>& out) const {
        out.assign(static_cast<std::size_t>(count_moves()), 1.0);
    }

    Move draw(play::Rng& rng) const {
        const auto count = static_cast<std::uint32_t>(count_moves());
        return {is_rolling_ ? kRoll : kSecret, 1 + static_cast<std::int32_t>(rng.below(count))};
    }

    void make(Move move) {
        ++ply_;
        is_rolling_ = move.kind == kStep;
        if (move.kind == kSecret) {
            secrets_[static_cast<std::size_t>(ply_ - 1)] = move.number;
            return;
        }
        walked_[static_cast<std::size_t>(turn_)] += move.number;
        if (move.kind == kRoll) turn_ = (turn_ + 1) % kMostSeats;
    }

    Result outcome() const {
        std::array<double, kMostSeats> found{};
        points(found.data());
        const double best = *std::max_element(found.begin(), found.end());
        const auto winners = std::count(found.begin(), found.end(), best);
        Result result{{}, play::Reason::kRule};
        for (std::size_t seat = 0; seat < kMostSeats; ++seat) {
            if (found[seat] == best) result.scores[seat] = 1.0F / static_cast<float>(winners);
        }
        return result;
    }

    void standings(const Policy&, double* out) const {
        points(out);
        double total = 0.0;
        for (int seat = 0; seat < kMostSeats; ++seat) total += out[seat] += 1.0;
        for (int seat = 0; seat < kMostSeats; ++seat) out[seat] /= total;
    }

    void points(double* out) const {
        for (std::size_t seat = 0; seat < kMostSeats; ++seat) {
            out[seat] = walked_[seat] + secrets_[seat];
        }
    }

    // How far all have come together, and how many plies were made.
    void measures(double* out) const {
        out[0] = 0.0;
        for (const std::int32_t one : walked_) out[0] += one;
        out[1] = ply_;
    }

    bool conceals(int) const { return ply_ < kPlies / 2; }

    void redeal(int seat, play::Rng& rng) {
        if (!conceals(seat)) return;
        is_real_ = false;
        for (int other = 0; other < std::min(ply_, kMostSeats); ++other) {
            if (other == seat) continue;
            secrets_[static_cast<std::size_t>(other)] = 1 + static_cast<int>(rng.below(kSecrets));
        }
    }

    Move observed(int seat, Move move) const {
        return move.kind == kSecret && ply_ != seat ? Move{kSecret, 0} : move;
    }

    std::uint64_t key() const {
        std::uint64_t state = static_cast<std::uint64_t>(ply_);
        for (std::size_t seat = 0; seat < kMostSeats; ++seat) {
            state = state * 65536 + static_cast<std::uint64_t>(walked_[seat] * 8 + secrets_[seat]);
        }
        return play::splitmix64(state);
    }

    bool make_random(play::Rng& rng) { return play::make_any(*this, rng); }
    auto playout(play::Rng& rng, int plies) { return play::play_out(*this, rng, plies); }

   private:
    std::array<std::int32_t, kMostSeats> secrets_{}, walked_{};
    std::int32_t ply_ = 0;
    int turn_ = 0;
    bool is_rolling_ = false;
    bool is_real_ = true;
};

}  // namespace ludwright::test
