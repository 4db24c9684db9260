// SPDX-License-Identifier: Apache-2.0
// Where a library of ours lies in its package, from which it finds the compiler and the libraries it stands on. Header only: the runtime and the
// library wrappers share no code.
#ifndef SCALE_OWN_PLACE_H
#define SCALE_OWN_PLACE_H

#include <cstdlib>
#include <fstream>
#include <string>

namespace scale {

// Name of the file beside copies under another release's names (core/compiler/toolkit/releases.py) that says where the package's own lie.
inline constexpr const char *kPackageNote = "/.scale-package";

// The package's file behind the name that a library was opened by; empty where it cannot be told.
inline std::string own_place(const char *opened) {
  char *real = realpath(opened, nullptr);
  std::string path = real ? real : "";
  std::free(real);
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return path;
  std::string folder;
  std::ifstream note(path.substr(0, slash) + kPackageNote);
  if (note && std::getline(note, folder) && !folder.empty()) return folder + path.substr(slash);
  return path;
}

}  // namespace scale

#endif
