/* SPDX-License-Identifier: Apache-2.0
   A CPU image written by hand: what the compiler's `cpu` target makes of a few small kernels. */
#include <stddef.h>
#include <string.h>

#include "scale/cpu_image.h"

#define EXPORT __attribute__((visibility("default")))

static int counter = 7;      /* __device__ int counter = 7; */
static float table[4];       /* __constant__ float table[4]; */

struct place { uint32_t block[3], thread[3]; };

static struct place place_of(const struct scale_cpu_launch *l, uint64_t block, uint32_t thread) {
  struct place p;
  p.block[0] = (uint32_t)(block % l->grid[0]);
  p.block[1] = (uint32_t)(block / l->grid[0] % l->grid[1]);
  p.block[2] = (uint32_t)(block / l->grid[0] / l->grid[1]);
  p.thread[0] = thread % l->block[0];
  p.thread[1] = thread / l->block[0] % l->block[1];
  p.thread[2] = thread / l->block[0] / l->block[1];
  return p;
}
static uint32_t threads(const struct scale_cpu_launch *l) { return l->block[0] * l->block[1] * l->block[2]; }

/* add(const float *a, const float *b, float *c, int n) */
struct add_arguments { const float *a, *b; float *c; int n; };
static void add(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  const struct add_arguments *k = (const struct add_arguments *)raw;
  const float *restrict a = k->a, *restrict b = k->b;
  float *restrict c = k->c;
  for (uint64_t block = first; block < first + count; ++block) {
    uint64_t base = block * l->block[0];
    uint64_t end = base + l->block[0] < (uint64_t)k->n ? base + l->block[0] : (uint64_t)k->n;
    for (uint64_t i = base; i < end; ++i) c[i] = a[i] + b[i];
  }
}

static void empty(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  (void)raw; (void)l; (void)first; (void)count;
}

/* order(unsigned *next, unsigned *seen): each block notes when it started */
struct order_arguments { unsigned *next, *seen; };
static void order(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  const struct order_arguments *k = (const struct order_arguments *)raw;
  (void)l;
  for (uint64_t block = first; block < first + count; ++block) k->seen[block] = __atomic_fetch_add(k->next, 1, __ATOMIC_SEQ_CST);
}

/* bump(int by): counter += by, once a launch */
static void bump(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  (void)l; (void)count;
  if (first == 0) counter += *(const int *)raw;
}

/* scale_by_table(float *x): x[i] *= table[i] */
static void scale_by_table(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  float *x = *(float *const *)raw;
  (void)first; (void)count;
  for (uint32_t t = 0; t < threads(l); ++t) x[t] *= table[t];
}

/* print(): printf("%8s|%-4d|%lld|%c|%5.2f|%x|%%\n", "ab", 7, 1LL << 40, 'z', 2.5, 255) */
struct print_values { const char *s; int d; long long ll; int c; double f; unsigned x; };
static void print(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  struct print_values v = {"ab", 7, 1LL << 40, 'z', 2.5, 255};
  (void)raw; (void)first; (void)count;
  l->services->vprintf(l, "%8s|%-4d|%lld|%c|%5.2f|%x|%%\n", &v);
}

/* check(): assert(threadIdx.x < 3) */
static void check(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  (void)raw; (void)count;
  for (uint32_t t = 0; t < threads(l); ++t) {
    struct place p = place_of(l, first, t);
    if (!(p.thread[0] < 3)) l->services->assert_fail(l, "threadIdx.x < 3", "a.cu", 12, "void check()", p.block, p.thread);
  }
}

static void trap(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  (void)raw; (void)first; (void)count;
  l->services->trap(l);
}

/* wild(int *p): *p = 1, in the last thread of each block */
static void wild(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  int *p = *(int *const *)raw;
  for (uint64_t block = first; block < first + count; ++block) {
    struct place at = place_of(l, block, threads(l) - 1);
    if (l->check & 1) l->services->check_access(l, p, 4, 2, at.block, at.thread);
    *p = 1;
  }
}

/* wait_flag(volatile int *flag): spins until the host sets it */
static void wait_flag(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  volatile int *flag = *(volatile int *const *)raw;
  (void)first; (void)count;
  while (!*flag) l->services->nanosleep(0);
}

