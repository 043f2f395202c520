#include "vectors.h"

#include "eights.h"

#pragma STDC FP_CONTRACT OFF

#define REACH (-708.0)
// Added to a number of moderate size, it leaves its nearest whole number in the lowest bits.
#define SHIFTER 6755399441055744.0

// e to the power of x, for x up to 0; below −708 it is 0.
//
// x = n·ln 2 + r with |r| ≤ ln 2 / 2; Taylor's series of e^r to the 12th power errs by less than 2e-16. ln 2 is in two
// parts, the first with so few bits that its product with n is exact.
#define EXPONENTIAL(result, x)                                                                     \
  do {                                                                                             \
    eight_whole out_ = (x) < (eight)REACH;                                                         \
    eight bounded_ = SELECT(out_, (eight)REACH, (x));                                              \
    eight shifted_ = bounded_ * 1.4426950408889634 + SHIFTER;                                      \
    eight n_ = shifted_ - SHIFTER;                                                                 \
    eight r_ = (bounded_ - n_ * 0.693147180369123816490) - n_ * 1.90821492927058770002e-10;        \
    eight sum_ = (eight)(1.0 / 479001600);                                                         \
    sum_ = sum_ * r_ + 1.0 / 39916800;                                                             \
    sum_ = sum_ * r_ + 1.0 / 3628800;                                                              \
    sum_ = sum_ * r_ + 1.0 / 362880;                                                               \
    sum_ = sum_ * r_ + 1.0 / 40320;                                                                \
    sum_ = sum_ * r_ + 1.0 / 5040;                                                                 \
    sum_ = sum_ * r_ + 1.0 / 720;                                                                  \
    sum_ = sum_ * r_ + 1.0 / 120;                                                                  \
    sum_ = sum_ * r_ + 1.0 / 24;                                                                   \
    sum_ = sum_ * r_ + 1.0 / 6;                                                                    \
    sum_ = sum_ * r_ + 0.5;                                                                        \
    sum_ = sum_ * r_ + 1.0;                                                                        \
    sum_ = sum_ * r_ + 1.0;                                                                        \
    /* 2^n by adding n to the exponent. */                                                         \
    eight_whole bits_ = (eight_whole)sum_ + ((eight_whole)shifted_ << 52);                         \
    (result) = (eight)(bits_ & ~out_);                                                             \
  } while (0)

#define GAUSSIAN(result, product, other)                         \
  do {                                                           \
    eight distance_ = square + (other) - 2.0 * (product);        \
    /* Rounding may put equal rows at a distance below 0. */     \
    eight_whole below_ = distance_ < (eight)0.0;                 \
    distance_ = (eight)((eight_whole)distance_ & ~below_);       \
    eight x_ = -gamma * distance_;                               \
    EXPONENTIAL(result, x_);                                     \
  } while (0)

