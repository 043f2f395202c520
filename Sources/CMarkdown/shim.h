// cmark-gfm for Swift, without linking it: a table of its functions, filled by dlopen when the first page is made, so
// that nothing else pays for it. The library of extensions loads that of the parser; no header of either
// is needed to build.
#ifndef PODIUM_CMARKDOWN_SHIM_H
#define PODIUM_CMARKDOWN_SHIM_H

#include <stddef.h>

#include "../CLibrary/library.h"

/// The functions used. A copy may be read from any thread; nothing writes to it after cmd_load.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  void (*register_extensions)(void);
  void *(*find_extension)(const char *name);
  void *(*parser_new)(int options);
  int (*attach_extension)(void *parser, void *extension);
  void (*parser_feed)(void *parser, const char *bytes, size_t count);
  void *(*parser_finish)(void *parser);
  void *(*parser_extensions)(void *parser);
  char *(*render_html)(void *document, int options, void *extensions);
  void (*parser_free)(void *parser);
  void (*node_free)(void *node);
} cmd_table;

/// Fills the table; returns NULL, or the system's reason. The library stays loaded until the process ends.
static inline const char *cmd_load(const char *file, cmd_table *table) {
  const clb_function wanted[] = {
      {"cmark_gfm_core_extensions_ensure_registered", &table->register_extensions},
      {"cmark_find_syntax_extension", &table->find_extension},
      {"cmark_parser_new", &table->parser_new},
      {"cmark_parser_attach_syntax_extension", &table->attach_extension},
      {"cmark_parser_feed", &table->parser_feed},
      {"cmark_parser_finish", &table->parser_finish},
      {"cmark_parser_get_syntax_extensions", &table->parser_extensions},
      {"cmark_render_html", &table->render_html},
      {"cmark_parser_free", &table->parser_free},
      {"cmark_node_free", &table->node_free},
  };
  return CLB_FILL(clb_open(file), wanted);
}

#endif
