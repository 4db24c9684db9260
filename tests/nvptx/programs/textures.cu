// Reads of every kind that CUDA's texture functions have, each printed: what another build of the same program must print too.
#include <cstdio>

__global__ void read(cudaTextureObject_t plane, cudaTextureObject_t layers, cudaTextureObject_t words, float *out, int *bits) {
  const float x = (float)threadIdx.x * 0.7f - 0.4f, y = (float)threadIdx.x * 0.3f;
  float *o = out + threadIdx.x * 6;
  o[0] = tex2D<float>(plane, x, y);
  o[1] = tex2DLod<float>(plane, x, y, 0);
  const float4 four = tex2Dgather<float4>(plane, x + 1, y + 1, 0);
  o[2] = four.x + 2 * four.y + 3 * four.z + 5 * four.w;
  o[3] = tex2DLayered<float>(layers, x, y, 1);
  o[4] = tex2DLayered<float>(layers, x, y, 7);
  const short2 pair = tex1Dfetch<short2>(words, (int)threadIdx.x - 2);
  o[5] = 0;
  bits[threadIdx.x] = pair.x * 1000 + pair.y;
}

static cudaTextureObject_t made(cudaArray_t array, cudaTextureFilterMode filter) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.filterMode = filter;
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &how, nullptr);
  return object;
}

int main() {
  float texels[2 * 4 * 8];
  for (int i = 0; i < 64; ++i) texels[i] = (float)(i * i % 37);
  const cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
  cudaArray_t plane, layers;
  cudaMallocArray(&plane, &one, 8, 4);
  cudaMemcpy2DToArray(plane, 0, 0, texels, 32, 32, 4, cudaMemcpyHostToDevice);
  cudaMalloc3DArray(&layers, &one, make_cudaExtent(8, 4, 2), cudaArrayLayered);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels, 32, 8, 4);
  copy.dstArray = layers;
  copy.extent = make_cudaExtent(8, 4, 2);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);

  short2 *words;
  cudaMallocManaged(&words, 8 * sizeof *words);
  for (int i = 0; i < 8; ++i) words[i] = make_short2((short)(-5 * i), (short)(i * i));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = words;
  resource.res.linear.desc = cudaCreateChannelDesc<short2>();
  resource.res.linear.sizeInBytes = 8 * sizeof *words;
  cudaTextureDesc how = {};
  cudaTextureObject_t linear = 0;
  cudaCreateTextureObject(&linear, &resource, &how, nullptr);

  float *out;
  int *bits;
  cudaMallocManaged(&out, 12 * 6 * sizeof *out);
  cudaMallocManaged(&bits, 12 * sizeof *bits);
  read<<<1, 12>>>(made(plane, cudaFilterModeLinear), made(layers, cudaFilterModePoint), linear, out, bits);
  if (const cudaError_t error = cudaDeviceSynchronize()) return printf("%s\n", cudaGetErrorString(error)), 1;
  for (int i = 0; i < 12; ++i) {
    for (int n = 0; n < 6; ++n) printf("%.9g ", (double)out[i * 6 + n]);
    printf("%d\n", bits[i]);
  }
}
