#include "include/creadline.h"

#include <stdlib.h>
#include <sys/select.h>

#include "../CLibrary/late.h"

#define CR_SEARCH_BACKWARD "podium-history-backward"
#define CR_SEARCH_FORWARD "podium-history-forward"

/// What ends a word when readline looks for one itself: the language's brackets, quotes and operators.
#define CR_WORD_BREAKS " \t\n\"'=<>(),;|[]{}"

// What podium calls of readline, and the variables that it reads and writes.
#define FUNCTIONS(each) \
  each(add_history) each(history_list) each(rl_add_defun) each(rl_backward_char_search) each(rl_bind_keyseq_in_map) \
  each(rl_callback_handler_install) each(rl_callback_handler_remove) each(rl_callback_read_char) \
  each(rl_callback_sigcleanup) each(rl_char_search) each(rl_crlf) each(rl_deactivate_mark) each(rl_delete_text) \
  each(rl_ding) each(rl_forced_update_display) each(rl_free_line_state) each(rl_get_screen_size) \
  each(rl_history_search_backward) each(rl_history_search_forward) each(rl_initialize) each(rl_insert_text) \
  each(rl_named_function) each(rl_read_key) each(rl_redisplay) each(rl_replace_line) each(rl_reset_screen_size) \
  each(rl_resize_terminal) each(rl_set_keyboard_input_timeout) each(rl_unbind_function_in_map) \
  each(rl_variable_bind) each(rl_variable_value) each(using_history)
#define VARIABLES(each) \
  each(emacs_meta_keymap) each(emacs_standard_keymap) each(history_expansion_char) \
  each(rl_attempted_completion_function) each(rl_attempted_completion_over) each(rl_basic_word_break_characters) \
  each(rl_catch_signals) each(rl_catch_sigwinch) each(rl_change_environment) each(rl_completer_quote_characters) \
  each(rl_completer_word_break_characters) each(rl_completion_display_matches_hook) \
  each(rl_completion_suppress_append) each(rl_completion_word_break_hook) each(rl_deprep_term_function) \
  each(rl_end) each(rl_filename_quote_characters) each(rl_getc_function) each(rl_input_available_hook) \
  each(rl_instream) each(rl_last_func) each(rl_library_version) each(rl_line_buffer) each(rl_outstream) \
  each(rl_point) each(rl_prep_term_function) each(rl_readline_name) each(rl_readline_state) \
  each(rl_sort_completion_matches) each(rl_undo_list) each(vi_insertion_keymap) each(vi_movement_keymap)

FUNCTIONS(LATE_FUNCTION)
VARIABLES(LATE_VARIABLE)

// What readline keeps of a line while another one is shown; not in its headers, and other versions may lack it.
extern HIST_ENTRY *_rl_saved_line_for_history;
static HIST_ENTRY **saved_line;

const char *cr_load(const char *file) {
  void *library = LATE_OPEN(file);
  saved_line = LATE_OPTIONAL(library, _rl_saved_line_for_history);
  return LATE_FILL(library, FUNCTIONS(LATE_WANTED) VARIABLES(LATE_WANTED));
}

/// Whether a key is waiting; called when readline needs to know what follows an Escape.
///
/// Not during a search: readline (8.2) would look for the beginning of a paste, push back anything else, and lose its
/// state if the pushed keys are not bound.
static int cr_is_input_queued(void) {
  int microseconds = rl_set_keyboard_input_timeout(0);
  rl_set_keyboard_input_timeout(microseconds);
  if (LATE(rl_readline_state) & (RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_CHARSEARCH)) return 0;
  int descriptor = fileno(LATE(rl_instream) ? LATE(rl_instream) : stdin);
  if (descriptor < 0 || descriptor >= FD_SETSIZE) return 0;
  fd_set keys;
  FD_ZERO(&keys);
  FD_SET(descriptor, &keys);
  struct timeval patience = {.tv_sec = microseconds / 1000000, .tv_usec = microseconds % 1000000};
  return select(descriptor + 1, &keys, NULL, NULL, &patience) > 0;
}

/// Unbinds keys that crash readline (8.2): Ctrl-] (character-search) before an Escape, and in a search Ctrl-X
/// before an unbound key. A user's inputrc may bind both again.
static void cr_avoid_broken_keys(void) {
  rl_unbind_function_in_map(LATE(rl_char_search), LATE(emacs_standard_keymap));
  rl_unbind_function_in_map(LATE(rl_backward_char_search), LATE(emacs_meta_keymap));
  rl_variable_bind("isearch-terminators", "\\e\\C-j\\C-x");
}

static int cr_ding(int count, int key) {
  rl_ding();
  return 0;
}

/// Lets unbound keys ring the bell.
///
/// readline (8.2) aborts what it is doing for them, and loses its state if the key came after others that were waiting.
static void cr_bind_rest(Keymap map, int depth) {
  for (int key = 0; key < 256 && depth < 16; key++) {
    if (map[key].type == ISKMAP && map[key].function) {
      cr_bind_rest((Keymap)map[key].function, depth + 1);
    } else if (map[key].type == ISFUNC && !map[key].function) {
      map[key].function = cr_ding;
    }
  }
}

void cr_configure(rl_getc_func_t *read_key) {
  LATE(rl_readline_name) = "podium";
  LATE(rl_catch_signals) = 0;     // the program's own handlers stay; see CTerminal
  LATE(rl_catch_sigwinch) = 0;
  LATE(rl_change_environment) = 0;  // setenv of LINES and COLUMNS would race with getenv on other threads
  LATE(rl_basic_word_break_characters) = CR_WORD_BREAKS;
  LATE(rl_completer_word_break_characters) = CR_WORD_BREAKS;
  LATE(rl_getc_function) = read_key;
  LATE(rl_input_available_hook) = cr_is_input_queued;
  cr_avoid_broken_keys();
  LATE(history_expansion_char) = '\0';
}

