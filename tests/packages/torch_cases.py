# SPDX-License-Identifier: Apache-2.0
"""What programs do with torch's CUDA device beyond arithmetic; run by test_torch.py in a process of its own, one function a case."""

import copy
import io
import pickle
import sys
import warnings

import torch
from torch import nn
from torch.nn import functional


def recurrent_cells():
    torch.manual_seed(0)
    for cell in (nn.LSTM(5, 7, 2, batch_first=True, bidirectional=True), nn.GRU(5, 7, 2), nn.RNN(5, 7)):
        on_device, x = copy.deepcopy(cell).cuda(), torch.randn(4, 6, 5, requires_grad=True)
        y = x.detach().cuda().requires_grad_()
        expected, found = cell(x)[0], on_device(y)[0]
        assert torch.allclose(expected, found.cpu(), atol=1e-6)
        weight = torch.randn_like(expected)
        (expected * weight).sum().backward()
        (found * weight.cuda()).sum().backward()
        assert torch.allclose(x.grad, y.grad.cpu(), atol=1e-5)
        for left, right in zip(cell.parameters(), on_device.parameters(), strict=True):
            assert torch.allclose(left.grad, right.grad.cpu(), atol=1e-4)


def depthwise_convolution():
    for rank in (1, 2, 3):
        convolve = getattr(functional, f"conv{rank}d")
        x, weight = torch.randn(2, 6, *[8] * rank, requires_grad=True), torch.randn(6, 1, *[3] * rank, requires_grad=True)
        y, same_weight = x.detach().cuda().requires_grad_(), weight.detach().cuda().requires_grad_()
        expected, found = convolve(x, weight, padding=1, groups=6), convolve(y, same_weight, padding=1, groups=6)
        assert torch.allclose(expected, found.cpu(), atol=1e-5)
        expected.sum().backward()
        found.sum().backward()
        assert torch.allclose(x.grad, y.grad.cpu(), atol=1e-5)
        assert torch.allclose(weight.grad, same_weight.grad.cpu(), atol=1e-3)


def attention():
    q = torch.randn(2, 4, 8, 16)
    expected = functional.scaled_dot_product_attention(q, q, q, is_causal=True)
    found = functional.scaled_dot_product_attention(q.cuda(), q.cuda(), q.cuda(), is_causal=True)
    assert torch.allclose(expected, found.cpu(), atol=1e-5)


def random_numbers():
    x = torch.ones(1000, device="cuda")
    torch.manual_seed(3)
    first = functional.dropout(x, 0.4)
    state = torch.cuda.get_rng_state()
    second = functional.dropout(x, 0.4)
    assert state.numel() == 16  # a seed and an offset, as CUDA's
    torch.manual_seed(3)
    assert torch.equal(first, functional.dropout(x, 0.4))
    torch.cuda.set_rng_state(state)
    assert torch.equal(second, functional.dropout(x, 0.4))
    assert not torch.equal(first, second)
    assert 500 < (first > 0).sum().item() < 700
    generator = torch.Generator(device="cuda").manual_seed(5)
    drawn = torch.rand(4, generator=generator, device="cuda")
    assert torch.equal(drawn, torch.rand(4, generator=generator.manual_seed(5), device="cuda"))
    normal = torch.randn(20000, device="cuda")
    assert abs(normal.mean().item()) < 0.03 and abs(normal.std().item() - 1) < 0.03
    try:
        torch.rand(2, generator=torch.Generator(), device="cuda")
    except RuntimeError as error:
        assert "device type" in str(error)
    else:
        raise AssertionError("a CPU generator was taken")


def pinned_memory():
    from torch.utils.data import DataLoader, TensorDataset

    pinned = torch.arange(6.0).pin_memory()
    assert pinned.is_pinned() and not torch.arange(3.0).is_pinned()
    assert torch.equal(pinned.cuda(non_blocking=True).cpu(), pinned)
    total = 0.0
    for (batch,) in DataLoader(TensorDataset(torch.arange(20.0)), batch_size=4, pin_memory=True):
        assert batch.is_pinned()
        total += batch.cuda().sum().item()
    assert total == 190


def serialisation():
    tensor, file = torch.randn(3, 4, device="cuda"), io.BytesIO()
    torch.save({"t": tensor}, file)
    for place in (None, "cpu", "cuda:0"):
        file.seek(0)
        loaded = torch.load(file, map_location=place)["t"]
        assert loaded.is_cuda == (place != "cpu") and torch.equal(loaded.cpu(), tensor.cpu())
    assert torch.equal(pickle.loads(pickle.dumps(tensor)), tensor)
    assert copy.deepcopy(tensor).is_cuda


