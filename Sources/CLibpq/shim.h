#pragma once
#include <libpq-fe.h>

/* How the reactor waits for libpq's sockets; Swift's Glibc module leaves these out. */
#include <sys/epoll.h>
#include <sys/eventfd.h>
