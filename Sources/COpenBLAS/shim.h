// OpenBLAS for Swift, without linking it: a table of its functions, filled by dlopen when the first one is
// needed. Linking the library would add 1.4 ms to every start of the program. The prototypes are those of the
// reference CBLAS and LAPACK with 32-bit integers, so no header of the library is needed to build.
#ifndef PODIUM_COPENBLAS_SHIM_H
#define PODIUM_COPENBLAS_SHIM_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

// The C library declares it only for programs that enable GNU extensions.
extern char **environ;

#include "../CLibrary/library.h"

#define COB_ROW_MAJOR 101
#define COB_AS_IS 111
#define COB_TRANSPOSED 112
#define COB_LOWER 122

/// The functions used. A copy may be read from any thread; nothing writes to it after cob_load.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  void (*set_threads)(int count);
  int (*parallel)(void);
  char *(*kernel)(void);
  void (*dgemm)(int order, int trans_a, int trans_b, int m, int n, int k, double alpha, const double *a,
                int lda, const double *b, int ldb, double beta, double *c, int ldc);
  void (*sgemm)(int order, int trans_a, int trans_b, int m, int n, int k, float alpha, const float *a, int lda,
                const float *b, int ldb, float beta, float *c, int ldc);
  void (*dgemv)(int order, int trans, int m, int n, double alpha, const double *a, int lda, const double *x,
                int inc_x, double beta, double *y, int inc_y);
  void (*dsyrk)(int order, int uplo, int trans, int n, int k, double alpha, const double *a, int lda,
                double beta, double *c, int ldc);
  void (*dsyevd)(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w,
                 double *work, const int *lwork, int *iwork, const int *liwork, int *info, size_t jobz_length,
                 size_t uplo_length);
  // The parts of dsyevd, for matrices that take long.
  void (*dlatrd)(const char *uplo, const int *n, const int *nb, double *a, const int *lda, double *e, double *tau,
                 double *w, const int *ldw, size_t uplo_length);
  void (*dsyr2k)(const char *uplo, const char *trans, const int *n, const int *k, const double *alpha,
                 const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
                 const int *ldc, size_t uplo_length, size_t trans_length);
  void (*dsytd2)(const char *uplo, const int *n, double *a, const int *lda, double *d, double *e, double *tau,
                 int *info, size_t uplo_length);
  void (*dstedc)(const char *compz, const int *n, double *d, double *e, double *z, const int *ldz, double *work,
                 const int *lwork, int *iwork, const int *liwork, int *info, size_t compz_length);
  void (*dormtr)(const char *side, const char *uplo, const char *trans, const int *m, const int *n, double *a,
                 const int *lda, const double *tau, double *c, const int *ldc, double *work, const int *lwork,
                 int *info, size_t side_length, size_t uplo_length, size_t trans_length);
} cob_table;

/// dlopen with one visible processor: the library starts a thread for each further one, and those spin for a
/// while before they sleep, though only one thread is needed. Only the calling thread is bound meanwhile.
static inline void *cob_open(const char *file) {
#if defined(SYS_sched_getaffinity) && defined(SYS_sched_setaffinity)
  // By system call: the C library declares processor sets only for programs that enable GNU extensions.
  unsigned long all[128] = {0}, one[128] = {0};
  long size = syscall(SYS_sched_getaffinity, 0, sizeof all, all);
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    // The lowest processor allowed.
    one[i] = all[i] & -all[i];
    if (one[i] != 0) break;
  }
  int bound = size > 0 && syscall(SYS_sched_setaffinity, 0, sizeof one, one) == 0;
  void *library = clb_open(file);
  if (bound) syscall(SYS_sched_setaffinity, 0, sizeof all, all);
  return library;
#else
  return clb_open(file);
#endif
}

/// What asks the library for its fastest kernel of those that this processor can run, by the processor's features; NULL for
/// a processor without AVX2.
static inline char *cob_fastest(void) {
#if defined(__x86_64__)
  static char skylake[] = "OPENBLAS_CORETYPE=SkylakeX", haswell[] = "OPENBLAS_CORETYPE=Haswell";
  unsigned a, b, c, d, features, saved, high;
  if (!__get_cpuid(1, &a, &b, &features, &d)) return NULL;
  const unsigned fma_and_saves = 1u << 12 | 1u << 27;
  if ((features & fma_and_saves) != fma_and_saves) return NULL;
  // What the system saves when it changes threads: 6 is the wide registers, 0xE6 with those of 512 bits.
  __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
  if ((saved & 0x6) != 0x6 || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return NULL;
  const unsigned wide = 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31;  // AVX-512 F, DQ, CD, BW, VL
  if ((saved & 0xE6) == 0xE6 && (b & wide) == wide) return skylake;
  return b & 1u << 5 ? haswell : NULL;  // AVX2
#else
  return NULL;
#endif
}

/// Has the library choose its kernel again where it did not know the processor and took one of 2004 or 2007.
///
/// It goes by the processor's model, and a release of it does not know later ones: version 0.3.21 runs Xeons of 2023 with
/// Prescott, 5 (double) and 30 (single precision) times as slow as they can. A choice of the user's stays.
static inline void cob_choose(void *library) {
  char *(*name)(void) = (char *(*)(void))dlsym(library, "openblas_get_corename");
  void (*quit)(void) = (void (*)(void))dlsym(library, "gotoblas_dynamic_quit");
  void (*choose)(void) = (void (*)(void))dlsym(library, "gotoblas_dynamic_init");
  char *fastest = cob_fastest();
  const char *chosen = name ? name() : NULL;
  if (!chosen || !quit || !choose || !fastest || getenv("OPENBLAS_CORETYPE")) return;
  if (strcmp(chosen, "Prescott") != 0 && strcmp(chosen, "Barcelona") != 0) return;
  // Its own environment for this one call: setenv would move the list under other threads that read it.
  size_t count = 0;
  char **before = environ;
  while (before && before[count]) count++;
  char **list = malloc((count + 2) * sizeof *list);
  if (!list) return;
  list[0] = fastest;
  for (size_t i = 0; i < count; i++) list[i + 1] = before[i];
  list[count + 1] = NULL;
  environ = list;
  quit();
  choose();
  // A thread may still read the list, so it stays.
  if (environ == list) environ = before;
}

/// Fills the table; returns NULL, or the system's reason. The library stays loaded until the process ends.
static inline const char *cob_load(const char *file, cob_table *table) {
  void *library = cob_open(file);
  if (library) cob_choose(library);
  const clb_function wanted[] = {
      {"openblas_set_num_threads", &table->set_threads},
      {"openblas_get_parallel", &table->parallel},
      {"openblas_get_corename", &table->kernel},
      {"cblas_dgemm", &table->dgemm},
      {"cblas_sgemm", &table->sgemm},
      {"cblas_dgemv", &table->dgemv},
      {"cblas_dsyrk", &table->dsyrk},
      {"dsyevd_", &table->dsyevd},
      {"dlatrd_", &table->dlatrd},
      {"dsyr2k_", &table->dsyr2k},
      {"dsytd2_", &table->dsytd2},
      {"dstedc_", &table->dstedc},
      {"dormtr_", &table->dormtr},
  };
  return CLB_FILL(library, wanted);
}

#endif
