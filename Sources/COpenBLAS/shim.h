// OpenBLAS for Swift, without linking it: a table of its functions, filled by dlopen when the first one is
// needed. Linking the library would add 1.4 ms to every start of the program. The prototypes are those of the
// reference CBLAS and LAPACK with 32-bit integers, so no header of the library is needed to build.
#ifndef PODIUM_COPENBLAS_SHIM_H
#define PODIUM_COPENBLAS_SHIM_H

#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

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
  double (*ddot)(int n, const double *x, int inc_x, const double *y, int inc_y);
  void (*daxpy)(int n, double alpha, const double *x, int inc_x, double *y, int inc_y);
  void (*dscal)(int n, double alpha, double *x, int inc_x);
  void (*dposv)(const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b,
                const int *ldb, int *info, size_t uplo_length);
  void (*dsyevd)(const char *jobz, const char *uplo, const int *n, double *a, const int *lda, double *w,
                 double *work, const int *lwork, int *iwork, const int *liwork, int *info, size_t jobz_length,
                 size_t uplo_length);
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

/// Fills the table; returns NULL, or the system's reason. The library stays loaded until the process ends.
static inline const char *cob_load(const char *file, cob_table *table) {
  const clb_function wanted[] = {
      {"openblas_set_num_threads", &table->set_threads},
      {"openblas_get_parallel", &table->parallel},
      {"openblas_get_corename", &table->kernel},
      {"cblas_dgemm", &table->dgemm},
      {"cblas_sgemm", &table->sgemm},
      {"cblas_dgemv", &table->dgemv},
      {"cblas_dsyrk", &table->dsyrk},
      {"cblas_ddot", &table->ddot},
      {"cblas_daxpy", &table->daxpy},
      {"cblas_dscal", &table->dscal},
      {"dposv_", &table->dposv},
      {"dsyevd_", &table->dsyevd},
  };
  return CLB_FILL(cob_open(file), wanted);
}

#endif
