// Games for three seats with chance and hidden cards, small enough to know what is right.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "play/position.h"
#include "play/rng.h"
#include "test/small_games.h"

namespace ludwright::test {

// One random move or event by way of the position's own list and draw.
template <typename P>
bool random_ply(P& position, Rng& rng) {
    if (position.over()) return false;
    if constexpr (Chancy<P>) {
        if (position.seat() < 0) {
            position.make(position.draw(rng));
            return true;
        }
    }
    std::vector<SmallMove> moves;
    position.moves(moves);
    position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    return true;
}

template <typename P>
PlayoutResultOf<P::kMostSeats> random_match(P& position, Rng& rng, int max_plies) {
    PlayoutResultOf<P::kMostSeats> result;
    while (result.plies < max_plies && random_ply(position, rng)) ++result.plies;
    result.outcome = position.over()
                         ? position.outcome()
                         : OutcomeOf<P::kMostSeats>::shared(position.seats(), Reason::kPlyLimit);
    return result;
}

// Everything open: a tree with three branches at each of five plies and random scores at the
// leaves. Seats 0, 1 and 2 decide, with chance between them; its first event is as likely as the
// others together.
class ChanceTree {
   public:
    using Move = SmallMove;
    using Policy = SmallPolicy;
    using Scores = std::array<double, 3>;
    static constexpr int kMostSeats = 4;
    static constexpr int kBranches = 3;
    static constexpr std::array<int, 5> kDeciders = {0, -1, 1, -1, 2};

    ChanceTree() = default;
    explicit ChanceTree(std::uint64_t seed) : path_(seed) {}

    int seats() const { return 3; }
    int seat() const { return over() ? 0 : kDeciders[static_cast<std::size_t>(ply_)]; }
    bool over() const { return ply_ == static_cast<std::int32_t>(kDeciders.size()); }
    std::int32_t ply() const { return ply_; }
    std::uint64_t key() const { return path_; }
    OutcomeOf<4> outcome() const {
        const Scores exact = scores();
        OutcomeOf<4> outcome{{}, Reason::kRule};
        for (std::size_t i = 0; i < 3; ++i) outcome.scores[i] = static_cast<float>(exact[i]);
        return outcome;
    }
    void moves(std::vector<Move>& out) const {
        out.clear();
        for (int i = 0; i < kBranches && !over(); ++i) out.push_back({i});
    }
    void make(Move move) {
        std::uint64_t state = path_ + static_cast<std::uint64_t>(move.what) + 1;
        path_ = splitmix64(state);
        ++ply_;
    }
    Move draw(Rng& rng) const {
        const std::uint32_t lot = rng.below(4);
        return {lot < 2 ? 0 : static_cast<std::int64_t>(lot) - 1};
    }
    void weights(std::vector<double>& out) const { out = {2.0, 1.0, 1.0}; }
    bool make_random(Rng& rng) { return random_ply(*this, rng); }
    PlayoutResultOf<4> playout(Rng& rng, int most) { return random_match(*this, rng, most); }
    // The judge knows everything: the truth.
    void standings(const Policy&, double* out) const {
        const Scores exact = solve_tree(*this);
        std::copy(exact.begin(), exact.end(), out);
    }

    // The scores if everyone maximises the own one.
    static Scores solve_tree(const ChanceTree& position) {
        if (position.over()) return position.scores();
        const int seat = position.seat();
        Scores found{};
        for (int i = 0; i < kBranches; ++i) {
            ChanceTree child = position;
            child.make({i});
            const Scores value = solve_tree(child);
            if (seat < 0) {
                for (std::size_t s = 0; s < 3; ++s) found[s] += value[s] * (i == 0 ? 0.5 : 0.25);
            } else if (i == 0 || value[static_cast<std::size_t>(seat)] >
                                     found[static_cast<std::size_t>(seat)]) {
                found = value;
            }
        }
        return found;
    }