// The last few places are done eight at a time too, so that a value never depends on its position.
#define LAST(count, from) \
  eight last_##from = (eight)0.0; \
  memcpy(&last_##from, from + k, (count) * sizeof(double))

#define WRITE_DOUBLES(count) memcpy(out + k, &value, (count) * sizeof(double))
#define WRITE_FLOATS(count)                                             \
  do {                                                                  \
    eight_floats rounded_ = __builtin_convertvector(value, eight_floats); \
    memcpy(out + k, &rounded_, (count) * sizeof(float));                \
  } while (0)

// A row of kernel values, of which `write` stores so many.
#define GAUSSIAN_ROW(write)                       \
  size_t k = 0;                                   \
  for (; k + 8 <= n; k += 8) {                    \
    eight product, other, value;                  \
    LOAD(product, products + k);                  \
    LOAD(other, squares + k);                     \
    GAUSSIAN(value, product, other);              \
    write(8);                                     \
  }                                               \
  if (k < n) {                                    \
    LAST(n - k, products);                        \
    LAST(n - k, squares);                         \
    eight value;                                  \
    GAUSSIAN(value, last_products, last_squares); \
    write(n - k);                                 \
  }

WIDE void cv_gaussian(const double *products, const double *squares, double square, double gamma, double *out,
                      size_t n) {
  GAUSSIAN_ROW(WRITE_DOUBLES)
}

WIDE void cv_gaussian_floats(const double *products, const double *squares, double square, double gamma, float *out,
                             size_t n) {
  GAUSSIAN_ROW(WRITE_FLOATS)
}

WIDE void cv_gather(const float *row, size_t length, const int32_t *places, float *out, size_t n) {
  // The row comes from memory in one sweep, before it is read here and there.
  if (length / 4 < n)
    for (size_t k = 0; k < length; k += 16) __builtin_prefetch(row + k);
  for (size_t k = 0; k < n; k++) out[k] = row[places[k]];
}

// Pairs, fours and eights of two rows after one another: the steps of turning eight rows of eight.
#define PAIRS(a, b) __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define ODD_PAIRS(a, b) __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#define FOURS(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define ODD_FOURS(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#define EIGHTS(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define ODD_EIGHTS(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)

WIDE void cv_transpose(const float *from, size_t from_stride, float *to, size_t to_stride, size_t rows,
                       size_t columns) {
  size_t c = 0;
  for (; c + 8 <= columns; c += 8) {
    size_t r = 0;
    for (; r + 8 <= rows; r += 8) {
      const float *in = from + r * from_stride + c;
      float *out = to + c * to_stride + r;
      eight_floats a[8], b[8];
      for (int i = 0; i < 8; i++) LOAD(a[i], in + (size_t)i * from_stride);
      for (int i = 0; i < 8; i += 2) {
        b[i] = PAIRS(a[i], a[i + 1]);
        b[i + 1] = ODD_PAIRS(a[i], a[i + 1]);
      }
      for (int i = 0; i < 8; i += 4)
        for (int j = 0; j < 2; j++) {
          a[i + j] = FOURS(b[i + j], b[i + j + 2]);
          a[i + j + 2] = ODD_FOURS(b[i + j], b[i + j + 2]);
        }
      for (int j = 0; j < 4; j++) {
        b[j] = EIGHTS(a[j], a[j + 4]);
        b[j + 4] = ODD_EIGHTS(a[j], a[j + 4]);
      }
      for (int i = 0; i < 8; i++) STORE(out + (size_t)i * to_stride, b[i]);
    }
    for (; r < rows; r++)
      for (size_t k = c; k < c + 8; k++) to[k * to_stride + r] = from[r * from_stride + k];
  }
  for (; c < columns; c++)
    for (size_t r = 0; r < rows; r++) to[c * to_stride + r] = from[r * from_stride + c];
}

#define DOUBLES(name, from)                   \
  eight name;                                 \
  do {                                        \
    eight_floats floats_;                     \
    LOAD(floats_, from);                      \
    name = __builtin_convertvector(floats_, eight); \
  } while (0)

WIDE void cv_subtract(double *value, double a, const float *x, size_t n) {
  size_t k = 0;
  for (; k + 8 <= n; k += 8) {
    eight v;
    LOAD(v, value + k);
    DOUBLES(first, x + k);
    v -= first * a;
    STORE(value + k, v);
  }
  for (; k < n; k++) value[k] -= (double)x[k] * a;
}

// A search for the largest: `BEGIN_LARGEST`, `TAKE` for each eight, `FINISH_LARGEST`, and `TAKE_ONE` for each of the rest.
//
// `most` is the largest so far of every eighth place, of equal ones the last.
#define BEGIN_LARGEST                               \
  eight most = (eight)(-INFINITY);                  \
  eight_whole start = (eight_whole)(int64_t)-1;     \
  size_t k = 0

#define TAKE(new, isIn)                                                   \
  do {                                                                    \
    eight_whole better_ = (isIn) & ((new) >= most);                       \
    most = SELECT(better_, new, most);                                    \
    start = (better_ & (eight_whole)(int64_t)k) | (~better_ & start);     \
  } while (0)

INLINE ptrdiff_t best_of(const double *most, const int64_t *start, double *best) {
  ptrdiff_t place = -1;
  *best = -INFINITY;
  for (int lane = 0; lane < 8; lane++) {
    if (start[lane] < 0) continue;
    ptrdiff_t here = start[lane] + lane;
    if (most[lane] > *best || (most[lane] == *best && here > place)) {
      place = here;
      *best = most[lane];
    }
  }
  return place;
}

#define FINISH_LARGEST                                     \
  double lanes[8];                                         \
  int64_t starts[8];                                       \
  STORE(lanes, most);                                      \
  STORE(starts, start);                                    \
  ptrdiff_t place = best_of(lanes, starts, best)

#define TAKE_ONE(new)                \
  do {                               \
    double new_ = (new);             \
    if (new_ >= *best && new_ > -INFINITY) { \
      place = (ptrdiff_t)k;          \
      *best = new_;                  \
    }                                \
  } while (0)

WIDE ptrdiff_t cv_largest(const double *value, const float *mask, size_t n, double *best) {
  BEGIN_LARGEST;
  for (; k + 8 <= n; k += 8) {
    eight v;
    LOAD(v, value + k);
    DOUBLES(masked, mask + k);
    v += masked;
    TAKE(v, v > (eight)(-INFINITY));
  }
  FINISH_LARGEST;
  for (; k < n; k++) {
    TAKE_ONE(value[k] + (double)mask[k]);
  }
  return place;
}

WIDE ptrdiff_t cv_move(double *value, double a, const float *x, double b, const float *y, const float *mask, size_t n,
                       double *best) {
  BEGIN_LARGEST;
  for (; k + 8 <= n; k += 8) {
    eight v;
    LOAD(v, value + k);
    DOUBLES(first, x + k);
    DOUBLES(second, y + k);
    DOUBLES(masked, mask + k);
    v -= first * a + second * b;
    STORE(value + k, v);
    v += masked;
    TAKE(v, v > (eight)(-INFINITY));
  }
  FINISH_LARGEST;
  for (; k < n; k++) {
    value[k] -= (double)x[k] * a + (double)y[k] * b;
    TAKE_ONE(value[k] + (double)mask[k]);
  }
  return place;
}

WIDE ptrdiff_t cv_steepest(double top, double own, const double *value, const float *mask, const double *diagonal,
                           const float *line, size_t n, double *gap) {
  BEGIN_LARGEST;
  eight gaps = (eight)(-INFINITY);
  for (; k + 8 <= n; k += 8) {
    eight v, diagonals = (eight)1.0;
    LOAD(v, value + k);
    DOUBLES(masked, mask + k);
    DOUBLES(lines, line + k);
    if (diagonal) LOAD(diagonals, diagonal + k);
    eight fall = top - v + masked;
    eight_whole wider = fall > gaps;
    gaps = SELECT(wider, fall, gaps);
    eight curvature = own + diagonals - 2.0 * lines;
    eight_whole flat = curvature <= (eight)0.0;
    curvature = SELECT(flat, (eight)1e-12, curvature);
    eight_whole isIn = fall > (eight)0.0;
    eight square = fall * fall;
    // A division takes longer than all else: only where a gain may reach the best of its lane.
    eight_whole near = isIn & ~(square < most * curvature * (1.0 - 1e-12));
    if (ANY(near)) {
      eight gain = square / curvature;
      TAKE(gain, isIn);
    }
  }
  double bestGain, *best = &bestGain;
  FINISH_LARGEST;
  double widest[8];
  STORE(widest, gaps);
  *gap = -INFINITY;
  for (int lane = 0; lane < 8; lane++)
    if (widest[lane] > *gap) *gap = widest[lane];
  for (; k < n; k++) {
    double fall = top - value[k] + (double)mask[k];
    if (fall > *gap) *gap = fall;
    if (fall > 0) {
      double curvature = own + (diagonal ? diagonal[k] : 1.0) - 2.0 * (double)line[k];
      TAKE_ONE(fall * fall / (curvature > 0 ? curvature : 1e-12));
    }
  }
  return place;
}

WIDE size_t cv_at_most(const float *a, const float *b, float limit, size_t from, size_t n) {
  size_t k = from / 16 * 16;
  for (; k + 16 <= n; k += 16) {
    sixteen x, y;
    LOAD(x, a + k);
    LOAD(y, b + k);
    sixteen_whole isIn = x + y <= (sixteen)limit;
    if (ANY(isIn)) return k;
  }
  for (size_t at = k; at < n; at++)
    if (a[at] + b[at] <= limit) return k;
  return n;
}
