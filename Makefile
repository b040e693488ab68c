# The only commands to know. `make run` and `make test` need Python 3.11+ and nothing else.
SHELL := /bin/bash
UV_VERSION := 0.13.9
UV := $(shell command -v uv 2>/dev/null || echo .tools/uv/bin/uv)
PY := .venv/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000

.DEFAULT_GOAL := help
.PHONY: help install run test test-web e2e lint bench client wheel lock web

help: ## show this list
	@grep -hE '^[a-z0-9]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | awk -F'\t' '{printf "  make %-9s %s\n", $$1, $$2}'

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

NPM := frontend/scripts/npm.sh --prefix frontend
WEB_SOURCES := $(wildcard src/councilos/blueprint/templates/*.json) $(shell find frontend/app frontend/public \
  frontend/scripts frontend/src frontend/*.json frontend/*.ts frontend/*.mjs -type f \
  -not -path '*/public/templates/*' -not -name '*.test.ts*' -not -name 'next-env.d.ts' 2>/dev/null)

frontend/node_modules/.installed: frontend/package.json frontend/package-lock.json frontend/.npmrc
	$(NPM) ci --silent
	@touch $@

frontend/out/index.html: frontend/node_modules/.installed $(WEB_SOURCES)
	$(NPM) run --silent build
	@touch $@

web: frontend/out/index.html ## build the web app once

client: install frontend/node_modules/.installed ## renew the types that the web app has from the server
	$(PY) -m councilos.api.openapi | $(NPM) run --silent client

wheel: install web ## build dist/*.whl, the web app inside
	$(UV) build --quiet --wheel --out-dir dist

test: install ## run linters, type checks and all tests
	$(MAKE) --no-print-directory lint test-web
	$(PY) -m pytest -n 3
	$(MAKE) --no-print-directory e2e

test-web: frontend/node_modules/.installed
	$(NPM) run --silent test

e2e: install ## drive the web app in a real Chromium
	@if command -v chromium >/dev/null; then $(MAKE) --no-print-directory web && $(NPM) run --silent e2e; \
	elif test -n "$$CI"; then echo "e2e: chromium is missing" >&2; exit 1; \
	else echo "e2e: SKIPPED, because there is no chromium on this machine"; fi

lint: install frontend/node_modules/.installed ## check style, types and the import rules
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/lint-imports
	.venv/bin/pyright --pythonpath $(PY)
	$(NPM) run --silent lint
	$(NPM) run --silent types

bench: install web ## measure speed, print JSON
	$(PY) -m benchmarks

lock: | .tools/uv/bin/uv ## renew requirements.lock from pyproject.toml
	$(UV) pip compile pyproject.toml --extra builtin --extra dev --extra documents --extra prices --generate-hashes --no-emit-index-url --universal --no-header --output-file requirements.lock
