// Matches and their records: one match, and many in parallel as columns.
//
// Match i depends on (seed, i) only. Each seat draws from its own stream, the deal and openings
// from kSetup, later chance from kChance, so a player that thinks longer does not change anyone
// else's random numbers.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "play/meter.h"
#include "play/players.h"
#include "play/pool.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::play {

// What all matches of a playtest share. Owned by the caller, constant while matches run. Of a game
// for fewer than `Most` seats, the first entries count.
template <typename Policy, int Most>
struct MatchSettingsOf {
    std::array<PlayerSpec, Most> specs;  // who plays; specs[0] has seat 0 unless seats rotate
    std::array<Policy, Most> policies;   // of the players, going with them when they rotate
    Policy judge{};                      // evaluates for all: gives the standings
    float kappa = 1.0F;                  // of the judge
    std::uint64_t seed = 0;
    // Numbers of random first plies to choose from, multiples of the seats; may be empty.
    std::vector<std::int32_t> openings;
    std::int32_t max_plies = 1000;  // opening and chance included; reaching it is a draw
    double max_seconds = 0.0;       // per match, a guard; 0: none
    // In match i, seat s is taken by player (s + i) mod S; S matches in a row share deal and
    // opening.
    bool rotate_seats = false;
};

template <Playable P>
using MatchSettings = MatchSettingsOf<typename P::Policy, P::kMostSeats>;

// One match as it happened. Owned by the caller of play_match, complete when that returns. A ply is
// a decision or an event of chance; a moment is where the judge looked: after every ply, or every
// completed turn where a game has turns of several plies, and at the end.
template <Playable P>
struct MatchRecord {
    template <typename T>
    using BySeat = std::array<T, P::kMostSeats>;

    int seat_count = 0;
    std::vector<typename P::Move> moves;
    std::vector<std::int8_t> seats;          // who made each; -1: chance
    std::vector<std::int32_t> options;       // legal moves, or possible events, there were
    std::vector<float> values;               // the chooser's, for the mover; NaN when it has none
    std::vector<std::int32_t> moment_plies;  // how many plies had been made
    std::vector<std::int8_t> moment_seats;   // who made the last of them
    std::vector<double> standings;           // by the judge, seat_count per moment
    std::vector<double> measures;            // of the family, kMeasures per moment
    BySeat<double> start_standings{};        // before the first ply
    OutcomeOf<P::kMostSeats> outcome;
    BySeat<double> points{};        // at the end; NaN where the game counts none
    BySeat<std::int8_t> places{};   // 0: not eliminated, else the order of leaving
    BySeat<std::int8_t> seating{};  // the number of the player in each seat
    BySeat<std::uint64_t> work{};   // iterations or nodes
    std::uint64_t seed = 0;
    std::uint64_t index = 0;
    std::int32_t opening_plies = 0;  // before the first choice of a player, chance included
    bool out_of_time = false;  // a wall-time guard was hit: this match may not be reproducible
    bool finished = false;     // false only when the stop flag cut it short

    // Drops the plies and keeps their memory.
    void clear_plies() {
        moves.clear();
        seats.clear();
        options.clear();
        values.clear();
        moment_plies.clear();
        moment_seats.clear();
        standings.clear();
        measures.clear();
    }
};

// Memory one thread needs to play a match. Owned by a Spares list, lent to one thread at a time.
template <Playable P>
struct MatchWorker {
    std::array<Chooser<P>, P::kMostSeats> choosers;  // by seat
    std::vector<Rng> streams;                        // of the players, by seat
    std::vector<Rng> redeals;                        // where something is hidden, by seat
    P start;  // counted by the meter of the match, as all that is copied from it
    P position;
    std::vector<typename P::Move> legal;  // empty if nobody reads it
    // Where something is hidden: what the seat to move may believe, and the legal moves there.
    std::conditional_t<Hidden<P>, P, detail::Nothing> view;
    std::vector<typename P::Move> view_legal;
    Meter* meter = nullptr;     // of the match
    bool has_listener = false;  // whether a chooser observes what is made
    MatchRecord<P> record;      // of one match after the other
};

// A list of objects too expensive to make for every index of a parallel_for. Any thread may take
// one and gives it back; which one it gets must not matter.
template <typename T>
class Spares {
   public:
    std::unique_ptr<T> take() {
        {
            const std::lock_guard lock(mutex_);
            if (!items_.empty()) {
                std::unique_ptr<T> item = std::move(items_.back());
                items_.pop_back();
                return item;
            }
        }
        return std::make_unique<T>();
    }

