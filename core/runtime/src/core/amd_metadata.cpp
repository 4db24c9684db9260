// SPDX-License-Identifier: Apache-2.0
// AMD code objects describe their kernels in an ELF note (type 32, owner "AMDGPU") in MessagePack form (LLVM AMDGPU documentation,
// "Code Object V3 and above Metadata"). This reads the little that launches need.
#include "core/amd_metadata.h"

#include <elf.h>

#include <cstring>
#include <functional>
#include <string>

namespace scale {
namespace {

// A cursor over MessagePack; every read checks the end.
class Reader {
 public:
  Reader(const unsigned char *data, size_t size) : at_(data), end_(data + size) {}
  bool ok() const { return ok_; }

  // Number of pairs of a map or elements of an array; 0 for anything else, which is skipped.
  size_t map() { return collection(0x80, 0xde); }
  size_t array() { return collection(0x90, 0xdc); }

  std::string text() {
    unsigned char tag = peek();
    size_t size;
    if ((tag & 0xe0) == 0xa0) next(), size = tag & 0x1f;
    else if (tag == 0xd9) next(), size = big(1);
    else if (tag == 0xda) next(), size = big(2);
    else if (tag == 0xdb) next(), size = big(4);
    else return skip(), std::string();
    if (size > left()) return fail(), std::string();
    std::string value(reinterpret_cast<const char *>(at_), size);
    at_ += size;
    return value;
  }

  uint64_t number() {
    unsigned char tag = peek();
    if (tag < 0x80) return next();
    if (tag >= 0xcc && tag <= 0xcf) return next(), big(size_t{1} << (tag - 0xcc));
    if (tag >= 0xd0 && tag <= 0xd3) return next(), big(size_t{1} << (tag - 0xd0));
    return skip(), 0;
  }

  void skip() {
    unsigned char tag = next();
    if (!ok_ || tag < 0x80 || tag >= 0xe0 || tag == 0xc0 || tag == 0xc2 || tag == 0xc3) return;
    if (tag < 0x90) return skip_many(2u * (tag & 15));
    if (tag < 0xa0) return skip_many(tag & 15);
    if (tag < 0xc0) return advance(tag & 31);
    switch (tag) {
      case 0xc4: case 0xd9: return advance(big(1));
      case 0xc5: case 0xda: return advance(big(2));
      case 0xc6: case 0xdb: return advance(big(4));
      case 0xcc: case 0xd0: return advance(1);
      case 0xcd: case 0xd1: return advance(2);
      case 0xca: case 0xce: case 0xd2: return advance(4);
      case 0xcb: case 0xcf: case 0xd3: return advance(8);
      case 0xdc: return skip_many(big(2));
      case 0xdd: return skip_many(big(4));
      case 0xde: return skip_many(2 * big(2));
      case 0xdf: return skip_many(2 * big(4));
      default: return fail();
    }
  }

 private:
  size_t left() const { return static_cast<size_t>(end_ - at_); }
  void fail() { ok_ = false, at_ = end_; }
  unsigned char peek() { return at_ < end_ ? *at_ : (fail(), static_cast<unsigned char>(0xc1)); }
  unsigned char next() { return at_ < end_ ? *at_++ : (fail(), static_cast<unsigned char>(0xc1)); }
  void advance(uint64_t size) { size <= left() ? void(at_ += size) : fail(); }
  void skip_many(uint64_t count) {
    while (count-- && ok_) skip();
  }
  uint64_t big(size_t bytes) {
    if (bytes > left()) return fail(), 0;
    uint64_t value = 0;
    while (bytes--) value = value << 8 | *at_++;
    return value;
  }
  size_t collection(unsigned char small, unsigned char large) {
    unsigned char tag = peek();
    if ((tag & 0xf0) == small) return next() & 15u;
    if (tag == large) return next(), big(2);
    if (tag == large + 1) return next(), big(4);
    return skip(), 0;
  }
  const unsigned char *at_, *end_;
  bool ok_ = true;
};

bool read_arguments(Reader &reader, std::vector<Argument> *arguments) {
  for (size_t count = reader.array(); count && reader.ok(); --count) {
    Argument argument{};
    std::string kind;
    for (size_t pairs = reader.map(); pairs && reader.ok(); --pairs) {
      std::string key = reader.text();
      if (key == ".offset") argument.offset = reader.number();
      else if (key == ".size") argument.size = reader.number();
      else if (key == ".value_kind") kind = reader.text();
      else reader.skip();
    }
    if (kind.rfind("hidden_", 0) != 0) arguments->push_back(argument);
  }
  return reader.ok();
}

// What a search looks at: a kernel's name and arguments. True ends it.
using Found = std::function<bool(const std::string &name, std::vector<Argument> &arguments)>;

bool read_kernels(Reader reader, const Found &found_kernel) {
  for (size_t pairs = reader.map(); pairs && reader.ok(); --pairs) {
    if (reader.text() != "amdhsa.kernels") {
      reader.skip();
      continue;
    }
    for (size_t kernels = reader.array(); kernels && reader.ok(); --kernels) {
      std::vector<Argument> found;
      std::string name;
      for (size_t fields = reader.map(); fields && reader.ok(); --fields) {
        std::string key = reader.text();
        if (key == ".args") read_arguments(reader, &found);
        else if (key == ".name") name = reader.text();
        else reader.skip();
      }
      if (reader.ok() && found_kernel(name, found)) return true;
    }
  }
  return false;
}

bool search(const void *elf, const Found &found_kernel) {
  const auto *bytes = static_cast<const unsigned char *>(elf);
  const auto *header = static_cast<const Elf64_Ehdr *>(elf);
  if (!elf || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_machine != EM_AMDGPU) return false;
  const auto *programs = reinterpret_cast<const Elf64_Phdr *>(bytes + header->e_phoff);
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    if (programs[i].p_type != PT_NOTE) continue;
    const unsigned char *at = bytes + programs[i].p_offset, *end = at + programs[i].p_filesz;
    while (at + sizeof(Elf64_Nhdr) <= end) {
      const auto *note = reinterpret_cast<const Elf64_Nhdr *>(at);
      const unsigned char *name = at + sizeof *note, *data = name + ((note->n_namesz + 3) & ~3u);
      if (data + note->n_descsz > end) break;
      if (note->n_type == 32 && note->n_namesz == 7 && std::memcmp(name, "AMDGPU", 7) == 0 &&
          read_kernels(Reader(data, note->n_descsz), found_kernel))
        return true;
      at = data + ((note->n_descsz + 3) & ~3u);
    }
  }
  return false;
}

}  // namespace

bool amd_kernel_arguments(const void *elf, const char *kernel, std::vector<Argument> *arguments) {
  return search(elf, [&](const std::string &name, std::vector<Argument> &found) {
    if (name != kernel) return false;
    *arguments = std::move(found);
    return true;
  });
}

std::vector<std::string> amd_usual_forms(const void *elf) {
  std::vector<std::string> names;
  search(elf, [&](const std::string &name, std::vector<Argument> &) {
    if (name.find(".usual.") != std::string::npos) names.push_back(name);
    return false;
  });
  return names;
}

}  // namespace scale
