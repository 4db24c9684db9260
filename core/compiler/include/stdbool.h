// SPDX-License-Identifier: Apache-2.0
// GCC's header gives C++ the word _Bool in every mode, clang's in GNU modes alone.
#include_next <stdbool.h>
#if defined(__cplusplus) && !defined(_Bool)
#define _Bool bool
#endif
