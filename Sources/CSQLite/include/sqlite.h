// SQLite for Swift, without linking it: its functions are found when it is loaded (CLibrary/late.h). The functions here are
// what Swift cannot call itself: variadic functions, and constants that are casts.
#ifndef PODIUM_CSQLITE_H
#define PODIUM_CSQLITE_H

#include <sqlite3.h>

/// Loads the library, before any of its functions is called; returns NULL, or the system's reason.
const char *podium_sqlite_load(const char *file);

/// Forbids writing to the schema and to shadow tables by hand; no extension can be loaded, no pointer to a tokenizer
/// can be set, no view or trigger of a file runs functions with side effects.
static inline int podium_sqlite_defend(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (void *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (void *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (void *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, (void *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1, (void *)0);
  return code;
}

/// Removes all modules of virtual tables but one.
static inline int podium_sqlite_keep_module(sqlite3 *database, const char *name) {
  const char *kept[] = {name, 0};
  return sqlite3_drop_modules(database, kept);
}

/// Makes a name in double quotes that is not a column an error; by default SQLite reads it as a text.
static inline int podium_sqlite_refuse_quoted_text(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
  return code == SQLITE_OK ? sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0) : code;
}

/// Binds a text of a given length, zero bytes included; SQLite copies it.
static inline int podium_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *bytes, int count) {
  return sqlite3_bind_text(statement, place, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// The same for bytes that stay valid until the statement's arguments are cleared; SQLite does not copy them.
static inline int podium_sqlite_bind_kept_text(sqlite3_stmt *statement, int place, const char *bytes, int count) {
  return sqlite3_bind_text(statement, place, bytes ? bytes : "", count, SQLITE_STATIC);
}

/// Binds bytes; SQLite copies them.
static inline int podium_sqlite_bind_bytes(sqlite3_stmt *statement, int place, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, place, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Gives a text as the value of a cell; SQLite copies it.
static inline void podium_sqlite_give_text(sqlite3_context *context, const char *bytes, int count) {
  sqlite3_result_text(context, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// A text in memory of SQLite's, which frees it; null where there is none left.
static inline char *podium_sqlite_text(const char *text) { return sqlite3_mprintf("%s", text); }

/// Whether the header of an open file says that it uses a log (WAL): byte 18. It is read through SQLite, since
/// closing a descriptor of our own would drop the locks other connections of the process hold (POSIX).
static inline int podium_sqlite_keeps_log(sqlite3 *database) {
  sqlite3_file *file = 0;
  unsigned char version = 0;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
  if (!file || !file->pMethods || file->pMethods->xRead(file, &version, 1, 18) != SQLITE_OK) return 0;
  return version == 2;
}

/// The size of an open file in bytes; -1 if unknown.
static inline long long podium_sqlite_file_size(sqlite3 *database) {
  sqlite3_file *file = 0;
  sqlite3_int64 size = -1;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return -1;
  if (!file || !file->pMethods || file->pMethods->xFileSize(file, &size) != SQLITE_OK) return -1;
  return size;
}

/// The path of an open file's log; a null pointer for a database in memory.
static inline const char *podium_sqlite_log_path(sqlite3 *database) {
  const char *file = sqlite3_db_filename(database, "main");
  return file && *file ? sqlite3_filename_wal(file) : 0;
}

#endif