def mixed_precision():
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1)).cuda()
    optimizer, scaler = torch.optim.AdamW(model.parameters(), fused=True), torch.amp.GradScaler("cuda")
    before = model[0].weight.detach().clone()
    for kind in (torch.float16, torch.bfloat16):
        with torch.autocast("cuda", dtype=kind):
            result = model(torch.randn(4, 8, device="cuda"))
            assert result.dtype == kind
        scaler.scale(result.float().pow(2).mean()).backward()
        scaler.unscale_(optimizer)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
    assert not torch.equal(before, model[0].weight)


def streams():
    stream, x = torch.cuda.Stream(), torch.ones(10, device="cuda")
    x.record_stream(stream)
    with torch.cuda.stream(stream):
        torch.cuda._sleep(1_000_000)
        y = x + 1
    stream.record_event().wait()
    torch.cuda.current_stream().wait_stream(stream)
    stream.synchronize()
    assert stream.query() and torch.equal(y.cpu(), torch.full((10,), 2.0))
    torch.cuda.ExternalStream(stream.cuda_stream).synchronize()


def questions():
    properties = torch.cuda.get_device_properties(0)
    assert properties.major == 8 and properties.multi_processor_count > 0 and properties.name == torch.cuda.get_device_name()
    free, total = torch.cuda.mem_get_info()
    assert 0 < free <= total == properties.total_memory
    torch.cuda.reset_peak_memory_stats()
    torch.cuda.empty_cache()
    assert torch.cuda.max_memory_allocated() >= torch.cuda.memory_allocated()
    assert "Allocated memory" in torch.cuda.memory_summary()
    assert torch.cuda.get_arch_list() == ["sm_80"] and torch.cuda.is_bf16_supported()
    torch.cuda.caching_allocator_delete(torch.cuda.caching_allocator_alloc(64))
    torch.cuda.nvtx.range_push("a")
    torch.cuda.nvtx.range_pop()
    assert torch.cuda.cudart().cudaMemGetInfo(0)[1] == total
    try:
        torch.cuda.CUDAGraph()
    except NotImplementedError as error:
        assert "CUDA graphs are not supported" in str(error)
    else:
        raise AssertionError("a CUDA graph was made")


def sparse_tensors():
    places, values, dense = torch.tensor([[0, 1, 1, 1], [2, 0, 2, 2]]), torch.tensor([3.0, 4.0, 5.0, 1.0]), torch.randn(3, 2)
    expected, found = (torch.sparse_coo_tensor(p, v, (2, 3)) for p, v in ((places, values), (places.cuda(), values.cuda())))
    assert found.is_cuda and torch.equal((found @ dense.cuda()).cpu(), expected @ dense)
    assert torch.equal(found.coalesce().indices().cpu(), expected.coalesce().indices())
    assert torch.equal((found + found).to_dense().cpu(), 2 * expected.to_dense())
    assert torch.equal(expected.cuda().to_dense().cpu(), expected.to_dense())
    rows = dense.to_sparse_csr()
    assert torch.equal((rows.cuda() @ torch.eye(2, device="cuda")).cpu(), dense)
    assert torch.equal(rows.cuda().values().cpu(), rows.values())


def whole_models():
    model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 36, 5)).cuda()
    out = nn.DataParallel(model)(torch.randn(3, 1, 8, 8, device="cuda"))
    functional.cross_entropy(out, torch.zeros(3, dtype=torch.long, device="cuda")).backward()
    scores = torch.randn(10, 2, 5).log_softmax(2)
    lengths = (torch.tensor([10, 10]), torch.tensor([3, 3]))
    labels = torch.ones(2, 3, dtype=torch.long)
    assert torch.allclose(functional.ctc_loss(scores.cuda(), labels.cuda(), *lengths).cpu(), functional.ctc_loss(scores, labels, *lengths))
    assert torch.equal(torch.jit.script(nn.ReLU())(torch.ones(3).cuda()).cpu(), torch.ones(3))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for case in [value for value in list(globals().values()) if getattr(value, "__module__", "") == "__main__"]:
        case()
        print("ok", case.__name__)
        sys.stdout.flush()
