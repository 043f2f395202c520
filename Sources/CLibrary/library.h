// A library that is loaded on first use: its functions by name, filled into a table by dlopen. Linking it
// would slow every start of the program, and its headers would be needed to build. The modules of such libraries
// include this file; it is not a module itself.
#ifndef PODIUM_CLIBRARY_H
#define PODIUM_CLIBRARY_H

#include <dlfcn.h>
#include <stddef.h>

/// A function's name in the library, and the member of a table for its address.
typedef struct {
  const char *name;
  void *place;
} clb_function;

/// Opens a library; NULL if it cannot be opened (see dlerror). It stays loaded until the process ends.
static inline void *clb_open(const char *file) { return dlopen(file, RTLD_NOW | RTLD_LOCAL); }

/// Fills a table from an open library; returns NULL, or the system's reason.
static inline const char *clb_fill(void *library, const clb_function *functions, size_t count) {
  if (library == NULL) return dlerror();
  for (size_t i = 0; i < count; i++) {
    void *found = dlsym(library, functions[i].name);
    if (found == NULL) return dlerror();
    *(void **)functions[i].place = found;
  }
  return NULL;
}

/// The same for an array of functions.
#define CLB_FILL(library, functions) clb_fill(library, functions, sizeof functions / sizeof functions[0])

#endif
