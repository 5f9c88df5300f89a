#include "railway/position.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "play/playout.h"
#include "railway/trail.h"

namespace ludwright::railway {

namespace {

Move with_card(Kind kind, int card) { return {kind, static_cast<std::uint8_t>(card), 0, 0, 0, 0}; }

Move keep_of(int mask) {
    return {Kind::kKeep,
            static_cast<std::uint8_t>(mask),
            static_cast<std::uint8_t>(std::popcount(static_cast<unsigned>(mask))),
            0,
            0,
            0};
}

Move build_of(int track, int colour, int locomotives) {
    return {Kind::kBuild,
            static_cast<std::uint8_t>(track),
            static_cast<std::uint8_t>(colour),
            static_cast<std::uint8_t>(locomotives),
            0,
            0};
}

// One of the cards that are counted by kind, all equally likely.
template <typename Counts>
int drawn_from(const Counts& counts, int number) {
    int kind = 0;
    while (number >= counts[static_cast<std::size_t>(kind)]) {
        number -= counts[static_cast<std::size_t>(kind++)];
    }
    return kind;
}

}  // namespace

Position::Position(const Program& program) : program_(&program) {
    pile_.fill(static_cast<std::uint8_t>(program.each));
    pile_[kLocomotive] = static_cast<std::uint8_t>(program.locomotives);
    pile_count_ = static_cast<std::int16_t>(kColours * program.each + program.locomotives);
    owner_.fill(-1);
    unseen_ = program.all_tickets;
    for (int seat = 0; seat < program.seats; ++seat) {
        trains_[at(seat)] = static_cast<std::int16_t>(program.trains);
        open_[at(seat)] = program.all;
        for (int city = 0; city < kMostCities; ++city) {
            parts_[at(seat)][at(city)] = static_cast<std::uint8_t>(city);
        }
    }
    if (program.first_cards == 0) begin_market();
}

// --- Reading -------------------------------------------------------------------------------------

Position::Outcome Position::outcome() const {
    // The most points; of equals the most completed tickets, then the longest path.
    const int longest = *std::max_element(paths_.begin(), paths_.end());
    const auto rank = [&](int seat) {
        return std::array<int, 3>{final_points_[at(seat)], completed_count(seat),
                                  paths_[at(seat)] == longest && longest > 0 ? 1 : 0};
    };
    std::array<int, 3> best = rank(0);
    for (int seat = 1; seat < seats(); ++seat) best = std::max(best, rank(seat));
    int winners = 0;
    for (int seat = 0; seat < seats(); ++seat) winners += rank(seat) == best;
    Outcome found{{}, reason_};
    for (int seat = 0; seat < seats(); ++seat) {
        found.scores[at(seat)] = rank(seat) == best ? 1.0F / static_cast<float>(winners) : 0.0F;
    }
    return found;
}

int Position::points_of(const Tickets& tickets) const {
    int sum = 0;
    tickets.each([&](int ticket) { sum += program_->tickets[at(ticket)].points; });
    return sum;
}

int Position::points_so_far(int seat) const {
    return route_points(seat) + points_of(completed_[at(seat)]);
}

// The points of tracks and tickets, as they count at the end.
int Position::settled_points(int seat) const {
    return points_so_far(seat) - points_of(minus(tickets_[at(seat)], completed_[at(seat)]));
}

int Position::longest_path(int seat) const {
    if (over()) return paths_[at(seat)];
    std::array<Edge, kMostTracks> edges;
    std::size_t count = 0;
    tracks_[at(seat)].each([&](int number) {
        const Track& track = program_->tracks[at(number)];
        edges[count++] = {track.one, track.other, track.length};
    });
    return longest_trail({edges.data(), count});
}

int Position::final_points(int seat) const {
    if (over()) return final_points_[at(seat)];
    const int own = longest_path(seat);
    bool is_longest = own > 0;
    for (int other = 0; other < seats() && is_longest; ++other) {
        is_longest = other == seat || longest_path(other) <= own;
    }
    return settled_points(seat) + (is_longest ? program_->longest : 0);
}

void Position::points(double* out) const {
    for (int seat = 0; seat < seats(); ++seat) {
        out[seat] = over() ? final_points_[at(seat)] : points_so_far(seat);
    }
}

void Position::standings(const Policy&, double* out) const {
    double sum = 0.0;
    for (int seat = 0; seat < seats(); ++seat) {
        out[seat] = 1.0 + points_so_far(seat);
        sum += out[seat];
    }
    for (int seat = 0; seat < seats(); ++seat) out[seat] /= sum;
}

void Position::measures(double* out) const {
    const int seat = last_mover_;
    out[0] = static_cast<double>(last_kind_);
    out[1] = seat;
    out[2] = ticket_count(seat);
    out[3] = completed_count(seat);
    out[4] = trains(seat);
    for (int one = 0; one < kMostSeats; ++one) {
        out[kTurnMeasures + one] = one < seats() ? points_so_far(one) : 0.0;
    }
}

std::uint64_t Position::key() const {
    std::uint64_t state = static_cast<std::uint64_t>(phase_) * 64 + static_cast<unsigned>(mover_);
    const auto mix = [&](std::uint64_t number) {
        state ^= number;
        state = play::splitmix64(state);
    };
    const auto mix_counts = [&](const Counts& counts) {
        std::uint64_t low = 0;
        for (int kind = 0; kind < kColours; ++kind) low = low << 8 | counts[at(kind)];
        mix(low);
        mix(counts[kLocomotive]);
    };
    for (const Counts* counts : {&pile_, &discards_, &market_}) mix_counts(*counts);
    for (int seat = 0; seat < seats(); ++seat) {
        mix_counts(hands_[at(seat)]);
        mix_counts(known_[at(seat)]);
        for (const std::uint64_t word : tracks_[at(seat)].word) mix(word);
        for (const std::uint64_t word : tickets_[at(seat)].word) mix(word);
    }
    for (const std::uint64_t word : offered_.word) mix(word);
    for (int i = 0; i < returned_count_; ++i) {
        mix(static_cast<std::uint64_t>(returned(i)) * 8 + static_cast<unsigned>(returned_by(i)));
    }
    for (const int number : {int{taken_}, int{redraws_}, int{passes_}, int{last_turns_},
                             int{to_offer_}, int{dealt_}, int{is_setup_}, int{turns_}}) {
        mix(static_cast<std::uint64_t>(static_cast<std::uint32_t>(number)));
    }
    return state;
}

bool Position::can_pay(int track, int seat) const {
    const Track& wanted = program_->tracks[at(track)];
    const Counts& hand = hands_[at(seat)];
    const int colour = wanted.colour == kGray ? *std::max_element(hand.begin(), hand.end() - 1)
                                              : hand[wanted.colour];
    return colour + hand[kLocomotive] >= wanted.length;
}

bool Position::can_build_any(int seat) const {
    for (int number = 0; number < static_cast<int>(program_->tracks.size()); ++number) {
        if (can_build(number, seat)) return true;
    }
    return false;
}

// Whether the mover can neither take a card nor build.
bool Position::is_stuck() const {
    return market_count_ == 0 && !can_draw() && !can_build_any(mover_);
}

// --- Legal moves ---------------------------------------------------------------------------------

// Calls fn(colour, locomotives) for every way of the mover to pay for a track.
template <typename Fn>
void Position::each_payment(int track, Fn&& fn) const {
    const Track& wanted = program_->tracks[at(track)];
    const Counts& hand = hands_[at(mover_)];
    const int length = wanted.length, most = std::min<int>(length - 1, hand[kLocomotive]);
    const bool is_gray = wanted.colour == kGray;
    const int first = is_gray ? 0 : wanted.colour, last = is_gray ? kColours - 1 : wanted.colour;
    for (int colour = first; colour <= last; ++colour) {
        for (int l = std::max(0, length - hand[at(colour)]); l <= most; ++l) fn(colour, l);
    }
    if (hand[kLocomotive] >= length) fn(kLocomotive, length);
}

// How many there are for a track of this kind.
int Position::ways_to_pay(int colour, int length) const {
    const Counts& hand = hands_[at(mover_)];
    const int most = std::min<int>(length - 1, hand[kLocomotive]);
    const bool is_gray = colour == kGray;
    const int first = is_gray ? 0 : colour, last = is_gray ? kColours - 1 : colour;
    int ways = hand[kLocomotive] >= length ? 1 : 0;
    for (int kind = first; kind <= last; ++kind) {
        ways += std::max(0, most - std::max(0, length - hand[at(kind)]) + 1);
    }
    return ways;
}

std::int64_t Position::count_builds() const {
    std::int64_t sum = 0;
    const int longest = std::min<int>(kMostLength, trains(mover_));
    for (int colour = 0; colour <= kGray; ++colour) {
        for (int length = 1; length <= longest; ++length) {
            const int ways = ways_to_pay(colour, length);
            if (ways == 0) break;  // longer tracks cost more
            sum += static_cast<std::int64_t>(ways) *
                   (program_->alike[at(colour)][at(length)] & open_[at(mover_)]).count();
        }
    }
    return sum;
}

void Position::list_cards(Kind kind, std::vector<Move>& out) const {
    for (int card = 0; card < kCardKinds; ++card) {
        if (pile_[at(card)] > 0) out.push_back(with_card(kind, card));
    }
}

void Position::list_turn(std::vector<Move>& out) const {
    const int kinds = phase_ == Phase::kSecond ? kColours : kCardKinds;
    for (int kind = 0; kind < kinds; ++kind) {
        if (market_[at(kind)] > 0) out.push_back(with_card(Kind::kTake, kind));
    }
    if (can_draw()) out.push_back({Kind::kDraw, 0, 0, 0, 0, 0});
    if (phase_ == Phase::kSecond) return;
    const bool has_cards = !out.empty();
    if (tickets_left() > 0) out.push_back({Kind::kTickets, 0, 0, 0, 0, 0});
    const std::size_t before = out.size();
    open_[at(mover_)].each([&](int track) {
        if (program_->tracks[at(track)].length > trains(mover_)) return;
        each_payment(track, [&](int colour, int l) { out.push_back(build_of(track, colour, l)); });
    });
    if (!has_cards && out.size() == before) out.push_back({});
}

void Position::list_keeps(std::vector<Move>& out) const {
    const int offered = offered_.count();
    const int least = std::min(is_setup_ ? program_->first_keep : program_->more_keep, offered);
    for (int mask = 1; mask < 1 << offered; ++mask) {
        if (std::popcount(static_cast<unsigned>(mask)) >= least) out.push_back(keep_of(mask));
    }
}

void Position::moves(std::vector<Move>& out) const {
    out.clear();
    switch (phase_) {
        case Phase::kDeal:
            return list_cards(Kind::kDeal, out);
        case Phase::kMarket:
            return list_cards(Kind::kTurnUp, out);
        case Phase::kBlind:
            return list_cards(Kind::kCard, out);
        case Phase::kOffer:
            if (unseen_.any()) {
                unseen_.each([&](int t) { out.push_back(with_card(Kind::kOffer, t)); });
            } else {
                out.push_back(with_card(Kind::kOffer, returned(0)));
            }
            return;
        case Phase::kKeep:
            return list_keeps(out);
        case Phase::kTurn:
        case Phase::kSecond:
            return list_turn(out);
        case Phase::kOver:
            return;
    }
}

std::int64_t Position::count_moves() const {
    const auto kinds = [](const Counts& counts, int last) {
        return std::count_if(counts.begin(), counts.begin() + last, [](int n) { return n > 0; });
    };
    switch (phase_) {
        case Phase::kDeal:
        case Phase::kMarket:
        case Phase::kBlind:
            return kinds(pile_, kCardKinds);
        case Phase::kOffer:
            return std::max(1, unseen_.count());
        case Phase::kKeep: {
            const int offered = offered_.count();
            const int least =
                std::min(is_setup_ ? program_->first_keep : program_->more_keep, offered);
            std::int64_t sum = 0, ways = 1;  // ways: to keep so many
            for (int kept = 0; kept <= offered; ++kept) {
                if (kept >= least) sum += ways;
                ways = ways * (offered - kept) / (kept + 1);
            }
            return sum;
        }
        case Phase::kTurn: {
            const std::int64_t cards = kinds(market_, kCardKinds) + (can_draw() ? 1 : 0);
            const std::int64_t builds = count_builds();
            return cards + builds + (tickets_left() > 0 ? 1 : 0) + (cards + builds == 0 ? 1 : 0);
        }
        case Phase::kSecond:
            return kinds(market_, kColours) + (can_draw() ? 1 : 0);
        case Phase::kOver:
            break;
    }
    return 0;
}

// --- Chance --------------------------------------------------------------------------------------

void Position::weights(std::vector<double>& out) const {
    out.clear();
    if (phase_ == Phase::kOffer) {
        out.assign(static_cast<std::size_t>(count_moves()), 1.0);
        return;
    }
    for (const std::uint8_t count : pile_) {
        if (count > 0) out.push_back(count);
    }
}

Move Position::draw(play::Rng& rng) const {
    if (phase_ == Phase::kOffer) {
        const int left = unseen_.count();
        return with_card(Kind::kOffer, left > 0 ? unseen_.select(below(rng, left)) : returned(0));
    }
    const Kind kind = phase_ == Phase::kDeal     ? Kind::kDeal
                      : phase_ == Phase::kMarket ? Kind::kTurnUp
                                                 : Kind::kCard;
    return with_card(kind, drawn_from(pile_, below(rng, pile_count_)));
}

bool Position::make_random(play::Rng& rng) { return play::make_any(*this, rng); }

play::PlayoutResultOf<kMostSeats> Position::playout(play::Rng& rng, int plies) {
    return play::play_out(*this, rng, plies);
}

// --- Hidden cards and tickets --------------------------------------------------------------------

void Position::redeal(int seat, play::Rng& rng) {
    redeal_cards(seat, rng);
    redeal_tickets(seat, rng);
}

// The pile and all cards in the hands of others that nobody saw are shuffled.
void Position::redeal_cards(int seat, play::Rng& rng) {
    std::array<std::int16_t, kCardKinds> pool{};
    int left = pile_count_;
    for (int kind = 0; kind < kCardKinds; ++kind) pool[at(kind)] = pile_[at(kind)];
    std::array<int, kMostSeats> unknown{};
    for (int other = 0; other < seats(); ++other) {
        if (other == seat) continue;
        for (int kind = 0; kind < kCardKinds; ++kind) {
            const int count = hands_[at(other)][at(kind)] - known_[at(other)][at(kind)];
            pool[at(kind)] = static_cast<std::int16_t>(pool[at(kind)] + count);
            unknown[at(other)] += count;
        }
        left += unknown[at(other)];
        hands_[at(other)] = known_[at(other)];
    }
    for (int other = 0; other < seats(); ++other) {
        for (int i = 0; i < unknown[at(other)]; ++i) {
            const int kind = drawn_from(pool, below(rng, left--));
            --pool[at(kind)];
            ++hands_[at(other)][at(kind)];
        }
    }
    for (int kind = 0; kind < kCardKinds; ++kind) {
        pile_[at(kind)] = static_cast<std::uint8_t>(pool[at(kind)]);
    }
}

// So are all tickets but those that the seat holds, is offered, or returned itself.
void Position::redeal_tickets(int seat, play::Rng& rng) {
    const bool is_offered_others = mover_ != seat && offered_.any();
    Tickets pool = unseen_ | (is_offered_others ? offered_ : Tickets{});
    for (int other = 0; other < seats(); ++other) {
        if (other != seat) pool |= tickets_[at(other)];
    }
    for (int i = 0; i < returned_count_; ++i) {
        if (returned_by(i) != seat) pool.set(returned(i));
    }
    int left = pool.count();
    const auto dealt = [&] {
        const int ticket = pool.select(below(rng, left--));
        pool.reset(ticket);
        return ticket;
    };
    const auto deal_again = [&](Tickets& tickets) {
        const int count = tickets.count();
        tickets = {};
        for (int i = 0; i < count; ++i) tickets.set(dealt());
    };
    for (int other = 0; other < seats(); ++other) {
        if (other == seat) continue;
        deal_again(tickets_[at(other)]);
        count_completed(other);
    }
    if (is_offered_others) deal_again(offered_);
    for (int i = 0; i < returned_count_; ++i) {
        if (returned_by(i) != seat) entry(i).ticket = static_cast<std::uint8_t>(dealt());
    }
    unseen_ = pool;
}

Move Position::observed(int seat, Move move) const {
    const bool is_secret = move.kind == Kind::kDeal || move.kind == Kind::kCard ||
                           move.kind == Kind::kOffer || move.kind == Kind::kKeep;
    if (is_secret && mover_ != seat) move.a = kUnseen;
    return move;
}

// --- Making moves --------------------------------------------------------------------------------

void Position::make(Move move) {
    ++ply_;
    is_turn_completed_ = false;
    switch (move.kind) {
        case Kind::kDeal:
            return make_deal(move.a);
        case Kind::kTurnUp:
            return make_turn_up(move.a);
        case Kind::kOffer:
            return make_offer(move.a);
        case Kind::kKeep:
            return make_keep(move.a);
        case Kind::kTake:
            return make_take(move.a);
        case Kind::kDraw:
            return make_draw();
        case Kind::kCard:
            return make_card(move.a);
        case Kind::kTickets:
            return begin_offer(mover_, program_->more_tickets);
        case Kind::kBuild:
            return make_build(move);
        case Kind::kPass:
            return end_turn(TurnKind::kPass);
    }
}

void Position::add_card(int seat, int kind) {
    ++hands_[at(seat)][at(kind)];
    ++hand_counts_[at(seat)];
}

void Position::make_deal(int kind) {
    --pile_[at(kind)];
    --pile_count_;
    add_card(mover_, kind);
    ++dealt_;
    mover_ = static_cast<std::int8_t>(dealt_ % seats());
    if (dealt_ == seats() * program_->first_cards) begin_market();
}

// --- The market ----------------------------------------------------------------------------------

void Position::begin_market() {
    redraws_ = 0;
    lay_out();
}

// Makes sure that there is a card to draw, if there is any.
bool Position::renew_pile() {
    if (pile_count_ > 0) return true;
    if (discard_count_ == 0) return false;
    pile_ = std::exchange(discards_, Counts{});
    pile_count_ = std::exchange(discard_count_, std::int16_t{0});
    return true;
}

// Goes on to the next card that chance lays face up, or to what comes when no more is needed.
void Position::lay_out() {
    for (;;) {
        if (market_count_ < program_->market && renew_pile()) {
            phase_ = Phase::kMarket;
            return;
        }
        const bool is_cleared = program_->clear > 0 && market_[kLocomotive] >= program_->clear &&
                                redraws_ < program_->redraws && can_draw();
        if (!is_cleared) return after_market();
        for (int kind = 0; kind < kCardKinds; ++kind) {
            discards_[at(kind)] =
                static_cast<std::uint8_t>(discards_[at(kind)] + market_[at(kind)]);
        }
        discard_count_ = static_cast<std::int16_t>(discard_count_ + market_count_);
        market_ = {};
        market_count_ = 0;
        ++redraws_;
    }
}

void Position::make_turn_up(int kind) {
    --pile_[at(kind)];
    --pile_count_;
    ++market_[at(kind)];
    ++market_count_;
    lay_out();
}

void Position::after_market() {
    if (is_setup_) return begin_offer(0, program_->first_tickets);
    go_on_taking();
}

// --- Tickets -------------------------------------------------------------------------------------

void Position::begin_offer(int seat, int count) {
    mover_ = static_cast<std::int8_t>(seat);
    to_offer_ = static_cast<std::int8_t>(std::min(count, tickets_left()));
    phase_ = Phase::kOffer;
    if (to_offer_ == 0) after_setup_offer();
}

void Position::after_setup_offer() {
    if (mover_ + 1 < seats()) return begin_offer(mover_ + 1, program_->first_tickets);
    is_setup_ = false;
    begin_turn(0);
}

void Position::make_offer(int ticket) {
    if (unseen_.any()) {
        unseen_.reset(ticket);
    } else {
        returned_first_ = static_cast<std::int16_t>((returned_first_ + 1) % kMostTickets);
        --returned_count_;
    }
    offered_.set(ticket);
    if (offered_.count() == to_offer_) phase_ = Phase::kKeep;
}

void Position::make_keep(int mask) {
    offered_.each([&](int ticket) {
        if ((mask & 1) != 0) {
            keep_ticket(mover_, ticket);
        } else {
            entry(returned_count_++) = {static_cast<std::uint8_t>(ticket), mover_};
        }
        mask >>= 1;
    });
    offered_ = {};
    if (is_setup_) return after_setup_offer();
    end_turn(TurnKind::kTickets);
}

void Position::keep_ticket(int seat, int ticket) {
    tickets_[at(seat)].set(ticket);
    if (is_completed(seat, ticket)) completed_[at(seat)].set(ticket);
}

void Position::count_completed(int seat) {
    completed_[at(seat)] = {};
    tickets_[at(seat)].each([&](int ticket) {
        if (is_completed(seat, ticket)) completed_[at(seat)].set(ticket);
    });
}

// --- The turn ------------------------------------------------------------------------------------

void Position::begin_turn(int seat) {
    mover_ = static_cast<std::int8_t>(seat);
    taken_ = 0;
    phase_ = Phase::kTurn;
    if (program_->gridlock == Gridlock::kFirst && is_stuck()) finish(play::Reason::kNoMoves);
}

void Position::make_take(int kind) {
    --market_[at(kind)];
    --market_count_;
    add_card(mover_, kind);
    ++known_[at(mover_)][at(kind)];
    taken_ = static_cast<std::int8_t>(taken_ + (kind == kLocomotive ? 2 : 1));
    begin_market();
}

void Position::make_draw() {
    renew_pile();
    phase_ = Phase::kBlind;
}

void Position::make_card(int kind) {
    --pile_[at(kind)];
    --pile_count_;
    add_card(mover_, kind);
    ++taken_;
    go_on_taking();
}

// A second card, if it is due and there is one.
void Position::go_on_taking() {
    const bool is_possible = market_count_ > market_[kLocomotive] || can_draw();
    if (taken_ < 2 && is_possible) {
        phase_ = Phase::kSecond;
    } else {
        end_turn(TurnKind::kCards);
    }
}

void Position::pay(int seat, int kind, int cards) {
    const auto less = [&](std::uint8_t& count) {
        count = static_cast<std::uint8_t>(std::max(0, count - cards));
    };
    less(hands_[at(seat)][at(kind)]);
    less(known_[at(seat)][at(kind)]);
    hand_counts_[at(seat)] = static_cast<std::int16_t>(hand_counts_[at(seat)] - cards);
    discards_[at(kind)] = static_cast<std::uint8_t>(discards_[at(kind)] + cards);
    discard_count_ = static_cast<std::int16_t>(discard_count_ + cards);
}

void Position::make_build(Move move) {
    const int length = program_->tracks[move.a].length;
    if (move.b != kLocomotive) pay(mover_, move.b, length - move.c);
    if (move.c > 0) pay(mover_, kLocomotive, move.c);
    add_track(mover_, move.a);
    end_turn(TurnKind::kTrack);
}

void Position::add_track(int seat, int number) {
    const Track& track = program_->tracks[at(number)];
    owner_[at(number)] = static_cast<std::int8_t>(seat);
    tracks_[at(seat)].set(number);
    for (int other = 0; other < seats(); ++other) {
        open_[at(other)].reset(number);
        const bool closes_twin = track.twin >= 0 && (other == seat || !program_->both_tracks);
        if (closes_twin) open_[at(other)].reset(track.twin);
    }
    trains_[at(seat)] = static_cast<std::int16_t>(trains_[at(seat)] - track.length);
    route_points_[at(seat)] =
        static_cast<std::int16_t>(route_points_[at(seat)] + program_->points[track.length]);
    join(seat, track.one, track.other);
}

// The part of the second city becomes one with that of the first.
void Position::join(int seat, int one, int other) {
    auto& parts = parts_[at(seat)];
    const std::uint8_t kept = parts[at(one)], lost = parts[at(other)];
    if (kept == lost) return;
    for (std::uint8_t& part : parts) part = part == lost ? kept : part;
    minus(tickets_[at(seat)], completed_[at(seat)]).each([&](int ticket) {
        if (is_completed(seat, ticket)) completed_[at(seat)].set(ticket);
    });
}

void Position::end_turn(TurnKind kind) {
    ++turns_;
    is_turn_completed_ = true;
    last_kind_ = kind;
    last_mover_ = mover_;
    passes_ = static_cast<std::int8_t>(kind == TurnKind::kPass ? passes_ + 1 : 0);
    if (last_turns_ < 0) {
        if (trains(mover_) <= program_->end) last_turns_ = static_cast<std::int8_t>(seats());
    } else if (--last_turns_ == 0) {
        return finish(play::Reason::kRule);
    }
    if (passes_ == seats()) return finish(play::Reason::kNoMoves);
    begin_turn((mover_ + 1) % seats());
}

void Position::finish(play::Reason reason) {
    for (int seat = 0; seat < seats(); ++seat) {
        paths_[at(seat)] = static_cast<std::int16_t>(longest_path(seat));
    }
    const int longest = *std::max_element(paths_.begin(), paths_.end());
    for (int seat = 0; seat < seats(); ++seat) {
        const bool is_longest = longest > 0 && paths_[at(seat)] == longest;
        final_points_[at(seat)] =
            static_cast<std::int16_t>(settled_points(seat) + (is_longest ? program_->longest : 0));
    }
    reason_ = reason;
    phase_ = Phase::kOver;
}

}  // namespace ludwright::railway
