#pragma once
/* What zlib reads, it declares const only then. */
#define ZLIB_CONST
#include <zlib.h>
