// SPDX-License-Identifier: Apache-2.0
// cuRAND's host functions.
#include <curand.h>

#include <new>

#include "../common/device_kind.h"
#include "../common/dynamic_library.h"
#include "../common/stream_work.h"
#include "generator.h"
#include "sobol.h"

#define SCALE_API extern "C" __attribute__((visibility("default")))

using scale::curand::checked;
using scale::curand::Kind;
using scale::curand::Request;

namespace {

scale::DynamicLibrary &hiprand() {
  static scale::DynamicLibrary library("hipRAND (libhiprand.so)", "install ROCm's hiprand package or set SCALE_HIPRAND to the library's path",
                                       "SCALE_HIPRAND", {"libhiprand.so.1", "libhiprand.so"});
  return library;
}

// hipRAND's status codes are cuRAND's (hipRAND API reference, hiprandStatus), its generator numbers are 300 higher.
template <class... Arguments>
curandStatus_t forward(const char *name, Arguments... arguments) {
  void *address = hiprand().symbol(name);
  if (address == nullptr) return CURAND_STATUS_INITIALIZATION_FAILED;
  return static_cast<curandStatus_t>(reinterpret_cast<int (*)(Arguments...)>(address)(arguments...));
}

int hip_type(curandRngType_t type) {
  switch (type) {
    case CURAND_RNG_PSEUDO_DEFAULT: return 400;
    case CURAND_RNG_PSEUDO_XORWOW: return 401;
    case CURAND_RNG_PSEUDO_MRG32K3A: return 402;
    case CURAND_RNG_PSEUDO_MTGP32: return 403;
    case CURAND_RNG_PSEUDO_MT19937: return 404;
    case CURAND_RNG_PSEUDO_PHILOX4_32_10: return 405;
    case CURAND_RNG_QUASI_DEFAULT: return 500;
    case CURAND_RNG_QUASI_SOBOL32: return 501;
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32: return 502;
    case CURAND_RNG_QUASI_SOBOL64: return 503;
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64: return 504;
    default: return 0;
  }
}

curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool on_host) {
  if (generator == nullptr) return CURAND_STATUS_INITIALIZATION_FAILED;
  if (hip_type(type) == 0) return CURAND_STATUS_TYPE_ERROR;
  const bool rocm = !on_host && scale::device_is_rocm();
  if (!rocm && !scale::curand::supported(type)) return CURAND_STATUS_TYPE_ERROR;
  void *hip = nullptr;
  if (rocm)
    if (const curandStatus_t status = forward("hiprandCreateGenerator", &hip, hip_type(type)); status != CURAND_STATUS_SUCCESS) return status;
  auto *made = new (std::nothrow) curandGenerator_st{};
  if (made == nullptr) return CURAND_STATUS_ALLOCATION_FAILED;
  made->magic = scale::curand::kMagic;
  made->type = type;
  made->on_host = on_host;
  made->hip = hip;
  made->dimensions = 1;
  // As observed of cuRAND 10.3: every generator starts from seed 0, the Mersenne twister too.
  made->seed = 0;
  made->ordering = scale::curand::is_pseudo(type) ? CURAND_ORDERING_PSEUDO_DEFAULT : CURAND_ORDERING_QUASI_DEFAULT;
  *generator = made;
  return CURAND_STATUS_SUCCESS;
}

// Runs on the CPU, in stream order for a device generator.
curandStatus_t generate(curandGenerator_t handle, Request request) {
  curandGenerator_st *generator = checked(handle);
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (request.count == 0) return CURAND_STATUS_SUCCESS;
  if (request.output == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  if (request.count % generator->dimensions != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (generator->on_host) {
    scale::curand::fill(*generator, request);
    return CURAND_STATUS_SUCCESS;
  }
  const cudaError_t status = scale::run_in_stream_order(generator->stream, [generator, request] { scale::curand::fill(*generator, request); });
  return status == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

// Normal results come in pairs (cuRAND documentation, "Generation Functions").
curandStatus_t generate_pairs(curandGenerator_t handle, Request request) {
  const curandGenerator_st *generator = checked(handle);
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (scale::curand::is_pseudo(generator->type) && request.count % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return generate(handle, request);
}

// What was generated before has no influence on what comes; earlier work of the stream still uses the states.
curandStatus_t start_anew(curandGenerator_st &generator) {
  if (!generator.on_host) cudaStreamSynchronize(generator.stream);
  generator.states = nullptr;
  return CURAND_STATUS_SUCCESS;
}

bool is_twister(curandRngType_t type) { return type == CURAND_RNG_PSEUDO_MT19937 || type == CURAND_RNG_PSEUDO_MTGP32; }

// cuRAND documentation, curandOrdering: the seeded order is XORWOW's alone, the dynamic one is for device generators.
bool has_order(const curandGenerator_st &generator, curandOrdering_t order) {
  if (!scale::curand::is_pseudo(generator.type)) return order == CURAND_ORDERING_QUASI_DEFAULT;
  switch (order) {
    case CURAND_ORDERING_PSEUDO_DEFAULT: case CURAND_ORDERING_PSEUDO_LEGACY: return true;
    case CURAND_ORDERING_PSEUDO_BEST: return generator.type != CURAND_RNG_PSEUDO_MT19937;
    case CURAND_ORDERING_PSEUDO_SEEDED: return generator.type == CURAND_RNG_PSEUDO_DEFAULT || generator.type == CURAND_RNG_PSEUDO_XORWOW;
    case CURAND_ORDERING_PSEUDO_DYNAMIC: return !generator.on_host && generator.type != CURAND_RNG_PSEUDO_MT19937;
    default: return false;
  }
}

bool on_rocm(curandGenerator_t handle) { return checked(handle) != nullptr && handle->hip != nullptr; }

}  // namespace

SCALE_API curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type) { return create(generator, type, false); }
SCALE_API curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type) { return create(generator, type, true); }

SCALE_API curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (checked(generator) == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->hip != nullptr) forward("hiprandDestroyGenerator", generator->hip);
  else if (!generator->on_host) cudaStreamSynchronize(generator->stream);
  generator->magic = 0;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}

