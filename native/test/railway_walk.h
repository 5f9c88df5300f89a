// A match of a railway game in which everything that must hold is checked after every ply: used by
// the test of positions and by the fuzzer.

#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "play/rng.h"
#include "railway/script.h"
#include "test/walk.h"

namespace ludwright::test {

// Players by their numbers; the last one searches.
inline constexpr std::array<std::int32_t, 6> kRailwayCharacters = {0, 1, 2, 3, 4, 5};
inline constexpr std::int32_t kFewPlayouts = 3;

using RailwayWalkBase = Walk<railway::Position, railway::Player, railway::Seen>;

class RailwayWalk final : public RailwayWalkBase {
   public:
    RailwayWalk(const railway::Program& program, play::Rng& rng)
        : RailwayWalkBase(railway::Position(program), rng), program_(program) {}

   private:
    using Position = railway::Position;

    std::unique_ptr<railway::Player> seated(std::int32_t number) override {
        std::unique_ptr<railway::Player> player = railway::make_player(number);
        Settings settings{};
        if (number == kRailwayCharacters.back()) settings[0] = kFewPlayouts;
        player->begin(settings);
        return player;
    }

    const char* fault_after(const Position& before, Move move) const override {
        if (position_.turn_completed() != (position_.turns() == before.turns() + 1)) {
            return "turns are miscounted";
        }
        if (move.kind == railway::Kind::kBuild && position_.owner(move.a) != before.mover()) {
            return "a track was built for nobody";
        }
        for (const char* wrong : {fault_of_cards(), fault_of_tickets(), fault_of_tracks()}) {
            if (wrong != nullptr) return wrong;
        }
        return nullptr;
    }

    const char* fault_of_cards() const {
        int pile = 0, discards = 0, market = 0;
        std::array<int, railway::kMostSeats> held{};
        for (int kind = 0; kind < railway::kCardKinds; ++kind) {
            int all = position_.pile(kind) + position_.discards(kind) + position_.market(kind);
            pile += position_.pile(kind);
            discards += position_.discards(kind);
            market += position_.market(kind);
            for (int seat = 0; seat < program_.seats; ++seat) {
                const int hand = position_.hand(seat, kind);
                if (position_.known(seat, kind) > hand) return "a known card is not there";
                held[static_cast<std::size_t>(seat)] += hand;
                all += hand;
            }
            const bool is_locomotive = kind == railway::kLocomotive;
            if (all != (is_locomotive ? program_.locomotives : program_.each)) {
                return "cards are not conserved";
            }
        }
        const bool is_counted = pile == position_.pile_count() &&
                                discards == position_.discard_count() &&
                                market == position_.market_count() && market <= program_.market;
        if (!is_counted) return "cards are miscounted";
        for (int seat = 0; seat < program_.seats; ++seat) {
            if (held[static_cast<std::size_t>(seat)] != position_.hand_count(seat)) {
                return "a hand is miscounted";
            }
        }
        return nullptr;
    }

    const char* fault_of_tickets() const {
        railway::Tickets all = position_.unseen() | position_.offered();
        int count = position_.unseen().count() + position_.offered().count();
        for (int i = 0; i < position_.returned_count(); ++i) {
            all.set(position_.returned(i));
            ++count;
        }
        for (int seat = 0; seat < program_.seats; ++seat) {
            all |= position_.tickets(seat);
            count += position_.ticket_count(seat);
            railway::Tickets completed;
            position_.tickets(seat).each([&](int ticket) {
                const railway::Ticket& wanted = program_.tickets[static_cast<std::size_t>(ticket)];
                if (is_reached(seat, wanted.one, wanted.other)) completed.set(ticket);
            });
            if (!(completed == position_.completed(seat))) return "completed tickets are wrong";
        }
        const bool is_whole =
            all == program_.all_tickets && count == static_cast<int>(program_.tickets.size());
        return is_whole ? nullptr : "tickets are not conserved";
    }

    // By search, while positions join parts one by one.
    bool is_reached(int seat, int from, int to) const {
        railway::Cities reached = railway::Cities::single(from), fresh = reached;
        while (fresh.any()) {
            const int city = fresh.pop_first();
            const railway::Tracks own =
                program_.tracks_of[static_cast<std::size_t>(city)] & position_.tracks(seat);
            own.each([&](int number) {
                const railway::Track& track = program_.tracks[static_cast<std::size_t>(number)];
                const int other = track.one == city ? track.other : track.one;
                if (!reached.test(other)) fresh.set(other);
                reached.set(other);
            });
        }
        return reached.test(to);
    }

    const char* fault_of_tracks() const {
        const int count = static_cast<int>(program_.tracks.size());
        for (int seat = 0; seat < program_.seats; ++seat) {
            int trains = program_.trains, points = 0;
            for (int number = 0; number < count; ++number) {
                const railway::Track& track = program_.tracks[static_cast<std::size_t>(number)];
                const bool is_own = position_.owner(number) == seat;
                if (is_own != position_.tracks(seat).test(number)) return "owners and sets differ";
                if (is_open(number, track.twin, seat) != position_.is_open(number, seat)) {
                    return "open tracks are wrong";
                }
                if (!is_own) continue;
                trains -= track.length;
                points += program_.points[track.length];
            }
            if (trains != position_.trains(seat) || trains < 0) return "trains are miscounted";
            if (points != position_.route_points(seat)) return "points are miscounted";
        }
        return nullptr;
    }

    bool is_open(int number, int twin, int seat) const {
        if (position_.owner(number) >= 0) return false;
        if (twin < 0 || position_.owner(twin) < 0) return true;
        return program_.both_tracks && position_.owner(twin) != seat;
    }

    const railway::Program& program_;
};

}  // namespace ludwright::test
