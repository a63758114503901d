// Sends HTTP requests at a rate that does not wait for the answers: an open loop.
//
//     load HOST PORT REQUESTS CONNECTIONS RATE SECONDS
//
// REQUESTS is a file with a token and a body a line, with a tab between them; each request is one of them at random. They
// are due at moments with exponential distances, RATE a second in the mean, as pgbench's --rate has it, whether or not the
// server keeps up. One that is due while all connections are busy waits for the first that is free; its latency counts
// from when it was due, so that a server that falls behind cannot hide it. With RATE 0 each connection sends its next
// request as soon as it has an answer: a closed loop.
//
// Prints a line as figures.lua does: answers/s; latency in ms at 50, 75, 90 and 99 %; how many requests failed; and the
// mean size of an answer's body in bytes. Failed are an answer whose status is not 200 or that does not begin with
// {"data":{, and a request without an answer 5 seconds after the last was due.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

typedef struct { char *bytes; size_t length; } Text;

typedef struct {
  int socket;
  int64_t due;           // of the request that is under way, in ns; -1 when there is none
  Text request;          // what is left to send
  char *answer;
  size_t length, capacity;
  size_t head, body;     // sizes in bytes, once they are known; 0 before
} Connection;

static Text *requests;
static size_t requestCount;
static Connection *connections;
static int *idle;
static int idleCount;
static int poller;
static uint64_t randomState;
static uint32_t *latencies;  // in µs
static size_t answerCount, latencyCapacity;
static size_t failed, bodyBytes;
static int isClosedLoop, isOver;

static void fail(const char *what) {
  fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
  exit(1);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ll + time.tv_nsec;
}

// xorshift64*
static uint64_t randomNumber(void) {
  randomState ^= randomState >> 12;
  randomState ^= randomState << 25;
  randomState ^= randomState >> 27;
  return randomState * 2685821657736338717ull;
}

// Above 0, at most 1.
static double randomFraction(void) { return ((randomNumber() >> 11) + 1) * 0x1p-53; }

static void readRequests(const char *path, const char *host) {
  FILE *file = fopen(path, "r");
  char *line = NULL;
  size_t capacity = 0, room = 0;
  ssize_t length;
  if (!file) fail(path);
  while ((length = getline(&line, &capacity, file)) > 0) {
    char *tab = strchr(line, '\t');
    if (!tab) continue;
    if (line[length - 1] == '\n') line[--length] = 0;
    *tab = 0;
    if (requestCount == room) {
      room = room ? 2 * room : 1024;
      if (!(requests = realloc(requests, room * sizeof *requests))) fail("requests");
    }
    Text *request = &requests[requestCount++];
    int written = asprintf(
        &request->bytes,
        "POST /graphql HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
        "Authorization: Bearer %s\r\nContent-Length: %zu\r\n\r\n%s",
        host, line, (size_t)(line + length - tab - 1), tab + 1);
    if (written < 0) fail("requests");
    request->length = written;
  }
  free(line);
  fclose(file);
  if (requestCount == 0) { errno = EINVAL; fail(path); }
}

static void openConnection(Connection *connection, const struct sockaddr_in *address) {
  int one = 1;
  connection->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (connection->socket < 0 || connect(connection->socket, (const void *)address, sizeof *address)) fail("connect");
  setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  connection->due = -1;
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = connection - connections};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, connection->socket, &event)) fail("epoll_ctl");
}

// Requests are small: what the socket does not take at once is waited for.
static void start(Connection *connection, int64_t due) {
  Text request = requests[randomNumber() % requestCount];
  connection->due = due;
  connection->length = connection->head = connection->body = 0;
  while (request.length > 0) {
    ssize_t count = send(connection->socket, request.bytes, request.length, MSG_NOSIGNAL);
    if (count < 0) fail("send");
    request.bytes += count;
    request.length -= count;
  }
}

// Finds the size of the body when the head is there.
static void readHead(Connection *connection) {
  char *end = memmem(connection->answer, connection->length, "\r\n\r\n", 4);
  if (!end) return;
  connection->head = end + 4 - connection->answer;
  // Each header stands after a line's end; the status line has none before it.
  for (char *line = connection->answer; (line = memmem(line, end - line, "\r\n", 2));) {
    line += 2;
    if (strncasecmp(line, "content-length:", 15) == 0) connection->body = strtoul(line + 15, NULL, 10);
  }
}

