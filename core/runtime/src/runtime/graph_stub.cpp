#include "core/graph.h"
namespace scale {
bool capture_kernel(CUfunc_st &, const LaunchShape &, void **, void **, cudaError_t *) { return false; }
bool capture_copy(const cudaMemcpy3DParms &, cudaStream_t, cudaError_t *) { return false; }
bool capture_fill(const cudaMemsetParams &, cudaStream_t, cudaError_t *) { return false; }
bool capture_host(cudaHostFn_t, void *, cudaStream_t, cudaError_t *) { return false; }
bool capture_record(cudaEvent_t, cudaStream_t, cudaError_t *) { return false; }
bool capture_wait(cudaStream_t, cudaEvent_t, cudaError_t *) { return false; }
bool capture_forbids(cudaStream_t, cudaError_t *) { return false; }
cudaError_t capture_unsafe_call() { return cudaSuccess; }
bool capture_forbids_event(cudaEvent_t, cudaError_t *) { return false; }
void capture_forget_event(cudaEvent_t) {}
void capture_forget_stream(cudaStream_t) {}
}
