// SPDX-License-Identifier: Apache-2.0
// PTX at run time: modules, libraries and links of it through the driver API, as programs that make their kernels themselves do.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#define IS(call, want)                                                                                  \
  do {                                                                                                  \
    auto is_got = (call);                                                                               \
    if (is_got != (want)) {                                                                             \
      std::printf("%s:%d: %s is %lld, not %s\n", __FILE__, __LINE__, #call, (long long)(is_got), #want); \
      std::exit(1);                                                                                     \
    }                                                                                                   \
  } while (0)
#define OK(call) IS(call, 0)

static const char kScale[] =
    "/* made by hand */\n// scales by a constant of the module\n.version 6.4\n.target sm_50\n.address_size 64\n"
    ".visible .const .align 4 .u32 factor = 5;\n"
    ".visible .entry scale(.param .u64 data, .param .u32 count)\n{\n"
    "  .reg .pred %p<2>;\n  .reg .u64 %rd<4>;\n  .reg .u32 %r<8>;\n"
    "  ld.param.u64 %rd1, [data];\n  ld.param.u32 %r1, [count];\n"
    "  mov.u32 %r2, %ctaid.x;\n  mov.u32 %r3, %ntid.x;\n  mov.u32 %r4, %tid.x;\n  mad.lo.u32 %r5, %r2, %r3, %r4;\n"
    "  setp.ge.u32 %p1, %r5, %r1;\n  @%p1 bra done;\n"
    "  mul.wide.u32 %rd2, %r5, 4;\n  add.u64 %rd3, %rd1, %rd2;\n  ld.const.u32 %r6, [factor];\n"
    "  ld.global.u32 %r7, [%rd3];\n  mul.lo.u32 %r7, %r7, %r6;\n  st.global.u32 [%rd3], %r7;\n"
    "done:\n  ret;\n}\n";
static const char kUser[] =
    ".version 6.4\n.target sm_50\n.address_size 64\n"
    ".extern .func (.param .b32 result) _Z5thirdi(.param .b32 value);\n"
    ".visible .entry user(.param .u64 data)\n{\n  .reg .u64 %rd<2>;\n  .reg .u32 %r<3>;\n"
    "  ld.param.u64 %rd1, [data];\n  ld.global.u32 %r1, [%rd1];\n"
    "  {\n  .param .b32 in;\n  .param .b32 out;\n  st.param.b32 [in], %r1;\n  call.uni (out), _Z5thirdi, (in);\n  ld.param.b32 %r2, [out];\n  }\n"
    "  st.global.u32 [%rd1], %r2;\n  ret;\n}\n";
static const char kThird[] =
    ".version 6.4\n.target sm_50\n.address_size 64\n"
    ".visible .func (.param .b32 result) _Z5thirdi(.param .b32 value)\n{\n  .reg .u32 %r<3>;\n"
    "  ld.param.b32 %r1, [value];\n  div.u32 %r2, %r1, 3;\n  st.param.b32 [result], %r2;\n  ret;\n}\n";

static std::vector<unsigned> run(CUfunction function, std::vector<unsigned> values, bool counted) {
  CUdeviceptr data;
  size_t bytes = values.size() * sizeof(unsigned);
  OK(cuMemAlloc(&data, bytes));
  OK(cuMemcpyHtoD(data, values.data(), bytes));
  unsigned count = static_cast<unsigned>(values.size());
  void *both[] = {&data, &count}, *one[] = {&data};
  OK(cuLaunchKernel(function, counted ? (count + 31) / 32 : 1, 1, 1, counted ? 32 : 1, 1, 1, 0, nullptr, counted ? both : one, nullptr));
  OK(cuMemcpyDtoH(values.data(), data, bytes));
  OK(cuMemFree(data));
  return values;
}

static void check_scaled(CUfunction function) {
  std::vector<unsigned> values(100);
  for (unsigned i = 0; i < 100; ++i) values[i] = i;
  values = run(function, values, true);
  for (unsigned i = 0; i < 100; ++i) IS(values[i], 5 * i);
}

int main(int count, char **arguments) {
  OK(cuInit(0));
  CUdevice device;
  CUcontext context;
  OK(cuDeviceGet(&device, 0));
  OK(cuCtxCreate(&context, 0, device));
  CUmodule module;
  if (count > 1 && std::strcmp(arguments[1], "no-compiler") == 0) {
    IS(cuModuleLoadData(&module, kScale), CUDA_ERROR_JIT_COMPILER_NOT_FOUND);
    return std::printf("jit: right\n"), 0;
  }

  // From text that is gone afterwards, with a log and the time it took.
  {
    std::string text = kScale;
    char info[100] = "?", error[100] = "?";
    CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                              CU_JIT_WALL_TIME, CU_JIT_MAX_REGISTERS};
    void *values[] = {info, reinterpret_cast<void *>(100), error, reinterpret_cast<void *>(100), nullptr, reinterpret_cast<void *>(32)};
    OK(cuModuleLoadDataEx(&module, text.c_str(), 6, options, values));
    std::fill(text.begin(), text.end(), 'x');
    IS(info[0] | error[0], 0);
    IS(reinterpret_cast<size_t>(values[3]), 0u);
    float milliseconds;
    std::memcpy(&milliseconds, &values[4], sizeof milliseconds);
    IS(milliseconds > 0, true);
  }
  CUfunction function;
  IS(cuModuleGetFunction(&function, module, "absent"), CUDA_ERROR_NOT_FOUND);
  OK(cuModuleGetFunction(&function, module, "scale"));
  check_scaled(function);
  CUdeviceptr factor;
  size_t size;
  OK(cuModuleGetGlobal(&factor, &size, module, "factor"));
  IS(size, 4u);
  OK(cuModuleUnload(module));

  // What is wrong is told with the line, in the caller's buffer.
  {
    std::string wrong = kScale;
    wrong.replace(wrong.find("mad.lo"), 6, "mad.no");
    char error[400] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {error, reinterpret_cast<void *>(400)};
    IS(cuModuleLoadDataEx(&module, wrong.c_str(), 2, options, values), CUDA_ERROR_INVALID_PTX);
    if (std::strstr(error, "module.ptx:17: error: ") != error) return std::printf("%s\n", error), 1;
    IS(reinterpret_cast<size_t>(values[1]), std::strlen(error));
  }
  IS(cuModuleLoadData(&module, "nothing"), CUDA_ERROR_INVALID_IMAGE);

  // A file, a library from memory, a library from a file.
  std::string path = std::string(arguments[1]) + "/scale.ptx";
  std::ofstream(path) << kScale;
  OK(cuModuleLoad(&module, path.c_str()));
  OK(cuModuleGetFunction(&function, module, "scale"));
  check_scaled(function);
  CUlibrary library;
  CUkernel kernel;
  OK(cuLibraryLoadData(&library, kScale, nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryGetKernel(&kernel, library, "scale"));
  check_scaled(reinterpret_cast<CUfunction>(kernel));
  OK(cuLibraryUnload(library));

  // A link of two modules; the result is an image that is loaded without compiling it again.
  CUlinkState link;
  OK(cuLinkCreate(0, nullptr, nullptr, &link));
  OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char *>(kUser), sizeof kUser, "user.ptx", 0, nullptr, nullptr));
  OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char *>(kThird), sizeof kThird, "third", 0, nullptr, nullptr));
  void *image;
  OK(cuLinkComplete(link, &image, &size));
  std::vector<char> linked(static_cast<char *>(image), static_cast<char *>(image) + size);
  OK(cuLinkDestroy(link));
  OK(cuModuleLoadData(&module, linked.data()));
  OK(cuModuleGetFunction(&function, module, "user"));
  IS(run(function, {100}, false)[0], 33u);

  // A link that lacks something says what.
  {
    char error[400] = "";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {error, reinterpret_cast<void *>(400)};
    OK(cuLinkCreate(2, options, values, &link));
    OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char *>(kUser), sizeof kUser, "user.ptx", 0, nullptr, nullptr));
    IS(cuLinkComplete(link, &image, &size), CUDA_ERROR_INVALID_IMAGE);
    IS(std::strcmp(error, "nvlink error   : Undefined reference to '_Z5thirdi' in 'user.ptx'"), 0);
    OK(cuLinkDestroy(link));
  }

  // Device code of a program made with -rdc=true, given as files, and a bare image.
  if (count > 3) {
    OK(cuLinkCreate(0, nullptr, nullptr, &link));
    for (int i = 2; i < 4; ++i) OK(cuLinkAddFile(link, CU_JIT_INPUT_FATBINARY, arguments[i], 0, nullptr, nullptr));
    OK(cuLinkComplete(link, &image, &size));
    OK(cuModuleLoadData(&module, image));
    OK(cuLinkDestroy(link));
    OK(cuModuleGetFunction(&function, module, "_Z5outerPj"));
    IS(run(function, {20}, false)[0], 47u);
  }
  return std::printf("jit: right\n"), 0;
}
