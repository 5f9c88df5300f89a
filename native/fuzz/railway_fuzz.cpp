// Fuzzes the programs of railway games: any numbers are either refused or are a game that can be
// played, by every player, with everything conserved.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "fuzz/numbers.h"
#include "play/rng.h"
#include "railway/program.h"
#include "test/railway_walk.h"

namespace {

using namespace ludwright;
using play::Rng;

constexpr int kPlies = 600;

// Everything that searches and the bindings use of a position.
void look_at(const railway::Position& position, Rng& rng) {
    for (int seat = 0; seat < position.seats(); ++seat) {
        railway::Position believed = position;
        believed.redeal(seat, rng);
        if (!(believed.tickets(seat) == position.tickets(seat))) __builtin_trap();
        if (believed.final_points(seat) != position.final_points(seat)) __builtin_trap();
        if (!believed.over() && believed.count_moves() < 1) __builtin_trap();
    }
    std::array<double, railway::kMostSeats> standings{};
    position.standings({}, standings.data());
    double sum = 0.0;
    for (const double one : standings) sum += one;
    if (!(sum > 0.999 && sum < 1.001)) __builtin_trap();
    std::array<double, railway::Position::kMeasures> measures{};
    position.measures(measures.data());
    railway::Position ahead = position;
    ahead.playout(rng, 20);
}

void try_program(const std::uint8_t* data, std::size_t size) {
    std::unique_ptr<const railway::Program> program;
    try {
        program = std::make_unique<const railway::Program>(
            railway::Program::read(fuzz::numbers_of(data, size)));
    } catch (const std::invalid_argument&) {
        return;
    }
    Rng rng = fuzz::rng_of(data, size);
    test::RailwayWalk::Numbers players{};
    for (std::int32_t& player : players) player = fuzz::any_player(test::kRailwayCharacters, rng);
    test::RailwayWalk match(*program, rng);
    fuzz::require(match.play(kPlies, players));
    look_at(match.position(), rng);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::in_time([&] { try_program(data, size); });
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
    return fuzz::mutate(data, size, most, seed, 30);
}