   private:
    // Of a leaf: three random numbers that sum to 1.
    Scores scores() const {
        std::uint64_t state = path_;
        const double a = 0x1.0p-64 * static_cast<double>(splitmix64(state));
        const double b = 0x1.0p-64 * static_cast<double>(splitmix64(state));
        return {std::min(a, b), std::max(a, b) - std::min(a, b), 1.0 - std::max(a, b)};
    }

    std::uint64_t path_ = 0;
    std::int32_t ply_ = 0;
};

// Three seats hold three hidden cards each, of twelve; three stay in the deck. Each round a die
// says what the trick is worth and, if it shows 5 or 6, that the lowest card takes it instead of
// the highest; then everyone plays a card, seat 0, 1 and 2 leading in turn. Most points win.
class DieTricks {
   public:
    using Move = SmallMove;
    using Policy = SmallPolicy;
    static constexpr int kMostSeats = 3;
    static constexpr int kCards = 12;
    static constexpr int kRounds = 3;
    static constexpr std::int64_t kDie = 100;       // plus what it shows
    static constexpr std::int64_t kDealt = 200;     // plus the card
    static constexpr std::int64_t kFaceDown = 299;  // how others see a card dealt

    int seats() const { return 3; }
    int seat() const {
        if (is_dealing() || worth_ == 0) return -1;
        return (round_ + played_) % 3;
    }
    bool over() const { return round_ == kRounds; }
    std::int32_t ply() const { return ply_; }
    std::uint64_t key() const {
        std::uint64_t state = static_cast<std::uint64_t>(ply_);
        for (std::size_t i = 0; i < 3; ++i) {
            state = splitmix64(state) ^ hands_[i];
            state = splitmix64(state) ^ static_cast<std::uint64_t>(points_[i] * 16 + trick_[i]);
        }
        return splitmix64(state) ^ deck_;
    }
    OutcomeOf<3> outcome() const {
        const int most = *std::max_element(points_.begin(), points_.end());
        const auto winners = std::count(points_.begin(), points_.end(), most);
        OutcomeOf<3> outcome{{}, Reason::kRule};
        for (std::size_t i = 0; i < 3; ++i) {
            outcome.scores[i] = points_[i] == most ? 1.0F / static_cast<float>(winners) : 0.0F;
        }
        return outcome;
    }
    void standings(const Policy& policy, double* out) const {
        double all = 0.0;
        for (std::size_t i = 0; i < 3; ++i) {
            out[i] = static_cast<double>(policy.weight) * (1.0 + points_[i]);
            all += out[i];
        }
        for (std::size_t i = 0; i < 3; ++i) out[i] /= all;
    }
    void moves(std::vector<Move>& out) const {
        out.clear();
        if (over()) return;
        if (seat() < 0 && !is_dealing()) {
            for (int shown = 1; shown <= 6; ++shown) out.push_back({kDie + shown});
            return;
        }
        const unsigned cards = is_dealing() ? deck_ : hands_[static_cast<std::size_t>(seat())];
        for (int card = 0; card < kCards; ++card) {
            if (cards >> card & 1) out.push_back({(is_dealing() ? kDealt : 0) + card});
        }
    }
    Move draw(Rng& rng) const {
        std::vector<Move> events;
        moves(events);
        return events[rng.below(static_cast<std::uint32_t>(events.size()))];
    }
    void weights(std::vector<double>& out) const {
        std::vector<Move> events;
        moves(events);
        out.assign(events.size(), 1.0);
    }
    void make(Move move) {
        if (move.what >= kDealt) {
            const unsigned card = 1U << (move.what - kDealt);
            hands_[static_cast<std::size_t>(ply_ % 3)] |= card;
            deck_ &= ~card;
        } else if (move.what >= kDie) {
            worth_ = static_cast<int>(move.what - kDie);
        } else {
            const auto mover = static_cast<std::size_t>(seat());
            hands_[mover] &= ~(1U << move.what);
            trick_[mover] = static_cast<int>(move.what);
            if (++played_ == 3) take_trick();
        }
        ++ply_;
    }
    bool make_random(Rng& rng) { return random_ply(*this, rng); }
    PlayoutResultOf<3> playout(Rng& rng, int most) { return random_match(*this, rng, most); }

