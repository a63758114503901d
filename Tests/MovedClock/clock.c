// The system's clock as someone else has set it: by as many seconds as the file named by MOVED_CLOCK_FILE says. To be
// loaded with LD_PRELOAD. Clocks that count from the start of the machine, by which programs wait, stay as they are.
#define _GNU_SOURCE
#include "moved_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

long moved_clock_seconds(void) {
  // Whoever asks for the time expects this to stay as it is.
  int error = errno;
  const char *path = getenv("MOVED_CLOCK_FILE");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  char text[32] = {0};
  long seconds = file >= 0 && read(file, text, sizeof text - 1) > 0 ? strtol(text, NULL, 10) : 0;
  if (file >= 0) close(file);
  errno = error;
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = (int)syscall(SYS_clock_gettime, clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += moved_clock_seconds();
  return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec time;
  int failed = clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return failed;
}

time_t time(time_t *now) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  if (now) *now = time.tv_sec;
  return time.tv_sec;
}