static void finish(Connection *connection) {
  static const char expected[] = "{\"data\":{";
  int64_t latency = (now() - connection->due) / 1000;
  const char *body = connection->answer + connection->head;
  int isGood = connection->length > 12 && memcmp(connection->answer + 9, "200", 3) == 0 &&
               connection->body >= sizeof expected - 1 && memcmp(body, expected, sizeof expected - 1) == 0;
  failed += !isGood;
  bodyBytes += connection->body;
  if (answerCount == latencyCapacity) {
    latencyCapacity = latencyCapacity ? 2 * latencyCapacity : 1 << 16;
    if (!(latencies = realloc(latencies, latencyCapacity * sizeof *latencies))) fail("latencies");
  }
  latencies[answerCount++] = latency > UINT32_MAX ? UINT32_MAX : (uint32_t)latency;
  connection->due = -1;
  if (isClosedLoop && !isOver) start(connection, now());
  else idle[idleCount++] = connection - connections;
}

static void receive(Connection *connection) {
  if (connection->capacity - connection->length < 65536) {
    connection->capacity = 2 * connection->capacity + 131072;
    if (!(connection->answer = realloc(connection->answer, connection->capacity))) fail("answer");
  }
  ssize_t count = recv(connection->socket, connection->answer + connection->length,
                       connection->capacity - connection->length, MSG_DONTWAIT);
  if (count < 0 && errno == EAGAIN) return;
  if (count == 0) errno = ECONNRESET;
  if (count <= 0) fail("the server closed a connection");
  connection->length += count;
  if (connection->head == 0) readHead(connection);
  if (connection->head > 0 && connection->length >= connection->head + connection->body) finish(connection);
}

static int ascending(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

static double milliseconds(double part) {
  return answerCount ? latencies[(size_t)(part * (answerCount - 1))] / 1e3 : 0;
}

int main(int argc, char **argv) {
  if (argc != 7) {
    fprintf(stderr, "load HOST PORT REQUESTS CONNECTIONS RATE SECONDS\n");
    return 64;
  }
  int count = atoi(argv[4]);
  double rate = atof(argv[5]), seconds = atof(argv[6]);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[2]))};
  if (count < 1 || inet_pton(AF_INET, argv[1], &address.sin_addr) != 1) { errno = EINVAL; fail("arguments"); }
  isClosedLoop = rate == 0;
  if (getrandom(&randomState, sizeof randomState, 0) < 0) fail("getrandom");
  randomState |= 1;
  readRequests(argv[3], argv[1]);
  poller = epoll_create1(0);
  connections = calloc(count, sizeof *connections);
  idle = calloc(count, sizeof *idle);
  if (poller < 0 || !connections || !idle) fail("connections");
  for (int number = 0; number < count; number++) {
    openConnection(&connections[number], &address);
    idle[idleCount++] = number;
  }

  // Requests that are due and have no connection yet: a ring.
  size_t ringSize = 1 << 20, first = 0, waiting = 0;
  int64_t *ring = malloc(ringSize * sizeof *ring);
  if (!ring) fail("ring");
  int64_t begin = now(), end = begin + (int64_t)(seconds * 1e9), next = begin, patience = end + 5000000000ll;
  if (isClosedLoop) while (idleCount > 0) start(&connections[idle[--idleCount]], now());
  struct epoll_event events[256];
  for (;;) {
    int64_t time = now();
    isOver = time >= end;
    while (!isClosedLoop && next <= time && next < end) {
      if (waiting == ringSize) { errno = ENOBUFS; fail("more than a million requests wait"); }
      ring[(first + waiting++) % ringSize] = next;
      next += (int64_t)(-log(randomFraction()) / rate * 1e9);
    }
    while (waiting > 0 && idleCount > 0) {
      start(&connections[idle[--idleCount]], ring[first]);
      first = (first + 1) % ringSize;
      waiting--;
    }
    if (isOver && ((idleCount == count && waiting == 0) || time >= patience)) break;
    int64_t until = isOver ? patience : (isClosedLoop || next > end ? end : next);
    int64_t wait = until > time ? until - time : 0;
    struct timespec timeout = {wait / 1000000000, wait % 1000000000};
    int ready = epoll_pwait2(poller, events, 256, &timeout, NULL);
    if (ready < 0 && errno != EINTR) fail("epoll_pwait2");
    for (int number = 0; number < ready; number++) receive(&connections[events[number].data.u32]);
  }
  failed += waiting + (count - idleCount);
  qsort(latencies, answerCount, sizeof *latencies, ascending);
  printf("figures %.1f %.3f %.3f %.3f %.3f %zu %.0f\n", answerCount / seconds, milliseconds(0.5), milliseconds(0.75),
         milliseconds(0.9), milliseconds(0.99), failed, answerCount ? (double)bodyBytes / answerCount : 0);
  return 0;
}
