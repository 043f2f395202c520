# For convenience; ./podium and ./test do not need make.

PREFIX ?= /usr/local
DESTDIR ?=
PROGRAMS ?= .build/release
SOURCES = Package.swift Sources Tests plugins

bindir = $(DESTDIR)$(PREFIX)/bin
serveprogram = $(DESTDIR)$(PREFIX)/libexec/podium/podium-serve
sharedir = $(DESTDIR)$(PREFIX)/share/podium
manpage = $(DESTDIR)$(PREFIX)/share/man/man1/podium.1
bashfile = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/podium
zshfile = $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_podium
fishfile = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/podium.fish

.PHONY: help build programs test lint format docs bench fuzz order install uninstall stage clean
.DEFAULT_GOAL := help

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  \1	/p' Makefile

build: ## build the program in release mode
	@./podium --version

programs: ## build the program and the benchmarks, as the tests do
	@. .ci/setup.sh; PODIUM_SERVE=1 swift build $$build_options

test: ## run the tests
	@./test

lint: ## check the house style
	@.ci/lint

format: ## format the sources
	swift format --in-place --parallel --recursive $(SOURCES)

docs: build ## write the reference under docs
	@./podium help --format markdown -o docs/reference
	@./podium help --man > docs/podium.1

bench: ## run the benchmarks
	@. .ci/setup.sh; swift run $$build_options podium-bench

fuzz: ## search for inputs that break a reader: five minutes for TARGET, or for each
	@.ci/fuzz 300 $(TARGET)

order: build ## record what a start runs, for the linker: needs valgrind
	@.ci/order

install: build stage ## install the program, datasets, notebooks, manual and completions under PREFIX (and DESTDIR)

stage: # what is built in PROGRAMS, by itself: packages are made of it
	install -D -m 755 "$(PROGRAMS)/podium" "$(bindir)/podium"
	[ ! -x "$(PROGRAMS)/podium-serve" ] || install -D -m 755 "$(PROGRAMS)/podium-serve" "$(serveprogram)"
	for folder in datasets notebooks; do \
	  find $$folder -type f -exec install -D -m 644 '{}' "$(sharedir)/{}" ';' || exit 1; \
	done
	cd plugins && find parquet -type f -exec install -D -m 644 '{}' "$(sharedir)/external/{}" ';'
	install -D -m 644 docs/podium.1 "$(manpage)"
	for shell in bash:"$(bashfile)" zsh:"$(zshfile)" fish:"$(fishfile)"; do \
	  mkdir -p "$$(dirname "$${shell#*:}")" && "$(PROGRAMS)/podium" help --completion $${shell%%:*} > "$${shell#*:}" || exit 1; \
	done

uninstall: ## remove what install installed; your workspace and plugins, which may be in the same folder, stay
	rm -f "$(bindir)/podium" "$(serveprogram)" "$(manpage)" "$(bashfile)" "$(zshfile)" "$(fishfile)"
	for folder in datasets notebooks; do \
	  find $$folder -type f -exec rm -f "$(sharedir)/{}" ';' || exit 1; \
	  [ ! -d "$(sharedir)/$$folder" ] || find "$(sharedir)/$$folder" -depth -type d -empty -delete || exit 1; \
	done
	rm -rf "$(sharedir)/external"
	for folder in "$(sharedir)" "$$(dirname "$(serveprogram)")"; do \
	  [ ! -d "$$folder" ] || rmdir --ignore-fail-on-non-empty "$$folder" || exit 1; \
	done

clean: ## remove all build results
	rm -rf .build
