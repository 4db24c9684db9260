# SPDX-License-Identifier: Apache-2.0
"""What reaches hipFFT, hipRAND and hipBLASLt, at libraries of their ABI that write their calls down."""

from __future__ import annotations

import struct
from pathlib import Path

from amd_facts import stored
from recorder import build, run

FFT = """
cufft = load("libcufft.so.11")
plan, size = c_int(), c_size_t()
print(cufft.cufftCreate(byref(plan)), cufft.cufftSetAutoAllocation(plan, 0))
print(cufft.cufftSetStream(plan, c_void_p(0x7700)))
n, inembed, onembed = (c_int * 2)(6, 10), (c_int * 2)(7, 12), (c_int * 2)(8, 14)
print(cufft.cufftMakePlanMany(plan, 2, n, inembed, 2, 200, onembed, 3, 400, 0x2a, 5, byref(size)), size.value)
print(cufft.cufftSetWorkArea(plan, c_void_p(0x9900)))
print(cufft.cufftExecR2C(plan, c_void_p(0x1000), c_void_p(0x2000)))
print(cufft.cufftDestroy(plan))
for kind, name in ((0x29, "C2C"), (0x69, "Z2Z")):
    print(cufft.cufftPlan1d(byref(plan), 16, kind, 1))
    print(getattr(cufft, "cufftExec" + name)(plan, c_void_p(0x1000), c_void_p(0x2000), 1))
long_n, one, none = (c_longlong * 1)(64), c_longlong(1), c_longlong(0)
print(cufft.cufftCreate(byref(plan)))
print(cufft.cufftXtMakePlanMany(plan, 1, long_n, None, one, none, 6, None, one, none, 6, c_longlong(3), byref(size), 6))
print(cufft.cufftXtExec(plan, c_void_p(0x1000), c_void_p(0x2000), -1))
"""


def test_hipfft(tmp_path: Path) -> None:
    beyond = {"hipfftXtMakePlanMany": "pippllipllilpi", "hipfftXtExec": "pppi"}  # hipFFT API reference, "hipfftXt"
    said, calls = run(tmp_path, FFT, "SCALE_HIPFFT", build(tmp_path, "hipfft", beyond))
    assert said[:7] == ["0 0", "0", "0 4096", "0", "0", "0", "0"]
    assert set(said[7:]) == {"0"}
    names = [call.split()[0] for call in calls]
    plan = str(0x5000)
    assert names[:3] == ["hipfftCreate", "hipfftSetAutoAllocation", "hipfftMakePlanMany64"]
    assert calls[1].split()[1:] == [plan, "0"]
    words = calls[2].split()[1:]
    assert [words[0], words[1], *words[4:6], *words[7:11]] == [plan, "2", "2", "200", "3", "400", str(0x2A), "5"]
    assert f"hipfftSetStream {plan} {0x7700}" in calls
    assert f"hipfftSetWorkArea {plan} {0x9900}" in calls
    assert f"hipfftExecR2C {plan} {0x1000} {0x2000}" in calls
    assert f"hipfftDestroy {plan}" in calls
    assert f"hipfftExecC2C {0x5001} {0x1000} {0x2000} 1" in calls
    assert f"hipfftExecZ2Z {0x5002} {0x1000} {0x2000} 1" in calls
    typed = next(call for call in calls if call.startswith("hipfftXtMakePlanMany")).split()[1:]
    assert [typed[0], typed[1], typed[6], typed[10], typed[11], typed[13]] == [str(0x5003), "1", "6", "6", "3", "6"]
    assert f"hipfftXtExec {0x5003} {0x1000} {0x2000} -1" in calls


RAND = """
curand = load("libcurand.so.10")
made, out, count = c_void_p(), c_void_p(0x4000), c_size_t(1 << 33)
print(curand.curandCreateGenerator(byref(made), 161))
print(curand.curandSetStream(made, c_void_p(1)))
print(curand.curandSetPseudoRandomGeneratorSeed(made, c_ulonglong(1 << 40)))
print(curand.curandSetGeneratorOffset(made, c_ulonglong(1 << 41)))
print(curand.curandSetGeneratorOrdering(made, 101))
print(curand.curandGenerateSeeds(made))
print(curand.curandGenerate(made, out, count))
print(curand.curandGenerateUniform(made, out, count))
print(curand.curandGenerateUniformDouble(made, out, count))
print(curand.curandGenerateNormal(made, out, count, c_float(1.5), c_float(2.5)))
print(curand.curandGenerateNormalDouble(made, out, count, c_double(-1.5), c_double(0.25)))
print(curand.curandGenerateLogNormal(made, out, count, c_float(1.5), c_float(2.5)))
print(curand.curandGenerateLogNormalDouble(made, out, count, c_double(-1.5), c_double(0.25)))
print(curand.curandGeneratePoisson(made, out, count, c_double(7.5)))
print(curand.curandDestroyGenerator(made))
print(curand.curandCreateGenerator(byref(made), 204))
print(curand.curandSetQuasiRandomGeneratorDimensions(made, 9))
print(curand.curandGenerateLongLong(made, out, count))
print(curand.curandGenerateBinomial(made, out, count, 3, c_double(0.5)))
"""


