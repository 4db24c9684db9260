#pragma once
__device__ int twice(int value);
