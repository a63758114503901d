#include "picture.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <vips/vips.h>

/* Limits of the original: the size of the header, before anything is decoded. */
static const int64_t most_pixels = 50000000;
static const int longest_side = 16384;
/* The largest side of the picture that is stored. */
static const int stored_side = 4096;
static const int thumbnail_sides[VARIANTS] = {[SMALL] = 160, [MEDIUM] = 480, [LARGE] = 1280};

/* The formats, with the class of libvips that loads each; its nickname in messages tells nothing of files. */
static const struct {
  const char *name, *loader;
} formats[] = {
  {"jpeg", "VipsForeignLoadJpeg"}, {"png", "VipsForeignLoadPng"},   {"gif", "VipsForeignLoadNsgif"},
  {"webp", "VipsForeignLoadWebp"}, {"heif", "VipsForeignLoadHeif"},
};

bool start_libvips(const char *name) {
  if (VIPS_INIT(name)) return false;
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  vips_block_untrusted_set(TRUE);
  vips_operation_block_set("VipsForeignLoad", TRUE);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) vips_operation_block_set(formats[i].loader, FALSE);
  /* Bytes of another format are not decoded: not that of the file, and none that libvips finds in it. */
  return true;
}

/* Whether libvips takes the bytes for the format that they were taken for. */
static bool is_format(VipsSource *source, const char *format) {
  const char *loader = vips_foreign_find_load_source(source);
  if (!loader) return false;
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    if (!strcmp(formats[i].name, format)) return !strncmp(loader, formats[i].loader, strlen(formats[i].loader));
  return false;
}

/* Replaces *image, whatever becomes of it. */
static bool replace(VipsImage **image, VipsImage *with) {
  VIPS_UNREF(*image);
  *image = with;
  return with != NULL;
}

static bool in_memory(VipsImage **image) { return replace(image, vips_image_copy_memory(*image)); }

static bool on_white(VipsImage **image) {
  VipsImage *flat = NULL;
  double white = 255;
  VipsArrayDouble *background = vips_array_double_new(&white, 1);
  if (vips_flatten(*image, &flat, "background", background, NULL)) flat = NULL;
  vips_area_unref(VIPS_AREA(background));
  return replace(image, flat);
}

static bool in_srgb(VipsImage **image) {
  VipsImage *other = NULL;
  if (vips_colourspace(*image, &other, VIPS_INTERPRETATION_sRGB, NULL)) return replace(image, NULL);
  if (!replace(image, other)) return false;
  if ((*image)->BandFmt == VIPS_FORMAT_UCHAR) return true;
  other = NULL;
  if (vips_cast_uchar(*image, &other, NULL)) other = NULL;
  return replace(image, other);
}

/* Removes all that a file has besides its pixels: EXIF, XMP, IPTC, profiles, texts, thumbnails. */
static bool without_metadata(VipsImage **image) {
  VipsImage *copy = NULL;
  if (vips_copy(*image, &copy, "xres", 1.0, "yres", 1.0, NULL)) return replace(image, NULL);
  replace(image, copy);
  gchar **fields = vips_image_get_fields(copy);
  for (gchar **field = fields; *field; field++) vips_image_remove(copy, *field);
  g_strfreev(fields);
  return true;
}

/* Writes all of it. */
static enum outcome write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno == ENOSPC || errno == EDQUOT ? OUTCOME_FULL : OUTCOME_UNREADABLE;
    bytes += written;
    count -= (size_t)written;
  }
  return OUTCOME_DONE;
}

static enum outcome save(VipsImage *image, bool as_png, int quality, int descriptor) {
  void *bytes = NULL;
  size_t count = 0;
  int failed = as_png ? vips_pngsave_buffer(image, &bytes, &count, "strip", TRUE, "compression", 3, "filter",
                                            VIPS_FOREIGN_PNG_FILTER_ALL, NULL)
                      : vips_jpegsave_buffer(image, &bytes, &count, "strip", TRUE, "Q", quality, NULL);
  enum outcome outcome = failed ? OUTCOME_UNREADABLE : write_all(descriptor, bytes, count);
  g_free(bytes);
  return outcome;
}

/* The length of a side that is scaled, at least 1. */
static int scaled(int side, double scale) { return VIPS_MAX(1, (int)lround(side * scale)); }

/* Shrinks *image, which is in memory, to fit into a square; the size is that of the original, scaled. */
static bool shrink(VipsImage **image, int width, int height, int side) {
  double scale = VIPS_MIN(1.0, (double)side / VIPS_MAX(width, height));
  int to_width = scaled(width, scale), to_height = scaled(height, scale);
  if ((*image)->Xsize == to_width && (*image)->Ysize == to_height) return true;
  VipsImage *small = NULL;
  if (vips_thumbnail_image(*image, &small, to_width, "height", to_height, "size", VIPS_SIZE_FORCE, NULL)) small = NULL;
  return replace(image, small) && in_memory(image);
}