    void give(std::unique_ptr<T> item) {
        const std::lock_guard lock(mutex_);
        items_.push_back(std::move(item));
    }

   private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<T>> items_;
};

namespace detail {

// Makes `record` that of match `index` before it begins, whatever it was; its memory stays. Seats
// share the win and stand equal until something is known.
template <Playable P>
void begin_record(MatchRecord<P>& record, const P& start, const MatchSettings<P>& settings,
                  std::uint64_t index) {
    const int seats = start.seats();
    record.clear_plies();
    record.seat_count = seats;
    record.seed = settings.seed;
    record.index = index;
    record.outcome = OutcomeOf<P::kMostSeats>::shared(seats);
    record.start_standings.fill(1.0 / seats);
    record.points.fill(std::numeric_limits<double>::quiet_NaN());
    record.places.fill(0);
    record.seating.fill(0);
    record.work.fill(0);
    record.opening_plies = 0;
    record.out_of_time = record.finished = false;
    const auto count = static_cast<std::uint64_t>(seats);
    const std::uint64_t turn = settings.rotate_seats ? index % count : 0;
    for (std::uint64_t seat = 0; seat < count; ++seat) {
        record.seating[seat] = static_cast<std::int8_t>((seat + turn) % count);
    }
}

template <Playable P>
bool is_moment(const P& position) {
    if constexpr (HasTurns<P>) {
        return position.over() || position.turn_completed();
    } else {
        return true;
    }
}

// Appends what there is to see of a position; nothing if its evaluation is cut short.
template <Playable P>
[[gnu::noinline]] void add_moment(MatchRecord<P>& record, const MatchSettings<P>& settings,
                                  const P& position, std::size_t plies, int seat) {
    std::array<double, P::kMostSeats> standings;
    standings_of(position, settings.judge, settings.kappa, standings.data());
    record.moment_plies.push_back(static_cast<std::int32_t>(plies));
    record.moment_seats.push_back(static_cast<std::int8_t>(seat));
    record.standings.insert(record.standings.end(), standings.data(),
                            standings.data() + record.seat_count);
    if constexpr (HasMeasures<P>) {  // costs no work that could be cut short
        std::array<double, P::kMeasures> measures;
        position.measures(measures.data());
        record.measures.insert(record.measures.end(), measures.begin(), measures.end());
    }
}

// Appends the data of a ply that has been made but for its value; nothing if its evaluation is cut
// short.
template <Playable P>
[[gnu::always_inline]] inline void record_ply(MatchRecord<P>& record,
                                              const MatchSettings<P>& settings, const P& after,
                                              typename P::Move move, int seat,
                                              std::int32_t options) {
    if (is_moment(after)) add_moment(record, settings, after, record.moves.size() + 1, seat);
    record.moves.push_back(move);
    record.seats.push_back(static_cast<std::int8_t>(seat));
    record.options.push_back(options);
}

// Makes a ply that no player chose: random, or of chance.
template <Playable P>
void make_unasked(MatchRecord<P>& record, const MatchSettings<P>& settings, MatchWorker<P>& worker,
                  typename P::Move move, std::int32_t options) {
    spend_plies<P>(*worker.meter, 1);
    const int seat = worker.position.seat();
    worker.position.make(move);
    record_ply(record, settings, worker.position, move, seat, options);
    record.values.push_back(std::numeric_limits<float>::quiet_NaN());
}

// Lists the moves of worker.position, or only counts them if that can be done and is enough.
// Returns how many there are.
template <Playable P>
std::int32_t list_or_count(MatchWorker<P>& worker, bool is_count_enough) {
    if constexpr (CanCountMoves<P> && (Chancy<P> || HasScripts<P>)) {
        if (is_count_enough) {
            worker.legal.clear();
            return static_cast<std::int32_t>(worker.position.count_moves());
        }
    }
    worker.position.moves(worker.legal);
    return static_cast<std::int32_t>(worker.legal.size());
}

// Whether the player in `seat` gets the position itself, not a redealt copy.
template <Playable P>
bool is_shown_all(const MatchWorker<P>& worker, int seat) {
    return worker.choosers[static_cast<std::size_t>(seat)].is_discreet() ||
           !is_concealed(worker.position, seat);
}

// Whether whoever decides in worker.position needs no list of the moves. A choice made in a redealt
// copy is looked up in the list.
template <Playable P>
bool is_count_enough(const MatchWorker<P>& worker, int seat) {
    if (seat < 0) return Chancy<P>;
    return !worker.choosers[static_cast<std::size_t>(seat)].reads_legal() &&
           is_shown_all(worker, seat);
}

template <Playable P>
void require_seat(const P& position) {
    if (position.seat() < 0) throw std::logic_error("chance decides in a game without chance");
}

// Makes `wanted` random plies and all events of chance before, between and after them, up to the
// first choice of a player.
template <Playable P>
void make_first_plies(MatchRecord<P>& record, const MatchSettings<P>& settings,
                      MatchWorker<P>& worker, Rng& rng, std::int32_t wanted) {
    const auto most = static_cast<std::size_t>(std::max(0, settings.max_plies));
    const P& position = worker.position;
    std::int32_t made = 0;
    while (record.moves.size() < most && (made < wanted || position.seat() < 0) &&
           !position.over()) {
        const bool is_chance = position.seat() < 0;
        const std::int32_t options = list_or_count(worker, Chancy<P> && is_chance);
        if (options == 0) return;
        if constexpr (Chancy<P>) {
            if (is_chance) {
                make_unasked(record, settings, worker, position.draw(rng), options);
                continue;
            }
        }
        require_seat(position);
        const auto count = static_cast<std::uint32_t>(options);
        make_unasked(record, settings, worker, worker.legal[rng.below(count)], options);
        ++made;
    }
}

// Deals and makes the random first plies in `worker.position`. An opening that ends the match says
// nothing about the players, so another is drawn; a game that keeps ending this early gets none.
template <Playable P>
void play_opening(MatchRecord<P>& record, const MatchSettings<P>& settings,
                  MatchWorker<P>& worker) {
    const auto seats = static_cast<std::uint64_t>(record.seat_count);
    const std::uint64_t group =
        settings.rotate_seats ? record.index - record.index % seats : record.index;
    Rng rng(settings.seed, group, Purpose::kSetup);
    std::int32_t wanted = 0;
    if (!settings.openings.empty()) {
        const auto choices = static_cast<std::uint32_t>(settings.openings.size());
        wanted = std::min(settings.openings[rng.below(choices)], settings.max_plies);
    }
    constexpr int kAttempts = 32;
    for (int attempt = 0; wanted > 0 && attempt < kAttempts; ++attempt) {
        make_first_plies(record, settings, worker, rng, wanted);
        record.opening_plies = static_cast<std::int32_t>(record.moves.size());
        if (!worker.position.over()) return;
        worker.position = worker.start;
        record.clear_plies();
    }
    make_first_plies(record, settings, worker, rng, 0);
    record.opening_plies = static_cast<std::int32_t>(record.moves.size());
}

// What the player in `seat` does in worker.position, of which it gets to see only what it may.
template <Playable P>
Choice<P> ask(MatchWorker<P>& worker, int seat, std::int32_t plies_left) {
    const auto at = static_cast<std::size_t>(seat);
    Chooser<P>& chooser = worker.choosers[at];
    if constexpr (Hidden<P>) {
        if (!is_shown_all(worker, seat)) {
            worker.view = worker.position;
            worker.view.redeal(seat, worker.redeals[at]);
            worker.view.moves(worker.view_legal);
            const Choice<P> choice =
                chooser.choose(worker.view, worker.view_legal, worker.streams[at], plies_left);
            const std::vector<typename P::Move>& legal = worker.legal;
            if (!choice.stopped &&
                std::find(legal.begin(), legal.end(), choice.move) == legal.end()) {
                throw std::logic_error("a redeal changed the legal moves of the seat to move");
            }
            return choice;
        }
    }
    return chooser.choose(worker.position, worker.legal, worker.streams[at], plies_left);
}

template <Playable P>
void tell(MatchWorker<P>& worker, const MatchRecord<P>& record, typename P::Move move) {
    if constexpr (!Hidden<P>) {
        if (!worker.has_listener) return;
        for (int seat = 0; seat < record.seat_count; ++seat) {
            worker.choosers[static_cast<std::size_t>(seat)].observe(move);
        }
    }
}

// The same as play_on() where all players are such scripts: nothing has to be asked or copied.
template <HasQuickScripts P>
OutcomeOf<P::kMostSeats> play_scripts(MatchRecord<P>& record, const MatchSettings<P>& settings,
                                      MatchWorker<P>& worker, Rng& chance) {
    using Script = typename P::Script;
    using Outcome = OutcomeOf<P::kMostSeats>;
    const auto most = static_cast<std::size_t>(std::max(0, settings.max_plies));
    P& position = worker.position;
    while (!position.over()) {
        if (record.moves.size() >= most) {
            return Outcome::shared(record.seat_count, Reason::kPlyLimit);
        }
        const auto options = static_cast<std::int32_t>(position.count_moves());
        if (options == 0) return Outcome::shared(record.seat_count, Reason::kFault);
        const int seat = position.seat();
        typename P::Move move;
        [[maybe_unused]] float value = std::numeric_limits<float>::quiet_NaN();
        if (seat < 0) {
            move = position.draw(chance);
        } else {
            const auto at = static_cast<std::size_t>(seat);
            Script& script = worker.choosers[at].script();
            move = script.choose(position, worker.legal, worker.streams[at]);
            if constexpr (CountsWork<Script>) record.work[at] += script.work();
            if constexpr (HasValue<Script>) value = script.value();
        }
        spend_plies<P>(*worker.meter, 1);
        position.make(move);
        record_ply(record, settings, position, move, seat, options);
        if constexpr (HasValue<Script>) record.values.push_back(value);
    }
    return position.outcome();
}

// Plays from worker.position until the match ends, and returns how. The meter may throw.
template <Playable P>
OutcomeOf<P::kMostSeats> play_on(MatchRecord<P>& record, const MatchSettings<P>& settings,
                                 MatchWorker<P>& worker, Rng& chance) {
    using Outcome = OutcomeOf<P::kMostSeats>;
    if constexpr (HasQuickScripts<P>) {
        const std::span players(worker.choosers.data(),
                                static_cast<std::size_t>(record.seat_count));
        if (std::ranges::all_of(players, &Chooser<P>::is_script_alone)) {
            worker.legal.clear();
            return play_scripts(record, settings, worker, chance);
        }
    }
    const auto most = static_cast<std::size_t>(std::max(0, settings.max_plies));
    P& position = worker.position;
    while (!position.over()) {
        if (record.moves.size() >= most) {
            return Outcome::shared(record.seat_count, Reason::kPlyLimit);
        }
        const int seat = position.seat();
        const std::int32_t options = list_or_count(worker, is_count_enough(worker, seat));
        if (options == 0) return Outcome::shared(record.seat_count, Reason::kFault);
        if constexpr (Chancy<P>) {
            if (seat < 0) {
                const typename P::Move event = position.draw(chance);
                make_unasked(record, settings, worker, event, options);
                tell(worker, record, event);
                continue;
            }
        }
        require_seat(position);
        const Choice<P> choice =
            ask(worker, seat, static_cast<std::int32_t>(most - record.moves.size()));
        // A stopped search returns early with an unreliable move.
        if (choice.stopped) throw Stopped{};
        record.work[static_cast<std::size_t>(seat)] += choice.work;
        record.out_of_time |= choice.out_of_time;
        spend_plies<P>(*worker.meter, 1);
        position.make(choice.move);
        tell(worker, record, choice.move);
        record_ply(record, settings, position, choice.move, seat, options);
        record.values.push_back(choice.value);
    }
    return position.outcome();
}

// Adds what is known at the end only.
template <Playable P>
void conclude(MatchRecord<P>& record, const MatchSettings<P>& settings, const P& position) {
    if constexpr (HasPoints<P>) position.points(record.points.data());
    if constexpr (CanEliminate<P>) position.places(record.places.data());
    const auto plies = static_cast<std::int32_t>(record.moves.size());
    // Plies of scripts have no values.
    record.values.resize(record.moves.size(), std::numeric_limits<float>::quiet_NaN());
    // A limit may end a match in the middle of a turn.
    if (plies > 0 && (record.moment_plies.empty() || record.moment_plies.back() != plies)) {
        add_moment(record, settings, position, record.moves.size(), record.seats.back());
    }
}

// The guard of time leaves no position that could be judged: plies after the last moment are
// dropped, so that the record ends with one.
template <Playable P>
void drop_plies_not_judged(MatchRecord<P>& record) {
    const std::int32_t judged = record.moment_plies.empty() ? 0 : record.moment_plies.back();
    const auto plies = static_cast<std::size_t>(judged);
    record.moves.resize(plies);
    record.seats.resize(plies);
    record.options.resize(plies);
    record.values.resize(plies, std::numeric_limits<float>::quiet_NaN());
    record.opening_plies = std::min(record.opening_plies, judged);
}

}  // namespace detail

