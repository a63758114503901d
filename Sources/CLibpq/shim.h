#pragma once
#include <libpq-fe.h>

/* How the reactor waits for libpq's sockets; Swift's Glibc module leaves these out. */
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>

/* Of OpenSSL, which libpq is built with: how many decrypted bytes wait in a TLS connection. Declared here, since its
   own headers have thousands of names. */
struct ssl_st;
int SSL_pending(const struct ssl_st *ssl);

/* How many bytes have come to a socket and were not read yet; 0 if that cannot be told. */
static inline int hatched_unread_bytes(int socket) {
  int count = 0;
  return ioctl(socket, FIONREAD, &count) < 0 ? 0 : count;
}
