// SPDX-License-Identifier: Apache-2.0
// An emulator with one kernel, for the hooks themselves: `add` of image.c, computed here from the kernarg block.
#include <cstdio>
#include <cstring>

#include "scale/emulator.h"

static const scale_emulator_memory *memory;
static int module_tag, kernel_tag;
static int variable = 7;

static int load(const void *image, size_t size, const scale_emulator_memory *m, void **module) {
  memory = m;
  if (size < 64 || std::memcmp(image, "\x7f" "ELF", 4) != 0) return 200;
  *module = &module_tag;
  return 0;
}
static void unload(void *) {}
static int find_kernel(void *module, const char *name, void **kernel, scale_emulated_kernel *d) {
  static const uint32_t offsets[] = {0, 8, 16, 24}, sizes[] = {8, 8, 8, 4};
  if (module != &module_tag || std::strcmp(name, "add") != 0) return 500;
  *kernel = &kernel_tag;
  *d = {offsets, sizes, 4, 64, 128, 16, 512, 40};
  return 0;
}
static int find_variable(void *, const char *name, void **address, uint64_t *size) {
  if (std::strcmp(name, "counter") != 0) return 500;
  *address = &variable;
  *size = sizeof variable;
  return 0;
}
static int launch(void *, const scale_emulated_launch *l) {
  const float *a, *b;
  float *c;
  int n;
  std::memcpy(&a, l->kernarg, 8), std::memcpy(&b, l->kernarg + 8, 8), std::memcpy(&c, l->kernarg + 16, 8), std::memcpy(&n, l->kernarg + 24, 4);
  void *base;
  uint64_t size;
  if (!memory->find(c, &base, &size) || base != c || size != uint64_t(n) * 4) return 700;
  for (uint64_t i = 0; i < uint64_t{l->grid[0]} * l->block[0] && i < uint64_t(n); ++i) c[i] = a[i] + b[i];
  return 0;
}

extern "C" __attribute__((visibility("default"))) const scale_emulator_hooks *scale_emulator_provider(const char *target) {
  static const scale_emulator_hooks hooks = {SCALE_EMULATOR_ABI, 64, "gfx942", 304, 65536, load, unload, find_kernel, find_variable, launch};
  return std::strcmp(target, "gfx942") == 0 ? &hooks : nullptr;
}
