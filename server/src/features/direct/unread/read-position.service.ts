/** A connection that knows up to which message everything was written to it; a `Connection` of the platform fits. */
export type Reader = { readonly deliveredTo: () => number };

/**
 * Up to where somebody has read one conversation on this node: what was there when they came or was shown to them since,
 * and what was written to their connections. A position is a sequence and never a time: a message is dated before it is
 * stored and published after, so a time can't tell whether it came while somebody was there.
 */
export type ReadPosition = {
  readonly readers: ReadonlySet<Reader>;
  /** They have read up to here, however they came to it. */
  readonly note: (sequence: number) => void;
  readonly arrive: (reader: Reader, sequence: number) => void;
  readonly leave: (reader: Reader) => void;
  readonly sequence: () => number;
};

/** Creates the read position of a user who has not opened the chat yet. */
export function createReadPosition(): ReadPosition {
  const readers = new Set<Reader>();
  let read = 0;
  const note = (sequence: number) => {
    read = Math.max(read, sequence);
  };
  return {
    readers,
    note,
    arrive(reader, sequence) {
      readers.add(reader);
      note(sequence);
    },
    leave(reader) {
      if (readers.delete(reader)) note(reader.deliveredTo());
    },
    sequence() {
      for (const reader of readers) note(reader.deliveredTo());
      return read;
    },
  };
}
