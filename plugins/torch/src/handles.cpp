// SPDX-License-Identifier: Apache-2.0
// The handles of CUDA's libraries that torch lends to extensions: one a thread and device, on the thread's current stream.
#include <ATen/cuda/CUDAContextLight.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAStream.h>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cusolverDn.h>
#include <cusparse.h>

#include <array>

namespace at::cuda {
namespace {

constexpr size_t kWorkspaceBytes = size_t{32} << 20;

template <typename Status>
void check(Status status, const char *call) {
  TORCH_CHECK(static_cast<int>(status) == 0, "CUDA error: status ", static_cast<int>(status), " when calling `", call, "`");
}

// The calling thread's handle for the current device. Handles are never destroyed: at the end of a thread or process the runtime
// may be gone already.
template <typename Handle, typename Status>
Handle current_handle(Status (*create)(Handle *), const char *name) {
  static thread_local std::array<Handle, C10_COMPILE_TIME_MAX_GPUS> handles{};
  Handle &handle = handles.at(c10::cuda::current_device());
  if (handle == nullptr) check(create(&handle), name);
  return handle;
}

}  // namespace

cublasHandle_t getCurrentCUDABlasHandle(bool setup) {
  const cublasHandle_t handle = current_handle<cublasHandle_t>(&cublasCreate_v2, "cublasCreate");
  if (setup) {
    check(cublasSetStream_v2(handle, c10::cuda::getCurrentCUDAStream().stream()), "cublasSetStream");
    check(cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_HOST), "cublasSetPointerMode");
  }
  return handle;
}

cublasLtHandle_t getCurrentCUDABlasLtHandle() { return current_handle<cublasLtHandle_t>(&cublasLtCreate, "cublasLtCreate"); }

cusparseHandle_t getCurrentCUDASparseHandle() {
  const cusparseHandle_t handle = current_handle<cusparseHandle_t>(&cusparseCreate, "cusparseCreate");
  check(cusparseSetStream(handle, c10::cuda::getCurrentCUDAStream().stream()), "cusparseSetStream");
  return handle;
}

cusolverDnHandle_t getCurrentCUDASolverDnHandle() {
  const cusolverDnHandle_t handle = current_handle<cusolverDnHandle_t>(&cusolverDnCreate, "cusolverDnCreate");
  check(cusolverDnSetStream(handle, c10::cuda::getCurrentCUDAStream().stream()), "cusolverDnSetStream");
  return handle;
}

void clearCublasWorkspaces() {}

size_t getChosenWorkspaceSize() { return kWorkspaceBytes; }

size_t getCUDABlasLtWorkspaceSize() { return kWorkspaceBytes; }

void *getCUDABlasLtWorkspace() {
  static thread_local std::array<c10::DataPtr, C10_COMPILE_TIME_MAX_GPUS> workspaces;
  c10::DataPtr &workspace = workspaces.at(c10::cuda::current_device());
  if (!workspace) workspace = c10::cuda::CUDACachingAllocator::get()->allocate(kWorkspaceBytes);
  return workspace.mutable_get();
}

}  // namespace at::cuda

// For Python. No exception leaves these: null says that the handle cannot be had.
extern "C" void *scale_torch_blas_handle() try { return at::cuda::getCurrentCUDABlasHandle(true); } catch (...) { return nullptr; }
extern "C" void *scale_torch_solver_handle() try { return at::cuda::getCurrentCUDASolverDnHandle(); } catch (...) { return nullptr; }
