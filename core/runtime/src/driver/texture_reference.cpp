// SPDX-License-Identifier: Apache-2.0
// Texture and surface references of the driver API, deprecated since CUDA 12. In a module such a reference is a variable of 64 bits that
// holds a texture object (scale/texture_references.h): whatever is set here makes the object anew and puts it there.
#include "driver/texture_reference.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "driver/driver.h"

struct CUtexref_st {
  CUdeviceptr place = 0;  // of the variable; 0 for a reference made by cuTexRefCreate
  CUDA_RESOURCE_DESC resource{};
  CUDA_TEXTURE_DESC texture{};
  bool bound = false;
  CUarray_format format = CU_AD_FORMAT_FLOAT;
  int channels = 1;
  CUtexObject object = 0;
};
struct CUsurfref_st {
  CUdeviceptr place = 0;
  CUarray array = nullptr;
  CUsurfObject object = 0;
};

namespace scale {
namespace {

std::recursive_mutex mutex;
template <class Reference> using ByName = std::map<std::pair<CUmodule, std::string>, std::unique_ptr<Reference>>;
ByName<CUtexref_st> textures;
ByName<CUsurfref_st> surfaces;
std::map<CUtexref, std::unique_ptr<CUtexref_st>> created;

template <class Reference> CUresult find(ByName<Reference> &all, Reference **out, CUmodule module, const char *name) {
  if (!out || !name) return CUDA_ERROR_INVALID_VALUE;
  CUdeviceptr place;
  size_t size;
  if (CUresult error = drv::ModuleGetGlobal_v2(&place, &size, module, name)) return error;
  if (size != sizeof(CUtexObject)) return CUDA_ERROR_NOT_FOUND;
  std::lock_guard lock(mutex);
  auto &one = all[{module, name}];
  if (!one) one = std::make_unique<Reference>();
  one->place = place;
  *out = one.get();
  return CUDA_SUCCESS;
}

// Makes the object by what is set, and tells the module; the old one goes when the device no longer sees it.
CUresult renew(CUtexref t) {
  CUtexObject object = 0;
  if (t->bound)
    if (CUresult error = drv::TexObjectCreate(&object, &t->resource, &t->texture, nullptr)) return error;
  if (t->place)
    if (CUresult error = drv::MemcpyHtoD_v2(t->place, &object, sizeof object)) return error;
  if (t->object) drv::TexObjectDestroy(t->object);
  t->object = object;
  return CUDA_SUCCESS;
}

template <class Change> CUresult set(CUtexref t, Change change) {
  SCALE_USABLE();
  if (!t) return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(mutex);
  const CUtexref_st before = *t;
  if (!change(*t)) return CUDA_ERROR_INVALID_VALUE;
  CUresult error = t->bound || before.bound ? renew(t) : CUDA_SUCCESS;
  if (error) *t = before;
  return error;
}

template <class T> CUresult get(T *out, CUtexref t, const T &value) {
  if (!out || !t) return CUDA_ERROR_INVALID_VALUE;
  *out = value;
  return CUDA_SUCCESS;
}
const CUtexref_st kNone;
const CUtexref_st &of(CUtexref t) { return t ? *t : kNone; }

}  // namespace

void drv::forget_references(CUmodule module) {
  std::lock_guard lock(mutex);
  auto forget = [&](auto &all) {
    for (auto at = all.begin(); at != all.end();)
      if (at->first.first == module) {
        if (at->second->object) TexObjectDestroy(at->second->object);
        at = all.erase(at);
      } else {
        ++at;
      }
  };
  forget(textures);
  forget(surfaces);
}

CUresult drv::ModuleGetTexRef(CUtexref *out, CUmodule module, const char *name) { return find(textures, out, module, name); }
CUresult drv::ModuleGetSurfRef(CUsurfref *out, CUmodule module, const char *name) { return find(surfaces, out, module, name); }
CUresult drv::TexRefCreate(CUtexref *out) {
  SCALE_USABLE();
  if (!out) return CUDA_ERROR_INVALID_VALUE;
  auto one = std::make_unique<CUtexref_st>();
  *out = one.get();
  std::lock_guard lock(mutex);
  created[*out] = std::move(one);
  return CUDA_SUCCESS;
}
CUresult drv::TexRefDestroy(CUtexref t) {
  SCALE_USABLE();
  std::lock_guard lock(mutex);
  auto at = created.find(t);
  if (at == created.end()) return CUDA_ERROR_INVALID_VALUE;
  if (t->object) TexObjectDestroy(t->object);
  created.erase(at);
  return CUDA_SUCCESS;
}

CUresult drv::TexRefSetArray(CUtexref t, CUarray array, unsigned flags) {
  return set(t, [&](CUtexref_st &s) {
    s.resource = {};
    s.resource.resType = CU_RESOURCE_TYPE_ARRAY;
    s.resource.res.array.hArray = array;
    s.bound = array != nullptr;
    CUDA_ARRAY3D_DESCRIPTOR d;
    if (array && !Array3DGetDescriptor_v2(&d, array)) s.format = d.Format, s.channels = static_cast<int>(d.NumChannels);
    return flags == CU_TRSA_OVERRIDE_FORMAT;
  });
}
CUresult drv::TexRefSetMipmappedArray(CUtexref t, CUmipmappedArray array, unsigned flags) {
  return set(t, [&](CUtexref_st &s) {
    s.resource = {};
    s.resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    s.resource.res.mipmap.hMipmappedArray = array;
    s.bound = array != nullptr;
    return flags == CU_TRSA_OVERRIDE_FORMAT;
  });
}
CUresult drv::TexRefSetAddress_v2(size_t *offset, CUtexref t, CUdeviceptr memory, size_t bytes) {
  if (offset) *offset = 0;
  return set(t, [&](CUtexref_st &s) {
    s.resource = {};
    s.resource.resType = CU_RESOURCE_TYPE_LINEAR;
    s.resource.res.linear = {memory, s.format, static_cast<unsigned>(s.channels), bytes};
    s.bound = memory && bytes;
    return true;
  });
}
CUresult drv::TexRefSetAddress2D_v3(CUtexref t, const CUDA_ARRAY_DESCRIPTOR *d, CUdeviceptr memory, size_t pitch) {
  return set(t, [&](CUtexref_st &s) {
    if (!d) return false;
    s.format = d->Format, s.channels = static_cast<int>(d->NumChannels);
    s.resource = {};
    s.resource.resType = CU_RESOURCE_TYPE_PITCH2D;
    s.resource.res.pitch2D = {memory, d->Format, d->NumChannels, d->Width, d->Height, pitch};
    s.bound = memory != 0;
    return true;
  });
}
CUresult drv::TexRefSetFormat(CUtexref t, CUarray_format format, int channels) {
  return set(t, [&](CUtexref_st &s) {
    s.format = format, s.channels = channels;
    if (s.resource.resType == CU_RESOURCE_TYPE_LINEAR && s.bound) s.resource.res.linear.format = format, s.resource.res.linear.numChannels = static_cast<unsigned>(channels);
    return channels == 1 || channels == 2 || channels == 4;
  });
}
CUresult drv::TexRefSetAddressMode(CUtexref t, int dimension, CUaddress_mode mode) {
  return set(t, [&](CUtexref_st &s) { return dimension >= 0 && dimension < 3 && (s.texture.addressMode[dimension] = mode, true); });
}
CUresult drv::TexRefSetFilterMode(CUtexref t, CUfilter_mode mode) {
  return set(t, [&](CUtexref_st &s) { return s.texture.filterMode = mode, true; });
}
CUresult drv::TexRefSetFlags(CUtexref t, unsigned flags) {
  return set(t, [&](CUtexref_st &s) { return s.texture.flags = flags, true; });
}
CUresult drv::TexRefSetMaxAnisotropy(CUtexref t, unsigned most) {
  return set(t, [&](CUtexref_st &s) { return s.texture.maxAnisotropy = most, true; });
}
CUresult drv::TexRefSetMipmapFilterMode(CUtexref t, CUfilter_mode mode) {
  return set(t, [&](CUtexref_st &s) { return s.texture.mipmapFilterMode = mode, true; });
}
CUresult drv::TexRefSetMipmapLevelBias(CUtexref t, float bias) {
  return set(t, [&](CUtexref_st &s) { return s.texture.mipmapLevelBias = bias, true; });
}
CUresult drv::TexRefSetMipmapLevelClamp(CUtexref t, float least, float most) {
  return set(t, [&](CUtexref_st &s) { return s.texture.minMipmapLevelClamp = least, s.texture.maxMipmapLevelClamp = most, true; });
}
CUresult drv::TexRefSetBorderColor(CUtexref t, float *color) {
  return set(t, [&](CUtexref_st &s) { return color && (std::copy_n(color, 4, s.texture.borderColor), true); });
}

CUresult drv::TexRefGetAddress_v2(CUdeviceptr *out, CUtexref t) {
  const auto &r = of(t).resource;
  if (!of(t).bound || (r.resType != CU_RESOURCE_TYPE_LINEAR && r.resType != CU_RESOURCE_TYPE_PITCH2D)) return CUDA_ERROR_INVALID_VALUE;
  return get(out, t, r.resType == CU_RESOURCE_TYPE_LINEAR ? r.res.linear.devPtr : r.res.pitch2D.devPtr);
}
CUresult drv::TexRefGetArray(CUarray *out, CUtexref t) {
  const auto &r = of(t).resource;
  return of(t).bound && r.resType == CU_RESOURCE_TYPE_ARRAY ? get(out, t, r.res.array.hArray) : CUDA_ERROR_INVALID_VALUE;
}
CUresult drv::TexRefGetMipmappedArray(CUmipmappedArray *out, CUtexref t) {
  const auto &r = of(t).resource;
  return of(t).bound && r.resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY ? get(out, t, r.res.mipmap.hMipmappedArray) : CUDA_ERROR_INVALID_VALUE;
}
CUresult drv::TexRefGetAddressMode(CUaddress_mode *out, CUtexref t, int dimension) {
  return dimension < 0 || dimension > 2 ? CUDA_ERROR_INVALID_VALUE : get(out, t, of(t).texture.addressMode[dimension]);
}
CUresult drv::TexRefGetFilterMode(CUfilter_mode *out, CUtexref t) { return get(out, t, of(t).texture.filterMode); }
CUresult drv::TexRefGetFormat(CUarray_format *format, int *channels, CUtexref t) {
  if (CUresult error = get(format, t, of(t).format)) return error;
  return get(channels, t, of(t).channels);
}
CUresult drv::TexRefGetFlags(unsigned *out, CUtexref t) { return get(out, t, of(t).texture.flags); }
CUresult drv::TexRefGetMaxAnisotropy(int *out, CUtexref t) { return get(out, t, static_cast<int>(of(t).texture.maxAnisotropy)); }
CUresult drv::TexRefGetMipmapFilterMode(CUfilter_mode *out, CUtexref t) { return get(out, t, of(t).texture.mipmapFilterMode); }
CUresult drv::TexRefGetMipmapLevelBias(float *out, CUtexref t) { return get(out, t, of(t).texture.mipmapLevelBias); }
CUresult drv::TexRefGetMipmapLevelClamp(float *least, float *most, CUtexref t) {
  if (CUresult error = get(least, t, of(t).texture.minMipmapLevelClamp)) return error;
  return get(most, t, of(t).texture.maxMipmapLevelClamp);
}
CUresult drv::TexRefGetBorderColor(float *out, CUtexref t) {
  if (!out || !t) return CUDA_ERROR_INVALID_VALUE;
  std::copy_n(t->texture.borderColor, 4, out);
  return CUDA_SUCCESS;
}
CUresult drv::ParamSetTexRef(CUfunction function, int, CUtexref t) { return function && t ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE; }

CUresult drv::SurfRefSetArray(CUsurfref s, CUarray array, unsigned flags) {
  SCALE_USABLE();
  if (!s || !array || flags) return CUDA_ERROR_INVALID_VALUE;
  std::lock_guard lock(mutex);
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUsurfObject object;
  if (CUresult error = SurfObjectCreate(&object, &resource)) return error;
  if (CUresult error = MemcpyHtoD_v2(s->place, &object, sizeof object)) return error;
  if (s->object) SurfObjectDestroy(s->object);
  s->object = object, s->array = array;
  return CUDA_SUCCESS;
}
CUresult drv::SurfRefGetArray(CUarray *out, CUsurfref s) {
  if (!out || !s || !s->array) return CUDA_ERROR_INVALID_VALUE;
  *out = s->array;
  return CUDA_SUCCESS;
}

}  // namespace scale
