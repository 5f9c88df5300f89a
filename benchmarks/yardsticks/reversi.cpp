// Uniformly random matches of Reversi 8x8 on bitboards, four directions of a board at once in one vector.
// A player without a move passes, and a pass counts as a ply; the match ends when neither player can move.
#include "playouts.hpp"

namespace {

using namespace yardstick;

using Sets = __m256i;

constexpr Set inner_columns = 0x7e7e7e7e7e7e7e7eU;

Sets everywhere(Set set) { return _mm256_set1_epi64x(static_cast<long long>(set)); }

Sets steps(int times) { return _mm256_set_epi64x(9 * times, 8 * times, 7 * times, 1 * times); }

Sets up(Sets sets, int times) { return _mm256_sllv_epi64(sets, steps(times)); }
Sets down(Sets sets, int times) { return _mm256_srlv_epi64(sets, steps(times)); }

// The enemies that may be turned in each direction: rows and diagonals must not wrap around the edge.
Sets turnable(Set enemy) {
    const long long inner = static_cast<long long>(enemy & inner_columns);
    return _mm256_set_epi64x(inner, static_cast<long long>(enemy), inner, inner);
}

// Unbroken enemy runs that start next to the sources, in the four directions of `shift`.
template <typename Shift>
Sets runs(Sets sources, Sets enemies, Shift shift) {
    Sets found = _mm256_and_si256(enemies, shift(sources, 1));
    found = _mm256_or_si256(found, _mm256_and_si256(enemies, shift(found, 1)));
    const Sets pairs = _mm256_and_si256(enemies, shift(enemies, 1));
    found = _mm256_or_si256(found, _mm256_and_si256(pairs, shift(found, 2)));
    return _mm256_or_si256(found, _mm256_and_si256(pairs, shift(found, 2)));
}

Set joined(Sets sets) {
    const __m128i halves = _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256(sets, 1));
    return static_cast<Set>(_mm_cvtsi128_si64(halves)) | static_cast<Set>(_mm_extract_epi64(halves, 1));
}

Set moves(Set own, Set enemy) {
    const Sets sources = everywhere(own);
    const Sets enemies = turnable(enemy);
    const Sets ends = _mm256_or_si256(up(runs(sources, enemies, up), 1), down(runs(sources, enemies, down), 1));
    return joined(ends) & ~(own | enemy);
}

// The runs closed by an own stone; the others are dropped.
template <typename Shift>
Sets closed(Sets found, Sets own, Shift shift) {
    const Sets closers = _mm256_and_si256(shift(found, 1), own);
    return _mm256_andnot_si256(_mm256_cmpeq_epi64(closers, _mm256_setzero_si256()), found);
}

Set turned(Set stone, Set own, Set enemy) {
    const Sets source = everywhere(stone);
    const Sets closers = everywhere(own);
    const Sets enemies = turnable(enemy);
    return joined(_mm256_or_si256(closed(runs(source, enemies, up), closers, up),
                                  closed(runs(source, enemies, down), closers, down)));
}

Outcome finish(Set first, Set second, int plies) {
    const int lead = static_cast<int>(count(first)) - static_cast<int>(count(second));
    return {(lead > 0) - (lead < 0), plies};
}

Outcome play(Random& random) {
    constexpr Set first_at_start = 0x0000000810000000U;
    constexpr Set second_at_start = 0x0000001008000000U;
    Set own = first_at_start;
    Set enemy = second_at_start;
    bool first_moves = true;
    for (int plies = 0;; ++plies) {
        const Set legal = moves(own, enemy);
        if (legal != 0) [[likely]] {
            const Set stone = select(legal, random.below(count(legal)));
            const Set captured = turned(stone, own, enemy);
            own |= stone | captured;
            enemy ^= captured;
        } else if (moves(enemy, own) == 0) {
            return first_moves ? finish(own, enemy, plies) : finish(enemy, own, plies);
        }
        const Set next = enemy;
        enemy = own;
        own = next;
        first_moves = !first_moves;
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    return yardstick::run("reversi-8", argument_count, arguments, play);
}
