// SPDX-License-Identifier: Apache-2.0
// The C++ face of NVTX: types that can be made and thrown away, macros that expand to them.
#ifndef NVTX3_HPP
#define NVTX3_HPP

#include <cstdint>
#include <string>
#include "nvToolsExt.h"

#define NVTX3_CPP_DEFINITIONS_V1_0
// Outside of namespace nvtx3, so that another nvtx3.hpp, which a project carries (RAPIDS' older one), may declare the same names there.
namespace __scale_nvtx3 {

struct domain {
  struct global {
    static constexpr const char *name = nullptr;
  };
  template <class D = global> static const domain &get() {
    static const domain one;
    return one;
  }
};
struct rgb {
  std::uint8_t red, green, blue;
  constexpr rgb(std::uint8_t r, std::uint8_t g, std::uint8_t b) noexcept : red(r), green(g), blue(b) {}
};
struct argb : rgb {
  std::uint8_t alpha;
  constexpr argb(std::uint8_t a, std::uint8_t r, std::uint8_t g, std::uint8_t b) noexcept : rgb(r, g, b), alpha(a) {}
};
struct color {
  constexpr explicit color(std::uint32_t) noexcept {}
  constexpr color(rgb) noexcept {}
};
struct category {
  constexpr explicit category(std::uint32_t) noexcept {}
};
struct payload {
  template <class T> constexpr explicit payload(T) noexcept {}
};
struct message {
  message(const char *) noexcept {}
  message(const std::string &) noexcept {}
};
template <class D = domain::global> struct registered_string_in {
  explicit registered_string_in(const char *) noexcept {}
  template <class M> static const registered_string_in &get() {
    static const registered_string_in one(M::message);
    return one;
  }
};
using registered_string = registered_string_in<>;
struct event_attributes {
  template <class... T> constexpr event_attributes(const T &...) noexcept {}
};
template <class D = domain::global> struct scoped_range_in {
  template <class... T> explicit scoped_range_in(const T &...) noexcept {}
  scoped_range_in(const scoped_range_in &) = delete;
  scoped_range_in &operator=(const scoped_range_in &) = delete;
  ~scoped_range_in() {}
};
using scoped_range = scoped_range_in<>;
template <class D = domain::global> struct unique_range_in {
  template <class... T> explicit unique_range_in(const T &...) noexcept {}
  ~unique_range_in() {}
};
using unique_range = unique_range_in<>;
struct range_handle {};
template <class D = domain::global, class... T> range_handle start_range_in(const T &...) noexcept { return {}; }
template <class... T> range_handle start_range(const T &...) noexcept { return {}; }
template <class D = domain::global> void end_range_in(range_handle) noexcept {}
inline void end_range(range_handle) noexcept {}
template <class D = domain::global, class... T> void mark_in(const T &...) noexcept {}
template <class... T> void mark(const T &...) noexcept {}

}  // namespace __scale_nvtx3
namespace nvtx3 {
namespace v1 = ::__scale_nvtx3;
}

#define NVTX3_V1_FUNC_RANGE_IN(D) ::nvtx3::v1::scoped_range_in<D> nvtx3_range__(__func__)
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF(C) NVTX3_V1_FUNC_RANGE()
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C) NVTX3_V1_FUNC_RANGE_IN(D)
#endif

// Names without a version, unless a header wants none of them.
#if !defined(NVTX3_CPP_REQUIRE_EXPLICIT_VERSION) && !defined(NVTX3_FUNC_RANGE)
namespace nvtx3 {
using namespace ::__scale_nvtx3;
}
#define NVTX3_FUNC_RANGE NVTX3_V1_FUNC_RANGE
#define NVTX3_FUNC_RANGE_IN NVTX3_V1_FUNC_RANGE_IN
#define NVTX3_FUNC_RANGE_IF NVTX3_V1_FUNC_RANGE_IF
#define NVTX3_FUNC_RANGE_IF_IN NVTX3_V1_FUNC_RANGE_IF_IN
#endif
