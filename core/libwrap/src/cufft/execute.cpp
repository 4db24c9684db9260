// SPDX-License-Identifier: Apache-2.0
// Transforms on the CPU device. Results are unnormalised, as cuFFT's are.
#include <mutex>

#include "../common/stream_work.h"
#include "fftw.h"
#include "plan.h"

namespace scale::cufft {
namespace {

// Lengths of the stored dimensions of a side in the default layout: cuFFT documentation, "Data Layout". A real array that is transformed in
// place is padded to hold the complex result.
std::vector<long long> default_lengths(const Plan &plan, bool complex_side, bool in_place) {
  std::vector<long long> lengths = plan.n;
  if (is_complex_to_complex(plan.type)) return lengths;
  const long long half = plan.n.back() / 2 + 1;
  if (complex_side) lengths.back() = half;
  else if (in_place) lengths.back() = 2 * half;
  return lengths;
}

// Strides of each dimension and the distance between batches, in elements.
struct Layout {
  std::vector<std::ptrdiff_t> strides;
  std::ptrdiff_t distance;
};

Layout layout(const Plan &plan, const Side &side, bool complex_side, bool in_place) {
  const bool given = !side.embed.empty();
  const std::vector<long long> lengths = given ? side.embed : default_lengths(plan, complex_side, in_place);
  Layout result;
  result.strides.resize(lengths.size());
  long long stride = given ? side.stride : 1;
  for (std::size_t i = lengths.size(); i-- > 0;) {
    result.strides[i] = stride;
    stride *= lengths[i];
  }
  result.distance = given ? side.distance : stride;
  return result;
}

std::mutex &planner() {  // FFTW's planner is not thread safe
  static std::mutex lock;
  return lock;
}

void *fftw_plan(Plan &plan, const Fftw &library, void *input, void *output, int direction) {
  const bool in_place = input == output;
  const auto key = std::make_tuple(in_place, direction, library.alignment(input), library.alignment(output));
  const std::lock_guard<std::mutex> guard(planner());
  void *&made = plan.fftw[key];
  if (made != nullptr) return made;
  const bool real_input = is_real_input(plan.type), both_complex = is_complex_to_complex(plan.type);
  const Layout in = layout(plan, plan.input, both_complex || !real_input, in_place);
  const Layout out = layout(plan, plan.output, both_complex || real_input, in_place);
  std::vector<FftwDimension> dimensions(plan.n.size());
  for (std::size_t i = 0; i < dimensions.size(); ++i) dimensions[i] = {static_cast<std::ptrdiff_t>(plan.n[i]), in.strides[i], out.strides[i]};
  const FftwDimension many{static_cast<std::ptrdiff_t>(plan.batch), in.distance, out.distance};
  const int rank = static_cast<int>(dimensions.size());
  if (both_complex) made = library.plan_c2c(rank, dimensions.data(), 1, &many, input, output, direction, kEstimate | (in_place ? 0 : kPreserveInput));
  else if (real_input) made = library.plan_r2c(rank, dimensions.data(), 1, &many, input, output, kEstimate | (in_place ? 0 : kPreserveInput));
  else  // FFTW keeps the input of a complex-to-real transform in one dimension only, and so does cuFFT promise no more
    made = library.plan_c2r(rank, dimensions.data(), 1, &many, input, output, kEstimate | (in_place || rank > 1 ? kDestroyInput : kPreserveInput));
  return made;
}

}  // namespace

cufftResult execute_on_cpu(const std::shared_ptr<Plan> &plan, void *input, void *output, int direction) {
  const Fftw *library = fftw(is_double(plan->type));
  if (library == nullptr) return CUFFT_SETUP_FAILED;
  void *made = fftw_plan(*plan, *library, input, output, direction);
  if (made == nullptr) return CUFFT_INTERNAL_ERROR;
  const cudaError_t status = run_in_stream_order(plan->stream, [=, kept = plan] {
    if (is_complex_to_complex(kept->type)) library->execute_c2c(made, input, output);
    else if (is_real_input(kept->type)) library->execute_r2c(made, input, output);
    else library->execute_c2r(made, input, output);
  });
  return status == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

}  // namespace scale::cufft
