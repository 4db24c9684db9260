// SPDX-License-Identifier: Apache-2.0
// Fat binaries: what is in them, and which image a device takes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace scale {

struct ImageView {
  std::string target;
  uint32_t kind;
  uint32_t level;
  const unsigned char *data;
  size_t size;
  size_t full_size = 0;  // not 0: `data` is a zlib stream for so many bytes
};

// A container in memory; `storage` owns the bytes where they had to be decoded or copied.
struct Container {
  std::vector<ImageView> images;
  std::vector<unsigned char> storage;
  std::vector<unsigned char> inflated;  // the image that was chosen, where it was compressed
};

// Kinds of scale.compiler.targets.ImageKind: two that devices run, and two that the compiler can still make such an image of.
constexpr uint32_t kCodeObject = 1, kCpuObject = 2, kDeviceIr = 3, kPtx = 4;

// Reads what cuModuleLoadData and registration get: a wrapper, a container, its text form, a bare ELF file, or PTX text.
// False when it is none of them.
bool read_container(const void *data, Container *out);
// Bytes of such data in memory, from its own headers; the terminating zero of a text counts. 0 when it is none.
size_t container_size(const void *data);

// A container of one image.
std::string pack(const ImageView &image);

// The best image for a device architecture, or null. `architecture` is "cpu" or a gfx name with features.
const ImageView *choose_image(const Container &container, const std::string &architecture);

// The bytes of an image of this container, inflated where they are compressed; null, and a line that says why, when that fails.
const unsigned char *image_bytes(Container *container, const ImageView &image);

// The x86-64 level of this machine: 1 to 4.
uint32_t machine_level();

// Prints what is there and what is needed.
void say_no_image(const Container &container, const std::string &architecture, const char *device_name);

}  // namespace scale
