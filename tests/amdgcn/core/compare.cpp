// SPDX-License-Identifier: Apache-2.0
// Vector comparisons and classification. Every V_CMP exists a second time as V_CMPX, which also writes EXEC.
#include "lanes.h"

namespace amdgcn {
namespace {

void store_mask(Wave &w, const Op &o, u64 result) {
  result &= write_mask(w, o);
  if (o.flags & INDEXED) {  // V_CMPX: EXEC; gfx9 writes the scalar destination as well
    if (o.dst != EXEC) commit_mask(w, o.dst, result);
    commit_mask(w, EXEC, result);
  } else {
    commit_mask(w, o.dst, result);
  }
}

template <class T, class F> void compare(Wave &w, const Op &o, F f) {
  In<T> a(w, o, 0), b(w, o, 1);
  u64 result = 0;
  for (int i = 0; i < w.lanes; ++i) result |= u64(f(a[i], b[i])) << i;
  store_mask(w, o, result);
}

template <class T> void classify(Wave &w, const Op &o) {
  using Int = typename FloatTraits<T>::Int;
  In<T> a(w, o, 0);
  In<u32> b(w, o, 1);
  constexpr int mantissa = sizeof(T) == 8 ? 52 : sizeof(T) == 4 ? 23 : 10;
  constexpr Int fraction = (Int(1) << mantissa) - 1;
  u64 result = 0;
  for (int i = 0; i < w.lanes; ++i) {
    const Int raw = bits<Int>(a[i]);
    const bool negative = (raw & FloatTraits<T>::sign) != 0;
    const Int magnitude = raw & Int(~FloatTraits<T>::sign);
    const Int infinity = Int(Int(~Int(0)) >> 1) & Int(~fraction);
    int bit;
    if (magnitude > infinity) bit = (magnitude >> (mantissa - 1) & 1) ? 1 : 0;
    else if (magnitude == infinity) bit = negative ? 2 : 9;
    else if (magnitude > fraction) bit = negative ? 3 : 8;
    else if (magnitude) bit = negative ? 4 : 7;
    else bit = negative ? 5 : 6;
    result |= u64(b[i] >> bit & 1) << i;
  }
  store_mask(w, o, result);
}

#define AMDGCN_COMPARE(name, T, expr) \
  registry[name] = [](Wave &w, const Op &o) { compare<T>(w, o, [](T a, T b) -> bool { return expr; }); }

template <class T> void add_floats(Registry &registry, const std::string &suffix) {
  const auto name = [&](const char *relation) { return "v_cmp_" + std::string(relation) + suffix; };
  AMDGCN_COMPARE(name("f"), T, ((void)a, (void)b, false));
  AMDGCN_COMPARE(name("lt"), T, a < b);
  AMDGCN_COMPARE(name("eq"), T, a == b);
  AMDGCN_COMPARE(name("le"), T, a <= b);
  AMDGCN_COMPARE(name("gt"), T, a > b);
  AMDGCN_COMPARE(name("lg"), T, a < b || a > b);
  AMDGCN_COMPARE(name("ge"), T, a >= b);
  AMDGCN_COMPARE(name("o"), T, a == a && b == b);
  AMDGCN_COMPARE(name("u"), T, a != a || b != b);
  AMDGCN_COMPARE(name("nge"), T, !(a >= b));
  AMDGCN_COMPARE(name("nlg"), T, !(a < b || a > b));
  AMDGCN_COMPARE(name("ngt"), T, !(a > b));
  AMDGCN_COMPARE(name("nle"), T, !(a <= b));
  AMDGCN_COMPARE(name("neq"), T, !(a == b));
  AMDGCN_COMPARE(name("nlt"), T, !(a < b));
  AMDGCN_COMPARE(name("t"), T, ((void)a, (void)b, true));
  registry[name("class")] = classify<T>;
}

template <class T> void add_integers(Registry &registry, const std::string &suffix) {
  const auto name = [&](const char *relation) { return "v_cmp_" + std::string(relation) + suffix; };
  AMDGCN_COMPARE(name("f"), T, ((void)a, (void)b, false));
  AMDGCN_COMPARE(name("lt"), T, a < b);
  AMDGCN_COMPARE(name("eq"), T, a == b);
  AMDGCN_COMPARE(name("le"), T, a <= b);
  AMDGCN_COMPARE(name("gt"), T, a > b);
  AMDGCN_COMPARE(name("ne"), T, a != b);
  AMDGCN_COMPARE(name("ge"), T, a >= b);
  AMDGCN_COMPARE(name("t"), T, ((void)a, (void)b, true));
}

}  // namespace

void register_compare(Registry &registry) {
  add_floats<f16>(registry, "_f16");
  add_floats<f32>(registry, "_f32");
  add_floats<f64>(registry, "_f64");
  add_integers<i16>(registry, "_i16");
  add_integers<u16>(registry, "_u16");
  add_integers<i32>(registry, "_i32");
  add_integers<u32>(registry, "_u32");
  add_integers<i64>(registry, "_i64");
  add_integers<u64>(registry, "_u64");
}

}  // namespace amdgcn
