// SPDX-License-Identifier: Apache-2.0
// Matrix products of a warp (PTX `mma`), on whole warps: the fragments of all lanes are taken apart into matrices, multiplied and put together
// again. Floating-point sums are in single precision (double for doubles) from the lowest k to the highest, each product fused with its sum.
#include <stdint.h>

// Element types of A and B, and of C and D; matrix_operations.py has the same numbers.
enum { F16, BF16, TF32, F64, E4M3, E5M2, S8, U8, S4, U4, XOR1, AND1 };
enum { OUT_F16, OUT_F32, OUT_S32, OUT_F64 };
enum { REGISTERS = 16, LONGEST = 128 };

static inline float float_of(uint32_t bits) {
  float x;
  __builtin_memcpy(&x, &bits, 4);
  return x;
}

static inline uint32_t bits_of(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, 4);
  return bits;
}

static inline double double_of(uint64_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, 8);
  return x;
}

static inline float half_to_float(uint32_t h) {
  float size = float_of((h & 0x7fff) << 13) * 5.192296858534828e33f;  // 2^112: the exponent's new bias, for denormals too
  uint32_t special = (h & 0x7c00) == 0x7c00 ? 0x7f800000 | (h & 0x3ff) << 13 : bits_of(size);
  return float_of(special | (h & 0x8000) << 16);
}

static inline uint32_t float_to_half(float x) {
  uint32_t b = bits_of(x), sign = b >> 16 & 0x8000, size = b & 0x7fffffff;
  if (size > 0x7f800000) return sign | 0x7e00;
  if (size >= 0x477ff000) return sign | 0x7c00;  // from the middle between the largest number and 2^16 on
  if (size < 0x38800000) return sign | (bits_of(float_of(size) + 0.5f) - 0x3f000000);  // rounded where a denormal's last bit is
  return sign | ((size + 0xfff + (size >> 13 & 1) - 0x38000000) >> 13);
}

static inline float tiny_to_float(uint32_t byte, int type) {
  if (type == E5M2) return half_to_float(byte << 8);
  uint32_t size = byte & 0x7f;
  float value = size == 0x7f ? __builtin_nanf("") : float_of(size << 20) * 1.329227995784916e36f;  // 2^120
  return byte & 0x80 ? -value : value;
}

// Element `index` of a register.
static inline float element(uint32_t word, int type, int index) {
  switch (type) {
    case F16: return half_to_float(word >> (16 * index) & 0xffff);
    case BF16: return float_of(index ? word & 0xffff0000 : word << 16);
    case TF32: return float_of(word & 0xffffe000);
    default: return tiny_to_float(word >> (8 * index) & 0xff, type);
  }
}

static inline int32_t whole(uint32_t word, int type, int index) {
  switch (type) {
    case S8: return (int8_t)(word >> (8 * index));
    case U8: return (uint8_t)(word >> (8 * index));
    case S4: return (int32_t)(word >> (4 * index) << 28) >> 28;
    case U4: return (int32_t)(word >> (4 * index) & 15);
    default: return (int32_t)word;
  }
}

static inline int elements_of(int type) {
  switch (type) {
    case F16: case BF16: return 2;
    case E4M3: case E5M2: case S8: case U8: return 4;
    case S4: case U4: return 8;
    default: return 1;
  }
}

// Where a register of a lane lies: register r of A has row g + 8 (r mod rows), columns from (t + 4 (r div rows)) e on, for g = lane / 4,
// t = lane % 4 and e elements a register; B likewise without rows, columns and rows exchanged.
#define FOR_FRAGMENTS(COUNT, ROWS)                                     \
  for (int lane = 0; lane < 32; lane++)                                \
    for (int r = 0; r < (COUNT); r++)                                  \
      for (int e = 0, row = lane / 4 + 8 * (r % (ROWS)), at = (lane % 4 + 4 * (r / (ROWS))) * each; e < each; e++)

static void floats(int m, int k, int a_type, int b_type, const float c[16][8], float d[16][8], const uint64_t (*regs)[REGISTERS]) {
  int rows = m / 8, each = elements_of(a_type), chunks = k / each;
  float a[16][LONGEST], b[LONGEST][8];
  FOR_FRAGMENTS(rows * chunks / 4, rows) a[row][at + e] = element((uint32_t)regs[lane][r], a_type, e);
  FOR_FRAGMENTS(chunks / 4, 1) b[at + e][row] = element((uint32_t)regs[lane][rows * chunks / 4 + r], b_type, e);
  for (int i = 0; i < m; i++) {
    float sum[8];
    for (int j = 0; j < 8; j++) sum[j] = c[i][j];
    for (int p = 0; p < k; p++)
      for (int j = 0; j < 8; j++) sum[j] = __builtin_fmaf(a[i][p], b[p][j], sum[j]);
    for (int j = 0; j < 8; j++) d[i][j] = sum[j];
  }
}

