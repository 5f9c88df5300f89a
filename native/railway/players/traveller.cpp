#include "railway/players/traveller.h"

#include <algorithm>
#include <utility>

namespace ludwright::railway {

namespace {

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

Move take(int kind) { return {Kind::kTake, static_cast<std::uint8_t>(kind), 0, 0, 0, 0}; }

// In ascending order of the trains they take, equals as they were: for the few that there are.
template <typename Item>
void sort_by_trains(Item* items, std::size_t count) {
    for (std::size_t i = 1; i < count; ++i) {
        for (std::size_t k = i; k > 0 && items[k].trains < items[k - 1].trains; --k) {
            std::swap(items[k], items[k - 1]);
        }
    }
}

}  // namespace

void Traveller::begin(std::span<const std::int32_t>) {
    forget();
    network_.begin();
}

void Traveller::begin_with(const Atlas& atlas) {
    forget();
    network_.begin(&atlas);
}

void Traveller::forget() {
    held_ = {};
    count_ = 0;
    needed_ = {};
    wanted_ = {};
    reserved_ = 0;
    path_changes_ = 0;
}

void Traveller::weigh_by(const Weights& weights) {
    network_.weigh_by(weights);
    is_weighted_ = true;
}

Move Traveller::choose(const Seen& seen, play::Rng&) {
    survey(seen);
    switch (seen.phase()) {
        case Phase::kKeep:
            return keep(seen);
        case Phase::kSecond:
            return card(seen);
        default:
            return turn(seen);
    }
}

// --- Plans --------------------------------------------------------------------------------------

void Traveller::survey(const Seen& seen) {
    const bool is_changed = network_.update(seen);
    const Tickets fresh = minus(seen.tickets(), held_);
    if (!is_changed && !fresh.any()) return;
    if (is_changed) revise(seen);
    fresh.each([&](int ticket) {
        Errand& errand = errands_[count_];
        errand.ticket = static_cast<std::uint8_t>(ticket);
        if (!seen.is_completed(ticket) && find_path(errand, seen, Network::kNoWay)) ++count_;
    });
    held_ = seen.tickets();
    want_paths(seen);
}

// The path of an errand, if there is one that is at most as heavy as `most` and for which the
// trains last.
bool Traveller::find_path(Errand& errand, const Seen& seen, int most) const {
    const Ticket& ticket = seen.program().tickets[errand.ticket];
    const int trains = seen.trains();
    // Without weights of their own, paths weigh as many trains as they take.
    most = is_weighted_ ? most : std::min(most, trains);
    Routes path;
    int weight = network_.lightest(ticket.one, ticket.other, most, path);
    if (weight == Network::kNoWay) return false;
    int spaces = is_weighted_ ? network_.spaces(path) : weight;
    if (spaces > trains) {
        spaces = network_.shortest(ticket.one, ticket.other, trains, path);
        if (spaces == Network::kNoWay) return false;
        weight = network_.weight(path);
        if (weight > most) return false;
    }
    errand.path = path;
    errand.weight = static_cast<std::int16_t>(weight);
    errand.trains = static_cast<std::int16_t>(spaces);
    return true;
}

void Traveller::revise(const Seen& seen) {
    std::size_t left = 0;
    for (std::size_t i = 0; i < count_; ++i) {
        Errand& errand = errands_[i];
        if (seen.is_completed(errand.ticket) || !revise(errand, seen)) continue;
        if (left != i) errands_[left] = errand;
        ++left;
    }
    count_ = left;
}

// Whether the ticket can still be completed.
bool Traveller::revise(Errand& errand, const Seen& seen) {
    const Routes built = errand.path & network_.gained();
    if (built.any()) {
        errand.path = minus(errand.path, built);
        errand.weight = static_cast<std::int16_t>(network_.weight(errand.path));
        errand.trains = static_cast<std::int16_t>(network_.spaces(errand.path));
    }
    const Routes before = errand.path;
    const bool is_lost = meets(before, network_.newly_lost()) || errand.trains > seen.trains();
    if (is_lost) {
        if (!find_path(errand, seen, Network::kNoWay)) return false;
    } else if (minus(network_.gained(), built).any()) {
        find_path(errand, seen, errand.weight - 1);
    }
    if (minus(errand.path, before).any()) ++path_changes_;
    return true;
}

void Traveller::want_paths(const Seen& seen) {
    sort_by_trains(errands_.data(), count_);
    needed_ = {};
    int trains = seen.trains();
    for (const Errand& errand : errands()) {
        const int more = network_.spaces(minus(errand.path, needed_));
        if (more > trains) continue;
        trains -= more;
        needed_ |= errand.path;
    }
    wanted_ = {};
    reserved_ = 0;
    needed_.each([&](int route) {
        for (const int track : network_.atlas().tracks[at(route)]) {
            if (track < 0 || !seen.is_open(track)) continue;
            wanted_.set(track);
            reserved_ |= 1U << seen.program().tracks[at(track)].colour;
        }
    });
}

// --- Tickets ------------------------------------------------------------------------------------

int Traveller::least_to_keep(const Seen& seen) {
    const Program& program = seen.program();
    // Every seat that gets first tickets keeps one of them at least.
    const bool is_first = !seen.tickets().any();
    return std::min(is_first ? program.first_keep : program.more_keep, seen.offered().count());
}

Traveller::Offer Traveller::offer_of(const Seen& seen, int ticket, int place) const {
    const Ticket& wanted = seen.program().tickets[at(ticket)];
    Offer offer;
    offer.place = place;
    offer.trains = network_.shortest(wanted.one, wanted.other, seen.trains(), offer.path);
    // The fewest points of those that cannot be completed.
    if (offer.trains == Network::kNoWay) offer.trains += wanted.points;
    return offer;
}

Move Traveller::keep(const Seen& seen) const {
    std::array<Offer, kMostOffered> offers;
    int count = 0;
    seen.offered().each([&](int ticket) {
        offers[at(count)] = offer_of(seen, ticket, count);
        ++count;
    });
    sort_by_trains(offers.data(), at(count));
    const int least = least_to_keep(seen), most = most_to_keep(least);
    Routes planned = needed_;
    int trains = seen.trains() - network_.spaces(planned), mask = 0, kept = 0;
    for (int i = 0; i < count && kept < most; ++i) {
        const Offer& offer = offers[at(i)];
        const int more = network_.spaces(minus(offer.path, planned));
        const bool is_fitting = offer.trains < Network::kNoWay && more <= trains;
        if (!is_fitting && kept >= least) continue;
        if (is_fitting) {
            planned |= offer.path;
            trains -= more;
        }
        mask |= 1 << offer.place;
        ++kept;
    }
    return {Kind::kKeep, static_cast<std::uint8_t>(mask), static_cast<std::uint8_t>(kept), 0, 0, 0};
}

bool Traveller::wants_tickets(const Seen& seen) const {
    return seen.tickets_left() > 0 && seen.last_turns() < 0 &&
           seen.trains() >= network_.atlas().usual_ticket;
}

// --- Tracks -------------------------------------------------------------------------------------

Traveller::Payment Traveller::payment(const Seen& seen, const Track& track) const {
    const int locomotives = seen.hand(kLocomotive), length = track.length;
    const int first = track.colour == kGray ? 0 : track.colour;
    const int last = track.colour == kGray ? kColours - 1 : track.colour;
    Payment best;
    int lowest = 0;
    for (int colour = first; colour <= last; ++colour) {
        const int cards = seen.hand(colour);
        if (cards + locomotives < length) continue;
        const int more = std::max(0, length - cards);
        const bool is_reserved = (reserved_ >> colour & 1U) != 0;
        const int price = 1024 * more + (is_reserved ? 512 : 0) - cards;
        if (best.colour >= 0 && price >= lowest) continue;
        lowest = price;
        best = {more == length ? kLocomotive : colour, more};
    }
    return best;
}

int Traveller::points_of(const Seen& seen, int track) {
    return seen.program().points[seen.program().tracks[at(track)].length];
}

Tracks Traveller::long_tracks(const Seen& seen, int least) {
    Tracks found;
    const int trains = seen.trains();
    seen.open().each([&](int track) {
        const int length = seen.program().tracks[at(track)].length;
        if (length >= least && length <= trains) found.set(track);
    });
    return found;
}

Tracks Traveller::valuable(const Seen& seen) {
    for (int length = std::min(kMostLength, seen.trains()); length > 0; --length) {
        const Tracks found = long_tracks(seen, length);
        if (found.any()) return found;
    }
    return {};
}

Move Traveller::valuable_turn(const Seen& seen) const {
    const Move build =
        best_build(seen, seen.open(), [&](int track) { return 1 + points_of(seen, track); });
    if (build.kind == Kind::kBuild) return build;
    return has_cards(seen) ? card(seen) : Move{};
}

// --- Cards --------------------------------------------------------------------------------------

// What can be taken whatever is aimed at: the colour of which there are most.
int Traveller::left_over(const Seen& seen) {
    int best = kLocomotive;
    for (int colour = 0; colour < kColours; ++colour) {
        if (seen.market(colour) == 0) continue;
        if (best == kLocomotive || seen.hand(colour) > seen.hand(best)) best = colour;
    }
    return best;
}

Move Traveller::card(const Seen& seen) const {
    constexpr int kNear = 64, kGrayness = 3;
    const Tracks tracks = aims(seen);
    const int locomotives = seen.hand(kLocomotive);
    std::array<int, kColours> worth{};
    int gray = 0;  // spaces of the shortest gray track
    tracks.each([&](int number) {
        const Track& track = seen.program().tracks[at(number)];
        if (track.colour == kGray) {
            gray = gray == 0 ? track.length : std::min<int>(gray, track.length);
            return;
        }
        const int missing = track.length - locomotives - seen.hand(track.colour);
        if (missing > 0) worth[track.colour] = std::max(worth[track.colour], kNear - missing);
    });
    int best = -1, highest = 0;
    for (int colour = 0; colour < kColours; ++colour) {
        if (seen.market(colour) == 0) continue;
        const int missing = gray - locomotives - seen.hand(colour);
        int found = worth[at(colour)];
        if (missing > 0) found = std::max(found, kNear - kGrayness - missing);
        if (found <= highest) continue;
        highest = found;
        best = colour;
    }
    if (best >= 0) return take(best);
    const bool is_first = seen.phase() == Phase::kTurn;
    if (is_first && seen.market(kLocomotive) > 0 && tracks.any()) return take(kLocomotive);
    if (seen.can_draw()) return {Kind::kDraw, 0, 0, 0, 0, 0};
    return take(left_over(seen));
}

}  // namespace ludwright::railway
