// librsvg and the cairo it draws with, without linking them: a table of their functions, filled by dlopen when the first
// picture is converted. The prototypes are those of the libraries' stable binary interfaces, so no header of theirs is
// needed to build.
#ifndef PODIUM_CRSVG_SHIM_H
#define PODIUM_CRSVG_SHIM_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../CLibrary/library.h"

#define CRS_FORMAT_RGB24 1
#define CRS_PDF_TITLE 0
#define CRS_PDF_CREATE_DATE 5
#define CRS_OK 0

/// A rectangle of librsvg.
typedef struct {
  double x, y, width, height;
} crs_rectangle;

/// An error of glib.
typedef struct {
  unsigned int domain;
  int code;
  const char *message;
} crs_error;

/// Receives the bytes of a document; returns a status of cairo.
typedef int (*crs_writer)(void *context, const unsigned char *bytes, unsigned int count);

/// The functions used. A copy may be read from any thread; nothing writes to it after crs_load.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  void *(*from_data)(const unsigned char *bytes, size_t count, crs_error **error);
  int (*size_in_pixels)(void *handle, double *width, double *height);
  int (*render)(void *handle, void *context, const crs_rectangle *area, crs_error **error);
  void (*unref)(void *object);
  void (*error_free)(crs_error *error);
  void *(*image_create)(int format, int width, int height);
  void *(*pdf_create)(crs_writer writer, void *context, double width, double height);
  void (*pdf_metadata)(void *surface, int what, const char *text);
  int (*surface_status)(void *surface);
  void (*surface_finish)(void *surface);
  void (*surface_destroy)(void *surface);
  int (*png_write)(void *surface, crs_writer writer, void *context);
  void *(*create)(void *surface);
  int (*status)(void *context);
  void (*scale)(void *context, double x, double y);
  void (*set_color)(void *context, double red, double green, double blue);
  void (*paint)(void *context);
  void (*destroy)(void *context);
  const char *(*status_text)(int status);
} crs_table;

/// Fills the table; returns NULL, or the system's reason. The libraries stay loaded until the process ends.
static inline const char *crs_load(const char *file, crs_table *table) {
  // What librsvg needs is found through it: cairo and glib are its own dependencies.
  const clb_function wanted[] = {
      {"rsvg_handle_new_from_data", &table->from_data},
      {"rsvg_handle_get_intrinsic_size_in_pixels", &table->size_in_pixels},
      {"rsvg_handle_render_document", &table->render},
      {"g_object_unref", &table->unref},
      {"g_error_free", &table->error_free},
      {"cairo_image_surface_create", &table->image_create},
      {"cairo_pdf_surface_create_for_stream", &table->pdf_create},
      {"cairo_pdf_surface_set_metadata", &table->pdf_metadata},
      {"cairo_surface_status", &table->surface_status},
      {"cairo_surface_finish", &table->surface_finish},
      {"cairo_surface_destroy", &table->surface_destroy},
      {"cairo_surface_write_to_png_stream", &table->png_write},
      {"cairo_create", &table->create},
      {"cairo_status", &table->status},
      {"cairo_scale", &table->scale},
      {"cairo_set_source_rgb", &table->set_color},
      {"cairo_paint", &table->paint},
      {"cairo_destroy", &table->destroy},
      {"cairo_status_to_string", &table->status_text},
  };
  return CLB_FILL(clb_open(file), wanted);
}

/// Bytes that cairo writes; `bytes` is NULL until the first ones.
typedef struct {
  unsigned char *bytes;
  size_t count;
  size_t room;
} crs_buffer;

/// The writer into a buffer: cairo's status for success, or for no memory (1).
static inline int crs_append(void *context, const unsigned char *bytes, unsigned int count) {
  crs_buffer *buffer = context;
  if (buffer->room - buffer->count < count) {
    size_t room = buffer->room < 65536 ? 65536 : buffer->room;
    while (room - buffer->count < count) {
      if (room > (size_t)1 << 40) return 1;
      room *= 2;
    }
    unsigned char *larger = realloc(buffer->bytes, room);
    if (larger == NULL) return 1;
    buffer->bytes = larger;
    buffer->room = room;
  }
  memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
  return CRS_OK;
}

/// Gives a buffer's memory back.
static inline void crs_release(crs_buffer *buffer) { free(buffer->bytes); }

#endif
