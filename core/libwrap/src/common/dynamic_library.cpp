// SPDX-License-Identifier: Apache-2.0
#include "dynamic_library.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>

#include "scale/own_place.h"

namespace scale {
namespace {

std::mutex &lock() {
  static std::mutex mutex;
  return mutex;
}

// Files of `folder` whose name matches the pattern, sorted.
std::vector<std::string> matching(const std::string &folder, const std::string &pattern) {
  std::vector<std::string> found;
  if (DIR *directory = opendir(folder.c_str())) {
    while (const dirent *entry = readdir(directory))
      if (fnmatch(pattern.c_str(), entry->d_name, 0) == 0) found.push_back(folder + "/" + entry->d_name);
    closedir(directory);
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Parts between colons, empty ones left out.
std::vector<std::string> split(const std::string &list) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    if (end > begin) parts.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

std::vector<std::string> search_folders() {
  static constexpr const char *kWheels[] = {"/scipy_openblas32/lib", "/pyfftw.libs", "/pyFFTW.libs", "/scipy/stats", "/nvidia/curand/include"};
  std::vector<std::string> folders;
  Dl_info info{};
  if (dladdr(reinterpret_cast<void *>(&search_folders), &info) != 0 && info.dli_fname != nullptr) {
    const auto parent = [](const std::string &path) { return path.substr(0, path.find_last_of('/')); };
    // As it was opened and as it really lies: a toolkit folder holds links to the package.
    for (const std::string &file : {std::string(info.dli_fname), scale::own_place(info.dli_fname)}) {
      if (file.find('/') == std::string::npos) continue;
      const std::string here = parent(file), packages = parent(parent(here));  // site-packages/scale/lib
      folders.push_back(here);
      for (const char *wheel : kWheels) folders.push_back(packages + wheel);
    }
  }
  if (const char *extra = std::getenv("SCALE_LIBRARY_PATH")) {
    for (const std::string &folder : split(extra)) folders.push_back(folder);
  }
  // A program with the static libraries inside does not lie beside the wheels: the Python environment on PATH that scale-nvcc is in does.
  if (const char *path = std::getenv("PATH"))
    for (const std::string &folder : split(path)) {
      if (access((folder + "/scale-nvcc").c_str(), X_OK) != 0) continue;
      for (const std::string &python : matching(folder + "/../lib", "python3*"))
        for (const char *wheel : kWheels) folders.push_back(python + "/site-packages" + wheel);
    }
  return folders;
}

void say_once(const std::string &text) {
  static std::set<std::string> said;
  const std::lock_guard<std::mutex> guard(lock());
  if (said.insert(text).second) std::fprintf(stderr, "scale: %s\n", text.c_str());
}

DynamicLibrary::DynamicLibrary(std::string what, std::string remedy, std::string variable, std::vector<std::string> names)
    : what_(std::move(what)), remedy_(std::move(remedy)), variable_(std::move(variable)), names_(std::move(names)) {}

bool DynamicLibrary::open() {
  static std::recursive_mutex opening;
  const std::lock_guard<std::recursive_mutex> guard(opening);
  if (tried_) return handle_ != nullptr;
  tried_ = true;
  std::vector<std::string> candidates;
  if (const char *chosen = std::getenv(variable_.c_str())) candidates.emplace_back(chosen);
  for (const std::string &name : names_) {
    for (const std::string &folder : search_folders())
      for (const std::string &file : matching(folder, name)) candidates.push_back(file);
    if (name.find('*') == std::string::npos) candidates.push_back(name);
  }
  for (const std::string &candidate : candidates) {
    handle_ = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr) {
      path_ = candidate;
      opened_.store(true, std::memory_order_release);
      return true;
    }
  }
  say_once(what_ + " was not found; " + remedy_);
  return false;
}

void *DynamicLibrary::symbol(const char *name) { return available() ? dlsym(handle_, name) : nullptr; }

}  // namespace scale
