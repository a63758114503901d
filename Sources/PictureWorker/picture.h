#pragma once
#include <stdbool.h>
#include <stdint.h>

/* The result of a picture, as the child that decodes hands it to its parent. */
enum outcome {
  OUTCOME_DONE = 1,
  OUTCOME_PIXELS,
  OUTCOME_UNREADABLE,
  OUTCOME_FULL,
};

struct result {
  int32_t outcome;
  int32_t width;
  int32_t height;
  int32_t is_png;
};

/* The variants, in the order of their descriptors. */
enum { ORIGINAL, SMALL, MEDIUM, LARGE, VARIANTS };

/* Starts libvips, with the loaders alone that are needed. */
bool start_libvips(const char *name);

/* Decodes the picture of a descriptor, and writes it anew to others. */
void write_anew(const char *format, int input, const int outputs[VARIANTS], struct result *result);
