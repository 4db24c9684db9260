// SPDX-License-Identifier: Apache-2.0
// Run-time compilation starts the compiler as a program, in a folder of its own that is gone afterwards.
#include <cstring>

#include "core/compiler.h"
#include "nvrtc/program.h"

namespace scale::nvrtc {
namespace {

// Options that only NVRTC has and that change nothing here. With -default-device a function without `__device__` stays a host function,
// which the compiler names where a kernel calls it.
const char *const kIgnored[] = {"-default-device", "--device-as-default-execution-space", "--builtin-initializer-list", "-builtin-initializer-list", "--minimal", "-minimal", "--no-source-include", "-no-source-include",
                                "--pch", "-pch", "--create-pch", "-create-pch", "--use-pch", "-use-pch", "--pch-dir", "-pch-dir", "--device-int128",
                                "-device-int128", "--extra-device-vectorization", "-extra-device-vectorization", "--brief-diagnostics", "-brief-diag",
                                "--split-compile", "-split-compile", "--no-cache", "-no-cache", "--dopt", "-dopt", "--fdevice-syntax-only"};

bool ignored(const std::string &option) {
  std::string name = option.substr(0, option.find('='));
  for (const char *one : kIgnored)
    if (name == one) return true;
  return false;
}

int base64_value(char c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = c ? std::strchr(digits, c) : nullptr;
  return at ? static_cast<int>(at - digits) : -1;
}

std::vector<unsigned char> decode(const std::string &text) {
  std::vector<unsigned char> out;
  unsigned bits = 0;
  int have = 0;
  for (size_t at = text.find('\n') + 1; at < text.size(); ++at) {
    int value = base64_value(text[at]);
    if (value < 0) continue;
    bits = bits << 6 | static_cast<unsigned>(value);
    if ((have += 6) >= 8) out.push_back(static_cast<unsigned char>(bits >> (have -= 8)));
  }
  return out;
}

}  // namespace

nvrtcResult compile(_nvrtcProgram &program, const std::vector<std::string> &options) {
  program.log.clear();
  program.text.clear();
  program.image.clear();
  program.lowered.clear();
  TemporaryFolder folder;
  std::string nvcc = find_compiler();
  if (nvcc.empty()) {
    program.log = "scale: scale-nvcc was not found, beside this library or on PATH\n";
    return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  }
  if (folder.path().empty()) {
    program.log = "scale: no folder for temporary files; set TMPDIR\n";
    return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  }
  std::vector<std::string> words = {nvcc, "-ptx", "-x", "cu", "-D__CUDACC_RTC__=1"};
  for (const auto &option : options)
    if (!ignored(option)) words.push_back(option);
  for (const auto &[name, text] : program.headers)
    if (!write_whole_file(folder.path() + "/include/" + name, text.data(), text.size())) return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  std::string name = program.name.substr(program.name.rfind('/') + 1);
  std::string source = folder.path() + "/" + (name.empty() ? "default_program" : name);
  std::string text = "#line 1 \"" + program.name + "\"\n" + program.source + "\n";
  // Instantiate what was asked for by name.
  for (const auto &expression : program.expressions)
    if (expression.find('<') != std::string::npos && expression[0] != '&')
      text += "#line 1 \"name expression\"\ntemplate __global__ decltype(" + expression + ") " + expression + ";\n";
  if (!write_whole_file(source, text.data(), text.size())) return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  std::string image = folder.path() + "/image.ptx", log = folder.path() + "/log";
  words.insert(words.end(), {"-I" + folder.path() + "/include", source, "-o", image});
  int status = run_compiler(words, log, "");
  read_whole_file(log, &program.log);
  // The user knows nothing of the folder.
  for (size_t at; (at = program.log.find(folder.path() + "/")) != std::string::npos;) program.log.erase(at, folder.path().size() + 1);
  if (status < 0) program.log += "scale: " + nvcc + " cannot be started\n";
  if (status != 0 || !read_whole_file(image, &program.text)) return status < 0 ? NVRTC_ERROR_BUILTIN_OPERATION_FAILURE : NVRTC_ERROR_COMPILATION;
  program.image = decode(program.text);
  if (!lower_names(program)) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  return NVRTC_SUCCESS;
}

}  // namespace scale::nvrtc
