// SPDX-License-Identifier: Apache-2.0
// The nvJitLink interface: PTX, images and relocatable code are linked by the compiler, which is started as a program. The "cubin" is a
// container for the configured target, as cuModuleLoadData takes it.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>

#include "core/compiler.h"
#include "core/release.h"
#include "implementations.h"

struct nvJitLink {
  std::vector<std::string> options;  // as scale-nvcc takes them
  std::vector<scale::DeviceInput> inputs;
  std::vector<unsigned char> image;
  std::string errors, notes;
};

namespace scale {
namespace {

struct Option {
  const char *name;
  const char *word;  // of scale-nvcc; with '=' at the end the value follows; null: changes nothing here
};
const Option kOptions[] = {
    {"-arch", nullptr},           {"-maxrregcount", "-maxrregcount="}, {"-time", nullptr},           {"-verbose", nullptr},
    {"-lto", nullptr},            {"-g", "-G"},                        {"-lineinfo", "-lineinfo"},   {"-ftz", "-ftz="},
    {"-prec-div", "-prec-div="},  {"-prec-sqrt", "-prec-sqrt="},       {"-fma", "-fmad="},           {"-O0", "-Xptxas=-O0"},
    {"-O1", "-Xptxas=-O1"},       {"-O2", "-Xptxas=-O2"},              {"-O3", "-Xptxas=-O3"},       {"-O", "-Xptxas=-O"},
    {"-kernels-used", nullptr},   {"-variables-used", nullptr},        {"-Xptxas", nullptr},         {"-Xnvvm", nullptr},
    {"-split-compile", nullptr},  {"-no-cache", nullptr},              {"-jump-table-density", nullptr}, {"-device-stack-protector", nullptr},
    {"-split-compile-extended", nullptr}, {"-optimize-unused-variables", nullptr}, {"-has-global-symbol-info", nullptr}};

bool begins(const std::string &bytes, const char *with, size_t size) { return bytes.compare(0, size, with, size) == 0; }

// How the compiler is to read an input; "" where it is none of ours, with the reason.
std::string suffix_of(const std::string &bytes, std::string *reason) {
  constexpr size_t kMachine = 18;  // of an ELF header; 190 is EM_CUDA
  if (begins(bytes, "SCALEFB\0", 8) || begins(bytes, "//SCALE-IMAGE", 13)) return ".fatbin";
  if (begins(bytes, "!<arch>\n", 8)) return ".a";
  if (begins(bytes, "\x7f" "ELF", 4)) {
    if (bytes.size() <= kMachine || static_cast<unsigned char>(bytes[kMachine]) != 190) return ".o";
    *reason = "is machine code of an NVIDIA GPU, which only NVIDIA's own library links";
    return "";
  }
  if (bytes.find(".version") != std::string::npos && bytes.find(".target") != std::string::npos) return ".ptx";
  *reason = "is neither PTX nor code made by scale";
  return "";
}

nvJitLinkResult give(const std::string &text, char *out) {
  if (!out) return NVJITLINK_ERROR_NULL_INPUT;
  std::memcpy(out, text.c_str(), text.size() + 1);
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult give_size(size_t value, size_t *size) {
  if (!size) return NVJITLINK_ERROR_NULL_INPUT;
  *size = value;
  return NVJITLINK_SUCCESS;
}

}  // namespace

// In nvJitLink.h the name is a macro: who looks for the symbol `nvJitLinkVersion` (numba, cuda.core) does so to learn whether LTO-IR made by
// NVIDIA's NVVM can be linked, which is not so, and uses PTX and the driver's linker when it is not there.
nvJitLinkResult nvjitlink::Version_12_9(unsigned *major, unsigned *minor) {
  if (!major || !minor) return NVJITLINK_ERROR_NULL_INPUT;
  *major = static_cast<unsigned>(chosen_release() / 1000);
  *minor = static_cast<unsigned>(chosen_release() % 1000 / 10);
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvjitlink::Create(nvJitLinkHandle *out, uint32_t count, const char **options) {
  if (!out || (count && !options)) return NVJITLINK_ERROR_NULL_INPUT;
  auto state = std::make_unique<::nvJitLink>();
  bool architecture = false;
  for (uint32_t i = 0; i < count; ++i) {
    std::string whole = options[i];
    if (begins(whole, "--", 2)) whole.erase(0, 1);
    size_t equals = std::min(whole.find('='), whole.size());
    std::string name = whole.substr(0, equals), value = whole.substr(std::min(equals + 1, whole.size()));
    // The linked code can be had as an image only: PTX of a link in NVVM's form does not exist here.
    auto found = std::find_if(std::begin(kOptions), std::end(kOptions), [&](const Option &one) { return name == one.name; });
    if (found == std::end(kOptions)) return NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
    architecture |= name == "-arch";
    if (!found->word) continue;
    std::string word = found->word;
    bool flag = word.back() == '=' && name != "-maxrregcount";
    state->options.push_back(flag ? word + (value == "0" || value == "false" ? "false" : "true") : word + value);
  }
  if (!architecture) return NVJITLINK_ERROR_MISSING_ARCH;
  *out = state.release();
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvjitlink::Destroy(nvJitLinkHandle *handle) {
  if (!handle || !*handle) return NVJITLINK_ERROR_NULL_INPUT;
  delete *handle;
  *handle = nullptr;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvjitlink::AddData(nvJitLinkHandle handle, nvJitLinkInputType, const void *data, size_t size, const char *name) {
  if (!handle || !data || !size) return NVJITLINK_ERROR_NULL_INPUT;
  std::string bytes(static_cast<const char *>(data), size), reason, called = name && *name ? name : "input" + std::to_string(handle->inputs.size());
  std::string suffix = suffix_of(bytes, &reason);
  if (suffix.empty()) {
    handle->errors += "nvJitLink: error: '" + called + "' " + reason + "\n";
    return NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
  }
  if (suffix == ".ptx") bytes.resize(std::strlen(bytes.c_str()));
  handle->inputs.push_back({called, suffix, std::move(bytes)});
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvjitlink::AddFile(nvJitLinkHandle handle, nvJitLinkInputType type, const char *path) {
  if (!handle || !path) return NVJITLINK_ERROR_NULL_INPUT;
  std::string bytes;
  if (!read_whole_file(path, &bytes)) {
    handle->errors += std::string("nvJitLink: error: cannot read '") + path + "'\n";
    return NVJITLINK_ERROR_INVALID_INPUT;
  }
  return nvjitlink::AddData(handle, type, bytes.data(), bytes.size(), path);
}

nvJitLinkResult nvjitlink::Complete(nvJitLinkHandle handle) {
  if (!handle) return NVJITLINK_ERROR_NULL_INPUT;
  if (handle->inputs.empty()) return NVJITLINK_ERROR_INVALID_INPUT;
  std::string said;
  Compiled done = compile_device_code(handle->inputs, true, handle->options, "", &handle->image, &said);
  (done == Compiled::Right ? handle->notes : handle->errors) += said;
  if (done == Compiled::Right) return NVJITLINK_SUCCESS;
  return done == Compiled::NoCompiler ? NVJITLINK_ERROR_INTERNAL : NVJITLINK_ERROR_PTX_COMPILE;
}

nvJitLinkResult nvjitlink::GetLinkedCubinSize(nvJitLinkHandle handle, size_t *size) {
  if (!handle) return NVJITLINK_ERROR_NULL_INPUT;
  return handle->image.empty() ? NVJITLINK_ERROR_INVALID_INPUT : give_size(handle->image.size(), size);
}
nvJitLinkResult nvjitlink::GetLinkedCubin(nvJitLinkHandle handle, void *image) {
  if (!handle || !image) return NVJITLINK_ERROR_NULL_INPUT;
  if (handle->image.empty()) return NVJITLINK_ERROR_INVALID_INPUT;
  std::memcpy(image, handle->image.data(), handle->image.size());
  return NVJITLINK_SUCCESS;
}
nvJitLinkResult nvjitlink::GetErrorLogSize(nvJitLinkHandle handle, size_t *size) {
  return handle ? give_size(handle->errors.size() + 1, size) : NVJITLINK_ERROR_NULL_INPUT;
}
nvJitLinkResult nvjitlink::GetErrorLog(nvJitLinkHandle handle, char *log) { return handle ? give(handle->errors, log) : NVJITLINK_ERROR_NULL_INPUT; }
nvJitLinkResult nvjitlink::GetInfoLogSize(nvJitLinkHandle handle, size_t *size) {
  return handle ? give_size(handle->notes.size() + 1, size) : NVJITLINK_ERROR_NULL_INPUT;
}
nvJitLinkResult nvjitlink::GetInfoLog(nvJitLinkHandle handle, char *log) { return handle ? give(handle->notes, log) : NVJITLINK_ERROR_NULL_INPUT; }

}  // namespace scale
