// SPDX-License-Identifier: Apache-2.0
// NCCL: communicators of one rank on every device, whose collectives are copies in stream order; more ranks through RCCL, whose C interface
// and enum values are NCCL's (RCCL documentation, "API reference").
#include <cuda_runtime_api.h>
#include <nccl.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "../common/device_kind.h"
#include "../common/dynamic_library.h"
#include "../common/small_float.h"
#include "../common/stream_work.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

struct ncclComm {
  unsigned magic;
  int device;
  void *rccl;  // ncclComm_t of RCCL, or null for one rank
  struct Scale {
    ncclDataType_t type;
    double factor;
  };
  std::vector<Scale> factors;  // of ncclRedOpCreatePreMulSum, by operation - ncclNumOps
};

namespace {

constexpr unsigned kMagic = 0x5ca1ecc1;
thread_local std::string last_error;

// Point-to-point calls of a group, matched when it ends.
struct Transfer {
  ncclComm *comm;
  const void *source;
  void *target;
  std::size_t bytes;
  cudaStream_t stream;
};
struct Group {
  int depth = 0;
  std::vector<Transfer> sends, receives;
};
thread_local Group group;

ncclResult_t failed(ncclResult_t result, const std::string &why) {
  last_error = why;
  return result;
}

scale::DynamicLibrary &rccl() {
  static scale::DynamicLibrary library("RCCL (librccl.so), which NCCL needs for more than one rank,",
                                       "install ROCm's rccl package or set SCALE_RCCL to the library's path", "SCALE_RCCL", {"librccl.so.1", "librccl.so"});
  return library;
}

template <class... Arguments>
ncclResult_t forward(const char *name, Arguments... arguments) {
  void *address = rccl().symbol(name);
  if (address == nullptr) return failed(ncclSystemError, std::string(name) + " is not in RCCL");
  const auto result = static_cast<ncclResult_t>(reinterpret_cast<int (*)(Arguments...)>(address)(arguments...));
  if (result != ncclSuccess) last_error = std::string(name) + " failed in RCCL";
  return result;
}

std::size_t size_of(ncclDataType_t type) {
  switch (type) {
    case ncclInt8: case ncclUint8: case ncclFloat8e4m3: case ncclFloat8e5m2: return 1;
    case ncclFloat16: case ncclBfloat16: return 2;
    case ncclInt32: case ncclUint32: case ncclFloat32: return 4;
    case ncclInt64: case ncclUint64: case ncclFloat64: return 8;
    default: return 0;
  }
}

bool valid(const ncclComm *comm) { return comm != nullptr && comm->magic == kMagic; }

ncclResult_t create(ncclComm_t *comm, int ranks, int rank, const ncclUniqueId *id, ncclConfig_t *config) {
  if (comm == nullptr) return failed(ncclInvalidArgument, "no place for the communicator");
  *comm = nullptr;
  if (ranks < 1 || rank < 0 || rank >= ranks) return failed(ncclInvalidArgument, "invalid rank requested : " + std::to_string(rank) + "/" + std::to_string(ranks));
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess) return failed(ncclUnhandledCudaError, "no device");
  void *other = nullptr;
  if (ranks > 1) {
    if (!scale::device_is_rocm()) {
      scale::say_once("NCCL on the CPU device works for one rank");
      return failed(ncclInvalidUsage, "NCCL on the CPU device works for one rank");
    }
    const ncclResult_t result = config != nullptr ? forward("ncclCommInitRankConfig", &other, ranks, *id, rank, config) : forward("ncclCommInitRank", &other, ranks, *id, rank);
    if (result != ncclSuccess && result != ncclInProgress) return result;
  }
  *comm = new ncclComm{kMagic, device, other, {}};
  return ncclSuccess;
}

// A value of `type` times a factor, in place.
void scale_values(ncclDataType_t type, void *data, std::size_t count, double factor) {
  const auto each = [&](auto example) {
    auto *values = static_cast<decltype(example) *>(data);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<decltype(example)>(values[i] * static_cast<decltype(example)>(factor));
  };
  auto *bits = static_cast<std::uint16_t *>(data);
  switch (type) {
    case ncclInt8: each(static_cast<signed char>(0)); break;
    case ncclUint8: each(static_cast<unsigned char>(0)); break;
    case ncclInt32: each(0); break;
    case ncclUint32: each(0u); break;
    case ncclInt64: each(0ll); break;
    case ncclUint64: each(0ull); break;
    case ncclFloat32: each(0.0f); break;
    case ncclFloat64: each(0.0); break;
    case ncclFloat16:
      for (std::size_t i = 0; i < count; ++i) bits[i] = scale::float_to_half(scale::half_to_float(bits[i]) * static_cast<float>(factor));
      break;
    case ncclBfloat16:
      for (std::size_t i = 0; i < count; ++i) bits[i] = scale::float_to_bfloat(scale::bfloat_to_float(bits[i]) * static_cast<float>(factor));
      break;
    default: break;
  }
}

