// The one function of the Fortran library that the LAPACK in podium's OpenBLAS calls, to name a routine in an error message.
#include <stddef.h>
#include <string.h>

/// Joins two texts, padded with spaces or cut to a length.
void _gfortran_concat_string(size_t length, char *out, size_t count, const char *a, size_t rest, const char *b) {
  size_t first = count < length ? count : length;
  size_t second = rest < length - first ? rest : length - first;
  memmove(out, a, first);
  memmove(out + first, b, second);
  memset(out + first + second, ' ', length - first - second);
}
