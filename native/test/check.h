// What the plain test programs share: counted checks and a summary line.

#pragma once

#include <cstdio>

namespace ludwright::test {

inline int passed = 0;
inline int failed = 0;

inline void check(bool ok, const char* what, const char* file, int line) {
    (ok ? passed : failed) += 1;
    if (!ok) std::printf("%s:%d: failed: %s\n", file, line, what);
}

// The exit code of the program.
inline int report() {
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace ludwright::test

#define CHECK(condition) ::ludwright::test::check((condition), #condition, __FILE__, __LINE__)
