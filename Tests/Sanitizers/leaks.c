// What the leak sanitizer does not report, for every program that is built with it.

const char *__lsan_default_suppressions(void);

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
      "leak:swift::threading_impl::once_slow\n";
}
