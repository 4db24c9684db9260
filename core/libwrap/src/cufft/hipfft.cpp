// SPDX-License-Identifier: Apache-2.0
// hipFFT, opened at run time. Its types, directions and results have cuFFT's numbers (hipFFT API reference).
#include "../common/device_kind.h"
#include "../common/dynamic_library.h"
#include "plan.h"

namespace scale::cufft {
namespace {

DynamicLibrary &library() {
  static DynamicLibrary hipfft("hipFFT (libhipfft.so)", "install ROCm's hipfft package or set SCALE_HIPFFT to the library's path", "SCALE_HIPFFT",
                               {"libhipfft.so.0", "libhipfft.so"});
  return hipfft;
}

template <class... Arguments>
cufftResult call(const char *name, Arguments... arguments) {
  void *address = library().symbol(name);
  if (address == nullptr) return library().available() ? CUFFT_NOT_SUPPORTED : CUFFT_SETUP_FAILED;
  return static_cast<cufftResult>(reinterpret_cast<int (*)(Arguments...)>(address)(arguments...));
}

}  // namespace

cufftResult make_on_rocm(Plan &plan) {
  if (plan.hip == nullptr)
    if (const cufftResult status = call("hipfftCreate", &plan.hip); status != CUFFT_SUCCESS) return status;
  call("hipfftSetAutoAllocation", plan.hip, plan.auto_allocation ? 1 : 0);
  const bool given = !plan.input.embed.empty();
  if (plan.storage != Storage::Same) {
    const int complex_type = plan.storage == Storage::Half ? CUDA_C_16F : CUDA_C_16BF, real_type = plan.storage == Storage::Half ? CUDA_R_16F : CUDA_R_16BF;
    return call("hipfftXtMakePlanMany", plan.hip, static_cast<int>(plan.n.size()), plan.n.data(), given ? plan.input.embed.data() : nullptr,
                plan.input.stride, plan.input.distance, plan.type == CUFFT_R2C ? real_type : complex_type, given ? plan.output.embed.data() : nullptr,
                plan.output.stride, plan.output.distance, plan.type == CUFFT_C2R ? real_type : complex_type, plan.batch, &plan.work_size, complex_type);
  }
  return call("hipfftMakePlanMany64", plan.hip, static_cast<int>(plan.n.size()), plan.n.data(), given ? plan.input.embed.data() : nullptr,
              plan.input.stride, plan.input.distance, given ? plan.output.embed.data() : nullptr, plan.output.stride, plan.output.distance,
              static_cast<int>(plan.type), plan.batch, &plan.work_size);
}

cufftResult execute_on_rocm(Plan &plan, void *input, void *output, int direction) {
  if (plan.storage != Storage::Same) return call("hipfftXtExec", plan.hip, input, output, direction);
  switch (plan.type) {
    case CUFFT_C2C: return call("hipfftExecC2C", plan.hip, input, output, direction);
    case CUFFT_Z2Z: return call("hipfftExecZ2Z", plan.hip, input, output, direction);
    case CUFFT_R2C: return call("hipfftExecR2C", plan.hip, input, output);
    case CUFFT_D2Z: return call("hipfftExecD2Z", plan.hip, input, output);
    case CUFFT_C2R: return call("hipfftExecC2R", plan.hip, input, output);
    case CUFFT_Z2D: return call("hipfftExecZ2D", plan.hip, input, output);
  }
  return CUFFT_INVALID_TYPE;
}

void destroy_on_rocm(Plan &plan) { call("hipfftDestroy", plan.hip); }

cufftResult set_work_area_on_rocm(Plan &plan, void *area) { return call("hipfftSetWorkArea", plan.hip, area); }

cufftResult set_stream_on_rocm(Plan &plan) { return call("hipfftSetStream", plan.hip, hip_stream(plan.stream)); }

}  // namespace scale::cufft