double value_of(ncclDataType_t type, const void *scalar) {
  switch (type) {
    case ncclInt8: return *static_cast<const signed char *>(scalar);
    case ncclUint8: return *static_cast<const unsigned char *>(scalar);
    case ncclInt32: return *static_cast<const int *>(scalar);
    case ncclUint32: return *static_cast<const unsigned *>(scalar);
    case ncclInt64: return static_cast<double>(*static_cast<const long long *>(scalar));
    case ncclUint64: return static_cast<double>(*static_cast<const unsigned long long *>(scalar));
    case ncclFloat16: return scale::half_to_float(*static_cast<const std::uint16_t *>(scalar));
    case ncclBfloat16: return scale::bfloat_to_float(*static_cast<const std::uint16_t *>(scalar));
    case ncclFloat32: return *static_cast<const float *>(scalar);
    case ncclFloat64: return *static_cast<const double *>(scalar);
    default: return 1;
  }
}

ncclResult_t check(const ncclComm *comm, ncclDataType_t type, int root = 0) {
  if (!valid(comm)) return failed(ncclInvalidArgument, "not a communicator");
  if (size_of(type) == 0) return failed(ncclInvalidArgument, "invalid data type " + std::to_string(type));
  if (comm->rccl == nullptr && root != 0) return failed(ncclInvalidArgument, "invalid root " + std::to_string(root) + " in a communicator of one rank");
  return ncclSuccess;
}

ncclResult_t copy(const void *source, void *target, std::size_t bytes, cudaStream_t stream) {
  if (source == target || bytes == 0) return ncclSuccess;
  if (source == nullptr || target == nullptr) return failed(ncclInvalidArgument, "a buffer is null");
  const cudaError_t status = cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, stream);
  return status == cudaSuccess ? ncclSuccess : failed(ncclUnhandledCudaError, cudaGetErrorString(status));
}

// A collective of one rank: the result is the input, but for a factor.
ncclResult_t reduce(ncclComm *comm, const void *source, void *target, std::size_t count, ncclDataType_t type, ncclRedOp_t operation, cudaStream_t stream) {
  const int made = static_cast<int>(operation) - ncclNumOps;
  if (operation < 0 || made >= static_cast<int>(comm->factors.size())) return failed(ncclInvalidArgument, "invalid reduction operation " + std::to_string(operation));
  if (made < 0) return copy(source, target, count * size_of(type), stream);
  const ncclComm::Scale scale_by = comm->factors[static_cast<std::size_t>(made)];
  if (scale_by.type != type) return failed(ncclInvalidArgument, "the operation was made for another data type");
  if (scale::device_is_rocm()) return failed(ncclInvalidUsage, "ncclRedOpCreatePreMulSum on a GPU needs RCCL");
  if (const ncclResult_t result = copy(source, target, count * size_of(type), stream); result != ncclSuccess) return result;
  const cudaError_t status = scale::run_in_stream_order(stream, [=] { scale_values(type, target, count, scale_by.factor); });
  return status == cudaSuccess ? ncclSuccess : failed(ncclUnhandledCudaError, cudaGetErrorString(status));
}

// Sends and receives of one rank go to itself, in order.
ncclResult_t match() {
  Group own = std::move(group);
  group = Group();
  if (own.sends.size() != own.receives.size()) return failed(ncclInvalidUsage, "a send without its receive, or the other way round, in a group of one rank");
  ncclResult_t result = ncclSuccess;
  for (std::size_t i = 0; i < own.sends.size() && result == ncclSuccess; ++i) {
    const Transfer &send = own.sends[i], &receive = own.receives[i];
    if (send.comm != receive.comm || send.bytes != receive.bytes) return failed(ncclInvalidUsage, "a send and its receive differ in size or communicator");
    if (send.stream != receive.stream) {
      cudaEvent_t ready = nullptr;
      if (cudaEventCreateWithFlags(&ready, cudaEventDisableTiming) != cudaSuccess) return failed(ncclUnhandledCudaError, "no event");
      cudaEventRecord(ready, send.stream);
      cudaStreamWaitEvent(receive.stream, ready, 0);
      cudaEventDestroy(ready);
    }
    result = copy(send.source, receive.target, send.bytes, receive.stream);
  }
  return result;
}

