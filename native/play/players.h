// The players of the core: a specification in numbers, and the Chooser that acts on it.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "play/alphabeta.h"
#include "play/ismcts.h"
#include "play/mcts.h"
#include "play/meter.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::play {

// Who chooses. Values cross the border: append, never renumber.
enum class PlayerKind : std::uint8_t {
    kUniform,      // any legal move
    kGreedy,       // the best position after its own move, ties broken uniformly
    kMcts,         // mcts.h
    kAlphaBeta,    // alphabeta.h
    kDefensive,    // minimises the other's E, regardless of its own
    kObstructive,  // leaves the other few legal moves, ties by E
    kIsmcts,       // ismcts.h
    kScripted,     // a player of the family's own, by number
};

// By the value of a kind; names cross the border.
inline constexpr const char* kPlayerNames[] = {"uniform",   "greedy",      "mcts",   "alphabeta",
                                               "defensive", "obstructive", "ismcts", "scripted"};

inline std::string name_of(PlayerKind kind) {
    const auto at = static_cast<std::size_t>(kind);
    return at < std::size(kPlayerNames) ? kPlayerNames[at] : "unknown";
}

// A player in numbers. Plain values: made at the border, copied into every match, never changed.
struct PlayerSpec {
    PlayerKind kind = PlayerKind::kUniform;
    float random_share = 0.0F;                           // of its moves, made uniformly instead
    MctsOptions mcts;                                    // read by kMcts and kIsmcts
    AlphaBetaOptions alphabeta;                          // read by kAlphaBeta
    std::int32_t script = 0;                             // the number of a kScripted player
    std::array<std::int32_t, kMostSettings> settings{};  // of a kScripted player
};

// Throws std::invalid_argument if no player of this kind can play the game.
template <Playable P>
void require_player(PlayerKind kind) {
    switch (kind) {
        case PlayerKind::kUniform:
        case PlayerKind::kGreedy:
        case PlayerKind::kMcts:
        case PlayerKind::kIsmcts:
            return;
        case PlayerKind::kAlphaBeta:
        case PlayerKind::kDefensive:
        case PlayerKind::kObstructive:
            if (TwoSided<P>) return;
            throw std::invalid_argument(name_of(kind) +
                                        ": needs a game for two with nothing random or hidden");
        case PlayerKind::kScripted:
            if (HasScripts<P>) return;
            throw std::invalid_argument("scripted: the game has no players of its own");
    }
    throw std::invalid_argument("unknown kind of player");
}

namespace detail {

struct Nothing {};

template <typename P>
struct ScriptOf {
    using Type = Nothing;
};
template <HasScripts P>
struct ScriptOf<P> {
    using Type = typename P::Script;
};

}  // namespace detail

// One decision. A value, returned by Chooser::choose.
template <Playable P>
struct Choice {
    typename P::Move move{};
    float value = std::numeric_limits<float>::quiet_NaN();  // for the mover, if there was a search
    std::uint64_t work = 0;                                 // iterations or nodes
    Proven proven = Proven::kUnknown;                       // for the mover
    bool out_of_time = false;                               // a wall-time guard was hit
    bool stopped = false;                                   // the stop flag was raised
};

// Plays one seat of one match at a time, used by one thread at a time. Owns the search memory and
// keeps it between matches; begin() forgets everything that could influence a choice.
template <Playable P>
class Chooser {
   public:
    using Move = typename P::Move;
    using Policy = typename P::Policy;

    // Takes a seat in a new match. Policy and meter are the caller's and must outlive the match.
    void begin(const PlayerSpec& spec, const Policy& policy, Meter* meter = nullptr) {
        require_player<P>(spec.kind);
        spec_ = spec;
        policy_ = &policy;
        meter_ = meter;
        mcts_.reset();
        if constexpr (HasScripts<P>) {
            if (spec.kind == PlayerKind::kScripted) {
                script_.begin(spec.script, spec.settings);
                count_with(script_, meter);
            }
        }
    }

    // Whether it needs the list of legal moves, and not only their number.
    bool reads_legal() const {
        if constexpr (HasScripts<P>) {
            if (is_scripted() && spec_.random_share <= 0.0F) {
                return play::reads_legal<typename P::Script>();
            }
        }
        return true;
    }

