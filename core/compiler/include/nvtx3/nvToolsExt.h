// SPDX-License-Identifier: Apache-2.0
// NVTX, the annotation interface of NVIDIA's profilers. Without such a profiler attached every call does nothing, as with NVIDIA's own.
#ifndef NVTX_VERSION
#define NVTX_VERSION 3

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)(sizeof(nvtxEventAttributes_t)))
#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE ((uint16_t)(sizeof(nvtxResourceAttributes_t)))
#define NVTX_INITIALIZATION_ATTRIB_STRUCT_SIZE ((uint16_t)(sizeof(nvtxInitializationAttributes_t)))
#ifndef NVTX_INLINE_STATIC /* libnvToolsExt has the same functions under their names */
#define NVTX_INLINE_STATIC static __inline__ __attribute__((unused))
#endif

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef enum nvtxResourceGenericType_t {
  NVTX_RESOURCE_TYPE_UNKNOWN = 0,
  NVTX_RESOURCE_TYPE_GENERIC_POINTER = 0x00010001,
  NVTX_RESOURCE_TYPE_GENERIC_HANDLE = 0x00010002,
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE = 0x00010003,
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX = 0x00010004
} nvtxResourceGenericType_t;

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef struct nvtxResourceRegistration *nvtxResourceHandle_t;
typedef union nvtxMessageValue_t {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef struct nvtxEventAttributes_v2 {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;
typedef struct nvtxResourceAttributes_v0 {
  uint16_t version;
  uint16_t size;
  int32_t identifierType;
  union identifier_t {
    const void *pValue;
    uint64_t ullValue;
  } identifier;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxResourceAttributes_v0;
typedef struct nvtxResourceAttributes_v0 nvtxResourceAttributes_t;
typedef struct nvtxInitializationAttributes_v2 {
  uint16_t version;
  uint16_t size;
  uint32_t initializationMode;
  const char *injectionLibraryPath;
} nvtxInitializationAttributes_t;

#ifdef __cplusplus
extern "C" {
#endif
NVTX_INLINE_STATIC void nvtxInitialize(const void *reserved) { (void)reserved; }
NVTX_INLINE_STATIC void nvtxMarkEx(const nvtxEventAttributes_t *e) { (void)e; }
NVTX_INLINE_STATIC void nvtxMarkA(const char *m) { (void)m; }
NVTX_INLINE_STATIC void nvtxMarkW(const wchar_t *m) { (void)m; }
NVTX_INLINE_STATIC nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *e) { (void)e; return 0; }
NVTX_INLINE_STATIC nvtxRangeId_t nvtxRangeStartA(const char *m) { (void)m; return 0; }
NVTX_INLINE_STATIC nvtxRangeId_t nvtxRangeStartW(const wchar_t *m) { (void)m; return 0; }
NVTX_INLINE_STATIC void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
NVTX_INLINE_STATIC int nvtxRangePushEx(const nvtxEventAttributes_t *e) { (void)e; return NVTX_NO_PUSH_POP_TRACKING; }
NVTX_INLINE_STATIC int nvtxRangePushA(const char *m) { (void)m; return NVTX_NO_PUSH_POP_TRACKING; }
NVTX_INLINE_STATIC int nvtxRangePushW(const wchar_t *m) { (void)m; return NVTX_NO_PUSH_POP_TRACKING; }
NVTX_INLINE_STATIC int nvtxRangePop(void) { return NVTX_NO_PUSH_POP_TRACKING; }
NVTX_INLINE_STATIC void nvtxNameCategoryA(uint32_t c, const char *n) { (void)c; (void)n; }
NVTX_INLINE_STATIC void nvtxNameOsThreadA(uint32_t t, const char *n) { (void)t; (void)n; }
NVTX_INLINE_STATIC void nvtxNameCategoryW(uint32_t c, const wchar_t *n) { (void)c; (void)n; }
NVTX_INLINE_STATIC void nvtxNameOsThreadW(uint32_t t, const wchar_t *n) { (void)t; (void)n; }
NVTX_INLINE_STATIC nvtxDomainHandle_t nvtxDomainCreateA(const char *n) { (void)n; return NULL; }
NVTX_INLINE_STATIC nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *n) { (void)n; return NULL; }
NVTX_INLINE_STATIC void nvtxDomainDestroy(nvtxDomainHandle_t d) { (void)d; }
NVTX_INLINE_STATIC void nvtxDomainMarkEx(nvtxDomainHandle_t d, const nvtxEventAttributes_t *e) { (void)d; (void)e; }
NVTX_INLINE_STATIC nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t d, const nvtxEventAttributes_t *e) { (void)d; (void)e; return 0; }
NVTX_INLINE_STATIC void nvtxDomainRangeEnd(nvtxDomainHandle_t d, nvtxRangeId_t id) { (void)d; (void)id; }
NVTX_INLINE_STATIC int nvtxDomainRangePushEx(nvtxDomainHandle_t d, const nvtxEventAttributes_t *e) { (void)d; (void)e; return NVTX_NO_PUSH_POP_TRACKING; }
NVTX_INLINE_STATIC int nvtxDomainRangePop(nvtxDomainHandle_t d) { (void)d; return NVTX_NO_PUSH_POP_TRACKING; }
NVTX_INLINE_STATIC void nvtxDomainNameCategoryA(nvtxDomainHandle_t d, uint32_t c, const char *n) { (void)d; (void)c; (void)n; }
NVTX_INLINE_STATIC nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t d, const char *s) { (void)d; (void)s; return NULL; }
NVTX_INLINE_STATIC void nvtxDomainNameCategoryW(nvtxDomainHandle_t d, uint32_t c, const wchar_t *n) { (void)d; (void)c; (void)n; }
NVTX_INLINE_STATIC nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t d, const wchar_t *s) { (void)d; (void)s; return NULL; }
NVTX_INLINE_STATIC nvtxResourceHandle_t nvtxDomainResourceCreate(nvtxDomainHandle_t d, nvtxResourceAttributes_t *a) { (void)d; (void)a; return NULL; }
NVTX_INLINE_STATIC void nvtxDomainResourceDestroy(nvtxResourceHandle_t r) { (void)r; }
#ifdef __cplusplus
}
#endif
#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#endif

#endif
