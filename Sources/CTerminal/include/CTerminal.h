// Signals and the terminal's state after a crash. See README.md for why this is C and a separate target.
#ifndef PODIUM_CTERMINAL_H
#define PODIUM_CTERMINAL_H

/// Installs the handlers and returns the read end of the pipe on which each signal arrives as one byte, its
/// number; -1 with errno if there is no pipe. Calling it again changes nothing, or adds what `interactive`
/// adds: SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGQUIT and the crash signals.
int ct_install(int interactive);

/// Handles crashes from now on, also without a prompt, by writing this text to standard error; the first call counts.
void ct_set_last_words(const char *text);

/// Number of SIGINTs since the start of the process, except those while another program had the terminal.
unsigned ct_interrupts(void);

/// While the terminal is lent to another program, SIGINT belongs to it: it is counted separately and wakes no one.
void ct_lend_terminal(int on);
unsigned ct_lent_interrupts(void);

/// Writes the byte 0 to the pipe: a worker has finished.
void ct_wake(void);

/// Remembers the terminal's current modes for restoring; call it while no line is edited.
void ct_remember_terminal(void);

/// Sets the remembered modes, ends bracketed paste, shows the cursor, resets the attributes. Safe in a handler.
void ct_restore_terminal(void);

/// Stops the process as SIGTSTP would without a handler; returns when it is continued.
void ct_stop_process(void);

/// The size of a descriptor's terminal; 0 if it has none.
int ct_columns(int descriptor);
int ct_rows(int descriptor);

/// Gives the calling thread a separate stack for handlers, without which a stack overflow cannot be handled.
/// Returns what ct_leave_thread takes, or NULL.
void *ct_enter_thread(void);
void ct_leave_thread(void *stack);

#endif
