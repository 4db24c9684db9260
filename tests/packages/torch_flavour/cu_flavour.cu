// What can be built without torch's large headers: a check by its own c10, and a kernel.
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <c10/cuda/CUDAException.h>

__global__ void fill(float *data, float value) { data[threadIdx.x] = value; }

static PyObject *launch(PyObject *, PyObject *) {
  fill<<<1, 32>>>(nullptr, 1.0f);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"launch", launch, METH_NOARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};
static PyModuleDef module = {PyModuleDef_HEAD_INIT, "cu_flavour", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr};

PyMODINIT_FUNC PyInit_cu_flavour() { return PyModule_Create(&module); }
