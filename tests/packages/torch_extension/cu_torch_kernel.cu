#include <ATen/ATen.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

template <typename T>
__global__ void scaled_add_kernel(const T *a, const T *b, T *result, T factor, int64_t count) {
  const int64_t i = blockIdx.x * static_cast<int64_t>(blockDim.x) + threadIdx.x;
  if (i < count) result[i] = a[i] + factor * b[i];
}

at::Tensor scaled_add(const at::Tensor &a, const at::Tensor &b, double factor) {
  TORCH_CHECK(a.is_cuda() && b.is_cuda(), "scaled_add: CUDA tensors are expected");
  TORCH_CHECK(a.sizes() == b.sizes() && a.is_contiguous() && b.is_contiguous(), "scaled_add: same dense shapes are expected");
  const c10::cuda::CUDAGuard guard(a.device());
  at::Tensor result = at::empty_like(a);
  const int64_t count = a.numel();
  const cudaStream_t stream = c10::cuda::getCurrentCUDAStream();
  AT_DISPATCH_FLOATING_TYPES(a.scalar_type(), "scaled_add", [&] {
    scaled_add_kernel<scalar_t><<<static_cast<unsigned>((count + 127) / 128), 128, 0, stream>>>(
        a.data_ptr<scalar_t>(), b.data_ptr<scalar_t>(), result.data_ptr<scalar_t>(), static_cast<scalar_t>(factor), count);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
  });
  return result;
}
