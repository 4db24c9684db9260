// SPDX-License-Identifier: Apache-2.0
// Every operator on CUDA tensors for which there is no kernel of ours: the CPU's kernel runs. Where the host can use device memory
// (the CPU device) it works on that in place, on CPU tensors that stand in for the CUDA ones; elsewhere tensors travel to the host
// and back.
#include "device.h"

#include <ATen/ATen.h>
#include <ATen/SparseCsrTensorImpl.h>
#include <ATen/SparseTensorImpl.h>
#include <ATen/native/CPUFallback.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/library.h>

namespace scale::torch_plugin {
namespace {

using at::Tensor;

bool is_compressed(const Tensor &tensor) {
  const c10::Layout layout = tensor.layout();
  return layout == c10::kSparseCsr || layout == c10::kSparseCsc || layout == c10::kSparseBsr || layout == c10::kSparseBsc;
}

at::SparseTensorImpl *sparse_impl(const Tensor &tensor) { return static_cast<at::SparseTensorImpl *>(tensor.unsafeGetTensorImpl()); }

at::SparseCsrTensorImpl *compressed_impl(const Tensor &tensor) {
  return static_cast<at::SparseCsrTensorImpl *>(tensor.unsafeGetTensorImpl());
}

// The tensors of one call that were lent to the CPU's kernel, and the way back.
class Loan {
 public:
  // The CPU tensor that stands in for a CUDA one; `written` says that the operator may change it.
  Tensor lend(const Tensor &tensor, bool written) {
    if (!tensor.defined() || !tensor.is_cuda()) return tensor;
    if (!device_) device_ = tensor.device();
    for (const Pair &pair : pairs_)  // the same tensor twice stays one tensor
      if (pair.device.unsafeGetTensorImpl() == tensor.unsafeGetTensorImpl()) return pair.host;
    Tensor host;
    if (tensor.is_sparse()) {
      const Tensor indices = lend(tensor._indices(), false), values = lend(tensor._values(), false);
      host = at::_sparse_coo_tensor_unsafe(indices, values, tensor.sizes(), values.options().layout(c10::kSparse), tensor.is_coalesced());
    } else if (is_compressed(tensor)) {
      const auto *impl = compressed_impl(tensor);
      const Tensor values = lend(impl->values(), false);
      host = at::_sparse_compressed_tensor_unsafe(lend(impl->compressed_indices(), false), lend(impl->plain_indices(), false), values,
                                                  tensor.sizes(), values.options().layout(tensor.layout()));
    } else if (tensor.has_storage()) {
      host = cpu_alias(tensor);
    } else {
      return tensor;
    }
    pairs_.push_back({tensor, host, written});
    return host;
  }

  // The CUDA tensor for a result: one that was lent, a view of one, or a new one with a copy.
  Tensor give_back(const Tensor &result) {
    if (!result.defined() || !result.device().is_cpu()) return result;
    for (const Pair &pair : pairs_)
      if (pair.host.unsafeGetTensorImpl() == result.unsafeGetTensorImpl()) return pair.device;
    if (result.is_sparse() || is_compressed(result)) return sparse_on_device(result);
    for (const Pair &pair : pairs_)
      if (result.has_storage() && pair.device.has_storage() && result.storage().data() != nullptr &&
          result.storage().data() == pair.device.storage().data()) {
        Tensor view = at::detail::make_tensor<c10::TensorImpl>(c10::Storage(pair.device.storage()),
                                                               c10::DispatchKeySet(c10::DispatchKey::CUDA), result.dtype());
        view.unsafeGetTensorImpl()->set_sizes_and_strides(result.sizes(), result.strides(), result.storage_offset());
        return view;
      }
    return result.to(*device_);
  }

  // An operator may have given a lent tensor another size or other memory (`out=`): the CUDA tensor follows.
  void take_over() {
    const size_t count = pairs_.size();
    for (size_t i = 0; i < count; ++i) {
      const Pair pair = pairs_[i];
      if (!pair.device.has_storage()) {
        if (pair.written) take_over_sparse(pair.device, pair.host);
        continue;
      }
      const bool moved = pair.host.storage().data() != pair.device.storage().data();
      if (!moved && pair.host.sizes() == pair.device.sizes() && pair.host.strides() == pair.device.strides()) continue;
      resize_tensor(pair.device, pair.host.sizes(), pair.host.strides());
      if (moved) pair.device.copy_(pair.host);
    }
  }

  void set_device(c10::Device device) { device_ = device; }
  c10::Device device() {
    if (!device_) device_ = c10::Device(c10::kCUDA, c10::cuda::current_device());
    if (!device_->has_index()) device_ = c10::Device(c10::kCUDA, c10::cuda::current_device());
    return *device_;
  }

 private:
  struct Pair {
    Tensor device;
    Tensor host;
    bool written;
  };

  Tensor sparse_on_device(const Tensor &host) {
    Tensor made;
    if (host.is_sparse()) {
      made = at::detail::make_tensor<at::SparseTensorImpl>(c10::DispatchKeySet(c10::DispatchKey::SparseCUDA), host.dtype());
    } else {
      made = at::detail::make_tensor<at::SparseCsrTensorImpl>(c10::DispatchKeySet(c10::DispatchKey::SparseCsrCUDA), *device_,
                                                              host.layout(), host.dtype());
    }
    take_over_sparse(made, host);
    return made;
  }

