__device__ int offset = 1;

__device__ int next(int i) { return i + offset; }
