/* SPDX-License-Identifier: Apache-2.0 */
/* The name that cuSPARSE had beside its first interface. */
#include <cusparse.h>