// Plays match `index` from `start` into `record`, with the memory of both and of `worker`, whose
// history does not matter. A stop leaves a record that is not finished; a limit of work throws
// OutOfWork.
template <Playable P>
void play_match(const P& start, const MatchSettings<P>& settings, std::uint64_t index,
                MatchWorker<P>& worker, MatchRecord<P>& record, StopFlag* stop = nullptr,
                Work* work = nullptr) {
    detail::begin_record(record, start, settings, index);
    Meter meter(stop, work);
    worker.start = start;
    count_with(worker.start, &meter);
    worker.position = worker.start;
    worker.meter = &meter;
    const Deadline deadline(meter, settings.max_seconds);
    bool is_opening = true;
    try {
        standings_of(worker.position, settings.judge, settings.kappa,
                     record.start_standings.data());
        detail::play_opening(record, settings, worker);
        is_opening = false;
        worker.streams.clear();
        worker.redeals.clear();
        worker.has_listener = false;
        for (std::uint32_t seat = 0; seat < static_cast<std::uint32_t>(record.seat_count); ++seat) {
            worker.streams.emplace_back(settings.seed, index, player_purpose(seat));
            worker.redeals.emplace_back(settings.seed, index, redeal_purpose(seat));
            const auto player = static_cast<std::size_t>(record.seating[seat]);
            worker.choosers[seat].begin(settings.specs[player], settings.policies[player], &meter);
            worker.has_listener |= worker.choosers[seat].listens();
        }
        Rng chance(settings.seed, index, Purpose::kChance);
        record.outcome = detail::play_on(record, settings, worker, chance);
        detail::conclude(record, settings, worker.position);
        record.finished = true;
    } catch (const Stopped&) {
        return;
    } catch (const OutOfTime&) {
        record.outcome = OutcomeOf<P::kMostSeats>::shared(record.seat_count, Reason::kTimeLimit);
        record.out_of_time = record.finished = true;
        if (is_opening) record.opening_plies = static_cast<std::int32_t>(record.moves.size());
        detail::drop_plies_not_judged(record);
    }
}

