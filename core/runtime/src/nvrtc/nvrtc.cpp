// SPDX-License-Identifier: Apache-2.0
// The NVRTC interface.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "core/release.h"
#include "implementations.h"
#include "nvrtc/program.h"

namespace scale {
namespace {

// Compute capabilities that `--gpu-architecture` accepts: those of CUDA 12.9.
const int kArchitectures[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 120, 121};

const char *const kTexts[] = {"NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT",
                              "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION",
                              "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE", "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                              "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION", "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "NVRTC_ERROR_INTERNAL_ERROR",
                              "NVRTC_ERROR_TIME_FILE_WRITE_FAILED", "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED", "NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
                              "NVRTC_ERROR_PCH_CREATE", "NVRTC_ERROR_CANCELLED"};

nvrtcResult give(const std::string &text, char *out) {
  if (!out) return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(out, text.c_str(), text.size() + 1);
  return NVRTC_SUCCESS;
}

}  // namespace

nvrtcResult nvrtc::Version(int *major, int *minor) {
  if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
  *major = chosen_release() / 1000;
  *minor = chosen_release() % 1000 / 10;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtc::GetNumSupportedArchs(int *count) {
  if (!count) return NVRTC_ERROR_INVALID_INPUT;
  *count = static_cast<int>(std::size(kArchitectures));
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtc::GetSupportedArchs(int *list) {
  if (!list) return NVRTC_ERROR_INVALID_INPUT;
  std::copy(std::begin(kArchitectures), std::end(kArchitectures), list);
  return NVRTC_SUCCESS;
}

const char *nvrtc::GetErrorString(nvrtcResult result) {
  auto index = static_cast<size_t>(result);
  return index < std::size(kTexts) ? kTexts[index] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtc::CreateProgram(nvrtcProgram *out, const char *source, const char *name, int count, const char *const *headers, const char *const *names) {
  if (!out || !source || count < 0 || (count && (!headers || !names))) return NVRTC_ERROR_INVALID_INPUT;
  auto *program = new _nvrtcProgram;
  program->source = source;
  program->name = name && *name ? name : "default_program";
  for (int i = 0; i < count; ++i) program->headers.emplace_back(names[i], headers[i]);
  *out = program;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtc::DestroyProgram(nvrtcProgram *program) {
  if (!program || !*program) return NVRTC_ERROR_INVALID_PROGRAM;
  delete *program;
  *program = nullptr;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtc::AddNameExpression(nvrtcProgram program, const char *const expression) {
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!expression) return NVRTC_ERROR_INVALID_INPUT;
  if (!program->text.empty()) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  program->expressions.emplace_back(expression);
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtc::CompileProgram(nvrtcProgram program, int count, const char *const *options) {
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  if (count < 0 || (count && !options)) return NVRTC_ERROR_INVALID_INPUT;
  if (program->flow && program->flow(program->flow_data, nullptr)) return NVRTC_ERROR_CANCELLED;
  return nvrtc::compile(*program, std::vector<std::string>(options, options + count));
}

nvrtcResult nvrtc::GetProgramLogSize(nvrtcProgram program, size_t *size) {
  if (!program || !size) return program ? NVRTC_ERROR_INVALID_INPUT : NVRTC_ERROR_INVALID_PROGRAM;
  *size = program->log.size() + 1;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtc::GetProgramLog(nvrtcProgram program, char *log) { return program ? give(program->log, log) : NVRTC_ERROR_INVALID_PROGRAM; }

nvrtcResult nvrtc::GetPTXSize(nvrtcProgram program, size_t *size) {
  if (!program || program->text.empty()) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!size) return NVRTC_ERROR_INVALID_INPUT;
  *size = program->text.size() + 1;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtc::GetPTX(nvrtcProgram program, char *text) {
  return program && !program->text.empty() ? give(program->text, text) : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtc::GetCUBINSize(nvrtcProgram program, size_t *size) {
  if (!program || program->image.empty()) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!size) return NVRTC_ERROR_INVALID_INPUT;
  *size = program->image.size();
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtc::GetCUBIN(nvrtcProgram program, char *image) {
  if (!program || program->image.empty()) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!image) return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(image, program->image.data(), program->image.size());
  return NVRTC_SUCCESS;
}

// Intermediate code for a link is in the same image (`-dlto`, `-rdc=true`).
nvrtcResult nvrtc::GetLTOIRSize(nvrtcProgram program, size_t *size) {
  return program && !program->relocatable ? NVRTC_ERROR_INVALID_PROGRAM : nvrtc::GetCUBINSize(program, size);
}
nvrtcResult nvrtc::GetLTOIR(nvrtcProgram program, char *image) {
  return program && !program->relocatable ? NVRTC_ERROR_INVALID_PROGRAM : nvrtc::GetCUBIN(program, image);
}
nvrtcResult nvrtc::GetNVVMSize(nvrtcProgram program, size_t *size) { return nvrtc::GetLTOIRSize(program, size); }
nvrtcResult nvrtc::GetNVVM(nvrtcProgram program, char *image) { return nvrtc::GetLTOIR(program, image); }
// No program is compiled with -optix-ir: the option is refused.
nvrtcResult nvrtc::GetOptiXIRSize(nvrtcProgram, size_t *) { return NVRTC_ERROR_INVALID_PROGRAM; }
nvrtcResult nvrtc::GetOptiXIR(nvrtcProgram, char *) { return NVRTC_ERROR_INVALID_PROGRAM; }

// The compiler keeps precompiled headers by itself, in files: there is no heap for them, and nothing is asked to be made.
nvrtcResult nvrtc::GetPCHCreateStatus(nvrtcProgram program) { return program ? NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED : NVRTC_ERROR_INVALID_PROGRAM; }
nvrtcResult nvrtc::GetPCHHeapSize(size_t *size) { return size ? (*size = 0, NVRTC_SUCCESS) : NVRTC_ERROR_INVALID_INPUT; }
nvrtcResult nvrtc::GetPCHHeapSizeRequired(nvrtcProgram program, size_t *size) {
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  return size ? (*size = 0, NVRTC_SUCCESS) : NVRTC_ERROR_INVALID_INPUT;
}
nvrtcResult nvrtc::SetPCHHeapSize(size_t) { return NVRTC_SUCCESS; }

// Asked once, before the compiler starts.
nvrtcResult nvrtc::SetFlowCallback(nvrtcProgram program, int (*callback)(void *, void *), void *payload) {
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!callback) return NVRTC_ERROR_INVALID_INPUT;
  program->flow = callback;
  program->flow_data = payload;
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtc::GetLoweredName(nvrtcProgram program, const char *const expression, const char **name) {
  if (!program) return NVRTC_ERROR_INVALID_PROGRAM;
  if (!expression || !name) return NVRTC_ERROR_INVALID_INPUT;
  if (program->text.empty()) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  auto at = program->lowered.find(expression);
  if (at == program->lowered.end()) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *name = at->second.c_str();
  return NVRTC_SUCCESS;
}

}  // namespace scale
