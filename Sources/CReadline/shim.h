// GNU readline for Swift. Swift 6 refuses C's mutable globals, and most of readline's interface is mutable
// globals; each function here reads or writes some of them. This header has no state: a variable in it would
// exist once per object file.
#ifndef PODIUM_CREADLINE_SHIM_H
#define PODIUM_CREADLINE_SHIM_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <wchar.h>
#include <readline/readline.h>
#include <readline/history.h>

#define CR_SEARCH_BACKWARD "podium-history-backward"
#define CR_SEARCH_FORWARD "podium-history-forward"

/// What ends a word when readline looks for one itself: the language's brackets, quotes and operators.
#define CR_WORD_BREAKS " \t\n\"'=<>(),;|[]{}"

// What readline keeps of a line while another one is shown; not in its headers, and other versions may lack it.
extern HIST_ENTRY *_rl_saved_line_for_history __attribute__((weak));

// The C library declares it only for programs that enable X/Open extensions, and Swift does not.
extern int wcwidth(wchar_t);

/// Whether a key is waiting; called when readline needs to know what follows an Escape.
///
/// Not during a search: readline (8.2) would look for the beginning of a paste, push back anything else, and lose its
/// state if the pushed keys are not bound.
static inline int cr_is_input_queued(void) {
  int microseconds = rl_set_keyboard_input_timeout(0);
  rl_set_keyboard_input_timeout(microseconds);
  if (RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_CHARSEARCH)) return 0;
  int descriptor = fileno(rl_instream ? rl_instream : stdin);
  if (descriptor < 0 || descriptor >= FD_SETSIZE) return 0;
  fd_set keys;
  FD_ZERO(&keys);
  FD_SET(descriptor, &keys);
  struct timeval patience = {.tv_sec = microseconds / 1000000, .tv_usec = microseconds % 1000000};
  return select(descriptor + 1, &keys, NULL, NULL, &patience) > 0;
}

/// Unbinds keys that crash readline (8.2): Ctrl-] (character-search) before an Escape, and in a search Ctrl-X
/// before an unbound key. A user's inputrc may bind both again.
static inline void cr_avoid_broken_keys(void) {
  rl_unbind_function_in_map(rl_char_search, emacs_standard_keymap);
  rl_unbind_function_in_map(rl_backward_char_search, emacs_meta_keymap);
  rl_variable_bind("isearch-terminators", "\\e\\C-j\\C-x");
}

static inline int cr_ding(int count, int key) {
  rl_ding();
  return 0;
}

/// Lets unbound keys ring the bell.
///
/// readline (8.2) aborts what it is doing for them, and loses its state if the key came after others that were waiting.
static inline void cr_bind_rest(Keymap map, int depth) {
  for (int key = 0; key < 256 && depth < 16; key++) {
    if (map[key].type == ISKMAP && map[key].function) {
      cr_bind_rest((Keymap)map[key].function, depth + 1);
    } else if (map[key].type == ISFUNC && !map[key].function) {
      map[key].function = cr_ding;
    }
  }
}

/// What must be set before rl_initialize reads the user's inputrc.
static inline void cr_configure(rl_getc_func_t *read_key) {
  rl_readline_name = "podium";
  rl_catch_signals = 0;     // the program's own handlers stay; see CTerminal
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;  // setenv of LINES and COLUMNS would race with getenv on other threads
  rl_basic_word_break_characters = CR_WORD_BREAKS;
  rl_completer_word_break_characters = CR_WORD_BREAKS;
  rl_getc_function = read_key;
  rl_input_available_hook = cr_is_input_queued;
  cr_avoid_broken_keys();
  history_expansion_char = '\0';
}

/// Searches the history for the text typed before the first press, and leaves the cursor at the end.
///
/// readline keeps the searched prefix only while its own two commands are repeated, and would leave the
/// cursor after the prefix; so a chain of ours is presented as a chain of its own.
static inline int cr_search_prefix(rl_command_func_t *search, int count, int key) {
  if (rl_last_func != NULL
      && (rl_last_func == rl_named_function(CR_SEARCH_BACKWARD)
          || rl_last_func == rl_named_function(CR_SEARCH_FORWARD))) {
    rl_last_func = rl_history_search_backward;
  }
  int status = search(count, key);
  if (status == 0) rl_point = rl_end;
  return status;
}

static inline int cr_search_backward(int count, int key) {
  return cr_search_prefix(rl_history_search_backward, count, key);
}

static inline int cr_search_forward(int count, int key) {
  return cr_search_prefix(rl_history_search_forward, count, key);
}

static inline void cr_bind_typing_maps(const char *keys, rl_command_func_t *command) {
  rl_bind_keyseq_in_map(keys, command, emacs_standard_keymap);
  rl_bind_keyseq_in_map(keys, command, vi_insertion_keymap);
}

