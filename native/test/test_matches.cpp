// Tests of matches of a game for three with a die and hidden cards.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "play/decision.h"
#include "play/ismcts.h"
#include "play/match.h"
#include "play/mcts.h"
#include "play/playout.h"
#include "play/playout_sums.h"
#include "test/check.h"
#include "test/die_and_card.h"
#include "test/secret_walk.h"
#include "test/small_games.h"

namespace {

using namespace ludwright::play;
using ludwright::test::CardMove;
using ludwright::test::DieAndCard;

constexpr int kSeats = DieAndCard::kSeats;

PlayerSpec player(PlayerKind kind, std::int32_t script = 0) {
    PlayerSpec spec;
    spec.kind = kind;
    spec.script = script;
    spec.mcts.playouts = 60;
    return spec;
}

MatchSettings<DieAndCard> settings_of(PlayerSpec first, PlayerSpec second, PlayerSpec third) {
    MatchSettings<DieAndCard> settings;
    settings.specs = {first, second, third, {}};
    settings.seed = 7;
    return settings;
}

MatchSettings<DieAndCard> uniform_settings() {
    const PlayerSpec uniform = player(PlayerKind::kUniform);
    return settings_of(uniform, uniform, uniform);
}

// Compared as bytes: not-a-number equals itself.
bool same(const MatchColumns& a, const MatchColumns& b) {
    if (a.columns.size() != b.columns.size()) return false;
    for (std::size_t i = 0; i < a.columns.size(); ++i) {
        const bool equal = std::visit(
            [&]<typename T>(const std::vector<T>& left) {
                const auto& right = std::get<std::vector<T>>(b.columns[i].numbers);
                return left.size() == right.size() &&
                       (left.empty() ||
                        std::memcmp(left.data(), right.data(), left.size() * sizeof(T)) == 0);
            },
            a.columns[i].numbers);
        if (!equal) return false;
    }
    return true;
}

// One match of the columns, replayed: every ply legal, made by the seat recorded.
void check_replay(const MatchColumns& all, std::size_t match) {
    const auto& offsets = all.of<std::int64_t>("offsets");
    const auto& moments = all.of<std::int64_t>("moment_offsets");
    const auto& standings = all.of<double>("standings");
    auto moment = static_cast<std::size_t>(moments[match]);
    DieAndCard position;
    for (auto k = static_cast<std::size_t>(offsets[match]);
         k < static_cast<std::size_t>(offsets[match + 1]); ++k) {
        const auto move = unpack_move<DieAndCard>(all.of<std::int32_t>("moves").data() + 2 * k);
        std::vector<CardMove> legal;
        position.moves(legal);
        CHECK(std::find(legal.begin(), legal.end(), move) != legal.end());
        CHECK(all.of<std::int32_t>("options")[k] == static_cast<std::int32_t>(legal.size()));
        CHECK(all.of<std::int8_t>("seats")[k] == position.seat());
        position.make(move);
        if (!position.turn_completed() && !position.over()) continue;
        CHECK(all.of<std::int32_t>("moment_plies")[moment] == position.ply());
        CHECK(all.of<std::int8_t>("moment_seats")[moment] == all.of<std::int8_t>("seats")[k]);
        double expected[DieAndCard::kMostSeats];
        standings_of(position, {}, 1.0F, expected);
        CHECK(std::equal(expected, expected + kSeats, standings.data() + kSeats * moment));
        ++moment;
    }
    CHECK(moment == static_cast<std::size_t>(moments[match + 1]));
    CHECK(position.over());
    for (int seat = 0; seat < kSeats; ++seat) {
        const std::size_t at = kSeats * match + static_cast<std::size_t>(seat);
        CHECK(all.of<float>("scores")[at] ==
              position.outcome().scores[static_cast<std::size_t>(seat)]);
        CHECK(all.of<double>("points")[at] == position.sum(seat) + position.card(seat));
        CHECK(all.of<std::int8_t>("places")[at] == 0);
        CHECK(all.of<double>("start_standings")[at] == 1.0 / kSeats);
    }
}

void test_columns_hold_the_whole_match() {
    const auto all = play_matches(DieAndCard(), uniform_settings(), 5, 20, 1);
    CHECK(all.of<std::int64_t>("offsets").size() == 21);
    CHECK(all.of<std::int64_t>("moment_offsets").size() == 21);
    CHECK(all.of<float>("scores").size() == 60 && all.of<std::uint64_t>("work").size() == 60);
    CHECK(all.of<std::uint64_t>("indices").front() == 5);
    for (std::size_t match = 0; match < 20; ++match) {
        check_replay(all, match);
        CHECK(all.of<std::int32_t>("opening_plies")[match] == kSeats);  // the deal
    }
    const auto none = play_matches(DieAndCard(), uniform_settings(), 0, 0, 1);
    CHECK(none.of<std::int64_t>("offsets").size() == 1 && none.of<double>("standings").empty());
    CHECK(none.columns.size() == all.columns.size());
}

void test_any_number_of_threads() {
    const auto scripted = player(PlayerKind::kScripted, 9);
    for (const PlayerKind kind :
         {PlayerKind::kGreedy, PlayerKind::kMcts, PlayerKind::kIsmcts, PlayerKind::kUniform}) {
        auto settings = settings_of(player(kind), scripted, player(PlayerKind::kUniform));
        settings.rotate_seats = true;
        settings.openings = {0, 3};
        const auto one = play_matches(DieAndCard(), settings, 0, 60, 1);
        CHECK(same(one, play_matches(DieAndCard(), settings, 0, 60, 3)));
        CHECK(same(one, play_matches(DieAndCard(), settings, 0, 60, 1)));
    }
}

std::vector<std::int32_t> first_moves(const MatchColumns& all, std::size_t match) {
    const auto begin =
        all.of<std::int32_t>("moves").begin() + 2 * all.of<std::int64_t>("offsets")[match];
    return {begin, begin + 2 * all.of<std::int32_t>("opening_plies")[match]};
}

void test_rotation_shares_deal_and_opening() {
    auto settings = settings_of(player(PlayerKind::kScripted, 0), player(PlayerKind::kScripted, 1),
                                player(PlayerKind::kScripted, 2));
    settings.rotate_seats = true;
    settings.openings = {3, 6};
    const auto all = play_matches(DieAndCard(), settings, 4, 31, 2);
    std::set<std::vector<std::int32_t>> different;
    for (std::size_t i = 0; i < 31; ++i) {
        const std::size_t index = 4 + i;
        for (std::size_t seat = 0; seat < kSeats; ++seat) {
            CHECK(all.of<std::int8_t>("seating")[kSeats * i + seat] ==
                  static_cast<std::int8_t>((seat + index) % kSeats));
        }
        different.insert(first_moves(all, i));
        if (index % kSeats != 0 && i > 0) CHECK(first_moves(all, i) == first_moves(all, i - 1));
        // Three decisions or six, each with its roll, and the deal.
        const std::int32_t plies = all.of<std::int32_t>("opening_plies")[i];
        CHECK(plies == kSeats + 2 * 3 || plies == kSeats + 2 * 6);
        // After the opening each seat bids as the player in it does.
        const auto begin = static_cast<std::size_t>(all.of<std::int64_t>("offsets")[i]);
        for (auto k = begin + static_cast<std::size_t>(plies);
             k < static_cast<std::size_t>(all.of<std::int64_t>("offsets")[i + 1]); ++k) {
            const std::int8_t seat = all.of<std::int8_t>("seats")[k];
            if (seat < 0) continue;
            CHECK(all.of<std::int32_t>("moves")[2 * k + 1] ==
                  all.of<std::int8_t>("seating")[kSeats * i + static_cast<std::size_t>(seat)]);
        }
    }
    CHECK(different.size() > 8);
    settings.openings = {2};
    bool refused = false;
    try {
        play_matches(DieAndCard(), settings, 0, 1, 1);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
}

// The chi-square of counts against weights, small when they agree.
double chi_square(const std::vector<double>& counts, const std::vector<double>& weights) {
    double total = 0.0, weight = 0.0, sum = 0.0;
    for (const double count : counts) total += count;
    for (const double w : weights) weight += w;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double expected = total * weights[i] / weight;
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    return sum;
}

void test_chance_follows_its_weights() {
    const auto all = play_matches(DieAndCard(), uniform_settings(), 0, 5000, 2);
    std::vector<double> pips(6), cards(5);
    const auto& moves = all.of<std::int32_t>("moves");
    const auto& seats = all.of<std::int8_t>("seats");
    for (std::size_t k = 0; k < seats.size(); ++k) {
        const auto number = static_cast<std::size_t>(moves[2 * k + 1]);
        if (seats[k] >= 0) {
            CHECK(moves[2 * k] == DieAndCard::kBid);
        } else if (moves[2 * k] == DieAndCard::kRoll) {
            pips[number - 1] += 1.0;
        } else {
            cards[number - 1] += 1.0;
        }
    }
    CHECK(chi_square(pips, {1, 1, 1, 1, 1, 2}) < 20.5);  // 5 degrees of freedom, p = 0.001
    CHECK(chi_square(cards, {1, 1, 1, 1, 1}) < 18.5);
    // The setup and each match have streams of their own: no two matches see the same dice.
    std::set<std::vector<std::int32_t>> rolls;
    for (std::size_t i = 0; i < 200; ++i) {
        std::vector<std::int32_t> seen;
        for (auto k = all.of<std::int64_t>("offsets")[i];
             k < all.of<std::int64_t>("offsets")[i + 1]; ++k) {
            const auto at = static_cast<std::size_t>(k);
            if (moves[2 * at] == DieAndCard::kRoll) seen.push_back(moves[2 * at + 1]);
        }
        rolls.insert(seen);
    }
    CHECK(rolls.size() > 190);
}

// What each kind of player does after `hidden` changed what it cannot see.
void test_no_player_sees_hidden_cards() {
    Rng rng(3, 0, Purpose::kExternal);
    for (int trial = 0; trial < 50; ++trial) {
        DieAndCard real;
        while (real.seat() < 0) real.make(real.draw(rng));
        for (int ply = 0; ply < 4; ++ply) real.make_random(rng);
        const int seat = real.seat();
        DieAndCard other = real;
        other.redeal(seat, rng);
        CHECK(other.card(seat) == real.card(seat));
        for (const PlayerKind kind :
             {PlayerKind::kUniform, PlayerKind::kGreedy, PlayerKind::kScripted, PlayerKind::kMcts,
              PlayerKind::kIsmcts}) {
            Meter meter;
            const auto a = decide(real, player(kind, 9), {}, 11, 1, meter);
            const auto b = decide(other, player(kind, 9), {}, 11, 1, meter);
            CHECK(a.best == b.best && a.moves == b.moves && a.visits == b.visits);
        }
    }
}

// A script that reports whom it saw: positions where chance decides, or the real cards, would show.
struct Watched : DieAndCard {
    struct Script {
        inline static int asked = 0, by_chance = 0, real = 0;
        void begin(std::int32_t, std::span<const std::int32_t>) {}
        Move choose(const Watched& position, const std::vector<Move>& legal, Rng&) const {
            ++asked;
            by_chance += position.seat() < 0;
            real += position.is_real;
            return legal.front();
        }
    };
    void redeal(int seat, Rng& rng) {
        DieAndCard::redeal(seat, rng);
        is_real = false;
    }
    bool is_real = true;
};

void test_players_get_redealt_positions_with_a_seat_to_move() {
    MatchSettings<Watched> settings;
    settings.specs.fill(player(PlayerKind::kScripted));
    play_matches(Watched(), settings, 0, 30, 1);
    CHECK(Watched::Script::asked > 200);
    CHECK(Watched::Script::by_chance == 0);
    CHECK(Watched::Script::real == 0);
}

// A game that says chance decides but offers no way to draw.
struct Chanceless {
    using Move = CardMove;
    struct Policy {};
    static constexpr int kMostSeats = 3;
    int seats() const { return 3; }
    int seat() const { return -1; }
    bool over() const { return false; }
    OutcomeOf<3> outcome() const { return {}; }
    void moves(std::vector<Move>& out) const { out.assign(1, {}); }
    void make(Move) {}
    bool make_random(Rng&) { return true; }
    PlayoutResultOf<3> playout(Rng&, int) { return {}; }
    std::uint64_t key() const { return 0; }
    std::int32_t ply() const { return 0; }
    void standings(const Policy&, double* out) const { std::fill(out, out + 3, 1.0 / 3); }
};

void test_chance_without_a_draw_is_refused_and_no_player_is_asked() {
    MatchSettings<Chanceless> settings;
    bool refused = false;
    try {
        play_match(Chanceless(), settings, 0);
    } catch (const std::logic_error&) {
        refused = true;
    }
    CHECK(refused);
}

void test_limits() {
    auto settings = uniform_settings();
    settings.max_plies = 6;
    const auto record = play_match(DieAndCard(), settings, 0);
    CHECK(record.moves.size() == 6 && record.finished);
    CHECK(record.outcome.reason == Reason::kPlyLimit);
    CHECK(record.outcome.scores[0] == 1.0F / 3 && record.outcome.scores[2] == 1.0F / 3);
    // The last position is a moment, though the turn was not completed.
    CHECK(record.moment_plies.back() == 6);
    settings.max_plies = 2;  // within the deal
    const auto dealt = play_match(DieAndCard(), settings, 0);
    CHECK(dealt.moves.size() == 2 && dealt.opening_plies == 2);
    CHECK(dealt.outcome.reason == Reason::kPlyLimit);
    StopFlag stop;
    stop.request();
    const auto none = play_matches(DieAndCard(), settings, 0, 4, 2, &stop);
    CHECK(none.of<std::uint8_t>("finished")[3] == 0 && none.of<float>("scores")[5] == 1.0F / 3);
    Work work(40);
    bool refused = false;
    try {
        play_matches(DieAndCard(), uniform_settings(), 0, 4, 1, nullptr, nullptr, &work);
    } catch (const OutOfWork&) {
        refused = true;
    }
    CHECK(refused);
}

std::string refusal(PlayerKind kind) {
    try {
        play_matches(DieAndCard(), settings_of(player(kind), {}, {}), 0, 1, 1);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

void test_players_that_need_two_sides_are_refused() {
    CHECK(refusal(PlayerKind::kAlphaBeta) ==
          "alphabeta: needs a game for two with nothing random or hidden");
    CHECK(!refusal(PlayerKind::kDefensive).empty());
    CHECK(!refusal(PlayerKind::kObstructive).empty());
    CHECK(refusal(PlayerKind::kGreedy).empty());
    CHECK(refusal(PlayerKind::kScripted).empty());
    CHECK(refusal(PlayerKind::kIsmcts).empty());
}

// The mean score against two uniform players, over all seats.
double score_of(PlayerKind kind) {
    auto settings = settings_of(player(kind), {}, {});
    settings.rotate_seats = true;
    const auto all = play_matches(DieAndCard(), settings, 0, 600, 2);
    double score = 0.0;
    for (std::size_t i = 0; i < 600; ++i) {
        for (std::size_t seat = 0; seat < kSeats; ++seat) {
            if (all.of<std::int8_t>("seating")[kSeats * i + seat] == 0) {
                score += static_cast<double>(all.of<float>("scores")[kSeats * i + seat]);
            }
        }
    }
    return score / 600;
}

// Whoever bids most wins most: looking one ply ahead is enough to see that.
void test_thinking_pays() {
    CHECK(score_of(PlayerKind::kGreedy) > 0.4);
    CHECK(score_of(PlayerKind::kMcts) > 0.36);
    CHECK(score_of(PlayerKind::kIsmcts) > 0.36);
}

void test_playouts_sum_over_all_seats() {
    const auto sums = sum_playouts(DieAndCard(), 1000, 1, 100, 1);
    CHECK(sums.wins[0] + sums.wins[1] + sums.wins[2] + sums.shared == 1000);
    CHECK(sums.wins[3] == 0 && sums.wins[2] > 100 && sums.limits == 0);
    const auto again = sum_playouts(DieAndCard(), 1000, 1, 100, 3);
    CHECK(again.wins == sums.wins && again.squares == sums.squares);
}

// After one decision, if there is any, a die is rolled for ever. It does not count its work, and a
// turn is never completed.
struct EndlessDie {
    using Move = CardMove;
    struct Policy {};
    static constexpr int kMostSeats = 3;
    std::int32_t made = 0;
    bool asks = false;
    bool judges = true;

    int seats() const { return 3; }
    int seat() const { return asks && made == 0 ? 2 : -1; }
    bool over() const { return false; }
    OutcomeOf<3> outcome() const { return {}; }
    void moves(std::vector<Move>& out) const { out = {{0, 1}, {0, 2}}; }
    void weights(std::vector<double>& out) const { out = {1.0, 1.0}; }
    Move draw(Rng& rng) const { return {0, 1 + static_cast<std::int32_t>(rng.below(2))}; }
    void make(Move) { ++made; }
    bool make_random(Rng& rng) { return make_any(*this, rng); }
    PlayoutResultOf<3> playout(Rng& rng, int most) { return play_out(*this, rng, most); }
    std::uint64_t key() const { return static_cast<std::uint64_t>(made); }
    std::int32_t ply() const { return made; }
    bool turn_completed() const { return judges && made % 1000 == 0; }
    void standings(const Policy&, double* out) const { std::fill(out, out + 3, 1.0 / 3); }
};

constexpr EndlessDie kRollsOnly{};
constexpr EndlessDie kAsksOnce{0, true};

void test_chance_without_end_is_ended_by_the_limit_of_plies() {
    MatchSettings<EndlessDie> settings;
    for (const PlayerKind kind :
         {PlayerKind::kUniform, PlayerKind::kGreedy, PlayerKind::kMcts, PlayerKind::kIsmcts}) {
        settings.specs.fill(player(kind));
        for (const EndlessDie& start : {kRollsOnly, kAsksOnce}) {
            const auto record = play_match(start, settings, 0);
            CHECK(record.moves.size() == 1000 && record.finished);
            CHECK(record.outcome.reason == Reason::kPlyLimit);
            CHECK(record.outcome.scores[2] == 1.0F / 3);
        }
    }
    settings.openings = {3};
    CHECK(play_match(kRollsOnly, settings, 0).opening_plies == 1000);
    CHECK(sum_playouts(kRollsOnly, 10, 1, 50, 1).limits == 10);
}

// Few nodes: the tree is full while chance still decides.
void test_a_full_tree_of_chance_is_not_grown() {
    MctsOptions options;
    options.playouts = 2000;
    options.max_nodes = 9;
    options.plies_left = 40;
    Rng rng(1, 0, player_purpose(2));
    CHECK((Mcts<EndlessDie>().search(kAsksOnce, options, {}, rng).nodes <= 9));
    CHECK((Ismcts<EndlessDie>().search(kAsksOnce, options, {}, rng).nodes <= 9));
}

template <typename Fn>
bool is_out_of_work(Fn&& play) {
    try {
        play();
    } catch (const OutOfWork&) {
        return true;
    }
    return false;
}

void test_limits_of_work_hold_in_games_that_do_not_count_for_themselves() {
    MatchSettings<EndlessDie> settings;
    const auto play = [&](std::uint64_t limit) {
        Work work(limit);
        play_matches(kRollsOnly, settings, 0, 2, 2, nullptr, nullptr, &work);
    };
    CHECK(is_out_of_work([&] { play(100'000); }));
    CHECK(!is_out_of_work([&] { play(200'000); }));
    CHECK(is_out_of_work([&] {
        Work work(1'000'000);
        sum_playouts(kRollsOnly, 1000, 1, 1000, 2, nullptr, &work);
    }));
}

void test_the_guard_of_time_holds_in_a_deal_without_end() {
    MatchSettings<EndlessDie> settings;
    settings.max_plies = 100'000'000;
    settings.max_seconds = 1e-9;
    const auto record = play_match(kRollsOnly, settings, 0);
    CHECK(record.out_of_time && record.outcome.reason == Reason::kTimeLimit);
    CHECK(record.opening_plies == static_cast<std::int32_t>(record.moves.size()));
}

void test_a_match_out_of_time_ends_with_a_moment() {
    MatchSettings<EndlessDie> settings;
    settings.max_plies = 100'000'000;
    settings.max_seconds = 1e-9;
    const EndlessDie never{0, true, false};
    for (const EndlessDie& start : {kRollsOnly, kAsksOnce, never}) {
        const auto record = play_match(start, settings, 0);
        CHECK(record.out_of_time && record.finished);
        const auto judged = record.moment_plies.empty() ? 0 : record.moment_plies.back();
        CHECK(record.moves.size() == static_cast<std::size_t>(judged));
        CHECK(record.values.size() == record.moves.size() && record.opening_plies <= judged);
    }
}

// A game for two that could be evaluated, but for its die.
struct DiceForTwo : ludwright::test::TicTacToe {
    int seat() const { return ply() % 3 == 0 ? -1 : ply() % 2; }
    Move draw(Rng& rng) const {
        std::vector<Move> events;
        moves(events);
        return events[rng.below(static_cast<std::uint32_t>(events.size()))];
    }
    void weights(std::vector<double>& out) const { out.assign(9, 1.0); }
    void standings(const Policy&, double* out) const { out[0] = out[1] = 0.5; }
};
static_assert(Playable<DiceForTwo> && TwoSided<ludwright::test::TicTacToe>);

void test_dice_for_two_were_searched_as_if_nothing_were_random() {
    MatchSettings<DiceForTwo> settings;
    for (const PlayerKind kind :
         {PlayerKind::kAlphaBeta, PlayerKind::kDefensive, PlayerKind::kObstructive}) {
        settings.specs.fill(player(kind));
        bool refused = false;
        try {
            play_matches(DiceForTwo(), settings, 0, 1, 1);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused);
    }
    settings.specs.fill(player(PlayerKind::kGreedy));
    CHECK(play_match(DiceForTwo(), settings, 0).finished);
}

using ludwright::test::SecretWalk;
static_assert(CanCountMoves<SecretWalk> && CanTellHidden<SecretWalk> && HasMeasures<SecretWalk>);
static_assert(HasScripts<SecretWalk> && CountsWork<SecretWalk::Script>);
static_assert(!HasMeasures<DieAndCard> && !CanTellHidden<DieAndCard>);

// The same game, which counts how often moves are listed and which positions its players see.
template <bool reads, bool discreet>
struct WatchedWalk : SecretWalk {
    inline static int listed = 0, real = 0, redealt = 0, given = 0;
    struct Script : SecretWalk::Script {
        static constexpr bool kReadsLegal = reads;
        static constexpr bool kIsDiscreet = discreet;
        Move choose(const WatchedWalk& position, const std::vector<Move>& legal, Rng& rng) {
            (position.is_real() ? real : redealt) += 1;
            given += static_cast<int>(legal.size());
            return SecretWalk::Script::choose(position, legal, rng);
        }
    };
    void moves(std::vector<Move>& out) const {
        ++listed;
        SecretWalk::moves(out);
    }
};

template <typename P>
MatchColumns walk(std::int32_t step, float random_share = 0.0F) {
    MatchSettings<P> settings;
    for (PlayerSpec& spec : settings.specs) {
        spec = player(PlayerKind::kScripted, 1);
        spec.settings[0] = step;
        spec.random_share = random_share;
    }
    return play_matches(P(), settings, 0, 3, 1);
}

constexpr int kDecisions = 3 * (SecretWalk::kPlies - 4) / 2;

void test_moves_that_nobody_reads_are_counted_and_not_listed() {
    using Quick = WatchedWalk<false, true>;
    using Reader = WatchedWalk<true, true>;
    const auto quick = walk<Quick>(1);
    CHECK(Quick::listed == 0 && Quick::given == 0);
    CHECK(same(quick, walk<Reader>(1)));
    CHECK(Reader::listed == kDecisions && Reader::given == 3 * kDecisions);
    // A player that sometimes moves at random needs the list, and events of chance do not.
    walk<Quick>(1, 0.5F);
    CHECK(Quick::listed == kDecisions);
    const auto& options = quick.of<std::int32_t>("options");
    CHECK(options[0] == SecretWalk::kSecrets && options[4] == 3 && options[5] == 6);
}

void test_scripts_that_promise_to_look_away_get_the_position_itself() {
    using Quick = WatchedWalk<false, true>;
    using Seeing = WatchedWalk<false, false>;
    Quick::real = Quick::redealt = 0;
    const auto quick = walk<Quick>(0);
    CHECK(Quick::real == kDecisions && Quick::redealt == 0);
    CHECK(same(quick, walk<Seeing>(0)));
    // Others get a redealt copy, as long as there is something to hide.
    CHECK(Seeing::redealt == 3 * (SecretWalk::kPlies / 2 - 4) / 2);
    CHECK(Seeing::real == kDecisions - Seeing::redealt);
    CHECK(Seeing::given == 3 * Seeing::redealt && Seeing::listed == 2 * Seeing::redealt);
}

void test_scripts_get_their_settings_and_tell_what_they_did() {
    const auto still = walk<SecretWalk>(0), walking = walk<SecretWalk>(1);
    const auto& seats = still.of<std::int8_t>("seats");
    for (std::size_t k = 0; k < seats.size(); ++k) {
        const auto at = static_cast<std::size_t>(still.of<std::int64_t>("offsets")[k / 1000]);
        if (seats[k] < 0) continue;
        const auto seat = static_cast<std::size_t>(seats[k]);
        const std::int32_t secret = still.of<std::int32_t>("moves")[2 * (at + seat) + 1];
        CHECK(still.of<std::int32_t>("moves")[2 * k + 1] == (secret % 2 == 0 ? 1 : 0));
        CHECK(walking.of<std::int32_t>("moves")[2 * k + 1] == (secret % 2 == 0 ? 2 : 1));
        CHECK(still.of<float>("values")[k] == static_cast<float>(secret) / 4.0F);
    }
    const auto& spent = still.of<std::uint64_t>("work");  // 498 turns, of which two have 125
    CHECK(spent.size() == 12 && spent[0] == 1250 && spent[3] == 1240);
    SecretWalk position;
    for (const std::int32_t secret : {2, 1, 3, 4}) position.make({SecretWalk::kSecret, secret});
    Work work(1000);
    {
        Meter meter(nullptr, &work);
        PlayerSpec spec = player(PlayerKind::kScripted, -7);
        spec.settings[0] = 1;
        const auto found = decide(position, spec, {}, 1, 0, meter);
        CHECK((found.best == ludwright::test::WalkMove{SecretWalk::kStep, 2}));
        CHECK(found.work == 10 && found.value == 0.5F && found.moves.size() == 3);
    }
    CHECK(work.spent() == 10);
}

void test_measures_are_taken_at_every_moment() {
    const auto all = walk<SecretWalk>(1);
    const auto& measures = all.of<double>("measures");
    const auto& plies = all.of<std::int32_t>("moment_plies");
    CHECK(measures.size() == 2 * plies.size() && plies.size() == kDecisions);
    SecretWalk position;
    for (std::size_t k = 0, moment = 0; k < SecretWalk::kPlies; ++k) {
        position.make(unpack_move<SecretWalk>(all.of<std::int32_t>("moves").data() + 2 * k));
        if (plies[moment] != position.ply()) continue;
        double expected[2];
        position.measures(expected);
        CHECK(std::equal(expected, expected + 2, measures.data() + 2 * moment));
        CHECK(expected[1] == plies[moment]);
        ++moment;
    }
    const auto none = play_matches(DieAndCard(), uniform_settings(), 0, 1, 1);
    for (const MatchColumn& column : none.columns) CHECK(column.name != "measures");
}

void test_long_matches_are_equal_on_any_number_of_threads() {
    MatchSettings<SecretWalk> settings;
    settings.specs = {player(PlayerKind::kScripted, 1), player(PlayerKind::kUniform),
                      player(PlayerKind::kScripted, 0), player(PlayerKind::kGreedy)};
    settings.rotate_seats = true;
    const auto one = play_matches(SecretWalk(), settings, 0, 12, 1);
    CHECK(same(one, play_matches(SecretWalk(), settings, 0, 12, 3)));
}

}  // namespace

int main() {
    test_columns_hold_the_whole_match();
    test_any_number_of_threads();
    test_rotation_shares_deal_and_opening();
    test_chance_follows_its_weights();
    test_no_player_sees_hidden_cards();
    test_players_get_redealt_positions_with_a_seat_to_move();
    test_chance_without_a_draw_is_refused_and_no_player_is_asked();
    test_limits();
    test_players_that_need_two_sides_are_refused();
    test_thinking_pays();
    test_playouts_sum_over_all_seats();
    test_chance_without_end_is_ended_by_the_limit_of_plies();
    test_a_full_tree_of_chance_is_not_grown();
    test_limits_of_work_hold_in_games_that_do_not_count_for_themselves();
    test_the_guard_of_time_holds_in_a_deal_without_end();
    test_a_match_out_of_time_ends_with_a_moment();
    test_dice_for_two_were_searched_as_if_nothing_were_random();
    test_moves_that_nobody_reads_are_counted_and_not_listed();
    test_scripts_that_promise_to_look_away_get_the_position_itself();
    test_scripts_get_their_settings_and_tell_what_they_did();
    test_measures_are_taken_at_every_moment();
    test_long_matches_are_equal_on_any_number_of_threads();
    return ludwright::test::report();
}