ncclResult_t transfer(std::vector<Transfer> &kept, const Transfer &one, int peer) {
  if (peer != 0) return failed(ncclInvalidArgument, "invalid peer " + std::to_string(peer) + " in a communicator of one rank");
  if (group.depth == 0) return failed(ncclInvalidUsage, "a send or receive to oneself outside of a group never ends");
  kept.push_back(one);
  return ncclSuccess;
}

}  // namespace

SCALE_API ncclResult_t ncclGetVersion(int *version) {
  if (version == nullptr) return failed(ncclInvalidArgument, "version is null");
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

SCALE_API ncclResult_t ncclGetUniqueId(ncclUniqueId *id) {
  if (id == nullptr) return failed(ncclInvalidArgument, "id is null");
  // RCCL's identifiers hold an address that the other ranks connect to.
  if (scale::device_is_rocm() && rccl().available()) return forward("ncclGetUniqueId", id);
  std::random_device random;
  for (std::size_t i = 0; i < sizeof id->internal; i += sizeof(unsigned)) {
    const unsigned word = random();
    std::memcpy(id->internal + i, &word, sizeof word);
  }
  return ncclSuccess;
}

SCALE_API ncclResult_t ncclCommInitRank(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank) { return create(comm, ranks, rank, &id, nullptr); }
SCALE_API ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank, ncclConfig_t *config) {
  return create(comm, ranks, rank, &id, config);
}
SCALE_API ncclResult_t ncclCommInitRankScalable(ncclComm_t *comm, int ranks, int rank, int ids, ncclUniqueId *id, ncclConfig_t *config) {
  if (ids < 1 || id == nullptr) return failed(ncclInvalidArgument, "no identifier");
  return create(comm, ranks, rank, id, config);
}

SCALE_API ncclResult_t ncclCommInitAll(ncclComm_t *comms, int count, const int *devices) {
  if (comms == nullptr || count < 1) return failed(ncclInvalidArgument, "no communicators");
  if (count > 1) {
    if (!scale::device_is_rocm()) return create(comms, count, 0, nullptr, nullptr);
    std::vector<void *> made(static_cast<std::size_t>(count));
    const ncclResult_t result = forward("ncclCommInitAll", made.data(), count, devices);
    for (int i = 0; i < count && result == ncclSuccess; ++i)
      comms[i] = new ncclComm{kMagic, devices != nullptr ? devices[i] : i, made[static_cast<std::size_t>(i)], {}};
    return result;
  }
  const int wanted = devices != nullptr ? devices[0] : 0;
  int known = 0, before = 0;
  if (cudaGetDeviceCount(&known) != cudaSuccess || wanted < 0 || wanted >= known) return failed(ncclInvalidArgument, "invalid device " + std::to_string(wanted));
  cudaGetDevice(&before);
  cudaSetDevice(wanted);
  const ncclResult_t result = create(comms, 1, 0, nullptr, nullptr);
  cudaSetDevice(before);
  return result;
}

SCALE_API ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *part, ncclConfig_t *config) {
  if (!valid(comm) || part == nullptr) return failed(ncclInvalidArgument, "not a communicator");
  *part = nullptr;
  if (comm->rccl != nullptr) {
    void *other = nullptr;
    const ncclResult_t result = forward("ncclCommSplit", comm->rccl, color, key, &other, config);
    if (result == ncclSuccess && other != nullptr) *part = new ncclComm{kMagic, comm->device, other, {}};
    return result;
  }
  if (color < 0 && color != NCCL_SPLIT_NOCOLOR) return failed(ncclInvalidArgument, "invalid color");
  if (color != NCCL_SPLIT_NOCOLOR) *part = new ncclComm{kMagic, comm->device, nullptr, {}};
  return ncclSuccess;
}

static ncclResult_t end(ncclComm_t comm, const char *name) {
  if (comm == nullptr) return ncclSuccess;
  if (!valid(comm)) return failed(ncclInvalidArgument, "not a communicator");
  const ncclResult_t result = comm->rccl != nullptr ? forward(name, comm->rccl) : ncclSuccess;
  comm->magic = 0;
  delete comm;
  return result;
}
SCALE_API ncclResult_t ncclCommDestroy(ncclComm_t comm) { return end(comm, "ncclCommDestroy"); }
SCALE_API ncclResult_t ncclCommAbort(ncclComm_t comm) { return end(comm, "ncclCommAbort"); }
SCALE_API ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  if (!valid(comm)) return failed(ncclInvalidArgument, "not a communicator");
  return comm->rccl != nullptr ? forward("ncclCommFinalize", comm->rccl) : ncclSuccess;
}

