// What the sanitizers do not report, for every program that is built with them.
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>

int __lsan_is_turned_off(void);
const char *__lsan_default_suppressions(void);
const char *__tsan_default_suppressions(void);

// The program ends with tables and results in use. Enums keep their case in spare bits of a pointer, and optimised code does
// not keep every pointer: the sanitizer would report them. The tests use the same code and give everything back.
__attribute__((used, visibility("default"))) int __lsan_is_turned_off(void) {
  return strcmp(program_invocation_short_name, "podium") == 0;
}

__attribute__((used, visibility("default"))) const char *__lsan_default_suppressions(void) {
  return
      // Kept by the library until the process ends.
      "leak:libreadline\n"
      "leak:libopenblas\n"
      "leak:librsvg\n"
      "leak:libcmark-gfm\n"
      "leak:libfontconfig\n"
      // Foundation, which the tests alone use, reading files that seem empty.
      "leak:readBytesFromFile\n"
      // Made once for a global value.
      "leak:swift::threading_impl::once_slow\n";
}

__attribute__((used, visibility("default"))) const char *__tsan_default_suppressions(void) {
  // All empty arrays share it; Swift's library writes its count, which is always 0.
  return "race:_swiftEmptyArrayStorage\n";
}
