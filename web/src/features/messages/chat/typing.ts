import { TYPING_IDLE_MS } from '@adda/contract/messages';

/** Notifies other users that this user is typing. */
export type OwnTyping = {
  /** Call on each key press: sends `typing_start` on the first, `typing_stop` after 2 s without one (GC-51, GC-52). */
  pressed(): void;
  /** Call when the text was sent or cleared. */
  stopped(): void;
};

/** Creates the sender of typing events; `tell` returns false while not connected. */
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
      // Not sent while connecting: the next key press sends it.
      if (timer === undefined && !tell('typing_start')) return;
      clearTimeout(timer);
      timer = setTimeout(stopped, TYPING_IDLE_MS);
    },
    stopped,
  };
}

/** Names of the other users who are typing; the same array until it changes. */
export type TypingUsers = ReturnType<typeof createTypingUsers>;

/** Creates the list of typing users of a conversation. */
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
    /** Without a connection the typing users are unknown (GC-53). */
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
