import type { KeyboardEvent, ReactNode } from 'react';

/** Suggesting names while one is typed: a plug-in of rooms, where a name at the beginning makes a whisper (GC-03). */
export type Mention = {
  /** The list above the input, if it is open. */
  readonly suggestions: ReactNode;
  /** Offers a key to the list; true when it took it. */
  readonly takesKey: (event: KeyboardEvent) => boolean;
  readonly onCaret: (caret: number) => void;
  /** Belong on the text box. */
  readonly inputProps: {
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-haspopup': 'listbox' | undefined;
    readonly 'aria-controls': string | undefined;
    readonly 'aria-activedescendant': string | undefined;
  };
};
