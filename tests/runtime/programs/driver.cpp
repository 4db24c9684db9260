// SPDX-License-Identifier: Apache-2.0
// The driver API alone: no runtime call, the module read from files named on the command line (container, text form).
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#define OK(call)                                                                            \
  do {                                                                                      \
    CUresult ok_error = (call);                                                             \
    if (ok_error) {                                                                         \
      const char *name = "?";                                                               \
      cuGetErrorName(ok_error, &name);                                                      \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name);                      \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (0)
#define IS(call, want)                                                                      \
  do {                                                                                      \
    auto is_got = (call);                                                                   \
    if (is_got != (want)) {                                                                 \
      std::printf("%s:%d: %s is %lld, not %s\n", __FILE__, __LINE__, #call, (long long)(is_got), #want); \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (0)

static std::string read(const char *path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

int main(int, char **argv) {
  int count, version;
  IS(cuDeviceGetCount(&count), CUDA_ERROR_NOT_INITIALIZED);
  OK(cuInit(0));
  OK(cuDriverGetVersion(&version));
  IS(version, CUDA_VERSION);
  CUdevice device;
  OK(cuDeviceGet(&device, 0));
  IS(cuDeviceGet(&device, 99), CUDA_ERROR_INVALID_DEVICE);
  int warp, major, minor;
  OK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
  IS(warp, 32);
  OK(cuDeviceComputeCapability(&major, &minor, device));
  IS(major * 10 + minor, 80);
  CUdeviceptr p;
  IS(cuMemAlloc(&p, 4), CUDA_ERROR_INVALID_CONTEXT);
  CUcontext context, primary, now;
  OK(cuDevicePrimaryCtxRetain(&primary, device));
  OK(cuCtxCreate(&context, CU_CTX_SCHED_BLOCKING_SYNC, device));
  OK(cuCtxGetCurrent(&now));
  IS(now == context, true);
  OK(cuCtxPushCurrent(primary));
  OK(cuCtxPopCurrent(&now));
  IS(now == primary, true);

  std::string binary = read(argv[1]), text = read(argv[2]);
  for (const std::string &image : {binary, text}) {
    CUmodule module;
    std::string copy = image;
    OK(cuModuleLoadData(&module, copy.c_str()));
    copy.assign(copy.size(), 'x');  // the module does not need the bytes any more
    CUfunction add, bump;
    OK(cuModuleGetFunction(&add, module, "add"));
    IS(cuModuleGetFunction(&bump, module, "nothing"), CUDA_ERROR_NOT_FOUND);
    OK(cuModuleGetFunction(&bump, module, "bump"));
    const int n = 1000;
    float a[n], b[n], c[n];
    for (int i = 0; i < n; ++i) a[i] = i, b[i] = i * 0.5f;
    CUdeviceptr da, db, dc;
    OK(cuMemAlloc(&da, sizeof a));
    OK(cuMemAlloc(&db, sizeof b));
    OK(cuMemAlloc(&dc, sizeof c));
    CUstream s;
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    OK(cuMemcpyHtoDAsync(da, a, sizeof a, s));
    OK(cuMemcpyHtoDAsync(db, b, sizeof b, s));
    int size = n;
    void *arguments[] = {&da, &db, &dc, &size};
    OK(cuLaunchKernel(add, (n + 127) / 128, 1, 1, 128, 1, 1, 0, s, arguments, nullptr));
    OK(cuMemcpyDtoHAsync(c, dc, sizeof c, s));
    OK(cuStreamSynchronize(s));
    for (int i = 0; i < n; ++i) IS(c[i], i * 1.5f);
    // Arguments in one buffer; CUDA takes the two words in any order, HIP in one.
    struct { int by; } packed = {4};
    size_t bytes = sizeof packed;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_END};
    OK(cuLaunchKernel(bump, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, extra));
    CUdeviceptr counter;
    OK(cuModuleGetGlobal(&counter, &bytes, module, "counter"));
    IS(bytes, 4u);
    int value;
    OK(cuMemcpyDtoH(&value, counter, 4));
    IS(value, 11);
    IS(cuLaunchKernel(add, 0, 1, 1, 128, 1, 1, 0, s, arguments, nullptr), CUDA_ERROR_INVALID_VALUE);
    int most;
    OK(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, add));
    IS(most, 1024);
    size_t offset, length;
    OK(cuFuncGetParamInfo(add, 3, &offset, &length));
    IS(offset == 24 && length == 4, true);
    IS(cuFuncGetParamInfo(add, 4, &offset, &length), CUDA_ERROR_INVALID_VALUE);
    int grid, block;
    OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, add, nullptr, 0, 0));
    IS(block, 1024);
    OK(cuModuleUnload(module));
    IS(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  }
  CUmodule module;
  IS(cuModuleLoadData(&module, "//\n.version 7.0\n.target sm_50\n.address_size 64\n.nonsense\n"), CUDA_ERROR_INVALID_PTX);
  IS(cuModuleLoadData(&module, "rubbish rubbish rubbish"), CUDA_ERROR_INVALID_IMAGE);
  const unsigned char nvidias[64] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0x33, 7, 0, 0, 0, 0, 0, 0, 0, 2, 0, 190};  // an ELF header of EM_CUDA
  IS(cuModuleLoadData(&module, nvidias), CUDA_ERROR_NO_BINARY_FOR_GPU);
  IS(cuModuleLoad(&module, "/nothing/there"), CUDA_ERROR_FILE_NOT_FOUND);

  CUlinkState link;
  void *linked;
  size_t linked_size;
  OK(cuLinkCreate(0, nullptr, nullptr, &link));
  OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char *>(text.data()), text.size(), "k", 0, nullptr, nullptr));
  OK(cuLinkComplete(link, &linked, &linked_size));
  OK(cuModuleLoadData(&module, linked));
  OK(cuLinkDestroy(link));

  CUlibrary library;
  CUkernel kernel;
  CUfunction function;
  OK(cuLibraryLoadData(&library, binary.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryGetKernel(&kernel, library, "empty"));
  OK(cuKernelGetFunction(&function, kernel));
  OK(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  OK(cuCtxSynchronize());

  // Pitched copies between host, device and array.
  CUDA_ARRAY_DESCRIPTOR description = {16, 8, CU_AD_FORMAT_UNSIGNED_INT8, 1};
  CUarray array;
  OK(cuArrayCreate(&array, &description));
  unsigned char pixels[8][20], back[4][16] = {};
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 20; ++x) pixels[y][x] = (unsigned char)(y * 20 + x);
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = pixels;
  copy.srcPitch = 20;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = 16;
  copy.Height = 8;
  OK(cuMemcpy2D(&copy));
  CUdeviceptr pitched;
  size_t pitch;
  OK(cuMemAllocPitch(&pitched, &pitch, 16, 8, 4));
  CUDA_MEMCPY2D down = {};
  down.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  down.srcArray = array;
  down.srcXInBytes = 2;
  down.srcY = 3;
  down.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  down.dstDevice = pitched;
  down.dstPitch = pitch;
  down.WidthInBytes = 10;
  down.Height = 4;
  OK(cuMemcpy2D(&down));
  CUDA_MEMCPY2D last = {};
  last.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  last.srcDevice = pitched;
  last.srcPitch = pitch;
  last.dstMemoryType = CU_MEMORYTYPE_HOST;
  last.dstHost = back;
  last.dstPitch = 16;
  last.WidthInBytes = 10;
  last.Height = 4;
  OK(cuMemcpy2D(&last));
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 10; ++x) IS(back[y][x], pixels[y + 3][x + 2]);
  unsigned words[4];
  OK(cuMemAlloc(&p, 16));
  OK(cuMemsetD32(p, 0xabcd1234, 4));
  OK(cuMemsetD16(p, 7, 2));
  OK(cuMemcpyDtoH(words, p, 16));
  IS(words[0] == 0x00070007 && words[3] == 0xabcd1234, true);
  CUdeviceptr base;
  size_t extent;
  OK(cuMemGetAddressRange(&base, &extent, p + 5));
  IS(base == p && extent == 16, true);
  unsigned type;
  OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
  IS(type, (unsigned)CU_MEMORYTYPE_DEVICE);

  // Functions by name: versions, per-thread variants, unknown ones.
  void *entry = nullptr;
  CUdriverProcAddressQueryResult status;
  OK(cuGetProcAddress("cuLaunchKernel", &entry, 7000, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &status));
  IS(entry != nullptr && status == CU_GET_PROC_ADDRESS_SUCCESS, true);
  OK(cuGetProcAddress("cuMemAlloc", &entry, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  OK(reinterpret_cast<CUresult (*)(CUdeviceptr *, size_t)>(entry)(&p, 64));
  OK(cuGetProcAddress("cuNoSuchThing", &entry, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  IS(entry == nullptr && status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND, true);
  IS(cuGetProcAddress("cuNoSuchThing", &entry, 12000, CU_GET_PROC_ADDRESS_DEFAULT, nullptr), CUDA_ERROR_NOT_FOUND);
  IS(cuGetProcAddress("", nullptr, 0, 0, nullptr), CUDA_ERROR_NOT_FOUND);
  // A name means what it meant in the release that the caller was written for.
  void *third, *fourth;
  OK(cuGetProcAddress("cuCtxCreate", &entry, 11030, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  OK(cuGetProcAddress("cuCtxCreate", &third, 12040, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  OK(cuGetProcAddress("cuCtxCreate", &fourth, 12050, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  IS(entry != third && third != fourth && entry != fourth, true);
  CUcontext other = nullptr;
  OK(reinterpret_cast<CUresult (*)(CUcontext *, CUctxCreateParams *, unsigned, CUdevice)>(fourth)(&other, nullptr, 0, device));
  OK(cuCtxDestroy(other));
  OK(cuGetProcAddress("cuMemPrefetchAsync_ptsz", &entry, 12010, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  OK(cuGetProcAddress("cuMemPrefetchAsync_ptsz", &fourth, 12020, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  IS(entry != nullptr && fourth != nullptr && entry != fourth, true);
  // Graphics functions are there, as in every driver, and refuse.
  for (const char *name : {"cuGraphicsGLRegisterBuffer", "cuGraphicsGLRegisterImage", "cuGraphicsMapResources"}) {
    OK(cuGetProcAddress(name, &entry, 3000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
    IS(entry != nullptr && status == CU_GET_PROC_ADDRESS_SUCCESS, true);
  }
  OK(cuGetProcAddress("cuGraphicsGLRegisterBuffer", &entry, 3000, CU_GET_PROC_ADDRESS_DEFAULT, &status));
  CUgraphicsResource resource;
  IS(reinterpret_cast<CUresult (*)(CUgraphicsResource *, unsigned, unsigned)>(entry)(&resource, 1, 0), CUDA_ERROR_NOT_SUPPORTED);
  const char *error_text;
  OK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &error_text));
  IS(std::strcmp(error_text, "out of memory"), 0);
  IS(cuGetErrorName((CUresult)12345, &error_text), CUDA_ERROR_INVALID_VALUE);
  OK(cuCtxDestroy(context));
  OK(cuDevicePrimaryCtxRelease(device));
  std::printf("driver: right\n");
}
