// Stands between a client and PostgreSQL's Unix socket, and lets all bytes arrive later: a network's distance.
//
//     delay SOCKET TARGET MICROSECONDS
//
// Listens on SOCKET and connects to TARGET for each client. Bytes go on MICROSECONDS after they came, in either direction,
// so that a round trip takes twice as much longer; how many bytes go at a time is not limited, nor does one that waits hold
// up another.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

typedef struct Chunk {
  struct Chunk *next;
  int64_t due;    // in ns
  ssize_t length; // 0: the end
  char bytes[];
} Chunk;

typedef struct {
  int from, to;
  Chunk *first, *last;
  pthread_mutex_t lock;
  pthread_cond_t isFilled;
} Direction;

static int64_t delay; // in ns

static void fail(const char *what) {
  fprintf(stderr, "delay: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void *readAll(void *argument) {
  Direction *direction = argument;
  char buffer[65536];
  ssize_t length;
  do {
    length = read(direction->from, buffer, sizeof buffer);
    if (length < 0) length = 0;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    Chunk *chunk = malloc(sizeof *chunk + length);
    if (!chunk) fail("memory");
    *chunk = (Chunk){.due = time.tv_sec * 1000000000ll + time.tv_nsec + delay, .length = length};
    memcpy(chunk->bytes, buffer, length);
    pthread_mutex_lock(&direction->lock);
    if (direction->first) direction->last->next = chunk;
    else direction->first = chunk;
    direction->last = chunk;
    pthread_cond_signal(&direction->isFilled);
    pthread_mutex_unlock(&direction->lock);
  } while (length > 0);
  return NULL;
}

static void *writeAll(void *argument) {
  Direction *direction = argument;
  // Else the kernel may let a sleep last 50 µs longer.
  prctl(PR_SET_TIMERSLACK, 1);
  for (;;) {
    pthread_mutex_lock(&direction->lock);
    while (!direction->first) pthread_cond_wait(&direction->isFilled, &direction->lock);
    Chunk *chunk = direction->first;
    direction->first = chunk->next;
    pthread_mutex_unlock(&direction->lock);
    struct timespec due = {chunk->due / 1000000000, chunk->due % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR) {}
    if (chunk->length == 0) {
      shutdown(direction->to, SHUT_WR);
      free(chunk);
      return NULL;
    }
    for (ssize_t sent = 0; sent < chunk->length;) {
      ssize_t count = write(direction->to, chunk->bytes + sent, chunk->length - sent);
      if (count <= 0) break;
      sent += count;
    }
    free(chunk);
  }
}

// The threads of a connection live as long as the program: a benchmark opens few.
static void relay(int from, int to) {
  Direction *direction = calloc(1, sizeof *direction);
  pthread_t thread;
  if (!direction) fail("memory");
  direction->from = from;
  direction->to = to;
  pthread_mutex_init(&direction->lock, NULL);
  pthread_cond_init(&direction->isFilled, NULL);
  if (pthread_create(&thread, NULL, readAll, direction) || pthread_create(&thread, NULL, writeAll, direction))
    fail("pthread_create");
}

static struct sockaddr_un address(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) { errno = ENAMETOOLONG; fail(path); }
  strcpy(address.sun_path, path);
  return address;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "delay SOCKET TARGET MICROSECONDS\n");
    return 64;
  }
  signal(SIGPIPE, SIG_IGN);
  delay = atoll(argv[3]) * 1000;
  struct sockaddr_un own = address(argv[1]), target = address(argv[2]);
  int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (listener < 0 || bind(listener, (void *)&own, sizeof own) || listen(listener, 128)) fail(argv[1]);
  for (;;) {
    int client = accept(listener, NULL, NULL);
    if (client < 0) fail("accept");
    int server = socket(AF_UNIX, SOCK_STREAM, 0);
    if (server < 0 || connect(server, (void *)&target, sizeof target)) fail(argv[2]);
    relay(client, server);
    relay(server, client);
  }
}
