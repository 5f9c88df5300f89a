// Matches and their records: one match, and many in parallel as columns.
//
// Match i depends on (seed, i) only. Each seat draws from its own stream, openings from kSetup, so
// a player that thinks longer does not change anyone else's random numbers.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "play/meter.h"
#include "play/players.h"
#include "play/pool.h"
#include "play/position.h"
#include "play/rng.h"

namespace ludwright::play {

// What all matches of a playtest share. Owned by the caller, constant while matches run.
template <Playable P>
struct MatchSettings {
    PlayerSpec specs[2];             // who plays; specs[0] has seat 0 unless swapped
    typename P::Policy policies[2];  // of the players, going with them when they swap
    typename P::Policy judge;        // evaluates for both sides: gives the leads
    float kappa = 1.0F;              // of the judge
    std::uint64_t seed = 0;
    std::vector<std::int32_t>
        openings;                   // numbers of random first plies to choose from; may be empty
    std::int32_t max_plies = 1000;  // the opening included; reaching it is a draw
    double max_seconds = 0.0;       // per match, a guard; 0: none
    bool swap_seats = false;        // odd matches swap, on the opening of the match before
};

// One match as it happened. Owned by the caller of play_match, complete when that returns.
template <Playable P>
struct MatchRecord {
    std::vector<typename P::Move> moves;
    std::vector<std::uint8_t> seats;    // who made each
    std::vector<std::int32_t> options;  // legal moves there were
    std::vector<float> leads;           // of seat 0 after the ply, by the judge, in [-1, 1]
    std::vector<float> values;          // the chooser's, for the mover; NaN when it has none
    float start_lead = 0.0F;            // of seat 0 before the first ply
    Outcome outcome;
    std::uint64_t seed = 0;
    std::uint64_t index = 0;
    std::int32_t opening_plies = 0;
    bool swapped = false;        // specs[1] had seat 0
    bool out_of_time = false;    // a wall-time guard was hit: this match may not be reproducible
    bool finished = false;       // false only when the stop flag cut it short
    std::uint64_t work[2] = {};  // iterations or nodes, by seat
};

// Memory one thread needs to play a match. Owned by a Spares list, lent to one thread at a time.
template <Playable P>
struct MatchWorker {
    Chooser<P> choosers[2];  // by seat
    P start;                 // counted by the meter of the match, as all that is copied from it
    P position;
    std::vector<typename P::Move> legal;
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

// Appends the data of a ply that has been made; nothing if its evaluation is cut short.
template <Playable P>
void record_ply(MatchRecord<P>& record, const MatchSettings<P>& settings, const P& after,
                typename P::Move move, int seat, std::size_t options, float value) {
    const float lead = lead_of(after, settings.judge, settings.kappa);
    record.moves.push_back(move);
    record.seats.push_back(static_cast<std::uint8_t>(seat));
    record.options.push_back(static_cast<std::int32_t>(options));
    record.leads.push_back(lead);
    record.values.push_back(value);
}

// Makes the random first plies in `worker.position` and records them. An opening that ends the
// match says nothing about the players, so another is drawn; a game that keeps ending this early
// gets none.
template <Playable P>
void play_opening(MatchRecord<P>& record, const MatchSettings<P>& settings,
                  MatchWorker<P>& worker) {
    if (settings.openings.empty()) return;
    const std::uint64_t index =
        settings.swap_seats ? record.index & ~std::uint64_t{1} : record.index;
    Rng rng(settings.seed, index, Purpose::kSetup);
    const auto choices = static_cast<std::uint32_t>(settings.openings.size());
    const std::int32_t wanted = std::min(settings.openings[rng.below(choices)], settings.max_plies);
    const float none = std::numeric_limits<float>::quiet_NaN();
    constexpr int kAttempts = 32;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        P& position = worker.position;
        for (std::int32_t i = 0; i < wanted && !position.over(); ++i) {
            position.moves(worker.legal);
            if (worker.legal.empty()) break;
            const auto count = static_cast<std::uint32_t>(worker.legal.size());
            const typename P::Move move = worker.legal[rng.below(count)];
            const int seat = position.seat();
            position.make(move);
            record_ply(record, settings, position, move, seat, count, none);
        }
        if (!position.over()) {
            record.opening_plies = static_cast<std::int32_t>(record.moves.size());
            return;
        }
        position = worker.start;
        record.moves.clear();
        record.seats.clear();
        record.options.clear();
        record.leads.clear();
        record.values.clear();
    }
}

// Plays from worker.position until the match ends or the meter throws, which is handled here.
template <Playable P>
void play_on(MatchRecord<P>& record, const MatchSettings<P>& settings, MatchWorker<P>& worker,
             Rng (&streams)[2]) {
    const auto most = static_cast<std::size_t>(std::max(0, settings.max_plies));
    P& position = worker.position;
    while (!position.over()) {
        if (record.moves.size() >= most) {
            record.outcome = Outcome{{0.5F, 0.5F}, Reason::kPlyLimit};
            return;
        }
        position.moves(worker.legal);
        if (worker.legal.empty()) {
            record.outcome = Outcome{{0.5F, 0.5F}, Reason::kFault};
            return;
        }
        const int seat = position.seat();
        const auto left = static_cast<std::int32_t>(most - record.moves.size());
        const Choice<P> choice =
            worker.choosers[seat].choose(position, worker.legal, streams[seat], left);
        // A stopped search returns early with an unreliable move.
        if (choice.stopped) throw Stopped{};
        record.work[seat] += choice.work;
        record.out_of_time |= choice.out_of_time;
        position.make(choice.move);
        for (Chooser<P>& chooser : worker.choosers) chooser.observe(choice.move);
        record_ply(record, settings, position, choice.move, seat, worker.legal.size(),
                   choice.value);
    }
    record.outcome = position.outcome();
}

}  // namespace detail

