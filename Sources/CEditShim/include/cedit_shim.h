// A line editor over libedit, for Swift. C because libedit is set up through variadic calls, and calls back with its own
// types. Nothing of libedit runs before me_open.
#ifndef CEDIT_SHIM_H
#define CEDIT_SHIM_H

#include <stddef.h>
#include <stdint.h>

typedef struct me_editor me_editor;

// What Tab leads to. Both texts are malloc'd and freed by the caller of the callback; NULL for none.
typedef struct me_completion {
  char *_Nullable insert;  // to be inserted at the cursor
  char *_Nullable list;    // lines to be shown below
} me_completion;

typedef struct me_callbacks {
  // The prompt; stays valid until it is asked for again.
  const char *_Nonnull (*_Nonnull prompt)(void *_Nullable context);
  me_completion (*_Nonnull complete)(void *_Nullable context, const char *_Nonnull line, size_t length, size_t cursor);
} me_callbacks;

// How reading a line ended.
enum { ME_LINE = 0, ME_END = 1, ME_INTERRUPTED = 2, ME_FAILED = 3 };

// Sets up the editor on the standard streams, with the user's ~/.editrc. NULL when that cannot be done. `program` is the
// word by which editrc tells programs apart. The locale for characters becomes the user's, or C.UTF-8.
me_editor *_Nullable me_open(const char *_Nonnull program, me_callbacks callbacks, void *_Nullable context);
// Reads a line; a terminal's signals end the wait. The text, with its newline, stays valid until the next call.
const char *_Nullable me_read(me_editor *_Nonnull e, int32_t *_Nonnull outcome);
// Adds a line to those that the up key goes back to.
void me_remember(me_editor *_Nonnull e, const char *_Nonnull line);
void me_close(me_editor *_Nullable e);
// Puts the terminal back as it was, from anywhere.
void me_restore(me_editor *_Nullable e);
// How many colours the terminal shows, from its description; called before me_open. One that has no description shows some where
// it says so itself (COLORTERM), or by its name is an xterm.
int32_t me_colours(void);

#endif
