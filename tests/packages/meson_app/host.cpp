#include <cstdio>
int report(const int *values, int count) {
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    std::printf("%d ", values[i]);
    wrong += values[i] != (i + 1) * (i + 1) + 1;
  }
  std::printf("\n");
  return wrong;
}
