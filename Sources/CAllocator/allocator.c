#include "CAllocator.h"

// Of tcmalloc (gperftools/malloc_extension_c.h). Weak: programs that are not linked with it have none.
extern void MallocExtension_ReleaseFreeMemory(void) __attribute__((weak));
extern int MallocExtension_GetNumericProperty(const char *property, size_t *value) __attribute__((weak));

void hatched_release_free_memory(void) {
  if (MallocExtension_ReleaseFreeMemory) MallocExtension_ReleaseFreeMemory();
}

size_t hatched_allocated_bytes(void) {
  size_t bytes = 0;
  if (!MallocExtension_GetNumericProperty) return 0;
  return MallocExtension_GetNumericProperty("generic.current_allocated_bytes", &bytes) ? bytes : 0;
}
