// GNU readline for Swift, without linking it: its functions are found when it is loaded (CLibrary/late.h). Swift 6 refuses C's
// mutable globals, and most of readline's interface is mutable globals; each function here reads or writes some of them.
#ifndef PODIUM_CREADLINE_H
#define PODIUM_CREADLINE_H

#include <stdio.h>
#include <wchar.h>
#include <readline/readline.h>
#include <readline/history.h>

// The C library declares it only for programs that enable X/Open extensions, and Swift does not.
extern int wcwidth(wchar_t);

/// Loads the library, before anything else is called; returns NULL, or the system's reason.
const char *cr_load(const char *file);

/// What must be set before rl_initialize reads the user's inputrc.
void cr_configure(rl_getc_func_t *read_key);

/// The search by prefix under names an inputrc can use (readline keeps the pointers), and on the arrow keys of
/// each keymap a person types text in.
void cr_add_search(void);

/// Drops the undo lists of changed history entries and of the line that a search left, before each key.
///
/// readline (8.2) keeps one list of changes in several places and frees it from one of them: after a prefix search, a
/// walk through the history or the end of a line the others would use freed memory. So Ctrl-_ undoes
/// only changes since the last walk through the history. The lists leak, a few bytes per change.
void cr_forget_changes(void);

/// Ends the line being edited as Ctrl-C does: shown to its end, followed by `^C`, cursor on the next row, handler
/// removed and the terminal as it was.
void cr_drop_line(void);

/// Ends the line being edited without a trace in the history, for a program that exits.
void cr_abandon_line(void);

/// The terminal as it was before the prompt, while the process stops.
void cr_release_terminal(void);

/// Takes the terminal again and redraws prompt and line on the row of the cursor.
void cr_take_terminal(void);

const char *cr_version(void);
const char *cr_line(void);
int cr_point(void);

/// Replaces the text between two positions and leaves the cursor after the new text.
void cr_replace(int start, int end, const char *text);
void cr_put(const char *text);
void cr_flush(void);
void cr_set_completion(rl_cpvfunc_t *find_word, rl_completion_func_t *attempt);

/// Quoting as file names need it, or none if the candidates come from the program.
void cr_set_file_name_quoting(int on);

/// For one completion: no file names as fallback, the program's own order, a space after a single match or none.
void cr_settle_completion(int blank, rl_compdisp_func_t *list);
void cr_unsettle_completion(void);

#endif