    // Whether a script makes all of its moves.
    bool is_script_alone() const { return is_scripted() && spec_.random_share <= 0.0F; }

    // The family's player that sits here, if one does.
    auto& script()
        requires HasScripts<P>
    {
        return script_;
    }

    // Whether it may get a position in which something is hidden from it.
    bool is_discreet() const {
        if constexpr (HasScripts<P>) {
            return is_scripted() && play::is_discreet<typename P::Script>();
        } else {
            return false;
        }
    }

    // Whether observe() does anything.
    bool listens() const { return spec_.kind == PlayerKind::kMcts && spec_.mcts.reuse; }

    // Chooses a move in `position`, which is not over and where a seat decides; `legal` are its
    // moves, or nothing for a player that does not read them. Where something is hidden, the
    // position is one that the seat may believe in. All randomness comes from `rng`. After
    // `plies_left` plies the match is abandoned as a draw; 0: no such limit.
    Choice<P> choose(const P& position, const std::vector<Move>& legal, Rng& rng,
                     std::int32_t plies_left = 0) {
        if (legal.empty() && reads_legal()) {
            throw std::logic_error("no legal move, yet the match is not over");
        }
        // A player without random moves draws nothing for them: its stream is unchanged.
        if (spec_.random_share > 0.0F && rng.unit() < static_cast<double>(spec_.random_share)) {
            return uniform(legal, rng);
        }
        switch (spec_.kind) {
            case PlayerKind::kUniform:
                return uniform(legal, rng);
            case PlayerKind::kGreedy:
                return by_greed(position, legal, rng);
            case PlayerKind::kMcts:
                return by_tree(mcts_, position, rng, plies_left);
            case PlayerKind::kIsmcts:
                return by_tree(ismcts_, position, rng, plies_left);
            case PlayerKind::kAlphaBeta:
                if constexpr (TwoSided<P>) return by_alphabeta(position, spec_.alphabeta, rng);
                break;
            case PlayerKind::kDefensive:
            case PlayerKind::kObstructive:
                if constexpr (TwoSided<P>) {
                    return by_rating(
                        legal, [&](Move move) { return harm_of(position, move); }, rng);
                }
                break;
            case PlayerKind::kScripted:
                if constexpr (HasScripts<P>) return by_script(position, legal, rng);
                break;
        }
        throw std::invalid_argument("unknown kind of player");
    }

    // Called for every move and event on the board, its own included, in order. Where something is
    // hidden it is not: what was made is not what the seat saw, and the next position is redealt.
    void observe(Move move)
        requires(!Hidden<P>)
    {
        if (listens()) mcts_.advance(move);
    }

   private:
    // A spoiling player's rating of a move, small is good. Compared field by field.
    struct Harm {
        int end;       // -1 wins, 1 loses, 0 otherwise
        float first;   // the other's E, or the number of its moves
        float second;  // ties

        auto operator<=>(const Harm&) const = default;
    };

    static Choice<P> uniform(const std::vector<Move>& legal, Rng& rng) {
        Choice<P> choice;
        choice.move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
        return choice;
    }

    bool is_scripted() const { return spec_.kind == PlayerKind::kScripted; }

    Choice<P> by_script(const P& position, const std::vector<Move>& legal, Rng& rng)
        requires HasScripts<P>
    {
        Choice<P> choice;
        choice.move = script_.choose(position, legal, rng);
        if constexpr (CountsWork<typename P::Script>) choice.work = script_.work();
        if constexpr (HasValue<typename P::Script>) choice.value = script_.value();
        return choice;
    }

    template <typename Tree>
    Choice<P> by_tree(Tree& tree, const P& position, Rng& rng, std::int32_t plies_left) {
        MctsOptions options = spec_.mcts;
        options.reuse = options.reuse && !Hidden<P>;
        if (plies_left > 0) options.plies_left = plies_left;
        const MctsResult<P>& found = tree.search(position, options, *policy_, rng, meter_);
        return {found.best,   found.value,       found.iterations,
                found.proven, found.out_of_time, found.stopped};
    }

    Choice<P> by_alphabeta(const P& position, const AlphaBetaOptions& options, Rng& rng) {
        const AlphaBetaResult<P>& found =
            alphabeta_.search(position, options, *policy_, rng, meter_);
        return {found.best,       found.value,       found.nodes,
                Proven::kUnknown, found.out_of_time, found.stopped};
    }

