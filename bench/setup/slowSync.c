#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

/* A disk that takes its time: every sync waits SLOW_SYNC_US microseconds first. */
static void wait_first(void) {
  const char *us = getenv("SLOW_SYNC_US");
  if (us) usleep((useconds_t)atoi(us));
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_first();
  return real(fd);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_first();
  return real(fd);
}
