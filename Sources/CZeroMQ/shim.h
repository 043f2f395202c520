// libzmq for Swift, without linking it: a table of its functions, filled by dlopen when a kernel starts. The prototypes are
// those of its stable binary interface (4.x), so no header of it is needed to build.
#ifndef PODIUM_CZEROMQ_SHIM_H
#define PODIUM_CZEROMQ_SHIM_H

#include <stddef.h>

#include "../CLibrary/library.h"

#define CZM_SUB 2
#define CZM_REQ 3
#define CZM_DEALER 5
#define CZM_ROUTER 6
#define CZM_XPUB 9

#define CZM_ROUTING_ID 5
#define CZM_SUBSCRIBE 6
#define CZM_UNSUBSCRIBE 7
#define CZM_LINGER 17
#define CZM_MAX_MESSAGE_SIZE 22
#define CZM_SEND_LIMIT 23
#define CZM_ROUTER_MANDATORY 33
#define CZM_ROUTER_HANDOVER 56
#define CZM_XPUB_NO_DROP 69
#define CZM_XPUB_MANUAL 71

#define CZM_DONT_WAIT 1
#define CZM_MORE 2
#define CZM_READABLE 1

/// A received part; its memory must not move.
typedef struct {
  long long words[8];
} czm_message;

/// What is waited for: a socket, or a file where that is NULL.
typedef struct {
  void *socket;
  int file;
  short wanted;
  short found;
} czm_item;

/// The functions used. A copy may be read from any thread; nothing writes to it after czm_load.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  void (*version)(int *major, int *minor, int *patch);
  int (*error)(void);
  const char *(*error_text)(int error);
  void *(*context_new)(void);
  int (*context_end)(void *context);
  void *(*socket)(void *context, int type);
  int (*close)(void *socket);
  int (*set)(void *socket, int option, const void *value, size_t size);
  int (*bind)(void *socket, const char *address);
  int (*connect)(void *socket, const char *address);
  int (*poll)(czm_item *items, int count, long milliseconds);
  int (*send)(void *socket, const void *bytes, size_t count, int flags);
  int (*message_init)(czm_message *message);
  int (*message_receive)(czm_message *message, void *socket, int flags);
  void *(*message_data)(czm_message *message);
  size_t (*message_size)(const czm_message *message);
  int (*message_more)(const czm_message *message);
  int (*message_close)(czm_message *message);
} czm_table;

/// Fills the table; returns NULL, or the system's reason. The library stays loaded until the process ends.
static inline const char *czm_load(const char *file, czm_table *table) {
  const clb_function wanted[] = {
      {"zmq_version", &table->version},
      {"zmq_errno", &table->error},
      {"zmq_strerror", &table->error_text},
      {"zmq_ctx_new", &table->context_new},
      {"zmq_ctx_term", &table->context_end},
      {"zmq_socket", &table->socket},
      {"zmq_close", &table->close},
      {"zmq_setsockopt", &table->set},
      {"zmq_bind", &table->bind},
      {"zmq_connect", &table->connect},
      {"zmq_poll", &table->poll},
      {"zmq_send", &table->send},
      {"zmq_msg_init", &table->message_init},
      {"zmq_msg_recv", &table->message_receive},
      {"zmq_msg_data", &table->message_data},
      {"zmq_msg_size", &table->message_size},
      {"zmq_msg_more", &table->message_more},
      {"zmq_msg_close", &table->message_close},
  };
  return CLB_FILL(clb_open(file), wanted);
}

#endif
