// The functions of a library that is loaded on first use, under their own names: Swift and C call them as if the library were
// linked. Each is a jump to an address that is filled in when the library is loaded. For a library of many functions with
// a header; one of few is a table (library.h).
//
//   #define FUNCTIONS(each) each(sqlite3_step) each(sqlite3_reset)
//   FUNCTIONS(LATE_FUNCTION)
//   const char *load(const char *file) { return LATE_FILL(LATE_OPEN(file), FUNCTIONS(LATE_WANTED)); }
#ifndef PODIUM_LATE_H
#define PODIUM_LATE_H

#include "library.h"

#ifdef LATE_LINKED
// The program of the archive holds its libraries itself (.ci/packaging), so that each name is the library's own.
#define LATE_FUNCTION(name)
#define LATE_VARIABLE(name)
#define LATE(name) name
#define LATE_WANTED(name)
#define LATE_OPTIONAL(library, name) ((void)(library), &name)
#define LATE_OPEN(file) ((void)(file), (void *)NULL)
#define LATE_FILL(library, ...) NULL
#else
#if defined(__x86_64__)
#define LATE_JUMP(name) "endbr64\n\tjmp *late_" #name "(%rip)\n"
#elif defined(__aarch64__)
// `hint #34` is where an indirect jump may land.
#define LATE_JUMP(name) "hint #34\n\tadrp x16, late_" #name "\n\tldr x16, [x16, :lo12:late_" #name "]\n\tbr x16\n"
#else
#error "a jump to a function that is loaded later is not written for this processor"
#endif

/// Opens the library; NULL if it cannot be opened (see dlerror). Of its hundreds of functions each is found when it is called.
#define LATE_OPEN(file) dlopen(file, RTLD_LAZY | RTLD_LOCAL)

/// A function: hidden, so that another library that links the same one still finds its own.
#define LATE_FUNCTION(name)                                                                                          \
  __attribute__((visibility("hidden"))) void *late_##name;                                                           \
  __asm__(".pushsection .text.late." #name ",\"ax\",%progbits\n\t.globl " #name "\n\t.hidden " #name "\n\t.type " #name \
          ",%function\n" #name ":\n\t" LATE_JUMP(name) "\t.size " #name ", . - " #name "\n\t.popsection\n");

/// A variable: only its address.
#define LATE_VARIABLE(name) static void *late_##name;

/// What the variable holds, for its module's C code alone.
#define LATE(name) (*(__typeof__(name) *)late_##name)

/// The address of a variable that a version may lack; NULL then.
#define LATE_OPTIONAL(library, name) dlsym(library, #name)

/// One of the names to fill in.
#define LATE_WANTED(name) {#name, &late_##name},

/// Fills in the addresses of an open library; NULL, or the system's reason.
#define LATE_FILL(library, ...) \
  clb_fill(library, (const clb_function[]){__VA_ARGS__}, sizeof((const clb_function[]){__VA_ARGS__}) / sizeof(clb_function))

#endif
#endif
