// ReadStat, which reads and writes the files of Stata, SPSS and SAS, without linking it: a table of its functions, filled by
// dlopen with the first such file. The prototypes are those of the library's stable binary interface (libreadstat.so.1),
// so no header of its own is needed to build.
#ifndef PODIUM_CREADSTAT_SHIM_H
#define PODIUM_CREADSTAT_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "../CLibrary/library.h"

#define CRD_STRING 0
#define CRD_INT8 1
#define CRD_INT16 2
#define CRD_INT32 3
#define CRD_FLOAT 4
#define CRD_DOUBLE 5
#define CRD_STRING_REF 6

#define CRD_OK 0
#define CRD_ABORT 1

/// A value of a cell or of a label, passed by value; strings live until the handler returns.
typedef struct {
  union {
    float f;
    double d;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    const char *text;
  } v;
  int type;
  char tag;
  unsigned int is_system_missing : 1;
  unsigned int is_tagged_missing : 1;
} crd_value;

typedef int (*crd_metadata_handler)(void *metadata, void *context);
typedef int (*crd_variable_handler)(int index, void *variable, const char *labels, void *context);
typedef int (*crd_value_handler)(int row, void *variable, crd_value value, void *context);
typedef int (*crd_label_handler)(const char *labels, crd_value value, const char *label, void *context);
typedef int (*crd_open)(const char *path, void *context);
typedef int (*crd_close)(void *context);
typedef off_t (*crd_seek)(off_t offset, int whence, void *context);
typedef ssize_t (*crd_read)(void *buffer, size_t count, void *context);
typedef int (*crd_update)(long size, void *progress, void *user, void *context);
typedef ssize_t (*crd_write)(const void *bytes, size_t count, void *context);

/// The functions used. A copy may be read from any thread; nothing writes to it after crd_load.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  const char *(*message)(int error);
  void *(*parser)(void);
  void (*parser_free)(void *parser);
  int (*on_metadata)(void *parser, crd_metadata_handler handler);
  int (*on_variable)(void *parser, crd_variable_handler handler);
  int (*on_value)(void *parser, crd_value_handler handler);
  int (*on_label)(void *parser, crd_label_handler handler);
  int (*on_open)(void *parser, crd_open handler);
  int (*on_close)(void *parser, crd_close handler);
  int (*on_seek)(void *parser, crd_seek handler);
  int (*on_read)(void *parser, crd_read handler);
  int (*on_update)(void *parser, crd_update handler);
  int (*set_input)(void *parser, void *context);
  int (*set_encoding)(void *parser, const char *encoding);
  int (*parse_dta)(void *parser, const char *path, void *context);
  int (*parse_sav)(void *parser, const char *path, void *context);
  int (*parse_por)(void *parser, const char *path, void *context);
  int (*parse_sas)(void *parser, const char *path, void *context);
  int (*parse_catalogue)(void *parser, const char *path, void *context);
  int (*parse_xpt)(void *parser, const char *path, void *context);
  int (*variable_count)(void *metadata);
  int (*version)(void *metadata);
  const char *(*file_label)(void *metadata);
  int (*index)(const void *variable);
  const char *(*name)(const void *variable);
  const char *(*label)(const void *variable);
  const char *(*format)(const void *variable);
  int (*type)(const void *variable);
  int (*measure)(const void *variable);
  int (*is_defined_missing)(crd_value value, void *variable);
  int (*range_count)(const void *variable);
  crd_value (*range_low)(const void *variable, int index);
  crd_value (*range_high)(const void *variable, int index);
  void *(*writer)(void);
  void (*writer_free)(void *writer);
  int (*on_write)(void *writer, crd_write handler);
  int (*set_time)(void *writer, time_t time);
  void *(*add_labels)(void *writer, int type, const char *name);
  void (*add_label)(void *labels, int32_t value, const char *label);
  void *(*add_variable)(void *writer, const char *name, int type, size_t width);
  void (*set_label)(void *variable, const char *label);
  void (*set_format)(void *variable, const char *format);
  void (*set_labels)(void *variable, void *labels);
  void (*set_measure)(void *variable, int measure);
  int (*begin_dta)(void *writer, void *context, long rows);
  int (*begin_sav)(void *writer, void *context, long rows);
  int (*begin_row)(void *writer);
  int (*end_row)(void *writer);
  int (*end)(void *writer);
  int (*put_int8)(void *writer, const void *variable, int8_t value);
  int (*put_int16)(void *writer, const void *variable, int16_t value);
  int (*put_int32)(void *writer, const void *variable, int32_t value);
  int (*put_double)(void *writer, const void *variable, double value);
  int (*put_string)(void *writer, const void *variable, const char *value);
  void *(*add_long)(void *writer, const char *text);
  int (*put_long)(void *writer, const void *variable, void *text);
  int (*put_missing)(void *writer, const void *variable);
} crd_table;

