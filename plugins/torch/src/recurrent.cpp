// SPDX-License-Identifier: Apache-2.0
// One step of an LSTM and of a GRU. torch sends CUDA tensors to kernels of their own here, which the CPU does not have.
#include <ATen/ATen.h>
#include <torch/library.h>

namespace {

using at::Tensor;
using OptionalTensor = std::optional<Tensor>;

Tensor with_bias(const Tensor &gates, const OptionalTensor &bias) { return bias && bias->defined() ? gates + *bias : gates; }

Tensor derivative_of_sigmoid(const Tensor &result) { return result * (1 - result); }

Tensor derivative_of_tanh(const Tensor &result) { return 1 - result * result; }

// Gates are (batch, 4 * hidden) in the order input, forget, cell, output; the workspace keeps them after their functions.
std::tuple<Tensor, Tensor, Tensor> lstm_cell(const Tensor &input_gates, const Tensor &hidden_gates, const Tensor &cx,
                                             const OptionalTensor &input_bias, const OptionalTensor &hidden_bias) {
  const auto gates = (with_bias(input_gates, input_bias) + with_bias(hidden_gates, hidden_bias)).chunk(4, 1);
  const Tensor in = gates[0].sigmoid(), forget = gates[1].sigmoid(), cell = gates[2].tanh(), out = gates[3].sigmoid();
  const Tensor cy = forget * cx + in * cell;
  return {out * cy.tanh(), cy, at::cat({in, forget, cell, out}, 1)};
}

std::tuple<Tensor, Tensor, Tensor> lstm_cell_backward(const OptionalTensor &grad_hy, const OptionalTensor &grad_cy, const Tensor &cx,
                                                      const Tensor &cy, const Tensor &workspace, bool has_bias) {
  const bool from_hy = grad_hy && grad_hy->defined(), from_cy = grad_cy && grad_cy->defined();
  if (!from_hy && !from_cy) return {};
  const auto kept = workspace.chunk(4, 1);
  const Tensor &in = kept[0], &forget = kept[1], &cell = kept[2], &out = kept[3];
  const Tensor gh = from_hy ? *grad_hy : at::zeros_like(cx), gc = from_cy ? *grad_cy : at::zeros_like(cx);
  const Tensor squashed = cy.tanh();
  const Tensor gcy = gc + gh * out * derivative_of_tanh(squashed);
  const Tensor gates = at::cat({gcy * cell * derivative_of_sigmoid(in), gcy * cx * derivative_of_sigmoid(forget),
                                gcy * in * derivative_of_tanh(cell), gh * squashed * derivative_of_sigmoid(out)},
                               1);
  return {gates, gcy * forget, has_bias ? gates.sum(0) : Tensor()};
}

// Gates are (batch, 3 * hidden) in the order reset, update, new; the workspace is (batch, 5 * hidden).
std::tuple<Tensor, Tensor> gru_cell(const Tensor &input_gates, const Tensor &hidden_gates, const Tensor &hx,
                                    const OptionalTensor &input_bias, const OptionalTensor &hidden_bias) {
  const auto i = with_bias(input_gates, input_bias).chunk(3, 1), h = with_bias(hidden_gates, hidden_bias).chunk(3, 1);
  const Tensor reset = (i[0] + h[0]).sigmoid(), update = (i[1] + h[1]).sigmoid(), fresh = (i[2] + reset * h[2]).tanh();
  return {(hx - fresh) * update + fresh, at::cat({reset, update, fresh, hx, h[2]}, 1)};
}

std::tuple<Tensor, Tensor, Tensor, Tensor, Tensor> gru_cell_backward(const Tensor &grad_hy, const Tensor &workspace, bool has_bias) {
  const auto kept = workspace.chunk(5, 1);
  const Tensor &reset = kept[0], &update = kept[1], &fresh = kept[2], &hx = kept[3], &hidden = kept[4];
  const Tensor g_update = grad_hy * (hx - fresh) * derivative_of_sigmoid(update);
  const Tensor g_fresh = grad_hy * (1 - update) * derivative_of_tanh(fresh);
  const Tensor g_reset = g_fresh * hidden * derivative_of_sigmoid(reset);
  const Tensor input = at::cat({g_reset, g_update, g_fresh}, 1), state = at::cat({g_reset, g_update, g_fresh * reset}, 1);
  return {input, state, grad_hy * update, has_bias ? input.sum(0) : Tensor(), has_bias ? state.sum(0) : Tensor()};
}

TORCH_LIBRARY_IMPL(aten, CUDA, library) {
  library.impl("_thnn_fused_lstm_cell", lstm_cell);
  library.impl("_thnn_fused_lstm_cell_backward_impl", lstm_cell_backward);
  library.impl("_thnn_fused_gru_cell", gru_cell);
  library.impl("_thnn_fused_gru_cell_backward", gru_cell_backward);
}

}  // namespace