SCALE_API ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *result) {
  if (!valid(comm) || result == nullptr) return failed(ncclInvalidArgument, "not a communicator");
  *result = ncclSuccess;
  return comm->rccl != nullptr ? forward("ncclCommGetAsyncError", comm->rccl, result) : ncclSuccess;
}

static ncclResult_t number(const ncclComm *comm, int *value, const char *name, int for_one) {
  if (!valid(comm) || value == nullptr) return failed(ncclInvalidArgument, "not a communicator");
  *value = for_one;
  return comm->rccl != nullptr ? forward(name, comm->rccl, value) : ncclSuccess;
}
SCALE_API ncclResult_t ncclCommCount(const ncclComm_t comm, int *count) { return number(comm, count, "ncclCommCount", 1); }
SCALE_API ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank) { return number(comm, rank, "ncclCommUserRank", 0); }
SCALE_API ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device) { return number(comm, device, "ncclCommCuDevice", valid(comm) ? comm->device : 0); }

// Registration prepares memory for the network; one rank has none.
SCALE_API ncclResult_t ncclCommRegister(const ncclComm_t comm, void *buffer, size_t, void **handle) {
  if (!valid(comm) || handle == nullptr) return failed(ncclInvalidArgument, "not a communicator");
  *handle = buffer;
  return ncclSuccess;
}
SCALE_API ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *) { return valid(comm) ? ncclSuccess : failed(ncclInvalidArgument, "not a communicator"); }
SCALE_API ncclResult_t ncclMemAlloc(void **pointer, size_t size) {
  return cudaMalloc(pointer, size) == cudaSuccess ? ncclSuccess : failed(ncclUnhandledCudaError, "cudaMalloc failed");
}
SCALE_API ncclResult_t ncclMemFree(void *pointer) { return cudaFree(pointer) == cudaSuccess ? ncclSuccess : failed(ncclUnhandledCudaError, "cudaFree failed"); }

SCALE_API ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t *operation, void *scalar, ncclDataType_t type, ncclScalarResidence_t where, ncclComm_t comm) {
  if (const ncclResult_t result = check(comm, type); result != ncclSuccess) return result;
  if (operation == nullptr || scalar == nullptr) return failed(ncclInvalidArgument, "no scalar");
  if (comm->rccl != nullptr) return forward("ncclRedOpCreatePreMulSum", operation, scalar, static_cast<int>(type), static_cast<int>(where), comm->rccl);
  double copied = 0;
  if (cudaMemcpy(&copied, scalar, size_of(type), where == ncclScalarDevice ? cudaMemcpyDefault : cudaMemcpyHostToHost) != cudaSuccess)
    return failed(ncclUnhandledCudaError, "the scalar cannot be read");
  comm->factors.push_back({type, value_of(type, &copied)});
  *operation = static_cast<ncclRedOp_t>(ncclNumOps + static_cast<int>(comm->factors.size()) - 1);
  return ncclSuccess;
}
SCALE_API ncclResult_t ncclRedOpDestroy(ncclRedOp_t operation, ncclComm_t comm) {
  if (!valid(comm)) return failed(ncclInvalidArgument, "not a communicator");
  if (comm->rccl != nullptr) return forward("ncclRedOpDestroy", static_cast<int>(operation), comm->rccl);
  const int made = static_cast<int>(operation) - ncclNumOps;
  return made >= 0 && made < static_cast<int>(comm->factors.size()) ? ncclSuccess : failed(ncclInvalidArgument, "not an operation of this communicator");
}

