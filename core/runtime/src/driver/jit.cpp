// SPDX-License-Identifier: Apache-2.0
#include "driver/jit.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace scale {
namespace {

unsigned number(void *value) { return static_cast<unsigned>(reinterpret_cast<uintptr_t>(value)); }

// An option of the compiler for one of the caller's; "" where it changes nothing.
std::string word(CUjit_option option, void *value) {
  unsigned n = number(value);
  auto flag = [&](const char *name) { return std::string(name) + (n ? "=true" : "=false"); };
  switch (option) {
    case CU_JIT_MAX_REGISTERS: return n ? "-maxrregcount=" + std::to_string(n) : "";
    case CU_JIT_OPTIMIZATION_LEVEL: return "-Xptxas=-O" + std::to_string(std::min(n, 3u));
    case CU_JIT_GENERATE_LINE_INFO: return n ? "-lineinfo" : "";
    case CU_JIT_FTZ: return flag("-ftz");
    case CU_JIT_PREC_DIV: return flag("-prec-div");
    case CU_JIT_PREC_SQRT: return flag("-prec-sqrt");
    case CU_JIT_FMA: return flag("-fmad");
    default: return "";
  }
}

}  // namespace

CUresult JitCall::take(unsigned count, const CUjit_option *options, void **values) {
  if (count && (!options || !values)) return CUDA_ERROR_INVALID_VALUE;
  started_ = std::chrono::steady_clock::now();
  options_.assign(options, options + count);
  values_ = values;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] < 0 || options[i] >= CU_JIT_NUM_OPTIONS) return CUDA_ERROR_INVALID_VALUE;
    std::string one = word(options[i], values[i]);
    if (!one.empty()) jit.options.push_back(one);
    jit.quiet |= options[i] == CU_JIT_ERROR_LOG_BUFFER && values[i];
  }
  return CUDA_SUCCESS;
}

void JitCall::finish(bool failed) {
  auto find = [&](CUjit_option wanted) -> void ** {
    auto at = std::find(options_.begin(), options_.end(), wanted);
    return at == options_.end() ? nullptr : values_ + (at - options_.begin());
  };
  auto fill = [&](CUjit_option buffer, CUjit_option size, const std::string &text) {
    void **where = find(buffer), **room = find(size);
    if (!where || !*where || !room || !number(*room)) return;
    size_t used = std::min<size_t>(text.size() + 1, number(*room));
    std::memcpy(*where, text.c_str(), used - 1);
    static_cast<char *>(*where)[used - 1] = 0;
    *room = reinterpret_cast<void *>(used - 1);
  };
  fill(CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, failed ? jit.log : "");
  fill(CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, failed ? "" : jit.log);
  if (void **time = find(CU_JIT_WALL_TIME)) {
    float milliseconds = std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - started_).count();
    std::memcpy(time, &milliseconds, sizeof milliseconds);
  }
  options_.clear();
}

}  // namespace scale
