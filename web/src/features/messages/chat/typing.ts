import { TYPING_IDLE_MS } from '@adda/contract/messages';

/** Tells the others that this person is typing. */
export type OwnTyping = {
  /** A key was pressed: `typing_start` on the first, `typing_stop` after 2 s without one (GC-51, GC-52). */
  pressed(): void;
  /** The text was sent or taken away. */
  stopped(): void;
};

/** Makes the teller of a connection; `tell` answers false while not connected. */
export function createOwnTyping(tell: (event: 'typing_start' | 'typing_stop') => boolean): OwnTyping {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopped = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    tell('typing_stop');
  };
  return {
    pressed() {
      // Not told while still connecting: the next key press tells it.
      if (timer === undefined && !tell('typing_start')) return;
      clearTimeout(timer);
      timer = setTimeout(stopped, TYPING_IDLE_MS);
    },
    stopped,
  };
}

/** Names of the others who are typing; the same array until it changes. */
export type TypingUsers = ReturnType<typeof createTypingUsers>;

/** Makes the list of those who are typing in a conversation. */
export function createTypingUsers() {
  const listeners = new Set<() => void>();
  let names: readonly string[] = [];
  const commit = (next: readonly string[]) => {
    names = next;
    for (const listener of listeners) listener();
  };
  const remove = (name: string) => {
    if (names.includes(name)) commit(names.filter((each) => each !== name));
  };
  return {
    add(name: string): void {
      if (!names.includes(name)) commit([...names, name]);
    },
    remove,
    rename(oldName: string, name: string): void {
      if (names.includes(oldName)) commit(names.map((each) => (each === oldName ? name : each)));
    },
    /** Nobody is known to type while we are not connected (GC-53). */
    clear(): void {
      if (names.length > 0) commit([]);
    },
    current: (): readonly string[] => names,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
