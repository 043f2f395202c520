// The commit that a program was built from. The linker writes it in (Package.swift), so that a new commit compiles nothing.
#ifndef PODIUM_CSTAMP_H
#define PODIUM_CSTAMP_H

#include <stdint.h>

/// Its address is the stamp: 1, twelve hexadecimal digits of the commit, and 1 if files were changed. 0 where none is written.
extern const char podium_stamp __attribute__((weak));

static inline uint64_t cst_stamp(void) { return (uint64_t)(uintptr_t)&podium_stamp; }

#endif