/// Searches the history for the text typed before the first press, and leaves the cursor at the end.
///
/// readline keeps the searched prefix only while its own two commands are repeated, and would leave the
/// cursor after the prefix; so a chain of ours is presented as a chain of its own.
static int cr_search_prefix(rl_command_func_t *search, int count, int key) {
  if (LATE(rl_last_func) != NULL
      && (LATE(rl_last_func) == rl_named_function(CR_SEARCH_BACKWARD)
          || LATE(rl_last_func) == rl_named_function(CR_SEARCH_FORWARD))) {
    LATE(rl_last_func) = LATE(rl_history_search_backward);
  }
  int status = search(count, key);
  if (status == 0) LATE(rl_point) = LATE(rl_end);
  return status;
}

static int cr_search_backward(int count, int key) {
  return cr_search_prefix(LATE(rl_history_search_backward), count, key);
}

static int cr_search_forward(int count, int key) {
  return cr_search_prefix(LATE(rl_history_search_forward), count, key);
}

static void cr_bind_typing_maps(const char *keys, rl_command_func_t *command) {
  rl_bind_keyseq_in_map(keys, command, LATE(emacs_standard_keymap));
  rl_bind_keyseq_in_map(keys, command, LATE(vi_insertion_keymap));
}

void cr_add_search(void) {
  rl_add_defun(CR_SEARCH_BACKWARD, cr_search_backward, -1);
  rl_add_defun(CR_SEARCH_FORWARD, cr_search_forward, -1);
  cr_bind_typing_maps("\\e[A", cr_search_backward);
  cr_bind_typing_maps("\\eOA", cr_search_backward);
  cr_bind_typing_maps("\\e[B", cr_search_forward);
  cr_bind_typing_maps("\\eOB", cr_search_forward);
  cr_bind_rest(LATE(emacs_standard_keymap), 0);
  cr_bind_rest(LATE(vi_movement_keymap), 0);
}

/// Frees the undo list of the line being edited.
///
/// readline (8.2) clears the pointer to its list of changes in the current history entry; after a search another
/// entry may hold it too, and the list would be freed again when that entry is visited.
static void cr_free_line_state(void) {
  HIST_ENTRY **entries = history_list();
  for (int i = 0; entries && entries[i]; i++) {
    if (LATE(rl_undo_list) && entries[i]->data == (histdata_t)LATE(rl_undo_list)) entries[i]->data = NULL;
  }
  rl_free_line_state();
}

void cr_forget_changes(void) {
  if (saved_line != NULL && *saved_line != NULL) (*saved_line)->data = NULL;
  HIST_ENTRY **entries = history_list();
  for (int i = 0; entries && entries[i]; i++) entries[i]->data = NULL;
}

void cr_drop_line(void) {
  rl_callback_sigcleanup();  // leaves an incremental search, a numeric argument, a half-typed key sequence
  rl_deactivate_mark();
  LATE(rl_point) = LATE(rl_end);
  rl_redisplay();
  fputs("^C", LATE(rl_outstream));
  rl_crlf();
  cr_free_line_state();
  rl_replace_line("", 0);
  rl_callback_handler_remove();
  fflush(LATE(rl_outstream));
}

void cr_abandon_line(void) {
  rl_callback_sigcleanup();
  rl_deactivate_mark();
  LATE(rl_point) = LATE(rl_end);
  rl_redisplay();
  rl_crlf();
  cr_free_line_state();
  rl_callback_handler_remove();
  fflush(LATE(rl_outstream));
}

void cr_release_terminal(void) {
  if (LATE(rl_deprep_term_function)) LATE(rl_deprep_term_function)();
  fflush(LATE(rl_outstream));
}

void cr_take_terminal(void) {
  if (LATE(rl_prep_term_function)) LATE(rl_prep_term_function)(1);
  rl_reset_screen_size();
  rl_forced_update_display();
}

const char *cr_version(void) { return LATE(rl_library_version); }
const char *cr_line(void) { return LATE(rl_line_buffer); }
int cr_point(void) { return LATE(rl_point); }

void cr_replace(int start, int end, const char *text) {
  rl_delete_text(start, end);
  LATE(rl_point) = start;
  rl_insert_text(text);
}

void cr_put(const char *text) { fputs(text, LATE(rl_outstream)); }

void cr_flush(void) { fflush(LATE(rl_outstream)); }

void cr_set_completion(rl_cpvfunc_t *find_word, rl_completion_func_t *attempt) {
  LATE(rl_completion_word_break_hook) = find_word;
  LATE(rl_attempted_completion_function) = attempt;
}

void cr_set_file_name_quoting(int on) {
  LATE(rl_completer_quote_characters) = on ? "\"'" : NULL;
  LATE(rl_filename_quote_characters) = on ? " \t\n\"'()[]{},;=<>|" : NULL;
}

void cr_settle_completion(int blank, rl_compdisp_func_t *list) {
  LATE(rl_attempted_completion_over) = 1;
  LATE(rl_sort_completion_matches) = 0;
  LATE(rl_completion_suppress_append) = !blank;
  LATE(rl_completion_display_matches_hook) = list;
}

void cr_unsettle_completion(void) {
  LATE(rl_sort_completion_matches) = 1;
  LATE(rl_completion_display_matches_hook) = NULL;
}
