# `make demo` and `make test` come first. Each makes its own virtual environment from the lock, then does its job.
# The first Python from 3.11 on that is there, the tested one first.
PYTHON ?= $(firstword $(foreach name,python3.11 python3 python3.12 python3.13 python3.14 python,\
    $(shell $(name) -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))
VENV := .venv
EXAMPLE := examples/matchbook-chess
BIN := $(VENV)/bin
WORKERS ?= 4
MATCHES ?= 20
MINUTES ?= 600
# Programs that tests start by the hundred, and each worker, find their modules compiled, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help demo test test-slow check lint types contracts conformance example site campaign campaign-cases campaign-conformance campaign-pieces pictures docs lock bench release release-check clean

help: ## Show the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

$(VENV)/runtime.stamp: pyproject.toml requirements.lock
	@test -x $(BIN)/python || test -n "$(PYTHON)" || { echo "no Python from 3.11 on was found: install one (with pip and venv), or name it: make PYTHON=/path/to/python" >&2; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable .
	touch $@

$(VENV)/test.stamp: $(VENV)/runtime.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable '.[test]'
	touch $@

demo: $(VENV)/runtime.stamp ## Replay the sample matches and sum up a few hundred simulated ones
	$(BIN)/matchbook demo

# BUDGET: seconds of processor time that all tests together may use; more fails the run. None is set by default.
test: $(VENV)/test.stamp ## Run the fast tests: they tell whether the program is right
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal $(if $(BUDGET),--processor-budget $(BUDGET))

# Tests that share a browser or a database server run in the same worker.
test-slow: $(VENV)/test.stamp ## Run the slow tests: browsers, servers, fresh environments, hundreds of processes, long cases
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadgroup -m "slow and not campaign"

check: test test-slow lint types conformance example site ## Everything that must be clean before a change lands

lint: $(VENV)/test.stamp ## Lint, format check, and how plainly docstrings and messages read
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python docs/prose.py

types: $(VENV)/test.stamp ## Strict types
	$(BIN)/mypy

contracts: $(VENV)/test.stamp ## Import contracts
	$(BIN)/lint-imports

# A game each at a time, side by side.
conformance: $(VENV)/test.stamp ## Run the conformance suite on every installed game
	$(BIN)/python -c "from domain.registry import game_names; print(*game_names(), sep='\n')" | \
	    xargs -I GAME -P $(WORKERS) $(BIN)/python -m pytest -q --no-header --matchbook-matches $(MATCHES) --matchbook-game GAME

campaign-conformance: $(VENV)/test.stamp ## Run the conformance suite with ten times as many matches
	$(MAKE) conformance MATCHES=200

campaign: $(VENV)/test.stamp campaign-cases campaign-conformance campaign-pieces ## Simulate 10,000 matches of each game, each replayed to the same state, after all other campaigns
	MATCHBOOK_SIMULATED_MATCHES=10000 $(BIN)/python -m pytest -q --numprocesses $(WORKERS) tests/games/test_simulation.py

campaign-cases: $(VENV)/test.stamp ## Run every test, also the further cases of a kind, with as many kills, races and examples as are good for it
	MATCHBOOK_CAMPAIGN=1 $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal -m ""

pictures: $(VENV)/test.stamp ## Draw all screens that tests compare into .pictures/, and keep them as text for the next comparison
	rm -rf .pictures tests/replay_tui/pictures
	MATCHBOOK_CAMPAIGN=1 MATCHBOOK_PICTURES=$(CURDIR)/.pictures $(BIN)/python -m pytest -q --numprocesses $(WORKERS) -m picture tests/replay_tui

# A piece of each in turn; stopped at any time, it goes on where it was.
campaign-pieces: $(VENV)/test.stamp ## Go on for MINUTES with 10,000 random records, and 10,000 matches with random changes made by hand of each game and kit
	$(BIN)/python -m benchmarks.campaign pieces --minutes $(MINUTES)

# In an environment of its own: nothing of ours depends on what the example depends on.
example: $(VENV)/test.stamp ## Install the chess example in an environment of its own, run its tests and its conformance
	rm -rf $(EXAMPLE)/.venv && $(BIN)/python -m venv $(EXAMPLE)/.venv
	$(BIN)/python -c "import sysconfig; print('import site; site.addsitedir(%r)' % sysconfig.get_path('purelib'))" > \
	    $$($(EXAMPLE)/.venv/bin/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")/ours.pth
	$(EXAMPLE)/.venv/bin/python -m pip install --quiet --disable-pip-version-check 'chess>=1.11,<2' hatchling
	$(EXAMPLE)/.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation $(EXAMPLE)
	cd $(EXAMPLE) && .venv/bin/python -m pytest -q --no-header -p no:cacheprovider tests && cd tests && \
	    ../.venv/bin/python -m pytest -q --no-header -p no:cacheprovider --matchbook-game chess --matchbook-matches 4

docs: $(VENV)/test.stamp ## Are the generated pages up to date?
	$(BIN)/python -m matchbook.reference --check docs
	$(BIN)/python docs/picture.py --check

lock: ## Renew requirements.lock (needs uv)
	uv pip compile pyproject.toml --extra test --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url --upgrade --output-file requirements.lock

site: $(VENV)/test.stamp ## Build the documentation as a website in build/site; a broken link fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict

bench: $(VENV)/test.stamp ## Measure, and write benchmarks/RESULTS.md
	$(BIN)/python -m benchmarks

# The version that pyproject.toml states.
VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)

release-check: ## May this version be released? Nothing uncommitted, a dated section in the changelog, no tag yet
	@test -z "$$(git status --porcelain)" || { echo "release: commit or remove your changes first (git status lists them)" >&2; exit 2; }
	@grep -Eq '^## \[$(VERSION)\] - [0-9]{4}-[0-9]{2}-[0-9]{2}$$' CHANGELOG.md || \
	    { echo "release: CHANGELOG.md has no dated section of $(VERSION): give 'Unreleased' the version and today's date" >&2; exit 2; }
	@! git rev-parse --quiet --verify refs/tags/v$(VERSION) >/dev/null || \
	    { echo "release: v$(VERSION) is tagged already: raise the version in pyproject.toml" >&2; exit 2; }

# Each package is installed and used in an environment of its own; only then is the version tagged.
release: release-check ## Build the wheel and the source distribution in dist/, try each in a fresh environment, then tag the version
	rm -rf build/release dist && $(PYTHON) -m venv build/release/builder
	build/release/builder/bin/python -m pip install --quiet --disable-pip-version-check 'build>=1.2'
	build/release/builder/bin/python -m build --outdir dist .
	set -e; for package in dist/*.whl dist/*.tar.gz; do \
	    place=build/release/$$(basename "$$package"); $(PYTHON) -m venv "$$place"; \
	    "$$place/bin/python" -m pip install --quiet --disable-pip-version-check --constraint requirements.lock "$$package"; \
	    "$$place/bin/python" -m pip check; "$$place/bin/matchbook" --version; (cd "$$place" && bin/matchbook demo >demo.txt); done
	git tag --annotate v$(VERSION) --message 'Matchbook $(VERSION)'
	@echo "dist/ holds the packages of $(VERSION); publish them, then: git push origin v$(VERSION)"

clean: ## Remove what was made here
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
