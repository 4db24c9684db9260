#include "device.h"
__device__ int twice(int value) { return 2 * value; }
__global__ void one_twice(int *value) { *value = twice(*value); }
