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

#endif
