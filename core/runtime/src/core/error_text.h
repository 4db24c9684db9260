// SPDX-License-Identifier: Apache-2.0
#pragma once
namespace scale {
// A row of api/errors.tsv: names are empty where an API lacks the code.
struct ErrorText {
  int code;
  const char *runtime;
  const char *driver;
  const char *text;
};
extern const ErrorText error_texts[];
extern const unsigned error_text_count;
// The row of a code, or null.
const ErrorText *find_error(int code);
}  // namespace scale
