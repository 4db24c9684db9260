// SPDX-License-Identifier: Apache-2.0
#include "core/compiler.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "scale/own_place.h"

extern char **environ;

namespace scale {
namespace {

void remove_folder(const std::string &path) {
  if (DIR *folder = opendir(path.c_str())) {
    while (dirent *entry = readdir(folder)) {
      std::string name = entry->d_name;
      if (name == "." || name == "..") continue;
      std::string inner = path + "/" + name;
      struct stat facts;
      if (lstat(inner.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode)) remove_folder(inner);
      else unlink(inner.c_str());
    }
    closedir(folder);
  }
  rmdir(path.c_str());
}

bool runs(const std::string &path) { return access(path.c_str(), X_OK) == 0; }

bool starts(const char *text, const char *with) { return std::strncmp(text, with, std::strlen(with)) == 0; }

// The environment without what belongs to a Python that this process may itself be: the compiler has its own.
std::vector<std::string> child_environment(const std::string &targets) {
  std::vector<std::string> out;
  bool has_targets = false;
  for (char **at = environ; *at; ++at) {
    if (starts(*at, "PYTHONHOME=") || starts(*at, "PYTHONPATH=") || starts(*at, "SCALE_TRACE=")) continue;
    bool chooses = starts(*at, "SCALE_TARGETS=");
    if (chooses && !targets.empty()) continue;
    has_targets |= chooses;
    out.emplace_back(*at);
  }
  const char *device = std::getenv("SCALE_DEVICE");
  if (!targets.empty()) out.emplace_back("SCALE_TARGETS=" + targets);
  else if (!has_targets && device && std::strcmp(device, "cpu") == 0) out.emplace_back("SCALE_TARGETS=cpu");
  else if (!has_targets && device && starts(device, "emulate:")) out.emplace_back(std::string("SCALE_TARGETS=") + (device + 8));
  return out;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  const char *base = std::getenv("TMPDIR");
  path_ = std::string(base && *base ? base : "/tmp") + "/scale-jit-XXXXXX";
  if (!mkdtemp(path_.data())) path_.clear();
}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) remove_folder(path_);
}

bool write_whole_file(const std::string &path, const void *bytes, size_t size) {
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) mkdir(path.substr(0, at).c_str(), 0700);
  std::FILE *file = std::fopen(path.c_str(), "wbe");
  if (!file) return false;
  bool written = std::fwrite(bytes, 1, size, file) == size;
  return std::fclose(file) == 0 && written;
}

bool read_whole_file(const std::string &path, std::string *bytes) {
  std::FILE *file = std::fopen(path.c_str(), "rbe");
  if (!file) return false;
  char block[65536];
  size_t size;
  while ((size = std::fread(block, 1, sizeof block, file)) > 0) bytes->append(block, size);
  std::fclose(file);
  return true;
}

std::string find_compiler() {
  Dl_info self;
  if (dladdr(reinterpret_cast<void *>(&find_compiler), &self) && self.dli_fname) {
    for (const std::string &path : {std::string(self.dli_fname), own_place(self.dli_fname)}) {
      std::string folder = path.substr(0, path.rfind('/') + 1);
      for (const char *inner : {"../bin/nvcc", "../../../../../bin/scale-nvcc"})
        if (folder.size() && runs(folder + inner) && (std::strstr(inner, "scale") || access((folder + "../.scale-toolkit").c_str(), F_OK) == 0))
          return folder + inner;
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

int run_compiler(const std::vector<std::string> &words, const std::string &log, const std::string &targets) {
  std::vector<char *> arguments, variables;
  for (const auto &word : words) arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  auto settings = child_environment(targets);
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
  while (waitpid(child, &status, 0) < 0) {
    if (errno == EINTR) continue;
    return errno == ECHILD ? 0 : -1;  // the program reaps its children itself: whether there is a result will tell
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

Compiled compile_device_code(const std::vector<DeviceInput> &inputs, bool link, const std::vector<std::string> &options, const std::string &processor,
                             std::vector<unsigned char> *container, std::string *log) {
  log->clear();
  std::string nvcc = find_compiler();
  if (nvcc.empty()) {
    *log = "scale-nvcc was not found, beside this library or on PATH";
    return Compiled::NoCompiler;
  }
  TemporaryFolder folder;
  if (folder.path().empty()) {
    *log = "no folder for temporary files; set TMPDIR";
    return Compiled::NoCompiler;
  }
  std::vector<std::string> words = {nvcc, "-fatbin"};
  if (link) words.emplace_back("-dlink");
  words.insert(words.end(), options.begin(), options.end());
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::string name = inputs[i].name.substr(inputs[i].name.rfind('/') + 1);
    for (char &c : name)
      if (!std::isalnum(static_cast<unsigned char>(c)) && !std::strchr("._-", c)) c = '_';
    size_t dot = name.rfind('.');
    std::string file = folder.path() + "/" + std::to_string(i) + "/" + (name.empty() ? "input" : name.substr(0, dot)) + inputs[i].suffix;
    if (!write_whole_file(file, inputs[i].bytes.data(), inputs[i].bytes.size())) {
      *log = "cannot write to " + folder.path() + "; set TMPDIR";
      return Compiled::NoCompiler;
    }
    words.push_back(file);
  }
  std::string result = folder.path() + "/linked.image", said = folder.path() + "/log", bytes;
  words.insert(words.end(), {"-o", result});
  int status = run_compiler(words, said, processor);
  read_whole_file(said, log);
  for (size_t i = 0; i < inputs.size(); ++i) {  // the user knows nothing of the folder
    std::string inside = folder.path() + "/" + std::to_string(i) + "/";
    for (size_t at; (at = log->find(inside)) != std::string::npos;) log->erase(at, inside.size());
  }
  while (!log->empty() && log->back() == '\n') log->pop_back();
  if (status < 0) *log = nvcc + " cannot be started";
  if (status < 0) return Compiled::NoCompiler;
  if (status || !read_whole_file(result, &bytes) || bytes.empty()) return Compiled::Refused;
  container->assign(bytes.begin(), bytes.end());
  return Compiled::Right;
}

}  // namespace scale
