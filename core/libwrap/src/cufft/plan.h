// SPDX-License-Identifier: Apache-2.0
// What a cufftHandle stands for.
#pragma once

#include <cuda_runtime_api.h>
#include <cufft.h>

#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace scale::cufft {

// The data layout of one side, in elements of that side's type.
struct Side {
  std::vector<long long> embed;  // storage dimensions; empty: the default layout
  long long stride = 1;
  long long distance = 0;
};

// How the elements lie in memory: half and bfloat16 plans (cufftXtMakePlanMany) have a single-precision `type`.
enum class Storage { Same, Half, Bfloat };

struct Plan {
  bool made = false;
  Storage storage = Storage::Same;
  cufftType type = CUFFT_C2C;
  std::vector<long long> n;
  Side input, output;
  long long batch = 1;
  cudaStream_t stream = nullptr;
  bool auto_allocation = true;
  std::size_t work_size = 0;
  void *hip = nullptr;  // hipfftHandle with the ROCm provider
  std::map<std::tuple<bool, int, int, int>, void *> fftw;  // by in-place, direction, alignment of both arrays

  ~Plan();
};

inline bool is_double(cufftType type) { return type == CUFFT_D2Z || type == CUFFT_Z2D || type == CUFFT_Z2Z; }
inline bool is_complex_to_complex(cufftType type) { return type == CUFFT_C2C || type == CUFFT_Z2Z; }
inline bool is_real_input(cufftType type) { return type == CUFFT_R2C || type == CUFFT_D2Z; }
bool is_type(cufftType type);

// The plan of a handle, or null.
std::shared_ptr<Plan> find(cufftHandle handle);
cufftHandle add(std::shared_ptr<Plan> plan);
bool remove(cufftHandle handle);

// Fills a plan from the arguments of cufftMakePlanMany64; null embeds mean the default layout.
cufftResult describe(Plan &plan, int rank, const long long *n, const long long *inembed, long long istride, long long idist,
                     const long long *onembed, long long ostride, long long odist, cufftType type, long long batch);

// Elements from the first to the last that one side of the plan touches.
std::size_t extent(const Plan &plan, bool input_side, bool in_place);
// Bytes of one element of a side.
std::size_t element_bytes(const Plan &plan, bool input_side);

// Runs the transform on the CPU device, in stream order.
cufftResult execute_on_cpu(const std::shared_ptr<Plan> &plan, void *input, void *output, int direction);

// hipFFT: makes the plan there, runs it, passes the stream on.
cufftResult make_on_rocm(Plan &plan);
cufftResult execute_on_rocm(Plan &plan, void *input, void *output, int direction);
void destroy_on_rocm(Plan &plan);
cufftResult set_stream_on_rocm(Plan &plan);
cufftResult set_work_area_on_rocm(Plan &plan, void *area);

}  // namespace scale::cufft
