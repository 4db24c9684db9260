#include <cstdio>
int report(const int *values, int count) {
  for (int i = 0; i < count; ++i) std::printf("%d ", values[i]);
  std::printf("\n");
  return 0;
}
