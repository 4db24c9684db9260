// SPDX-License-Identifier: Apache-2.0
// Run-time compilation starts the compiler as a program, in a folder of its own that is gone afterwards.
#include <cstdlib>
#include <cstring>

#include "core/compiler.h"
#include "nvrtc/program.h"

namespace scale::nvrtc {
namespace {

// Options that only NVRTC has and that change nothing here; those of two words do not exist among them.
const char *const kIgnored[] = {"-minimal", "-no-source-include", "-pch", "-create-pch", "-use-pch",
                                "-pch-dir", "-pch-verbose", "-pch-messages", "-instantiate-templates-in-pch", "-device-int128", "-device-float128",
                                "-extra-device-vectorization", "-brief-diag", "-brief-diagnostics", "-split-compile", "-no-cache", "-dopt", "-fdevice-syntax-only",
                                "-ofast-compile", "-Ofc", "-modify-stack-limit", "-version-ident", "-optimization-info", "-disp-err-no",
                                "-no-display-error-number", "-frandom-seed", "-time", "-fdevice-time-trace"};

// `--name=value` and `-name` are one option.
std::string bare_name(const std::string &option) {
  std::string name = option.substr(0, option.find('='));
  return name.compare(0, 2, "--") == 0 ? name.substr(1) : name;
}

bool ignored(const std::string &name) {
  for (const char *one : kIgnored)
    if (name == one) return true;
  return false;
}

// NVRTC declares these in namespace std unless told otherwise; the macro that says so to our header.
const char *missing_builtin(const std::string &option) {
  if (option.size() < 6 || option.compare(option.size() - 6, 6, "=false") != 0) return nullptr;
  return bare_name(option) == "-builtin-move-forward" ? "-D__SCALE_RTC_NO_MOVE" : "-D__SCALE_RTC_NO_INITIALIZER_LIST";
}

bool is_default_device(const std::string &name) { return name == "-default-device" || name == "-device-as-default-execution-space"; }

// The driver's messages in NVRTC's form, without the folder, of which the user knows nothing.
void tidy(std::string *log, const std::string &folder) {
  auto replace = [&](const std::string &what, const std::string &by) {
    for (size_t at = 0; (at = log->find(what, at)) != std::string::npos; at += by.size()) log->replace(at, what.size(), by);
  };
  replace(folder + "/", "");
  replace("nvcc fatal   : ", "nvrtc: error: ");
  replace("scale-nvcc: error: ", "nvrtc: error: ");
}

bool begins(const std::string &text, const char *with) { return text.compare(0, std::strlen(with), with) == 0; }

// What a log says is wrong.
nvrtcResult kind_of_failure(const std::string &log) {
  for (const char *option : {"nvrtc: error: Unknown option", "nvrtc: error: Unsupported gpu architecture", "nvrtc: error: Option ", "nvrtc: error: Value "})
    if (begins(log, option)) return NVRTC_ERROR_INVALID_OPTION;
  return NVRTC_ERROR_COMPILATION;
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
  program.relocatable = false;
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
  bool default_device = false;
  for (const auto &option : options) {
    std::string name = bare_name(option);
    default_device |= is_default_device(name);
    bool link_time = name == "-dlto" || name == "-dlink-time-opt" || name == "-gen-opt-lto";
    program.relocatable |= link_time || name == "-dc" || name == "-device-c" || option == "-rdc=true" || option == "--relocatable-device-code=true";
    if (name == "-builtin-move-forward" || name == "-builtin-initializer-list") {
      if (const char *macro = missing_builtin(option)) words.emplace_back(macro);
      continue;
    }
    if (!ignored(name) && !is_default_device(name) && !link_time) words.push_back(option);
  }
  if (program.relocatable) words.emplace_back("-rdc=true");
  for (const auto &[name, text] : program.headers)
    if (!write_whole_file(folder.path() + "/include/" + name, text.data(), text.size())) return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  std::string name = program.name.substr(program.name.rfind('/') + 1);
  std::string source = folder.path() + "/" + (name.empty() ? "default_program" : name);
  std::string text = default_device ? "#pragma clang force_cuda_host_device begin\n" : "";
  text += "#line 1 \"" + program.name + "\"\n" + program.source + "\n";
  if (default_device) text += "#pragma clang force_cuda_host_device end\n";
  // A variable for each name: it makes templates come to life, and the compiler writes down what it points to (--scale-names).
  for (size_t i = 0; i < program.expressions.size(); ++i) {
    std::string expression = program.expressions[i];
    expression.erase(0, expression.find_first_not_of(" &"));
    text += "#line 1 \"name expression\"\nextern \"C\" __device__ const void *const __scale_name_" + std::to_string(i) + " = (const void *)(&" + expression + ");\n";
  }
  if (!write_whole_file(source, text.data(), text.size())) return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  std::string image = folder.path() + "/image.ptx", log = folder.path() + "/log", names = folder.path() + "/names";
  if (!program.expressions.empty()) words.insert(words.end(), {"--scale-names", names});
  words.insert(words.end(), {"-I" + folder.path() + "/include", source, "-o", image});
  int status = run_compiler(words, log, "");
  read_whole_file(log, &program.log);
  tidy(&program.log, folder.path());
  if (status < 0) program.log += "scale: " + nvcc + " cannot be started\n";
  if (status != 0 || !read_whole_file(image, &program.text)) return status < 0 ? NVRTC_ERROR_BUILTIN_OPERATION_FAILURE : kind_of_failure(program.log);
  program.image = decode(program.text);
  std::string listed;
  read_whole_file(names, &listed);
  for (size_t at = 0, end; (end = listed.find('\n', at)) != std::string::npos; at = end + 1) {
    size_t tab = listed.find('\t', at), index = std::strtoul(listed.c_str() + at, nullptr, 10);
    if (tab < end && index < program.expressions.size()) program.lowered[program.expressions[index]] = listed.substr(tab + 1, end - tab - 1);
  }
  for (const auto &expression : program.expressions)
    if (!program.lowered.count(expression)) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  return NVRTC_SUCCESS;
}

}  // namespace scale::nvrtc
