/* A module of host code alone, on the driver API, as PyCUDA is: linked by the host's linker with a library of the toolkit. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <cudaProfiler.h>

static PyObject *sum_to(PyObject *self, PyObject *arguments) {
  int last, version = 0;
  if (!PyArg_ParseTuple(arguments, "i", &last)) return NULL;
  if (cuInit(0) != CUDA_SUCCESS || cuDriverGetVersion(&version) != CUDA_SUCCESS || version < 12000) last = -1;
  if (cuProfilerInitialize("", "", CU_OUT_CSV) != CUDA_ERROR_NOT_SUPPORTED) last = -2;
  return PyLong_FromLong((long)last * (last + 1) / 2);
}

static PyMethodDef functions[] = {{"sum_to", sum_to, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "cu_driver", "", -1, functions};
PyMODINIT_FUNC PyInit_cu_driver(void) { return PyModule_Create(&module); }