// Plays match `index` from `start`, with the memory of `worker`, whose history does not matter. A
// stop leaves a record that is not finished; a limit of work throws OutOfWork.
template <Playable P>
MatchRecord<P> play_match(const P& start, const MatchSettings<P>& settings, std::uint64_t index,
                          MatchWorker<P>& worker, StopFlag* stop = nullptr, Work* work = nullptr) {
    MatchRecord<P> record;
    record.seed = settings.seed;
    record.index = index;
    record.swapped = settings.swap_seats && index % 2 == 1;
    Meter meter(stop, work);
    worker.start = start;
    count_with(worker.start, &meter);
    worker.position = worker.start;
    try {
        record.start_lead = lead_of(worker.position, settings.judge, settings.kappa);
        detail::play_opening(record, settings, worker);
        Rng streams[2] = {Rng(settings.seed, index, player_purpose(0)),
                          Rng(settings.seed, index, player_purpose(1))};
        for (int seat = 0; seat < 2; ++seat) {
            const int player = record.swapped ? 1 - seat : seat;
            worker.choosers[seat].begin(settings.specs[player], settings.policies[player], &meter);
        }
        const Deadline deadline(meter, settings.max_seconds);
        detail::play_on(record, settings, worker, streams);
        record.finished = true;
    } catch (const Stopped&) {
        return record;
    } catch (const OutOfTime&) {
        record.outcome = Outcome{{0.5F, 0.5F}, Reason::kTimeLimit};
        record.out_of_time = record.finished = true;
    }
    return record;
}

// The same with its own memory, for a single match.
template <Playable P>
MatchRecord<P> play_match(const P& start, const MatchSettings<P>& settings, std::uint64_t index) {
    const auto worker = std::make_unique<MatchWorker<P>>();
    return play_match(start, settings, index, *worker);
}

// Many matches as columns, ready for NumPy. Plies of match i are [offsets[i], offsets[i + 1]) in
// the per-ply columns. Owned by the caller, complete when play_matches returns.
template <Playable P>
struct MatchColumns {
    std::vector<std::int64_t> offsets;  // matches + 1
    // Per ply, as in MatchRecord.
    std::vector<typename P::Move> moves;
    std::vector<std::uint8_t> seats;
    std::vector<std::int32_t> options;
    std::vector<float> leads;
    std::vector<float> values;
    // Per match, as in MatchRecord.
    std::vector<float> start_leads;
    std::vector<float> scores;  // two per match, by seat
    std::vector<Reason> reasons;
    std::vector<std::uint64_t> indices;
    std::vector<std::int32_t> opening_plies;
    std::vector<std::uint8_t> swapped;
    std::vector<std::uint8_t> out_of_time;
    std::vector<std::uint8_t> finished;
    std::vector<std::uint64_t> work;  // two per match, by seat
};

// Joins records into columns, in their order.
template <Playable P>
MatchColumns<P> flatten(const std::vector<MatchRecord<P>>& records) {
    MatchColumns<P> columns;
    const auto append = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    columns.offsets.push_back(0);
    for (const MatchRecord<P>& record : records) {
        append(columns.moves, record.moves);
        append(columns.seats, record.seats);
        append(columns.options, record.options);
        append(columns.leads, record.leads);
        append(columns.values, record.values);
        columns.offsets.push_back(static_cast<std::int64_t>(columns.moves.size()));
        columns.start_leads.push_back(record.start_lead);
        columns.reasons.push_back(record.outcome.reason);
        columns.indices.push_back(record.index);
        columns.opening_plies.push_back(record.opening_plies);
        columns.swapped.push_back(record.swapped);
        columns.out_of_time.push_back(record.out_of_time);
        columns.finished.push_back(record.finished);
        for (int seat = 0; seat < 2; ++seat) {
            columns.scores.push_back(record.outcome.scores[seat]);
            columns.work.push_back(record.work[seat]);
        }
    }
    return columns;
}

// Plays matches first_index … first_index + count - 1 on up to `jobs` threads (0: one per core).
// Results are in the order of indices and are the same for any number of jobs. When `stop` is
// requested, matches not finished have finished = 0. `progress` counts finished matches, for
// progress bars. Throws OutOfWork if all together take more than `work` allows.
template <Playable P>
MatchColumns<P> play_matches(const P& start, const MatchSettings<P>& settings,
                             std::uint64_t first_index, std::size_t count, int jobs,
                             StopFlag* stop = nullptr,
                             std::atomic<std::uint64_t>* progress = nullptr, Work* work = nullptr) {
    if (start.over()) throw std::invalid_argument("matches from a position that is over");
    for (const std::int32_t plies : settings.openings) {
        if (plies < 0 || plies % 2 != 0) {
            throw std::invalid_argument("numbers of opening plies must be even, none below 0");
        }
    }
    std::vector<MatchRecord<P>> records(count);
    for (std::size_t i = 0; i < count; ++i) {  // for those a stop leaves out
        records[i].seed = settings.seed;
        records[i].index = first_index + i;
    }
    Spares<MatchWorker<P>> spares;
    parallel_for(
        count, jobs,
        [&](std::size_t i) {
            std::unique_ptr<MatchWorker<P>> worker = spares.take();
            records[i] = play_match(start, settings, first_index + i, *worker, stop, work);
            spares.give(std::move(worker));
            if (progress != nullptr && records[i].finished) {
                progress->fetch_add(1, std::memory_order_relaxed);
            }
        },
        stop);
    if (work != nullptr) work->require();
    return flatten(records);
}

}  // namespace ludwright::play
