/**
 * A connection that knows the sequence up to which all messages were written to it; a `Connection` of the platform
 * fits.
 */
export type Reader = { readonly deliveredTo: () => number };

/**
 * The sequence up to which a user has read one conversation on this node: messages that existed when a connection
 * opened or were returned since, and messages that were written to the connections. A sequence and not a time, because
 * a message gets its time before it is stored and published: a time does not show whether the message came while a
 * connection was open.
 */
export type ReadPosition = {
  readonly readers: ReadonlySet<Reader>;
  /** Records that the user has read up to this sequence. */
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