// The same with its own memory, for a single match.
template <Playable P>
MatchRecord<P> play_match(const P& start, const MatchSettings<P>& settings, std::uint64_t index) {
    const auto worker = std::make_unique<MatchWorker<P>>();
    MatchRecord<P> record;
    play_match(start, settings, index, *worker, record);
    return record;
}

// The width of a column of single numbers, not of rows.
inline constexpr std::size_t kSingle = 0;

// One column of many matches: numbers, or rows of `width` numbers one after the other.
struct MatchColumn {
    std::string_view name;
    std::size_t width = kSingle;
    bool is_running = false;  // counts on from match to match
    std::variant<std::vector<std::int8_t>, std::vector<std::uint8_t>, std::vector<std::int32_t>,
                 std::vector<std::int64_t>, std::vector<std::uint64_t>, std::vector<float>,
                 std::vector<double>>
        numbers;
};

// Many matches as columns, ready for NumPy, of any game. Plies of match i are the rows
// [offsets[i], offsets[i + 1]) of the columns per ply, its moments those of moment_offsets. Owned
// by the caller, complete when play_matches returns.
struct MatchColumns {
    std::vector<MatchColumn> columns;

    template <typename T>
    const std::vector<T>& of(std::string_view name) const {
        for (const MatchColumn& column : columns) {
            if (column.name == name) return std::get<std::vector<T>>(column.numbers);
        }
        throw std::invalid_argument("no column " + std::string(name));
    }
};