def test_hiprand(tmp_path: Path) -> None:
    said, calls = run(tmp_path, RAND, "SCALE_HIPRAND", build(tmp_path, "hiprand"))
    assert said == ["0"] * 18 + ["103"]  # hipRAND has no binomial numbers
    first, second, many = 0x5000, 0x5001, 1 << 33
    assert calls == [
        "hiprandCreateGenerator 405",
        f"hiprandSetStream {first} 0",  # CUDA's legacy stream is HIP's null stream
        f"hiprandSetPseudoRandomGeneratorSeed {first} {1 << 40}",
        f"hiprandSetGeneratorOffset {first} {1 << 41}",
        f"hiprandSetGeneratorOrdering {first} 101",
        f"hiprandGenerateSeeds {first}",
        f"hiprandGenerate {first} {0x4000} {many}",
        f"hiprandGenerateUniform {first} {0x4000} {many}",
        f"hiprandGenerateUniformDouble {first} {0x4000} {many}",
        f"hiprandGenerateNormal {first} {0x4000} {many} 1.5 2.5",
        f"hiprandGenerateNormalDouble {first} {0x4000} {many} -1.5 0.25",
        f"hiprandGenerateLogNormal {first} {0x4000} {many} 1.5 2.5",
        f"hiprandGenerateLogNormalDouble {first} {0x4000} {many} -1.5 0.25",
        f"hiprandGeneratePoisson {first} {0x4000} {many} 7.5",
        f"hiprandDestroyGenerator {first}",
        "hiprandCreateGenerator 504",
        f"hiprandSetQuasiRandomGeneratorDimensions {second} 9",
        f"hiprandGenerateLongLong {second} {0x4000} {many}",
    ]


LT = """
lt = load("libcublasLt.so.12")
handle, matmul, a, b, c = c_void_p(), c_void_p(), c_void_p(), c_void_p(), c_void_p()
print(lt.cublasLtCreate(byref(handle)))
print(lt.cublasLtMatmulDescCreate(byref(matmul), 68, 0))
def attribute(value, number):
    print(lt.cublasLtMatmulDescSetAttribute(matmul, number, byref(value), c_size_t(ctypes.sizeof(value))))
attribute(c_int(1), 3)  # TRANSA
attribute(c_int(36), 7)  # EPILOGUE: GELU and bias
attribute(c_void_p(0xb1a5), 8)  # BIAS_POINTER
for layout, rows, columns, ld in ((a, 8, 4, 9), (b, 8, 6, 8), (c, 4, 6, 5)):
    print(lt.cublasLtMatrixLayoutCreate(byref(layout), 2, c_ulonglong(rows), c_ulonglong(columns), c_longlong(ld)))
alpha, beta = c_float(1), c_float(0)
at = [c_void_p(0x1000 * i) for i in range(1, 5)]
matrices = [at[0], a, at[1], b, byref(beta), at[2], c, at[3], c]
print(lt.cublasLtMatmul(handle, matmul, byref(alpha), *matrices, None, c_void_p(0x8000), c_size_t(1 << 33), c_void_p(0x7700)))
transform = c_void_p()
print(lt.cublasLtMatrixTransformDescCreate(byref(transform), 0))
print(lt.cublasLtMatrixTransform(handle, transform, byref(alpha), at[0], a, byref(beta), None, None, at[2], a, None))
"""


def test_hipblaslt(tmp_path: Path) -> None:
    said, calls = run(tmp_path, LT, "SCALE_HIPBLASLT", build(tmp_path, "hipblaslt"))
    assert set(said) == {"0"}, said
    numbers = stored()["hipblaslt", "enum"]

    def set_to(name: str, value: bytes) -> str:
        return f"{numbers[f'HIPBLASLT_MATMUL_DESC_{name}']} {value.hex()}"

    attributes = [call.split(" ", 2)[2] for call in calls if call.startswith("hipblasLtMatmulDescSetAttribute")]
    assert set_to("TRANSA", struct.pack("<i", 112)) in attributes
    assert set_to("TRANSB", struct.pack("<i", 111)) in attributes
    assert set_to("EPILOGUE", struct.pack("<i", 36)) in attributes
    assert set_to("BIAS_POINTER", struct.pack("<q", 0xB1A5)) in attributes
    assert [call.split()[1:] for call in calls if call.startswith("hipblasLtMatmulDescCreate")] == [["2", "0"]]
    layouts = [call.split()[1:] for call in calls if call.startswith("hipblasLtMatrixLayoutCreate")]
    assert layouts[:4] == [["2", "8", "4", "9"], ["2", "8", "6", "8"], ["2", "4", "6", "5"], ["2", "4", "6", "5"]]
    preference = next(call for call in calls if call.startswith("hipblasLtMatmulPreferenceSetAttribute")).split()
    assert preference[2:] == [numbers["HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES"], struct.pack("<q", 1 << 33).hex()]
    multiplied = next(call for call in calls if call.startswith("hipblasLtMatmul ")).split()[1:]
    assert [multiplied[i] for i in (3, 5, 8, 10)] == [str(0x1000 * i) for i in range(1, 5)]
    assert multiplied[13:] == [str(0x8000), str(1 << 33), str(0x7700)]
    assert any(call.startswith("hipblasLtMatrixTransform ") for call in calls)
    # Everything that was made for a call is given back.
    for made, ended in (
        ("MatmulDescCreate", "MatmulDescDestroy"),
        ("MatrixLayoutCreate", "MatrixLayoutDestroy"),
        ("MatmulPreferenceCreate", "MatmulPreferenceDestroy"),
    ):
        assert sum(call.startswith(f"hipblasLt{made}") for call in calls) == sum(call.startswith(f"hipblasLt{ended}") for call in calls)
