#include "conquest/position.h"

#include <stdexcept>

#include "play/playout.h"

namespace ludwright::conquest {

namespace {

// The armies of a territory are counted in 16 bits.
std::int16_t capped(int armies) { return static_cast<std::int16_t>(std::min(armies, kMostArmies)); }

Move place_on(int territory, int armies) {
    return {Kind::kPlace,
            static_cast<std::uint8_t>(territory),
            0,
            0,
            static_cast<std::int16_t>(armies),
            0};
}

Move at_territory(Kind kind, int territory) {
    return {kind, static_cast<std::uint8_t>(territory), 0, 0, 0, 0};
}

Move between(Kind kind, int from, int to, int armies) {
    return {kind, static_cast<std::uint8_t>(from),   static_cast<std::uint8_t>(to),
            0,    static_cast<std::int16_t>(armies), 0};
}

Move losses(int attacker, int defender) {
    return {Kind::kLosses,
            0,
            0,
            0,
            static_cast<std::int16_t>(attacker),
            static_cast<std::int16_t>(defender)};
}

}  // namespace

Position::Position(const Program& program) : program_(&program) {
    owner_.fill(kFree);
    missions_.fill(-1);
    eliminated_by_.fill(-1);
    unclaimed_ = program.all;
    phase_ = Phase::kMissions;
    if (program.goal != Goal::kMissions) begin_deal();
}

// --- Reading -------------------------------------------------------------------------------------

Position::Outcome Position::outcome() const {
    Outcome found{{}, play::Reason::kRule};
    for (int seat = 0; seat < seats(); ++seat) {
        if (winner_ >= 0) {
            found.scores[at(seat)] = seat == winner_ ? 1.0F : 0.0F;
        } else {
            found.scores[at(seat)] = is_alive(seat) ? 1.0F / static_cast<float>(alive_) : 0.0F;
        }
    }
    return found;
}

int Position::pool() const {
    return inside_continent_ >= 0 ? inside_[at(inside_continent_)] : free_pool_;
}

Set Position::placeable() const {
    const Set& own = owned_[at(mover_)];
    return inside_continent_ >= 0 ? own & program_->members[at(inside_continent_)] : own;
}

int Position::movable(int territory) const {
    const int most = armies(territory) - 1;
    if (program_->fortifying != Fortifying::kEachOnce) return most;
    return std::min(most, armies(territory) - arrived_[at(territory)]);
}

Set Position::connected(int territory) const {
    return program_->is_narrow() ? connected_in<1>(territory) : connected_in<2>(territory);
}

template <int W>
Set Position::connected_in(int territory) const {
    const play::Bits<W> own = first_words<W>(owned_[at(owner(territory))]);
    play::Bits<W> reached = play::Bits<W>::single(territory), fresh = reached;
    while (fresh.any()) {
        play::Bits<W> next;
        fresh.each([&](int t) { next |= first_words<W>(neighbours(t)); });
        fresh = minus(next & own, reached);
        reached |= fresh;
    }
    Set found;
    for (int i = 0; i < W; ++i) found.word[i] = reached.word[i];
    return found;
}

bool Position::must_trade() const { return is_mid_turn_ || card_count(mover_) >= program_->hold; }

bool Position::owns_continent(int seat, int continent) const {
    return !minus(program_->members[at(continent)], owned_[at(seat)]).any();
}

int Position::base_income(int seat) const {
    const int own = territories_[at(seat)], divisor = program_->divisor;
    const int share = program_->rounds_up ? (own + divisor - 1) / divisor : own / divisor;
    return std::max(share, program_->least);
}

int Position::income(int seat) const {
    int sum = base_income(seat);
    for (int k = 0; k < program_->continents; ++k) {
        if (owns_continent(seat, k)) sum += program_->bonus(k, round_);
    }
    return sum;
}

Set Position::deck() const {
    Set held;
    for (int seat = 0; seat < seats(); ++seat) held = held | hands_[at(seat)];
    return minus(program_->all_cards, held);
}

bool Position::is_set(int first, int second, int third) const {
    if (program_->sets == Sets::kAny) return true;
    const int a = program_->kind_of(first), b = program_->kind_of(second),
              c = program_->kind_of(third);
    if (a == 3 || b == 3 || c == 3) return true;
    return (a == b && b == c) || (a != b && b != c && a != c);
}

bool Position::has_set(int seat) const {
    const Set& hand = hands_[at(seat)];
    if (hand.count() < 3) return false;
    if (program_->sets == Sets::kAny) return true;
    int counts[4] = {};
    hand.each([&](int card) { ++counts[program_->kind_of(card)]; });
    if (counts[3] > 0 || (counts[0] > 0 && counts[1] > 0 && counts[2] > 0)) return true;
    return counts[0] > 2 || counts[1] > 2 || counts[2] > 2;
}

void Position::standings(const Policy& policy, double* out) const {
    double territories = 0.0, units = 0.0;
    for (int seat = 0; seat < seats(); ++seat) {
        territories += territories_[at(seat)];
        units += units_[at(seat)];
    }
    const double weights = policy.territory + policy.army;
    for (int seat = 0; seat < seats(); ++seat) {
        out[seat] = territories == 0.0 ? 1.0 / seats()
                                       : (territories_[at(seat)] / territories * policy.territory +
                                          units_[at(seat)] / units * policy.army) /
                                             weights;
    }
}

void Position::measures(double* out) const {
    const auto& turn = is_turn_completed_ ? last_measures_ : turn_measures_;
    out = std::copy(turn.begin(), turn.end(), out);
    for (int seat = 0; seat < kMostSeats; ++seat) *out++ = territories_[at(seat)];
    for (int seat = 0; seat < kMostSeats; ++seat) *out++ = units_[at(seat)];
}

std::uint64_t Position::key() const {
    std::uint64_t state = static_cast<std::uint64_t>(phase_) * 64 + static_cast<unsigned>(mover_);
    const auto mix = [&](std::uint64_t number) {
        state ^= number;
        state = play::splitmix64(state);
    };
    for (int t = 0; t < program_->territories; ++t) {
        mix(static_cast<std::uint64_t>(armies(t)) * 8 + static_cast<unsigned>(owner(t) + 1) +
            (static_cast<std::uint64_t>(arrived_[at(t)]) << 32));
    }
    for (int seat = 0; seat < seats(); ++seat) {
        for (const std::uint64_t word : hands_[at(seat)].word) mix(word);
        mix(static_cast<std::uint64_t>(missions_[at(seat)] + 1) * 64 +
            static_cast<unsigned>(eliminated_by_[at(seat)] + 1));
        mix(static_cast<std::uint64_t>(left_[at(seat)]));
    }
    for (int k = 0; k < program_->continents; ++k) mix(static_cast<std::uint64_t>(inside_[at(k)]));
    for (const std::int32_t number :
         {turns_, round_, free_pool_, traded_, fortified_, engaged_, least_,
          static_cast<std::int32_t>(dealt_), static_cast<std::int32_t>(from_ * 128 + to_),
          static_cast<std::int32_t>(own_to_spread_ * 8 + neutral_to_spread_),
          static_cast<std::int32_t>(left_[kNobody]),
          has_conquered_ * 8 + has_eliminated_ * 4 + is_assault_ * 2 + is_mid_turn_ * 1}) {
        mix(static_cast<std::uint64_t>(static_cast<std::uint32_t>(number)));
    }
    return state;
}

// --- Legal moves ---------------------------------------------------------------------------------

template <typename Fn>
void Position::each_trade(Fn&& fn) const {
    std::array<int, kMostCards> cards{};
    int held = 0;
    hands_[at(mover_)].each([&](int card) { cards[at(held++)] = card; });
    for (int i = 0; i < held; ++i) {
        for (int j = i + 1; j < held; ++j) {
            for (int k = j + 1; k < held; ++k) {
                const int three[3] = {cards[at(i)], cards[at(j)], cards[at(k)]};
                if (!is_set(three[0], three[1], three[2])) continue;
                Move move{Kind::kTrade,
                          static_cast<std::uint8_t>(three[0]),
                          static_cast<std::uint8_t>(three[1]),
                          static_cast<std::uint8_t>(three[2]),
                          0,
                          0};
                for (const int card : three) {
                    if (program_->depicted == 0 || card >= program_->territories) continue;
                    if (owner(card) != mover_) continue;
                    move.n = static_cast<std::int16_t>(card + 1);
                    fn(move);
                }
                if (move.n == 0) fn(move);
            }
        }
    }
}

// Calls fn(from, targets) for every territory of the mover that can attack.
template <int W, typename Fn>
void Position::each_attack_pair(Fn&& fn) const {
    const play::Bits<W> own = first_words<W>(owned_[at(mover_)]);
    (first_words<W>(borders_[at(mover_)]) & first_words<W>(strong_)).each([&](int from) {
        fn(from, minus(first_words<W>(neighbours(from)), own));
    });
}

void Position::list_attacks(std::vector<Move>& out) const {
    const bool by_rolls = program_->fighting == Fighting::kByRolls;
    if (by_rolls) {
        each_attack_pair<2>([&](int from, const Set& targets) {
            const int dice = std::min(armies(from) - 1, program_->dice.attack);
            targets.each([&](int to) {
                for (int n = 1; n <= dice; ++n) out.push_back(between(Kind::kRoll, from, to, n));
            });
        });
    }
    each_attack_pair<2>([&](int from, const Set& targets) {
        const int most = armies(from) - 1;
        targets.each([&](int to) {
            for (int n = by_rolls ? most : 1; n <= most; ++n) {
                out.push_back(between(Kind::kAssault, from, to, n));
            }
        });
    });
}

// The attacks that a territory of the mover may make on one neighbour.
int Position::ways_to_attack(int territory) const {
    const int most = armies(territory) - 1;
    if (program_->fighting == Fighting::kToTheEnd || most == 0) return most;
    return std::min(most, program_->dice.attack) + 1;
}

int Position::count_attacks() const {
    return program_->is_narrow() ? count_attacks_in<1>() : count_attacks_in<2>();
}

template <int W>
int Position::count_attacks_in() const {
    int sum = 0;
    each_attack_pair<W>([&](int from, const play::Bits<W>& targets) {
        sum += targets.count() * ways_to_attack(from);
    });
    return sum;
}

void Position::list_fortifications(std::vector<Move>& out) const {
    const Set& own = owned_[at(mover_)];
    (own & strong_).each([&](int from) {
        Set targets = program_->fortifying == Fortifying::kOneConnected ? connected(from)
                                                                        : neighbours(from) & own;
        targets.reset(from);
        const int most = movable(from);
        targets.each([&](int to) {
            for (int n = 1; n <= most; ++n) out.push_back(between(Kind::kFortify, from, to, n));
        });
    });
}

// How many neighbours of a territory are the mover's.
int Position::borders_of(int territory) const {
    return (neighbours(territory) & owned_[at(mover_)]).count();
}

template <int W>
int Position::count_shifts() const {
    const play::Bits<W> own = first_words<W>(owned_[at(mover_)]);
    int sum = 0;
    (own & first_words<W>(strong_)).each([&](int from) {
        sum += (first_words<W>(neighbours(from)) & own).count() * movable(from);
    });
    return sum;
}

std::int64_t Position::count_connected_shifts() const {
    std::int64_t sum = 0;
    (owned_[at(mover_)] & strong_).each([&](int from) {
        sum += static_cast<std::int64_t>(connected(from).count() - 1) * movable(from);
    });
    return sum;
}

void Position::list_losses(std::vector<Move>& out) const {
    const int defenders = armies(to_);
    if (is_assault_) {
        for (int lost = 0; lost < engaged_; ++lost) out.push_back(losses(lost, defenders));
        for (int lost = 0; lost < defenders; ++lost) out.push_back(losses(engaged_, lost));
    } else {
        const int compared =
            std::min({static_cast<int>(engaged_), defenders, program_->dice.defence});
        for (int lost = 0; lost <= compared; ++lost) {
            out.push_back(losses(lost, compared - lost));
        }
    }
}

void Position::moves(std::vector<Move>& out) const {
    out.clear();
    switch (phase_) {
        case Phase::kMissions:
            for (int i = 0; i < static_cast<int>(program_->missions.size()); ++i) {
                const bool is_dealt =
                    std::find(missions_.begin(), missions_.end(), i) != missions_.end();
                if (!is_dealt) out.push_back(at_territory(Kind::kMission, i));
            }
            break;
        case Phase::kDeal:
            unclaimed_.each([&](int t) {
                out.push_back(at_territory(is_chance() ? Kind::kDeal : Kind::kClaim, t));
            });
            break;
        case Phase::kSpread:
            spreadable().each([&](int t) {
                out.push_back(is_chance() ? at_territory(Kind::kScatter, t) : place_on(t, 1));
            });
            break;
        case Phase::kTrade:
            if (!must_trade()) out.push_back({});
            each_trade([&](Move move) { out.push_back(move); });
            break;
        case Phase::kPlace:
            placeable().each([&](int t) {
                for (int n = 1; n <= pool(); ++n) out.push_back(place_on(t, n));
            });
            break;
        case Phase::kAttack:
            out.push_back({});
            list_attacks(out);
            break;
        case Phase::kBattle:
            list_losses(out);
            break;
        case Phase::kOccupy:
            for (int n = least_; n < armies(from_); ++n) {
                out.push_back(between(Kind::kOccupy, 0, 0, n));
            }
            break;
        case Phase::kFortify:
            out.push_back({});
            list_fortifications(out);
            break;
        case Phase::kDraw:
            deck().each([&](int card) { out.push_back(at_territory(Kind::kCard, card)); });
            break;
        case Phase::kOver:
            break;
    }
}

std::int64_t Position::count_moves() const {
    switch (phase_) {
        case Phase::kMissions:
            return static_cast<std::int64_t>(program_->missions.size()) - mover_;
        case Phase::kDeal:
            return unclaimed_.count();
        case Phase::kSpread:
            return spreadable().count();
        case Phase::kTrade: {
            std::int64_t sum = must_trade() ? 0 : 1;
            each_trade([&](Move) { ++sum; });
            return sum;
        }
        case Phase::kPlace:
            return static_cast<std::int64_t>(placeable().count()) * pool();
        case Phase::kAttack:
            return count_attacks() + 1;
        case Phase::kBattle:
            return is_assault_ ? engaged_ + armies(to_)
                               : std::min({static_cast<int>(engaged_), armies(to_),
                                           program_->dice.defence}) +
                                     1;
        case Phase::kOccupy:
            return armies(from_) - least_;
        case Phase::kFortify:
            if (program_->fortifying != Fortifying::kOneConnected) return shifts_ + 1;
            return count_connected_shifts() + 1;
        case Phase::kDraw:
            return deck().count();
        case Phase::kOver:
            break;
    }
    return 0;
}

// --- Chance --------------------------------------------------------------------------------------

void Position::weights(std::vector<double>& out) const {
    if (phase_ != Phase::kBattle) {
        out.assign(static_cast<std::size_t>(count_moves()), 1.0);
    } else if (is_assault_) {
        out = program_->battle->distribution(engaged_, armies(to_));
        // Lost battles come with ever more defenders left; moves are in the order of their losses.
        std::reverse(out.begin() + engaged_, out.end());
    } else {
        const RollChances& roll = program_->battle->roll(engaged_, armies(to_));
        out.clear();
        for (int lost = 0; lost <= roll.pairs; ++lost) {
            out.push_back(roll.chance[at(roll.pairs - lost)]);
        }
    }
}

Move Position::draw(play::Rng& rng) const {
    switch (phase_) {
        case Phase::kMissions: {
            std::vector<Move> events;
            moves(events);
            return events[at(below(rng, static_cast<int>(events.size())))];
        }
        case Phase::kDeal:
            return at_territory(Kind::kDeal, unclaimed_.select(below(rng, unclaimed_.count())));
        case Phase::kSpread: {
            const Set& own = spreadable();
            return at_territory(Kind::kScatter, own.select(below(rng, own.count())));
        }
        case Phase::kDraw: {
            const Set left = deck();
            return at_territory(Kind::kCard, left.select(below(rng, left.count())));
        }
        default:
            break;
    }
    if (is_assault_) {
        const Losses found = program_->battle->sample(engaged_, armies(to_), rng);
        return losses(found.attackers, found.defenders);
    }
    const RollChances& roll = program_->battle->roll(engaged_, armies(to_));
    const int lost = roll.draw(rng);
    return losses(roll.pairs - lost, lost);
}

bool Position::make_random(play::Rng& rng) { return play::make_any(*this, rng); }

play::PlayoutResultOf<kMostSeats> Position::playout(play::Rng& rng, int plies) {
    return play::play_out(*this, rng, plies);
}

// --- Hidden cards and missions -------------------------------------------------------------------

bool Position::conceals(int seat) const {
    if (program_->goal == Goal::kMissions) return true;
    for (int other = 0; other < seats(); ++other) {
        if (other != seat && hands_[at(other)].any()) return true;
    }
    return false;
}

void Position::redeal(int seat, play::Rng& rng) {
    // All that the seat does not hold is unseen; each hand keeps its size.
    std::array<int, kMostSeats> sizes{};
    for (int other = 0; other < seats(); ++other) {
        sizes[at(other)] = card_count(other);
        if (other != seat) hands_[at(other)] = {};
    }
    Set unseen = deck();
    for (int other = 0; other < seats(); ++other) {
        if (other == seat) continue;
        for (int i = 0; i < sizes[at(other)]; ++i) {
            const int card = unseen.select(below(rng, unseen.count()));
            unseen.reset(card);
            hands_[at(other)].set(card);
        }
    }
    if (program_->goal != Goal::kMissions) return;
    std::vector<std::int8_t> left;
    for (int i = 0; i < static_cast<int>(program_->missions.size()); ++i) {
        if (missions_[at(seat)] != i) left.push_back(static_cast<std::int8_t>(i));
    }
    for (int other = 0; other < seats(); ++other) {
        if (other == seat || missions_[at(other)] < 0) continue;
        const auto chosen = left.begin() + below(rng, static_cast<int>(left.size()));
        missions_[at(other)] = *chosen;
        left.erase(chosen);
    }
}

Move Position::observed(int seat, Move move) const {
    const bool is_secret = move.kind == Kind::kCard || move.kind == Kind::kMission;
    if (is_secret && mover_ != seat) move.a = kUnseen;
    return move;
}

// --- Making moves --------------------------------------------------------------------------------

void Position::make(Move move) {
    ++ply_;
    is_turn_completed_ = false;
    switch (move.kind) {
        case Kind::kDone:
            return make_done();
        case Kind::kClaim:
        case Kind::kDeal:
            return make_deal(move.a);
        case Kind::kScatter:
            return make_spread(move.a);
        case Kind::kPlace:
            return phase_ == Phase::kSpread ? make_spread(move.a) : make_place(move);
        case Kind::kTrade:
            return make_trade(move);
        case Kind::kRoll:
        case Kind::kAssault:
            return make_attack(move);
        case Kind::kLosses:
            return make_losses(move);
        case Kind::kOccupy:
            occupy(move.n);
            return after_occupation();
        case Kind::kFortify:
            return make_fortify(move);
        case Kind::kCard:
            hands_[at(mover_)].set(move.a);
            return finish_turn();
        case Kind::kMission:
            missions_[at(mover_)] = static_cast<std::int8_t>(move.a);
            if (++mover_ == seats()) begin_deal();
            return;
    }
}

void Position::make_done() {
    if (phase_ == Phase::kTrade) {
        begin_place();
    } else if (phase_ == Phase::kAttack) {
        begin_fortify();
    } else {
        end_turn();
    }
}

// --- Set-up --------------------------------------------------------------------------------------

void Position::begin_deal() {
    phase_ = Phase::kDeal;
    mover_ = 0;
}

void Position::make_deal(int territory) {
    set_owner(territory, mover_ == seats() ? kNobody : mover_);
    add_armies(territory, 1);
    ++dealt_;
    pass_deal();
}

void Position::pass_deal() {
    const int owners = seats() + (program_->is_neutral ? 1 : 0);
    mover_ = static_cast<std::int8_t>(dealt_ % owners);
    if (dealt_ < program_->territories) return;
    alive_ = static_cast<std::int8_t>(seats());
    const bool is_next = program_->first == First::kNextSeat && mover_ < seats();
    first_ = is_next ? mover_ : std::int8_t{0};
    begin_spread();
}

void Position::begin_spread() {
    phase_ = Phase::kSpread;
    const auto left = [&](int dealt) {
        return static_cast<std::int16_t>(std::max(0, program_->armies - dealt));
    };
    for (int seat = 0; seat < seats(); ++seat) left_[at(seat)] = left(territories(seat));
    if (program_->is_neutral) left_[kNobody] = left(owned_[kNobody].count());
    pass_spread(seats() - 1);
}

// Whether a seat has anything to spread in its turn, which then begins.
bool Position::take_spread(int seat) {
    const int own = std::min<int>(left_[at(seat)], program_->is_neutral ? 2 : 1);
    own_to_spread_ = static_cast<std::int8_t>(own);
    neutral_to_spread_ = left_[kNobody] > 0 ? 1 : 0;
    mover_ = static_cast<std::int8_t>(seat);
    return own_to_spread_ > 0 || neutral_to_spread_ > 0;
}

void Position::pass_spread(int from_seat) {
    for (int step = 1; step <= seats(); ++step) {
        if (take_spread((from_seat + step) % seats())) return;
    }
    begin_turn(first_);
}

void Position::make_spread(int territory) {
    add_armies(territory, 1);
    if (own_to_spread_ > 0) {
        --own_to_spread_;
        --left_[at(mover_)];
    } else {
        --neutral_to_spread_;
        --left_[kNobody];
    }
    if (own_to_spread_ == 0 && neutral_to_spread_ == 0) pass_spread(mover_);
}

// --- The turn ------------------------------------------------------------------------------------

void Position::begin_turn(int seat) {
    mover_ = static_cast<std::int8_t>(seat);
    has_conquered_ = has_eliminated_ = is_mid_turn_ = false;
    turn_measures_ = {};
    free_pool_ = base_income(seat);
    for (int k = 0; k < program_->continents; ++k) {
        if (!owns_continent(seat, k)) continue;
        const int bonus = program_->bonus(k, round_);
        if (program_->is_inside) {
            inside_[at(k)] = static_cast<std::int16_t>(bonus);
        } else {
            free_pool_ += bonus;
        }
    }
    begin_trade();
}

void Position::begin_trade() {
    const bool can = program_->sets != Sets::kNone && has_set(mover_);
    if (can && (!is_mid_turn_ || card_count(mover_) >= program_->hold)) {
        phase_ = Phase::kTrade;
    } else {
        begin_place();
    }
}

void Position::make_trade(Move move) {
    for (const int card : {move.a, move.b, move.c}) hands_[at(mover_)].reset(card);
    free_pool_ = std::min(free_pool_ + program_->set_value(traded_++), kMostArmies);
    if (move.n > 0) add_armies(move.n - 1, program_->depicted);
    begin_trade();
}

void Position::begin_place() {
    phase_ = Phase::kPlace;
    whole_pool_ = free_pool_;
    inside_continent_ = -1;
    for (int k = program_->continents - 1; program_->is_inside && k >= 0; --k) {
        if (inside_[at(k)] == 0) continue;
        whole_pool_ += inside_[at(k)];
        inside_continent_ = static_cast<std::int8_t>(k);
    }
    if (!is_mid_turn_) {
        turn_measures_[0] = static_cast<double>(whole_pool_) * territories(mover_);
    }
    if (whole_pool_ == 0) {
        if (is_mid_turn_) return resume_attack();
        begin_attack();
    }
}

void Position::make_place(Move move) {
    add_armies(move.a, move.n);
    whole_pool_ -= move.n;
    if (inside_continent_ >= 0) {
        std::int16_t& inside = inside_[at(inside_continent_)];
        inside = static_cast<std::int16_t>(inside - move.n);
        while (inside_continent_ >= 0 && inside_[at(inside_continent_)] == 0) {
            if (++inside_continent_ == program_->continents) inside_continent_ = -1;
        }
    } else {
        free_pool_ -= move.n;
    }
    if (whole_pool_ > 0) return;
    if (is_mid_turn_) return resume_attack();
    begin_attack();
}

void Position::begin_attack() {
    program_->is_narrow() ? measure_attacks<1>() : measure_attacks<2>();
    go_on_attacking();
}

template <int W>
void Position::measure_attacks() {
    int moves = 0, pairs = 0;
    each_attack_pair<W>([&](int from, const play::Bits<W>& targets) {
        const int count = targets.count();
        moves += count * std::min(3, armies(from) - 1);
        pairs += count;
    });
    turn_measures_[1] = moves;
    turn_measures_[3] = pairs;
}

void Position::go_on_attacking() {
    if (!meets(borders_[at(mover_)], strong_)) return begin_fortify();
    phase_ = Phase::kAttack;
}

// After cards were traded between attacks.
void Position::resume_attack() {
    is_mid_turn_ = false;
    go_on_attacking();
}

void Position::make_attack(Move move) {
    from_ = move.a;
    to_ = move.b;
    engaged_ = move.n;
    is_assault_ = move.kind == Kind::kAssault;
    phase_ = Phase::kBattle;
}

void Position::make_losses(Move move) {
    add_armies(from_, -move.n);
    add_armies(to_, -move.m);
    if (armies(to_) == 0) return conquer(move.n);
    go_on_attacking();
}

void Position::conquer(int attackers_lost) {
    const int loser = owner(to_), all = armies(from_) - 1;
    const int fought = engaged_ - attackers_lost;
    set_owner(to_, mover_);
    has_conquered_ = true;
    turn_measures_[4] += 1.0;
    least_ = std::min({all, fought, program_->dice.attack});
    if (loser != kNobody && territories(loser) == 0) eliminate(loser);
    int moved = least_;
    if (program_->occupation == Occupation::kSurvivors) moved = fought;
    if (program_->occupation == Occupation::kAll) moved = all;
    occupy(moved);
    const bool is_open = program_->occupation == Occupation::kChoice && least_ < all;
    if (!is_open || has_won()) return after_occupation();
    occupy(-moved);
    phase_ = Phase::kOccupy;
}

void Position::eliminate(int seat) {
    --alive_;
    places_[at(seat)] = static_cast<std::int8_t>(seats() - alive_);
    eliminated_by_[at(seat)] = mover_;
    hands_[at(mover_)] = hands_[at(mover_)] | hands_[at(seat)];
    hands_[at(seat)] = {};
    has_eliminated_ = true;
}

void Position::occupy(int armies) {
    add_armies(from_, -armies);
    add_armies(to_, armies);
}

void Position::after_occupation() {
    if (has_won()) return win(mover_);
    const bool has_many = card_count(mover_) >= program_->at_once;
    if (has_eliminated_ && program_->sets != Sets::kNone && has_many) {
        is_mid_turn_ = true;
        has_eliminated_ = false;
        return begin_trade();
    }
    has_eliminated_ = false;
    go_on_attacking();
}

void Position::begin_fortify() {
    fortified_ = 0;
    if (program_->fortifying == Fortifying::kEachOnce) arrived_.fill(0);
    shifts_ = program_->is_narrow() ? count_shifts<1>() : count_shifts<2>();
    turn_measures_[2] = shifts_;
    if (program_->fortifying == Fortifying::kNone || shifts_ == 0) return end_turn();
    phase_ = Phase::kFortify;
}

void Position::make_fortify(Move move) {
    const int before_from = movable(move.a), before_to = movable(move.b);
    add_armies(move.a, -move.n);
    add_armies(move.b, move.n);
    const bool is_each_once = program_->fortifying == Fortifying::kEachOnce;
    if (is_each_once) arrived_[move.b] = capped(arrived_[move.b] + move.n);
    shifts_ += borders_of(move.a) * (movable(move.a) - before_from) +
               borders_of(move.b) * (movable(move.b) - before_to);
    const bool is_single = program_->fortifying == Fortifying::kOneAdjacent ||
                           program_->fortifying == Fortifying::kOneConnected;
    if (is_single || ++fortified_ >= 2 * program_->territories || shifts_ == 0) end_turn();
}

void Position::end_turn() {
    if (program_->goal == Goal::kMissions && fulfils_mission(mover_)) return win(mover_);
    if (has_conquered_ && program_->sets != Sets::kNone && deck().any()) {
        phase_ = Phase::kDraw;
        return;
    }
    finish_turn();
}

void Position::finish_turn() {
    ++turns_;
    is_turn_completed_ = true;
    last_measures_ = turn_measures_;
    if (program_->limit > 0 && turns_ >= program_->limit) {
        phase_ = Phase::kOver;
        return;
    }
    int next = mover_;
    do {
        next = (next + 1) % seats();
        if (next == first_) ++round_;
    } while (!is_alive(next));
    begin_turn(next);
}

void Position::win(int seat) {
    winner_ = static_cast<std::int8_t>(seat);
    phase_ = Phase::kOver;
}

// --- Goals ---------------------------------------------------------------------------------------

bool Position::has_won() const { return alive_ == 1 || fulfils_goal(mover_); }

bool Position::fulfils_goal(int seat) const {
    if (program_->goal == Goal::kShare) {
        return territories(seat) * 100 >= program_->share * program_->territories;
    }
    return program_->goal == Goal::kMissions && fulfils_mission(seat);
}

bool Position::occupies(int seat, int wanted, int each) const {
    int found = 0;
    owned_[at(seat)].each([&](int t) { found += armies(t) >= each; });
    return found >= wanted;
}

bool Position::fulfils_mission(int seat) const {
    const Mission& mission = program_->missions[at(missions_[at(seat)])];
    if (mission.aim == Aim::kOccupy) return occupies(seat, mission.first, mission.second);
    if (mission.aim == Aim::kDestroy) {
        const int enemy = mission.first;
        const bool is_at_table = enemy < seats() && enemy != seat;
        if (is_at_table && eliminated_by_[at(enemy)] == seat) return true;
        const bool is_open = is_at_table && eliminated_by_[at(enemy)] < 0;
        return !is_open && territories(seat) >= mission.second;
    }
    int others = 0;
    for (int k = 0; k < program_->continents; ++k) {
        const bool is_wanted = (mission.first >> k & 1) != 0, owns = owns_continent(seat, k);
        if (is_wanted && !owns) return false;
        others += owns && !is_wanted;
    }
    return others >= mission.second;
}

// --- Counting ------------------------------------------------------------------------------------

void Position::set_owner(int territory, int owner) {
    program_->is_narrow() ? set_owner_in<1>(territory, owner) : set_owner_in<2>(territory, owner);
}

template <int W>
void Position::set_owner_in(int territory, int owner) {
    const int before = owner_[at(territory)];
    const int count = armies(territory);
    const play::Bits<W> around = first_words<W>(neighbours(territory));
    if (before == kFree) {
        unclaimed_.reset(territory);
    } else {
        owned_[at(before)].reset(territory);
        borders_[at(before)].reset(territory);
        units_[at(before)] -= count;
        if (before != kNobody) --territories_[at(before)];
        const play::Bits<W> left = around & first_words<W>(owned_[at(before)]);
        left.each([&](int other) { ++foreign_[at(other)]; });
        for (int i = 0; i < W; ++i) borders_[at(before)].word[i] |= left.word[i];
    }
    const play::Bits<W> friends = around & first_words<W>(owned_[at(owner)]);
    friends.each([&](int other) {
        if (--foreign_[at(other)] == 0) borders_[at(owner)].reset(other);
    });
    foreign_[at(territory)] = static_cast<std::int8_t>(around.count() - friends.count());
    if (foreign_[at(territory)] > 0) borders_[at(owner)].set(territory);
    owner_[at(territory)] = static_cast<std::int8_t>(owner);
    owned_[at(owner)].set(territory);
    units_[at(owner)] += count;
    if (owner != kNobody) ++territories_[at(owner)];
}

void Position::add_armies(int territory, int armies) {
    std::int16_t& here = armies_[at(territory)];
    const std::int16_t after = capped(here + armies);
    // Of free and neutral territories nobody counts the armies; the last entry is not read.
    units_[at(owner_[at(territory)])] += after - here;
    here = after;
    const std::uint64_t bit = 1ULL << (territory & 63);
    std::uint64_t& word = strong_.word[territory >> 6];
    word = (word & ~bit) | (after > 1 ? bit : 0);
}

}  // namespace ludwright::conquest
