import type { KeyboardEvent, ReactNode } from 'react';

/** Suggests user names while typing: a plug-in of rooms, where a name makes a whisper or a mention (GC-03, MN-01). */
export type Mention = {
  /** The list above the input, if it is open. */
  readonly suggestions: ReactNode;
  /** Handles a key press; returns true if the list used it. */
  readonly takesKey: (event: KeyboardEvent) => boolean;
  readonly onCaret: (caret: number) => void;
  /** Attributes for the text box. */
  readonly inputProps: {
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-haspopup': 'listbox' | undefined;
    readonly 'aria-controls': string | undefined;
    readonly 'aria-activedescendant': string | undefined;
  };
};
