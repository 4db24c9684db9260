// SPDX-License-Identifier: Apache-2.0
// What kernel code asks of the provider, as plain functions that the optimiser can inline.
#include <scale/cpu_image.h>

int scale_vprintf(const struct scale_cpu_launch *launch, const char *format, const void *arguments) {
  return launch->services->vprintf(launch, format, arguments);
}

void scale_assert_fail(const struct scale_cpu_launch *launch, const char *message, const char *file, uint32_t line,
                       const char *function, uint32_t bx, uint32_t by, uint32_t bz, uint32_t tx, uint32_t ty, uint32_t tz) {
  const uint32_t block[3] = {bx, by, bz}, thread[3] = {tx, ty, tz};
  launch->services->assert_fail(launch, message, file, line, function, block, thread);
}

void scale_trap(const struct scale_cpu_launch *launch) { launch->services->trap(launch); }

void *scale_malloc(const struct scale_cpu_launch *launch, uint64_t size) { return launch->services->malloc(size); }

void scale_free(const struct scale_cpu_launch *launch, void *pointer) { launch->services->free(pointer); }

uint64_t scale_clock(const struct scale_cpu_launch *launch) { return launch->services->clock(); }

uint64_t scale_globaltimer(const struct scale_cpu_launch *launch) { return launch->services->globaltimer(); }

uint32_t scale_clock_low(const struct scale_cpu_launch *launch) { return (uint32_t)launch->services->clock(); }

uint32_t scale_globaltimer_low(const struct scale_cpu_launch *launch) { return (uint32_t)launch->services->globaltimer(); }

void scale_nanosleep(const struct scale_cpu_launch *launch, uint32_t nanoseconds) { launch->services->nanosleep(nanoseconds); }

void scale_grid_sync(const struct scale_cpu_launch *launch) { launch->services->grid_sync(launch); }

void scale_check(const struct scale_cpu_launch *launch, const void *address, uint64_t size, uint32_t access, uint32_t bx, uint32_t by,
                 uint32_t bz, uint32_t tx, uint32_t ty, uint32_t tz) {
  if (!(launch->check & 1)) return;  // of large kernels, the code for any launch has the checks in it
  const uint32_t block[3] = {bx, by, bz}, thread[3] = {tx, ty, tz};
  launch->services->check_access(launch, address, size, access, block, thread);
}

uint64_t scale_device_runtime(const struct scale_cpu_launch *launch, uint32_t operation, void *arguments, uint32_t bx, uint32_t by,
                              uint32_t bz, uint32_t tx, uint32_t ty, uint32_t tz) {
  // A runtime that was built before it had this: no room for arguments, no text, cudaErrorNotSupported.
  if (!launch->services->device_runtime) return operation == 1 || operation == 9 ? 0 : 801;
  const uint32_t block[3] = {bx, by, bz}, thread[3] = {tx, ty, tz};
  return launch->services->device_runtime(launch, operation, arguments, block, thread);
}

// Living threads of a block whose `alive` bytes are 0 or 1.
uint32_t scale_count_alive(const unsigned char *alive, uint32_t n) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++) count += alive[i];
  return count;
}

// Block-wide reductions over the predicates of the living threads (`alive` may be null: all live).
uint32_t scale_block_popc(const int *predicate, const unsigned char *alive, uint32_t n) {
  uint32_t count = 0;
  if (!alive)
    for (uint32_t i = 0; i < n; i++) count += predicate[i] != 0;
  else
    for (uint32_t i = 0; i < n; i++) count += predicate[i] != 0 && alive[i];
  return count;
}

// The block-wide reduction of predicates over the threads of the warps that wait (`pc` not negative).
void scale_warps_red(const int *predicate, const unsigned char *alive, const int *pc, uint32_t warps, uint32_t *count, uint32_t *total) {
  uint32_t yes = 0, all = 0;
  for (uint32_t w = 0; w < warps; w++) {
    if (pc[w] < 0) continue;
    for (uint32_t t = 32 * w; t < 32 * w + 32; t++) {
      if (alive && !alive[t]) continue;
      all++;
      yes += predicate[t] != 0;
    }
  }
  *count = yes;
  *total = all;
}