namespace detail {

// Numbers added to the row before: where the next match begins.
struct Count {
    std::size_t rows;
    using Number = std::int64_t;
    std::size_t size() const { return 1; }
    void add_to(std::vector<Number>& column) const {
        const Number before = column.empty() ? 0 : column.back();
        column.push_back(before + static_cast<Number>(rows));
    }
};

template <Playable P>
struct Packed {
    const std::vector<typename P::Move>& moves;
    using Number = std::int32_t;
    std::size_t size() const { return moves.size() * move_width<P>(); }
    void add_to(std::vector<Number>& column) const {
        std::size_t at = column.size();
        column.resize(at + size());
        for (const typename P::Move move : moves) {
            pack_move<P>(move, column.data() + at);
            at += move_width<P>();
        }
    }
};

template <typename T>
struct Rows {
    std::span<const T> numbers;
    using Number = T;
    std::size_t size() const { return numbers.size(); }
    void add_to(std::vector<T>& column) const {
        column.insert(column.end(), numbers.begin(), numbers.end());
    }
};

template <typename T>
struct One {
    T number;
    using Number = T;
    std::size_t size() const { return 1; }
    void add_to(std::vector<T>& column) const { column.push_back(number); }
};

// The columns, each in one line: its name, numbers per row, and what a match adds to it. Whoever
// adds a column adds a line here; flatten and the bindings follow. Calls column(name, width, part).
template <Playable P, typename Fn>
void each_column(const MatchRecord<P>& match, Fn&& column) {
    const auto seats = static_cast<std::size_t>(match.seat_count);
    const auto all = []<typename T>(const std::vector<T>& numbers) { return Rows<T>{numbers}; };
    const auto by_seat = [&]<typename T>(const std::array<T, P::kMostSeats>& numbers) {
        return Rows<T>{std::span(numbers).first(seats)};
    };
    const auto one = []<typename T>(T number) { return One<T>{number}; };
    // Per ply.
    column("offsets", kSingle, Count{match.moves.size()});
    column("moves", move_width<P>(), Packed<P>{match.moves});
    column("seats", kSingle, all(match.seats));
    column("options", kSingle, all(match.options));
    column("values", kSingle, all(match.values));
    // Per moment.
    column("moment_offsets", kSingle, Count{match.moment_plies.size()});
    column("moment_plies", kSingle, all(match.moment_plies));
    column("moment_seats", kSingle, all(match.moment_seats));
    column("standings", seats, all(match.standings));
    if constexpr (HasMeasures<P>) column("measures", P::kMeasures, all(match.measures));
    // Per match.
    column("start_standings", seats, by_seat(match.start_standings));
    column("scores", seats, by_seat(match.outcome.scores));
    column("points", seats, by_seat(match.points));
    column("places", seats, by_seat(match.places));
    column("reasons", kSingle, one(static_cast<std::uint8_t>(match.outcome.reason)));
    column("indices", kSingle, one(match.index));
    column("opening_plies", kSingle, one(match.opening_plies));
    column("seating", seats, by_seat(match.seating));
    column("out_of_time", kSingle, one(static_cast<std::uint8_t>(match.out_of_time)));
    column("finished", kSingle, one(static_cast<std::uint8_t>(match.finished)));
    column("work", seats, by_seat(match.work));
}

}  // namespace detail

