// Loops over long rows of numbers, compiled for several generations of processors: the widest that the machine has is
// chosen when the program starts. No operation is fused and no sum is reordered, so all of them give the same bits.
#ifndef PODIUM_CVECTORS_H
#define PODIUM_CVECTORS_H

#include <stddef.h>
#include <stdint.h>

/// out[k] = exp(−gamma·d) with d = square + squares[k] − 2·products[k], at least 0. `out` may be `products`.
void cv_gaussian(const double *products, const double *squares, double square, double gamma, double *out, size_t n);

/// The same, rounded to 32 bits.
void cv_gaussian_floats(const double *products, const double *squares, double square, double gamma, float *out,
                        size_t n);

/// out[k] = row[places[k]], in a row of so many numbers.
void cv_gather(const float *row, size_t length, const int32_t *places, float *out, size_t n);

/// to[c][r] = from[r][c] for so many rows and columns of `from`; strides are the distances between rows.
void cv_transpose(const float *from, size_t from_stride, float *to, size_t to_stride, size_t rows, size_t columns);

/// value[k] −= x[k]·a.
void cv_subtract(double *value, double a, const float *x, size_t n);

/// value[k] −= x[k]·a + y[k]·b, and then as `cv_largest`.
ptrdiff_t cv_move(double *value, double a, const float *x, double b, const float *y, const float *mask, size_t n,
                  double *best);

/// The place of the largest value[k] + mask[k], of equal ones the last, and that sum; −1 where all are −∞.
ptrdiff_t cv_largest(const double *value, const float *mask, size_t n, double *best);

/// The place with the largest fall² / curvature among those with fall > 0, of equal ones the last; −1 where there is none.
///
/// fall = top − value[k] + mask[k], and curvature = own + diagonal[k] − 2·line[k], at least 1e-12; without `diagonal` it is
/// 1 everywhere. `gap` gets the largest fall of all.
ptrdiff_t cv_steepest(double top, double own, const double *value, const float *mask, const double *diagonal,
                      const float *line, size_t n, double *gap);

/// The first place from `from` on, rounded down to a multiple of 16, where one of sixteen a[k] + b[k] is at most `limit`;
/// n where there is none.
size_t cv_at_most(const float *a, const float *b, float limit, size_t from, size_t n);

enum cv_comparison { CV_EQUAL, CV_NOT_EQUAL, CV_LESS, CV_LESS_OR_EQUAL, CV_GREATER, CV_GREATER_OR_EQUAL };

/// out[k] = 1 where a[k] and b[k] compare so, else 0, and 2 where either is NaN.
void cv_compare(enum cv_comparison comparison, const double *a, const double *b, uint8_t *out, size_t n);

enum cv_operation { CV_ADD, CV_SUBTRACT, CV_MULTIPLY, CV_DIVIDE };

/// out[k] = a[k] ∘ b[k], and NaN where that is not finite; the number of those where neither a[k] nor b[k] is NaN.
///
/// `out` may be `a` or `b`.
size_t cv_calculate(enum cv_operation operation, const double *a, const double *b, double *out, size_t n);

/// How many numbers differ from what they were, and how many of them are NaN now; NaN does not differ from NaN.
struct cv_change {
  size_t changed, lost;
};

/// out[k] = new_values[k] where chosen[k] is odd or `chosen` is null, else old[k]. `out` may be `new_values`.
struct cv_change cv_put(const double *old, const double *new_values, const uint8_t *chosen, double *out, size_t n);

/// How many of the values are NaN.
size_t cv_missing(const double *values, size_t n);

/// Prints a number with so many decimals, or so many significant digits, into a buffer of this size; the length of its text.
int cv_print(char *out, size_t size, int has_decimals, int digits, double x);

/// Takes whole blocks of 64 bytes into the state of SHA-256 (FIPS 180-4), by the processor's instructions where it has them.
void cv_sha256(uint32_t state[8], const uint8_t *bytes, size_t blocks);

/// The same without those instructions.
void cv_sha256_plain(uint32_t state[8], const uint8_t *bytes, size_t blocks);

#endif
