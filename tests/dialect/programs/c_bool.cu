#include <cstdbool>
#include <stdatomic.h>
extern "C" _Bool f(_Bool a); __global__ void k(_Bool *p) { *p = true; }