namespace detail {

// How many matches in a row one thread plays before it takes others: all if it is alone; else few
// enough that all threads end at about the same time.
inline std::size_t matches_at_once(std::size_t count, int jobs) {
    const auto threads = static_cast<std::size_t>(resolve_jobs(jobs));
    if (threads == 1) return count;
    return std::clamp<std::size_t>(count / (16 * threads), 1, 64);
}

}  // namespace detail

// Columns to which one match after the other is added.
template <Playable P>
class ColumnsBuilder {
   public:
    // Of `matches` matches for `seats`.
    ColumnsBuilder(int seats, std::size_t matches) : matches_(matches) {
        MatchRecord<P> none;
        none.seat_count = seats;
        detail::each_column(
            none, [&]<typename Part>(const char* name, std::size_t width, Part part) {
                std::vector<typename Part::Number> numbers;
                constexpr bool is_running = std::is_same_v<Part, detail::Count>;
                if constexpr (is_running) part.add_to(numbers);
                all_.columns.push_back({name, width, is_running, std::move(numbers)});
            });
    }

    void add(const MatchRecord<P>& record) {
        auto at = all_.columns.begin();
        detail::each_column(record, [&]<typename Part>(const char*, std::size_t, Part part) {
            part.add_to(std::get<std::vector<typename Part::Number>>((at++)->numbers));
        });
        if (++added_ == kLooked) make_room();
    }

