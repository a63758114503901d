#include "CStreams.h"

#include <stdio.h>

int hatched_output_failed(void) { return ferror(stdout); }
