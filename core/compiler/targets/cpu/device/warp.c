// SPDX-License-Identifier: Apache-2.0
// The general schedule: every thread has its own next region. `next[t]` is the region's number plus flags.
#include <scale/cpu_image.h>

enum { NUMBER = 0xffffff, SYNCWARP = 0x20000000, WAITING = 0x40000000, DONE = 0x7fffffff };

// The lanes of one warp that run next, and their region; -1 when all wait for the block or are done.
// `want` is the member mask that a lane waits with, 0 for none. The earliest region in program order goes first, so that lanes meet again.
int scale_pick(int *next, unsigned *want, unsigned *ready_out) {
  unsigned done = 0, syncing = 0;
  for (int l = 0; l < 32; l++) {
    if (next[l] == DONE) done |= 1u << l;
    if (next[l] != DONE && (next[l] & SYNCWARP) && want[l]) syncing |= 1u << l;
  }
  int last = -1, forced = -1;
  unsigned forced_lanes = 0;
  for (;;) {
    int least = DONE;
    for (int l = 0; l < 32; l++) {
      int number = next[l] & WAITING ? DONE : next[l] & NUMBER;
      if (number > last && number < least) least = number;
    }
    if (least == DONE) break;
    unsigned here = 0, ready = 0;
    for (int l = 0; l < 32; l++)
      if (!(next[l] & WAITING) && (next[l] & NUMBER) == least) here |= 1u << l;
    for (int l = 0; l < 32; l++) {
      if (!(here >> l & 1)) continue;
      unsigned others = want[l] & ~done;
      if (next[l] & SYNCWARP) {
        if (others & ~syncing) continue;
      } else if (others & ~here) {
        continue;
      }
      ready |= 1u << l;
    }
    if (ready) {
      unsigned members = 0;
      for (int l = 0; l < 32; l++)
        if ((ready >> l & 1) && (next[l] & SYNCWARP)) members |= want[l] & ~done;
      for (int l = 0; l < 32; l++)  // all members of a __syncwarp are released at once, wherever they wait
        if (members >> l & 1) want[l] = 0;
      *ready_out = ready;
      return least;
    }
    if (forced < 0) forced = least, forced_lanes = here;
    last = least;
  }
  *ready_out = forced_lanes;  // lanes named in a mask never come: go on with those that are here
  return forced;
}

enum { BAR_ID = 0xff, BAR_COUNT = 0xffff00, KIND_SHIFT = 24 };
enum { KIND_SYNC, KIND_AND, KIND_OR, KIND_POPC, KIND_GRID, KIND_YIELD, KIND_ARRIVE };
// In `arrived`, behind the barriers that CUDA has: what a block that only waits looked like, and how often it did in a row.
enum { LIVE_BEFORE = 28, ROUNDS = 29 };

