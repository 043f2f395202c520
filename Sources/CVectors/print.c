// The C library's printing of numbers. Its functions take lists of arguments, which Swift makes by looking up at run time what
// each of them is: a start of podium spent a fortieth of its time on the first number that it printed.
#include "vectors.h"

#include <stdio.h>

int cv_print(char *out, size_t size, int has_decimals, int digits, double x) {
  return snprintf(out, size, has_decimals ? "%.*f" : "%.*g", digits, x);
}
