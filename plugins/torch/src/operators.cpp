// SPDX-License-Identifier: Apache-2.0
// Operators on the CUDA dispatch key that are our own: making and viewing tensors, copies, and what the CPU has no kernel for.
// All others are in fallback.cpp.
#include "device.h"

#include <ATen/ATen.h>
#include <ATen/EmptyTensor.h>
#include <ATen/cuda/EmptyTensor.h>
#include <ATen/native/Copy.h>
#include <ATen/native/Resize.h>
#include <ATen/native/TensorIterator.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

namespace at::detail {

TensorBase empty_cuda(IntArrayRef size, ScalarType type, std::optional<Device> device, std::optional<MemoryFormat> format) {
  const c10::cuda::OptionalCUDAGuard guard(device);
  return empty_generic(size, c10::cuda::CUDACachingAllocator::get(), c10::DispatchKeySet(c10::DispatchKey::CUDA), type, format);
}

TensorBase empty_cuda(IntArrayRef size, std::optional<ScalarType> type, std::optional<Layout>, std::optional<Device> device,
                      std::optional<bool>, std::optional<MemoryFormat> format) {
  return empty_cuda(size, dtype_or_default(type), device, format);
}

TensorBase empty_cuda(IntArrayRef size, const TensorOptions &options) {
  return empty_cuda(size, typeMetaToScalarType(options.dtype()), options.device_opt(), options.memory_format_opt());
}

TensorBase empty_strided_cuda(IntArrayRef size, IntArrayRef stride, ScalarType type, std::optional<Device> device) {
  const c10::cuda::OptionalCUDAGuard guard(device);
  return empty_strided_generic(size, stride, c10::cuda::CUDACachingAllocator::get(), c10::DispatchKeySet(c10::DispatchKey::CUDA), type);
}

TensorBase empty_strided_cuda(IntArrayRef size, IntArrayRef stride, std::optional<ScalarType> type, std::optional<Layout>,
                              std::optional<Device> device, std::optional<bool>) {
  return empty_strided_cuda(size, stride, dtype_or_default(type), device);
}

TensorBase empty_strided_cuda(IntArrayRef size, IntArrayRef stride, const TensorOptions &options) {
  return empty_strided_cuda(size, stride, typeMetaToScalarType(options.dtype()), options.device_opt());
}

}  // namespace at::detail

