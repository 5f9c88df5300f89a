// Sets of sites: a board in W 64-bit words, so that a rule is evaluated for every cell at once.

#pragma once

#include <bit>
#include <cstdint>

namespace ludwright::play {

// The position of the k-th set bit of a word, k from 0; the word must have more than k bits.
inline int select_bit(std::uint64_t word, int k) {
#ifdef __BMI2__
    // _pdep_u64 without the intrinsics header, which takes longer to compile than this file.
    return std::countr_zero(static_cast<std::uint64_t>(__builtin_ia32_pdep_di(1ULL << k, word)));
#else
    for (; k > 0; --k) word &= word - 1;
    return std::countr_zero(word);
#endif
}

// A set of sites 0 … 64 W - 1. A plain value: no invariant, no owner.
template <int W>
struct Bits {
    std::uint64_t word[W] = {};

    static Bits single(int site) {
        Bits b;
        b.set(site);
        return b;
    }
    void set(int site) { word[site >> 6] |= 1ULL << (site & 63); }
    void reset(int site) { word[site >> 6] &= ~(1ULL << (site & 63)); }
    bool test(int site) const { return (word[site >> 6] >> (site & 63)) & 1; }
    bool any() const {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i) all |= word[i];
        return all != 0;
    }
    int count() const {
        int n = 0;
        for (int i = 0; i < W; ++i) n += std::popcount(word[i]);
        return n;
    }
    // The lowest site; the set must not be empty.
    int first() const {
        if constexpr (W > 1) {
            for (int i = 0; i < W - 1; ++i) {
                if (word[i]) return 64 * i + std::countr_zero(word[i]);
            }
        }
        return 64 * (W - 1) + std::countr_zero(word[W - 1]);
    }
    // The highest site; the set must not be empty.
    int last() const {
        if constexpr (W > 1) {
            for (int i = W - 1; i > 0; --i) {
                if (word[i]) return 64 * i + 63 - std::countl_zero(word[i]);
            }
        }
        return 63 - std::countl_zero(word[0]);
    }
    int pop_first() {
        for (int i = 0; i < W; ++i) {
            if (word[i]) {
                const int site = 64 * i + std::countr_zero(word[i]);
                word[i] &= word[i] - 1;
                return site;
            }
        }
        return -1;
    }
    // The k-th site in ascending order, k from 0; the set must have more than k sites.
    int select(int k) const {
        if constexpr (W == 1) {
            return select_bit(word[0], k);
        } else {
            for (int i = 0;; ++i) {
                const int n = std::popcount(word[i]);
                if (k < n) return 64 * i + select_bit(word[i], k);
                k -= n;
            }
        }
    }
    template <typename Fn>
    void each(Fn&& fn) const {
        for (int i = 0; i < W; ++i) {
            for (std::uint64_t rest = word[i]; rest; rest &= rest - 1) {
                fn(64 * i + std::countr_zero(rest));
            }
        }
    }
    bool operator==(const Bits&) const = default;
};

template <int W>
inline Bits<W> operator&(const Bits<W>& a, const Bits<W>& b) {
    Bits<W> r;
    for (int i = 0; i < W; ++i) r.word[i] = a.word[i] & b.word[i];
    return r;
}
template <int W>
inline Bits<W> operator|(const Bits<W>& a, const Bits<W>& b) {
    Bits<W> r;
    for (int i = 0; i < W; ++i) r.word[i] = a.word[i] | b.word[i];
    return r;
}
template <int W>
inline Bits<W> operator^(const Bits<W>& a, const Bits<W>& b) {
    Bits<W> r;
    for (int i = 0; i < W; ++i) r.word[i] = a.word[i] ^ b.word[i];
    return r;
}
// The sites in a that are not in b.
template <int W>
inline Bits<W> minus(const Bits<W>& a, const Bits<W>& b) {
    Bits<W> r;
    for (int i = 0; i < W; ++i) r.word[i] = a.word[i] & ~b.word[i];
    return r;
}
template <int W>
inline Bits<W>& operator|=(Bits<W>& a, const Bits<W>& b) {
    for (int i = 0; i < W; ++i) a.word[i] |= b.word[i];
    return a;
}
template <int W>
inline Bits<W>& operator&=(Bits<W>& a, const Bits<W>& b) {
    for (int i = 0; i < W; ++i) a.word[i] &= b.word[i];
    return a;
}
template <int W>
inline bool meets(const Bits<W>& a, const Bits<W>& b) {
    std::uint64_t all = 0;
    for (int i = 0; i < W; ++i) all |= a.word[i] & b.word[i];
    return all != 0;
}

// Every site moved by delta; sites that leave the words at either end are lost. |delta| < 64 W.
template <int W>
inline Bits<W> shifted(const Bits<W>& a, int delta) {
    Bits<W> r;
    if constexpr (W == 1) {
        r.word[0] = delta >= 0 ? a.word[0] << delta : a.word[0] >> -delta;
    } else if constexpr (W == 2) {
        using Wide = unsigned __int128;
        const Wide x = (static_cast<Wide>(a.word[1]) << 64) | a.word[0];
        const Wide y = delta >= 0 ? x << delta : x >> -delta;
        r.word[0] = static_cast<std::uint64_t>(y);
        r.word[1] = static_cast<std::uint64_t>(y >> 64);
    } else if (delta >= 0) {
        const int words = delta >> 6;
        const int bits = delta & 63;
        for (int i = W - 1; i >= 0; --i) {
            const std::uint64_t low = i - words >= 0 ? a.word[i - words] : 0;
            const std::uint64_t carry = i - words - 1 >= 0 ? a.word[i - words - 1] : 0;
            r.word[i] = bits ? (low << bits) | (carry >> (64 - bits)) : low;
        }
    } else {
        const int words = -delta >> 6;
        const int bits = -delta & 63;
        for (int i = 0; i < W; ++i) {
            const std::uint64_t high = i + words < W ? a.word[i + words] : 0;
            const std::uint64_t carry = i + words + 1 < W ? a.word[i + words + 1] : 0;
            r.word[i] = bits ? (high >> bits) | (carry << (64 - bits)) : high;
        }
    }
    return r;
}

// shifted() for steps known to be small and of one sign: 0 < bits < 64.
template <int W>
inline Bits<W> shifted_up(const Bits<W>& a, int bits) {
    Bits<W> r;
    r.word[0] = a.word[0] << bits;
    for (int i = 1; i < W; ++i) r.word[i] = (a.word[i] << bits) | (a.word[i - 1] >> (64 - bits));
    return r;
}
template <int W>
inline Bits<W> shifted_down(const Bits<W>& a, int bits) {
    Bits<W> r;
    for (int i = 0; i < W - 1; ++i)
        r.word[i] = (a.word[i] >> bits) | (a.word[i + 1] << (64 - bits));
    r.word[W - 1] = a.word[W - 1] >> bits;
    return r;
}

}  // namespace ludwright::play
