// What a game family must provide to be searched and played, and the small shared types.
//
// Search, players, matches and annotations are templates over a Playable position: one switch per
// job selects an instantiation, and inside a match there is no virtual call.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "play/rng.h"

namespace ludwright::play {

// Why a match ended. Values are part of every recorded result: append, never renumber.
enum class Reason : std::uint8_t {
    kNone,        // it has not
    kRule,        // an end condition of the game
    kNoMoves,     // the seat to move has none
    kRepetition,  // a position was repeated too often
    kQuietLimit,  // too many plies without progress
    kPlyLimit,    // a budget, not a rule: counts as a draw
    kTimeLimit,   // wall time, the guard of last resort: counts as a draw
    kFault,       // the game contradicted itself
    kPasses,      // all passed in turn
};

// The end of a match for at most `Most` seats. A value: made by the position (or the match, for
// limits), never changed. The scores of the seats that play sum to 1: a shared win is split.
template <int Most>
struct OutcomeOf {
    std::array<float, Most> scores = shared(Most).scores;
    Reason reason = Reason::kNone;

    // All of `seats` share the win.
    static constexpr OutcomeOf shared(int seats, Reason reason = Reason::kNone) {
        OutcomeOf outcome{{}, reason};
        for (int seat = 0; seat < seats; ++seat) {
            outcome.scores[static_cast<std::size_t>(seat)] = 1.0F / static_cast<float>(seats);
        }
        return outcome;
    }
};

// What a random playout returns. A value, owned by the caller.
template <int Most>
struct PlayoutResultOf {
    OutcomeOf<Most> outcome;
    std::int32_t plies = 0;
};

// Of games for two.
using Outcome = OutcomeOf<2>;
using PlayoutResult = PlayoutResultOf<2>;

// A position of some game, changed in place. Beyond what can be checked here: seats() is at least 1
// and at most kMostSeats; seat() is -1 where chance decides (see Chancy) and may name the same
// seat several times in a row; assignment from another position of the same game must not allocate
// once warm; moves() clears its output and is never empty before the end (a forced pass is a
// move); equal key()s mean equal futures.
template <typename P>
concept Playable =
    std::semiregular<P> && std::semiregular<typename P::Move> &&
    std::semiregular<typename P::Policy> && std::equality_comparable<typename P::Move> &&
    std::is_trivially_copyable_v<typename P::Move> && sizeof(typename P::Move) == 8 &&
    requires(P p, const P c, Rng& rng, typename P::Move move, std::vector<typename P::Move>& out,
             int max_plies) {
        { P::kMostSeats } -> std::convertible_to<int>;
        { c.seats() } -> std::convertible_to<int>;
        { c.seat() } -> std::convertible_to<int>;
        { c.over() } -> std::convertible_to<bool>;
        { c.outcome() } -> std::convertible_to<OutcomeOf<P::kMostSeats>>;
        { c.moves(out) };
        { p.make(move) };
        { p.make_random(rng) } -> std::convertible_to<bool>;
        { p.playout(rng, max_plies) } -> std::convertible_to<PlayoutResultOf<P::kMostSeats>>;
        { c.key() } -> std::convertible_to<std::uint64_t>;
        { c.ply() } -> std::convertible_to<std::int32_t>;
    };

// Chance decides in some positions, those with seat() == -1. There moves() lists the events and
// weights() how likely each is (not necessarily summing to 1); draw() is one of them.
template <typename P>
concept Chancy = requires(const P c, Rng& rng, std::vector<double>& out) {
    { c.draw(rng) } -> std::same_as<typename P::Move>;
    { c.weights(out) };
};

// Something is hidden from some seats. redeal() replaces the position by one that the seat may
// believe to be in, which depends on nothing but what that seat has observed and on `rng`.
// observed() is a move as the seat sees it: what it cannot tell apart is equal.
template <typename P>
concept Hidden = requires(P p, const P c, int seat, typename P::Move move, Rng& rng) {
    { p.redeal(seat, rng) };
    { c.observed(seat, move) } -> std::same_as<typename P::Move>;
};

// Provided where something is hidden at times only: false promises that redeal() for the seat would
// leave the position as it is, so that its player gets the position itself.
template <typename P>
concept CanTellHidden = Hidden<P> && requires(const P c, int seat) {
    { c.conceals(seat) } -> std::convertible_to<bool>;
};

// Whether a player in `seat` has to get a redealt copy.
template <typename P>
bool is_concealed(const P& position, int seat) {
    if constexpr (CanTellHidden<P>) {
        return position.conceals(seat);
    } else {
        return Hidden<P>;
    }
}

// Two seats, nothing random and nothing hidden, and one seat's gain is the other's loss: what
// alpha-beta search and proven results need. evaluate() is E(seat 0) - E(seat 1), whoever is to
// move. search_key() may leave out what only distinguishes lines of play that transpose.
template <typename P>
concept TwoSided = Playable<P> && P::kMostSeats == 2 && !Chancy<P> && !Hidden<P> &&
                   requires(const P c, typename P::Move move, const typename P::Policy& policy) {
                       { c.search_key() } -> std::convertible_to<std::uint64_t>;
                       { c.has_captures(move) } -> std::convertible_to<bool>;
                       { c.evaluate(policy) } -> std::convertible_to<float>;
                   };

// Games that are not TwoSided say how the seats stand: seats() numbers of 0 or more that sum to 1,
// written to `out`, in a position that is not over.
template <typename P>
concept HasStandings = requires(const P c, const typename P::Policy& judge, double* out) {
    { c.standings(judge, out) };
};

// Provided where turns take several plies: whether the last ply completed one. Matches are judged
// after every completed turn; without this, after every ply.
template <typename P>
concept HasTurns = requires(const P c) {
    { c.turn_completed() } -> std::convertible_to<bool>;
};

// Provided where the game counts points: seats() numbers, written to `out`.
template <typename P>
concept HasPoints = requires(const P c, double* out) {
    { c.points(out) };
};

// Provided where criteria of the family need numbers of their own: kMeasures of them, from 1 to 64,
// finite or NaN, written to `out` in any position. Recorded wherever the judge looks.
template <typename P>
concept HasMeasures = requires(const P c, double* out) {
    requires P::kMeasures >= 1 && P::kMeasures <= 64;
    { c.measures(out) };
};

// Provided where seats leave before the end: seats() numbers, written to `out`; 0 for a seat that
// has not left, else 1, 2, … in the order of leaving.
template <typename P>
concept CanEliminate = requires(const P c, std::int8_t* out) {
    { c.places(out) };
};

// Provided where a move is kept in records as other numbers than its eight bytes: kMoveWidth of
// them, each in the range of int32. unpack(pack(move)) == move.
template <typename P>
concept CanPack = requires(typename P::Move move, std::int32_t* out, const std::int32_t* in) {
    { P::kMoveWidth } -> std::convertible_to<int>;
    { P::pack(move, out) };
    { P::unpack(in) } -> std::same_as<typename P::Move>;
};

// Provided where the family has players of its own: a Script plays one seat of a match. begin()
// gets the number of the player and its kMostSettings settings, 0 where none is given, and forgets
// everything before; the first choice may be asked in the middle of a match. A Script gets the same
// redealt positions as any other player, and the legal moves, unless it declares otherwise below.
template <typename P>
concept HasScripts =
    requires(typename P::Script script, std::int32_t number, std::span<const std::int32_t> settings,
             const P c, const std::vector<typename P::Move>& legal, Rng& rng) {
        { script.begin(number, settings) };
        { script.choose(c, legal, rng) } -> std::same_as<typename P::Move>;
    };

inline constexpr std::size_t kMostSettings = 8;

// `static constexpr bool kReadsLegal = false`: the Script does not read the list of legal moves,
// which is then empty where moves can be counted without it (CanCountMoves).
template <typename Script>
constexpr bool reads_legal() {
    if constexpr (requires { Script::kReadsLegal; }) {
        return Script::kReadsLegal;
    } else {
        return true;
    }
}

// `static constexpr bool kIsDiscreet = true`: the Script promises to look at nothing that its seat
// may not see, and gets the position itself. A test of the family reshuffles what is hidden.
template <typename Script>
constexpr bool is_discreet() {
    if constexpr (requires { Script::kIsDiscreet; }) {
        return Script::kIsDiscreet;
    } else {
        return false;
    }
}

// Offered by Scripts that search: what their last choice cost, and its value for the mover, from
// -1 to 1. Those that take long also have count_with(Meter*), called at the beginning of a match;
// the meter may be absent.
template <typename Script>
concept CountsWork = requires(const Script script) {
    { script.work() } -> std::convertible_to<std::uint64_t>;
};
template <typename Script>
concept HasValue = requires(const Script script) {
    { script.value() } -> std::convertible_to<float>;
};

// Provided by games where "what if it were the other seat's turn?" makes sense.
template <typename P>
concept CanSwitchSeat = requires(const P c) {
    { c.with_seat_to_move(0) } -> std::convertible_to<P>;
};

// Provided where E of one seat is available alone; the defensive player uses the opponent's.
template <typename P>
concept CanEvaluateSeat = requires(const P c, const typename P::Policy& policy) {
    { c.evaluate_seat(policy, 0) } -> std::convertible_to<float>;
};

// Provided where moves can be counted without listing them.
template <typename P>
concept CanCountMoves = requires(const P c) {
    { c.count_moves() } -> std::convertible_to<std::int64_t>;
};

// Scripts that need no list of moves and see what they may can play by themselves.
template <typename P>
concept HasQuickScripts =
    HasScripts<P> && Chancy<P> && CanCountMoves<P> && !reads_legal<typename P::Script>() &&
    (!Hidden<P> || is_discreet<typename P::Script>());

// How many legal moves there are; `buffer` is scratch, its contents afterwards unspecified.
template <Playable P>
std::int32_t count_options(const P& position, std::vector<typename P::Move>& buffer) {
    if constexpr (CanCountMoves<P>) {
        return static_cast<std::int32_t>(position.count_moves());
    } else {
        position.moves(buffer);
        return static_cast<std::int32_t>(buffer.size());
    }
}

// How many numbers a move has in records.
template <Playable P>
constexpr std::size_t move_width() {
    if constexpr (CanPack<P>) {
        return static_cast<std::size_t>(P::kMoveWidth);
    } else {
        return 2;
    }
}

// Writes the move_width() numbers of a move.
template <Playable P>
void pack_move(typename P::Move move, std::int32_t* out) {
    if constexpr (CanPack<P>) {
        P::pack(move, out);
    } else {
        const auto halves = std::bit_cast<std::array<std::int32_t, 2>>(move);
        std::copy(halves.begin(), halves.end(), out);
    }
}

// The move of move_width() numbers, which may come from anywhere: not necessarily a legal one.
template <Playable P>
typename P::Move unpack_move(const std::int32_t* in) {
    if constexpr (CanPack<P>) {
        return P::unpack(in);
    } else {
        return std::bit_cast<typename P::Move>(std::array<std::int32_t, 2>{in[0], in[1]});
    }
}

// -1, 0 or 1: how an ended match for two went for `seat`. Equal scores are a draw.
inline int result_for(const Outcome& outcome, int seat) {
    const float own = outcome.scores[static_cast<std::size_t>(seat)];
    const float other = outcome.scores[static_cast<std::size_t>(1 - seat)];
    return (own > other) - (own < other);
}

// tanh(x) to about 1e-7, from IEEE basic operations only: the libraries' tanh differ in the last
// bit between versions, and results must be equal on every machine. Not-a-number gives 0.
inline float squash(double x) {
    if (!(x == x)) return 0.0F;
    const double twice = std::clamp(2.0 * x, -40.0, 40.0);
    // exp(twice) = 2^k * exp(rest), with |rest| <= ln(2) / 2.
    constexpr double kLn2 = 0.6931471805599453;
    const double scaled = twice / kLn2;
    const int k = static_cast<int>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    const double r = twice - k * kLn2;
    double series = 1.0;
    for (int i = 9; i >= 1; --i) series = 1.0 + series * r / i;
    const double power = std::bit_cast<double>(static_cast<std::uint64_t>(1023 + k) << 52);
    const double e = power * series;
    return static_cast<float>((e - 1.0) / (e + 1.0));
}

// The natural logarithm of n >= 1 to about 1e-7; from basic operations for the same reason.
inline float log_of(std::uint32_t n) {
    const int exponent = std::bit_width(n) - 1;
    // ln(m) = 2 artanh((m - 1) / (m + 1)) for m in [1, 2): the argument is below 1/3.
    const double m = static_cast<double>(n) / static_cast<double>(std::uint64_t{1} << exponent);
    const double z = (m - 1.0) / (m + 1.0);
    const double q = z * z;
    const double series =
        1.0 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * (1.0 / 9 + q * (1.0 / 11)))));
    return static_cast<float>(exponent * 0.6931471805599453 + 2.0 * z * series);
}

// The lead of seat 0 in [-1, 1]: exact when the match is over, else the squashed evaluation.
template <TwoSided P>
float lead_of(const P& position, const typename P::Policy& judge, float kappa) {
    if (position.over()) return static_cast<float>(result_for(position.outcome(), 0));
    return squash(static_cast<double>(kappa) * static_cast<double>(position.evaluate(judge)));
}

// How the seats stand, seats() numbers of 0 or more that sum to 1: the scores when the match is
// over. With two sides the difference is the lead, exactly: a float fits into a double.
template <Playable P>
void standings_of(const P& position, const typename P::Policy& judge, float kappa, double* out) {
    if constexpr (TwoSided<P>) {
        const auto lead = static_cast<double>(lead_of(position, judge, kappa));
        out[0] = 0.5 + 0.5 * lead;
        out[1] = 0.5 - 0.5 * lead;
    } else {
        static_assert(HasStandings<P>, "a game that is not TwoSided needs standings()");
        if (!position.over()) return position.standings(judge, out);
        const auto outcome = position.outcome();
        for (int seat = 0; seat < position.seats(); ++seat) {
            out[seat] = static_cast<double>(outcome.scores[static_cast<std::size_t>(seat)]);
        }
    }
}

}  // namespace ludwright::play
