// SPDX-License-Identifier: Apache-2.0
// Texture and surface references of CUDA 11 and before.
#include <cstdio>
#include <vector>

texture<float, 1> line;
texture<float, 2, cudaReadModeElementType> plane;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> colours(0, cudaFilterModePoint, cudaAddressModeClamp);
texture<int2> pairs;
surface<void, 2> paper;

__global__ void read(float *o, int2 *p, float4 *c) {
  const int i = threadIdx.x;
  o[i] = tex1Dfetch(line, i * 2) + 1000 * tex2D(plane, i + 0.5f, 1.5f);
  p[i] = tex1Dfetch(pairs, 3 - i);
  c[i] = tex2D(colours, i + 0.5f, 0.5f);
}
__global__ void write() { surf2Dwrite<int>(threadIdx.x * 5, paper, threadIdx.x * 4, 1); }

int main() {
  std::vector<float> h(64);
  for (int i = 0; i < 64; ++i) h[i] = i;
  float *d, *o;
  int2 *p, *q;
  float4 *c;
  cudaMallocManaged(&d, 256), cudaMallocManaged(&o, 256), cudaMallocManaged(&p, 256), cudaMallocManaged(&q, 256), cudaMallocManaged(&c, 256);
  for (int i = 0; i < 64; ++i) d[i] = i + 0.25f;
  for (int i = 0; i < 4; ++i) q[i] = make_int2(i, -i);
  int bad = cudaBindTexture(0, line, d, 256) != cudaSuccess;
  bad += cudaBindTexture(nullptr, pairs, q) != cudaSuccess;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray *array, *picture, *sheet;
  cudaMallocArray(&array, &desc, 8, 8);
  cudaMemcpy2DToArray(array, 0, 0, h.data(), 32, 32, 8, cudaMemcpyHostToDevice);
  plane.addressMode[0] = cudaAddressModeClamp;
  plane.filterMode = cudaFilterModeLinear;
  bad += cudaBindTextureToArray(plane, array, desc) != cudaSuccess;
  desc = cudaCreateChannelDesc<uchar4>();
  const unsigned char texels[16] = {0, 51, 102, 255, 255, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8};
  cudaMallocArray(&picture, &desc, 4, 1);
  cudaMemcpy2DToArray(picture, 0, 0, texels, 16, 16, 1, cudaMemcpyHostToDevice);
  bad += cudaBindTextureToArray(colours, picture) != cudaSuccess;
  read<<<1, 4>>>(o, p, c);
  bad += cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 4; ++i) bad += o[i] != i * 2 + 0.25f + 1000 * (8 + i) || p[i].x != 3 - i || p[i].y != i - 3;
  bad += c[0].y != 51 / 255.f || c[0].w != 1.f || c[1].x != 1.f || c[3].w != 8 / 255.f;
  desc = cudaCreateChannelDesc<int>();
  cudaMallocArray(&sheet, &desc, 4, 4, cudaArraySurfaceLoadStore);
  bad += cudaBindSurfaceToArray(paper, sheet) != cudaSuccess;
  write<<<1, 4>>>();
  int back[16] = {};
  cudaMemcpy2DFromArray(back, 16, sheet, 0, 0, 16, 4, cudaMemcpyDeviceToHost);
  bad += back[4] != 0 || back[7] != 15;
  bad += cudaUnbindTexture(line) != cudaSuccess || cudaUnbindTexture(plane) != cudaSuccess;
  std::printf(bad ? "FAILED %d\n" : "PASSED\n", bad);
  return bad;
}
