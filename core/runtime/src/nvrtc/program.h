// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "nvrtc.h"

struct _nvrtcProgram {
  std::string source, name;
  std::vector<std::pair<std::string, std::string>> headers;  // name as included, text
  std::vector<std::string> expressions;
  std::map<std::string, std::string> lowered;
  std::string log;
  std::string text;                  // the image as text, for cuModuleLoadData
  std::vector<unsigned char> image;  // the same, decoded
};

namespace scale::nvrtc {

// Runs the compiler on a program; fills its log, image and names.
nvrtcResult compile(_nvrtcProgram &program, const std::vector<std::string> &options);

// The mangled name of each expression, found among the symbols in the image's bytes; false when one has none.
bool lower_names(_nvrtcProgram &program);

}  // namespace scale::nvrtc
