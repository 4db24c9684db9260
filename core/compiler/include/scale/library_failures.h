// SPDX-License-Identifier: Apache-2.0
// What libstdc++'s constexpr functions call when they fail (std::array::at, std::optional::value, std::visit): a trap in device code.
#ifndef SCALE_LIBRARY_FAILURES_H
#define SCALE_LIBRARY_FAILURES_H

namespace std {
#define __SCALE_FAILURE(name, ...) \
  [[noreturn]] __attribute__((device)) inline void __throw_##name(__VA_ARGS__) { __builtin_trap(); }
__SCALE_FAILURE(bad_alloc)
__SCALE_FAILURE(bad_array_new_length)
__SCALE_FAILURE(bad_cast)
__SCALE_FAILURE(bad_function_call)
__SCALE_FAILURE(bad_optional_access)
__SCALE_FAILURE(bad_variant_access, bool)
__SCALE_FAILURE(bad_variant_access, unsigned)
__SCALE_FAILURE(bad_variant_access, const char *)
__SCALE_FAILURE(domain_error, const char *)
__SCALE_FAILURE(invalid_argument, const char *)
__SCALE_FAILURE(length_error, const char *)
__SCALE_FAILURE(logic_error, const char *)
__SCALE_FAILURE(out_of_range, const char *)
__SCALE_FAILURE(out_of_range_fmt, const char *, ...)
__SCALE_FAILURE(overflow_error, const char *)
__SCALE_FAILURE(range_error, const char *)
__SCALE_FAILURE(runtime_error, const char *)
__SCALE_FAILURE(underflow_error, const char *)
#undef __SCALE_FAILURE
}

#endif
