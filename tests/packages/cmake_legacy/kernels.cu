__global__ void scale_all(int *values) { values[threadIdx.x] *= FACTOR; }
void run(int *values, int count) { scale_all<<<1, count>>>(values); }