SCALE_API ncclResult_t ncclAllReduce(const void *source, void *target, size_t count, ncclDataType_t type, ncclRedOp_t operation, ncclComm_t comm, cudaStream_t stream) {
  if (const ncclResult_t result = check(comm, type); result != ncclSuccess) return result;
  if (comm->rccl != nullptr) return forward("ncclAllReduce", source, target, count, static_cast<int>(type), static_cast<int>(operation), comm->rccl, scale::hip_stream(stream));
  return reduce(comm, source, target, count, type, operation, stream);
}
SCALE_API ncclResult_t ncclReduce(const void *source, void *target, size_t count, ncclDataType_t type, ncclRedOp_t operation, int root, ncclComm_t comm, cudaStream_t stream) {
  if (const ncclResult_t result = check(comm, type, root); result != ncclSuccess) return result;
  if (comm->rccl != nullptr) return forward("ncclReduce", source, target, count, static_cast<int>(type), static_cast<int>(operation), root, comm->rccl, scale::hip_stream(stream));
  return reduce(comm, source, target, count, type, operation, stream);
}
SCALE_API ncclResult_t ncclReduceScatter(const void *source, void *target, size_t count, ncclDataType_t type, ncclRedOp_t operation, ncclComm_t comm, cudaStream_t stream) {
  if (const ncclResult_t result = check(comm, type); result != ncclSuccess) return result;
  if (comm->rccl != nullptr)
    return forward("ncclReduceScatter", source, target, count, static_cast<int>(type), static_cast<int>(operation), comm->rccl, scale::hip_stream(stream));
  return reduce(comm, source, target, count, type, operation, stream);
}
SCALE_API ncclResult_t ncclBroadcast(const void *source, void *target, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream) {
  if (const ncclResult_t result = check(comm, type, root); result != ncclSuccess) return result;
  if (comm->rccl != nullptr) return forward("ncclBroadcast", source, target, count, static_cast<int>(type), root, comm->rccl, scale::hip_stream(stream));
  return copy(source, target, count * size_of(type), stream);
}
SCALE_API ncclResult_t ncclBcast(void *buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream) {
  return ncclBroadcast(buffer, buffer, count, type, root, comm, stream);
}
SCALE_API ncclResult_t ncclAllGather(const void *source, void *target, size_t count, ncclDataType_t type, ncclComm_t comm, cudaStream_t stream) {
  if (const ncclResult_t result = check(comm, type); result != ncclSuccess) return result;
  if (comm->rccl != nullptr) return forward("ncclAllGather", source, target, count, static_cast<int>(type), comm->rccl, scale::hip_stream(stream));
  return copy(source, target, count * size_of(type), stream);
}
SCALE_API ncclResult_t ncclSend(const void *source, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream) {
  if (const ncclResult_t result = check(comm, type); result != ncclSuccess) return result;
  if (comm->rccl != nullptr) return forward("ncclSend", source, count, static_cast<int>(type), peer, comm->rccl, scale::hip_stream(stream));
  return transfer(group.sends, {comm, source, nullptr, count * size_of(type), stream}, peer);
}
SCALE_API ncclResult_t ncclRecv(void *target, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream) {
  if (const ncclResult_t result = check(comm, type); result != ncclSuccess) return result;
  if (comm->rccl != nullptr) return forward("ncclRecv", target, count, static_cast<int>(type), peer, comm->rccl, scale::hip_stream(stream));
  return transfer(group.receives, {comm, nullptr, target, count * size_of(type), stream}, peer);
}

// RCCL's groups run beside ours: which calls come is not known when a group starts.
static bool uses_rccl() { return scale::device_is_rocm() && rccl().available(); }
SCALE_API ncclResult_t ncclGroupStart(void) {
  ++group.depth;
  return uses_rccl() ? forward("ncclGroupStart") : ncclSuccess;
}
SCALE_API ncclResult_t ncclGroupEnd(void) {
  if (group.depth == 0) return failed(ncclInvalidUsage, "ncclGroupEnd: not in a group call");
  const ncclResult_t other = uses_rccl() ? forward("ncclGroupEnd") : ncclSuccess;
  if (--group.depth > 0) return other;
  const ncclResult_t own = match();
  return other != ncclSuccess ? other : own;
}
SCALE_API ncclResult_t ncclGroupSimulateEnd(ncclSimInfo_t *info) {
  if (info != nullptr) info->estimatedTime = 0;
  return ncclGroupEnd();
}

SCALE_API const char *ncclGetErrorString(ncclResult_t result) {
  switch (result) {
    case ncclSuccess: return "no error";
    case ncclUnhandledCudaError: return "unhandled cuda error";
    case ncclSystemError: return "unhandled system error";
    case ncclInternalError: return "internal error";
    case ncclInvalidArgument: return "invalid argument";
    case ncclInvalidUsage: return "invalid usage";
    case ncclRemoteError: return "remote process exited or there was a network error";
    case ncclInProgress: return "NCCL operation in progress";
    default: return "unknown result code";
  }
}
SCALE_API const char *ncclGetLastError(ncclComm_t) { return last_error.c_str(); }
SCALE_API void ncclResetDebugInit(void) {}
