#ifndef HATCHED_PROCESSES_H
#define HATCHED_PROCESSES_H

#include <sys/types.h>

/// Makes a pipe that no process inherits that is started meanwhile.
/// - Returns: 0, or -1.
int hatched_pipe(int ends[2]);

/// Makes a pair of sockets, as a pipe that is written to without the risk of `SIGPIPE`. The second end is written to, and never waits.
/// - Returns: 0, or -1.
int hatched_feed(int ends[2]);

/// Writes to the second end of ``hatched_feed``.
/// - Returns: the number of bytes, or -1.
ssize_t hatched_send(int end, const void *bytes, size_t count);

/// Starts a program with three files and none besides, with no signal ignored or blocked. Swift sees neither `pipe2` nor
/// `posix_spawn_file_actions_addclosefrom_np`, which are GNU's.
/// - Parameter files: the standard input, output and error of the program.
/// - Returns: its process; -1 where it cannot be started.
pid_t hatched_start(const char *program, char *const arguments[], char *const environment[], const int files[3]);

#endif
