// SPDX-License-Identifier: Apache-2.0
// What device code asks of the runtime by `__scale_device_runtime(operation, arguments)`: launches from kernels and what CUDA's device
// runtime has beside them. The one description for both sides: plain C without includes, fit for device code.
#ifndef SCALE_DEVICE_CALLS_H
#define SCALE_DEVICE_CALLS_H

enum scale_device_operation {
  SCALE_DEVICE_PARAMETERS = 1,  // scale_device_parameters; the address of room for a kernel's arguments, 64-byte aligned, or 0
  SCALE_DEVICE_LAUNCH = 2,      // scale_device_launch
  SCALE_DEVICE_COPY = 3,        // scale_device_copy
  SCALE_DEVICE_LAST_ERROR = 4,  // scale_device_number: not 0 to forget it; the thread's last error
  SCALE_DEVICE_FAIL = 5,        // scale_device_number: the error that the thread has from now on; returns it
  SCALE_DEVICE_HANDLE = 6,      // null; a new handle for a stream or an event
  SCALE_DEVICE_QUERY = 7,       // scale_device_query
  SCALE_DEVICE_KERNEL = 8,      // scale_device_kernel
  SCALE_DEVICE_TEXT = 9,        // scale_device_query: `which` error, `index` 0 its name, 1 its text; the address of the characters
  SCALE_DEVICE_WAIT = 10,       // null; waits for what the block's threads have launched (CUDA 11)
};
// All others return a cudaError_t, which is the thread's last error too.

struct scale_device_number {
  int value;
};

struct scale_device_parameters {
  unsigned long long size;
};

struct scale_device_launch {
  const void *kernel;
  void *parameters;  // what SCALE_DEVICE_PARAMETERS gave; it is gone after the call
  unsigned int grid[3], block[3];
  unsigned long long shared;
  const void *stream;
};

// Copies a box of bytes, or fills it where `from` is null.
struct scale_device_copy {
  unsigned char *to;
  const unsigned char *from;
  unsigned long long to_pitch, to_slice, from_pitch, from_slice;
  unsigned long long width, height, depth;
  const void *stream;
  unsigned int value;
};

enum scale_device_question { SCALE_DEVICE_ATTRIBUTE, SCALE_DEVICE_LIMIT, SCALE_DEVICE_COUNT, SCALE_DEVICE_CURRENT };
struct scale_device_query {
  int question;  // scale_device_question
  int which;     // cudaDeviceAttr, cudaLimit
  int index;     // the device
  unsigned long long value;
};

struct scale_device_kernel {
  const void *kernel;
  int threads;                // in: of a block, for `resident`
  unsigned long long shared;  // in: dynamic shared memory, likewise
  int resident;               // blocks that fit on a multiprocessor
  int static_shared, local_bytes, registers, max_threads, max_dynamic, architecture;
};

// --- Where there is no queue of the device's own (AMD GPUs): device code writes down what it asks for, and the host does it when the grid
// has ended. The module has a pointer `__scale_device_buffer` to this, and the text `__scale_device_kernels`: for each kernel `+` where it
// may ask for something, else `-`, its name, and a zero.
struct scale_device_record {
  unsigned int kind;  // SCALE_DEVICE_LAUNCH or SCALE_DEVICE_COPY; 0: not launched
  unsigned int size;  // bytes, with the arguments behind it
  unsigned int kernel, tail;
  struct scale_device_launch launch;
  struct scale_device_copy copy;
};
#define SCALE_DEVICE_RECORD 192  // bytes before the arguments; arguments and records are aligned to 64

struct scale_device_error {
  unsigned long long thread;
  int error, reserved;
};
struct scale_device_facts {
  int static_shared, local_bytes, registers, max_threads, max_dynamic, architecture;
  int resident[32];  // blocks of up to 32, 64, ... threads that fit on a multiprocessor without dynamic shared memory
};

#define SCALE_DEVICE_ERRORS 256
#define SCALE_DEVICE_TEXTS 1024

struct scale_device_buffer {
  unsigned long long used;      // bytes of `records` that were asked for
  unsigned long long limit;     // where the first record would be that had no room; at first what `capacity` says
  unsigned long long capacity;  // bytes of `records`
  unsigned int error_count;     // how many errors were written, the latest SCALE_DEVICE_ERRORS of which are kept
  unsigned int depth;           // of nesting
  int device, device_count;
  int attributes[128];  // by cudaDeviceAttr
  unsigned long long limits[8];
  unsigned int texts[2][SCALE_DEVICE_TEXTS];  // name and text of each error: offsets from the buffer's start; 0: none
  struct scale_device_error errors[SCALE_DEVICE_ERRORS];
  unsigned long long facts;    // of each kernel, in the order of `__scale_device_kernels`: offset from the buffer's start
  unsigned long long records;  // offset from the buffer's start, a multiple of 64
};

// What a kernel's address is in device code.
struct scale_device_row {
  unsigned int kernel;  // its place in `__scale_device_kernels`
  unsigned int max_threads;
};

#endif
