// Conquest games: positions keep their counts and conserve armies and cards under every rule, and
// every player chooses legal moves.

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "conquest/script.h"
#include "test/check.h"
#include "test/conquest_walk.h"

namespace {

using ludwright::conquest::kMostSeats;
using ludwright::conquest::Program;
using ludwright::play::Purpose;
using ludwright::play::Rng;
using ludwright::test::ConquestWalk;
using ludwright::test::kCharacters;

constexpr int kPlies = 400;

// The choices of the rules that change what a position does.
struct Choices {
    int seats = 2, deal = 0, neutral = 0, armies = 0, spread = 0, inside = 0;
    int sets = 0, depicted = 0, ties = 0, fighting = 0, occupation = 0, fortify = 4, goal = 0;
    bool islands = false;  // no way from one continent to the other
};

// A ring or two islands of `territories`, with two continents, as lower.py writes programs.
std::vector<std::int32_t> numbers_of(const Choices& c, int territories) {
    std::vector<std::int32_t> n = {1, c.seats, territories, 2};
    const auto add = [&](std::initializer_list<int> more) { n.insert(n.end(), more); };
    add({c.deal, c.neutral, c.armies, c.spread, 0});
    add({3, 0, 3, c.inside, 1, 2, 3});
    if (c.sets == 0) {
        add({0, 0, 0, 5, 6, 0, 0});
    } else {
        add({c.sets, c.sets == 2 ? 2 : 0, c.depicted, 5, 6, 5, 3, 4, 6, 8});
    }
    add({3, 2, c.ties, c.fighting, c.occupation, c.fortify});
    const int aims = c.goal == 2 ? c.seats : 0;
    add({c.goal, c.goal == 1 ? 70 : 100, 40, aims});
    for (int i = 0; i < aims; ++i) add({1, territories / 2 + i, 2});
    for (int t = 0; t < territories; ++t) n.push_back(t < territories / 2 ? 0 : 1);
    const int half = territories / 2;
    n.push_back(c.islands ? territories - 2 : territories + 1);
    for (int t = 0; t < territories; ++t) {
        const bool is_last = t == half - 1 || t == territories - 1;
        if (!c.islands || !is_last) add({t, (t + 1) % territories});
    }
    if (!c.islands) add({0, half});
    return n;
}

void walk(const Choices& choices, int territories, std::uint64_t seed) {
    const Program program = Program::read(numbers_of(choices, territories));
    Rng rng(seed, 0, Purpose::kChance);
    std::array<std::int32_t, kMostSeats> players{};
    for (std::int32_t& player : players) {
        const auto which = rng.below(kCharacters.size() + 4);
        player = which < kCharacters.size() ? kCharacters[which] : -1;
    }
    ConquestWalk match(program, rng);
    const char* wrong = match.play(kPlies, players);
    if (wrong != nullptr)
        std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), wrong);
    CHECK(wrong == nullptr);
}

Choices any_choices(Rng& rng) {
    const auto below = [&](int n) {
        return static_cast<int>(rng.below(static_cast<std::uint32_t>(n)));
    };
    Choices c;
    c.seats = 2 + below(5);
    c.deal = below(2);
    c.neutral = c.seats == 2 ? below(2) : 0;
    c.armies = below(2) * 30;
    c.spread = below(2);
    c.inside = below(2);
    c.sets = below(3);
    c.depicted = below(2) * 2;
    c.ties = below(2);
    c.fighting = below(2);
    c.occupation = below(4);
    c.fortify = below(5);
    c.goal = below(3);
    c.islands = below(4) == 0;
    return c;
}

void test_everything_is_conserved_under_every_rule() {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Rng rng(seed, 1, Purpose::kChance);
        const Choices choices = any_choices(rng);
        // Up to 64 territories fill one word of a set, more need two.
        walk(choices, seed % 10 == 0 ? 70 : 6 + static_cast<int>(seed % 20), seed);
    }
}

void test_every_player_can_sit_at_every_seat() {
    for (const std::int32_t number : kCharacters) {
        for (const bool islands : {false, true}) {
            Choices choices{.seats = 3, .sets = 2};
            choices.islands = islands;
            const Program program = Program::read(numbers_of(choices, 12));
            Rng rng(static_cast<std::uint64_t>(number), 2, Purpose::kChance);
            ConquestWalk match(program, rng);
            CHECK(match.play(4 * kPlies, {number, number, number, -1, -1, -1}) == nullptr);
        }
    }
}

}  // namespace

int main() {
    test_everything_is_conserved_under_every_rule();
    test_every_player_can_sit_at_every_seat();
    return ludwright::test::report();
}
