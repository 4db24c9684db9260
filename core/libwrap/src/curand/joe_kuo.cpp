// SPDX-License-Identifier: Apache-2.0
// Reading of Joe and Kuo's numbers. The .npz form is a ZIP archive of .npy arrays: PKWARE's APPNOTE, section 4.3; NumPy's "NPY format".
#include "joe_kuo.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "../common/dynamic_library.h"

namespace scale::curand {
namespace {

using Bytes = std::string;

template <class Integer>
Integer read(const Bytes &bytes, std::size_t at) {
  Integer value{};
  if (at + sizeof value <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

// zlib's z_stream as its manual lists it.
struct ZStream {
  const unsigned char *next_in;
  unsigned available_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned available_out;
  unsigned long total_out;
  const char *message;
  void *state, *allocate, *release, *opaque;
  int data_type;
  unsigned long adler, reserved;
};

// Raw deflate data by the system's zlib, which Python itself needs.
std::optional<Bytes> inflated(const Bytes &packed, std::size_t size) {
  void *zlib = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (zlib == nullptr) return std::nullopt;
  const auto version = reinterpret_cast<const char *(*)()>(dlsym(zlib, "zlibVersion"));
  const auto start = reinterpret_cast<int (*)(ZStream *, int, const char *, int)>(dlsym(zlib, "inflateInit2_"));
  const auto run = reinterpret_cast<int (*)(ZStream *, int)>(dlsym(zlib, "inflate"));
  const auto end = reinterpret_cast<int (*)(ZStream *)>(dlsym(zlib, "inflateEnd"));
  if (version == nullptr || start == nullptr || run == nullptr || end == nullptr) return std::nullopt;
  Bytes out(size, '\0');
  ZStream stream{};
  stream.next_in = reinterpret_cast<const unsigned char *>(packed.data());
  stream.available_in = static_cast<unsigned>(packed.size());
  stream.next_out = reinterpret_cast<unsigned char *>(out.data());
  stream.available_out = static_cast<unsigned>(size);
  if (start(&stream, -15, version(), static_cast<int>(sizeof stream)) != 0) return std::nullopt;
  const int status = run(&stream, 4);  // Z_FINISH
  end(&stream);
  return status == 1 && stream.available_out == 0 ? std::optional<Bytes>(std::move(out)) : std::nullopt;  // Z_STREAM_END
}

// A file of a ZIP archive, found through the central directory.
std::optional<Bytes> member(const Bytes &archive, const std::string &name) {
  const std::size_t end = archive.rfind("PK\5\6");
  if (end == Bytes::npos) return std::nullopt;
  std::size_t at = read<std::uint32_t>(archive, end + 16);
  for (unsigned i = 0; i < read<std::uint16_t>(archive, end + 10) && at + 46 <= archive.size(); ++i) {
    const auto method = read<std::uint16_t>(archive, at + 10), name_size = read<std::uint16_t>(archive, at + 28);
    const auto packed = read<std::uint32_t>(archive, at + 20), size = read<std::uint32_t>(archive, at + 24), local = read<std::uint32_t>(archive, at + 42);
    if (archive.compare(at + 46, name_size, name) == 0) {
      const std::size_t data = std::size_t{local} + 30 + read<std::uint16_t>(archive, local + 26) + read<std::uint16_t>(archive, local + 28);
      if (data + packed > archive.size()) return std::nullopt;
      const Bytes body = archive.substr(data, packed);
      return method == 0 ? std::optional<Bytes>(body) : method == 8 ? inflated(body, size) : std::nullopt;
    }
    at += 46u + name_size + read<std::uint16_t>(archive, at + 30) + read<std::uint16_t>(archive, at + 32);
  }
  return std::nullopt;
}

// A .npy array of little-endian 64-bit integers, row by row.
struct Array {
  std::vector<std::int64_t> values;
  std::size_t rows = 0, columns = 1;
  bool by_columns = false;
  std::int64_t at(std::size_t row, std::size_t column) const { return values[by_columns ? row + column * rows : row * columns + column]; }
};

std::optional<Array> array(const std::optional<Bytes> &file) {
  if (!file || file->compare(0, 6, "\x93NUMPY") != 0) return std::nullopt;
  const bool wide = read<std::uint8_t>(*file, 6) > 1;
  const std::size_t begin = wide ? 12 : 10, length = wide ? read<std::uint32_t>(*file, 8) : read<std::uint16_t>(*file, 8);
  const std::string header = file->substr(begin, length);
  Array result;
  const std::size_t shape = header.find("'shape': (");
  if (shape == std::string::npos || header.find("'descr': '<i8'") == std::string::npos) return std::nullopt;
  result.by_columns = header.find("'fortran_order': True") != std::string::npos;
  char comma = 0;
  std::istringstream sizes(header.substr(shape + 10));
  sizes >> result.rows >> comma;
  if (!(sizes >> result.columns)) result.columns = 1;
  const std::size_t count = result.rows * result.columns;
  if (count == 0 || file->size() < begin + length + 8 * count) return std::nullopt;
  result.values.resize(count);
  std::memcpy(result.values.data(), file->data() + begin + length, 8 * count);
  return result;
}

std::vector<JoeKuo> from_npz(const Bytes &bytes) {
  std::vector<JoeKuo> rows;
  const std::optional<Array> polynomials = array(member(bytes, "poly.npy")), initial = array(member(bytes, "vinit.npy"));
  if (!polynomials || !initial || polynomials->rows != initial->rows || initial->columns > 18) return rows;
  rows.resize(polynomials->rows);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    rows[row].polynomial = static_cast<std::uint32_t>(polynomials->at(row, 0));
    for (std::size_t i = 0; i < initial->columns; ++i) rows[row].initial[i] = static_cast<std::uint32_t>(initial->at(row, i));
  }
  return rows;
}

std::vector<JoeKuo> from_text(const Bytes &bytes) {
  std::vector<JoeKuo> rows{kFirstDimension};
  std::istringstream lines(bytes);
  std::string line;
  std::getline(lines, line);  // the heading
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::uint32_t dimension = 0, degree = 0, inner = 0;
    if (!(words >> dimension >> degree >> inner) || degree > 18 || dimension != rows.size() + 1) break;
    JoeKuo row{(1u << degree) | (inner << 1) | 1u, {}};
    for (std::uint32_t i = 0; i < degree; ++i) words >> row.initial[i];
    rows.push_back(row);
  }
  return rows;
}

std::vector<JoeKuo> load() {
  std::vector<std::string> candidates;
  if (const char *chosen = std::getenv("SCALE_SOBOL_NUMBERS")) candidates.emplace_back(chosen);
  for (const std::string &folder : search_folders()) candidates.push_back(folder + "/_sobol_direction_numbers.npz");
  candidates.emplace_back("/usr/lib/python3/dist-packages/scipy/stats/_sobol_direction_numbers.npz");
  for (const std::string &path : candidates) {
    std::ifstream file(path, std::ios::binary);
    if (!file) continue;
    const Bytes bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::vector<JoeKuo> rows = bytes.compare(0, 2, "PK") == 0 ? from_npz(bytes) : from_text(bytes);
    if (rows.size() > 1) return rows;
    say_once(path + " does not hold Joe and Kuo's numbers in a known form");
  }
  say_once("Joe and Kuo's direction numbers, which cuRAND's Sobol generators use, were not found; pip install scipy, or set SCALE_SOBOL_NUMBERS to their file");
  return {};
}

}  // namespace

const JoeKuo *joe_kuo_numbers(unsigned dimensions) {
  static const std::vector<JoeKuo> rows = load();
  return rows.size() >= dimensions ? rows.data() : nullptr;
}

}  // namespace scale::curand
