// What the sanitizers do not report, for every program that is built with them.

const char *__lsan_default_options(void);
const char *__lsan_default_suppressions(void);
const char *__tsan_default_suppressions(void);

// Tests compare all that a program writes.
__attribute__((used, visibility("default"))) const char *__lsan_default_options(void) {
  return "print_suppressions=0";
}

__attribute__((used, visibility("default"))) const char *__lsan_default_suppressions(void) {
  return
      // Kept by the library until the process ends.
      "leak:libreadline\n"
      "leak:libopenblas\n"
      "leak:librsvg\n"
      "leak:libcmark-gfm\n"
      "leak:libfontconfig\n"
      // Made once for a global value. Enums keep their case in spare bits of a pointer, and the sanitizer does not follow
      // such a pointer.
      "leak:swift::threading_impl::once_slow\n"
      // The first thread ends the program with objects in use, which optimised code no longer points to.
      "leak:podium_main\n";
}

__attribute__((used, visibility("default"))) const char *__tsan_default_suppressions(void) {
  // All empty arrays share it; Swift's library writes its count, which is always 0.
  return "race:_swiftEmptyArrayStorage\n";
}
