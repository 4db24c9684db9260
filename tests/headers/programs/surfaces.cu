// SPDX-License-Identifier: Apache-2.0
// Surfaces: byte offsets, boundary modes, layers and faces, and a texture that sees what was written.
#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                                              \
  do {                                                                                                \
    if (!(condition)) std::printf("line %d: %s\n", __LINE__, #condition), std::exit(1);               \
  } while (0)
#define OK(call) CHECK((call) == cudaSuccess)

constexpr int W = 24, H = 5, D = 6;
__device__ __host__ ushort4 value(int x, int y, int z) {
  return {(unsigned short)(x + 1), (unsigned short)(y * 100), (unsigned short)(z * 1000), (unsigned short)(x * y * z)};
}
__global__ void fill(cudaSurfaceObject_t s, int shape) {
  int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  int bytes = x * (int)sizeof(ushort4);
  if (shape == 3) surf3Dwrite(value(x, y, z), s, bytes, y, z);
  if (shape == 4) surf2DLayeredwrite(value(x, y, z), s, bytes, y, z);
  if (shape == 5) surfCubemapwrite(value(x, y, z), s, bytes, y, z);
}
__global__ void edges(cudaSurfaceObject_t s, unsigned *out) {
  surf3Dwrite(make_ushort4(9, 9, 9, 9), s, -8, 0, 0, cudaBoundaryModeZero);
  surf3Dwrite(make_ushort4(9, 9, 9, 9), s, 0, 0, D, cudaBoundaryModeZero);
  surf3Dwrite(make_ushort4(9, 9, 9, 9), s, W * 8 - 4, 0, 0, cudaBoundaryModeZero);
  out[0] = surf3Dread<ushort4>(s, W * 8, 1, 1, cudaBoundaryModeZero).x;
  out[1] = surf3Dread<ushort4>(s, W * 8, H + 3, 1, cudaBoundaryModeClamp).y;
  out[2] = surf3Dread<ushort4>(s, 1 << 30, 0, -4, cudaBoundaryModeClamp).x;
  out[3] = surf3Dread<unsigned short>(s, 3 * 8 + 2, 4, 2);
  ushort2 two;
  surf3Dread(&two, s, 3 * 8 + 4, 4, 2);
  out[4] = two.x + two.y;
}
__global__ void through_texture(cudaTextureObject_t t, ushort4 *out) { *out = tex3D<ushort4>(t, 3.5f, 4.5f, 2.5f); }
__global__ void outside(cudaSurfaceObject_t s) { surf3Dwrite(make_ushort4(9, 9, 9, 9), s, W * 8, 0, 0); }

int main() {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<ushort4>();
  unsigned flags[] = {0, cudaArrayLayered, cudaArrayCubemap};
  for (int shape = 5; shape >= 3; --shape) {
    int w = shape == 5 ? H : W;
    cudaArray_t array;
    OK(cudaMalloc3DArray(&array, &format, make_cudaExtent(w, H, D), flags[shape - 3] | cudaArraySurfaceLoadStore));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface;
    OK(cudaCreateSurfaceObject(&surface, &resource));
    fill<<<dim3(H, D), w>>>(surface, shape);
    OK(cudaDeviceSynchronize());
    static ushort4 back[D][H][W];
    cudaMemcpy3DParms copy = {};
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(back, W * 8, W, H);
    copy.extent = make_cudaExtent(w, H, D);
    copy.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&copy));
    for (int z = 0; z < D; ++z)
      for (int y = 0; y < H; ++y)
        for (int x = 0; x < w; ++x) {
          ushort4 a = back[z][y][x], b = value(x, y, z);
          CHECK(a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w);
        }
    if (shape > 3) continue;
    unsigned *out;
    OK(cudaMallocManaged(&out, 64));
    edges<<<1, 1>>>(surface, out);
    OK(cudaDeviceSynchronize());
    CHECK(out[0] == 0);
    CHECK(out[1] == (H - 1) * 100);
    CHECK(out[2] == W);
    CHECK(out[3] == 400);
    CHECK(out[4] == 2000 + 3 * 4 * 2);
    cudaTextureDesc sampling = {};
    cudaTextureObject_t texture;
    OK(cudaCreateTextureObject(&texture, &resource, &sampling, nullptr));
    through_texture<<<1, 1>>>(texture, (ushort4 *)out);
    OK(cudaDeviceSynchronize());
    CHECK(((ushort4 *)out)->x == 4 && ((ushort4 *)out)->z == 2000);
    OK(cudaDestroyTextureObject(texture));
    outside<<<1, 1>>>(surface);
    CHECK(cudaDeviceSynchronize() != cudaSuccess);
  }
  std::printf("PASSED\n");
}
