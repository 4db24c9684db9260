// SPDX-License-Identifier: Apache-2.0
// torch has moved this header, which many extensions still include.
#pragma once
#if __has_include_next(<THC/THCAtomics.cuh>)
#include_next <THC/THCAtomics.cuh>
#else
#include <ATen/cuda/Atomic.cuh>
#endif
