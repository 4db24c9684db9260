// SPDX-License-Identifier: Apache-2.0
// Stream-ordered allocation: pools of our own on plain allocation, the same on every provider.
#pragma once
#include "core/state.h"

namespace scale {

// Frees a pool's block given to cudaFree; false when the pointer is no pool's.
bool free_pooled(void *pointer);
// The device is reset: its memory is gone already.
void forget_pools(int device);
// Gives cached blocks of a device back; true when there were any.
bool release_pools(int device);
// A block for a graph, which no stream orders: nobody uses it any more.
cudaError_t pool_allocate_plain(void **pointer, size_t size, cudaMemPool_t pool);
cudaError_t pool_allocate(void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t pool_free(void *pointer, cudaStream_t stream);
// A stream is destroyed: its handle may come back for another.
void pool_forget_stream(cudaStream_t stream);
cudaMemPool_t default_pool(int device);

}  // namespace scale
