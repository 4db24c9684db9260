// SPDX-License-Identifier: Apache-2.0
#include "bench.h"

int main() {
  const std::vector<float> a = numbers(kVectorSize), b(kVectorSize, 0.5f);
  std::vector<float> c(kVectorSize);
  const float *pa = a.data(), *pb = b.data();
  float *pc = c.data();
  const double seconds = best_seconds([&] {
#pragma omp parallel for simd schedule(static)
    for (int i = 0; i < kVectorSize; ++i) pc[i] = pa[i] + pb[i];
  });
  return report(seconds, sum_of(c));
}
