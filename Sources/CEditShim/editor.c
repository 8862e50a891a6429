// The line editor. Everything here is called from one thread, outside of Lua.
#define _GNU_SOURCE
#include "cedit_shim.h"

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <langinfo.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// Of libtinfo, which libedit needs, too.
extern int tgetent(char *buffer, const char *name);
extern int tgetnum(const char *capability);

struct me_editor {
  EditLine *edit;
  History *history;
  me_callbacks callbacks;
  void *context;
  int was_interrupted;
};

static volatile sig_atomic_t was_resized, was_continued;
// How the terminal was before the first line was read.
static struct termios usual;
static int knows_usual;

static void note_resize(int number) {
  (void)number;
  was_resized = 1;
}

// From any stop: the shell has had the terminal meanwhile.
static void note_return(int number) {
  (void)number;
  was_continued = 1;
}

// Asks the terminal to mark what is pasted, or not to. Safe in a signal handler.
static void mark_pastes(int on) {
  ssize_t ignored = write(STDOUT_FILENO, on ? "\033[?2004h" : "\033[?2004l", 8);
  (void)ignored;
}

// Puts the terminal back before the process stops or ends while a line is read.
static void leave_terminal(int number) {
  int code = errno;
  mark_pastes(0);
  if (knows_usual) tcsetattr(STDIN_FILENO, TCSADRAIN, &usual);
  if (number == SIGTSTP) {
    raise(SIGSTOP);
    errno = code;
    return;
  }
  signal(number, SIG_DFL);
  raise(number);
}

static const struct { int number; void (*handler)(int); } signals[] = {
    {SIGTSTP, leave_terminal}, {SIGTERM, leave_terminal}, {SIGHUP, leave_terminal}, {SIGCONT, note_return}};
enum { SIGNALS = sizeof signals / sizeof *signals };

static me_editor *editor_of(EditLine *edit) {
  void *data = NULL;
  el_get(edit, EL_CLIENTDATA, &data);
  return data;
}

// libedit may ask at any time, also while a line is on screen.
static char *prompt(EditLine *edit) {
  me_editor *e = editor_of(edit);
  return (char *)e->callbacks.prompt(e->context);
}

// Does what signals asked for since the last key. Returns whether one did.
static int follow_signals(EditLine *edit) {
  int followed = was_resized || was_continued;
  if (was_resized) {
    was_resized = 0;
    el_resize(edit);
  }
  if (was_continued) {
    was_continued = 0;
    // libedit still takes the terminal for its own, and would leave it as the shell has set it.
    el_set(edit, EL_PREP_TERM, 0);
    el_set(edit, EL_PREP_TERM, 1);
    mark_pastes(1);
    // From wherever the cursor was left.
    putchar('\r');
    el_set(edit, EL_REFRESH);
  }
  return followed;
}

// Reads one character from the terminal. libedit's own reader goes on after a signal; this one ends the line at the one
// that Ctrl-C sends, and follows a resized window and a return from the shell.
static int read_character(EditLine *edit, wchar_t *out) {
  mbstate_t state;
  memset(&state, 0, sizeof state);
  for (;;) {
    unsigned char byte;
    follow_signals(edit);
    ssize_t count = read(STDIN_FILENO, &byte, 1);
    if (count == 0) return 0;
    if (count < 0) {
      if (errno != EINTR) return -1;
      if (follow_signals(edit)) continue;
      editor_of(edit)->was_interrupted = 1;
      return -1;
    }
    size_t used = mbrtowc(out, (const char *)&byte, 1, &state);
    if (used == (size_t)-2) continue;
    // A byte that belongs to no character is left out.
    if (used == (size_t)-1) memset(&state, 0, sizeof state);
    else return 1;
  }
}

static unsigned char complete(EditLine *edit, int key) {
  (void)key;
  me_editor *e = editor_of(edit);
  const LineInfo *line = el_line(edit);
  me_completion c = e->callbacks.complete(e->context, line->buffer, (size_t)(line->lastchar - line->buffer),
                                          (size_t)(line->cursor - line->buffer));
  unsigned char result = c.insert || c.list ? CC_REFRESH : CC_REFRESH_BEEP;
  if (c.insert && el_insertstr(edit, c.insert) != 0) result = CC_REFRESH_BEEP;
  if (c.list) {
    printf("\n%s\n", c.list);
    fflush(stdout);
    result = CC_REDISPLAY;
  }
  free(c.insert);
  free(c.list);
  return result;
}

// How a paste ends, and how much of one is kept.
static const char paste_end[] = "\033[201~";
enum { PASTE_END = sizeof paste_end - 1, PASTE_MAX = 1 << 20 };

// Reads up to the end of a paste into text, which has PASTE_MAX bytes and room for a character; what is too much is left
// out. Returns the number of bytes, or -1.
static ssize_t read_paste(EditLine *edit, char *text) {
  size_t length = 0, matched = 0;
  while (matched < PASTE_END) {
    wchar_t next;
    if (el_wgetc(edit, &next) != 1) return -1;
    matched = next == (wchar_t)paste_end[matched] ? matched + 1 : next == L'\033';
    mbstate_t state;
    memset(&state, 0, sizeof state);
    size_t used = length < PASTE_MAX ? wcrtomb(text + length, next, &state) : (size_t)-1;
    if (used != (size_t)-1) length += used;
  }
  return (ssize_t)(length < PASTE_MAX ? length - PASTE_END : length);
}

