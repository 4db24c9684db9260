// SPDX-License-Identifier: Apache-2.0
#include "fftw.h"

#include <string>

namespace scale::cufft {
namespace {

struct Loaded {
  Fftw functions{};
  bool complete = false;
};

Loaded load(bool double_precision) {
  const std::string stem = double_precision ? "libfftw3" : "libfftw3f";
  static const char *kRemedy = "pip install pyfftw, or install Debian's libfftw3-double3 and libfftw3-single3, or set SCALE_FFTW / SCALE_FFTWF to the library's path";
  static DynamicLibrary wide("FFTW (double), which cuFFT uses on the CPU device,", kRemedy, "SCALE_FFTW", {"libfftw3-*.so*", "libfftw3.so.3"});
  static DynamicLibrary narrow("FFTW (single), which cuFFT uses on the CPU device,", kRemedy, "SCALE_FFTWF", {"libfftw3f-*.so*", "libfftw3f.so.3"});
  DynamicLibrary &library = double_precision ? wide : narrow;
  Loaded result;
  if (!library.available()) return result;
  result.complete = true;
  const auto take = [&](auto &function, const char *name) {
    void *address = library.symbol(((double_precision ? "fftw_" : "fftwf_") + std::string(name)).c_str());
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(address);
    result.complete = result.complete && address != nullptr;
  };
  take(result.functions.plan_c2c, "plan_guru64_dft");
  take(result.functions.plan_r2c, "plan_guru64_dft_r2c");
  take(result.functions.plan_c2r, "plan_guru64_dft_c2r");
  take(result.functions.execute_c2c, "execute_dft");
  take(result.functions.execute_r2c, "execute_dft_r2c");
  take(result.functions.execute_c2r, "execute_dft_c2r");
  take(result.functions.destroy, "destroy_plan");
  take(result.functions.alignment, "alignment_of");
  if (!result.complete) say_once(library.path() + " is not an FFTW 3 library");
  return result;
}

}  // namespace

const Fftw *fftw(bool double_precision) {
  static const Loaded single = load(false);
  if (!double_precision) return single.complete ? &single.functions : nullptr;
  static const Loaded wide = load(true);
  return wide.complete ? &wide.functions : nullptr;
}

}  // namespace scale::cufft