    std::size_t added() const { return added_; }
    MatchColumns take() { return std::move(all_); }

   private:
    // From the first matches it can be told how much room all of them take.
    static constexpr std::size_t kLooked = 8;
    void make_room() {
        for (MatchColumn& column : all_.columns) {
            std::visit(
                [&](auto& numbers) {
                    const std::size_t each = numbers.size() / kLooked + 1;
                    numbers.reserve(matches_ * each + matches_ * each / 8);
                },
                column.numbers);
        }
    }

    MatchColumns all_;
    std::size_t matches_;
    std::size_t added_ = 0;
};

// The columns of several parts of the matches, in their order; there is at least one part.
inline MatchColumns joined(std::vector<MatchColumns>&& parts) {
    MatchColumns all = std::move(parts.front());
    for (std::size_t i = 0; parts.size() > 1 && i < all.columns.size(); ++i) {
        std::visit(
            [&]<typename T>(std::vector<T>& numbers) {
                const auto more = [&](std::size_t part) -> const std::vector<T>& {
                    return std::get<std::vector<T>>(parts[part].columns[i].numbers);
                };
                std::size_t size = numbers.size();
                for (std::size_t part = 1; part < parts.size(); ++part) size += more(part).size();
                numbers.reserve(size);
                for (std::size_t part = 1; part < parts.size(); ++part) {
                    const bool is_running = all.columns[i].is_running;
                    const std::size_t begun = numbers.size();
                    // What runs on begins with a 0 that the part before ends with.
                    numbers.insert(numbers.end(), more(part).begin() + is_running,
                                   more(part).end());
                    if (!is_running) continue;
                    const T before = numbers[begun - 1];
                    for (std::size_t k = begun; k < numbers.size(); ++k) numbers[k] += before;
                }
            },
            all.columns[i].numbers);
    }
    return all;
}

// Plays matches first_index … first_index + count - 1 on up to `jobs` threads (0: one per core).
// Results are in the order of indices and are the same for any number of jobs. When `stop` is
// requested, matches not finished have finished = 0. `progress` counts finished matches, for
// progress bars. Throws OutOfWork if all together take more than `work` allows.
template <Playable P>
MatchColumns play_matches(const P& start, const MatchSettings<P>& settings,
                          std::uint64_t first_index, std::size_t count, int jobs,
                          StopFlag* stop = nullptr, std::atomic<std::uint64_t>* progress = nullptr,
                          Work* work = nullptr) {
    if (start.over()) throw std::invalid_argument("matches from a position that is over");
    const int seats = start.seats();
    for (const std::int32_t plies : settings.openings) {
        if (plies < 0 || plies % seats != 0) {
            throw std::invalid_argument("numbers of opening plies must be multiples of " +
                                        std::to_string(seats) +
                                        ", the number of seats, none below 0");
        }
    }
    for (int seat = 0; seat < seats; ++seat) {
        require_player<P>(settings.specs[static_cast<std::size_t>(seat)].kind);
    }
    const std::size_t share = detail::matches_at_once(count, jobs);
    std::vector<MatchColumns> parts(count > 0 ? (count + share - 1) / share : 1);
    Spares<MatchWorker<P>> spares;
    const auto play_part = [&](std::size_t part) {
        const std::size_t first = part * share, last = std::min(count, first + share);
        ColumnsBuilder<P> built(seats, last - first);
        std::unique_ptr<MatchWorker<P>> worker = spares.take();
        MatchRecord<P>& record = worker->record;
        for (std::size_t i = first; i < last; ++i) {
            if (stop != nullptr) stop->listen();
            if (stop != nullptr && stop->requested()) {
                detail::begin_record(record, start, settings, first_index + i);
            } else {
                play_match(start, settings, first_index + i, *worker, record, stop, work);
            }
            built.add(record);
            if (progress != nullptr && record.finished) {
                progress->fetch_add(1, std::memory_order_relaxed);
            }
        }
        spares.give(std::move(worker));
        parts[part] = built.take();
    };
    parallel_for(parts.size(), jobs, play_part, stop);
    if (work != nullptr) work->require();
    // A stop leaves out whole parts: they are not played now either, but have their rows.
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (parts[part].columns.empty()) play_part(part);
    }
    return joined(std::move(parts));
}

}  // namespace ludwright::play
