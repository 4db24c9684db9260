// SPDX-License-Identifier: Apache-2.0
#include "core/image.h"

#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/log.h"
#include "scale/fatbin.h"

namespace scale {
namespace {

bool parse(const unsigned char *data, Container *out) {
  scale_fatbin_header header;
  std::memcpy(&header, data, sizeof header);
  if (std::memcmp(header.magic, SCALE_FATBIN_MAGIC, sizeof header.magic) != 0 || header.version < SCALE_FATBIN_OLDEST ||
      header.version > SCALE_FATBIN_VERSION)
    return false;
  for (uint32_t i = 0; i < header.count; ++i) {
    scale_fatbin_entry entry;
    std::memcpy(&entry, data + sizeof header + i * sizeof entry, sizeof entry);
    if (entry.offset > header.size || entry.size > header.size - entry.offset) return false;
    out->images.push_back({std::string(entry.target, strnlen(entry.target, sizeof entry.target)), entry.kind, entry.level,
                           data + entry.offset, static_cast<size_t>(entry.size), static_cast<size_t>(entry.full_size)});
  }
  return true;
}

int base64_value(unsigned char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool parse_text(const char *text, Container *out) {
  uint32_t bits = 0;
  int have = 0;
  for (; *text; ++text) {
    auto c = static_cast<unsigned char>(*text);
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    int value = base64_value(c);
    if (value < 0) break;
    bits = bits << 6 | static_cast<uint32_t>(value);
    have += 6;
    if (have >= 8) {
      have -= 8;
      out->storage.push_back(static_cast<unsigned char>(bits >> have));
    }
  }
  return out->storage.size() >= sizeof(scale_fatbin_header) && parse(out->storage.data(), out);
}

// AMD's generic processors and the processors that each covers (LLVM AMDGPU documentation, "Generic Processors").
struct Generic {
  const char *name;
  std::vector<const char *> covers;
};
const std::vector<Generic> &generics() {
  static const std::vector<Generic> table = {
      {"gfx9-generic", {"gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"}},
      {"gfx9-4-generic", {"gfx942", "gfx950"}},
      {"gfx10-1-generic", {"gfx1010", "gfx1011", "gfx1012", "gfx1013"}},
      {"gfx10-3-generic", {"gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"}},
      {"gfx11-generic", {"gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153"}},
      {"gfx12-generic", {"gfx1200", "gfx1201"}},
  };
  return table;
}

// PTX text begins with comments and white space, then `.version`.
bool is_ptx(const char *text) {
  for (;;) {
    text += std::strspn(text, " \t\r\n");
    if (std::strncmp(text, "//", 2) == 0) text += std::strcspn(text, "\n");
    else if (std::strncmp(text, "/*", 2) == 0 && std::strstr(text, "*/")) text = std::strstr(text, "*/") + 2;
    else return std::strncmp(text, ".version", 8) == 0;
  }
}

std::string processor(const std::string &name) { return name.substr(0, name.find(':')); }

// How well an image's target fits a device: 0 not at all, then generic, plain, with features.
int fit(const std::string &target, const std::string &architecture) {
  std::string wanted = processor(target), have = processor(architecture);
  if (wanted == have) {
    int score = 2;
    size_t at = target.find(':');
    while (at != std::string::npos) {
      size_t end = target.find(':', at + 1);
      std::string feature = target.substr(at, end == std::string::npos ? end : end - at);  // ":xnack-"
      if ((architecture + ":").find(feature + ":") == std::string::npos) return 0;
      ++score;
      at = end;
    }
    return score;
  }
  for (const auto &generic : generics())
    if (wanted == generic.name && std::any_of(generic.covers.begin(), generic.covers.end(), [&](const char *name) { return have == name; })) return 1;
  return 0;
}

}  // namespace

bool read_container(const void *data, Container *out) {
  if (!data) return false;
  const auto *bytes = static_cast<const unsigned char *>(data);
  uint32_t word;
  std::memcpy(&word, bytes, sizeof word);
  if (word == SCALE_FATBIN_WRAPPER_MAGIC) {
    scale_fatbin_wrapper wrapper;
    std::memcpy(&wrapper, bytes, sizeof wrapper);
    return read_container(wrapper.data, out);
  }
  if (std::memcmp(bytes, SCALE_FATBIN_MAGIC, 7) == 0) return parse(bytes, out);
  if (std::strncmp(reinterpret_cast<const char *>(bytes), SCALE_FATBIN_TEXT, sizeof SCALE_FATBIN_TEXT - 1) == 0)
    return parse_text(reinterpret_cast<const char *>(bytes) + sizeof SCALE_FATBIN_TEXT - 1, out);
  if (std::memcmp(bytes, ELFMAG, SELFMAG) == 0) {
    uint16_t machine;
    std::memcpy(&machine, bytes + offsetof(Elf64_Ehdr, e_machine), sizeof machine);
    // A bare image says which processor it is for in its own header; the provider refuses what does not fit.
    if (machine == EM_X86_64) out->images.push_back({"cpu", kCpuObject, 0, bytes, 0, 0});
    else if (machine == EM_AMDGPU) out->images.push_back({"*", kCodeObject, 0, bytes, 0, 0});
    else return false;
    return true;
  }
  const auto *text = reinterpret_cast<const char *>(bytes);
  if (!is_ptx(text)) return false;
  out->images.push_back({"PTX", kPtx, 0, bytes, std::strlen(text), 0});
  return true;
}

std::string pack(const ImageView &image) {
  scale_fatbin_header header{};
  scale_fatbin_entry entry{};
  std::memcpy(header.magic, SCALE_FATBIN_MAGIC, sizeof header.magic);
  header.version = SCALE_FATBIN_VERSION;
  header.count = 1;
  entry.offset = 128;  // behind both, at a multiple of 64
  header.size = entry.offset + image.size;
  std::strncpy(entry.target, image.target.c_str(), sizeof entry.target - 1);
  entry.kind = image.kind;
  entry.level = image.level;
  entry.size = image.size;
  std::string out(entry.offset, '\0');
  std::memcpy(out.data(), &header, sizeof header);
  std::memcpy(out.data() + sizeof header, &entry, sizeof entry);
  return out.append(reinterpret_cast<const char *>(image.data), image.size);
}

size_t container_size(const void *data) {
  const auto *bytes = static_cast<const unsigned char *>(data);
  if (std::memcmp(bytes, SCALE_FATBIN_MAGIC, 7) == 0) {
    scale_fatbin_header header;
    std::memcpy(&header, bytes, sizeof header);
    return header.size;
  }
  if (std::memcmp(bytes, ELFMAG, SELFMAG) != 0) {
    Container container;
    return read_container(data, &container) ? std::strlen(static_cast<const char *>(data)) + 1 : 0;
  }
  Elf64_Ehdr header;
  std::memcpy(&header, bytes, sizeof header);
  size_t end = header.e_shoff + size_t{header.e_shnum} * header.e_shentsize;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, bytes + header.e_phoff + size_t{i} * header.e_phentsize, sizeof segment);
    end = std::max<size_t>(end, segment.p_offset + segment.p_filesz);
  }
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section;
    std::memcpy(&section, bytes + header.e_shoff + size_t{i} * header.e_shentsize, sizeof section);
    if (section.sh_type != SHT_NOBITS) end = std::max<size_t>(end, section.sh_offset + section.sh_size);
  }
  return end;
}

