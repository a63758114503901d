#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

/* The processor's time of one picture, in seconds, its memory, and the largest file that it writes, in bytes. */
static const rlim_t processor_seconds = 10;
static const rlim_t memory = (rlim_t)1 << 30;
static const rlim_t file_size = (rlim_t)128 << 20;

static bool limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit limit = {soft, hard};
  return setrlimit(resource, &limit) == 0;
}

static bool limit_resources(void) {
  return limit(RLIMIT_CPU, processor_seconds, processor_seconds + 1) && limit(RLIMIT_AS, memory, memory) &&
         limit(RLIMIT_FSIZE, file_size, file_size) && limit(RLIMIT_CORE, 0, 0);
}

#ifdef __linux__
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef THIS_ARCHITECTURE

#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(call, error)                                   \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), \
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((error) & SECCOMP_RET_DATA))

/* Memory, threads, time, and the files that are open. There is no call among them that opens a file or a socket, starts a program or a
   process, or reaches another process; each of those fails. */
static struct sock_filter calls[] = {
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0),
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
  ALLOW(read),
  ALLOW(pread64),
  ALLOW(readv),
  ALLOW(write),
  ALLOW(pwrite64),
  ALLOW(writev),
  ALLOW(lseek),
  ALLOW(fstat),
  ALLOW(close),
  ALLOW(dup),
  ALLOW(fcntl),
  ALLOW(mmap),
  ALLOW(munmap),
  ALLOW(mremap),
  ALLOW(mprotect),
  ALLOW(madvise),
  ALLOW(brk),
  ALLOW(futex),
  ALLOW(set_robust_list),
  ALLOW(rseq),
  ALLOW(sched_yield),
  ALLOW(sched_getaffinity),
  ALLOW(rt_sigaction),
  ALLOW(rt_sigprocmask),
  ALLOW(rt_sigreturn),
  ALLOW(sigaltstack),
  ALLOW(getpid),
  ALLOW(gettid),
  ALLOW(clock_gettime),
  ALLOW(clock_nanosleep),
  ALLOW(gettimeofday),
  ALLOW(nanosleep),
  ALLOW(getrandom),
  ALLOW(restart_syscall),
  ALLOW(exit),
  ALLOW(exit_group),
  /* The status of a descriptor, as some C libraries ask for it. */
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_newfstatat, 0, 4),
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[3])),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AT_EMPTY_PATH, 0, 1),
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA)),
  /* The flags of clone3 stand in memory, where no filter sees them: the C library falls back to clone. */
  REFUSE(clone3, ENOSYS),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3),
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
  BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA)),
};

static bool confine_calls(void) {
  struct sock_fprog program = {sizeof calls / sizeof *calls, calls};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

static bool confine_calls(void) { return false; }

#endif

static bool write_text(const char *path, const char *text, int length) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  bool written = write(file, text, (size_t)length) == length;
  close(file);
  return written;
}

/* Without a privilege it takes a user namespace, in which this user is itself: files keep their owner. */
static bool unshare_network(void) {
  if (unshare(CLONE_NEWNET) == 0) return true;
  char users[64], groups[64];
  int user_length = snprintf(users, sizeof users, "%u %u 1", (unsigned)geteuid(), (unsigned)geteuid());
  int group_length = snprintf(groups, sizeof groups, "%u %u 1", (unsigned)getegid(), (unsigned)getegid());
  return unshare(CLONE_NEWUSER | CLONE_NEWNET) == 0 && write_text("/proc/self/setgroups", "deny", 4) &&
         write_text("/proc/self/uid_map", users, user_length) && write_text("/proc/self/gid_map", groups, group_length);
}

/* Tries in a child what cannot be undone. */
static bool works(bool (*attempt)(void)) {
  pid_t child = fork();
  if (child == 0) _exit(attempt() ? 0 : 1);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int available_locks(void) { return (works(unshare_network) ? LOCK_NETWORK : 0) | (works(confine_calls) ? LOCK_CALLS : 0); }

void leave_network(int locks) {
  if (locks & LOCK_NETWORK) (void)unshare_network();
}

bool confine(int locks) { return limit_resources() && (!(locks & LOCK_CALLS) || confine_calls()); }

#else

int available_locks(void) { return 0; }
void leave_network(int locks) { (void)locks; }
bool confine(int locks) {
  (void)locks;
  return limit_resources();
}

#endif
