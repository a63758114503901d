#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CProcesses.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

int hatched_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int hatched_feed(int ends[2]) {
#ifdef __linux__
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
#else
  int quiet = 1;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
  setsockopt(ends[1], SOL_SOCKET, SO_NOSIGPIPE, &quiet, sizeof quiet);
#endif
  return fcntl(ends[1], F_SETFL, O_NONBLOCK) == -1 ? -1 : 0;
}

ssize_t hatched_send(int end, const void *bytes, size_t count) {
#ifdef __linux__
  return send(end, bytes, count, MSG_NOSIGNAL);
#else
  return send(end, bytes, count, 0);
#endif
}

pid_t hatched_start(const char *program, char *const arguments[], char *const environment[], const int files[3]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  pid_t process = -1;
  short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  if (posix_spawn_file_actions_init(&actions) != 0) return -1;
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return -1;
  }
  for (int file = 0; file < 3; file++) posix_spawn_file_actions_adddup2(&actions, files[file], file);
#ifdef __linux__
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#else
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, flags);
  if (posix_spawn(&process, program, &actions, &attributes, arguments, environment) != 0) process = -1;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return process;
}
