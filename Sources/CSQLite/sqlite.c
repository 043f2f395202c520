#include "include/sqlite.h"

#include "../CLibrary/late.h"

// What podium calls of SQLite.
#define FUNCTIONS(each) \
  each(sqlite3_backup_finish) each(sqlite3_backup_init) each(sqlite3_backup_step) each(sqlite3_bind_blob) \
  each(sqlite3_bind_double) each(sqlite3_bind_int64) each(sqlite3_bind_null) each(sqlite3_bind_parameter_count) \
  each(sqlite3_bind_text) each(sqlite3_bind_value) each(sqlite3_busy_handler) each(sqlite3_clear_bindings) \
  each(sqlite3_close) each(sqlite3_close_v2) each(sqlite3_column_blob) each(sqlite3_column_bytes) \
  each(sqlite3_column_count) each(sqlite3_column_decltype) each(sqlite3_column_double) each(sqlite3_column_int64) \
  each(sqlite3_column_name) each(sqlite3_column_origin_name) each(sqlite3_column_table_name) \
  each(sqlite3_column_text) each(sqlite3_column_type) each(sqlite3_column_value) each(sqlite3_context_db_handle) \
  each(sqlite3_create_function_v2) each(sqlite3_create_module_v2) each(sqlite3_db_config) each(sqlite3_db_filename) \
  each(sqlite3_db_readonly) each(sqlite3_declare_vtab) each(sqlite3_deserialize) each(sqlite3_drop_modules) \
  each(sqlite3_errcode) each(sqlite3_errmsg) each(sqlite3_exec) each(sqlite3_extended_errcode) \
  each(sqlite3_file_control) each(sqlite3_filename_wal) each(sqlite3_finalize) each(sqlite3_free) \
  each(sqlite3_get_autocommit) each(sqlite3_libversion) each(sqlite3_libversion_number) each(sqlite3_limit) \
  each(sqlite3_malloc64) each(sqlite3_memory_used) each(sqlite3_mprintf) each(sqlite3_open) each(sqlite3_open_v2) \
  each(sqlite3_prepare_v2) each(sqlite3_prepare_v3) each(sqlite3_progress_handler) each(sqlite3_reset) \
  each(sqlite3_result_double) each(sqlite3_result_error) each(sqlite3_result_error_code) \
  each(sqlite3_result_error_nomem) each(sqlite3_result_error_toobig) each(sqlite3_result_int) \
  each(sqlite3_result_int64) each(sqlite3_result_null) each(sqlite3_result_text) each(sqlite3_result_value) \
  each(sqlite3_serialize) each(sqlite3_set_authorizer) each(sqlite3_sleep) each(sqlite3_status64) \
  each(sqlite3_step) each(sqlite3_stmt_isexplain) each(sqlite3_strglob) each(sqlite3_strlike) \
  each(sqlite3_total_changes) each(sqlite3_user_data) each(sqlite3_value_bytes) each(sqlite3_value_double) \
  each(sqlite3_value_int64) each(sqlite3_value_text) each(sqlite3_value_type) each(sqlite3_vtab_collation) \
  each(sqlite3_vtab_rhs_value)

FUNCTIONS(LATE_FUNCTION)

const char *podium_sqlite_load(const char *file) { return LATE_FILL(LATE_OPEN(file), FUNCTIONS(LATE_WANTED)); }