namespace scale::torch_plugin {

using at::Tensor;

Tensor cpu_alias(const Tensor &tensor) {
  const c10::Storage &storage = tensor.storage();
  // Resizable, so that an operator may give an `out` argument its size; the new memory is found and taken over afterwards.
  c10::Storage host(c10::Storage::use_byte_size_t(), storage.nbytes(),
                    c10::DataPtr(storage.mutable_data(), c10::Device(c10::DeviceType::CPU)), c10::GetCPUAllocator(), true);
  Tensor alias = at::detail::make_tensor<c10::TensorImpl>(std::move(host), c10::DispatchKeySet(c10::DispatchKey::CPU), tensor.dtype());
  alias.unsafeGetTensorImpl()->set_sizes_and_strides(tensor.sizes(), tensor.strides(), tensor.storage_offset());
  if (tensor.is_conj()) alias._set_conj(true);
  if (tensor.is_neg()) alias._set_neg(true);
  return alias;
}

static void grow_storage(c10::StorageImpl *storage, size_t bytes) {
  if (bytes <= storage->nbytes()) return;
  const c10::cuda::CUDAGuard guard(storage->device());
  c10::DataPtr larger = c10::cuda::CUDACachingAllocator::get()->allocate(bytes);
  if (storage->nbytes() > 0) {
    C10_CUDA_CHECK(cudaMemcpyAsync(larger.get(), storage->data(), storage->nbytes(), cudaMemcpyDeviceToDevice,
                                   c10::cuda::getCurrentCUDAStream().stream()));
    wait_for_stream();
  }
  storage->set_data_ptr_noswap(std::move(larger));
  storage->set_nbytes(bytes);
}

void resize_tensor(const Tensor &self, c10::IntArrayRef size, std::optional<c10::IntArrayRef> stride) {
  c10::TensorImpl *impl = self.unsafeGetTensorImpl();
  if (stride) {
    impl->set_sizes_and_strides(size, *stride);
  } else {
    impl->set_sizes_contiguous(size);
  }
  const size_t needed = at::detail::computeStorageNbytes(size, impl->strides(), self.dtype().itemsize(), self.storage_offset());
  if (impl->numel() > 0) grow_storage(self.storage().unsafeGetStorageImpl(), needed);
}

namespace {

// ---- making tensors and views ----

Tensor empty(c10::IntArrayRef size, std::optional<c10::ScalarType> type, std::optional<c10::Layout> layout,
             std::optional<c10::Device> device, std::optional<bool> pinned, std::optional<c10::MemoryFormat> format) {
  return Tensor(at::detail::empty_cuda(size, type, layout, device, pinned, format));
}

Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, std::optional<c10::ScalarType> type,
                     std::optional<c10::Layout> layout, std::optional<c10::Device> device, std::optional<bool> pinned) {
  return Tensor(at::detail::empty_strided_cuda(size, stride, type, layout, device, pinned));
}

const Tensor &resize_(const Tensor &self, c10::IntArrayRef size, std::optional<c10::MemoryFormat> format) {
  if (self.sizes() != size) resize_tensor(self, size, std::nullopt);
  if (format) self.unsafeGetTensorImpl()->empty_tensor_restride(*format);
  return self;
}

Tensor &set_storage(Tensor &self, c10::Storage storage, int64_t offset, c10::IntArrayRef size, c10::IntArrayRef stride) {
  c10::TensorImpl *impl = self.unsafeGetTensorImpl();
  impl->set_storage_keep_dtype(std::move(storage));
  impl->set_storage_offset(offset);
  resize_tensor(self, size, stride.empty() && !size.empty() ? std::nullopt : std::make_optional(stride));
  return self;
}

Tensor &set_source_storage(Tensor &self, c10::Storage storage) {
  const int64_t count = static_cast<int64_t>(storage.nbytes() / self.dtype().itemsize());
  return set_storage(self, std::move(storage), 0, {count}, {});
}

Tensor &set_tensor(Tensor &self, const Tensor &source) {
  return set_storage(self, source.storage(), source.storage_offset(), source.sizes(), source.strides());
}

Tensor &set_empty(Tensor &self) {
  c10::Storage storage(c10::Storage::use_byte_size_t(), 0, c10::cuda::CUDACachingAllocator::get(), true);
  return set_storage(self, std::move(storage), 0, {0}, {});
}

// The CPU's own draws from the CPU's numbers.
std::tuple<Tensor, Tensor> native_dropout(const Tensor &input, double p, std::optional<bool> train) {
  if (train && !*train) return {input.clone(), at::ones_like(input, input.options().dtype(c10::kBool))};
  const Tensor mask = at::empty_like(input, input.options().dtype(c10::kBool)).bernoulli_(1 - p);
  return {input.mul(mask).mul_(p == 1 ? 0 : 1 / (1 - p)), mask};
}

// Whether a library that is not here shall be used.
void answer_no(const c10::OperatorHandle &op, torch::jit::Stack *stack) {
  torch::jit::drop(*stack, op.schema().arguments().size());
  torch::jit::push(*stack, false);
}

void record_stream(Tensor &, c10::Stream) {}  // cudaFree waits for the whole device

c10::Scalar local_scalar(const Tensor &self) { return at::_local_scalar_dense(self.to(c10::kCPU)); }

// ---- copies ----

Tensor host_view(const Tensor &tensor) { return tensor.is_cuda() ? cpu_alias(tensor) : tensor; }

// Bytes as they lie, through the stream; both sides contiguous in the same order and of one type.
void copy_bytes(const Tensor &to, const Tensor &from, bool non_blocking) {
  const cudaMemcpyKind kind = !to.is_cuda() ? cudaMemcpyDeviceToHost : from.is_cuda() ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
  const cudaStream_t stream = c10::cuda::getCurrentCUDAStream().stream();
  C10_CUDA_CHECK(cudaMemcpyAsync(to.data_ptr(), from.data_ptr(), to.nbytes(), kind, stream));
  if (!non_blocking || kind == cudaMemcpyDeviceToHost) C10_CUDA_CHECK(cudaStreamSynchronize(stream));
}

void copy_kernel(at::TensorIterator &iterator, bool non_blocking) {
  const Tensor to = iterator.tensor(0), from = iterator.tensor(1);
  const c10::cuda::CUDAGuard guard((to.is_cuda() ? to : from).device());
  if (to.numel() == 0) return;
  const bool same_bits = to.dtype() == from.dtype() && to.is_conj() == from.is_conj() && to.is_neg() == from.is_neg();
  if (same_bits && to.is_contiguous() && from.is_contiguous()) {
    copy_bytes(to, from, non_blocking);
  } else if (host_visible()) {
    wait_for_stream();
    host_view(to).copy_(host_view(from));
  } else {  // through the host: type and order change there
    Tensor host_from = from;
    if (from.is_cuda()) {
      const Tensor dense = from.is_contiguous() ? from : Tensor();
      TORCH_CHECK(dense.defined(), "copying a strided CUDA tensor needs a device kernel; call .contiguous() on the CPU first");
      host_from = at::empty(from.sizes(), from.options().device(c10::kCPU));
      copy_bytes(host_from, from, false);
    }
    const Tensor converted = host_from.to(to.scalar_type()).contiguous();
    if (to.is_cuda()) {
      TORCH_CHECK(to.is_contiguous(), "copying into a strided CUDA tensor needs a device kernel");
      copy_bytes(to, converted, false);
    } else {
      to.copy_(converted);
    }
  }
}

TORCH_LIBRARY_IMPL(aten, CUDA, library) {
  library.impl("empty.memory_format", empty);
  library.impl("empty_strided", empty_strided);
  library.impl("as_strided", at::native::as_strided_tensorimpl);
  library.impl("view", at::native::view);
  library.impl("_reshape_alias", at::native::_reshape_alias);
  library.impl("unfold", at::native::unfold);
  library.impl("view_as_real", at::native::view_as_real);
  library.impl("view_as_complex", at::native::view_as_complex);
  library.impl("resize_", resize_);
  library.impl("set_.source_Storage_storage_offset", set_storage);
  library.impl("set_.source_Storage", set_source_storage);
  library.impl("set_.source_Tensor", set_tensor);
  library.impl("set_", set_empty);
  library.impl("_local_scalar_dense", local_scalar);
  library.impl("native_dropout", native_dropout);
  library.impl("record_stream", record_stream);
  for (const char *name : {"_use_cudnn_ctc_loss", "_use_cudnn_ctc_loss.Tensor", "_use_miopen_ctc_loss", "_use_miopen_ctc_loss.Tensor"})
    library.impl(name, torch::CppFunction::makeFromBoxedFunction<&answer_no>());
}

const bool copy_registered = [] {
  at::native::copy_stub.set_cuda_dispatch_ptr(&copy_kernel);
  return true;
}();

}  // namespace
}  // namespace scale::torch_plugin
