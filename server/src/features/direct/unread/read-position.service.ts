/**
 * A connection that knows the sequence up to which all messages were written to it; a `Connection` of the platform
 * fits.
 */
export type Reader = { deliveredTo(): number };

/**
 * The sequence up to which a user has read one conversation on this node: messages that existed when a connection
 * opened or were returned since, and messages that were written to the connections. A sequence and not a time, because
 * a message gets its time before it is stored and published: a time does not show whether the message came while a
 * connection was open.
 */
export class ReadPosition {
  #read = 0;
  /** Mostly one; there are as many positions as connections, so that a set would cost more than the rest of it. */
  #readers: readonly Reader[] = [];

  get readers(): readonly Reader[] {
    return this.#readers;
  }

  /** Records that the user has read up to this sequence. */
  note(sequence: number): void {
    this.#read = Math.max(this.#read, sequence);
  }

  arrive(reader: Reader, sequence: number): void {
    if (!this.#readers.includes(reader)) this.#readers = [...this.#readers, reader];
    this.note(sequence);
  }

  leave(reader: Reader): void {
    if (!this.#readers.includes(reader)) return;
    this.#readers = this.#readers.filter((other) => other !== reader);
    this.note(reader.deliveredTo());
  }

  sequence(): number {
    for (const reader of this.#readers) this.note(reader.deliveredTo());
    return this.#read;
  }
}