/* meet(int *sums, int rounds): every block adds to sums[round], meets, and checks that all came */
struct meet_arguments { int *sums; int rounds; };
static void meet(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  const struct meet_arguments *k = (const struct meet_arguments *)raw;
  (void)first; (void)count;
  for (int r = 0; r < k->rounds; ++r) {
    __atomic_fetch_add(&k->sums[r], 1, __ATOMIC_SEQ_CST);
    l->services->grid_sync(l);
    if (__atomic_load_n(&k->sums[r], __ATOMIC_SEQ_CST) != (int)l->grid[0]) l->services->trap(l);
  }
}

/* heap(void **out): out[block] = malloc(16) */
static void heap(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  void **out = *(void **const *)raw;
  for (uint64_t block = first; block < first + count; ++block) out[block] = l->services->malloc(1 << 20);
}

/* shared_sum(int *out): sums dynamic shared memory filled with the thread index */
static void shared_sum(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  int *out = *(int *const *)raw;
  int *dynamic = (int *)(l->shared + l->kernel->static_shared);
  for (uint64_t block = first; block < first + count; ++block) {
    int sum = 0;
    for (uint32_t t = 0; t < threads(l); ++t) dynamic[t] = (int)t;
    for (uint32_t t = 0; t < threads(l); ++t) sum += dynamic[t];
    out[block] = sum;
  }
}

/* int store(int *p): *p = 1, under C++'s name for it */
static void _Z5storePi(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  (void)l; (void)first; (void)count;
  **(int *const *)raw = 1;
}

/* descend(int depth): device code that calls itself, 256 bytes and more a level */
static __attribute__((noinline, noclone)) int descend(int depth, volatile char *above) {
  volatile char here[256];
  here[0] = above[0];
  return depth ? descend(depth - 1, here) + here[0] : 0;
}
static void _Z7descendi(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  volatile char top[1] = {0};
  (void)l; (void)first; (void)count;
  descend(*(const int *)raw, top);
}

/* constants(const char **p): *p = a constant of the image, which has no name for the host */
static const char constant_text[8] = "marking";
static void constants(const unsigned char *raw, struct scale_cpu_launch *l, uint64_t first, uint64_t count) {
  (void)l; (void)first; (void)count;
  **(const char **const *)raw = constant_text;
}

/* hold(): static shared memory of 40000 bytes, at most 128 threads a block */
static const struct scale_cpu_argument add_list[] = {{0, 8}, {8, 8}, {16, 8}, {24, 4}};
static const struct scale_cpu_argument one_pointer[] = {{0, 8}};
static const struct scale_cpu_argument two_pointers[] = {{0, 8}, {8, 8}};
static const struct scale_cpu_argument one_int[] = {{0, 4}};
static const struct scale_cpu_argument pointer_int[] = {{0, 8}, {8, 4}};

#define KERNEL(name, list, n, size, shared, most, flags) {#name, name, list, n, size, shared, 0, 0, 0, most, 0, flags}
static const struct scale_cpu_kernel kernels[] = {
    KERNEL(add, add_list, 4, 28, 0, 1024, 0),
    KERNEL(empty, NULL, 0, 0, 0, 1024, 0),
    KERNEL(order, two_pointers, 2, 16, 0, 1024, 0),
    KERNEL(bump, one_int, 1, 4, 0, 1024, 0),
    KERNEL(scale_by_table, one_pointer, 1, 8, 0, 1024, 0),
    KERNEL(print, NULL, 0, 0, 0, 1024, 0),
    KERNEL(check, NULL, 0, 0, 0, 1024, 0),
    KERNEL(trap, NULL, 0, 0, 0, 1024, 0),
    KERNEL(wild, one_pointer, 1, 8, 0, 1024, 0),
    KERNEL(wait_flag, one_pointer, 1, 8, 0, 1024, 0),
    KERNEL(meet, pointer_int, 2, 12, 0, 1024, SCALE_CPU_KERNEL_COOPERATIVE),
    KERNEL(heap, one_pointer, 1, 8, 0, 1024, 0),
    KERNEL(_Z5storePi, one_pointer, 1, 8, 0, 1024, 0),
    KERNEL(_Z7descendi, one_int, 1, 4, 0, 1024, 0),
    KERNEL(constants, one_pointer, 1, 8, 0, 1024, 0),
    KERNEL(shared_sum, one_pointer, 1, 8, 4096, 128, 0),
};
static const struct scale_cpu_variable variables[] = {
    {"counter", &counter, sizeof counter, 0, 0},
    {"table", table, sizeof table, SCALE_CPU_VARIABLE_CONSTANT, 0},
};
EXPORT const struct scale_cpu_image scale_cpu_image = {
    SCALE_CPU_ABI, 2, sizeof kernels / sizeof kernels[0], sizeof variables / sizeof variables[0], kernels, variables};
