// Tests of sets of sites, of every size, against the same sets kept as plain lists of truth values.

#include <type_traits>
#include <vector>

#include "combinatorial/program.h"
#include "play/bits.h"
#include "play/rng.h"
#include "test/check.h"

namespace {

using namespace ludwright::play;
using ludwright::combinatorial::Program;

// The tables of a program point into its text: a copy would point into the original.
template <int W>
constexpr bool kIsFixed =
    !std::is_copy_constructible_v<Program<W>> && !std::is_copy_assignable_v<Program<W>> &&
    !std::is_move_constructible_v<Program<W>> && !std::is_move_assignable_v<Program<W>>;
static_assert(kIsFixed<1> && kIsFixed<2> && kIsFixed<4> && kIsFixed<8> && kIsFixed<16>);

using Plain = std::vector<bool>;

template <int W>
Plain plain(const Bits<W>& set) {
    Plain found(64 * W);
    set.each([&](int site) { found[site] = true; });
    return found;
}

template <int W>
Bits<W> random_set(Rng& rng) {
    Bits<W> set;
    const std::uint32_t share = 1 + rng.below(8);
    for (int site = 0; site < 64 * W; ++site) {
        if (rng.below(8) < share) set.set(site);
    }
    return set;
}

template <int W>
Plain moved(const Plain& set, int delta) {
    Plain found(64 * W);
    for (int site = 0; site < 64 * W; ++site) {
        const int target = site + delta;
        if (set[site] && target >= 0 && target < 64 * W) found[target] = true;
    }
    return found;
}

template <int W>
void test_shifts(Rng& rng) {
    const Bits<W> set = random_set<W>(rng);
    for (int delta = 1 - 64 * W; delta < 64 * W; ++delta) {
        CHECK(plain(shifted(set, delta)) == moved<W>(plain(set), delta));
    }
    for (int bits = 1; bits < 64; ++bits) {
        CHECK(plain(shifted_up(set, bits)) == moved<W>(plain(set), bits));
        CHECK(plain(shifted_down(set, bits)) == moved<W>(plain(set), -bits));
    }
}

template <int W>
void test_members(Rng& rng) {
    const Bits<W> set = random_set<W>(rng);
    const Plain members = plain(set);
    std::vector<int> sites;
    for (int site = 0; site < 64 * W; ++site) {
        CHECK(set.test(site) == members[site]);
        if (members[site]) sites.push_back(site);
    }
    CHECK(set.count() == static_cast<int>(sites.size()));
    CHECK(set.any() == !sites.empty());
    if (sites.empty()) return;
    CHECK(set.first() == sites.front() && set.last() == sites.back());
    for (std::size_t k = 0; k < sites.size(); ++k) {
        CHECK(set.select(static_cast<int>(k)) == sites[k]);
    }
    Bits<W> rest = set;
    for (const int site : sites) CHECK(rest.pop_first() == site);
    CHECK(rest.pop_first() == -1);
}

template <int W>
void test_pairs(Rng& rng) {
    const Bits<W> a = random_set<W>(rng), b = random_set<W>(rng);
    const Bits<W> both = a & b, either = a | b, one = a ^ b, alone = minus(a, b);
    for (int site = 0; site < 64 * W; ++site) {
        CHECK(both.test(site) == (a.test(site) && b.test(site)));
        CHECK(either.test(site) == (a.test(site) || b.test(site)));
        CHECK(one.test(site) == (a.test(site) != b.test(site)));
        CHECK(alone.test(site) == (a.test(site) && !b.test(site)));
    }
    CHECK(meets(a, b) == both.any());
}

template <int W>
void test_size() {
    Rng rng(5, W, Purpose::kPlayer);
    for (int i = 0; i < 20; ++i) {
        test_members<W>(rng);
        test_pairs<W>(rng);
    }
    test_shifts<W>(rng);
}

}  // namespace

int main() {
    test_size<1>();
    test_size<2>();
    test_size<4>();
    test_size<8>();
    test_size<16>();
    return ludwright::test::report();
}
