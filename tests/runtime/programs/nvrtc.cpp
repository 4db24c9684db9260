// SPDX-License-Identifier: Apache-2.0
// Compiles kernels at run time and runs them through the driver API.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define IS(call, want)                                                                      \
  do {                                                                                      \
    auto is_got = (call);                                                                   \
    if (is_got != (want)) {                                                                 \
      std::printf("%s:%d: %s is %lld, not %s\n", __FILE__, __LINE__, #call, (long long)(is_got), #want); \
      std::exit(1);                                                                         \
    }                                                                                       \
  } while (0)
#define OK(call) IS(call, 0)

static std::string log_of(nvrtcProgram p) {
  size_t size;
  OK(nvrtcGetProgramLogSize(p, &size));
  std::string text(size, ' ');
  OK(nvrtcGetProgramLog(p, text.data()));
  return text;
}

int main() {
  int count;
  OK(nvrtcGetNumSupportedArchs(&count));
  std::vector<int> list(count);
  OK(nvrtcGetSupportedArchs(list.data()));
  bool has80 = false;
  for (int i = 0; i < count; ++i) {
    has80 |= list[i] == 80;
    if (i) IS(list[i] > list[i - 1], true);
  }
  IS(has80, true);

  const char *source =
      "#include \"factor.h\"\n"
      "namespace n { template <typename T, int K> __global__ void scale(T *x, int size) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < size) x[i] *= K * FACTOR + ADD; } }\n"
      "extern \"C\" __global__ void fill(float *x, float v, int size) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < size) x[i] = v; }\n";
  const char *header = "#define FACTOR 2\n";
  const char *header_name = "factor.h";
  nvrtcProgram program;
  OK(nvrtcCreateProgram(&program, source, "kernels.cu", 1, &header, &header_name));
  OK(nvrtcAddNameExpression(program, "n::scale<float, 3>"));
  OK(nvrtcAddNameExpression(program, "fill"));
  const char *options[] = {"--gpu-architecture=compute_80", "-DADD=1", "--std=c++17", "-default-device"};
  if (nvrtcCompileProgram(program, 4, options)) return std::printf("%s\n", log_of(program).c_str()), 1;
  const char *scale_name, *fill_name;
  OK(nvrtcGetLoweredName(program, "n::scale<float, 3>", &scale_name));
  OK(nvrtcGetLoweredName(program, "fill", &fill_name));
  size_t size;
  OK(nvrtcGetPTXSize(program, &size));
  std::string ptx(size, ' ');
  OK(nvrtcGetPTX(program, ptx.data()));

  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction scale, fill;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuCtxCreate(&context, 0, device));
  OK(cuModuleLoadDataEx(&module, ptx.data(), 0, nullptr, nullptr));
  OK(cuModuleGetFunction(&scale, module, scale_name));
  OK(cuModuleGetFunction(&fill, module, fill_name));
  CUdeviceptr x;
  int n = 100;
  float value = 2, back[100];
  OK(cuMemAlloc(&x, sizeof back));
  void *first[] = {&x, &value, &n}, *second[] = {&x, &n};
  OK(cuLaunchKernel(fill, 4, 1, 1, 32, 1, 1, 0, nullptr, first, nullptr));
  OK(cuLaunchKernel(scale, 4, 1, 1, 32, 1, 1, 0, nullptr, second, nullptr));
  OK(cuMemcpyDtoH(back, x, sizeof back));
  for (float one : back) IS(one, 14.0f);
  OK(nvrtcDestroyProgram(&program));

  // An error is in the log, at the user's file and line.
  OK(nvrtcCreateProgram(&program, "__global__ void k() {\n  nonsense();\n}\n", "bad.cu", 0, nullptr, nullptr));
  IS(nvrtcCompileProgram(program, 0, nullptr), NVRTC_ERROR_COMPILATION);
  std::string log = log_of(program);
  IS(log.find("bad.cu") != std::string::npos && log.find("nonsense") != std::string::npos, true);
  IS(log.find("scale-nvrtc-") == std::string::npos, true);
  std::printf("nvrtc: right\n");
}
