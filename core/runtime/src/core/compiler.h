// SPDX-License-Identifier: Apache-2.0
// The compiler as a program: what run-time compilation (NVRTC) and PTX modules stand on. Also a part of libnvrtc and libnvJitLink.
#pragma once
#include <string>
#include <vector>

namespace scale {

// A folder for temporary files that removes itself with what is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  const std::string &path() const { return path_; }  // empty where none could be made

 private:
  std::string path_;
};

// Makes the folders on the way, too.
bool write_whole_file(const std::string &path, const void *bytes, size_t size);
bool read_whole_file(const std::string &path, std::string *bytes);

// scale-nvcc beside this library in a toolkit folder, in the environment that holds the package, or on PATH; "" where there is none.
std::string find_compiler();

// Exit status of a command, its output appended to the file `log`; -1 when it cannot be started. `targets` is the value of SCALE_TARGETS;
// "" leaves the user's choice, or follows SCALE_DEVICE.
int run_compiler(const std::vector<std::string> &words, const std::string &log, const std::string &targets);

// Device code that comes without a host program: PTX text, images, archives and objects.
struct DeviceInput {
  std::string name;    // what messages call it
  std::string suffix;  // ".ptx", ".fatbin", ".o", ".a"
  std::string bytes;
};

enum class Compiled { Right, Refused, NoCompiler };

// Compiles, or with `link` links, for one processor ("gfx942", "cpu") into a container. What the compiler says is in `log` in any case.
Compiled compile_device_code(const std::vector<DeviceInput> &inputs, bool link, const std::vector<std::string> &options, const std::string &processor,
                             std::vector<unsigned char> *container, std::string *log);

}  // namespace scale
