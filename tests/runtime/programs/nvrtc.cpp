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
  IS(log.find("scale-jit-") == std::string::npos, true);
  OK(nvrtcDestroyProgram(&program));

  // Programs of NVRTC see no C or C++ library: they bring such names themselves. With -default-device all functions are the device's.
  const char *own =
      "typedef long long int int64_t;\ntypedef unsigned char uint8_t;\n"
      "namespace std { template <class T, T v> struct integral_constant { static constexpr T value = v; }; }\n"
      "namespace deep { template <class T> struct pair { T a, b; T sum() const { return a + b; } };\n"
      "  template <class T, class P> __global__ void total(T *out, int64_t n) {\n"
      "    P p{out[0], out[1]}; if (threadIdx.x < n) out[threadIdx.x] = p.sum() + std::integral_constant<int, 3>::value; } }\n"
      "using namespace deep; typedef pair<double> dpair; typedef double real;\n"
      "int helper(int x) { auto twice = [](int y) { return 2 * y; }; return twice(x) + abs(-1) + (int)fmaxf(sqrt(4.0f), pow(2.0, 2)); }\n"
      "__constant__ float weights[2]; __device__ int counter = 7;\n"
      // What NVRTC declares by itself, and a repair of what only nvcc takes.
      "struct Counted { int n; Counted() : n(1) {} Counted(Counted &&o) : n(o.n) { o.n = 0; } };\n"
      "int total(std::initializer_list<int> l) { int t = 0; for (int x : l) t += x; return t; }\n"
      "template <class T> T &&pass(T &&x) { return std::forward<T>(x); }\n"
      "__global__ void plain(int *p) { __shared__ Counted shared; shared.n = 5; Counted taken = std::move(shared);\n"
      "  p[0] = helper(p[0]) + counter; assert(p[0]); NV_IF_TARGET(NV_IS_DEVICE, (p[0] += pass(taken).n + total({100, 200}) + shared.n;)) }\n";
  const char *expressions[] = {"total<real, dpair>", "deep::total<double,deep::pair<double> >", "&weights", "&counter", "plain", "plain"};
  const char *lowered[6];
  const char *quick[] = {"-arch=sm_80", "--device-as-default-execution-space", "--minimal", "-builtin-move-forward=true", "-pch-verbose=false"};
  OK(nvrtcCreateProgram(&program, own, nullptr, 0, nullptr, nullptr));
  for (const char *one : expressions) OK(nvrtcAddNameExpression(program, one));
  IS(nvrtcGetLoweredName(program, "plain", lowered), NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  if (nvrtcCompileProgram(program, 5, quick)) return std::printf("%s\n", log_of(program).c_str()), 1;
  for (int i = 0; i < 6; ++i) OK(nvrtcGetLoweredName(program, expressions[i], lowered + i));
  IS(std::string(lowered[0]) == lowered[1], true);
  IS(std::string(lowered[4]) == "_Z5plainPi", true);
  IS(std::string(lowered[2]) == "weights" && std::string(lowered[3]) == "counter", true);
  IS(nvrtcGetLoweredName(program, "absent", lowered), NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  OK(nvrtcGetCUBINSize(program, &size));
  std::string image(size, ' ');
  OK(nvrtcGetCUBIN(program, image.data()));
  IS(nvrtcGetLTOIRSize(program, &size), NVRTC_ERROR_INVALID_PROGRAM);
  OK(cuModuleLoadData(&module, image.data()));
  CUdeviceptr address;
  OK(cuModuleGetGlobal(&address, &size, module, lowered[2]));
  IS(size, 8u);
  OK(cuModuleGetFunction(&fill, module, lowered[4]));
  int ten = 10;
  OK(cuMemcpyHtoD(x, &ten, sizeof ten));
  void *pointer_only[] = {&x};
  OK(cuLaunchKernel(fill, 1, 1, 1, 1, 1, 1, 0, nullptr, pointer_only, nullptr));
  OK(cuMemcpyDtoH(&ten, x, sizeof ten));
  IS(ten, 2 * 10 + 1 + 4 + 7 + 305);
  OK(nvrtcDestroyProgram(&program));

  // Options that nobody has, and architectures.
  for (const char *wrong : {"--frobnicate", "-arch=sm_999"}) {
    OK(nvrtcCreateProgram(&program, "__global__ void k() {}", "k.cu", 0, nullptr, nullptr));
    IS(nvrtcCompileProgram(program, 1, &wrong), NVRTC_ERROR_INVALID_OPTION);
    IS(log_of(program).find("nvrtc: error: "), 0u);
    OK(nvrtcDestroyProgram(&program));
  }

  // A link of two programs.
  const char *halves[] = {"extern __device__ int other(int);\nextern \"C\" __device__ int plain(int);\n__global__ void first(int *p) { *p = other(*p) + plain(3); }\n",
                          "__device__ int other(int x) { return x * 5; }\nextern \"C\" __device__ int plain(int x) { return x - 2; }\n"};
  CUlinkState link;
  OK(cuLinkCreate(0, nullptr, nullptr, &link));
  for (const char *half : halves) {
    const char *relocatable[] = {"-rdc=true"};
    OK(nvrtcCreateProgram(&program, half, "half.cu", 0, nullptr, nullptr));
    OK(nvrtcCompileProgram(program, 1, relocatable));
    OK(nvrtcGetPTXSize(program, &size));
    std::string text(size, ' ');
    OK(nvrtcGetPTX(program, text.data()));
    OK(cuLinkAddData(link, CU_JIT_INPUT_PTX, text.data(), size, "half", 0, nullptr, nullptr));
    OK(nvrtcDestroyProgram(&program));
  }
  void *linked;
  OK(cuLinkComplete(link, &linked, &size));
  OK(cuModuleLoadData(&module, linked));
  OK(cuLinkDestroy(link));
  OK(cuModuleGetFunction(&fill, module, "_Z5firstPi"));
  OK(cuMemcpyHtoD(x, &(ten = 8), sizeof ten));
  OK(cuLaunchKernel(fill, 1, 1, 1, 1, 1, 1, 0, nullptr, pointer_only, nullptr));
  OK(cuMemcpyDtoH(&ten, x, sizeof ten));
  IS(ten, 41);
  std::printf("nvrtc: right\n");
}
