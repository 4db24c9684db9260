#pragma once
__device__ int twice(int value);
__global__ void one_twice(int *value);