static enum outcome write_thumbnails(VipsImage **image, const int outputs[VARIANTS]) {
  int width = (*image)->Xsize, height = (*image)->Ysize;
  if (vips_image_hasalpha(*image) && !(on_white(image) && in_memory(image))) return OUTCOME_UNREADABLE;
  /* Each from the one before it, which costs a fraction of another pass over all pixels. */
  for (int variant = LARGE; variant >= SMALL; variant--) {
    if (!shrink(image, width, height, thumbnail_sides[variant])) return OUTCOME_UNREADABLE;
    enum outcome outcome = save(*image, false, 80, outputs[variant]);
    if (outcome != OUTCOME_DONE) return outcome;
  }
  return OUTCOME_DONE;
}

/* Opens a picture: its header is read, and its pixels are as something asks for them. A shrunken JPEG is decoded to fewer pixels. */
static VipsImage *open_picture(VipsSource *source, int jpeg_shrink) {
  /* As arguments: libvips ignores fail_on in a file name, and vips_thumbnail_source does, too. */
  return jpeg_shrink > 1 ? vips_image_new_from_source(source, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                                      VIPS_FAIL_ON_TRUNCATED, "shrink", jpeg_shrink, NULL)
                         : vips_image_new_from_source(source, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                                      VIPS_FAIL_ON_TRUNCATED, NULL);
}

static bool is_too_large(const VipsImage *image) {
  int64_t width = image->Xsize, height = image->Ysize;
  return width > longest_side || height > longest_side || width * height > most_pixels;
}

/* Gives a picture that is upright, in sRGB, and fits into the square of what is stored. */
static enum outcome decode(VipsSource *source, const char *format, VipsImage **image) {
  if (!is_format(source, format) || !(*image = open_picture(source, 1))) return OUTCOME_UNREADABLE;
  if (is_too_large(*image)) return OUTCOME_PIXELS;
  int shrink = VIPS_MAX((*image)->Xsize, (*image)->Ysize) / stored_side;
  if (!strcmp(format, "jpeg") && shrink > 1 && !replace(image, open_picture(source, shrink >= 4 ? 4 : 2)))
    return OUTCOME_UNREADABLE;
  VipsImage *fitting = NULL;
  /* By a profile where colours need one: without, they are those of sRGB, or are converted by arithmetic. */
  bool has_profile = vips_image_get_typeof(*image, VIPS_META_ICC_NAME) || (*image)->Type == VIPS_INTERPRETATION_CMYK;
  if (has_profile ? vips_thumbnail_image(*image, &fitting, stored_side, "height", stored_side, "size", VIPS_SIZE_DOWN,
                                         "export_profile", "srgb", NULL)
                  : vips_thumbnail_image(*image, &fitting, stored_side, "height", stored_side, "size", VIPS_SIZE_DOWN, NULL))
    fitting = NULL;
  return replace(image, fitting) && in_srgb(image) ? OUTCOME_DONE : OUTCOME_UNREADABLE;
}

void write_anew(const char *format, int input, const int outputs[VARIANTS], struct result *result) {
  VipsImage *image = NULL;
  VipsSource *source = vips_source_new_from_descriptor(input);
  enum outcome outcome = source ? decode(source, format, &image) : OUTCOME_UNREADABLE;
  if (outcome == OUTCOME_DONE) {
    bool keeps_alpha = strcmp(format, "jpeg") && strcmp(format, "heif");
    result->is_png = !strcmp(format, "png") || !strcmp(format, "gif") || (!strcmp(format, "webp") && vips_image_hasalpha(image));
    if ((!keeps_alpha && vips_image_hasalpha(image) && !on_white(&image)) || !without_metadata(&image) || !in_memory(&image))
      outcome = OUTCOME_UNREADABLE;
  }
  if (outcome == OUTCOME_DONE) {
    result->width = image->Xsize;
    result->height = image->Ysize;
    outcome = save(image, result->is_png, 85, outputs[ORIGINAL]);
  }
  if (outcome == OUTCOME_DONE) outcome = write_thumbnails(&image, outputs);
  /* For whoever runs the worker by hand: the server has no use for it. */
  if (outcome == OUTCOME_UNREADABLE) fputs(vips_error_buffer(), stderr);
  VIPS_UNREF(image);
  VIPS_UNREF(source);
  result->outcome = outcome;
}