SCALE_API curandStatus_t curandGetVersion(int *version) {
  if (version == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
SCALE_API curandStatus_t curandGetProperty(libraryPropertyType type, int *value) {
  if (value == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  switch (type) {
    case MAJOR_VERSION: *value = CURAND_VER_MAJOR; return CURAND_STATUS_SUCCESS;
    case MINOR_VERSION: *value = CURAND_VER_MINOR; return CURAND_STATUS_SUCCESS;
    case PATCH_LEVEL: *value = CURAND_VER_PATCH; return CURAND_STATUS_SUCCESS;
  }
  return CURAND_STATUS_OUT_OF_RANGE;
}

SCALE_API curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (checked(generator) == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return generator->hip != nullptr ? forward("hiprandSetStream", generator->hip, scale::hip_stream(stream)) : CURAND_STATUS_SUCCESS;
}

SCALE_API curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (checked(generator) == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!scale::curand::is_pseudo(generator->type)) return CURAND_STATUS_TYPE_ERROR;
  if (generator->hip != nullptr) return forward("hiprandSetPseudoRandomGeneratorSeed", generator->hip, seed);
  generator->seed = seed;
  generator->offset = 0;
  return start_anew(*generator);
}

SCALE_API curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (checked(generator) == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (is_twister(generator->type)) return CURAND_STATUS_TYPE_ERROR;  // no offsets: cuRAND documentation, curandSetGeneratorOffset
  if (generator->hip != nullptr) return forward("hiprandSetGeneratorOffset", generator->hip, offset);
  generator->offset = offset;
  return start_anew(*generator);
}

SCALE_API curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (checked(generator) == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!has_order(*generator, order)) return CURAND_STATUS_OUT_OF_RANGE;
  if (generator->hip != nullptr) return forward("hiprandSetGeneratorOrdering", generator->hip, static_cast<int>(order));
  generator->ordering = order;
  return start_anew(*generator);
}

SCALE_API curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int dimensions) {
  if (checked(generator) == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (scale::curand::is_pseudo(generator->type)) return CURAND_STATUS_TYPE_ERROR;
  if (generator->hip != nullptr) return forward("hiprandSetQuasiRandomGeneratorDimensions", generator->hip, dimensions);
  if (dimensions < 1 || dimensions > scale::curand::kDimensions) return CURAND_STATUS_OUT_OF_RANGE;
  const bool found = scale::curand::is_64_bit(generator->type) ? scale::curand::direction_vectors<unsigned long long>(dimensions, false) != nullptr
                                                               : scale::curand::direction_vectors<unsigned int>(dimensions, false) != nullptr;
  if (!found) return CURAND_STATUS_INITIALIZATION_FAILED;
  generator->dimensions = dimensions;
  return start_anew(*generator);
}

// States are made when they are needed.
SCALE_API curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  if (checked(generator) == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  return generator->hip != nullptr ? forward("hiprandGenerateSeeds", generator->hip) : CURAND_STATUS_SUCCESS;
}

SCALE_API curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *output, size_t count) {
  if (on_rocm(generator)) return forward("hiprandGenerate", generator->hip, output, count);
  // 32-bit words are for the 32-bit generators alone, 64-bit words for the others (cuRAND documentation, "Generation Functions").
  if (checked(generator) != nullptr && scale::curand::is_64_bit(generator->type)) return CURAND_STATUS_TYPE_ERROR;
  return generate(generator, {Kind::Bits32, output, count});
}
SCALE_API curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *output, size_t count) {
  if (on_rocm(generator)) return forward("hiprandGenerateLongLong", generator->hip, output, count);
  if (checked(generator) != nullptr && !scale::curand::is_64_bit(generator->type)) return CURAND_STATUS_TYPE_ERROR;
  return generate(generator, {Kind::Bits64, output, count});
}
SCALE_API curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *output, size_t count) {
  if (on_rocm(generator)) return forward("hiprandGenerateUniform", generator->hip, output, count);
  return generate(generator, {Kind::Uniform, output, count});
}
SCALE_API curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *output, size_t count) {
  if (on_rocm(generator)) return forward("hiprandGenerateUniformDouble", generator->hip, output, count);
  return generate(generator, {Kind::UniformDouble, output, count});
}
SCALE_API curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *output, size_t count, float mean, float deviation) {
  if (on_rocm(generator)) return forward("hiprandGenerateNormal", generator->hip, output, count, mean, deviation);
  return generate_pairs(generator, {Kind::Normal, output, count, mean, deviation});
}
SCALE_API curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *output, size_t count, double mean, double deviation) {
  if (on_rocm(generator)) return forward("hiprandGenerateNormalDouble", generator->hip, output, count, mean, deviation);
  return generate_pairs(generator, {Kind::NormalDouble, output, count, mean, deviation});
}
SCALE_API curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *output, size_t count, float mean, float deviation) {
  if (on_rocm(generator)) return forward("hiprandGenerateLogNormal", generator->hip, output, count, mean, deviation);
  return generate_pairs(generator, {Kind::LogNormal, output, count, mean, deviation});
}
SCALE_API curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *output, size_t count, double mean, double deviation) {
  if (on_rocm(generator)) return forward("hiprandGenerateLogNormalDouble", generator->hip, output, count, mean, deviation);
  return generate_pairs(generator, {Kind::LogNormalDouble, output, count, mean, deviation});
}
SCALE_API curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int *output, size_t count, double lambda) {
  if (on_rocm(generator)) return forward("hiprandGeneratePoisson", generator->hip, output, count, lambda);
  if (!(lambda > 0 && lambda <= 400000)) return CURAND_STATUS_OUT_OF_RANGE;
  return generate(generator, {Kind::Poisson, output, count, lambda});
}
SCALE_API curandStatus_t curandGeneratePoissonMethod(curandGenerator_t generator, unsigned int *output, size_t count, double lambda,
                                                     curandMethod_t) {
  return curandGeneratePoisson(generator, output, count, lambda);
}

