# Two commands do everything: `make demo` shows Lanista at work, `make test` checks it all. Both set up .venv first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml CMakeLists.txt README.md LICENSE $(shell find native src -name '*.[ch]pp' -o -name '*.py' -o -name '*.pat' -o -name 'py.typed' -o -name '*.book')
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check
CPP := $(shell find native -name '*.[ch]pp')
NATIVE_TESTS := $(patsubst native/tests/%.cpp,build/%,$(wildcard native/tests/*.cpp))
SANITIZE := -std=c++20 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS -Wall -Wextra -Wpedantic -Wno-psabi

.PHONY: help demo test lint types native-test pytest bench format clean
.DELETE_ON_ERROR:

help:
	@echo "make demo    install into .venv and play a small rated round robin over several games"
	@echo "make test    install and check everything: style, types, layers, tests, sanitizers (minutes)"
	@echo "make bench   measure speed side by side with OpenSpiel (minutes)"
	@echo "make format  bring all files into the project's style"
	@echo "make clean   delete .venv and all that was built"

demo: $(VENV)/installed
	@$(BIN)/python examples/demo.py

test: lint types native-test pytest

$(VENV)/bin/pip:
	@command -v $(PYTHON) >/dev/null || { echo "lanista: $(PYTHON) is missing; on Debian and Ubuntu: sudo apt install python3" >&2; exit 1; }
	@$(PYTHON) tools/check_machine.py
	@echo "== making $(VENV)"
	@$(PYTHON) -m venv $(VENV)

# The tools that pyproject.toml names for building, once; then each build only compiles what changed.
$(VENV)/build-tools: pyproject.toml | $(VENV)/bin/pip
	@echo "== fetching the build tools"
	@$(INSTALL) $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	@touch $@

# Changes when a file is added or deleted, which no file's own date tells.
$(VENV)/sources: FORCE | $(VENV)/bin/pip
	@echo "$(SOURCES)" | cmp -s - $@ || echo "$(SOURCES)" > $@

FORCE:

$(VENV)/installed: $(VENV)/build-tools $(VENV)/sources $(SOURCES)
	@$(PYTHON) tools/check_machine.py
	@echo "== building and installing lanista"
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(INSTALL) --no-build-isolation .
	@touch $@

$(VENV)/dev-tools: pyproject.toml $(VENV)/installed
	@echo "== fetching the tools for tests"
	@$(INSTALL) $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["dev"])')
	@touch $@

$(VENV)/bench-tools: $(VENV)/installed
	@echo "== fetching OpenSpiel"
	@$(INSTALL) $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["bench"])')
	@touch $@

lint: $(VENV)/dev-tools
	@echo "== style and layers"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/clang-format --dry-run --Werror $(CPP)
	@$(BIN)/lint-imports

# The stub of the extension comes out of the build; beside the sources mypy finds it.
types: $(VENV)/dev-tools
	@echo "== types"
	@cp $$(cd / && $(CURDIR)/$(BIN)/python -c 'import lanista; print(lanista.__path__[0])')/_native.pyi src/lanista/
	@$(BIN)/mypy

build/%: native/tests/%.cpp $(CPP)
	@mkdir -p build
	@g++ $(SANITIZE) -Inative $< -o $@

native-test:
	@$(MAKE) --no-print-directory --jobs=$$(nproc) $(NATIVE_TESTS)
	@echo "== native code under AddressSanitizer and UndefinedBehaviorSanitizer"
	@for test in $(NATIVE_TESTS); do $$test || exit 1; done

# The second run repeats the laws on the build for old processors.
pytest: $(VENV)/dev-tools
	@echo "== tests"
	@$(BIN)/python -m pytest --numprocesses=auto --dist=loadgroup
	@echo "== laws on the baseline build"
	@LANISTA_ISA=baseline $(BIN)/python -m pytest --numprocesses=auto --dist=loadgroup tests/laws tests/games

bench: $(VENV)/bench-tools
	@$(BIN)/python benchmarks/speed.py
	@$(BIN)/python benchmarks/search_speed.py

format: $(VENV)/dev-tools
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/clang-format -i $(CPP)

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache src/lanista/_native.pyi
