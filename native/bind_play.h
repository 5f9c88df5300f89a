// What the bindings of all families share: numbers checked, players read, columns handed to NumPy.

#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bind_call.h"
#include "play/decision.h"
#include "play/match.h"
#include "play/playout_sums.h"

namespace ludwright {

[[noreturn]] inline void refuse(const std::string& message) {
    throw nb::value_error(message.c_str());
}

template <typename T>
T bounded(T value, T low, T high, const std::string& name) {
    if (!(value >= low && value <= high)) {
        refuse(name + ": expected a number from " + std::to_string(low) + " to " +
               std::to_string(high) + ", got " + std::to_string(value));
    }
    return value;
}

// An array for NumPy that owns its numbers.
template <typename T>
nb::ndarray<nb::numpy, T> own_array(std::vector<T>&& values,
                                    std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T>(kept->data(), shape, owner);
}

template <typename T>
nb::ndarray<nb::numpy, T> column(std::vector<T>&& values) {
    const std::size_t n = values.size();
    return own_array(std::move(values), {n});
}

template <typename T>
nb::ndarray<nb::numpy, T> rows(std::vector<T>&& values, std::size_t width) {
    const std::size_t n = values.size() / width;
    return own_array(std::move(values), {n, width});
}

int read_jobs(std::int64_t jobs);
float read_kappa(double kappa);
void read_beam(const std::vector<std::int64_t>& widths, std::int32_t (&beam)[4]);
play::PlayerSpec read_spec(const nb::dict& dict, double kappa);

// The arguments of play_matches that no family reads for itself, in the order of its signature.
struct MatchRequest {
    std::vector<nb::dict> specs;
    double kappa = 1.0;
    std::uint64_t seed = 0;
    std::vector<std::int64_t> openings;
    std::int64_t max_plies = 1000;
    bool rotate_seats = false;
    std::uint64_t first_index = 0;
    std::int64_t count = 0;
    std::int64_t jobs = 1;
    play::StopFlag* stop = nullptr;
    nb::handle progress = nb::none();
    double seconds = 0.0;
    bool keeps_finished = false;
};

// Throws for what no settings can have, whatever the game.
void require_request(const MatchRequest& request, int seats);

// The settings of a request for `seats` seats, but for the policies and the judge.
template <typename Policy, int Most>
play::MatchSettingsOf<Policy, Most> read_settings(const MatchRequest& request, int seats) {
    require_request(request, seats);
    play::MatchSettingsOf<Policy, Most> settings;
    for (std::size_t i = 0; i < request.specs.size(); ++i) {
        settings.specs[i] = read_spec(request.specs[i], request.kappa);
    }
    settings.kappa = read_kappa(request.kappa);
    settings.seed = request.seed;
    settings.openings.assign(request.openings.begin(), request.openings.end());
    settings.max_plies = static_cast<std::int32_t>(request.max_plies);
    settings.max_seconds = request.seconds;
    settings.rotate_seats = request.rotate_seats;
    return settings;
}

// The columns of matches by their names.
nb::dict columns_dict(play::MatchColumns&& columns);

// Runs play(call, first_index, count, jobs), which returns columns, and returns them by name. A
// request that keeps finished matches also gets the exception that ended the call early, or None.
template <typename Fn>
nb::dict run_matches(const MatchRequest& request, Fn&& play) {
    Call call(request.progress, request.stop);
    if (request.keeps_finished) call.keep_what_is_done();
    const auto count = static_cast<std::size_t>(request.count);
    const int jobs = static_cast<int>(request.jobs);
    play::MatchColumns columns =
        call.run([&](Call& running) { return play(running, request.first_index, count, jobs); });
    nb::dict result = columns_dict(std::move(columns));
    if (request.keeps_finished) result["interruption"] = call.interruption();
    return result;
}

// The numbers of moves, one row each.
template <play::Playable P>
std::vector<std::int32_t> pack_moves(const std::vector<typename P::Move>& moves) {
    const std::size_t width = play::move_width<P>();
    std::vector<std::int32_t> flat(moves.size() * width);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        play::pack_move<P>(moves[i], flat.data() + i * width);
    }
    return flat;
}

nb::tuple numbers_tuple(std::span<const std::int32_t> numbers);

template <play::Playable P>
nb::tuple move_tuple(typename P::Move move) {
    std::array<std::int32_t, play::move_width<P>()> numbers;
    play::pack_move<P>(move, numbers.data());
    return numbers_tuple(numbers);
}

const char* proven_name(play::Proven proven);

template <play::Playable P>
nb::dict decision_dict(play::Decision<typename P::Move>&& decision) {
    nb::dict result;
    result["best"] = move_tuple<P>(decision.best);
    result["value"] = static_cast<double>(decision.value);
    result["proven"] = proven_name(decision.proven);
    result["work"] = decision.work;
    result["depth"] = decision.depth;
    result["out_of_time"] = decision.out_of_time;
    result["moves"] = rows(pack_moves<P>(decision.moves), play::move_width<P>());
    result["visits"] = column(std::move(decision.visits));
    result["values"] = column(std::move(decision.values));
    return result;
}

// How many playouts of what length, on how many threads; checked.
struct PlayoutRequest {
    PlayoutRequest(std::int64_t n, std::uint64_t seed, std::int64_t max_plies, std::int64_t jobs);
    std::int64_t n;
    std::uint64_t seed;
    int max_plies;
    int jobs;
};

}  // namespace ludwright