/// Fills the table; returns NULL, or the system's reason. The library stays loaded until the process ends.
static inline const char *crd_load(const char *file, crd_table *table) {
  const clb_function wanted[] = {
      {"readstat_error_message", &table->message},
      {"readstat_parser_init", &table->parser},
      {"readstat_parser_free", &table->parser_free},
      {"readstat_set_metadata_handler", &table->on_metadata},
      {"readstat_set_variable_handler", &table->on_variable},
      {"readstat_set_value_handler", &table->on_value},
      {"readstat_set_value_label_handler", &table->on_label},
      {"readstat_set_open_handler", &table->on_open},
      {"readstat_set_close_handler", &table->on_close},
      {"readstat_set_seek_handler", &table->on_seek},
      {"readstat_set_read_handler", &table->on_read},
      {"readstat_set_update_handler", &table->on_update},
      {"readstat_set_io_ctx", &table->set_input},
      {"readstat_set_file_character_encoding", &table->set_encoding},
      {"readstat_parse_dta", &table->parse_dta},
      {"readstat_parse_sav", &table->parse_sav},
      {"readstat_parse_por", &table->parse_por},
      {"readstat_parse_sas7bdat", &table->parse_sas},
      {"readstat_parse_sas7bcat", &table->parse_catalogue},
      {"readstat_parse_xport", &table->parse_xpt},
      {"readstat_get_var_count", &table->variable_count},
      {"readstat_get_file_format_version", &table->version},
      {"readstat_get_file_label", &table->file_label},
      {"readstat_variable_get_index", &table->index},
      {"readstat_variable_get_name", &table->name},
      {"readstat_variable_get_label", &table->label},
      {"readstat_variable_get_format", &table->format},
      {"readstat_variable_get_type", &table->type},
      {"readstat_variable_get_measure", &table->measure},
      {"readstat_value_is_defined_missing", &table->is_defined_missing},
      {"readstat_variable_get_missing_ranges_count", &table->range_count},
      {"readstat_variable_get_missing_range_lo", &table->range_low},
      {"readstat_variable_get_missing_range_hi", &table->range_high},
      {"readstat_writer_init", &table->writer},
      {"readstat_writer_free", &table->writer_free},
      {"readstat_set_data_writer", &table->on_write},
      {"readstat_writer_set_file_timestamp", &table->set_time},
      {"readstat_add_label_set", &table->add_labels},
      {"readstat_label_int32_value", &table->add_label},
      {"readstat_add_variable", &table->add_variable},
      {"readstat_variable_set_label", &table->set_label},
      {"readstat_variable_set_format", &table->set_format},
      {"readstat_variable_set_label_set", &table->set_labels},
      {"readstat_variable_set_measure", &table->set_measure},
      {"readstat_begin_writing_dta", &table->begin_dta},
      {"readstat_begin_writing_sav", &table->begin_sav},
      {"readstat_begin_row", &table->begin_row},
      {"readstat_end_row", &table->end_row},
      {"readstat_end_writing", &table->end},
      {"readstat_insert_int8_value", &table->put_int8},
      {"readstat_insert_int16_value", &table->put_int16},
      {"readstat_insert_int32_value", &table->put_int32},
      {"readstat_insert_double_value", &table->put_double},
      {"readstat_insert_string_value", &table->put_string},
      {"readstat_add_string_ref", &table->add_long},
      {"readstat_insert_string_ref", &table->put_long},
      {"readstat_insert_missing_value", &table->put_missing},
  };
  return CLB_FILL(clb_open(file), wanted);
}

/// A value as a number; not a number where it is missing or a string.
static inline double crd_number(crd_value value) {
  if (value.is_system_missing || value.is_tagged_missing) return __builtin_nan("");
  switch (value.type) {
  case CRD_INT8: return value.v.i8;
  case CRD_INT16: return value.v.i16;
  case CRD_INT32: return value.v.i32;
  case CRD_FLOAT: return (double)value.v.f;
  case CRD_DOUBLE: return value.v.d;
  default: return __builtin_nan("");
  }
}

/// The letter of a missing value (`.a` in Stata), or 0.
static inline int crd_tag(crd_value value) { return value.is_tagged_missing ? (unsigned char)value.tag : 0; }

/// The text of a value; NULL if it has none.
static inline const char *crd_text(crd_value value) {
  return value.type == CRD_STRING || value.type == CRD_STRING_REF ? value.v.text : NULL;
}

#endif
