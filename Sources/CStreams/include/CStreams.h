#ifndef HATCHED_STREAMS_H
#define HATCHED_STREAMS_H

/// Whether some of what was written to standard output was lost, as on a full disk. Swift has no access to `stdout`, which any thread
/// may change.
int hatched_output_failed(void);

#endif
