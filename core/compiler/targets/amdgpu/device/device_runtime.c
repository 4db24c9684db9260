// SPDX-License-Identifier: Apache-2.0
// CUDA's device runtime on AMD GPUs: what device code asks for is written down for the host (core/runtime/src/core/device_launches.cpp).
#include <scale/device_calls.h>

typedef unsigned long long u64;

struct scale_device_buffer *scale_device_buffer(void);

static u64 this_thread(void) {
  const u64 block = ((u64)__nvvm_read_ptx_sreg_ctaid_z() * __nvvm_read_ptx_sreg_nctaid_y() + __nvvm_read_ptx_sreg_ctaid_y()) *
                        __nvvm_read_ptx_sreg_nctaid_x() + __nvvm_read_ptx_sreg_ctaid_x();
  const u64 thread = ((u64)__nvvm_read_ptx_sreg_tid_z() * __nvvm_read_ptx_sreg_ntid_y() + __nvvm_read_ptx_sreg_tid_y()) *
                         __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
  return block * 1024 + thread;
}

static __attribute__((noinline)) u64 scale_device_failed(struct scale_device_buffer *b, int error) {
  const unsigned at = __atomic_fetch_add(&b->error_count, 1u, __ATOMIC_RELAXED) % SCALE_DEVICE_ERRORS;
  b->errors[at].thread = this_thread();
  b->errors[at].error = error;
  return (u64)(unsigned)error;
}

static u64 last_error(struct scale_device_buffer *b, int forget) {
  const unsigned count = __atomic_load_n(&b->error_count, __ATOMIC_RELAXED);
  if (!count) return 0;
  const u64 thread = this_thread();
  const unsigned first = count > SCALE_DEVICE_ERRORS ? count - SCALE_DEVICE_ERRORS : 0;
  for (unsigned i = count; i > first; --i) {
    struct scale_device_error *e = &b->errors[(i - 1) % SCALE_DEVICE_ERRORS];
    if (e->thread != thread || !e->error) continue;
    const int error = e->error;
    if (!forget) return (u64)(unsigned)error;
    for (unsigned k = first; k < count; ++k)
      if (b->errors[k % SCALE_DEVICE_ERRORS].thread == thread) b->errors[k % SCALE_DEVICE_ERRORS].error = 0;
    return (u64)(unsigned)error;
  }
  return 0;
}

// Room for a record with so many bytes of arguments; null when there is none left.
static struct scale_device_record *record(struct scale_device_buffer *b, u64 bytes) {
  const u64 size = SCALE_DEVICE_RECORD + ((bytes + 63) & ~(u64)63);
  const u64 at = __atomic_fetch_add(&b->used, size, __ATOMIC_RELAXED);
  if (at + size > b->capacity) {
    __atomic_fetch_min(&b->limit, at, __ATOMIC_RELAXED);
    return 0;
  }
  struct scale_device_record *r = (struct scale_device_record *)((unsigned char *)b + b->records + at);
  r->kind = 0;
  r->size = (unsigned)size;
  return r;
}

static int is_tail(const void *stream) { return (u64)stream == 3; }

static int outside(unsigned size, int limit) { return size == 0 || size > (unsigned)limit; }

static u64 launch(struct scale_device_buffer *b, const struct scale_device_launch *asked) {
  if (!asked->kernel || !asked->parameters) return scale_device_failed(b, 98);  // cudaErrorInvalidDeviceFunction
  struct scale_device_record *r = (struct scale_device_record *)((unsigned char *)asked->parameters - SCALE_DEVICE_RECORD);
  const struct scale_device_row *row = (const struct scale_device_row *)asked->kernel;
  const int tail = is_tail(asked->stream);
  if (!tail && b->depth + 1 > 24) return scale_device_failed(b, 65);  // cudaErrorLaunchMaxDepthExceeded
  const int *most = b->attributes;  // 2 to 4: block, 5 to 7: grid
  if (outside(asked->block[0], most[2]) || outside(asked->block[1], most[3]) || outside(asked->block[2], most[4]) ||
      outside(asked->grid[0], most[5]) || outside(asked->grid[1], most[6]) || outside(asked->grid[2], most[7]))
    return scale_device_failed(b, 9);  // cudaErrorInvalidConfiguration
  const u64 threads = (u64)asked->block[0] * asked->block[1] * asked->block[2];
  if (threads > (unsigned)most[1]) return scale_device_failed(b, 9);
  if (threads > row->max_threads) return scale_device_failed(b, 701);           // cudaErrorLaunchOutOfResources
  if (asked->shared > (unsigned)most[97]) return scale_device_failed(b, 1);  // cudaErrorInvalidValue
  r->launch = *asked;
  r->kernel = row->kernel;
  r->tail = (unsigned)tail;
  r->kind = SCALE_DEVICE_LAUNCH;
  return 0;
}

static u64 copy(struct scale_device_buffer *b, const struct scale_device_copy *asked) {
  if (!asked->width || !asked->height || !asked->depth) return 0;
  if (!asked->to) return scale_device_failed(b, 1);
  struct scale_device_record *r = record(b, 0);
  if (!r) return scale_device_failed(b, 69);  // cudaErrorLaunchPendingCountExceeded
  r->copy = *asked;
  r->tail = (unsigned)is_tail(asked->stream);
  r->kind = SCALE_DEVICE_COPY;
  return 0;
}

