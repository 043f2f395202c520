// GNU readline for Swift. Swift 6 refuses C's mutable globals, and most of readline's interface is mutable
// globals; each function here reads or writes some of them. No state of our own: a variable in a header would
// exist once per object file.
#ifndef PODIUM_CREADLINE_SHIM_H
#define PODIUM_CREADLINE_SHIM_H

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <readline/readline.h>
#include <readline/history.h>

#define CR_SEARCH_BACKWARD "podium-history-backward"
#define CR_SEARCH_FORWARD "podium-history-forward"

/// What ends a word where readline looks for one itself: the language's brackets, quotes and operators.
#define CR_WORD_BREAKS " \t\n\"'=<>(),;|[]{}"

// The C library declares it only to programs that ask for X/Open's extensions, and Swift does not.
extern int wcwidth(wchar_t);

/// What must be set before rl_initialize reads the user's inputrc.
static inline void cr_configure(rl_getc_func_t *read_key) {
  rl_readline_name = "podium";
  rl_catch_signals = 0;     // the program's own handlers stay; see CTerminal
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;  // setenv of LINES and COLUMNS would race with getenv on other threads
  rl_basic_word_break_characters = CR_WORD_BREAKS;
  rl_completer_word_break_characters = CR_WORD_BREAKS;
  rl_getc_function = read_key;
  history_expansion_char = '\0';
}

/// Searches the history for what was typed before the first press, and leaves the cursor at the end.
///
/// readline keeps the searched prefix only while its own two commands follow each other, and would leave the
/// cursor behind the prefix; so a chain of ours is passed off as a chain of its own.
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
}

/// Frees what was noted about the line being edited.
///
/// readline (8.2) clears the pointer to its list of changes in the history entry it stands on; after a search another
/// one may hold it too, which would be freed again when somebody comes by there.
static inline void cr_free_line_state(void) {
  HIST_ENTRY **entries = history_list();
  for (int i = 0; entries && entries[i]; i++) {
    if (rl_undo_list && entries[i]->data == (histdata_t)rl_undo_list) entries[i]->data = NULL;
  }
  rl_free_line_state();
}

/// Forgets what was noted about changed entries of the history, before a new line is edited.
///
/// readline (8.2) frees the list of changes of the line that ends and may leave it noted at an entry that was passed on
/// the way; whoever came by there again would work with memory that is gone.
static inline void cr_forget_changes(void) {
  HIST_ENTRY **entries = history_list();
  for (int i = 0; entries && entries[i]; i++) entries[i]->data = NULL;
}

/// Ends the line being edited as Ctrl-C does: shown to its end, `^C` behind it, cursor on the next row, handler
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

/// Ends the line being edited without a trace in the history, for a program that leaves.
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

/// Takes the terminal again and draws prompt and line anew, on the row the cursor is on.
static inline void cr_take_terminal(void) {
  if (rl_prep_term_function) rl_prep_term_function(1);
  rl_reset_screen_size();
  rl_forced_update_display();
}

static inline const char *cr_line(void) { return rl_line_buffer; }
static inline int cr_point(void) { return rl_point; }

/// Replaces the text between two places and leaves the cursor behind the new one.
static inline void cr_replace(int start, int end, const char *text) {
  rl_delete_text(start, end);
  rl_point = start;
  rl_insert_text(text);
}

static inline void cr_put(const char *text) { fputs(text, rl_outstream); }

static inline void cr_set_completion(rl_cpvfunc_t *find_word, rl_completion_func_t *attempt) {
  rl_completion_word_break_hook = find_word;
  rl_attempted_completion_function = attempt;
}

/// Quoting as file names need it, or none where the words come from the program.
static inline void cr_set_file_name_quoting(int on) {
  rl_completer_quote_characters = on ? "\"'" : NULL;
  rl_filename_quote_characters = on ? " \t\n\"'()[]{},;=<>|" : NULL;
}

/// For one completion: no file names after it, the program's own order, a blank behind a single match or none.
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
