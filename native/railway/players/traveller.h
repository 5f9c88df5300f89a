// What the players of railway games share: plans for their tickets, payments, and drawing by need.
//
// Plans. Each ticket that is not completed has a path: the lightest one over own routes, at no
// cost, and open ones. Paths are looked at before every decision, and kept as long as nothing can
// have become lighter: while no route of a path is lost, and all that was built since lies on it. A
// route built elsewhere may be a short cut, which is searched for; the path stays unless there is
// a lighter one. A ticket without a path, or whose path takes more trains than are left, is given
// up: neither can change any more. Paths are wanted in the order of the trains they take, the
// fewest first, as far as the trains last for all of them.
//
// Payments use as few locomotives as possible; for a gray track rather colours that no track on a
// wanted path has, then the colour of which there are most.
//
// Cards. From the market the colour that brings a track that is aimed at nearest to being paid; for
// gray tracks the colour of which there are most, but rather one for a coloured track. If no such
// colour lies there, a locomotive as the first card, then a card from the pile.
//
// Tickets. Of those offered the ones with the shortest paths, as long as the trains last for
// them and for all paths wanted so far, and the shortest ones anyway until there are enough;
// without a path, those of the fewest points.
//
// "First of equals" decides everywhere, in the order of the board. Nothing is left to chance.

#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "railway/players/network.h"
#include "railway/script.h"

namespace ludwright::railway {

class Traveller : public Player {
   public:
    void begin(std::span<const std::int32_t> settings) override;
    // The same, without reading the board: the atlas is that of the game, and outlives the match.
    void begin_with(const Atlas& atlas);
    Move choose(const Seen& seen, play::Rng& rng) final;
    int path_changes() const final { return path_changes_; }

   protected:
    // A ticket that is not completed, and the open routes on its path.
    struct Errand {
        Routes path;
        std::int16_t weight = 0;
        std::int16_t trains = 0;
        std::uint8_t ticket = 0;
    };

    // What a kind of turn is begun with.
    virtual Move turn(const Seen& seen) = 0;
    // The tracks for which cards are drawn.
    virtual Tracks aims(const Seen& seen) const = 0;
    // How many tickets it keeps at most, if `least` have to be kept.
    virtual int most_to_keep(int least) const { return least + kMostOffered; }

    // --- Plans
    // Errands whose paths are wanted have the open tracks of these paths in wanted().
    std::span<const Errand> errands() const { return {errands_.data(), count_}; }
    const Tracks& wanted() const { return wanted_; }
    const Network& network() const { return network_; }
    void weigh_by(const Weights& weights);

    // --- Moves; kPass where there is none
    // The track that can be built now and is worth most, of equals that with the fewest
    // locomotives; only what is worth more than 0.
    template <typename Worth>
    Move best_build(const Seen& seen, const Tracks& tracks, Worth&& worth) const;
    // A card for aims().
    Move card(const Seen& seen) const;
    static bool has_cards(const Seen& seen) { return seen.market_count() > 0 || seen.can_draw(); }
    // Tickets if any are left, the trains are enough for the usual one, and the end is not near.
    bool wants_tickets(const Seen& seen) const;
    // The track of the most points that can be built, else a card, else nothing.
    Move valuable_turn(const Seen& seen) const;
    // The longest tracks that can be built with the trains that are left.
    static Tracks valuable(const Seen& seen);
    // Tracks of a length or longer that can be built with the trains that are left.
    static Tracks long_tracks(const Seen& seen, int least);
    static int points_of(const Seen& seen, int track);
    // How many of the tickets on offer have to be kept.
    static int least_to_keep(const Seen& seen);

   private:
    struct Payment {
        int colour = -1;  // -1: cannot be paid
        int locomotives = 0;
    };
    // A ticket on offer.
    struct Offer {
        Routes path;
        int trains = 0;
        int place = 0;  // among those offered
    };

    void forget();
    void survey(const Seen& seen);
    void revise(const Seen& seen);
    bool revise(Errand& errand, const Seen& seen);
    bool find_path(Errand& errand, const Seen& seen, int most) const;
    void want_paths(const Seen& seen);
    Move keep(const Seen& seen) const;
    Offer offer_of(const Seen& seen, int ticket, int place) const;
    Payment payment(const Seen& seen, const Track& track) const;
    static int left_over(const Seen& seen);

    Network network_;
    bool is_weighted_ = false;
    Tickets held_;
    std::array<Errand, kMostTickets> errands_;
    std::size_t count_ = 0;
    Routes needed_;
    Tracks wanted_;
    std::uint32_t reserved_ = 0;  // colours of wanted tracks, as bits
    int path_changes_ = 0;
};

template <typename Worth>
Move Traveller::best_build(const Seen& seen, const Tracks& tracks, Worth&& worth) const {
    Move best;
    int highest = 0, fewest = 0;
    const int trains = seen.trains();
    tracks.each([&](int number) {
        const Track& track = seen.program().tracks[static_cast<std::size_t>(number)];
        if (track.length > trains) return;
        const Payment paid = payment(seen, track);
        if (paid.colour < 0) return;
        const int found = worth(number);
        if (found < highest || found <= 0) return;
        if (found == highest && paid.locomotives >= fewest) return;
        highest = found;
        fewest = paid.locomotives;
        best = {Kind::kBuild,
                static_cast<std::uint8_t>(number),
                static_cast<std::uint8_t>(paid.colour),
                static_cast<std::uint8_t>(paid.locomotives),
                0,
                0};
    });
    return best;
}

}  // namespace ludwright::railway
