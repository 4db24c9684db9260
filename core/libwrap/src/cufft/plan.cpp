// SPDX-License-Identifier: Apache-2.0
// Handles and the description of plans: cuFFT documentation, "Advanced Data Layout" and "FFT Types".
#include "plan.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "fftw.h"

namespace scale::cufft {
namespace {

std::mutex registry_lock;
std::unordered_map<cufftHandle, std::shared_ptr<Plan>> registry;
cufftHandle next_handle = 1;

long long product(const std::vector<long long> &values) {
  long long result = 1;
  for (const long long value : values) result *= value;
  return result;
}

}  // namespace

bool is_type(cufftType type) {
  switch (type) {
    case CUFFT_R2C: case CUFFT_C2R: case CUFFT_C2C: case CUFFT_D2Z: case CUFFT_Z2D: case CUFFT_Z2Z: return true;
  }
  return false;
}

Plan::~Plan() {
  if (hip != nullptr) destroy_on_rocm(*this);
  if (fftw.empty()) return;
  if (const Fftw *library = cufft::fftw(is_double(type)))
    for (const auto &entry : fftw) library->destroy(entry.second);
}

std::shared_ptr<Plan> find(cufftHandle handle) {
  const std::lock_guard<std::mutex> guard(registry_lock);
  const auto place = registry.find(handle);
  return place == registry.end() ? nullptr : place->second;
}

cufftHandle add(std::shared_ptr<Plan> plan) {
  const std::lock_guard<std::mutex> guard(registry_lock);
  registry.emplace(next_handle, std::move(plan));
  return next_handle++;
}

bool remove(cufftHandle handle) {
  const std::lock_guard<std::mutex> guard(registry_lock);
  return registry.erase(handle) == 1;
}

cufftResult describe(Plan &plan, int rank, const long long *n, const long long *inembed, long long istride, long long idist,
                     const long long *onembed, long long ostride, long long odist, cufftType type, long long batch) {
  if (rank < 1 || rank > 3 || n == nullptr) return CUFFT_INVALID_SIZE;
  if (!is_type(type)) return CUFFT_INVALID_TYPE;
  if (batch < 1) return CUFFT_INVALID_SIZE;
  if (std::any_of(n, n + rank, [](long long size) { return size < 1; })) return CUFFT_INVALID_SIZE;
  if ((inembed == nullptr) != (onembed == nullptr)) return CUFFT_INVALID_VALUE;
  plan.type = type;
  plan.batch = batch;
  plan.n.assign(n, n + rank);
  if (inembed != nullptr) {
    if (istride < 1 || ostride < 1 || idist < 0 || odist < 0) return CUFFT_INVALID_VALUE;
    plan.input = {std::vector<long long>(inembed, inembed + rank), istride, idist};
    plan.output = {std::vector<long long>(onembed, onembed + rank), ostride, odist};
  }
  const long long scalar = is_double(type) ? 8 : 4;
  plan.work_size = static_cast<std::size_t>(product(plan.n) * batch * 2 * scalar);
  return CUFFT_SUCCESS;
}

}  // namespace scale::cufft
