// SPDX-License-Identifier: Apache-2.0
// The PTX compiler interface: PTX to code for the configured target, by the compiler as a program. The "cubin" is a container, as
// cuModuleLoadData takes it. Options are ptxas's.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>

#include "core/compiler.h"
#include "core/release.h"
#include "implementations.h"

struct nvPTXCompiler {
  std::string text;
  std::vector<unsigned char> image;
  std::string errors, notes;
};

namespace scale {
namespace {

struct Option {
  const char *name, *short_name;
  const char *word;  // of scale-nvcc; with '=' at the end the value follows
  bool value;
};
// What means something here; the compiler takes all other options of ptxas and leaves them without effect.
const Option kOptions[] = {{"--gpu-name", "-arch", nullptr, true},  // code is made for the configured target
                           {"--compile-only", "-c", "-rdc=true", false},
                           {"--device-debug", "-g", "-G", false},
                           {"--generate-line-info", "-lineinfo", "-lineinfo", false},
                           {"--fmad", "-fmad", "-fmad=", true},
                           {"--maxrregcount", "-maxrregcount", "-maxrregcount=", true},
                           {"--opt-level", "-O", "-Xptxas=-O", true}};

nvPTXCompileResult give(nvPTXCompilerHandle handle, std::string nvPTXCompiler::*log, char *out) {
  if (!handle) return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!out) return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  std::memcpy(out, (handle->*log).c_str(), (handle->*log).size() + 1);
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult give_size(nvPTXCompilerHandle handle, std::string nvPTXCompiler::*log, size_t *size) {
  if (!handle) return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!size) return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *size = (handle->*log).size();
  return NVPTXCOMPILE_SUCCESS;
}

}  // namespace

nvPTXCompileResult nvptxcompiler::GetVersion(unsigned *major, unsigned *minor) {
  if (!major || !minor) return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  *major = static_cast<unsigned>(chosen_release() / 1000);
  *minor = static_cast<unsigned>(chosen_release() % 1000 / 10);
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvptxcompiler::Create(nvPTXCompilerHandle *out, size_t length, const char *text) {
  if (!out || !text || !length) return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  auto state = std::make_unique<::nvPTXCompiler>();
  state->text.assign(text, strnlen(text, length));
  *out = state.release();
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvptxcompiler::Destroy(nvPTXCompilerHandle *handle) {
  if (!handle || !*handle) return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  delete *handle;
  *handle = nullptr;
  return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvptxcompiler::Compile(nvPTXCompilerHandle handle, int count, const char *const *options) {
  if (!handle) return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (count < 0 || (count && !options)) return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  handle->image.clear();
  handle->errors.clear();
  handle->notes.clear();
  std::vector<std::string> words;
  bool architecture = false;
  for (int i = 0; i < count; ++i) {
    const std::string given = options[i];
    const size_t equals = std::min(given.find('='), given.size());
    const std::string name = given.substr(0, equals);
    auto found = std::find_if(std::begin(kOptions), std::end(kOptions), [&](const Option &one) { return name == one.name || name == one.short_name; });
    if (found == std::end(kOptions)) {
      words.push_back("-Xptxas=" + given);
      continue;
    }
    std::string value = given.substr(std::min(equals + 1, given.size()));
    if (found->value && equals == given.size() && ++i < count) value = options[i];
    architecture |= !found->word;
    if (found->word) words.push_back(found->word + value);
  }
  if (!architecture) {
    handle->errors = "nvPTXCompiler: error: the option '--gpu-name' is missing\n";
    return NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
  }
  std::string said;
  const Compiled done = compile_device_code({{"input", ".ptx", handle->text}}, false, words, "", &handle->image, &said);
  (done == Compiled::Right ? handle->notes : handle->errors) = said;
  if (done == Compiled::Right) return NVPTXCOMPILE_SUCCESS;
  handle->image.clear();
  return done == Compiled::NoCompiler ? NVPTXCOMPILE_ERROR_INTERNAL : NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
}

nvPTXCompileResult nvptxcompiler::GetCompiledProgramSize(nvPTXCompilerHandle handle, size_t *size) {
  if (!handle) return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!size) return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  if (handle->image.empty()) return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
  *size = handle->image.size();
  return NVPTXCOMPILE_SUCCESS;
}
nvPTXCompileResult nvptxcompiler::GetCompiledProgram(nvPTXCompilerHandle handle, void *image) {
  if (!handle) return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
  if (!image) return NVPTXCOMPILE_ERROR_INVALID_INPUT;
  if (handle->image.empty()) return NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
  std::memcpy(image, handle->image.data(), handle->image.size());
  return NVPTXCOMPILE_SUCCESS;
}
nvPTXCompileResult nvptxcompiler::GetErrorLogSize(nvPTXCompilerHandle handle, size_t *size) { return give_size(handle, &nvPTXCompiler::errors, size); }
nvPTXCompileResult nvptxcompiler::GetErrorLog(nvPTXCompilerHandle handle, char *log) { return give(handle, &nvPTXCompiler::errors, log); }
nvPTXCompileResult nvptxcompiler::GetInfoLogSize(nvPTXCompilerHandle handle, size_t *size) { return give_size(handle, &nvPTXCompiler::notes, size); }
nvPTXCompileResult nvptxcompiler::GetInfoLog(nvPTXCompilerHandle handle, char *log) { return give(handle, &nvPTXCompiler::notes, log); }

}  // namespace scale
