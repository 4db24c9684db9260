// SPDX-License-Identifier: Apache-2.0
#include "core/texture.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <unordered_map>

namespace scale {
namespace {

struct Source {
  cudaResourceDesc resource;
  cudaTextureDesc texture;
  cudaResourceViewDesc view;
};
std::mutex mutex;
std::unordered_map<cudaTextureObject_t, Source> objects;

bool describe_format(const cudaChannelFormatDesc &format, scale_texture *out) {
  int bits[4] = {format.x, format.y, format.z, format.w};
  out->channels = 0;
  while (out->channels < 4 && bits[out->channels]) ++out->channels;
  for (uint32_t i = 1; i < 4; ++i)
    if (bits[i] && bits[i] != bits[0]) return false;
  if (out->channels != 1 && out->channels != 2 && out->channels != 4) return false;
  if (bits[0] != 8 && bits[0] != 16 && bits[0] != 32) return false;
  out->channel_bits = static_cast<uint32_t>(bits[0]);
  switch (format.f) {
    case cudaChannelFormatKindSigned: out->kind = SCALE_TEXTURE_SIGNED; return true;
    case cudaChannelFormatKindUnsigned: out->kind = SCALE_TEXTURE_UNSIGNED; return true;
    case cudaChannelFormatKindFloat: out->kind = SCALE_TEXTURE_FLOAT; return bits[0] >= 16;
    default: return false;  // block-compressed, planar and packed normalised formats
  }
}

scale_texture_level level_of(const cudaArray &array) {
  return {static_cast<unsigned char *>(array.data), array.pitch, array.pitch * rows_of(array), static_cast<uint32_t>(array.extent.width),
          static_cast<uint32_t>(rows_of(array)), static_cast<uint32_t>(slices_of(array)), 0};
}

uint32_t array_flags(unsigned flags) {
  uint32_t layered = flags & cudaArrayLayered ? uint32_t{SCALE_TEXTURE_LAYERED} : 0;
  return layered | (flags & cudaArrayCubemap ? uint32_t{SCALE_TEXTURE_CUBEMAP} : 0);
}

cudaError_t describe_resource(const cudaResourceDesc &resource, scale_texture *out) {
  switch (resource.resType) {
    case cudaResourceTypeArray: {
      const cudaArray *array = resource.res.array.array;
      if (!array) return cudaErrorInvalidValue;
      out->levels[0] = level_of(*array);
      out->level_count = 1;
      out->flags |= array_flags(array->flags);
      return describe_format(array->format, out) ? cudaSuccess : cudaErrorNotSupported;
    }
    case cudaResourceTypeMipmappedArray: {
      const cudaMipmappedArray *array = resource.res.mipmap.mipmap;
      if (!array) return cudaErrorInvalidValue;
      out->level_count = static_cast<uint32_t>(array->levels.size());
      for (size_t i = 0; i < array->levels.size(); ++i) out->levels[i] = level_of(*array->levels[i]);
      out->flags |= array_flags(array->flags);
      return describe_format(array->format, out) ? cudaSuccess : cudaErrorNotSupported;
    }
    case cudaResourceTypeLinear: {
      const auto &linear = resource.res.linear;
      if (!linear.devPtr || !bytes_of(linear.desc)) return cudaErrorInvalidValue;
      out->elements = linear.sizeInBytes / bytes_of(linear.desc);
      out->levels[0] = {static_cast<unsigned char *>(linear.devPtr), linear.sizeInBytes, linear.sizeInBytes, static_cast<uint32_t>(std::min<uint64_t>(out->elements, 0xffffffffu)), 1, 1, 0};
      out->level_count = 1;
      out->flags |= SCALE_TEXTURE_LINEAR_MEMORY;
      return describe_format(linear.desc, out) ? cudaSuccess : cudaErrorNotSupported;
    }
    case cudaResourceTypePitch2D: {
      const auto &plane = resource.res.pitch2D;
      if (!plane.devPtr || !plane.width || !plane.height || plane.pitchInBytes < plane.width * bytes_of(plane.desc)) return cudaErrorInvalidValue;
      out->levels[0] = {static_cast<unsigned char *>(plane.devPtr), plane.pitchInBytes, plane.pitchInBytes * plane.height,
                        static_cast<uint32_t>(plane.width), static_cast<uint32_t>(plane.height), 1, 0};
      out->level_count = 1;
      return describe_format(plane.desc, out) ? cudaSuccess : cudaErrorNotSupported;
    }
    default: return cudaErrorInvalidValue;
  }
}

cudaError_t describe_sampling(const cudaTextureDesc &texture, cudaResourceType resource_type, scale_texture *out) {
  bool integers = out->kind != SCALE_TEXTURE_FLOAT;
  bool normalized = texture.readMode == cudaReadModeNormalizedFloat && integers;
  // As CUDA: 32-bit integers cannot be read as normalised floats, and only floats can be filtered.
  if (normalized && out->channel_bits == 32) return cudaErrorInvalidNormSetting;
  if (texture.filterMode == cudaFilterModeLinear && integers && !normalized && !(out->flags & SCALE_TEXTURE_LINEAR_MEMORY)) return cudaErrorInvalidFilterSetting;
  // As CUDA: levels need normalised coordinates.
  if (resource_type == cudaResourceTypeMipmappedArray && !texture.normalizedCoords) return cudaErrorInvalidValue;
  if (texture.seamlessCubemap && texture.filterMode == cudaFilterModeLinear) return cudaErrorNotSupported;
  if (texture.sRGB && normalized && (out->channel_bits != 8 || out->kind != SCALE_TEXTURE_UNSIGNED)) return cudaErrorNotSupported;
  if (texture.normalizedCoords) out->flags |= SCALE_TEXTURE_NORMALIZED_COORDINATES;
  if (normalized) out->flags |= SCALE_TEXTURE_NORMALIZED_RESULT;
  if (texture.filterMode == cudaFilterModeLinear) out->flags |= SCALE_TEXTURE_LINEAR_FILTER;
  if (texture.mipmapFilterMode == cudaFilterModeLinear) out->flags |= SCALE_TEXTURE_LINEAR_MIPMAP;
  for (int i = 0; i < 3; ++i) {
    auto mode = texture.seamlessCubemap ? cudaAddressModeClamp : texture.addressMode[i];
    if (mode < cudaAddressModeWrap || mode > cudaAddressModeBorder) return cudaErrorInvalidValue;
    // Wrap and mirror exist for normalised coordinates only; otherwise they clamp.
    if (!texture.normalizedCoords && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror)) mode = cudaAddressModeClamp;
    out->address[i] = static_cast<uint32_t>(mode);
  }
  std::copy_n(texture.borderColor, 4, out->border);
  out->bias = texture.mipmapLevelBias;
  out->minimum_level = texture.minMipmapLevelClamp;
  out->maximum_level = texture.maxMipmapLevelClamp;
  return cudaSuccess;
}

// What a view says of the elements: another reading of the same bytes. Compressed blocks are not read.
cudaError_t describe_view_format(cudaResourceViewFormat format, scale_texture *out) {
  if (format == cudaResViewFormatNone) return cudaSuccess;
  if (format < cudaResViewFormatUnsignedChar1 || format > cudaResViewFormatFloat4) return cudaErrorNotSupported;
  // The enumeration goes through these kinds of channels, each with one, two and four of them.
  static constexpr struct {
    uint32_t kind, bits;
  } kinds[] = {{SCALE_TEXTURE_UNSIGNED, 8},  {SCALE_TEXTURE_SIGNED, 8},  {SCALE_TEXTURE_UNSIGNED, 16}, {SCALE_TEXTURE_SIGNED, 16},
               {SCALE_TEXTURE_UNSIGNED, 32}, {SCALE_TEXTURE_SIGNED, 32}, {SCALE_TEXTURE_FLOAT, 16},    {SCALE_TEXTURE_FLOAT, 32}};
  const unsigned place = format - cudaResViewFormatUnsignedChar1;
  const auto &channel = kinds[place / 3];
  const uint32_t channels = 1u << place % 3;
  if (channels * channel.bits != out->channels * out->channel_bits) return cudaErrorInvalidValue;  // as CUDA: elements keep their size
  out->channels = channels;
  out->channel_bits = channel.bits;
  out->kind = channel.kind;
  return cudaSuccess;
}

// A view of all of the resource; a part of it would change what is read.
bool views_all(const cudaResourceViewDesc &view, const scale_texture &texture) {
  const scale_texture_level &first = texture.levels[0];
  bool layered = texture.flags & (SCALE_TEXTURE_LAYERED | SCALE_TEXTURE_CUBEMAP);
  return (!view.width || view.width == first.width) && (!view.height || view.height == first.height) &&
         (!view.depth || view.depth == first.depth) && !view.firstMipmapLevel && !view.firstLayer &&
         (!view.lastMipmapLevel || view.lastMipmapLevel + 1 == texture.level_count) && (!view.lastLayer || (layered && view.lastLayer + 1 == first.depth));
}

// The structure and, behind it, what the values of sRGB channels mean.
struct Memory {
  scale_texture texture;
  float srgb[256];
};

void describe_srgb(float *values) {
  for (int i = 0; i < 256; ++i) {
    double value = i / 255.0;
    values[i] = static_cast<float>(value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
  }
}

}  // namespace

cudaError_t make_texture(cudaTextureObject_t *object, const cudaResourceDesc &resource, const cudaTextureDesc *texture, const cudaResourceViewDesc *view) {
  Memory host{};
  if (cudaError_t error = describe_resource(resource, &host.texture)) return error;
  if (view)
    if (cudaError_t error = describe_view_format(view->format, &host.texture)) return error;
  if (texture)
    if (cudaError_t error = describe_sampling(*texture, resource.resType, &host.texture)) return error;
  if (view && !views_all(*view, host.texture)) return cudaErrorNotSupported;
  bool srgb = texture && texture->sRGB && (host.texture.flags & SCALE_TEXTURE_NORMALIZED_RESULT);
  size_t size = srgb ? sizeof host : sizeof host.texture;
  void *device = nullptr;
  hipError_t error = hip().hipMalloc(&device, size);
  if (!error && srgb) {
    describe_srgb(host.srgb);
    host.texture.srgb = reinterpret_cast<const float *>(static_cast<char *>(device) + offsetof(Memory, srgb));
  }
  if (!error) error = hip().hipMemcpy(device, &host, size, hipMemcpyHostToDevice);
  if (error) {
    if (device) hip().hipFree(device);
    return from_hip(error);
  }
  *object = reinterpret_cast<cudaTextureObject_t>(device);
  std::lock_guard lock(mutex);
  objects[*object] = {resource, texture ? *texture : cudaTextureDesc{}, view ? *view : cudaResourceViewDesc{}};
  return cudaSuccess;
}

cudaError_t drop_texture(cudaTextureObject_t object) {
  if (!object) return cudaSuccess;
  {
    std::lock_guard lock(mutex);
    if (!objects.erase(object)) return cudaErrorInvalidValue;
  }
  return from_hip(hip().hipFree(reinterpret_cast<void *>(object)));
}

bool texture_source(cudaTextureObject_t object, cudaResourceDesc *resource, cudaTextureDesc *texture, cudaResourceViewDesc *view) {
  std::lock_guard lock(mutex);
  auto at = objects.find(object);
  if (at == objects.end()) return false;
  if (resource) *resource = at->second.resource;
  if (texture) *texture = at->second.texture;
  if (view) *view = at->second.view;
  return true;
}

}  // namespace scale