    // Cards in other hands and in the deck are shuffled, from the lowest up.
    void redeal(int seat, Rng& rng) {
        std::vector<int> unseen;
        for (int card = 0; card < kCards; ++card) {
            if ((unseen_by(seat) >> card & 1) != 0) unseen.push_back(card);
        }
        rng.shuffle(unseen.data(), static_cast<std::uint32_t>(unseen.size()));
        const auto deal = [&](unsigned cards) {
            unsigned dealt = 0;
            for (int i = std::popcount(cards); i > 0; --i) {
                dealt |= 1U << unseen.back();
                unseen.pop_back();
            }
            return dealt;
        };
        for (int other = 0; other < 3; ++other) {
            unsigned& hand = hands_[static_cast<std::size_t>(other)];
            if (other != seat) hand = deal(hand);
        }
        deck_ = deal(deck_);
    }
    Move observed(int seat, Move move) const {
        return move.what >= kDealt && ply_ % 3 != seat ? Move{kFaceDown} : move;
    }

    unsigned hand(int seat) const { return hands_[static_cast<std::size_t>(seat)]; }
    unsigned unseen_by(int seat) const {
        unsigned cards = deck_;
        for (int other = 0; other < 3; ++other) cards |= other == seat ? 0U : hand(other);
        return cards;
    }
    int points(int seat) const { return points_[static_cast<std::size_t>(seat)]; }

   private:
    bool is_dealing() const { return ply_ < 9; }

    void take_trick() {
        const bool low = worth_ >= 5;
        const auto taker = low ? std::min_element(trick_.begin(), trick_.end())
                               : std::max_element(trick_.begin(), trick_.end());
        points_[static_cast<std::size_t>(taker - trick_.begin())] += worth_;
        played_ = 0;
        worth_ = 0;
        ++round_;
    }

    std::array<unsigned, 3> hands_{};
    unsigned deck_ = (1U << kCards) - 1;
    std::array<int, 3> points_{};
    std::array<int, 3> trick_{};
    int played_ = 0;  // cards of this trick
    int worth_ = 0;   // of this trick; 0: the die has not been rolled
    int round_ = 0;
    std::int32_t ply_ = 0;
};

// Seat 0 either rolls a die and wins with 3 or more (two times in three), or guesses, afterwards,
// which of two cards lies face down (one time in two). In any one deal the guess is known to be
// right: a search that solves deals one by one prefers it.
class RollOrGuess {
   public:
    using Move = SmallMove;
    using Policy = SmallPolicy;
    static constexpr int kMostSeats = 2;
    static constexpr std::int64_t kRoll = 10;
    static constexpr std::int64_t kGuess = 11;

    explicit RollOrGuess(int card = 0) : card_(card) {}
    int seats() const { return 2; }
    int seat() const { return stage_ == Stage::kRolling ? -1 : 0; }
    bool over() const { return stage_ == Stage::kOver; }
    std::int32_t ply() const { return ply_; }
    std::uint64_t key() const {
        return static_cast<std::uint64_t>(ply_ * 32 + card_ * 8 + static_cast<int>(stage_));
    }
    OutcomeOf<2> outcome() const {
        return won_ ? OutcomeOf<2>{{1.0F, 0.0F}, Reason::kRule}
                    : OutcomeOf<2>{{0.0F, 1.0F}, Reason::kRule};
    }
    void standings(const Policy&, double* out) const { out[0] = out[1] = 0.5; }
    void moves(std::vector<Move>& out) const {
        out.clear();
        if (stage_ == Stage::kChoosing) out = {{kRoll}, {kGuess}};
        if (stage_ == Stage::kGuessing) out = {{0}, {1}};
        if (stage_ == Stage::kRolling) out = {{1}, {2}, {3}, {4}, {5}, {6}};
    }
    Move draw(Rng& rng) const { return {static_cast<std::int64_t>(rng.below(6)) + 1}; }
    void weights(std::vector<double>& out) const { out.assign(6, 1.0); }
    void make(Move move) {
        if (stage_ == Stage::kChoosing) {
            stage_ = move.what == kRoll ? Stage::kRolling : Stage::kGuessing;
        } else {
            won_ = stage_ == Stage::kRolling ? move.what >= 3 : move.what == card_;
            stage_ = Stage::kOver;
        }
        ++ply_;
    }
    bool make_random(Rng& rng) { return random_ply(*this, rng); }
    PlayoutResultOf<2> playout(Rng& rng, int most) { return random_match(*this, rng, most); }
    void redeal(int, Rng& rng) { card_ = static_cast<int>(rng.below(2)); }
    Move observed(int, Move move) const { return move; }

