#include "device.h"
__device__ int twice(int value) { return 2 * value; }
