// A Python module with one function: the sum of 1 … n, added up by a kernel. The driver library is linked too, and found when it is imported.
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <cuda.h>

__global__ void add_up(int n, unsigned long long *sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, static_cast<unsigned long long>(i + 1));
}

static PyObject *sum_to(PyObject *, PyObject *argument) {
  const long n = PyLong_AsLong(argument);
  if (n == -1 && PyErr_Occurred()) return nullptr;
  unsigned long long *sum, result = 0;
  if (cuInit(0) != CUDA_SUCCESS) return PyErr_NoMemory();
  if (cudaMalloc(&sum, sizeof *sum) != cudaSuccess) return PyErr_NoMemory();
  cudaMemset(sum, 0, sizeof *sum);
  add_up<<<static_cast<unsigned>((n + 63) / 64), 64>>>(static_cast<int>(n), sum);
  const cudaError_t status = cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(sum);
  if (status != cudaSuccess) return PyErr_Format(PyExc_RuntimeError, "%s", cudaGetErrorString(status));
  return PyLong_FromUnsignedLongLong(result);
}

static PyMethodDef methods[] = {{"sum_to", sum_to, METH_O, nullptr}, {nullptr, nullptr, 0, nullptr}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "cu_nvcc_links", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr};

PyMODINIT_FUNC PyInit_cu_nvcc_links() { return PyModule_Create(&module); }
