// Fuzzes the programs of conquest games: any numbers are either refused or are a game that can be
// played, by every player, with everything conserved. Inputs are 32-bit numbers, little endian, as
// lower() writes them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "conquest/program.h"
#include "fuzz/numbers.h"
#include "play/rng.h"
#include "test/conquest_walk.h"

namespace {

using namespace ludwright;
using play::Rng;

constexpr int kPlies = 250;

// Everything that searches and the bindings use of a position.
void look_at(const conquest::Position& position, Rng& rng) {
    for (int seat = 0; seat < position.seats(); ++seat) {
        conquest::Position believed = position;
        if (!position.over() && position.conceals(seat)) believed.redeal(seat, rng);
        if (!(believed.hand(seat) == position.hand(seat))) __builtin_trap();
        position.income(seat);
    }
    std::array<double, conquest::kMostSeats> standings{};
    position.standings({}, standings.data());
    double sum = 0.0;
    for (const double one : standings) sum += one;
    if (!(sum > 0.999 && sum < 1.001)) __builtin_trap();
    std::array<double, conquest::Position::kMeasures> measures{};
    position.measures(measures.data());
    if (!position.over() && position.count_moves() <= test::kMostListed) {
        conquest::Position ahead = position;
        ahead.playout(rng, 20);
    }
}

void try_program(const std::uint8_t* data, std::size_t size) {
    std::unique_ptr<const conquest::Program> program;
    try {
        program = std::make_unique<const conquest::Program>(
            conquest::Program::read(fuzz::numbers_of(data, size)));
    } catch (const std::invalid_argument&) {
        return;
    }
    Rng rng = fuzz::rng_of(data, size);
    std::array<std::int32_t, conquest::kMostSeats> players{};
    for (std::int32_t& player : players) player = fuzz::any_player(test::kCharacters, rng);
    test::ConquestWalk match(*program, rng);
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
    return fuzz::mutate(data, size, most, seed, 60);
}
