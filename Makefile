# Everything sets itself up: a fresh machine needs Python 3.11 and git (`make agents` and `make measure` also npm).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
.PHONY: demo test lint gen rows agents measure long bench growth clean

$(BIN)/failshut: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: $(BIN)/failshut
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(BIN)/failshut
	$(BIN)/python tools/demo.py

test: $(VENV)/.dev lint
	$(BIN)/python tools/sarif_schema.py .agents-cache
	$(BIN)/python -m pytest -m "not agents and not long"

lint: $(VENV)/.dev
	$(BIN)/ruff check src tests tools
	$(BIN)/ruff format --check src tests tools
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/gen.py --check

gen: $(VENV)/.dev
	$(BIN)/python tools/gen.py

rows: $(VENV)/.dev
	$(BIN)/python tools/rows.py

agents: $(VENV)/.dev
	$(BIN)/python tools/agents.py .agents-cache
	$(BIN)/python -m pytest -m agents -rs tests/agents

# make measure HOST=claude-code VERSION=2.1.333: what a release changed (docs/releases.md).
measure: $(VENV)/.dev
	$(BIN)/python tools/measure.py $(HOST) --version $(or $(VERSION),latest)

long: $(VENV)/.dev
	$(BIN)/python -m pytest -m "long or not long" --ignore=tests/agents
	$(BIN)/python tools/bench.py

bench: $(VENV)/.dev
	$(BIN)/python tools/bench.py

growth: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[plot]'
	$(BIN)/python tools/growth.py

clean:
	rm -rf $(VENV) .agents-cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
