// SPDX-License-Identifier: Apache-2.0
// What dispatch.cpp offers to the C interface and to the HIP provider.
#ifndef AMDGCN_DISPATCH_H
#define AMDGCN_DISPATCH_H

#include "state.h"

namespace amdgcn {

// A launch with all that its kernel descriptor asks for; shared with core.py.
struct Launch {
  u32 grid[3], block[3];
  u64 entry;                // address of the first instruction
  u64 kernarg, dispatch_packet;
  u64 kernarg_preload;      // bytes of kernarg that go to SGPRs: offset << 32 | dwords
  u32 properties, rsrc1, rsrc2, lds_bytes, scratch_bytes, lanes, packed_ids, architected_scratch, ids_in_ttmp;
  u32 resident;             // work-groups that run at the same time; 0: one after the other
  u32 slice;                // instructions before another wave of the group gets its turn
  u32 pad;
  u64 limit;                // instructions of the whole launch after which it counts as hung; 0: none
  u64 executed;             // out
  u64 fault_address;        // out
  u64 services;             // a Services object, or 0
};

// Runs a grid to its end; throws Fault.
void launch(Program &program, Memory &memory, Launch &l);
Program *create_program(const void *ops, u64 count, const char *semantics, const char *names, u64 code, u64 code_size, int generation);

}  // namespace amdgcn
#endif
