// SPDX-License-Identifier: Apache-2.0
// PTX compiled by the PTX compiler interface: run, and refused with a message.
#include <cuda.h>
#include <nvPTXCompiler.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "check.h"

static const char kKernel[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n"
    ".visible .entry k(.param .u64 out) { .reg .b64 %rd<3>; .reg .b32 %r<3>;\n"
    "  ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.lo.u32 %r2, %r1, %r1; mul.wide.u32 %rd2, %r1, 4;\n"
    "  add.s64 %rd1, %rd1, %rd2; st.global.u32 [%rd1], %r2; ret; }\n";
static const char kWrong[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k() {\n  wrong.u32 %r1;\n ret; }\n";

static std::string errors(nvPTXCompilerHandle compiler) {
  size_t size = 1;
  CHECK(nvPTXCompilerGetErrorLogSize(compiler, &size) == NVPTXCOMPILE_SUCCESS);
  std::vector<char> log(size + 1);
  CHECK(nvPTXCompilerGetErrorLog(compiler, log.data()) == NVPTXCOMPILE_SUCCESS);
  CHECK(std::strlen(log.data()) == size);
  return log.data();
}

int main() {
  unsigned major = 0, minor = 0;
  CHECK(nvPTXCompilerGetVersion(&major, &minor) == NVPTXCOMPILE_SUCCESS && major == 12 && minor == 9);
  nvPTXCompilerHandle compiler = nullptr;
  size_t size = 0;
  CHECK(nvPTXCompilerCreate(&compiler, 0, nullptr) == NVPTXCOMPILE_ERROR_INVALID_INPUT);
  CHECK(nvPTXCompilerCompile(nullptr, 0, nullptr) == NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE);
  const char *options[] = {"--gpu-name=sm_80", "--maxrregcount=64", "-O3", "--verbose"};
  const char *apart[] = {"-arch", "sm_80", "-maxrregcount", "32"}, *odd[] = {"-arch=sm_80", "--maxrregcount=many"};

  CHECK(nvPTXCompilerCreate(&compiler, sizeof kWrong, kWrong) == NVPTXCOMPILE_SUCCESS);
  CHECK(nvPTXCompilerCompile(compiler, 1, options) == NVPTXCOMPILE_ERROR_COMPILATION_FAILURE);
  CHECK(errors(compiler).find("input.ptx:5: error: PTX instruction 'wrong.u32' is not supported") != std::string::npos);
  CHECK(nvPTXCompilerGetCompiledProgramSize(compiler, &size) == NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE);
  CHECK(nvPTXCompilerDestroy(&compiler) == NVPTXCOMPILE_SUCCESS && !compiler);

  CHECK(nvPTXCompilerCreate(&compiler, sizeof kKernel - 1, kKernel) == NVPTXCOMPILE_SUCCESS);
  CHECK(nvPTXCompilerCompile(compiler, 0, nullptr) == NVPTXCOMPILE_ERROR_COMPILATION_FAILURE);
  CHECK(errors(compiler) == "nvPTXCompiler: error: the option '--gpu-name' is missing\n");
  CHECK(nvPTXCompilerCompile(compiler, 2, odd) == NVPTXCOMPILE_ERROR_COMPILATION_FAILURE);
  CHECK(errors(compiler).find("many") != std::string::npos);
  CHECK(nvPTXCompilerCompile(compiler, 4, apart) == NVPTXCOMPILE_SUCCESS);
  CHECK(nvPTXCompilerCompile(compiler, 4, options) == NVPTXCOMPILE_SUCCESS);
  CHECK(errors(compiler).empty());
  CHECK(nvPTXCompilerSetFlowCallback(compiler, nullptr, nullptr) == NVPTXCOMPILE_ERROR_INTERNAL);  // missing
  CHECK(nvPTXCompilerGetCompiledProgramSize(compiler, &size) == NVPTXCOMPILE_SUCCESS);
  std::vector<char> image(size);
  CHECK(nvPTXCompilerGetCompiledProgram(compiler, image.data()) == NVPTXCOMPILE_SUCCESS);
  CHECK(nvPTXCompilerDestroy(&compiler) == NVPTXCOMPILE_SUCCESS);

  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr out;
  CHECK(!cuInit(0) && !cuDeviceGet(&device, 0) && !cuCtxCreate(&context, 0, device));
  CHECK(!cuModuleLoadData(&module, image.data()) && !cuModuleGetFunction(&kernel, module, "k") && !cuMemAlloc(&out, 64));
  void *arguments[] = {&out};
  CHECK(!cuLaunchKernel(kernel, 1, 1, 1, 16, 1, 1, 0, nullptr, arguments, nullptr));
  unsigned squares[16];
  CHECK(!cuMemcpyDtoH(squares, out, sizeof squares));
  for (unsigned i = 0; i < 16; ++i) CHECK(squares[i] == i * i);
  std::printf("ptxcompiler: right\n");
}
