// What the loops of this target share: the generations of processors, and vectors of eight.
#ifndef PODIUM_EIGHTS_H
#define PODIUM_EIGHTS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

// The functions that choose among them run before the thread sanitizer is ready.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer)
// Each function once for every x86-64 processor, once for AVX2, once for AVX-512.
#define WIDE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define WIDE
#endif
#define INLINE static inline __attribute__((always_inline))

typedef double eight __attribute__((ext_vector_type(8)));
typedef float eight_floats __attribute__((ext_vector_type(8)));
typedef int64_t eight_whole __attribute__((ext_vector_type(8)));
typedef float sixteen __attribute__((ext_vector_type(16)));
typedef int32_t sixteen_whole __attribute__((ext_vector_type(16)));

// Macros where a function would pass wide vectors by value: their calling convention differs between processors.
#define LOAD(name, from) memcpy(&(name), (from), sizeof(name))
#define STORE(to, name) memcpy((to), &(name), sizeof(name))
#define SELECT(mask, yes, no) \
  ((eight)(((mask) & (eight_whole)(yes)) | (~(mask) & (eight_whole)(no))))
#define ANY(mask) (__builtin_reduce_or(mask) != 0)

#endif