static void doubles(int m, int k, uint64_t (*regs)[REGISTERS]) {
  int rows = m / 8, each = 1, first_b = rows * k / 4, first_c = first_b + k / 4;
  double a[16][LONGEST], b[LONGEST][8], d[16][8];
  FOR_FRAGMENTS(first_b, rows) a[row][at + e] = double_of(regs[lane][r]);
  FOR_FRAGMENTS(k / 4, 1) b[at + e][row] = double_of(regs[lane][first_b + r]);
  for (int lane = 0; lane < 32; lane++)
    for (int r = 0; r < 2 * rows; r++) d[lane / 4 + 8 * (r / 2)][lane % 4 * 2 + r % 2] = double_of(regs[lane][first_c + r]);
  for (int i = 0; i < m; i++)
    for (int p = 0; p < k; p++)
      for (int j = 0; j < 8; j++) d[i][j] = __builtin_fma(a[i][p], b[p][j], d[i][j]);
  for (int lane = 0; lane < 32; lane++)
    for (int r = 0; r < 2 * rows; r++) __builtin_memcpy(&regs[lane][r], &d[lane / 4 + 8 * (r / 2)][lane % 4 * 2 + r % 2], 8);
}

// Sums wrap; the addition of C saturates if it is asked for.
static void integers(int m, int k, int a_type, int b_type, int saturate, uint64_t (*regs)[REGISTERS]) {
  int rows = m / 8, each = elements_of(a_type), bits = a_type == XOR1 || a_type == AND1;
  int chunks = k / (bits ? 32 : each), first_b = rows * chunks / 4, first_c = first_b + chunks / 4;
  int32_t a[16][LONGEST], b[LONGEST][8], d[16][8];
  FOR_FRAGMENTS(first_b, rows) a[row][at + e] = whole((uint32_t)regs[lane][r], a_type, e);
  FOR_FRAGMENTS(chunks / 4, 1) b[at + e][row] = whole((uint32_t)regs[lane][first_b + r], b_type, e);
  for (int i = 0; i < m; i++) {
    uint32_t sum[8] = {0};
    for (int p = 0; p < chunks * each; p++)
      for (int j = 0; j < 8; j++) {
        uint32_t x = (uint32_t)a[i][p], y = (uint32_t)b[p][j];
        sum[j] += !bits ? x * y : (uint32_t)__builtin_popcount(a_type == XOR1 ? x ^ y : x & y);
      }
    for (int j = 0; j < 8; j++) d[i][j] = (int32_t)sum[j];
  }
  for (int lane = 0; lane < 32; lane++) {
    uint64_t *mine = regs[lane];
    for (int r = 0; r < 2 * rows; r++) {
      int32_t start = (int32_t)mine[first_c + r], total = d[lane / 4 + 8 * (r / 2)][lane % 4 * 2 + r % 2];
      int64_t exact = (int64_t)start + total;
      if (saturate) exact = exact > INT32_MAX ? INT32_MAX : exact < INT32_MIN ? INT32_MIN : exact;
      mine[r] = (uint32_t)exact;
    }
  }
}

// D = A B + C for one warp. `regs[lane]` holds the registers of A, B and C, and gets those of D.
void scale_mma(int m, int k, int a_type, int b_type, int c_type, int d_type, int saturate, uint64_t (*regs)[REGISTERS]) {
  if (a_type == F64) {
    doubles(m, k, regs);
    return;
  }
  if (d_type == OUT_S32) {
    integers(m, k, a_type, b_type, saturate, regs);
    return;
  }
  int rows = m / 8, registers = (rows + 1) * (k / elements_of(a_type)) / 4;
  float c[16][8], d[16][8];
  for (int lane = 0; lane < 32; lane++)
    for (int r = 0; r < 2 * rows; r++) {
      uint64_t word = regs[lane][registers + (c_type == OUT_F16 ? r / 2 : r)];
      float value = c_type == OUT_F16 ? half_to_float((uint32_t)word >> (16 * (r % 2)) & 0xffff) : float_of((uint32_t)word);
      c[lane / 4 + 8 * (r / 2)][lane % 4 * 2 + r % 2] = value;
    }
  floats(m, k, a_type, b_type, c, d, (const uint64_t(*)[REGISTERS])regs);
  for (int lane = 0; lane < 32; lane++)
    for (int row = 0; row < rows; row++) {
      const float *pair = &d[lane / 4 + 8 * row][lane % 4 * 2];
      if (d_type == OUT_F16) {
        regs[lane][row] = float_to_half(pair[0]) | float_to_half(pair[1]) << 16;
      } else {
        regs[lane][2 * row] = bits_of(pair[0]);
        regs[lane][2 * row + 1] = bits_of(pair[1]);
      }
    }
}
