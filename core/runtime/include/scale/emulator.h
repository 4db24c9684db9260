// SPDX-License-Identifier: Apache-2.0
// Test-only: a device whose kernels are run by someone else than the CPU provider, such as an interpreter of AMD machine code.
// SCALE_DEVICE=emulate:TARGET loads the library named by SCALE_EMULATOR_LIBRARY and calls its exported `scale_emulator_provider`.
// Memory, streams and events stay the CPU provider's: device pointers are host pointers, and a launch is one call made
// when its turn in the stream has come. Modules and launches are the hooks' business.
#ifndef SCALE_EMULATOR_H
#define SCALE_EMULATOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCALE_EMULATOR_ABI 1u
#define SCALE_EMULATOR_SYMBOL "scale_emulator_provider"

// What the runtime must know of a kernel. Offsets and sizes of explicit arguments in the kernarg block, in order.
struct scale_emulated_kernel {
  const uint32_t *argument_offsets;
  const uint32_t *argument_sizes;
  uint32_t argument_count;
  uint32_t kernarg_size;      // with hidden arguments
  uint32_t static_shared;     // LDS bytes of the kernel itself
  uint32_t private_bytes;     // scratch bytes a work-item
  uint32_t max_threads;       // largest block
  uint32_t registers;         // VGPRs, for cudaFuncAttributes.numRegs
};

struct scale_emulated_launch {
  uint32_t grid[3];           // blocks
  uint32_t block[3];          // threads of a block
  uint32_t dynamic_shared;    // bytes
  uint32_t cooperative;
  const unsigned char *kernarg;  // kernarg_size bytes, explicit arguments filled in, the rest zero
};

struct scale_emulator_memory {
  // Base and size of the allocation (device, pinned, managed) that holds `address`; 0 when there is none.
  int (*find)(const void *address, void **base, uint64_t *size);
};

// Every call that can fail returns a hipError_t value (0 is success; 209 no binary for this GPU, 500 not found, 700 illegal
// address, 719 launch failure) and puts one line on stderr where that helps a user.
struct scale_emulator_hooks {
  uint32_t abi;               // SCALE_EMULATOR_ABI
  uint32_t wavefront;         // 32 or 64: the hardware's wavefront (warpSize stays 32 for CUDA code)
  const char *architecture;   // "gfx942": images are chosen by it
  uint32_t compute_units;
  uint32_t shared_per_block;  // LDS bytes
  // `image` is one code object (bare ELF); valid during the call only.
  int (*load_module)(const void *image, size_t size, const struct scale_emulator_memory *memory, void **module);
  void (*unload_module)(void *module);
  int (*find_kernel)(void *module, const char *name, void **kernel, struct scale_emulated_kernel *description);
  int (*find_variable)(void *module, const char *name, void **address, uint64_t *size);
  // Runs the whole grid, on the calling thread, and returns when it is done.
  int (*launch)(void *kernel, const struct scale_emulated_launch *launch);
};

// Returns null, after a line on stderr, when the target is not known. The result lives as long as the process.
typedef const struct scale_emulator_hooks *(*scale_emulator_provider_fn)(const char *target);

#ifdef __cplusplus
}
#endif
#endif
