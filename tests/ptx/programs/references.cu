// SPDX-License-Identifier: Apache-2.0
// A module with texture and surface references, by the driver.
#include <cuda.h>
#include <cstdio>
#include <vector>
static const char *text = R"(.version 7.8
.target sm_70
.address_size 64
.global .texref picture;
.global .surfref board;
.visible .entry k(.param .u64 out) {
  .reg .b64 %rd<4>; .reg .b32 %r<6>; .reg .f32 %f<6>; .reg .pred %p;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  mov.f32 %f5, 0f3FC00000;
  tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [picture, {%f5, %f5}];
  st.global.f32 [%rd2], %f1;
  mov.u64 %rd3, picture;
  mov.f32 %f5, 0f40200000;
  setp.eq.f32 %p, %f1, 0f40A00000;
  @%p tex.2d.v4.f32.f32 {%f1, _, _, _}, [%rd3, {%f5, %f5}];
  st.global.f32 [%rd2+4], %f1;
  mov.u32 %r1, 4; mov.u32 %r2, 0; mov.u32 %r3, 1234;
  sust.b.2d.b32.trap [board, {%r1, %r2}], {%r3};
  suld.b.2d.b32.trap {%r4}, [board, {%r1, %r2}];
  st.global.u32 [%rd2+8], %r4;
  ret;
})";
int main() {
  cuInit(0); CUdevice d; cuDeviceGet(&d, 0); CUcontext c; cuCtxCreate(&c, 0, d);
  CUmodule m; CUfunction f; CUtexref t; CUsurfref s;
  printf("%d %d %d %d\n", cuModuleLoadData(&m, text), cuModuleGetFunction(&f, m, "k"), cuModuleGetTexRef(&t, m, "picture"), cuModuleGetSurfRef(&s, m, "board"));
  CUDA_ARRAY_DESCRIPTOR form = {4, 3, CU_AD_FORMAT_FLOAT, 1};
  CUarray a; cuArrayCreate(&a, &form);
  float v[12]; for (int i = 0; i < 12; ++i) v[i] = i;
  CUDA_MEMCPY2D copy = {}; copy.srcMemoryType = CU_MEMORYTYPE_HOST; copy.srcHost = v; copy.srcPitch = 16; copy.dstMemoryType = CU_MEMORYTYPE_ARRAY; copy.dstArray = a; copy.WidthInBytes = 16; copy.Height = 3;
  printf("%d\n", cuMemcpy2D(&copy));
  cuTexRefSetArray(t, a, CU_TRSA_OVERRIDE_FORMAT);
  CUDA_ARRAY3D_DESCRIPTOR f3 = {4, 2, 0, CU_AD_FORMAT_SIGNED_INT32, 1, CUDA_ARRAY3D_SURFACE_LDST};
  CUarray b; cuArray3DCreate(&b, &f3); printf("%d\n", cuSurfRefSetArray(s, b, 0));
  CUdeviceptr out; cuMemAlloc(&out, 12); void *args[] = {&out};
  printf("%d\n", cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, 0));
  struct { float a, b; int c; } r; cuMemcpyDtoH(&r, out, 12); printf("%g %g %d\n", r.a, r.b, r.c);
}
