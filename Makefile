# From a fresh clone: `make test`. Needs Python 3.11 or later, a C++20 compiler and make;
# cmake and ninja are installed from PyPI if they are missing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

NATIVE := $(shell find native -name '*.cpp' -o -name '*.h' -o -name CMakeLists.txt)
NATIVE_CODE := $(filter %.cpp %.h,$(NATIVE)) $(wildcard tests/toy/*.cpp tests/toy/*.h)
PYTHON_DIRS := $(wildcard src tests examples benchmarks tools)
TYPED_DIRS := $(wildcard src tests examples)

.PHONY: stubs install run test check check-native prove bench docs docs-check format clean

install: $(STAMP)

# The environment with the build tools: a separate step, so that a change of native code needs only
# an incremental build and no resolving of packages.
$(VENV)/.tools: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install "scikit-build-core>=1.1" "nanobind>=3.1" "cmake>=3.25" "ninja>=1.11"
	touch $@

$(STAMP): $(VENV)/.tools pyproject.toml CMakeLists.txt $(NATIVE)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) install --no-build-isolation -e ".[dev,picture,pettingzoo]"
	touch $@

# A short evolution, about two minutes on two cores; run again, it resumes.
CHILDREN := 96
FINALISTS := 3
run: install
	$(BIN)/ludwright evolve combinatorial --children $(CHILDREN) --finalists $(FINALISTS) --effort quick \
		--out runs/first --resume --progress

test: install
	$(BIN)/python -m pytest -n 2

check: install
	$(BIN)/ruff format --check $(PYTHON_DIRS)
	$(BIN)/ruff check $(PYTHON_DIRS)
	$(BIN)/mypy $(TYPED_DIRS)
	$(BIN)/clang-format --dry-run -Werror $(NATIVE_CODE)

check-native: install
	tools/check_native.sh

prove: install
	$(BIN)/python -m benchmarks.prove
	$(BIN)/python -m benchmarks.prove_conquest
	$(BIN)/python -m benchmarks.prove_railway

bench: install
	$(PIP) install --no-build-isolation -e ".[dev,picture,pettingzoo,bench]"
	$(BIN)/python -m benchmarks.compare

# The type stubs of the native module, generated from it; a test fails if they are out of date.
stubs: install
	$(BIN)/python -m nanobind.stubgen -q -m ludwright._core -r -O src/ludwright

docs: install
	$(BIN)/python -m tools.docs

docs-check: install
	$(BIN)/python -m tools.docs --check

format: install
	$(BIN)/ruff format $(PYTHON_DIRS)
	$(BIN)/ruff check --fix $(PYTHON_DIRS)
	$(BIN)/clang-format -i $(NATIVE_CODE)

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
