#include <cstdio>
#include <nvJitLink.h>
#include <nvrtc.h>
#include <stdexcept>
#include <string>
#ifdef WITH_NVTX
extern "C" int nvtxRangePushA(const char *);       // as languages other than C declare it
#endif

std::string from_the_device(const std::string &what);

int main() {
  int major, minor;
  unsigned linker, linker_minor;
  if (nvrtcVersion(&major, &minor) || nvJitLinkVersion(&linker, &linker_minor)) return 1;
#ifdef WITH_NVTX
  if (nvtxRangePushA("range") != -2) return 2;
#endif
  try {
    from_the_device("");
  } catch (const std::invalid_argument &error) {
    std::printf("%s %s %d.%d\n", error.what(), from_the_device("abc").c_str(), major, minor);
  }
}