SCALE_API curandStatus_t curandGenerateBinomial(curandGenerator_t generator, unsigned int *output, size_t count, unsigned int trials, double probability) {
  if (on_rocm(generator)) {
    scale::say_once("curandGenerateBinomial has no counterpart in hipRAND");
    return CURAND_STATUS_TYPE_ERROR;
  }
  if (!(probability > 0 && probability < 1)) return CURAND_STATUS_OUT_OF_RANGE;
  return generate(generator, {Kind::Binomial, output, count, static_cast<double>(trials), probability});
}
SCALE_API curandStatus_t curandGenerateBinomialMethod(curandGenerator_t generator, unsigned int *output, size_t count, unsigned int trials,
                                                      double probability, curandMethod_t) {
  return curandGenerateBinomial(generator, output, count, trials, probability);
}

namespace {

template <class Word, class Vectors>
curandStatus_t vectors_of(Vectors **result, curandDirectionVectorSet_t set, curandDirectionVectorSet_t plain, curandDirectionVectorSet_t scrambled) {
  if (result == nullptr || (set != plain && set != scrambled)) return CURAND_STATUS_OUT_OF_RANGE;
  const Word *found = scale::curand::direction_vectors<Word>(scale::curand::kDimensions, set == scrambled);
  if (found == nullptr) return CURAND_STATUS_INITIALIZATION_FAILED;
  *result = const_cast<Vectors *>(reinterpret_cast<const Vectors *>(found));
  return CURAND_STATUS_SUCCESS;
}

}  // namespace

SCALE_API curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t **vectors, curandDirectionVectorSet_t set) {
  return vectors_of<unsigned int>(vectors, set, CURAND_DIRECTION_VECTORS_32_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6);
}
SCALE_API curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t **vectors, curandDirectionVectorSet_t set) {
  return vectors_of<unsigned long long>(vectors, set, CURAND_DIRECTION_VECTORS_64_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
}
SCALE_API curandStatus_t curandGetScrambleConstants32(unsigned int **constants) {
  if (constants == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *constants = const_cast<unsigned int *>(scale::curand::scramble_constants<unsigned int>());
  return CURAND_STATUS_SUCCESS;
}
SCALE_API curandStatus_t curandGetScrambleConstants64(unsigned long long **constants) {
  if (constants == nullptr) return CURAND_STATUS_OUT_OF_RANGE;
  *constants = const_cast<unsigned long long *>(scale::curand::scramble_constants<unsigned long long>());
  return CURAND_STATUS_SUCCESS;
}
