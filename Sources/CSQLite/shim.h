// What Swift cannot call itself: functions with a variable number of arguments, and constants that are casts.
#include <sqlite3.h>

/// Forbids writing to the schema and to shadow tables by hand; no extension can be loaded, no view or trigger of a
/// file runs functions with side effects.
static inline int podium_sqlite_defend(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (void *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (void *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (void *)0);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1, (void *)0);
  return code;
}

/// Binds a text of a given length, zero bytes included; SQLite copies it.
static inline int podium_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *bytes, int count) {
  return sqlite3_bind_text(statement, place, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Binds bytes; SQLite copies them.
static inline int podium_sqlite_bind_bytes(sqlite3_stmt *statement, int place, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, place, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}
