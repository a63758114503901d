#pragma once
#include <stdbool.h>

/* The locks around a process that decodes. A machine, such as a container, may refuse some. */
enum lock {
  LOCK_NETWORK = 1, /* a network namespace of its own, in which there is nothing */
  LOCK_CALLS = 2,   /* seccomp: the system calls alone that decoding needs */
};

/* The locks that this machine lets a process have. */
int available_locks(void);

/* Takes the network away from this process and its children, where `locks` has it. */
void leave_network(int locks);

/* Limits the calling process for good: its memory, its processor's time, and where `locks` has it, its system calls. */
bool confine(int locks);
