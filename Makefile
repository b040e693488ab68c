# The only commands to know. `make run` and `make test` need Python 3.11+ and nothing else.
SHELL := /bin/bash
UV_VERSION := 0.13.9
UV := $(shell command -v uv 2>/dev/null || echo .tools/uv/bin/uv)
PY := .venv/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000

.DEFAULT_GOAL := help
.PHONY: help install run test lint bench lock web

help: ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | awk -F'\t' '{printf "  make %-9s %s\n", $$1, $$2}'

.tools/uv/bin/uv:
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "CouncilOS needs Python 3.11 or newer: python3 is $$(python3 --version 2>&1)"; exit 1; }
	@mkdir -p .tools
	python3 -m venv .tools/uv
	.tools/uv/bin/pip install --quiet --disable-pip-version-check "uv==$(UV_VERSION)"

.venv/.installed: requirements.lock pyproject.toml | $(if $(filter .tools/%,$(UV)),.tools/uv/bin/uv)
	@test -x $(PY) || $(UV) venv --quiet --python '>=3.11' .venv
	$(UV) pip sync --quiet --python $(PY) requirements.lock
	$(UV) pip install --quiet --python $(PY) --no-deps --editable .
	@touch $@

install: .venv/.installed ## create .venv with everything but the front end

run: install web ## start CouncilOS and print its address
	$(PY) -m councilos serve --host $(HOST) --port $(PORT)

web: ## build the web app once

test: install ## run linters, type checks and all tests
	$(MAKE) --no-print-directory lint
	$(PY) -m pytest

lint: install ## check style, types and the import rules
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/lint-imports
	.venv/bin/pyright --pythonpath $(PY)

bench: install ## measure speed, print JSON
	$(PY) -m benchmarks

lock: | .tools/uv/bin/uv ## renew requirements.lock from pyproject.toml
	$(UV) pip compile pyproject.toml --all-extras --generate-hashes --no-emit-index-url --universal --no-header --output-file requirements.lock