static u64 query(struct scale_device_buffer *b, struct scale_device_query *asked) {
  switch (asked->question) {
    case SCALE_DEVICE_ATTRIBUTE:
      if (asked->index != b->device) return scale_device_failed(b, asked->index < 0 || asked->index >= b->device_count ? 101 : 801);
      if (asked->which < 1 || asked->which > 127) return scale_device_failed(b, 1);
      asked->value = (unsigned)b->attributes[asked->which];
      return 0;
    case SCALE_DEVICE_LIMIT:
      if (asked->which < 0 || asked->which > 7) return scale_device_failed(b, 215);  // cudaErrorUnsupportedLimit
      asked->value = b->limits[asked->which];
      return 0;
    case SCALE_DEVICE_COUNT: asked->value = (unsigned)b->device_count; return 0;
    case SCALE_DEVICE_CURRENT: asked->value = (unsigned)b->device; return 0;
    default: return scale_device_failed(b, 1);
  }
}

static u64 describe(struct scale_device_buffer *b, struct scale_device_kernel *asked) {
  if (!asked->kernel) return scale_device_failed(b, 98);
  const unsigned index = ((const struct scale_device_row *)asked->kernel)->kernel;
  const struct scale_device_facts *f = (const struct scale_device_facts *)((unsigned char *)b + b->facts) + index;
  asked->static_shared = f->static_shared;
  asked->local_bytes = f->local_bytes;
  asked->registers = f->registers;
  asked->max_threads = f->max_threads;
  asked->max_dynamic = f->max_dynamic;
  asked->architecture = f->architecture;
  // cudaDevAttrMaxSharedMemoryPerBlockOptin, …PerMultiprocessor, cudaDevAttrReservedSharedMemoryPerBlock
  const u64 most = (unsigned)b->attributes[97], all = (unsigned)b->attributes[81], reserved = (unsigned)b->attributes[111];
  const u64 shared = (u64)(unsigned)f->static_shared + asked->shared;
  const int threads = asked->threads;
  asked->resident = 0;
  if (threads < 1 || threads > f->max_threads || shared > most) return 0;
  asked->resident = f->resident[(threads - 1) / 32];
  if (asked->shared && all / (shared + reserved) < (u64)(unsigned)asked->resident) asked->resident = (int)(all / (shared + reserved));
  return 0;
}

static u64 text(struct scale_device_buffer *b, const struct scale_device_query *asked) {
  const int code = asked->which >= 0 && asked->which < SCALE_DEVICE_TEXTS && b->texts[0][asked->which] ? asked->which : SCALE_DEVICE_TEXTS - 1;
  return (u64)((unsigned char *)b + b->texts[asked->index != 0][code]);
}

u64 __scale_device_runtime(int operation, void *arguments) {
  struct scale_device_buffer *b = scale_device_buffer();
  switch (operation) {
    case SCALE_DEVICE_PARAMETERS: {
      struct scale_device_record *r = record(b, ((const struct scale_device_parameters *)arguments)->size);
      if (r) return (u64)((unsigned char *)r + SCALE_DEVICE_RECORD);
      scale_device_failed(b, 69);
      return 0;
    }
    case SCALE_DEVICE_LAUNCH: return launch(b, (const struct scale_device_launch *)arguments);
    case SCALE_DEVICE_COPY: return copy(b, (const struct scale_device_copy *)arguments);
    case SCALE_DEVICE_LAST_ERROR: return last_error(b, ((const struct scale_device_number *)arguments)->value);
    case SCALE_DEVICE_FAIL: return scale_device_failed(b, ((const struct scale_device_number *)arguments)->value);
    case SCALE_DEVICE_HANDLE: return 0x1000;  // streams and events mean nothing: all is in the order of asking
    case SCALE_DEVICE_QUERY: return query(b, (struct scale_device_query *)arguments);
    case SCALE_DEVICE_KERNEL: return describe(b, (struct scale_device_kernel *)arguments);
    case SCALE_DEVICE_TEXT: return text(b, (const struct scale_device_query *)arguments);
    default: return scale_device_failed(b, 801);  // cudaErrorNotSupported
  }
}

// Does what was asked for by SCALE_DEVICE_COPY: the host could not reach the heap of device code.
__attribute__((device_kernel)) void __scale_device_copy(unsigned char *to, const unsigned char *from, u64 to_pitch, u64 to_slice, u64 from_pitch,
                                                        u64 from_slice, u64 width, u64 height, u64 depth, unsigned value) {
  const u64 first = (u64)__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
  const u64 step = (u64)__nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x();
  if (height == 1 && depth == 1 && (((u64)to | (u64)from | width) & 7) == 0) {
    const u64 all = (u64)(value & 255) * 0x0101010101010101u;
    for (u64 i = first; i < width / 8; i += step) ((u64 *)to)[i] = from ? ((const u64 *)from)[i] : all;
    return;
  }
  for (u64 i = first; i < width * height * depth; i += step) {
    const u64 x = i % width, y = i / width % height, z = i / width / height;
    to[z * to_slice + y * to_pitch + x] = from ? from[z * from_slice + y * from_pitch + x] : (unsigned char)value;
  }
}
