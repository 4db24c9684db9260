// SPDX-License-Identifier: Apache-2.0
// Clusters of blocks, which sm_90 and newer have (CUDA C++ Programming Guide, "Thread Block Clusters"). A target without clusters takes each block
// for a cluster of its own.
#ifndef SCALE_CLUSTER_H
#define SCALE_CLUSTER_H

#include "device.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#ifdef __CUDA_ARCH__
#define __SCALE_CLUSTER_BODY(...) { __VA_ARGS__ }
#define __SCALE_REGISTER(NAME) ([]() __attribute__((device)) { unsigned __r; asm("mov.u32 %0, %%" NAME ";" : "=r"(__r)); return __r; }())
#else
#define __SCALE_CLUSTER_BODY(...) ;
#endif
#define __SCALE_CLUSTER_NUMBER(NAME, REGISTER) __SCALE_DEVICE unsigned NAME() __SCALE_CLUSTER_BODY(return __SCALE_REGISTER(REGISTER);)
#define __SCALE_CLUSTER_TRIPLE(NAME, REGISTER)                                                                                        \
  __SCALE_DEVICE dim3 NAME() __SCALE_CLUSTER_BODY(                                                                                    \
      return dim3(__SCALE_REGISTER(REGISTER ".x"), __SCALE_REGISTER(REGISTER ".y"), __SCALE_REGISTER(REGISTER ".z"));)
__SCALE_CLUSTER_NUMBER(__clusterRelativeBlockRank, "cluster_ctarank")
__SCALE_CLUSTER_NUMBER(__clusterSizeInBlocks, "cluster_nctarank")
__SCALE_CLUSTER_TRIPLE(__clusterRelativeBlockIdx, "cluster_ctaid")
__SCALE_CLUSTER_TRIPLE(__clusterDim, "cluster_nctaid")
__SCALE_CLUSTER_TRIPLE(__clusterIdx, "clusterid")
__SCALE_CLUSTER_TRIPLE(__clusterGridDimInClusters, "nclusterid")
__SCALE_DEVICE unsigned __clusterDimIsSpecified() __SCALE_CLUSTER_BODY(
    unsigned __r; asm("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(__r)); return __r;)
__SCALE_DEVICE void __cluster_barrier_arrive() __SCALE_CLUSTER_BODY(asm volatile("barrier.cluster.arrive;" : : : "memory");)
__SCALE_DEVICE void __cluster_barrier_arrive_relaxed() __SCALE_CLUSTER_BODY(asm volatile("barrier.cluster.arrive.relaxed;");)
__SCALE_DEVICE void __cluster_barrier_wait() __SCALE_CLUSTER_BODY(asm volatile("barrier.cluster.wait;" : : : "memory");)
__SCALE_DEVICE void *__cluster_map_shared_rank(const void *p, unsigned rank) __SCALE_CLUSTER_BODY(
    void *__r; asm("mapa.u64 %0, %1, %2;" : "=l"(__r) : "l"(p), "r"(rank)); return __r;)
__SCALE_DEVICE unsigned __cluster_query_shared_rank(const void *p) __SCALE_CLUSTER_BODY(
    unsigned __r; asm("getctarank.u64 %0, %1;" : "=r"(__r) : "l"(p)); return __r;)
__SCALE_DEVICE unsigned __isClusterShared(const void *p) __SCALE_CLUSTER_BODY(
    unsigned __r; asm("{ .reg .pred p; isspacep.shared::cluster p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(__r) : "l"(p)); return __r;)
#undef __SCALE_CLUSTER_NUMBER
#undef __SCALE_CLUSTER_TRIPLE
#undef __SCALE_CLUSTER_BODY
#undef __SCALE_REGISTER
#endif

#endif
