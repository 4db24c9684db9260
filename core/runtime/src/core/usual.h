// SPDX-License-Identifier: Apache-2.0
// A kernel's second form for launches of the usual shape. Its name says what it supposes; the list of suppositions is in
// core/compiler/targets/amdgpu/copies.py.
#pragma once

#include <string>
#include <vector>

#include "scale/hip.h"

namespace scale {

struct Supposition {
  enum Kind { Row, Waves, Base, Block, Count, Argument } kind;
  unsigned index;  // axis, or number of the argument
  unsigned bits;   // the value is below this power of two
};

struct UsualForm {
  hipFunction_t handle = nullptr;  // null: the kernel has no such form
  std::vector<Supposition> suppositions;
};

// The suppositions in a form's name, which begins with "<kernel>.usual."; false for one that this runtime does not know.
bool read_suppositions(const std::string &name, const std::string &kernel, std::vector<Supposition> *out);

// Whether a launch is of the form's shape. `arguments` as for a launch; null when they are packed.
bool fits(const UsualForm &form, const unsigned (&grid)[3], const unsigned (&block)[3], void *const *arguments);

}  // namespace scale
