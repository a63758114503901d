/* hatched-pictures: decodes pictures for `hatched`, which starts it with a socket as its standard input and output.
 *
 * A request is three texts, each ended by a zero byte: the format, the path of the picture, and the beginning of the paths to write. The
 * answer is a line. For each picture a child is made, which has the descriptors of these files and nothing else: it opens no file, and
 * the next picture finds nothing that this one has left. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vips/vips.h>

#include "picture.h"
#include "sandbox.h"

static const char *const endings[VARIANTS] = {
  [ORIGINAL] = ".original", [SMALL] = ".small", [MEDIUM] = ".medium", [LARGE] = ".large"};

/* Threads that answer requests come first: sched(7). */
static void give_way(void) {
  /* struct sched_attr of sched_setattr(2), which the C library does not have. From Linux 6.12 on the runtime is a slice, in nanoseconds,
     for which a thread that wakes up on the same processor has to wait: the shortest that there is. */
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {.size = sizeof attributes, .policy = SCHED_BATCH, .nice = 19, .runtime = 100000};
  if (syscall(SYS_sched_setattr, 0, &attributes, 0) != 0) (void)setpriority(PRIO_PROCESS, 0, 19);
  /* Where memory ends, the kernel ends this process before the server: proc(5). */
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  (void)!write(file, "800", 3);
  close(file);
}

static void answer(const char *line) {
  size_t length = strlen(line);
  while (length > 0) {
    ssize_t written = write(STDOUT_FILENO, line, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) exit(0);
    line += written;
    length -= (size_t)written;
  }
}

static void answer_failure(const char *call) {
  char line[256];
  if (errno == ENOSPC || errno == EDQUOT) return answer("full\n");
  snprintf(line, sizeof line, "failed %s: %s\n", call, strerror(errno));
  answer(line);
}

/* Reads a text with its zero byte. The server ends this program by closing the socket. */
static void read_text(char *text, size_t size) {
  for (size_t length = 0; length < size; length++) {
    ssize_t count;
    do count = read(STDIN_FILENO, text + length, 1);
    while (count < 0 && errno == EINTR);
    if (count <= 0) exit(0);
    if (text[length] == 0) return;
  }
  exit(1);
}

/* In the child. */
static void decode(const char *format, int input, const int outputs[VARIANTS], int to_parent, int locks) {
  struct result result = {OUTCOME_UNREADABLE, 0, 0, 0};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0 || getppid() == 1 || !confine(locks)) _exit(1);
  write_anew(format, input, outputs, &result);
  (void)!write(to_parent, &result, sizeof result);
  _exit(0);
}

/* Waits for a child, and answers by what it has handed over. It may be in the hands of whoever made the picture: nothing of what it says
   is used but four numbers. */
static void finish(pid_t child, int from_child) {
  struct result result;
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return answer_failure("waitpid");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || read(from_child, &result, sizeof result) != sizeof result)
    return answer("unreadable\n");
  char line[64];
  switch (result.outcome) {
  case OUTCOME_DONE:
    snprintf(line, sizeof line, "done %s %d %d\n", result.is_png ? "png" : "jpeg", result.width, result.height);
    return answer(line);
  case OUTCOME_PIXELS: return answer("pixels\n");
  case OUTCOME_FULL: return answer("full\n");
  default: return answer("unreadable\n");
  }
}

static void close_all(int input, const int outputs[VARIANTS]) {
  if (input >= 0) close(input);
  for (int i = 0; i < VARIANTS; i++)
    if (outputs[i] >= 0) close(outputs[i]);
}

static void take(const char *format, const char *path, const char *prefix, int locks) {
  int outputs[VARIANTS] = {-1, -1, -1, -1}, ends[2];
  int input = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (input < 0) return answer_failure("open");
  for (int i = 0; i < VARIANTS; i++) {
    char output[PATH_MAX + 16];
    snprintf(output, sizeof output, "%s%s", prefix, endings[i]);
    outputs[i] = open(output, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (outputs[i] < 0) {
      answer_failure("open");
      return close_all(input, outputs);
    }
  }
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
    answer_failure("pipe");
    return close_all(input, outputs);
  }
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    decode(format, input, outputs, ends[1], locks);
  }
  close(ends[1]);
  close_all(input, outputs);
  if (child < 0) answer_failure("fork");
  else finish(child, ends[0]);
  close(ends[0]);
}

int main(int count, char **arguments) {
  (void)count;
  /* Whatever the server had open. */
  close_range(STDERR_FILENO + 1, ~0U, 0);
  /* The server ends this program; a signal to its group lets it finish. */
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  setenv("VIPS_BLOCK_UNTRUSTED", "1", 1);
  setenv("LC_ALL", "C", 1);
  /* Pictures are decoded in memory: no file is written but those of the result. */
  setenv("VIPS_DISC_THRESHOLD", "4g", 1);
  mallopt(M_ARENA_MAX, 1);
  give_way();
  int locks = available_locks();
  if (!start_libvips(arguments[0])) return 1;
  leave_network(locks);
  char greeting[128];
  snprintf(greeting, sizeof greeting, "hatched-pictures 1 %s%s%s\n", vips_version_string(), locks & LOCK_CALLS ? " seccomp" : "",
           locks & LOCK_NETWORK ? " network" : "");
  answer(greeting);
  char format[16], path[PATH_MAX], prefix[PATH_MAX];
  while (true) {
    read_text(format, sizeof format);
    read_text(path, sizeof path);
    read_text(prefix, sizeof prefix);
    take(format, path, prefix, locks);
  }
}
