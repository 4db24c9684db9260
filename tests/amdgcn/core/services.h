// SPDX-License-Identifier: Apache-2.0
// What ROCm's runtime serves to device code through the host-call buffer: printf and memory for the device heap.
#ifndef AMDGCN_SERVICES_H
#define AMDGCN_SERVICES_H

#include <memory>

#include "state.h"

namespace amdgcn {

class Services {
 public:
  Services();
  ~Services();
  Services(const Services &) = delete;
  Services &operator=(const Services &) = delete;
  u64 hostcall_buffer() const { return u64(block_); }   // hidden_hostcall_buffer
  u64 heap() const { return u64(heap_); }               // hidden_heap_v1, zeroed once
  // Names this object's memory to a launch's address map.
  void attach(Memory &memory);
  // Serves every request that waits.
  void poll();

 private:
  struct Message { std::vector<u64> data; bool used = false; };
  u64 print(u64 *slots);
  u64 device_memory(u64 address, u64 size);

  u8 *block_, *heap_;
  std::vector<Message> messages_;
  std::map<u64, u64> slabs_;
  Memory *memory_ = nullptr;
};

}  // namespace amdgcn
#endif
