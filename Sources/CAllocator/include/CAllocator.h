#ifndef HATCHED_ALLOCATOR_H
#define HATCHED_ALLOCATOR_H

#include <stddef.h>

/// Gives the memory that the allocator keeps for later back to the system. Does nothing where the allocator is not
/// tcmalloc, which keeps nearly all that was ever freed.
void hatched_release_free_memory(void);

/// The bytes that are allocated and not freed. 0 where the allocator is not tcmalloc.
size_t hatched_allocated_bytes(void);

#endif
