#include "eights.h"
#include "vectors.h"

#pragma STDC FP_CONTRACT OFF

typedef uint8_t eight_bytes __attribute__((ext_vector_type(8)));

#define ONE ((eight_whole)(int64_t)1)
// All ones where there is a value.
#define IS_THERE(x) ((eight_whole)((x) == (x)))

// Answers of eight comparisons: 1 or 0, and 2 where a side is missing.
#define COMPARE(operation)                                            \
  do {                                                                \
    for (; k + 8 <= n; k += 8) {                                      \
      eight p, q;                                                     \
      LOAD(p, a + k);                                                 \
      LOAD(q, b + k);                                                 \
      eight_whole both = IS_THERE(p) & IS_THERE(q);                   \
      eight_whole holds = p operation q;                              \
      eight_whole answers = (both & holds & ONE) | (~both & (ONE + ONE)); \
      eight_bytes bytes = __builtin_convertvector(answers, eight_bytes); \
      STORE(out + k, bytes);                                          \
    }                                                                 \
    for (; k < n; k++) out[k] = a[k] != a[k] || b[k] != b[k] ? 2 : a[k] operation b[k]; \
  } while (0)

WIDE void cv_compare(enum cv_comparison comparison, const double *a, const double *b, uint8_t *out, size_t n) {
  size_t k = 0;
  switch (comparison) {
    case CV_EQUAL: COMPARE(==); break;
    case CV_NOT_EQUAL: COMPARE(!=); break;
    case CV_LESS: COMPARE(<); break;
    case CV_LESS_OR_EQUAL: COMPARE(<=); break;
    case CV_GREATER: COMPARE(>); break;
    case CV_GREATER_OR_EQUAL: COMPARE(>=); break;
  }
}

// A result that is not finite is missing; it is lost where both sides are there.
#define CALCULATE(operation)                                                  \
  do {                                                                        \
    for (; k + 8 <= n; k += 8) {                                              \
      eight p, q;                                                             \
      LOAD(p, a + k);                                                         \
      LOAD(q, b + k);                                                         \
      eight result = p operation q;                                           \
      /* Infinity and NaN less themselves are NaN. */                         \
      eight_whole finite = (result - result) == (eight)0.0;                   \
      lost -= ~finite & IS_THERE(p) & IS_THERE(q);                            \
      result = SELECT(finite, result, (eight)NAN);                            \
      STORE(out + k, result);                                                 \
    }                                                                         \
    for (; k < n; k++) {                                                      \
      double p = a[k], q = b[k], result = p operation q;                      \
      int finite = result - result == 0;                                      \
      count += !finite && p == p && q == q;                                   \
      out[k] = finite ? result : NAN;                                         \
    }                                                                         \
  } while (0)

WIDE size_t cv_calculate(enum cv_operation operation, const double *a, const double *b, double *out, size_t n) {
  size_t k = 0, count = 0;
  eight_whole lost = (eight_whole)(int64_t)0;
  switch (operation) {
    case CV_ADD: CALCULATE(+); break;
    case CV_SUBTRACT: CALCULATE(-); break;
    case CV_MULTIPLY: CALCULATE(*); break;
    case CV_DIVIDE: CALCULATE(/); break;
  }
  return count + (size_t)__builtin_reduce_add(lost);
}

WIDE struct cv_change cv_put(const double *old, const double *new_values, const uint8_t *chosen, double *out, size_t n) {
  eight_whole changed = (eight_whole)(int64_t)0, lost = changed;
  size_t k = 0;
  for (; k + 8 <= n; k += 8) {
    eight before, after;
    LOAD(before, old + k);
    LOAD(after, new_values + k);
    if (chosen) {
      eight_bytes answers;
      LOAD(answers, chosen + k);
      eight_whole mask = -(__builtin_convertvector(answers, eight_whole) & ONE);
      after = SELECT(mask, after, before);
    }
    STORE(out + k, after);
    changed -= ((eight_whole)(before != after)) & (IS_THERE(before) | IS_THERE(after));
    lost -= IS_THERE(before) & ~IS_THERE(after);
  }
  struct cv_change change = {(size_t)__builtin_reduce_add(changed), (size_t)__builtin_reduce_add(lost)};
  for (; k < n; k++) {
    double before = old[k], after = chosen && !(chosen[k] & 1) ? before : new_values[k];
    out[k] = after;
    change.changed += before != after && (before == before || after == after);
    change.lost += before == before && after != after;
  }
  return change;
}

WIDE size_t cv_missing(const double *values, size_t n) {
  eight_whole missing = (eight_whole)(int64_t)0;
  size_t k = 0;
  for (; k + 8 <= n; k += 8) {
    eight x;
    LOAD(x, values + k);
    missing -= ~IS_THERE(x);
  }
  size_t count = (size_t)__builtin_reduce_add(missing);
  for (; k < n; k++) count += values[k] != values[k];
  return count;
}
