# Two commands matter: `make play` and `make test`. Both set up everything they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.PHONY: play test lint bench mutants format clean help gl browser recordings training kernels

help:
	@echo "make play    a simulated robot, in the browser (headless where there is no screen); ARGS=…"
	@echo "make test    all tests        make lint    style, types, import contract"
	@echo "make bench   all benchmarks   make format  rewrite the code in house style"
	@echo "make mutants known faults, each of which a test has to notice"

play: $(VENV)/.base gl kernels
	@$(BIN)/olympian play $(ARGS)

test: $(VENV)/.dev gl browser recordings training kernels
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder $(ARGS)

lint: $(VENV)/.dev training
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	@if $(LEARNS) 2>/dev/null; then set -x; $(BIN)/basedpyright; \
	else set -x; $(BIN)/basedpyright $$(ls -d src/olympian/* | grep -v olympian/training); fi

bench: $(VENV)/.dev gl kernels
	@$(BIN)/olympian bench all $(ARGS)

mutants: $(VENV)/.dev gl kernels
	@$(BIN)/python tools/mutants.py $(ARGS)

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis

# The environment: plain pip against the pinned versions in constraints.txt.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "olympian needs Python 3.11 or newer; $(PYTHON) is older (make PYTHON=… chooses another)"; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || tools/apt_install python3-venv
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.base: pyproject.toml constraints.txt | $(BIN)/python
	@echo "setting up $(VENV), once …" >&2
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e . >&2
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "setting up $(VENV) with everything for tests, once …" >&2
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench,bridge,cluster,dev,ros2,tune,xacro]' >&2
	@touch $@ $(VENV)/.base

# Drawing needs system libraries; without them everything else still works.
gl: $(VENV)/.base
	@$(BIN)/python -c 'import sys; from olympian.graphics import gl_problem; sys.exit(bool(gl_problem()))' 2>/dev/null \
	  || tools/apt_install libegl1 libgl1-mesa-dri libopengl0 \
	  || echo "note: no off-screen OpenGL; cameras fall back to ray casting" >&2

# The page is tested in a real browser.
browser:
	@command -v chromium >/dev/null || tools/apt_install chromium \
	  || echo "note: no chromium; the page is not tested" >&2

# Imitation is tested with recordings of living people, which come along with a library for 3D models.
recordings:
	@test -d /usr/share/assimp/models/BVH || tools/apt_install assimp-testmodels \
	  || echo "note: no assimp-testmodels; imitation is not tested with recordings" >&2

# Training is tested where torch can be had without the gigabytes of its GPU libraries.
LEARNS := $(BIN)/python -c 'import torch, warp, mujoco_warp, gymnasium, onnx'
training: $(VENV)/.dev
	@$(LEARNS) 2>/dev/null || $(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt \
	    'torch==2.13.0+cpu' -e '.[gym,onnx,train]' >&2 \
	  || echo "note: no CPU build of torch; training is neither tested nor checked" >&2

# What every robot that walks needs is compiled once, in two processes. Numba notices a changed file,
# but not a changed file that it inlined: what is older than any is dropped.
KERNELS := $(shell grep -rl 'olympian.compiled' src/olympian --include='*.py')
kernels: $(VENV)/.kernels
$(VENV)/.kernels: $(KERNELS) | $(VENV)/.base
	@newest=$$(ls -t $(KERNELS) | head -1); \
	find src/olympian -name '*.nb[ic]' ! -newer "$$newest" -delete
	@$(BIN)/python tools/compile_kernels.py
	@touch $@