   private:
    enum class Stage { kChoosing, kGuessing, kRolling, kOver };

    int card_ = 0;
    Stage stage_ = Stage::kChoosing;
    bool won_ = false;
    std::int32_t ply_ = 0;
};

// Seat 1 lays one of its cards face down, which seat 0 cannot tell apart; then seat 0 names a
// number from 0 to 2 and wins if the card is that one. Seat 0 holds the 2, so that it is 0 or 1.
class FaceDown {
   public:
    using Move = SmallMove;
    using Policy = SmallPolicy;
    static constexpr int kMostSeats = 2;
    static constexpr std::int64_t kLay = 10;    // plus the card
    static constexpr std::int64_t kSeen = 20;   // how seat 0 sees it
    static constexpr std::int64_t kReady = 30;  // seat 0's first move, of no effect

    int seats() const { return 2; }
    int seat() const { return ply_ == 1 ? 1 : 0; }
    bool over() const { return ply_ == 3; }
    std::int32_t ply() const { return ply_; }
    std::uint64_t key() const { return static_cast<std::uint64_t>(ply_ * 16 + laid_); }
    OutcomeOf<2> outcome() const {
        return named_ == laid_ ? OutcomeOf<2>{{1.0F, 0.0F}, Reason::kRule}
                               : OutcomeOf<2>{{0.0F, 1.0F}, Reason::kRule};
    }
    void standings(const Policy&, double* out) const { out[0] = out[1] = 0.5; }
    void moves(std::vector<Move>& out) const {
        out.clear();
        if (ply_ == 0) out = {{kReady}};
        if (ply_ == 1) out = {{kLay}, {kLay + 1}};
        if (ply_ == 2) out = {{0}, {1}, {2}};
    }
    void make(Move move) {
        if (ply_ == 1) laid_ = static_cast<int>(move.what - kLay);
        if (ply_ == 2) named_ = static_cast<int>(move.what);
        ++ply_;
    }
    bool make_random(Rng& rng) { return random_ply(*this, rng); }
    PlayoutResultOf<2> playout(Rng& rng, int most) { return random_match(*this, rng, most); }
    void redeal(int seat, Rng& rng) {
        if (seat == 0 && ply_ == 2) laid_ = static_cast<int>(rng.below(2));
    }
    Move observed(int seat, Move move) const { return seat == 0 && ply_ == 1 ? Move{kSeen} : move; }

   private:
    int laid_ = 0;
    int named_ = -1;
    std::int32_t ply_ = 0;
};

static_assert(Playable<ChanceTree> && HasStandings<ChanceTree> && Chancy<ChanceTree>);
static_assert(!Hidden<ChanceTree> && !TwoSided<ChanceTree>);
static_assert(Playable<DieTricks> && Chancy<DieTricks> && Hidden<DieTricks>);
static_assert(Playable<RollOrGuess> && Chancy<RollOrGuess> && Hidden<RollOrGuess>);
static_assert(Playable<FaceDown> && !Chancy<FaceDown> && Hidden<FaceDown>);

}  // namespace ludwright::test
