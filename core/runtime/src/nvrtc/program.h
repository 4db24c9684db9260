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
  bool relocatable = false;          // the image holds code for a link
  int (*flow)(void *, void *) = nullptr;
  void *flow_data = nullptr;
};

namespace scale::nvrtc {

// Runs the compiler on a program; fills its log, image and names.
nvrtcResult compile(_nvrtcProgram &program, const std::vector<std::string> &options);

}  // namespace scale::nvrtc
