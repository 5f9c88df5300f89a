#include "railway/players/ismcts.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ludwright::railway {

namespace {

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool has(const std::vector<Move>& moves, Move move) {
    return std::find(moves.begin(), moves.end(), move) != moves.end();
}

}  // namespace

// --- Promising moves ----------------------------------------------------------------------------

void Scout::list(const Seen& seen, std::vector<Move>& out) {
    play::Rng unused(0, 0, play::Purpose::kPlayer);
    out.clear();
    out.push_back(choose(seen, unused));
    if (seen.phase() == Phase::kKeep) return list_keeps(seen, out);
    list_cards(seen, out);
    if (seen.phase() == Phase::kSecond) return;
    list_tracks(seen, out);
    const Move tickets{Kind::kTickets, 0, 0, 0, 0, 0};
    const bool is_sensible = seen.tickets_left() > 0 && seen.last_turns() < 0;
    if (is_sensible && !has(out, tickets)) out.push_back(tickets);
}

void Scout::list_keeps(const Seen& seen, std::vector<Move>& out) {
    const unsigned all = 1U << seen.offered().count();
    const int least = least_to_keep(seen);
    for (unsigned mask = 1; mask < all; ++mask) {
        const int kept = std::popcount(mask);
        const Move keep{
            Kind::kKeep, static_cast<std::uint8_t>(mask), static_cast<std::uint8_t>(kept), 0, 0, 0};
        if (kept >= least && !has(out, keep)) out.push_back(keep);
    }
}

void Scout::list_cards(const Seen& seen, std::vector<Move>& out) {
    const int last = seen.phase() == Phase::kSecond ? kColours - 1 : kLocomotive;
    for (int kind = 0; kind <= last; ++kind) {
        const Move take{Kind::kTake, static_cast<std::uint8_t>(kind), 0, 0, 0, 0};
        if (seen.market(kind) > 0 && !has(out, take)) out.push_back(take);
    }
    const Move draw{Kind::kDraw, 0, 0, 0, 0, 0};
    if (seen.can_draw() && !has(out, draw)) out.push_back(draw);
}

void Scout::list_tracks(const Seen& seen, std::vector<Move>& out) const {
    const auto add = [&](const Tracks& tracks) {
        const Move build = best_build(seen, tracks, [&](int t) { return 1 + points_of(seen, t); });
        if (build.kind == Kind::kBuild && !has(out, build)) out.push_back(build);
        return build;
    };
    wanted().each([&](int track) { add(Tracks::single(track)); });
    Tracks others = minus(seen.open(), wanted());
    for (int i = 0; i < kMostOthers; ++i) {
        const Move build = add(others);
        if (build.kind != Kind::kBuild) return;
        others.reset(build.a);
    }
}

// --- The tree -----------------------------------------------------------------------------------

void InformationSetSearch::begin(std::span<const std::int32_t> settings) {
    const auto setting = [&](std::size_t i, int usual) {
        return i < settings.size() && settings[i] > 0 ? settings[i] : usual;
    };
    playouts_ = setting(0, kDefaultPlayouts);
    exploration_ = 0.01 * setting(1, kDefaultExploration);
    has_atlas_ = false;
}

// Of the playouts of a turn; a turn of cards has two decisions.
int InformationSetSearch::share_of(Phase phase) const {
    switch (phase) {
        case Phase::kTurn:
            return std::max(1, playouts_ * 2 / 3);
        case Phase::kSecond:
            return std::max(1, playouts_ / 3);
        default:
            return playouts_;
    }
}

Move InformationSetSearch::choose(const Seen& seen, play::Rng& rng) {
    if (!has_atlas_) atlas_.read(seen.program());
    has_atlas_ = true;
    seat_ = seen.seat();
    work_ = 0;
    const int playouts = share_of(seen.phase());
    const std::uint64_t seed = rng();
    plant(seen, playouts);
    if (nodes_[0].count > 1) {
        for (int i = 0; i < playouts; ++i) iterate(seen, seed);
    }
    return decided();
}

// What the style would do, unless another move is better by more than its playouts leave in doubt.
Move InformationSetSearch::decided() const {
    const Branch* best = &branches_[0];
    double most = 0.0;
    for (std::uint32_t i = 1; i < nodes_[0].count; ++i) {
        const Branch& other = branches_[i];
        if (other.visits < 2) continue;
        const double doubt = std::sqrt(branches_[0].variance() + other.variance());
        const double better = other.mean() - branches_[0].mean() - doubt;
        if (better <= most) continue;
        most = better;
        best = &other;
    }
    return best->move;
}

