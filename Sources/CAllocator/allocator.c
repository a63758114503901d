#include "CAllocator.h"

// Of tcmalloc (gperftools/malloc_extension_c.h). Weak: programs that are not linked with it have none.
extern void MallocExtension_ReleaseFreeMemory(void) __attribute__((weak));

void hatched_release_free_memory(void) {
  if (MallocExtension_ReleaseFreeMemory) MallocExtension_ReleaseFreeMemory();
}
