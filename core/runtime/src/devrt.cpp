// SPDX-License-Identifier: Apache-2.0
// libcudadevrt.a: build systems link it with separable compilation. Device-side functions come from the compiler.
extern "C" void scale_cudadevrt_is_here() {}
