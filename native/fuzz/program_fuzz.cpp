// Fuzzes what crosses the border: any numbers are either rejected with BadProgram or are a game
// that can be played. Inputs are 32-bit numbers, little endian, as lower() writes them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <memory>
#include <span>
#include <vector>

#include "combinatorial/advisors.h"
#include "combinatorial/position.h"
#include "combinatorial/program.h"
#include "play/rng.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using namespace ludwright::combinatorial;
using ludwright::play::Purpose;
using ludwright::play::Rng;

constexpr int kPlies = 60;
constexpr int kPlayoutPlies = 40;
// One input must not take long: sites and moves looked at, and pairs of sites that rules relate.
constexpr std::int64_t kMostWork = 12000;
constexpr std::int64_t kMostPairs = 3000000;

// Processor time, so that a busy or paused machine does not look like a hang.
constexpr double kMostSeconds = 10.0;

std::uint64_t digest(const std::uint8_t* data, std::size_t size) {
    std::uint64_t h = 0xcbf29ce484222325ULL;
    for (std::size_t i = 0; i < size; ++i) h = (h ^ data[i]) * 0x100000001b3ULL;
    return h;
}

// Everything that searches and the bindings use of a position.
template <int W>
void look_at(const Position<W>& position, std::vector<Move>& moves, Rng& rng) {
    const Position<W> copy = position;
    if (copy.key() != position.key()) __builtin_trap();
    if (static_cast<std::size_t>(position.count_moves()) != moves.size()) __builtin_trap();
    for (int i = 0; i < 3 && !moves.empty(); ++i) {
        position.has_captures(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    std::vector<Move> others;
    for (int seat = 0; seat < 2; ++seat) {
        position.candidates(seat, others);
        position.has_move(seat);
        position.points(seat);
        position.piece_count(seat);
    }
    const Position<W> other = position.with_seat_to_move(1 - position.seat());
    other.moves(others);
    if (!others.empty()) {
        other.has_captures(others[rng.below(static_cast<std::uint32_t>(others.size()))]);
    }
    for (const auto site : position.program().text.sites) {
        const int height = position.height_at(site);
        position.cell_state_at(site);
        for (int level = 0; level < height; ++level) position.piece_at(site, level);
    }
}

template <int W>
void play(const Program<W>& program, Rng& rng) {
    Position<W> position(program);
    AdvisorWeights weights{};
    for (auto& seat : weights) seat.fill(1.0F);
    const auto policy = make_policy(program, weights, AdvisorScales{});
    std::int64_t work = 0;
    std::vector<Move> moves;
    for (int ply = 0; ply < kPlies && work < kMostWork && !position.over(); ++ply) {
        position.moves(moves);
        work += static_cast<std::int64_t>(moves.size()) + program.text.extent;
        if (moves.empty()) __builtin_trap();  // neither over nor a move
        if (ply == 0 || ply % 8 == 3) {
            look_at(position, moves, rng);
            position.evaluate(policy);
            Position<W> ahead = position;
            ahead.playout(rng, kPlayoutPlies);
            work += 2000;
        }
        if (rng.below(2) == 0) {
            position.make_random(rng);
        } else {
            position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
    position.outcome();
    Position<W> whole(program);
    whole.playout(rng, kPlayoutPlies);
}

template <int W>
void play_with_sets(ProgramText&& text, Rng& rng) {
    std::unique_ptr<const Program<W>> program;
    try {
        program = std::make_unique<const Program<W>>(std::move(text));
    } catch (const BadProgram&) {
        return;
    }
    play(*program, rng);
}

void try_program(const std::uint8_t* data, std::size_t size) {
    std::vector<std::int32_t> numbers(size / 4);
    if (!numbers.empty()) std::memcpy(numbers.data(), data, numbers.size() * 4);
    ProgramText text;
    try {
        text = read_program(numbers);
    } catch (const BadProgram&) {
        return;
    }
    const auto rules = static_cast<std::int64_t>(text.rules.size()) + 1;
    if (std::int64_t{text.extent} * text.extent * rules > kMostPairs) return;
    const std::uint64_t seed = digest(data, size);
    Rng rng(seed, 0, Purpose::kChance);
    // Larger sets than needed must work too, and small boards try them quickly.
    int width = 1;
    while (width * 64 < text.extent) width *= 2;
    if (seed % 8 == 0) width *= 2;
    if (seed % 64 == 1) width = 16;
    switch (std::min(width, 16)) {
        case 1:
            play_with_sets<1>(std::move(text), rng);
            break;
        case 2:
            play_with_sets<2>(std::move(text), rng);
            break;
        case 4:
            play_with_sets<4>(std::move(text), rng);
            break;
        case 8:
            play_with_sets<8>(std::move(text), rng);
            break;
        default:
            play_with_sets<16>(std::move(text), rng);
            break;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::clock_t begun = std::clock();
    try_program(data, size);
    if (static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC > kMostSeconds) __builtin_trap();
    return 0;
}

// Changes numbers rather than bytes, so that most inputs get past the checks at the front.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
    Rng rng(seed, 1, Purpose::kChance);
    const auto count = static_cast<std::uint32_t>(size / 4);
    if (count < 4 || rng.below(16) == 0) return LLVMFuzzerMutate(data, size, most);
    const auto get = [&](std::uint32_t i) {
        std::int32_t value;
        std::memcpy(&value, data + 4 * i, 4);
        return value;
    };
    const auto put = [&](std::uint32_t i, std::int32_t value) {
        std::memcpy(data + 4 * i, &value, 4);
    };
    // The board's tables make up most of a program; the rules at its end deserve more visits.
    const auto place = [&] {
        const std::uint32_t tail = std::min(count, 600U);
        return rng.below(3) == 0 ? rng.below(count) : count - 1 - rng.below(tail);
    };
    const std::uint32_t changes = 1 + rng.below(4);
    for (std::uint32_t n = 0; n < changes; ++n) {
        const std::uint32_t i = place();
        switch (rng.below(8)) {
            case 0:
            case 1:
                put(i, static_cast<std::int32_t>(static_cast<std::uint32_t>(get(i)) + rng.below(9) -
                                                 4));
                break;
            case 2:
                put(i, get(place()));
                break;
            case 3:
                put(i, static_cast<std::int32_t>(rng.below(64)) - 2);
                break;
            case 4:
                put(i, 1 - get(i) % 2);
                break;
            case 5: {
                const std::uint32_t j = place();
                const std::int32_t kept = get(i);
                put(i, get(j));
                put(j, kept);
                break;
            }
            case 6: {  // a run from elsewhere: nodes, consequences and rules are runs
                const std::uint32_t j = place();
                const std::uint32_t length = std::min(1 + rng.below(9), count - std::max(i, j));
                std::memmove(data + 4 * i, data + 4 * j, std::size_t{4} * length);
                break;
            }
            default:
                put(i, static_cast<std::int32_t>(rng.below(4096)) - 32);
                break;
        }
    }
    return std::size_t{4} * count;
}