// Entries that check their accesses are in the image of the lowest level only (cpu_image.h).
constexpr uint32_t kCheckedLevel = 2;

static bool wants_checks() {
  const char *value = std::getenv("SCALE_CHECK");
  return value && std::strstr(value, "memory");
}

uint32_t machine_level() {
  static const uint32_t level = [] {
    __builtin_cpu_init();
    bool v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("popcnt");
    bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
              __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return v4 ? 4u : v3 ? 3u : v2 ? 2u : 1u;
  }();
  return level;
}

const ImageView *choose_image(const Container &container, const std::string &architecture) {
  const ImageView *best = nullptr;
  int best_score = 0;
  for (const auto &image : container.images) {
    int score = 0;
    if (architecture == "cpu") {
      if (image.kind == kCpuObject && image.target == "cpu" && image.level <= machine_level()) score = 1 + static_cast<int>(image.level);
      if (score && image.level == kCheckedLevel && wants_checks()) score = 100;
    } else if (image.kind == kCodeObject) {
      score = image.target == "*" ? 1 : fit(image.target, architecture);
    }
    if (score > best_score) {
      best = &image;
      best_score = score;
    }
  }
  return best;
}

const unsigned char *image_bytes(Container *container, const ImageView &image) {
  if (!image.full_size) return image.data;
  // zlib.h: int uncompress(Bytef *dest, uLongf *destLen, const Bytef *source, uLong sourceLen); 0 is Z_OK. Loaded here, so that programs without
  // compressed code do not depend on it.
  using Uncompress = int (*)(unsigned char *, unsigned long *, const unsigned char *, unsigned long);
  static const auto uncompress = [] {
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    return library ? reinterpret_cast<Uncompress>(dlsym(library, "uncompress")) : nullptr;
  }();
  if (!uncompress) {
    say("the program's device code is compressed and zlib (libz.so.1) is not on this machine; install it, or build with --compress-mode=none");
    return nullptr;
  }
  container->inflated.resize(image.full_size);
  unsigned long size = image.full_size;
  if (uncompress(container->inflated.data(), &size, image.data, image.size) != 0 || size != image.full_size) {
    say("the program's device code is damaged: its compressed image for %s cannot be read", image.target.c_str());
    return nullptr;
  }
  return container->inflated.data();
}

void say_no_image(const Container &container, const std::string &architecture, const char *device_name) {
  std::string there;
  for (const auto &image : container.images) {
    std::string name = image.target == "*" ? "an AMD code object" : image.target;
    if (image.target == "cpu" && image.level > machine_level()) name += " (x86-64-v" + std::to_string(image.level) + ")";
    if (there.find(name) == std::string::npos) there += (there.empty() ? "" : ", ") + name;
  }
  std::string wanted = architecture == "cpu" ? "cpu (x86-64-v" + std::to_string(machine_level()) + " or lower)" : architecture;
  say("no code for this device: the program holds %s; %s needs %s (build with SCALE_TARGETS=%s)", there.empty() ? "none" : there.c_str(),
      device_name, wanted.c_str(), processor(architecture).c_str());
}

}  // namespace scale
