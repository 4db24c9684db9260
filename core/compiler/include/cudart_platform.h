// SPDX-License-Identifier: Apache-2.0
#ifndef __CUDART_PLATFORM_H__
#define __CUDART_PLATFORM_H__
#endif
