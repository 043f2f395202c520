# A convenience: ./podium and ./test need no make.

PREFIX ?= /usr/local
DESTDIR ?=
SOURCES = Package.swift Sources Tests plugins

bindir = $(DESTDIR)$(PREFIX)/bin
sharedir = $(DESTDIR)$(PREFIX)/share/podium
manpage = $(DESTDIR)$(PREFIX)/share/man/man1/podium.1
bashfile = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/podium
zshfile = $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_podium

.PHONY: help build test lint format docs bench install uninstall clean
.DEFAULT_GOAL := help

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  \1	/p' Makefile

build: ## the program, in release mode
	@./podium --version

test: ## the tests
	@./test

lint: ## the house style
	@.ci/lint

format: ## lay the sources out as the linter wants them
	swift format --in-place --parallel --recursive $(SOURCES)

docs: build ## the reference under docs, as the program makes it
	@./podium help --format markdown -o docs/reference
	@./podium help --man > docs/podium.1

bench: ## the benchmarks
	swift run -c release podium-bench

install: build ## the program, datasets, notebooks, manual and completions, under PREFIX (and DESTDIR)
	install -D -m 755 .build/release/podium "$(bindir)/podium"
	for folder in datasets notebooks; do \
	  find $$folder -type f -exec install -D -m 644 '{}' "$(sharedir)/{}" ';' || exit 1; \
	done
	install -D -m 644 docs/podium.1 "$(manpage)"
	install -D -m 644 completions/podium.bash "$(bashfile)"
	install -D -m 644 completions/_podium "$(zshfile)"

uninstall: ## take away what install put there
	rm -f "$(bindir)/podium" "$(manpage)" "$(bashfile)" "$(zshfile)"
	rm -rf "$(sharedir)"

clean: ## forget everything built
	rm -rf .build