// Newlines of any kind become one byte, and of what else would move the cursor only tabs stay. Those at the end go: whoever
// pastes presses Return. Returns the new length.
static size_t clean_paste(char *text, size_t length) {
  size_t kept = 0;
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte == '\n' && i > 0 && text[i - 1] == '\r') continue;
    if (byte == '\r') byte = '\n';
    if ((byte >= 32 && byte != 127) || byte == '\n' || byte == '\t') text[kept++] = (char)byte;
  }
  while (kept > 0 && text[kept - 1] == '\n') kept--;
  return kept;
}

// Inserts what a terminal pastes as it is: newlines end no line, and nothing in it is a command of the editor.
static unsigned char paste(EditLine *edit, int key) {
  (void)key;
  char *text = malloc(PASTE_MAX + MB_LEN_MAX + 1);
  if (!text) return CC_ERROR;
  ssize_t length = read_paste(edit, text);
  size_t kept = length > 0 ? clean_paste(text, (size_t)length) : 0;
  text[kept] = 0;
  int failed = kept > 0 && el_insertstr(edit, text) != 0;
  free(text);
  return length < 0 ? CC_EOF : failed ? CC_REFRESH_BEEP : CC_REFRESH;
}

static unsigned char ignore(EditLine *edit, int key) {
  (void)edit;
  (void)key;
  return CC_NORM;
}

static void choose_locale(void) {
  const char *chosen = setlocale(LC_CTYPE, "");
  if (!chosen || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

static void set_up(me_editor *e) {
  el_set(e->edit, EL_CLIENTDATA, e);
  el_set(e->edit, EL_PROMPT, prompt);
  el_set(e->edit, EL_EDITOR, "emacs");
  el_set(e->edit, EL_SIGNAL, 0);
  el_wset(e->edit, EL_GETCFN, read_character);
  HistEvent event;
  history(e->history, &event, H_SETSIZE, 10000);
  history(e->history, &event, H_SETUNIQUE, 1);
  el_set(e->edit, EL_HIST, history, e->history);
  el_set(e->edit, EL_ADDFN, "moonsheet-complete", "completes a name of Lua or the scene", complete);
  el_set(e->edit, EL_ADDFN, "moonsheet-paste", "inserts what the terminal pastes", paste);
  el_set(e->edit, EL_ADDFN, "moonsheet-ignore", "does nothing", ignore);
  el_set(e->edit, EL_BIND, "\033[200~", "moonsheet-paste", NULL);
  el_set(e->edit, EL_BIND, "\033[201~", "moonsheet-ignore", NULL);
  el_set(e->edit, EL_BIND, "^I", "moonsheet-complete", NULL);
  el_set(e->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
  el_set(e->edit, EL_BIND, "\033[1;5D", "ed-prev-word", NULL);
  el_set(e->edit, EL_BIND, "\033[1;5C", "em-next-word", NULL);
  el_set(e->edit, EL_BIND, "\033[3~", "ed-delete-next-char", NULL);
  el_source(e->edit, NULL);
}

me_editor *me_open(const char *program, me_callbacks callbacks, void *context) {
  me_editor *e = calloc(1, sizeof *e);
  if (!e) return NULL;
  choose_locale();
  e->callbacks = callbacks;
  e->context = context;
  e->history = history_init();
  e->edit = el_init(program, stdin, stdout, stderr);
  if (!e->edit || !e->history) {
    me_close(e);
    return NULL;
  }
  set_up(e);
  knows_usual = tcgetattr(STDIN_FILENO, &usual) == 0;
  // Without SA_RESTART the wait for a key ends, and the editor learns of the new size at once.
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = note_resize;
  sigaction(SIGWINCH, &action, NULL);
  return e;
}

const char *me_read(me_editor *e, int32_t *outcome) {
  int count = 0;
  e->was_interrupted = 0;
  if (was_resized) {
    was_resized = 0;
    el_resize(e->edit);
  }
  struct sigaction action, old[SIGNALS];
  memset(&action, 0, sizeof action);
  for (int i = 0; i < SIGNALS; i++) {
    action.sa_handler = signals[i].handler;
    sigaction(signals[i].number, &action, &old[i]);
  }
  mark_pastes(1);
  const char *line = el_gets(e->edit, &count);
  mark_pastes(0);
  for (int i = 0; i < SIGNALS; i++) sigaction(signals[i].number, &old[i], NULL);
  if (line && count > 0) {
    *outcome = ME_LINE;
    return line;
  }
  *outcome = e->was_interrupted ? ME_INTERRUPTED : count < 0 ? ME_FAILED : ME_END;
  return NULL;
}

void me_remember(me_editor *e, const char *line) {
  HistEvent event;
  history(e->history, &event, H_ENTER, line);
}

void me_restore(me_editor *e) {
  if (e && e->edit) el_set(e->edit, EL_PREP_TERM, 0);
}

void me_close(me_editor *e) {
  if (!e) return;
  if (e->edit) el_end(e->edit);
  if (e->history) history_end(e->history);
  free(e);
}

int32_t me_colours(void) {
  const char *name = getenv("TERM"), *own = getenv("COLORTERM");
  if (!name || !*name) return 0;
  char buffer[4096];
  if (tgetent(buffer, name) == 1) return tgetnum("Co") > 0 ? tgetnum("Co") : 0;
  return (own && *own) || strncmp(name, "xterm", 5) == 0 ? 8 : 0;
}
