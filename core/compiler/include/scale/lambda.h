// SPDX-License-Identifier: Apache-2.0
// nvcc's traits of extended lambdas. What a closure is for is asked of overload resolution, which leaves out callees of the wrong side.
// clang keeps the return type of every lambda. Before C++14, and for generic lambdas, every closure counts as both kinds.
#ifndef SCALE_LAMBDA_H
#define SCALE_LAMBDA_H

template <class T> struct __scale_closure {
  static constexpr bool begins(const char *text, const char *__word) { return !*__word || (*text == *__word && begins(text + 1, __word + 1)); }
  // The name of T follows the first `<`: the rest, which may be longer than the calls that an evaluation may nest, is not looked at.
  static constexpr const char *name(const char *text) { return *text == '<' ? text + 1 : *text ? name(text + 1) : text; }
  static constexpr bool closure(const char *text) { return begins(text, "const ") ? begins(text + 6, "(lambda at ") : begins(text, "(lambda at "); }
  static constexpr bool ask() { return closure(name(__PRETTY_FUNCTION__)); }
  static constexpr bool value = ask();
};

template <bool value> struct __scale_answer { static constexpr bool answer = value; };
template <class _Fp> struct __scale_return;
template <class _Cp, class _Rp> struct __scale_return<_Rp (_Cp::*)()> { using type = _Rp; };

#if __cplusplus >= 201402L
template <class T, class _Fp> struct __scale_sides { static constexpr bool host = true, device = true; };
struct __scale_nobody {};
template <class T> struct __scale_overloaded : T {
  using T::operator();
  __attribute__((host)) __attribute__((device)) void operator()(__scale_nobody);
};
template <class T, class... _Ap> struct __scale_callable {
  template <class _Fp> static __attribute__((host)) auto in_host(int) -> decltype((void)((__scale_overloaded<_Fp> *)nullptr)->operator()(((_Ap(*)())nullptr)()...), __scale_answer<true>());
  template <class _Fp> static __attribute__((host)) __scale_answer<false> in_host(...);
  template <class _Fp> static __attribute__((device)) auto in_device(int) -> decltype((void)((__scale_overloaded<_Fp> *)nullptr)->operator()(((_Ap(*)())nullptr)()...), __scale_answer<true>());
  template <class _Fp> static __attribute__((device)) __scale_answer<false> in_device(...);
  __attribute__((host)) auto ask_host() { return decltype(in_host<T>(0))(); }
  __attribute__((device)) auto ask_device() { return decltype(in_device<T>(0))(); }
  static constexpr bool host = __scale_return<decltype(&__scale_callable::ask_host)>::type::answer;
  static constexpr bool device = __scale_return<decltype(&__scale_callable::ask_device)>::type::answer;
};
#define __SCALE_SIDES(qualifiers) \
  template <class T, class _Cp, class _Rp, class... _Ap> struct __scale_sides<T, _Rp (_Cp::*)(_Ap...) qualifiers> : __scale_callable<T, _Ap...> {};
__SCALE_SIDES()
__SCALE_SIDES(const)
#if __cplusplus >= 201703L
__SCALE_SIDES(noexcept)
__SCALE_SIDES(const noexcept)
#endif
#undef __SCALE_SIDES
#endif

template <class T, bool = __scale_closure<T>::value> struct __scale_lambda { static constexpr bool device = false, __both = false; };
template <class T> struct __scale_lambda<T, true> {
#if __cplusplus >= 201402L
  template <class _Fp> static __attribute__((host)) __attribute__((device)) auto sides(int) -> __scale_sides<_Fp, decltype(&_Fp::operator())>;
  template <class _Fp> static __attribute__((host)) __attribute__((device)) __scale_sides<_Fp, void> sides(...);
  using __of = decltype(sides<T>(0));
  static constexpr bool device = __of::device && !__of::host, __both = __of::device && __of::host;
#else
  static constexpr bool device = true, __both = true;
#endif
};
#define __nv_is_extended_device_lambda_closure_type(...) (__scale_lambda<__VA_ARGS__>::device)
#define __nv_is_extended_host_device_lambda_closure_type(...) (__scale_lambda<__VA_ARGS__>::__both)
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) (__scale_lambda<__VA_ARGS__>::device)
#define __nv_is_extended_device_lambda_with_trailing_return_type(...) (__scale_lambda<__VA_ARGS__>::device)

#endif