void InformationSetSearch::plant(const Seen& seen, int playouts) {
    nodes_.clear();
    branches_.clear();
    places_.assign(std::bit_ceil(2U * static_cast<unsigned>(playouts) + 2U), Place{});
    add_node(seen);
}

std::uint32_t InformationSetSearch::add_node(const Seen& seen) {
    scout_.begin_with(atlas_);
    scout_.list(seen, moves_);
    nodes_.push_back({static_cast<std::uint32_t>(branches_.size()),
                      static_cast<std::uint32_t>(moves_.size()), 0});
    for (const Move move : moves_) branches_.push_back({move, 0, 0.0, 0.0});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
}

// The branch with the highest bound, the first of equals; those never tried come first.
std::uint32_t InformationSetSearch::best_branch(const Node& node) const {
    std::uint32_t best = node.first;
    double highest = -1.0;
    const double log = static_cast<double>(play::log_of(std::max(1U, node.visits)));
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
        const Branch& branch = branches_[i];
        if (branch.visits == 0) return i;
        const double bound = branch.mean() + exploration_ * std::sqrt(log / branch.visits);
        if (bound <= highest) continue;
        highest = bound;
        best = i;
    }
    return best;
}

// Where the node of a history is, or where it goes. At most half of the places are taken.
InformationSetSearch::Place& InformationSetSearch::place_of(std::uint64_t history) {
    std::size_t i = history & (places_.size() - 1);
    while (places_[i].node != 0 && places_[i].history != history) {
        i = (i + 1) & (places_.size() - 1);
    }
    return places_[i];
}

void InformationSetSearch::iterate(const Seen& seen, std::uint64_t seed) {
    const std::uint32_t first = best_branch(nodes_[0]);
    play::Rng rng(seed, branches_[first].visits, play::Purpose::kPlayer);
    Position position = seen.believed(rng);
    for (int seat = 0; seat < position.seats(); ++seat) others_[at(seat)].begin_with(atlas_);
    path_.clear();
    plies_ = 0;
    std::uint64_t history = 0;
    for (std::uint32_t node = 0, branch = first;;) {
        ++nodes_[node].visits;
        path_.push_back(branch);
        history += branch + 1;
        position.make(branches_[branch].move);
        ++plies_;
        go_on(position, history, rng);
        if (position.over()) break;
        Place& place = place_of(history);
        if (place.node == 0) {
            place = {history, add_node(Seen(position, seat_))};
            break;
        }
        node = place.node;
        branch = best_branch(nodes_[node]);
    }
    const double found = play_out(position, rng);
    for (const std::uint32_t i : path_) {
        ++branches_[i].visits;
        branches_[i].sum += found;
        branches_[i].squares += found * found;
    }
    ++work_;
    spend(plies_);
}

void InformationSetSearch::go_on(Position& position, std::uint64_t& history, play::Rng& rng) {
    while (!position.over() && position.seat() != seat_) {
        const int seat = position.seat();
        const Move move =
            seat < 0 ? position.draw(rng) : others_[at(seat)].choose(Seen(position, seat), rng);
        history ^= std::bit_cast<std::uint64_t>(position.observed(seat_, move));
        history = play::splitmix64(history);
        position.make(move);
        ++plies_;
    }
    history = play::splitmix64(history);
}

double InformationSetSearch::play_out(Position& position, play::Rng& rng) {
    self_.begin_with(atlas_);
    while (!position.over()) {
        const int seat = position.seat();
        if (seat < 0) {
            position.make(position.draw(rng));
        } else {
            Traveller& player = seat == seat_ ? static_cast<Traveller&>(self_) : others_[at(seat)];
            position.make(player.choose(Seen(position, seat), rng));
        }
        ++plies_;
    }
    return worth(position);
}

double InformationSetSearch::worth(const Position& position) const {
    constexpr double kLead = 0.8, kPoints = 40.0;
    int other = -(1 << 20);
    for (int seat = 0; seat < position.seats(); ++seat) {
        if (seat != seat_) other = std::max(other, position.final_points(seat));
    }
    const double ahead = (position.final_points(seat_) - other) / kPoints;
    const double lead = 0.5 + 0.5 * static_cast<double>(play::squash(ahead));
    const auto score = static_cast<double>(position.outcome().scores[at(seat_)]);
    return (1.0 - kLead) * score + kLead * lead;
}

}  // namespace ludwright::railway
