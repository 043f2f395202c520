#include "vectors.h"

#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turned(uint32_t x, int k) { return x >> k | x << (32 - k); }

void cv_sha256_plain(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  for (; blocks > 0; blocks--, bytes += 64) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++) {
      memcpy(&w[i], bytes + 4 * i, 4);
      w[i] = __builtin_bswap32(w[i]);
    }
    for (int i = 16; i < 64; i++) {
      uint32_t low = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3;
      uint32_t high = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10;
      w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
      uint32_t t1 = v[7] + (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) +
                    constants[i] + w[i];
      uint32_t t2 =
          (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      memmove(v + 1, v, 7 * sizeof v[0]);
      v[4] += t1;
      v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) state[i] += v[i];
  }
}

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

/// By the instructions of the processor, four rounds at a time. They keep the words in the order a b e f and c d g h.
__attribute__((target("sha,sse4.1"))) static void by_instructions(uint32_t state[8], const uint8_t *bytes,
                                                                   size_t blocks) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
  __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
  __m128i abef = _mm_alignr_epi8(low, high, 8), cdgh = _mm_blend_epi16(high, low, 0xf0);
  for (; blocks > 0; blocks--, bytes += 64) {
    __m128i abef_before = abef, cdgh_before = cdgh, w[4];
    for (int i = 0; i < 4; i++) w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + i), swap);
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      __m128i *own = &w[i & 3];
      if (i >= 4) {
        __m128i last = w[(i + 3) & 3];
        __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(*own, w[(i + 1) & 3]), _mm_alignr_epi8(last, w[(i + 2) & 3], 4));
        *own = _mm_sha256msg2_epu32(sum, last);
      }
      __m128i words = _mm_add_epi32(*own, _mm_loadu_si128((const __m128i *)(constants + 4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, words);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(words, 0x0e));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  low = _mm_shuffle_epi32(abef, 0x1b);
  high = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xf0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

static int has_instructions(void) {
  // 0: not asked yet. Threads that ask at once find the same.
  static _Atomic int known;
  if (known == 0) {
    unsigned a, b, c, d, e, f, g, h;
    known = __get_cpuid(1, &a, &b, &c, &d) && c >> 19 & 1 && __get_cpuid_count(7, 0, &e, &f, &g, &h) && f >> 29 & 1 ? 1 : 2;
  }
  return known == 1;
}
#endif

void cv_sha256(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
#if defined(__x86_64__)
  if (has_instructions()) return by_instructions(state, bytes, blocks);
#endif
  cv_sha256_plain(state, bytes, blocks);
}
