#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { alternate_stack_size = 64 * 1024 };

static atomic_uint interrupts;
static atomic_uint lent_interrupts;
static atomic_int is_lent;
static int pipe_ends[2] = {-1, -1};
static int interactive_installed;

// Two slots, so that a crash during an update finds a complete one. -1: no terminal.
static struct termios modes[2];
static atomic_int current_modes = -1;
static int understands_escapes;

static const int crash_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
enum { crash_count = sizeof crash_signals / sizeof *crash_signals };
static struct sigaction earlier[crash_count];
static int crashes_handled;

// What a crash writes; it is written before its length is set, and never changes after that.
static char last_words[2048];
static atomic_int last_length;

static void note(int signal) {
  if (signal == SIGINT && atomic_load(&is_lent)) {
    atomic_fetch_add(&lent_interrupts, 1);
    return;
  }
  int saved = errno;
  if (signal == SIGINT) atomic_fetch_add_explicit(&interrupts, 1, memory_order_relaxed);
  unsigned char byte = (unsigned char)signal;
  // Fails only if the pipe is full of unread signals; SIGINT is counted separately.
  ssize_t ignored = write(pipe_ends[1], &byte, 1);
  (void)ignored;
  errno = saved;
}

static void crashed(int signal, siginfo_t *info, void *context) {
  (void)context;
  ct_restore_terminal();
  // Several threads may crash at once: the first one speaks.
  int length = atomic_exchange(&last_length, 0);
  if (length > 0) {
    ssize_t ignored = write(STDERR_FILENO, last_words, (size_t)length);
    (void)ignored;
  }
  for (int i = 0; i < crash_count; i++) {
    if (crash_signals[i] == signal) sigaction(signal, &earlier[i], NULL);
  }
  // A faulting instruction repeats when we return, now with the earlier handler and the true context (a
  // backtrace then starts at the fault). A trap may not repeat, and a signal that was sent does not.
  int repeats = info->si_code > 0 && signal != SIGTRAP && signal != SIGABRT;
  if (!repeats) raise(signal);
}

static int is_ignored(int signal) {
  struct sigaction now;
  return sigaction(signal, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == SIG_IGN;
}

static void handle(int signal, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

static void handle_crashes(void) {
  // A second time would take our own handler for the earlier one.
  if (crashes_handled) return;
  crashes_handled = 1;
  for (int i = 0; i < crash_count; i++) {
    if (is_ignored(crash_signals[i])) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = crashed;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(crash_signals[i], &action, &earlier[i]);
  }
  // The Swift runtime may have given this thread a stack for its own backtrace; we can use that one too.
  stack_t present;
  if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE)) ct_enter_thread();
}

int ct_install(int interactive) {
  if (pipe_ends[0] < 0) {
    if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    signal(SIGPIPE, SIG_IGN);
    // A script's background job is started with SIGINT ignored, which must stay.
    if (interactive || !is_ignored(SIGINT)) handle(SIGINT, note);
  }
  if (interactive && !interactive_installed) {
    interactive_installed = 1;
    handle(SIGINT, note);
    // SIGQUIT ends nothing at a prompt, as in a shell: Ctrl-\ beside Ctrl-C would lose what is in memory. It has a handler,
    // since the programs that we start would inherit that it is ignored.
    static const int others[] = {SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGQUIT};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
      if (!is_ignored(others[i])) handle(others[i], note);  // nohup, or a shell without job control
    }
    const char *kind = getenv("TERM");
    understands_escapes = isatty(STDOUT_FILENO) && kind && *kind && strcmp(kind, "dumb") != 0;
    ct_remember_terminal();
    handle_crashes();
  }
  return pipe_ends[0];
}

void ct_set_last_words(const char *text) {
  if (atomic_load(&last_length) > 0) return;
  size_t length = strlen(text);
  if (length > sizeof last_words) length = sizeof last_words;
  memcpy(last_words, text, length);
  atomic_store(&last_length, (int)length);
  handle_crashes();
}

unsigned ct_interrupts(void) { return atomic_load_explicit(&interrupts, memory_order_relaxed); }

void ct_lend_terminal(int on) { atomic_store(&is_lent, on); }

unsigned ct_lent_interrupts(void) { return atomic_load(&lent_interrupts); }

void ct_wake(void) {
  unsigned char byte = 0;
  ssize_t ignored = write(pipe_ends[1], &byte, 1);
  (void)ignored;
}

void ct_remember_terminal(void) {
  int next = atomic_load(&current_modes) == 0 ? 1 : 0;
  if (tcgetattr(STDIN_FILENO, &modes[next]) == 0) atomic_store(&current_modes, next);
}

void ct_restore_terminal(void) {
  int slot = atomic_load(&current_modes);
  // In the background the terminal belongs to another process, and setting it would stop us.
  if (slot < 0 || tcgetpgrp(STDIN_FILENO) != getpgrp()) return;
  tcsetattr(STDIN_FILENO, TCSANOW, &modes[slot]);
  if (understands_escapes) {
    static const char reset[] = "\r\n\033[?2004l\033[?25h\033[0m";
    ssize_t ignored = write(STDOUT_FILENO, reset, sizeof reset - 1);
    (void)ignored;
  }
}

void ct_stop_process(void) {
  struct sigaction stop, go;
  sigaction(SIGTSTP, NULL, &stop);
  sigaction(SIGCONT, NULL, &go);
  handle(SIGTSTP, SIG_DFL);
  handle(SIGCONT, SIG_DFL);  // the caller knows that it was continued: this function returns
  raise(SIGTSTP);
  sigaction(SIGTSTP, &stop, NULL);
  sigaction(SIGCONT, &go, NULL);
}

void *ct_enter_thread(void) {
  stack_t own;
  memset(&own, 0, sizeof own);
  own.ss_size = alternate_stack_size;
  own.ss_sp = malloc(own.ss_size);
  if (own.ss_sp == NULL) return NULL;
  if (sigaltstack(&own, NULL) != 0) {
    free(own.ss_sp);
    return NULL;
  }
  return own.ss_sp;
}

void ct_leave_thread(void *stack) {
  if (stack == NULL) return;
  stack_t none;
  memset(&none, 0, sizeof none);
  none.ss_flags = SS_DISABLE;
  if (sigaltstack(&none, NULL) == 0) free(stack);
}

static struct winsize size_of(int descriptor) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) memset(&size, 0, sizeof size);
  return size;
}

int ct_columns(int descriptor) { return size_of(descriptor).ws_col; }

int ct_rows(int descriptor) { return size_of(descriptor).ws_row; }