// Opens the barriers of a block whose threads have all come. `bar[t]`: number | threads << 8 | kind << 24; of a thread that waits in a loop
// (KIND_YIELD) the number of its place in `places`, from 1, stands for the threads. A thread that only arrives (KIND_ARRIVE) is counted and
// goes on. Returns 0 when all threads are done.
int scale_release(const struct scale_cpu_launch *launch, uint32_t n, int *next, const int *bar, const int *predicate, int *result,
                  int *arrived, const char *const *places) {
  uint32_t live = 0, yielding = 0, place = 0, waiting[32] = {0}, wanted[32] = {0}, yes[32] = {0};
  int grid = 0, arriving = 0;
  for (uint32_t t = 0; t < n; t++) {
    if (next[t] == DONE) continue;
    live++;
    if (!(next[t] & WAITING)) continue;
    if (bar[t] >> KIND_SHIFT == KIND_YIELD) {
      if (!yielding++) place = (uint32_t)(bar[t] & BAR_COUNT) >> 8;
      continue;
    }
    int id = bar[t] & 31;
    wanted[id] = (uint32_t)(bar[t] & BAR_COUNT) >> 8;
    if (bar[t] >> KIND_SHIFT == KIND_ARRIVE) {
      arriving = 1;
      arrived[id]++;
      next[t] &= ~WAITING;
      continue;
    }
    waiting[id]++;
    yes[id] += predicate[t] != 0;
  }
  if (!live) return 0;
  uint32_t open = 0;
  for (int id = 0; id < 32; id++)
    if ((wanted[id] || waiting[id]) && waiting[id] + (uint32_t)arrived[id] >= (wanted[id] ? wanted[id] : live)) open |= 1u << id;
  if (open || arriving || live != (uint32_t)arrived[LIVE_BEFORE]) arrived[ROUNDS] = 0;
  arrived[LIVE_BEFORE] = (int)live;
  if (!open && !arriving && yielding && launch->services->wait)
    launch->services->wait(launch, places && place ? places[place - 1] : "", (uint32_t)arrived[ROUNDS]++);
  if (!open && !yielding && !arriving)  // no barrier can open any more: what hardware would hang on goes on here
    for (int id = 0; id < 32; id++)
      if (waiting[id]) open |= 1u << id;
  for (uint32_t t = 0; t < n; t++) {
    if (next[t] == DONE || !(next[t] & WAITING)) continue;
    if (bar[t] >> KIND_SHIFT == KIND_YIELD) {
      next[t] &= ~WAITING;
      continue;
    }
    if (!(open >> (bar[t] & 31) & 1)) continue;
    int id = bar[t] & 31;
    next[t] &= ~WAITING;
    switch (bar[t] >> KIND_SHIFT) {
      case KIND_AND: result[t] = yes[id] == waiting[id]; break;
      case KIND_OR: result[t] = yes[id] != 0; break;
      case KIND_POPC: result[t] = (int)yes[id]; break;
      case KIND_GRID: grid = 1; break;
      default: break;
    }
  }
  for (int id = 0; id < 32; id++)
    if (open >> id & 1) arrived[id] = 0;
  if (grid) launch->services->grid_sync(launch);
  return 1;
}

// Shuffles as PTX defines them; `mode` 0 idx, 1 up, 2 down, 3 bfly. `ready`: the lanes that take part.
// A lane that is not there (the rest of a block's last warp) gives 0. PTX leaves it undefined, but sums over blocks smaller than a warp
// count on it.
void scale_shuffle(int mode, const int64_t *value, const int *by, const int *clamp, int64_t *result, int *inside, unsigned ready) {
  for (int l = 0; l < 32; l++) {
    int b = by[l] & 31, c = clamp[l] & 31, segment = clamp[l] >> 8 & 31;
    int least = l & segment, most = least | (c & ~segment), j, p;
    switch (mode) {
      case 0: j = least | (b & ~segment), p = j <= most; break;
      case 1: j = l - b, p = j >= most; break;
      case 2: j = l + b, p = j <= most; break;
      default: j = l ^ b, p = j <= most; break;
    }
    if (!p) j = l;
    result[l] = (ready >> (j & 31) & 1) ? value[j & 31] : 0;
    inside[l] = p;
  }
}

static unsigned ballot(const int64_t *value, unsigned ready) {
  unsigned bits = 0;
  for (int l = 0; l < 32; l++)
    if ((ready >> l & 1) && value[l]) bits |= 1u << l;
  return bits;
}

// mode 0 all, 1 any, 2 uni, 3 ballot
void scale_vote(int mode, const int64_t *value, const unsigned *mask, int64_t *result, unsigned ready) {
  unsigned bits = ballot(value, ready);
  for (int l = 0; l < 32; l++) {
    unsigned members = mask[l] & ready, yes = bits & members;
    switch (mode) {
      case 0: result[l] = yes == members; break;
      case 1: result[l] = yes != 0; break;
      case 2: result[l] = yes == 0 || yes == members; break;
      default: result[l] = yes; break;
    }
  }
}

void scale_match(int all, const int64_t *value, const unsigned *mask, int64_t *result, int *inside, unsigned ready) {
  for (int l = 0; l < 32; l++) {
    unsigned members = mask[l] & ready, same = 0;
    for (int k = 0; k < 32; k++)
      if ((members >> k & 1) && value[k] == value[l]) same |= 1u << k;
    inside[l] = !all || same == members;
    result[l] = inside[l] ? same : 0;
  }
}

