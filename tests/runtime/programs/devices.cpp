// SPDX-License-Identifier: Apache-2.0
// Two devices: each has its own copy of the variables; peers; events and streams belong to their device.
#include <thread>

#include "program.h"

int main() {
  int count;
  OK(cudaGetDeviceCount(&count));
  IS(count, 2);
  int value = 100, back = 0;
  OK(cudaSetDevice(1));
  OK(cudaMemcpyToSymbol(&counter, &value, 4, 0, cudaMemcpyHostToDevice));
  OK(cudaMemcpyFromSymbol(&back, &counter, 4, 0, cudaMemcpyDeviceToHost));
  IS(back, 100);
  OK(launch(stub_bump, 1, 1, 0, nullptr, 1));
  OK(cudaMemcpyFromSymbol(&back, &counter, 4, 0, cudaMemcpyDeviceToHost));
  IS(back, 101);
  OK(cudaSetDevice(0));
  OK(cudaMemcpyFromSymbol(&back, &counter, 4, 0, cudaMemcpyDeviceToHost));
  IS(back, 7);
  IS(cudaSetDevice(2), cudaErrorInvalidDevice);
  // A new thread starts on device 0.
  OK(cudaSetDevice(1));
  int other = -1;
  std::thread([&] { cudaGetDevice(&other); }).join();
  IS(other, 0);
  int can;
  OK(cudaDeviceCanAccessPeer(&can, 0, 1));
  IS(can, 1);
  OK(cudaDeviceEnablePeerAccess(0, 0));
  IS(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessAlreadyEnabled);
  OK(cudaDeviceDisablePeerAccess(0));
  IS(cudaDeviceDisablePeerAccess(0), cudaErrorPeerAccessNotEnabled);
  IS(cudaDeviceEnablePeerAccess(1, 0), cudaErrorInvalidDevice);
  int *a, *b;
  OK(cudaMalloc((void **)&b, 4));
  OK(cudaSetDevice(0));
  OK(cudaMalloc((void **)&a, 4));
  OK(cudaMemset(a, 3, 4));
  OK(cudaMemcpyPeer(b, 1, a, 0, 4));
  OK(cudaMemcpy(&back, b, 4, cudaMemcpyDeviceToHost));
  IS(back, 0x03030303);
  cudaPointerAttributes attributes;
  OK(cudaPointerGetAttributes(&attributes, b));
  IS(attributes.device, 1);
  cudaStream_t on0;
  OK(cudaStreamCreate(&on0));
  OK(cudaSetDevice(1));
  IS(launch(stub_empty, 1, 1, 0, on0), cudaErrorInvalidResourceHandle);
  cudaEvent_t e;
  OK(cudaEventCreate(&e));
  IS(cudaEventRecord(e, on0), cudaErrorInvalidResourceHandle);
  // An error on one device leaves the other alone.
  OK(launch(stub_trap, 1, 1, 0, nullptr));
  IS(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
  OK(cudaSetDevice(0));
  cudaGetLastError();
  OK(launch(stub_empty, 1, 1, 0, nullptr));
  OK(cudaDeviceSynchronize());
  char bus[20];
  int index;
  OK(cudaDeviceGetPCIBusId(bus, sizeof bus, 1));
  OK(cudaDeviceGetByPCIBusId(&index, bus));
  IS(index, 1);
  std::printf("devices: right\n");
}
