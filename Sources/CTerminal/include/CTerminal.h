// Signals and the terminal's state after a crash. See README.md for why this is C and a target of its own.
#ifndef PODIUM_CTERMINAL_H
#define PODIUM_CTERMINAL_H

/// Installs the handlers and returns the read end of the pipe on which each signal arrives as one byte, its
/// number; -1 with errno when there is no pipe. Calling it again changes nothing, or adds what `interactive`
/// adds: SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH and the crash signals.
int ct_install(int interactive);

/// How often SIGINT arrived since the start of the process, without those that another program was lent.
unsigned ct_interrupts(void);

/// While the terminal is lent to another program, SIGINT is that program's: it is counted apart and wakes nobody.
void ct_lend_terminal(int on);
unsigned ct_lent_interrupts(void);

/// Writes the byte 0 to the pipe: a worker has finished.
void ct_wake(void);

/// Keeps the terminal's present modes as those to go back to; to be called while no line is edited.
void ct_remember_terminal(void);

/// Sets the remembered modes, ends bracketed paste, shows the cursor, resets the attributes. Safe in a handler.
void ct_restore_terminal(void);

/// Stops the process as SIGTSTP would without a handler; returns when it is continued.
void ct_stop_process(void);

/// The size of the terminal behind a descriptor; 0 when it has none.
int ct_columns(int descriptor);
int ct_rows(int descriptor);

/// Gives the calling thread a stack of its own for handlers, without which a stack overflow cannot be handled.
/// Returns what ct_leave_thread takes, or NULL.
void *ct_enter_thread(void);
void ct_leave_thread(void *stack);

#endif
