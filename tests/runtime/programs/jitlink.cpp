// SPDX-License-Identifier: Apache-2.0
// PTX of two modules, one of which calls into the other, linked by nvJitLink and run.
#include <cuda.h>
#include <nvJitLink.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "check.h"

static const char kTwice[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .func (.param .b32 r) twice(.param .b32 x) { .reg .b32 %r<3>; ld.param.b32 %r1, [x]; add.cc.u32 %r2, %r1, %r1;\n"
    "  addc.u32 %r2, %r2, 0; st.param.b32 [r], %r2; ret; }\n";
static const char kKernel[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".extern .func (.param .b32 r) twice(.param .b32 x);\n"
    ".visible .entry k(.param .u64 out) { .reg .b64 %rd<4>; .reg .b32 %r<4>; .reg .pred %p;\n"
    "  ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; setp.gt.u32 %p, %r1, 9; @%p bra DONE;\n"
    "  { .param .b32 a; .param .b32 r; st.param.b32 [a], %r1; call.uni (r), twice, (a); ld.param.b32 %r2, [r]; }\n"
    "  mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r2; DONE: ret; }\n";

int main() {
  unsigned major = 0, minor = 0;
  CHECK(nvJitLinkVersion(&major, &minor) == NVJITLINK_SUCCESS && major == 12);
  nvJitLinkHandle link;
  const char *options[] = {"-arch=sm_80", "-O3", "-ftz=0"}, *unknown[] = {"-arch=sm_80", "-nonsense"};
  CHECK(nvJitLinkCreate(&link, 0, nullptr) == NVJITLINK_ERROR_MISSING_ARCH);
  CHECK(nvJitLinkCreate(&link, 2, unknown) == NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
  CHECK(nvJitLinkCreate(&link, 3, options) == NVJITLINK_SUCCESS);
  CHECK(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, "garbage", 7, "odd") == NVJITLINK_ERROR_UNRECOGNIZED_INPUT);
  size_t size = 0;
  CHECK(nvJitLinkGetErrorLogSize(link, &size) == NVJITLINK_SUCCESS);
  std::vector<char> log(size);
  CHECK(nvJitLinkGetErrorLog(link, log.data()) == NVJITLINK_SUCCESS);
  CHECK(std::strcmp(log.data(), "nvJitLink: error: 'odd' is neither PTX nor code made by scale\n") == 0);
  CHECK(nvJitLinkGetLinkedCubinSize(link, &size) == NVJITLINK_ERROR_INVALID_INPUT);
  CHECK(nvJitLinkAddData(link, NVJITLINK_INPUT_PTX, kKernel, sizeof kKernel, "kernel") == NVJITLINK_SUCCESS);
  CHECK(nvJitLinkAddData(link, NVJITLINK_INPUT_ANY, kTwice, sizeof kTwice - 1, "twice") == NVJITLINK_SUCCESS);
  CHECK(nvJitLinkComplete(link) == NVJITLINK_SUCCESS);
  CHECK(nvJitLinkGetLinkedCubinSize(link, &size) == NVJITLINK_SUCCESS);
  std::vector<char> image(size);
  CHECK(nvJitLinkGetLinkedCubin(link, image.data()) == NVJITLINK_SUCCESS);
  CHECK(nvJitLinkDestroy(&link) == NVJITLINK_SUCCESS && !link);

  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr out;
  CHECK(!cuInit(0) && !cuDeviceGet(&device, 0) && !cuCtxCreate(&context, 0, device));
  CHECK(!cuModuleLoadData(&module, image.data()) && !cuModuleGetFunction(&kernel, module, "k") && !cuMemAlloc(&out, 64) && !cuMemsetD32(out, 7, 16));
  void *arguments[] = {&out};
  CHECK(!cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
  int values[16];
  CHECK(!cuMemcpyDtoH(values, out, sizeof values));
  for (int i = 0; i < 16; ++i) CHECK(values[i] == (i < 10 ? 2 * i : 7));
  std::printf("jitlink: right\n");
}
