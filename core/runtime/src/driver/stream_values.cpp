// SPDX-License-Identifier: Apache-2.0
// Streams that wait for values in memory, by the provider's means or by a host function where memory is the host's, and write such.
#include <cstring>
#include <ctime>

#include "core/graph.h"
#include "driver/driver.h"

namespace scale {
namespace {

struct Wait {
  CUdeviceptr address;
  uint64_t value;
  unsigned flags;
  bool wide;
};

uint64_t load(const Wait &o) {
  if (o.wide) return __atomic_load_n(static_cast<uint64_t *>(drv::pointer(o.address)), __ATOMIC_ACQUIRE);
  return __atomic_load_n(static_cast<uint32_t *>(drv::pointer(o.address)), __ATOMIC_ACQUIRE);
}

// CUstreamWaitValue_flags. "At least" counts in a circle, so that numbers may run over.
bool happened(const Wait &o) {
  uint64_t now = load(o);
  switch (o.flags & 3) {
    case CU_STREAM_WAIT_VALUE_EQ: return now == o.value;
    case CU_STREAM_WAIT_VALUE_AND: return (now & o.value) != 0;
    case CU_STREAM_WAIT_VALUE_NOR: return (~(now | o.value) & (o.wide ? ~uint64_t{0} : 0xFFFFFFFFu)) != 0;
    default: return o.wide ? static_cast<int64_t>(now - o.value) >= 0 : static_cast<int32_t>(static_cast<uint32_t>(now) - static_cast<uint32_t>(o.value)) >= 0;
  }
}

void run(void *data) {
  auto *o = static_cast<Wait *>(data);
  for (unsigned pause = 1000; !happened(*o); pause = pause < 1000000 ? pause * 2 : pause) {
    timespec rest = {0, static_cast<long>(pause)};
    nanosleep(&rest, nullptr);
  }
  delete o;
}

CUresult wait(CUstream stream, const Wait &o) {
  SCALE_USABLE();
  if (!o.address || o.address % (o.wide ? 8 : 4)) return CUDA_ERROR_INVALID_VALUE;
  cudaError_t refused;
  if (active_captures.load(std::memory_order_relaxed) && capture_forbids(stream, &refused)) return drv::from_runtime(refused);
  const scale_hip_table &t = hip();
  hipStream_t s = to_hip(stream);
  void *at = drv::pointer(o.address);
  if (std::strcmp(t.provider, "rocm") != 0) return drv::from_runtime(from_hip(host_function(s, run, new Wait(o))));
  hipError_t error = hipErrorNotSupported;
  if (o.wide && t.hipStreamWaitValue64) error = t.hipStreamWaitValue64(s, at, o.value, o.flags & 3, ~uint64_t{0});
  if (!o.wide && t.hipStreamWaitValue32) error = t.hipStreamWaitValue32(s, at, static_cast<uint32_t>(o.value), o.flags & 3, ~uint32_t{0});
  return drv::from_runtime(from_hip(error));
}

}  // namespace

CUresult drv::StreamWaitValue32_v2(CUstream s, CUdeviceptr at, cuuint32_t value, unsigned flags) { return wait(s, {at, value, flags, false}); }
CUresult drv::StreamWaitValue64_v2(CUstream s, CUdeviceptr at, cuuint64_t value, unsigned flags) { return wait(s, {at, value, flags, true}); }
// Writing is filling or copying one element: the same on every provider, and it needs no thread.
CUresult drv::StreamWriteValue32_v2(CUstream s, CUdeviceptr at, cuuint32_t value, unsigned) { return drv::MemsetD32Async(at, value, 1, s); }
CUresult drv::StreamWriteValue64_v2(CUstream s, CUdeviceptr at, cuuint64_t value, unsigned) {
  return at % 8 ? CUDA_ERROR_INVALID_VALUE : drv::MemcpyHtoDAsync_v2(at, &value, sizeof value, s);
}

CUresult drv::StreamBatchMemOp_v2(CUstream s, unsigned count, CUstreamBatchMemOpParams *list, unsigned flags) {
  if (flags || count > 256 || (count && !list)) return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < count; ++i) {
    const auto &wait = list[i].waitValue;
    const auto &write = list[i].writeValue;
    CUresult error = CUDA_SUCCESS;
    switch (list[i].operation) {
      case CU_STREAM_MEM_OP_WAIT_VALUE_32: error = drv::StreamWaitValue32_v2(s, wait.address, wait.value, wait.flags); break;
      case CU_STREAM_MEM_OP_WAIT_VALUE_64: error = drv::StreamWaitValue64_v2(s, wait.address, wait.value64, wait.flags); break;
      case CU_STREAM_MEM_OP_WRITE_VALUE_32: error = drv::StreamWriteValue32_v2(s, write.address, write.value, write.flags); break;
      case CU_STREAM_MEM_OP_WRITE_VALUE_64: error = drv::StreamWriteValue64_v2(s, write.address, write.value64, write.flags); break;
      case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
      case CU_STREAM_MEM_OP_BARRIER: break;  // streams are in order here
      default: return CUDA_ERROR_INVALID_VALUE;
    }
    if (error) return error;
  }
  return CUDA_SUCCESS;
}

}  // namespace scale
