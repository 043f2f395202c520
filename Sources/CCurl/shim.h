// libcurl for Swift, without linking it: a table of its functions, filled by dlopen when the first address is
// fetched. Linking the library and its forty dependencies would add 4.3 ms to every start of the program. The numbers
// and prototypes are those of libcurl's stable binary interface, so no header of the library is needed to build.
#ifndef PODIUM_CCURL_SHIM_H
#define PODIUM_CCURL_SHIM_H

#include <stddef.h>
#include <sys/socket.h>

#include "../CLibrary/library.h"

#define CCU_GLOBAL_ALL 3
#define CCU_ERROR_SIZE 256

// Options: numbers, pointers from 10000, functions from 20000.
#define CCU_WRITE_DATA 10001
#define CCU_URL 10002
#define CCU_PROXY 10004
#define CCU_ERROR_BUFFER 10010
#define CCU_WRITE_FUNCTION 20011
#define CCU_USER_AGENT 10018
#define CCU_LOW_SPEED_LIMIT 19
#define CCU_LOW_SPEED_TIME 20
#define CCU_HTTP_HEADER 10023
#define CCU_HEADER_DATA 10029
#define CCU_FAIL_ON_ERROR 45
#define CCU_FOLLOW_LOCATION 52
#define CCU_CA_INFO 10065
#define CCU_MAX_REDIRECTS 68
#define CCU_HEADER_FUNCTION 20079
#define CCU_NO_SIGNAL 99
#define CCU_TIMEOUT_MS 155
#define CCU_CONNECT_TIMEOUT_MS 156
#define CCU_PROTOCOLS 181
#define CCU_REDIRECT_PROTOCOLS 182
#define CCU_PROTOCOLS_TEXT 10318
#define CCU_REDIRECT_PROTOCOLS_TEXT 10319
#define CCU_QUICK_EXIT 322
#define CCU_OPEN_SOCKET_FUNCTION 20163
#define CCU_OPEN_SOCKET_DATA 10164

// Queries after a transfer.
#define CCU_INFO_EFFECTIVE_URL 0x100001
#define CCU_INFO_RESPONSE_CODE 0x200002
#define CCU_INFO_CONNECT_TIME 0x600034

// Results.
#define CCU_OK 0
#define CCU_UNSUPPORTED_PROTOCOL 1
#define CCU_BAD_URL 3
#define CCU_NO_PROXY_FOUND 5
#define CCU_NO_HOST_FOUND 6
#define CCU_NOT_CONNECTED 7
#define CCU_WEIRD_REPLY 8
#define CCU_PARTIAL 18
#define CCU_SAYS_NO 22
#define CCU_NO_MEMORY 27
#define CCU_TIMED_OUT 28
#define CCU_TLS_CONNECT 35
#define CCU_TOO_MANY_REDIRECTS 47
#define CCU_NOTHING_SENT 52
#define CCU_RECEIVE_ERROR 56
#define CCU_BAD_CERTIFICATE 60
#define CCU_NO_CA_FILE 77
#define CCU_HTTP2 16
#define CCU_HTTP2_STREAM 92

/// The callback for received bytes; returning anything other than size times count stops the transfer.
typedef size_t (*ccu_receiver)(char *bytes, size_t size, size_t count, void *context);

/// An address that the library is about to connect to.
typedef struct {
  int family;
  int kind;
  int protocol;
  unsigned int length;
  struct sockaddr address;
} ccu_address;

/// The callback that makes the socket for an address; -1 refuses the connection.
typedef int (*ccu_opener)(void *context, int purpose, ccu_address *address);

