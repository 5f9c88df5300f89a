// Players, requests and results of any family for Python. Converts and checks; no logic.

#include "bind_play.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <variant>

namespace ludwright {

namespace {

constexpr std::int64_t kMostJobs = 1024;

template <typename T>
T read(const nb::handle& value, const std::string& name, const char* what) {
    T found{};
    if (!nb::try_cast<T>(value, found)) refuse(name + ": expected " + what);
    return found;
}

std::int64_t whole(const nb::handle& value, const std::string& name, std::int64_t low,
                   std::int64_t high) {
    return bounded<std::int64_t>(read<std::int64_t>(value, name, "a whole number"), low, high,
                                 name);
}

std::int32_t whole_32(const nb::handle& value, const std::string& name) {
    using Limits = std::numeric_limits<std::int32_t>;
    return static_cast<std::int32_t>(whole(value, name, Limits::min(), Limits::max()));
}

double real(const nb::handle& value, const std::string& name, double low, double high) {
    return bounded<double>(read<double>(value, name, "a number"), low, high, name);
}

// One of several names; the number of the one given.
template <std::size_t N>
int choice(const nb::handle& value, const std::string& name, const char* what,
           const char* const (&names)[N]) {
    const auto given = read<std::string>(value, name, what);
    const auto at = std::find(std::begin(names), std::end(names), given);
    if (at != std::end(names)) return static_cast<int>(at - std::begin(names));
    std::string all;
    for (std::size_t i = 0; i < N; ++i) {
        all += std::string(i == 0 ? "" : i + 1 < N ? ", " : " or ") + names[i];
    }
    refuse(name + ": expected " + all + ", got " + given);
}

constexpr const char* kRollouts[] = {"uniform", "capped", "evaluate"};

void read_script_settings(play::PlayerSpec& spec, const nb::handle& value) {
    const std::string name = "settings";
    const std::string most = std::to_string(play::kMostSettings);
    const std::string what = "a list of up to " + most + " whole numbers";
    const auto given = read<std::vector<nb::object>>(value, name, what.c_str());
    if (given.size() > spec.settings.size()) {
        refuse(name + ": expected " + what + ", got " + std::to_string(given.size()));
    }
    spec.settings.fill(0);
    for (std::size_t i = 0; i < given.size(); ++i) spec.settings[i] = whole_32(given[i], name);
}

void read_setting(play::PlayerSpec& spec, const std::string& key, const nb::handle& value) {
    if (key == "kind") {
        spec.kind = static_cast<play::PlayerKind>(
            choice(value, key, "the name of a kind of player", play::kPlayerNames));
    } else if (key == "playouts") {
        spec.mcts.playouts = static_cast<std::int32_t>(whole(value, key, 1, 1'000'000'000));
    } else if (key == "exploration") {
        spec.mcts.exploration = static_cast<float>(real(value, key, 0.0, 1000.0));
    } else if (key == "rollout") {
        spec.mcts.rollout = static_cast<play::Rollout>(
            choice(value, key, "the name of a kind of rollout", kRollouts));
    } else if (key == "depth_cap") {
        spec.mcts.depth_cap = static_cast<std::int32_t>(whole(value, key, 0, 1'000'000));
    } else if (key == "max_nodes") {
        spec.mcts.max_nodes = static_cast<std::uint32_t>(whole(value, key, 1, 1 << 28));
    } else if (key == "solver") {
        spec.mcts.solver = read<bool>(value, key, "True or False");
    } else if (key == "reuse") {
        spec.mcts.reuse = read<bool>(value, key, "True or False");
    } else if (key == "depth") {
        spec.alphabeta.depth = static_cast<std::int32_t>(whole(value, key, 1, 99));
    } else if (key == "nodes") {
        spec.alphabeta.max_nodes = static_cast<std::uint64_t>(whole(value, key, 0, 1LL << 40));
    } else if (key == "beam") {
        read_beam(read<std::vector<std::int64_t>>(value, key, "a list of four whole numbers"),
                  spec.alphabeta.beam);
    } else if (key == "plies_left") {
        spec.mcts.plies_left = static_cast<std::int32_t>(whole(value, key, 0, 1'000'000));
    } else if (key == "random_share") {
        spec.random_share = static_cast<float>(real(value, key, 0.0, 1.0));
    } else if (key == "script") {
        spec.script = whole_32(value, key);
    } else if (key == "settings") {
        read_script_settings(spec, value);
    } else if (key == "seconds") {
        spec.mcts.max_seconds = real(value, key, 0.0, 86400.0);
        spec.alphabeta.max_seconds = spec.mcts.max_seconds;
    } else {
        refuse(key + ": no such setting of a player");
    }
}

}  // namespace

int read_jobs(std::int64_t jobs) {
    return static_cast<int>(bounded<std::int64_t>(jobs, 0, kMostJobs, "jobs"));
}

float read_kappa(double kappa) {
    return static_cast<float>(bounded<double>(kappa, 0.0, 1000.0, "kappa"));
}

void read_beam(const std::vector<std::int64_t>& widths, std::int32_t (&beam)[4]) {
    if (widths.size() != 4) refuse("beam: expected a list of four whole numbers");
    for (std::size_t i = 0; i < 4; ++i) {
        beam[i] = static_cast<std::int32_t>(bounded<std::int64_t>(widths[i], 0, 1'000'000, "beam"));
    }
}

play::PlayerSpec read_spec(const nb::dict& dict, double kappa) {
    play::PlayerSpec spec;
    spec.mcts.kappa = read_kappa(kappa);
    spec.alphabeta.kappa = spec.mcts.kappa;
    bool has_kind = false;
    for (const auto& [key_object, value] : dict) {
        const auto key = read<std::string>(key_object, "spec", "keys that are text");
        read_setting(spec, key, value);
        has_kind |= key == "kind";
    }
    if (!has_kind) refuse("kind: a player must have one");
    return spec;
}

void require_request(const MatchRequest& request, int seats) {
    if (request.specs.size() != static_cast<std::size_t>(seats)) {
        refuse("specs: expected " + std::to_string(seats) + " players, one for each seat, got " +
               std::to_string(request.specs.size()));
    }
    for (const std::int64_t plies : request.openings) {
        bounded<std::int64_t>(plies, 0, 10'000, "openings");
        if (plies % seats != 0) {
            refuse("openings: expected multiples of " + std::to_string(seats) +
                   ", the number of seats, got " + std::to_string(plies));
        }
    }
    bounded<std::int64_t>(request.max_plies, 1, 1'000'000, "max_plies");
    bounded<double>(request.seconds, 0.0, 86400.0, "seconds");
    bounded<std::uint64_t>(request.first_index, 0, 1ULL << 62, "first_index");
    bounded<std::int64_t>(request.count, 0, 10'000'000, "count");
    read_jobs(request.jobs);
}

nb::dict columns_dict(play::MatchColumns&& columns) {
    nb::dict result;
    for (play::MatchColumn& each : columns.columns) {
        const nb::str name(each.name.data(), each.name.size());
        std::visit(
            [&](auto& numbers) {
                if (each.width == play::kSingle) {
                    result[name] = column(std::move(numbers));
                } else {
                    result[name] = rows(std::move(numbers), each.width);
                }
            },
            each.numbers);
    }
    return result;
}

nb::tuple numbers_tuple(std::span<const std::int32_t> numbers) {
    nb::list list;
    for (const std::int32_t number : numbers) list.append(number);
    return nb::tuple(list);
}

const char* proven_name(play::Proven proven) {
    static constexpr const char* kNames[] = {"unknown", "loss", "draw", "win"};
    return kNames[static_cast<int>(proven)];
}

PlayoutRequest::PlayoutRequest(std::int64_t n, std::uint64_t seed, std::int64_t max_plies,
                               std::int64_t jobs)
    : n(n), seed(seed), max_plies(0), jobs(read_jobs(jobs)) {
    bounded<std::int64_t>(max_plies, 0, play::kMostPlayoutPlies, "max_plies");
    constexpr std::int64_t kMostSquares = std::numeric_limits<std::int64_t>::max();
    const std::int64_t square = std::max<std::int64_t>(1, max_plies * max_plies);
    bounded<std::int64_t>(n, 0, std::min(play::kMostPlayouts, kMostSquares / square), "n");
    this->max_plies = static_cast<int>(max_plies);
}

}  // namespace ludwright