    // One ply: with two sides the best evaluation, else the best expected standing.
    Choice<P> by_greed(const P& position, const std::vector<Move>& legal, Rng& rng) {
        if constexpr (TwoSided<P>) {
            AlphaBetaOptions options = spec_.alphabeta;
            options.depth = 1;
            return by_alphabeta(position, options, rng);
        } else {
            return by_rating(legal, [&](Move move) { return -prospect(position, move); }, rng);
        }
    }

    // The standing of the mover after a move; where chance decides next, the mean over its events.
    double prospect(const P& position, Move move) {
        const int seat = position.seat();
        scratch_ = position;
        scratch_.make(move);
        if constexpr (Chancy<P>) {
            if (!scratch_.over() && scratch_.seat() < 0) {
                scratch_.moves(moves_);
                scratch_.weights(weights_);
                double sum = 0.0, total = 0.0;
                for (std::size_t i = 0; i < moves_.size(); ++i) {
                    after_event_ = scratch_;
                    after_event_.make(moves_[i]);
                    sum += weights_[i] * standing(after_event_, seat);
                    total += weights_[i];
                }
                return total > 0.0 ? sum / total : 0.0;
            }
        }
        return standing(scratch_, seat);
    }

    double standing(const P& position, int seat) {
        std::array<double, P::kMostSeats> standings{};
        standings_of(position, *policy_, spec_.mcts.kappa, standings.data());
        const double own = standings[static_cast<std::size_t>(seat)];
        return own == own ? own : 0.0;
    }

    // One ply, the lowest rating, ties broken uniformly.
    template <typename Rate>
    Choice<P> by_rating(const std::vector<Move>& legal, Rate&& rate, Rng& rng) {
        using Rating = decltype(rate(legal.front()));
        Choice<P> choice;
        Rating least{};
        std::uint32_t ties = 0;
        for (const Move move : legal) {
            const Rating harm = rate(move);
            if (ties > 0 && harm > least) continue;
            if (ties == 0 || harm < least) {
                least = harm;
                ties = 0;
            }
            // The k-th of equals replaces the choice with probability 1/k: uniform, without a list.
            if (rng.below(++ties) == 0) choice.move = move;
        }
        choice.work = legal.size();
        return choice;
    }

    Harm harm_of(const P& position, Move move) {
        const int seat = position.seat();
        scratch_ = position;
        scratch_.make(move);
        const P& after = scratch_;
        const float sign = seat == 0 ? 1.0F : -1.0F;
        if (after.over()) return {-result_for(after.outcome(), seat), 0.0F, 0.0F};
        const float worse = finite(-sign * after.evaluate(*policy_));
        if (spec_.kind == PlayerKind::kObstructive) {
            return {0, static_cast<float>(freedom(after, 1 - seat)), worse};
        }
        if constexpr (CanEvaluateSeat<P>) {
            return {0, finite(after.evaluate_seat(*policy_, 1 - seat)), 0.0F};
        } else {
            return {0, worse, 0.0F};
        }
    }

    // How many moves `seat` has, or would have if it were its turn; if that cannot be computed, no
    // number is better than another and E decides.
    std::int32_t freedom(const P& position, int seat) {
        if (position.seat() == seat) return count_options(position, moves_);
        if constexpr (CanSwitchSeat<P>) {
            const P switched = position.with_seat_to_move(seat);
            return switched.over() ? 0 : count_options(switched, moves_);
        } else {
            return std::numeric_limits<std::int32_t>::max();
        }
    }

    // Not-a-number would make comparisons, and so the choice, depend on the order of moves.
    static float finite(float value) { return value == value ? value : 0.0F; }

    PlayerSpec spec_;
    const Policy* policy_ = nullptr;  // the caller's, for the length of a match
    Meter* meter_ = nullptr;          // the same
    Mcts<P> mcts_;
    Ismcts<P> ismcts_;
    std::conditional_t<TwoSided<P>, AlphaBeta<P>, detail::Nothing> alphabeta_;
    typename detail::ScriptOf<P>::Type script_;
    P scratch_;
    std::conditional_t<Chancy<P>, P, detail::Nothing> after_event_;
    std::vector<Move> moves_;
    std::vector<double> weights_;
};

}  // namespace ludwright::play