void scale_elect(const unsigned *mask, int64_t *result, int *inside, unsigned ready) {
  for (int l = 0; l < 32; l++) {
    unsigned members = mask[l] & ready;
    int leader = members ? __builtin_ctz(members) : l;
    result[l] = leader;
    inside[l] = leader == l;
  }
}

// op 0 add, 1 umin, 2 umax, 3 min, 4 max, 5 and, 6 or, 7 xor
void scale_redux(int op, const int64_t *value, const unsigned *mask, int64_t *result, unsigned ready) {
  for (int l = 0; l < 32; l++) {
    unsigned members = mask[l] & ready, sum = 0;
    int first = 1;
    for (int k = 0; k < 32; k++) {
      if (!(members >> k & 1)) continue;
      unsigned v = (unsigned)value[k];
      if (first) {
        sum = v, first = 0;
        continue;
      }
      switch (op) {
        case 0: sum += v; break;
        case 1: sum = v < sum ? v : sum; break;
        case 2: sum = v > sum ? v : sum; break;
        case 3: sum = (int)v < (int)sum ? v : sum; break;
        case 4: sum = (int)v > (int)sum ? v : sum; break;
        case 5: sum &= v; break;
        case 6: sum |= v; break;
        default: sum ^= v; break;
      }
    }
    result[l] = sum;
  }
}

// flags: 1 maximum, 2 of absolute values, 4 NaN wins
void scale_redux_float(int flags, const int64_t *value, const unsigned *mask, int64_t *result, unsigned ready) {
  for (int l = 0; l < 32; l++) {
    unsigned members = mask[l] & ready;
    float best = __builtin_nanf("");
    int first = 1, nan = 0;
    for (int k = 0; k < 32; k++) {
      if (!(members >> k & 1)) continue;
      unsigned bits = (unsigned)value[k] & (flags & 2 ? 0x7fffffffu : 0xffffffffu);
      float v;
      __builtin_memcpy(&v, &bits, 4);
      if (v != v) {
        nan = 1;
        continue;
      }
      if (first || (flags & 1 ? v > best : v < best)) best = v, first = 0;
    }
    if (nan && (flags & 4)) best = __builtin_nanf("");
    unsigned bits;
    __builtin_memcpy(&bits, &best, 4);
    result[l] = bits;
  }
}

// Starts a block: every thread at region 0; lanes beyond the block's end are done.
void scale_begin(int *next, unsigned *want, int *arrived, uint32_t n, uint32_t padded) {
  for (uint32_t t = 0; t < n; t++) next[t] = 0;
  for (uint32_t t = n; t < padded; t++) next[t] = DONE;
  for (uint32_t t = 0; t < padded; t++) want[t] = 0;
  for (int id = 0; id < 32; id++) arrived[id] = 0;
}

// Thread indices of a block's threads in linear order.
void scale_thread_ids(int *x, int *y, int *z, uint32_t bx, uint32_t by, uint32_t n, uint32_t padded) {
  uint32_t i = 0, j = 0, k = 0;
  for (uint32_t t = 0; t < n; t++) {
    x[t] = (int)i, y[t] = (int)j, z[t] = (int)k;
    if (++i == bx) {
      i = 0;
      if (++j == by) j = 0, k++;
    }
  }
  for (uint32_t t = n; t < padded; t++) x[t] = y[t] = z[t] = 0;
}

// For the operations without a member mask: all lanes that are here.
void scale_want_all(unsigned *want, unsigned ready) {
  for (int l = 0; l < 32; l++) want[l] = ready;
}

// The first run of living threads in a row of `count` threads, from thread `from` on: its start, and above bit 32 its end.
unsigned long long scale_alive_run(const unsigned char *alive, unsigned from, unsigned count) {
  while (from < count && !alive[from]) ++from;
  unsigned stop = from;
  unsigned long long eight;
  while (stop + 8 <= count) {
    __builtin_memcpy(&eight, alive + stop, 8);
    if (eight != 0x0101010101010101ull) break;
    stop += 8;
  }
  while (stop < count && alive[stop]) ++stop;
  return from | (unsigned long long)stop << 32;
}
