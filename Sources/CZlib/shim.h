// zlib for Swift, without linking it: a table of its functions, filled by dlopen when the first one is needed, so
// that a run of the program without compressed files does not pay for it. The stream is that of zlib 1.2,
// whose layout zlib checks against the size it is given; no header of the library is needed to build.
#ifndef PODIUM_CZLIB_SHIM_H
#define PODIUM_CZLIB_SHIM_H

#include <stddef.h>
#include <string.h>

#include "../CLibrary/library.h"

#define CZL_FINISH 4
#define CZL_NO_FLUSH 0
#define CZL_OK 0
#define CZL_STREAM_END 1
#define CZL_NEED_DICT 2
#define CZL_BUF_ERROR (-5)

/// The z_stream of zlib.
typedef struct {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  const char *msg;
  void *state;
  void *zalloc;
  void *zfree;
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
} czl_stream;

/// The functions used. A copy may be read from any thread; nothing writes to it after czl_load.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  int (*inflate_init)(czl_stream *stream, int window_bits, const char *version, int size);
  int (*inflate_go)(czl_stream *stream, int flush);
  int (*inflate_end)(czl_stream *stream);
  int (*deflate_init)(czl_stream *stream, int level, int method, int window_bits, int memory, int strategy,
                      const char *version, int size);
  int (*deflate_go)(czl_stream *stream, int flush);
  int (*deflate_end)(czl_stream *stream);
  unsigned long (*crc32)(unsigned long crc, const unsigned char *bytes, unsigned int count);
} czl_table;

/// Fills the table; returns NULL, or the system's reason. The library stays loaded until the process ends.
static inline const char *czl_load(const char *file, czl_table *table) {
  const clb_function wanted[] = {
      {"inflateInit2_", &table->inflate_init}, {"inflate", &table->inflate_go},
      {"inflateEnd", &table->inflate_end},     {"deflateInit2_", &table->deflate_init},
      {"deflate", &table->deflate_go},         {"deflateEnd", &table->deflate_end},
      {"crc32", &table->crc32},
  };
  return CLB_FILL(clb_open(file), wanted);
}

#endif
