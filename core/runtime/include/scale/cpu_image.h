// SPDX-License-Identifier: Apache-2.0
// The binary interface between code that the `cpu` target makes (core/compiler/targets/cpu) and the
// CPU provider that runs it (core/runtime/src/cpu). Plain C; the compiler writes these structures as data.
#ifndef SCALE_CPU_IMAGE_H
#define SCALE_CPU_IMAGE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCALE_CPU_ABI 2u
// Name of the exported `struct scale_cpu_image` in a CPU image.
#define SCALE_CPU_IMAGE_SYMBOL "scale_cpu_image"

struct scale_cpu_launch;

// What device code asks of the runtime. Calls that do not return end the launch through the provider.
struct scale_cpu_services {
  // CUDA's device-side vprintf: `arguments` is the packed buffer of the NVPTX calling convention. Returns the count of arguments or -1.
  int32_t (*vprintf)(const struct scale_cpu_launch *launch, const char *format, const void *arguments);
  // A failed assert(); the provider prints CUDA's message and stops the launch (cudaErrorAssert). Does not return.
  void (*assert_fail)(const struct scale_cpu_launch *launch, const char *message, const char *file, uint32_t line,
                      const char *function, const uint32_t block[3], const uint32_t thread[3]);
  // __trap(): stops the launch (cudaErrorLaunchFailure). Does not return.
  void (*trap)(const struct scale_cpu_launch *launch);
  // Device-side malloc and free (16-byte aligned, null when the heap limit is reached).
  void *(*malloc)(uint64_t size);
  void (*free)(void *pointer);
  // clock64() / %globaltimer in nanoseconds.
  uint64_t (*clock)(void);
  uint64_t (*globaltimer)(void);
  // __nanosleep and the yield inside spin loops.
  void (*nanosleep)(uint32_t nanoseconds);
  // Waits until every block of a cooperative launch has arrived.
  void (*grid_sync)(const struct scale_cpu_launch *launch);
  // Checked execution (SCALE_CHECK=memory): called before each access by the entries named `checked`; stops the launch when
  // [address, address+size) is not inside an allocation. `access`: 1 load, 2 store, 3 atomic.
  void (*check_access)(const struct scale_cpu_launch *launch, const void *address, uint64_t size, uint32_t access,
                       const uint32_t block[3], const uint32_t thread[3]);
  // Threads of a block do nothing but wait in loops; called once a round through them. `rounds` counts from 0 since a thread last came on,
  // `place` is the loop's place in the source, or empty. May be null.
  void (*wait)(const struct scale_cpu_launch *launch, const char *place, uint32_t rounds);
  // What CUDA's device runtime does (`__scale_device_runtime`, core/compiler/include/scale/device_calls.h): launches, copies, errors. Null in
  // runtimes without it.
  uint64_t (*device_runtime)(const struct scale_cpu_launch *launch, uint32_t operation, void *arguments, const uint32_t block[3],
                             const uint32_t thread[3]);
  void *reserved[4];
};

// One launch. The kernel may read all of it; `shared` and `frame` belong to the calling worker.
struct scale_cpu_launch {
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t dynamic_shared;       // bytes asked for at launch
  uint32_t check;                // bit mask of SCALE_CHECK (1 memory)
  unsigned char *shared;         // static_shared + dynamic_shared bytes, 128-byte aligned; dynamic part starts at kernel->static_shared
  unsigned char *frame;          // frame_fixed + frame_per_thread * threads + frame_per_warp * warps bytes, 64-byte aligned, uninitialised
  const struct scale_cpu_services *services;
  const struct scale_cpu_kernel *kernel;
  void *provider;                // for the provider's own use
};

// Runs blocks [first, first + count) in index order (x fastest), one after the other.
// `arguments` is the kernarg block: each argument at its offset.
typedef void (*scale_cpu_entry)(const unsigned char *arguments, struct scale_cpu_launch *launch, uint64_t first, uint64_t count);

struct scale_cpu_argument {
  uint32_t offset;
  uint32_t size;
};

struct scale_cpu_kernel {
  const char *name;              // mangled name, as the host registers it
  scale_cpu_entry entry;
  const struct scale_cpu_argument *arguments;
  uint32_t argument_count;
  uint32_t kernarg_size;
  uint32_t static_shared;        // bytes, a multiple of 16 (or the largest alignment used)
  uint32_t frame_fixed;
  uint32_t frame_per_thread;     // bytes; the compiled code addresses value k of thread t inside its own arrays
  uint32_t frame_per_warp;
  uint32_t max_threads;          // from __launch_bounds__, else 1024
  uint32_t local_bytes;          // bytes of local memory a thread uses, for cudaFuncAttributes
  uint32_t flags;
  scale_cpu_entry checked;       // the same with check_access before each access, for SCALE_CHECK=memory; only level 2 images have it, else null
};
#define SCALE_CPU_KERNEL_COOPERATIVE 1u   // calls grid_sync
#define SCALE_CPU_KERNEL_WAITS 2u         // threads may wait in loops for other blocks

struct scale_cpu_variable {
  const char *name;
  void *address;
  uint64_t size;
  uint32_t flags;
  uint32_t reserved;
};
#define SCALE_CPU_VARIABLE_CONSTANT 1u
#define SCALE_CPU_VARIABLE_MANAGED 2u

struct scale_cpu_image {
  uint32_t abi;                  // SCALE_CPU_ABI
  uint32_t level;                // x86-64 level needed: 2, 3 or 4
  uint32_t kernel_count;
  uint32_t variable_count;
  const struct scale_cpu_kernel *kernels;
  const struct scale_cpu_variable *variables;
};

#ifdef __cplusplus
}
#endif
#endif
