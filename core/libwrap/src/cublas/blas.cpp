// SPDX-License-Identifier: Apache-2.0
#include "blas.h"

namespace scale::cublas::blas {

DynamicLibrary &library() {
  static DynamicLibrary openblas("OpenBLAS, which cuBLAS uses on the CPU device,",
                                 "pip install scipy-openblas32, or install Debian's libopenblas0, or set SCALE_OPENBLAS to the library's path",
                                 "SCALE_OPENBLAS", {"libscipy_openblas*.so", "libopenblas.so.0", "libopenblas.so"});
  return openblas;
}

void *routine(const std::string &name) {
  for (const char *prefix : {"", "scipy_"})
    for (const char *suffix : {"_", ""})
      if (void *address = library().symbol((prefix + name + suffix).c_str())) return address;
  say_once(name + " is not in this BLAS (" + library().path() + ")");
  return nullptr;
}

}  // namespace scale::cublas::blas