/// The functions used. A copy may be read from any thread; nothing writes to it after ccu_load.
///
/// Two of them are variadic, which Swift cannot call: use the functions below.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  int (*global_init)(long flags);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *easy);
  void *easy_setopt;
  void *easy_getinfo;
  const char *(*easy_strerror)(int code);
  void *(*slist_append)(void *list, const char *text);
  void (*slist_free_all)(void *list);
  void *(*multi_init)(void);
  int (*multi_add_handle)(void *multi, void *easy);
  int (*multi_remove_handle)(void *multi, void *easy);
  int (*multi_perform)(void *multi, int *running);
  int (*multi_poll)(void *multi, void *extra, unsigned int extra_count, int milliseconds, int *ready);
  void *multi_info_read;
  int (*multi_cleanup)(void *multi);
} ccu_table;

/// Fills the table; returns NULL, or the system's reason. The library stays loaded until the process ends.
static inline const char *ccu_load(const char *file, ccu_table *table) {
  const clb_function wanted[] = {
      {"curl_global_init", &table->global_init},
      {"curl_easy_init", &table->easy_init},
      {"curl_easy_cleanup", &table->easy_cleanup},
      {"curl_easy_setopt", &table->easy_setopt},
      {"curl_easy_getinfo", &table->easy_getinfo},
      {"curl_easy_strerror", &table->easy_strerror},
      {"curl_slist_append", &table->slist_append},
      {"curl_slist_free_all", &table->slist_free_all},
      {"curl_multi_init", &table->multi_init},
      {"curl_multi_add_handle", &table->multi_add_handle},
      {"curl_multi_remove_handle", &table->multi_remove_handle},
      {"curl_multi_perform", &table->multi_perform},
      {"curl_multi_poll", &table->multi_poll},
      {"curl_multi_info_read", &table->multi_info_read},
      {"curl_multi_cleanup", &table->multi_cleanup},
  };
  return CLB_FILL(clb_open(file), wanted);
}

typedef int (*ccu_variadic)(void *easy, int what, ...);

static inline int ccu_set_number(const ccu_table *table, void *easy, int option, long value) {
  return ((ccu_variadic)table->easy_setopt)(easy, option, value);
}

/// Texts are copied by the library; buffers, contexts and lists are not and must outlive the transfer.
static inline int ccu_set_pointer(const ccu_table *table, void *easy, int option, const void *value) {
  return ((ccu_variadic)table->easy_setopt)(easy, option, value);
}

static inline int ccu_set_text(const ccu_table *table, void *easy, int option, const char *value) {
  return ((ccu_variadic)table->easy_setopt)(easy, option, value);
}

static inline int ccu_set_receiver(const ccu_table *table, void *easy, int option, ccu_receiver value) {
  return ((ccu_variadic)table->easy_setopt)(easy, option, value);
}

static inline int ccu_set_opener(const ccu_table *table, void *easy, int option, ccu_opener value) {
  return ((ccu_variadic)table->easy_setopt)(easy, option, value);
}

/// A number of the transfer; 0 if unknown.
static inline long ccu_number(const ccu_table *table, void *easy, int what) {
  long value = 0;
  if (((ccu_variadic)table->easy_getinfo)(easy, what, &value) != 0) return 0;
  return value;
}

/// A 64-bit count of the transfer; 0 if unknown.
static inline long long ccu_count(const ccu_table *table, void *easy, int what) {
  long long value = 0;
  if (((ccu_variadic)table->easy_getinfo)(easy, what, &value) != 0) return 0;
  return value;
}

/// A text owned by the transfer; NULL if unknown.
static inline const char *ccu_text(const ccu_table *table, void *easy, int what) {
  const char *value = NULL;
  if (((ccu_variadic)table->easy_getinfo)(easy, what, &value) != 0) return NULL;
  return value;
}

/// The result of a finished transfer; -1 if none is finished.
static inline int ccu_result(const ccu_table *table, void *multi) {
  struct message {
    int kind;
    void *easy;
    union {
      void *whatever;
      int result;
    } data;
  };
  int left = 0;
  struct message *message = ((struct message * (*)(void *, int *)) table->multi_info_read)(multi, &left);
  // The only kind there is: 1, done.
  return message != NULL && message->kind == 1 ? message->data.result : -1;
}

#endif
