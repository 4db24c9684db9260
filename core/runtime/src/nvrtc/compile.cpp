// SPDX-License-Identifier: Apache-2.0
// Run-time compilation starts the compiler as a program, in a folder of its own that is gone afterwards.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "nvrtc/program.h"

extern char **environ;

namespace scale::nvrtc {
namespace {

// Options that only NVRTC has and that change nothing here. With -default-device a function without `__device__` stays a host function,
// which the compiler names where a kernel calls it.
const char *const kIgnored[] = {"-default-device", "--device-as-default-execution-space", "--builtin-initializer-list", "-builtin-initializer-list", "--minimal", "-minimal", "--no-source-include", "-no-source-include",
                                "--pch", "-pch", "--create-pch", "-create-pch", "--use-pch", "-use-pch", "--pch-dir", "-pch-dir", "--device-int128",
                                "-device-int128", "--extra-device-vectorization", "-extra-device-vectorization", "--brief-diagnostics", "-brief-diag",
                                "--split-compile", "-split-compile", "--no-cache", "-no-cache", "--dopt", "-dopt", "--fdevice-syntax-only"};

// A folder that removes itself with what is in it.
class Folder {
 public:
  Folder() {
    const char *base = std::getenv("TMPDIR");
    path_ = std::string(base && *base ? base : "/tmp") + "/scale-nvrtc-XXXXXX";
    if (!mkdtemp(path_.data())) path_.clear();
  }
  ~Folder() {
    if (!path_.empty()) remove(path_);
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
  const std::string &path() const { return path_; }

 private:
  static void remove(const std::string &path) {
    if (DIR *folder = opendir(path.c_str())) {
      while (dirent *entry = readdir(folder)) {
        std::string name = entry->d_name;
        if (name == "." || name == "..") continue;
        std::string inner = path + "/" + name;
        struct stat facts;
        if (lstat(inner.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode)) remove(inner);
        else unlink(inner.c_str());
      }
      closedir(folder);
    }
    rmdir(path.c_str());
  }
  std::string path_;
};

bool write_file(const std::string &path, const std::string &text) {
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) mkdir(path.substr(0, at).c_str(), 0700);
  std::FILE *file = std::fopen(path.c_str(), "wbe");
  if (!file) return false;
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

bool read_file(const std::string &path, std::string *text) {
  std::FILE *file = std::fopen(path.c_str(), "rbe");
  if (!file) return false;
  char block[65536];
  size_t size;
  while ((size = std::fread(block, 1, sizeof block, file)) > 0) text->append(block, size);
  std::fclose(file);
  return true;
}

bool runs(const std::string &path) { return access(path.c_str(), X_OK) == 0; }

// Beside this library in a toolkit folder, in the environment that holds the package, else on PATH.
std::string compiler() {
  Dl_info self;
  if (dladdr(reinterpret_cast<void *>(&compiler), &self) && self.dli_fname) {
    std::string given = self.dli_fname, resolved;
    if (char *real = realpath(self.dli_fname, nullptr)) {
      resolved = real;
      std::free(real);
    }
    for (const std::string &path : {given, resolved}) {
      std::string folder = path.substr(0, path.rfind('/') + 1);
      for (const char *inner : {"../bin/nvcc", "../../../../../bin/scale-nvcc"})
        if (runs(folder + inner)) return folder + inner;
    }
  }
  std::string all = std::getenv("PATH") ? std::getenv("PATH") : "";
  for (size_t at = 0; at <= all.size();) {
    size_t end = std::min(all.find(':', at), all.size());
    std::string candidate = all.substr(at, end - at) + "/scale-nvcc";
    if (runs(candidate)) return candidate;
    at = end + 1;
  }
  return "";
}

// The target follows the device that this process uses, unless SCALE_TARGETS says otherwise.
std::vector<std::string> child_environment() {
  std::vector<std::string> out;
  bool has_targets = false;
  for (char **at = environ; *at; ++at) {
    out.emplace_back(*at);
    has_targets |= std::strncmp(*at, "SCALE_TARGETS=", 14) == 0;
  }
  const char *device = std::getenv("SCALE_DEVICE");
  if (has_targets || !device) return out;
  if (std::strcmp(device, "cpu") == 0) out.emplace_back("SCALE_TARGETS=cpu");
  if (std::strncmp(device, "emulate:", 8) == 0) out.emplace_back(std::string("SCALE_TARGETS=") + (device + 8));
  return out;
}

// Exit status of a command, its output in `log`; -1 when it cannot be started.
int run(const std::vector<std::string> &words, const std::string &log) {
  std::vector<char *> arguments, variables;
  for (const auto &word : words) arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  auto settings = child_environment();
  for (const auto &setting : settings) variables.push_back(const_cast<char *>(setting.c_str()));
  variables.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child;
  int failed = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), variables.data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

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
  Folder folder;
  std::string nvcc = compiler();
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
    if (!write_file(folder.path() + "/include/" + name, text)) return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  std::string name = program.name.substr(program.name.rfind('/') + 1);
  std::string source = folder.path() + "/" + (name.empty() ? "default_program" : name);
  std::string text = "#line 1 \"" + program.name + "\"\n" + program.source + "\n";
  // Instantiate what was asked for by name.
  for (const auto &expression : program.expressions)
    if (expression.find('<') != std::string::npos && expression[0] != '&')
      text += "#line 1 \"name expression\"\ntemplate __global__ decltype(" + expression + ") " + expression + ";\n";
  if (!write_file(source, text)) return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  std::string image = folder.path() + "/image.ptx", log = folder.path() + "/log";
  words.insert(words.end(), {"-I" + folder.path() + "/include", source, "-o", image});
  int status = run(words, log);
  read_file(log, &program.log);
  // The user knows nothing of the folder.
  for (size_t at; (at = program.log.find(folder.path() + "/")) != std::string::npos;) program.log.erase(at, folder.path().size() + 1);
  if (status < 0) program.log += "scale: " + nvcc + " cannot be started\n";
  if (status != 0 || !read_file(image, &program.text)) return status < 0 ? NVRTC_ERROR_BUILTIN_OPERATION_FAILURE : NVRTC_ERROR_COMPILATION;
  program.image = decode(program.text);
  if (!lower_names(program)) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  return NVRTC_SUCCESS;
}

}  // namespace scale::nvrtc
