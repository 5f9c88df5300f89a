#!/usr/bin/env bash
# Runs the core under the address and undefined-behaviour sanitizers: its tests, the fuzz corpus once,
# then the fuzzers for FUZZ_SECONDS (300), a quarter of it for programs of each family, the rest for texts. The
# tests run under the thread sanitizer too, and before the corpus eight threads hammer one position
# under it for HAMMER_SECONDS (60).
# Called by `make check-native`; any finding makes it fail and is kept in build/findings.
set -euo pipefail
cd "$(dirname "$0")/.."

SECONDS_IN_ALL=${FUZZ_SECONDS:-300}
HAMMER_SECONDS=${HAMMER_SECONDS:-60}
BUILD=build/sanitize
THREADS_BUILD=build/sanitize-thread
HAMMERED=build/hammered
CORPUS=build/corpus # of board games; conquest games in -conquest, railway games in -railway
GROWN=build/corpus-grown
FINDINGS=build/findings
PYTHON=.venv/bin/python
export PATH="$PWD/.venv/bin:$PATH"
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_stack_use_after_return=1:allocator_may_return_null=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}

# Step 1. A clang with libFuzzer.
CXX=$(command -v clang++ || true)
if [[ -z $CXX && $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
    apt-get update -qq
    apt-get install -y -qq clang libclang-rt-dev >/dev/null || apt-get install -y -qq clang >/dev/null
    CXX=$(command -v clang++ || true)
fi
if [[ -z $CXX ]]; then
    echo "expected clang++ with libFuzzer, got none: apt-get install clang" >&2
    exit 1
fi

# Step 2. Build the core, the fuzzers and the test programs.
build() { # folder, sanitizers, targets, further options for cmake
    local folder=$1 sanitizers=$2 targets=$3
    shift 3
    mkdir -p "$folder"
    cmake -S . -B "$folder" -DCMAKE_CXX_COMPILER="$CXX" -DLUDWRIGHT_SANITIZE="$sanitizers" "$@" \
        >"$folder.log" 2>&1 || { cat "$folder.log"; exit 1; }
    # shellcheck disable=SC2086 # several targets
    cmake --build "$folder" --parallel "$(nproc)" --target $targets >"$folder.log" 2>&1 ||
        { tail -40 "$folder.log"; exit 1; }
}
build "$BUILD" address "all native_tests" -DLUDWRIGHT_FUZZ=ON
build "$THREADS_BUILD" thread native_tests
FUZZERS=$BUILD/native/fuzz

# Step 3. The tests, the threads, then the corpus once.
for source in native/test/test_*.cpp; do
    test=$(basename "$source" .cpp)
    [[ $test == test_hammer ]] && continue # wants programs
    for folder in "$BUILD" "$THREADS_BUILD"; do
        echo "== $folder: $test"
        "$folder/native/test/$test"
    done
done
echo "== threads, $HAMMER_SECONDS s"
"$PYTHON" tools/make_corpus.py "$HAMMERED" --hammered
"$BUILD/native/test/test_hammer" 5 "$HAMMERED"/*
"$THREADS_BUILD/native/test/test_hammer" "$HAMMER_SECONDS" "$HAMMERED"/*
echo "== corpus"
rm -rf "$CORPUS" "$CORPUS-conquest" "$CORPUS-railway" "$FINDINGS"
mkdir -p "$GROWN" "$GROWN-conquest" "$GROWN-railway" "$FINDINGS"
"$PYTHON" tools/make_corpus.py "$CORPUS"
"$PYTHON" tools/make_corpus.py "$CORPUS-conquest" --conquest
"$PYTHON" tools/make_corpus.py "$CORPUS-railway" --railway
replay() { # fuzzer, corpus
    "$FUZZERS/$1" -runs=0 -timeout=600 -artifact_prefix="$FINDINGS/" "$2" 2>"$FINDINGS/replay.log" ||
        { tail -60 "$FINDINGS/replay.log"; exit 1; }
    tail -1 "$FINDINGS/replay.log"
}
replay program_fuzz "$CORPUS"
replay conquest_fuzz "$CORPUS-conquest"
replay railway_fuzz "$CORPUS-railway"

# Step 4. The fuzzers.
PROGRAM_SECONDS=$((SECONDS_IN_ALL / 4))
READER_SECONDS=$((SECONDS_IN_ALL - 3 * PROGRAM_SECONDS))
fuzz() { # fuzzer, corpus, suffix
    echo "== $1, $PROGRAM_SECONDS s"
    "$FUZZERS/$1" -max_total_time="$PROGRAM_SECONDS" -timeout=600 -rss_limit_mb=2048 \
        -print_final_stats=1 -artifact_prefix="$FINDINGS/" "$GROWN$3" "$2" 2>"$FINDINGS/$1.log" ||
        { tail -60 "$FINDINGS/$1.log"; exit 1; }
    grep -E "DONE|stat::number_of_executed_units|stat::average_exec_per_sec" "$FINDINGS/$1.log"
}
fuzz program_fuzz "$CORPUS" ""
fuzz conquest_fuzz "$CORPUS-conquest" -conquest
fuzz railway_fuzz "$CORPUS-railway" -railway
echo "== texts, $READER_SECONDS s"
"$PYTHON" -c "import atheris" 2>/dev/null ||
    "$PYTHON" -m pip --disable-pip-version-check --quiet install atheris 2>/dev/null || true
for family in combinatorial conquest railway; do
    log=$FINDINGS/reader-$family.log
    "$PYTHON" tools/fuzz_reader.py --seconds $((READER_SECONDS / 3)) --family $family \
        --out "$FINDINGS/reader-$family" --corpus build/reader-corpus-$family >"$log" 2>&1 ||
        { tail -60 "$log"; exit 1; }
    echo "$family: $(tail -1 "$log")"
done
echo "no findings"
