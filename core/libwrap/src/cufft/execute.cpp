// SPDX-License-Identifier: Apache-2.0
// Transforms on the CPU device. Results are unnormalised, as cuFFT's are.
#include <algorithm>
#include <cstdint>
#include <mutex>

#include "../common/small_float.h"
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

Layout side_layout(const Plan &plan, bool input_side, bool in_place) {
  const bool complex_side = is_complex_to_complex(plan.type) || is_real_input(plan.type) != input_side;
  return layout(plan, input_side ? plan.input : plan.output, complex_side, in_place);
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
  const Layout in = side_layout(plan, true, in_place), out = side_layout(plan, false, in_place);
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

void run_now(const Plan &plan, const Fftw &library, void *made, void *input, void *output) {
  if (is_complex_to_complex(plan.type)) library.execute_c2c(made, input, output);
  else if (is_real_input(plan.type)) library.execute_r2c(made, input, output);
  else library.execute_c2r(made, input, output);
}

// Numbers of 16 bits, widened, transformed and rounded once. What lies between the elements of a stride is rewritten as it was.
void run_widened(Plan &plan, const Fftw &library, void *input, void *output, int direction) {
  const auto widen = [&](const void *from, std::size_t count) {
    std::vector<float> wide(count);
    const auto *bits = static_cast<const std::uint16_t *>(from);
    for (std::size_t i = 0; i < count; ++i) wide[i] = plan.storage == Storage::Half ? half_to_float(bits[i]) : bfloat_to_float(bits[i]);
    return wide;
  };
  const bool in_place = input == output;
  const std::size_t in_count = extent(plan, true, in_place) * element_bytes(plan, true) / 2;
  const std::size_t out_count = extent(plan, false, in_place) * element_bytes(plan, false) / 2;
  std::vector<float> in = widen(input, in_place ? std::max(in_count, out_count) : in_count), out;
  if (!in_place) out = widen(output, out_count);
  float *target = in_place ? in.data() : out.data();
  if (void *made = fftw_plan(plan, library, in.data(), target, direction)) run_now(plan, library, made, in.data(), target);
  auto *bits = static_cast<std::uint16_t *>(output);
  for (std::size_t i = 0; i < out_count; ++i) bits[i] = plan.storage == Storage::Half ? float_to_half(target[i]) : float_to_bfloat(target[i]);
}

}  // namespace

std::size_t extent(const Plan &plan, bool input_side, bool in_place) {
  const Layout where = side_layout(plan, input_side, in_place);
  const bool complex_side = is_complex_to_complex(plan.type) || is_real_input(plan.type) != input_side;
  std::ptrdiff_t last = (plan.batch - 1) * where.distance;
  for (std::size_t i = 0; i < plan.n.size(); ++i) {
    const bool halved = i + 1 == plan.n.size() && complex_side && !is_complex_to_complex(plan.type);
    last += where.strides[i] * (halved ? plan.n[i] / 2 : plan.n[i] - 1);
  }
  return static_cast<std::size_t>(last) + 1;
}

std::size_t element_bytes(const Plan &plan, bool input_side) {
  const bool complex_side = is_complex_to_complex(plan.type) || is_real_input(plan.type) != input_side;
  return (plan.storage != Storage::Same ? 2u : is_double(plan.type) ? 8u : 4u) * (complex_side ? 2u : 1u);
}

cufftResult execute_on_cpu(const std::shared_ptr<Plan> &plan, void *input, void *output, int direction) {
  const Fftw *library = fftw(is_double(plan->type));
  if (library == nullptr) return CUFFT_SETUP_FAILED;
  cudaError_t status = cudaSuccess;
  if (plan->storage != Storage::Same) {
    status = run_in_stream_order(plan->stream, [=, kept = plan] { run_widened(*kept, *library, input, output, direction); });
  } else {
    void *made = fftw_plan(*plan, *library, input, output, direction);
    if (made == nullptr) return CUFFT_INTERNAL_ERROR;
    status = run_in_stream_order(plan->stream, [=, kept = plan] { run_now(*kept, *library, made, input, output); });
  }
  return status == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

}  // namespace scale::cufft