  void take_over_sparse(const Tensor &device, const Tensor &host) {
    if (host.is_sparse()) {
      auto *impl = sparse_impl(device);
      impl->resize_(host.sparse_dim(), host.dense_dim(), host.sizes());
      impl->set_indices_and_values_unsafe(give_back(host._indices()), give_back(host._values()));
      impl->set_coalesced(host.is_coalesced());
    } else {
      const auto *from = compressed_impl(host);
      compressed_impl(device)->set_member_tensors(give_back(from->compressed_indices()), give_back(from->plain_indices()),
                                                                      give_back(from->values()), host.sizes());
    }
  }

  std::vector<Pair> pairs_;
  std::optional<c10::Device> device_;
};

bool is_generator(const c10::Argument &argument) {
  return argument.type()->isSubtypeOf(*c10::OptionalType::create(c10::GeneratorType::get()));
}

// CPU kernels draw from CPU generators.
void give_host_generators(const c10::OperatorHandle &op, torch::jit::Stack *stack) {
  const auto &arguments = op.schema().arguments();
  const size_t first = stack->size() - arguments.size();
  for (size_t i = 0; i < arguments.size(); ++i)
    if (is_generator(arguments[i])) {
      c10::IValue &value = (*stack)[first + i];
      value = host_generator(value.isNone() ? std::nullopt : std::make_optional(value.toGenerator()));
    }
}

void lend_argument(Loan &loan, c10::IValue &value, bool written) {
  if (value.isTensor()) {
    value = loan.lend(value.toTensor(), written);
  } else if (value.isTensorList()) {
    c10::List<Tensor> list;
    for (const Tensor &tensor : value.toTensorVector()) list.push_back(loan.lend(tensor, written));
    value = std::move(list);
  } else if (value.isOptionalTensorList()) {
    c10::List<std::optional<Tensor>> list;
    for (const std::optional<Tensor> &tensor : value.toOptionalTensorVector())
      list.push_back(tensor ? std::make_optional(loan.lend(*tensor, written)) : std::nullopt);
    value = std::move(list);
  } else if (value.isDevice() && value.toDevice().is_cuda()) {
    loan.set_device(value.toDevice());
    value = c10::Device(c10::kCPU);
  }
}

void in_place_fallback(const c10::OperatorHandle &op, torch::jit::Stack *stack, c10::DispatchKey key) {
  const auto &arguments = op.schema().arguments();
  const size_t first = stack->size() - arguments.size();
  Loan loan;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const c10::AliasInfo *alias = arguments[i].alias_info();
    lend_argument(loan, (*stack)[first + i], alias != nullptr && alias->isWrite());
  }
  const c10::cuda::CUDAGuard guard(loan.device());
  wait_for_stream();
  op.redispatchBoxed(c10::DispatchKeySet(key), stack);
  loan.take_over();
  for (size_t i = stack->size() - op.schema().returns().size(); i < stack->size(); ++i) {
    c10::IValue &value = (*stack)[i];
    if (value.isTensor()) {
      value = loan.give_back(value.toTensor());
    } else if (value.isTensorList()) {
      c10::List<Tensor> list;
      for (const Tensor &tensor : value.toTensorVector()) list.push_back(loan.give_back(tensor));
      value = std::move(list);
    }
  }
}

template <c10::DispatchKey key>
void fallback(const c10::OperatorHandle &op, torch::jit::Stack *stack) {
  give_host_generators(op, stack);
  if (host_visible()) {
    in_place_fallback(op, stack, key);
    return;
  }
  TORCH_CHECK_NOT_IMPLEMENTED(key == c10::DispatchKey::CPU, op.schema().name(), ": sparse CUDA tensors are supported on the CPU device only");
  at::native::cpu_fallback(op, stack);
}

TORCH_LIBRARY_IMPL(_, CUDA, library) { library.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback<c10::DispatchKey::CPU>>()); }
TORCH_LIBRARY_IMPL(_, SparseCUDA, library) {
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback<c10::DispatchKey::SparseCPU>>());
}
TORCH_LIBRARY_IMPL(_, SparseCsrCUDA, library) {
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&fallback<c10::DispatchKey::SparseCsrCPU>>());
}

// Operators that have a kernel for sparse CPU tensors. Without this, some would be composed of others here in a way that is meant
// for dense tensors.
template <c10::DispatchKey host, c10::DispatchKey device>
void take_all_of(std::vector<c10::RegistrationHandleRAII> &kept) {
  auto &dispatcher = c10::Dispatcher::singleton();
  for (const c10::OperatorName &name : dispatcher.getAllOpNames()) {
    const auto op = dispatcher.findOp(name);
    if (!op || !op->hasKernelForDispatchKey(host) || op->hasKernelForDispatchKey(device)) continue;
    kept.push_back(dispatcher.registerImpl(name, device, c10::KernelFunction::makeFromBoxedFunction<&fallback<host>>(), std::nullopt,
                                           nullptr, "scale"));
  }
}

const auto *sparse_registered = [] {
  auto *kept = new std::vector<c10::RegistrationHandleRAII>;
  take_all_of<c10::DispatchKey::SparseCPU, c10::DispatchKey::SparseCUDA>(*kept);
  take_all_of<c10::DispatchKey::SparseCsrCPU, c10::DispatchKey::SparseCsrCUDA>(*kept);
  return kept;
}();

TORCH_LIBRARY_IMPL(aten, CUDA, library) {
  // Composed of other operators, and for CUDA tensors of some that the CPU does not have.
  for (const char *name : {"convolution", "convolution_backward"})
    library.impl(name, torch::CppFunction::makeFromBoxedFunction<&fallback<c10::DispatchKey::CPU>>());
}

}  // namespace
}  // namespace scale::torch_plugin
