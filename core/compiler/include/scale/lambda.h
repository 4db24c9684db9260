// SPDX-License-Identifier: Apache-2.0
// nvcc's traits of extended lambdas. clang needs no such lambdas to be marked: every closure type counts as both kinds.
#ifndef SCALE_LAMBDA_H
#define SCALE_LAMBDA_H

template <class T> struct __scale_closure {
  static constexpr bool find() {
    const char *name = __PRETTY_FUNCTION__;
    for (int i = 0; name[i]; ++i) {
      const char *word = "(lambda at ";
      int k = 0;
      while (word[k] && name[i + k] == word[k]) ++k;
      if (!word[k]) return true;
    }
    return false;
  }
  static constexpr bool value = find();
};
#define __nv_is_extended_device_lambda_closure_type(...) (__scale_closure<__VA_ARGS__>::value)
#define __nv_is_extended_host_device_lambda_closure_type(...) (__scale_closure<__VA_ARGS__>::value)
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) (__scale_closure<__VA_ARGS__>::value)
#define __nv_is_extended_device_lambda_with_trailing_return_type(...) (__scale_closure<__VA_ARGS__>::value)

#endif
