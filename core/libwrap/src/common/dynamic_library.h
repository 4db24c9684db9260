// SPDX-License-Identifier: Apache-2.0
// A library that is opened at run time: looked for once, under several names, with one clear line when it is not there.
#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace scale {

class DynamicLibrary {
 public:
  // `what` and `remedy` make the message: "scale: WHAT was not found; REMEDY". `variable` names an environment variable with a path that
  // is tried first. Names without a slash go through the loader's own search and through the folders of `search_folders()`.
  DynamicLibrary(std::string what, std::string remedy, std::string variable, std::vector<std::string> names);

  // Opens on the first call. Prints the message once when nothing could be opened. Asked before every call of a library: no lock later on.
  bool available() { return opened_.load(std::memory_order_acquire) || open(); }
  // Address of the symbol or null.
  void *symbol(const char *name);
  const std::string &path() const { return path_; }

 private:
  bool open();

  std::atomic<bool> opened_{false};
  std::string what_, remedy_, variable_;
  std::vector<std::string> names_;
  void *handle_ = nullptr;
  bool tried_ = false;
  std::string path_;
};

// The folder of this very library and the folders beside it where wheels keep shared objects.
std::vector<std::string> search_folders();

// Says a line on stderr once per process and text.
void say_once(const std::string &text);

}  // namespace scale
