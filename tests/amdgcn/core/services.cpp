// SPDX-License-Identifier: Apache-2.0
// The host side of ockl's host calls. The layouts are those that ockl.bc's __ockl_hostcall_internal and printf functions use:
//   buffer  { header *headers; payload *payloads; signal doorbell; u64 free_stack; u64 ready_stack; u64 index_mask; }
//   header  { u64 next; u64 active_lanes; u32 service; u32 control; }   control bit 0: the request waits
//   payload { u64 slots[64][8]; }
// A printf message is built over several requests: slot 0 is a descriptor (bit 0 begins, bit 1 ends, bits 7:5 count of words, the
// message number above), the other slots are words: stream, format text and arguments, text padded to whole words.
#include "services.h"

#include <cstdio>
#include <cstdlib>

namespace amdgcn {
namespace {

constexpr u64 PACKETS = 64, HEADER = 24, PAYLOAD = 64 * 8 * 8, SIGNAL = 64, BUFFER = 64, HEAP = 2 << 20, SLAB_ALIGNMENT = 2 << 20;
constexpr u64 HEADERS_AT = BUFFER + SIGNAL, PAYLOADS_AT = HEADERS_AT + PACKETS * HEADER + 64 - PACKETS * HEADER % 64, TOTAL = PAYLOADS_AT + PACKETS * PAYLOAD;
enum Service : u32 { PRINTF = 2, DEVICE_MEMORY = 3 };

u64 &word(u8 *base, u64 offset) { return *reinterpret_cast<u64 *>(base + offset); }

// One text out of a message: its bytes up to the terminating zero; `at` moves to the next word.
std::string text_at(const std::vector<u64> &data, size_t &at) {
  if (at >= data.size()) return "";
  const char *bytes = reinterpret_cast<const char *>(&data[at]);
  const size_t room = (data.size() - at) * 8, size = strnlen(bytes, room);
  at += size / 8 + 1;
  return std::string(bytes, size);
}

std::string format(const std::vector<u64> &data) {
  size_t at = 1;
  const std::string pattern = text_at(data, at);
  const auto next = [&] { return at < data.size() ? data[at++] : 0; };
  std::string out;
  for (size_t i = 0; i < pattern.size();) {
    if (pattern[i] != '%') { out += pattern[i++]; continue; }
    if (i + 1 < pattern.size() && pattern[i + 1] == '%') { out += '%'; i += 2; continue; }
    std::string spec = "%";
    size_t end = i + 1;
    for (; end < pattern.size() && !std::strchr("diouxXcsfFeEgGaApn", pattern[end]); ++end) {
      if (pattern[end] == '*') spec += std::to_string(i32(next()));
      else if (!std::strchr("hlLqjzt", pattern[end])) spec += pattern[end];
    }
    if (end == pattern.size()) { out += pattern.substr(i); break; }
    const char kind = pattern[end];
    const bool wide = pattern.find("l", i) < end || pattern.find_first_of("zjtq", i) < end;
    char buffer[512];
    if (kind == 's') {
      const std::string text = text_at(data, at);
      std::snprintf(buffer, sizeof buffer, (spec + "s").c_str(), text.c_str());
      out += text.size() >= sizeof buffer ? text : std::string(buffer);
    } else if (std::strchr("fFeEgGaA", kind)) {
      const u64 raw = next();
      f64 value;
      std::memcpy(&value, &raw, 8);
      std::snprintf(buffer, sizeof buffer, (spec + kind).c_str(), value);
      out += buffer;
    } else if (kind == 'p') {
      std::snprintf(buffer, sizeof buffer, (spec + "p").c_str(), reinterpret_cast<void *>(next()));
      out += buffer;
    } else if (kind == 'c') {
      std::snprintf(buffer, sizeof buffer, (spec + "c").c_str(), int(next()));
      out += buffer;
    } else if (kind != 'n') {
      u64 value = next();
      if (!wide) value = std::strchr("di", kind) ? u64(i64(i32(value))) : u64(u32(value));
      std::snprintf(buffer, sizeof buffer, (spec + "ll" + kind).c_str(), static_cast<unsigned long long>(value));
      out += buffer;
    }
    i = end + 1;
  }
  return out;
}

}  // namespace

Services::Services() : block_(static_cast<u8 *>(std::aligned_alloc(64, (TOTAL + 63) / 64 * 64))), heap_(static_cast<u8 *>(std::aligned_alloc(SLAB_ALIGNMENT, HEAP))) {
  std::memset(block_, 0, TOTAL);
  std::memset(heap_, 0, HEAP);
  word(block_, 0) = u64(block_) + HEADERS_AT;
  word(block_, 8) = u64(block_) + PAYLOADS_AT;
  word(block_, 16) = u64(block_) + BUFFER;
  word(block_, 40) = PACKETS - 1;
  // A packet's pointer is its index with a tag above; zero ends a list, so tags start at one.
  for (u64 i = 0; i < PACKETS; ++i) word(block_, HEADERS_AT + i * HEADER) = i + 1 < PACKETS ? PACKETS + i + 1 : 0;
  word(block_, 24) = PACKETS;
}

Services::~Services() {
  std::free(block_);
  std::free(heap_);
  for (const auto &slab : slabs_) std::free(reinterpret_cast<void *>(slab.first));
}

void Services::attach(Memory &memory) {
  memory_ = &memory;
  memory.add(u64(block_), TOTAL);
  memory.add(u64(heap_), HEAP);
  for (const auto &[address, size] : slabs_) memory.add(address, size);
}

void Services::poll() {
  u64 packet = word(block_, 32);
  if (!packet) return;
  word(block_, 32) = 0;
  while (packet) {
    const u64 index = packet & (PACKETS - 1);
    u8 *header = block_ + HEADERS_AT + index * HEADER;
    const u64 next = word(header, 0), lanes = word(header, 8);
    u32 service, control;
    std::memcpy(&service, header + 16, 4);
    std::memcpy(&control, header + 20, 4);
    for (u64 left = lanes; left; left &= left - 1) {
      u64 *slots = &word(block_, PAYLOADS_AT + index * PAYLOAD + u64(__builtin_ctzll(left)) * 64);
      if (service == PRINTF) slots[0] = print(slots);
      else if (service == DEVICE_MEMORY) slots[0] = device_memory(slots[0], slots[1]);
      else throw Fault(FaultKind::illegal, "host call to service " + std::to_string(service) + ", which is not modelled");
    }
    control &= ~u32(1);
    std::memcpy(header + 20, &control, 4);
    packet = next;
  }
}

u64 Services::print(u64 *slots) {
  const u64 descriptor = slots[0], words = descriptor >> 5 & 7;
  u64 number = descriptor >> 8;
  if (descriptor & 1) {
    for (number = 0; number < messages_.size() && messages_[number].used; ++number) {}
    if (number == messages_.size()) messages_.emplace_back();
    messages_[number].used = true;
    messages_[number].data.clear();
  }
  if (number >= messages_.size()) throw Fault(FaultKind::illegal, "printf continues a message that was never begun");
  Message &message = messages_[number];
  message.data.insert(message.data.end(), slots + 1, slots + 1 + words);
  if (!(descriptor & 2)) return (descriptor & 0x1C) | number << 8;
  const std::string text = format(message.data);
  FILE *stream = !message.data.empty() && message.data[0] == 1 ? stderr : stdout;
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
  message.used = false;
  return text.size();
}

u64 Services::device_memory(u64 address, u64 size) {
  if (address) {
    slabs_.erase(address);
    if (memory_) memory_->remove(address);
    std::free(reinterpret_cast<void *>(address));
    return 0;
  }
  const u64 rounded = (size + SLAB_ALIGNMENT - 1) / SLAB_ALIGNMENT * SLAB_ALIGNMENT;
  void *memory = std::aligned_alloc(SLAB_ALIGNMENT, rounded);
  if (!memory) return 0;
  slabs_[u64(memory)] = rounded;
  if (memory_) memory_->add(u64(memory), rounded);
  return u64(memory);
}

}  // namespace amdgcn