/// The search by prefix under names an inputrc can use (readline keeps the pointers), and on the arrow keys of
/// each keymap a person types text in.
static inline void cr_add_search(void) {
  rl_add_defun(CR_SEARCH_BACKWARD, cr_search_backward, -1);
  rl_add_defun(CR_SEARCH_FORWARD, cr_search_forward, -1);
  cr_bind_typing_maps("\\e[A", cr_search_backward);
  cr_bind_typing_maps("\\eOA", cr_search_backward);
  cr_bind_typing_maps("\\e[B", cr_search_forward);
  cr_bind_typing_maps("\\eOB", cr_search_forward);
  cr_bind_rest(emacs_standard_keymap, 0);
  cr_bind_rest(vi_movement_keymap, 0);
}

/// Frees the undo list of the line being edited.
///
/// readline (8.2) clears the pointer to its list of changes in the current history entry; after a search another
/// entry may hold it too, and the list would be freed again when that entry is visited.
static inline void cr_free_line_state(void) {
  HIST_ENTRY **entries = history_list();
  for (int i = 0; entries && entries[i]; i++) {
    if (rl_undo_list && entries[i]->data == (histdata_t)rl_undo_list) entries[i]->data = NULL;
  }
  rl_free_line_state();
}

/// Drops the undo lists of changed history entries and of the line that a search left, before each key.
///
/// readline (8.2) keeps one list of changes in several places and frees it from one of them: after a prefix search, a
/// walk through the history or the end of a line the others would use freed memory. So Ctrl-_ undoes
/// only changes since the last walk through the history. The lists leak, a few bytes per change.
static inline void cr_forget_changes(void) {
  if (&_rl_saved_line_for_history != NULL && _rl_saved_line_for_history != NULL) {
    _rl_saved_line_for_history->data = NULL;
  }
  HIST_ENTRY **entries = history_list();
  for (int i = 0; entries && entries[i]; i++) entries[i]->data = NULL;
}

/// Ends the line being edited as Ctrl-C does: shown to its end, followed by `^C`, cursor on the next row, handler
/// removed and the terminal as it was.
static inline void cr_drop_line(void) {
  rl_callback_sigcleanup();  // leaves an incremental search, a numeric argument, a half-typed key sequence
  rl_deactivate_mark();
  rl_point = rl_end;
  rl_redisplay();
  fputs("^C", rl_outstream);
  rl_crlf();
  cr_free_line_state();
  rl_replace_line("", 0);
  rl_callback_handler_remove();
  fflush(rl_outstream);
}

/// Ends the line being edited without a trace in the history, for a program that exits.
static inline void cr_abandon_line(void) {
  rl_callback_sigcleanup();
  rl_deactivate_mark();
  rl_point = rl_end;
  rl_redisplay();
  rl_crlf();
  cr_free_line_state();
  rl_callback_handler_remove();
  fflush(rl_outstream);
}

/// The terminal as it was before the prompt, while the process stops.
static inline void cr_release_terminal(void) {
  if (rl_deprep_term_function) rl_deprep_term_function();
  fflush(rl_outstream);
}

/// Takes the terminal again and redraws prompt and line on the row of the cursor.
static inline void cr_take_terminal(void) {
  if (rl_prep_term_function) rl_prep_term_function(1);
  rl_reset_screen_size();
  rl_forced_update_display();
}

static inline const char *cr_version(void) { return rl_library_version; }
static inline const char *cr_line(void) { return rl_line_buffer; }
static inline int cr_point(void) { return rl_point; }

/// Replaces the text between two positions and leaves the cursor after the new text.
static inline void cr_replace(int start, int end, const char *text) {
  rl_delete_text(start, end);
  rl_point = start;
  rl_insert_text(text);
}

static inline void cr_put(const char *text) { fputs(text, rl_outstream); }

static inline void cr_flush(void) { fflush(rl_outstream); }

static inline void cr_set_completion(rl_cpvfunc_t *find_word, rl_completion_func_t *attempt) {
  rl_completion_word_break_hook = find_word;
  rl_attempted_completion_function = attempt;
}

/// Quoting as file names need it, or none if the candidates come from the program.
static inline void cr_set_file_name_quoting(int on) {
  rl_completer_quote_characters = on ? "\"'" : NULL;
  rl_filename_quote_characters = on ? " \t\n\"'()[]{},;=<>|" : NULL;
}

/// For one completion: no file names as fallback, the program's own order, a space after a single match or none.
static inline void cr_settle_completion(int blank, rl_compdisp_func_t *list) {
  rl_attempted_completion_over = 1;
  rl_sort_completion_matches = 0;
  rl_completion_suppress_append = !blank;
  rl_completion_display_matches_hook = list;
}

static inline void cr_unsettle_completion(void) {
  rl_sort_completion_matches = 1;
  rl_completion_display_matches_hook = NULL;
}

#endif
