import { FRONTEND } from './embedded-stream.ts';
import { SentOnce } from './prepared-statements.ts';

/** First byte of responses (PostgreSQL protocol 3). */
const PARSE_COMPLETE = 0x31;
const CLOSE_COMPLETE = 0x33;
/** Bytes of the type and the length that every message begins with. */
const HEADER = 5;
/** What a Describe is about. */
const OF_PORTAL = 0x50;

/** A statement with parameters that are arrays casts them, which tells their element type. */
const ARRAY_CAST = '[]';
/** Size of the Bind message up to which arrays count as short: some ten entries, as many as a generic plan assumes. */
const SHORT_ARRAYS_BYTES = 512;

/** What may change the columns of a prepared statement. Texts without parameters arrive as simple queries. */
const CHANGES_TABLES = /\b(?:alter|create|drop)\b/i;

/** A batch for the engine, and the function that turns its response into the one that the client expects. */
export type PreparedBatch = {
  readonly raw: Uint8Array;
  readonly responseOf: (output: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;
};

type Statement = { readonly name: string; readonly preparedAt: number };

/** A batch of `pg` whose first two messages are Parse and Bind of the unnamed statement. */
type UnnamedBatch = {
  readonly batch: Buffer;
  readonly parseEnd: number;
  readonly key: string;
  /** Such a statement needs a plan for its own arrays: the generic one for ten entries took 370 ms for two hundred, in place of 6. */
  readonly hasLongArrays: boolean;
};

const unchanged = (raw: Uint8Array): PreparedBatch => ({ raw, responseOf: (output) => output });

/**
 * Prepares statements that are repeated, so that the engine neither parses nor plans them again: that is half of the
 * time of a usual query (ADR 67). The engine has one session, so all connections share its prepared statements.
 */
export class StatementCache {
  readonly #capacity: number;
  readonly #maxAgeMs: number;
  /** By text and types of parameters, the one that was used last at the end. */
  readonly #statements = new Map<string, Statement>();
  readonly #sentOnce: SentOnce;
  #lastNumber = 0;
  #tablesChangedAt = 0;

  /**
   * @param capacity - Statements that are kept, and texts that are remembered as sent once.
   * @param maxAgeMs - A statement is prepared again after that time, because its plan was made for tables of the size that
   *   they had then.
   */
  constructor({ capacity, maxAgeMs }: { readonly capacity: number; readonly maxAgeMs: number }) {
    this.#capacity = capacity;
    this.#sentOnce = new SentOnce(capacity);
    this.#maxAgeMs = maxAgeMs;
  }

  /** Returns a batch with the same effect that uses or makes a prepared statement, if that is possible. */
  prepare(raw: Uint8Array<ArrayBuffer>): PreparedBatch {
    if (
      raw[0] === FRONTEND.query &&
      CHANGES_TABLES.test(Buffer.from(raw.buffer, raw.byteOffset).toString('latin1', HEADER))
    )
      this.#tablesChangedAt = performance.now();
    const unnamed = unnamedBatch(raw);
    if (!unnamed || unnamed.hasLongArrays) return unchanged(raw);
    const known = this.#statements.get(unnamed.key);
    if (known && this.#isFresh(known)) return this.#use(unnamed, known);
    if (known || this.#sentOnce.isRepeated(unnamed.key)) return this.#make(unnamed);
    return unchanged(raw);
  }

  #isFresh({ preparedAt }: Statement): boolean {
    return preparedAt > this.#tablesChangedAt && performance.now() - preparedAt < this.#maxAgeMs;
  }

  #use({ batch, parseEnd, key }: UnnamedBatch, statement: Statement): PreparedBatch {
    this.#statements.delete(key);
    this.#statements.set(key, statement);
    return {
      raw: bindingTo(statement.name, batch.subarray(parseEnd)),
      responseOf: (output) => joined([Uint8Array.of(PARSE_COMPLETE, 0, 0, 0, 4), output]),
    };
  }

  #make({ batch, parseEnd, key }: UnnamedBatch): PreparedBatch {
    const name = `cached_${(this.#lastNumber += 1)}`;
    const preparedAt = performance.now();
    const parse = messageOf(FRONTEND.parse, Buffer.from(`${name}\0`), batch.subarray(HEADER + 1, parseEnd));
    return {
      raw: joined([this.#closeFor(key), parse, bindingTo(name, batch.subarray(parseEnd))]),
      responseOf: (output) => {
        const response = output[0] === CLOSE_COMPLETE ? output.slice(HEADER) : output;
        if (response[0] === PARSE_COMPLETE) this.#statements.set(key, { name, preparedAt });
        return response;
      },
    };
  }

  #oldestIfFull(): string | undefined {
    const [oldest] = this.#statements.keys();
    return this.#statements.size < this.#capacity ? undefined : oldest;
  }

  /** Forgets the former statement of the key, or the one unused for longest if there are too many. Returns the message that closes it. */
  #closeFor(key: string): Uint8Array {
    const closed = this.#statements.has(key) ? key : this.#oldestIfFull();
    const statement = closed === undefined ? undefined : this.#statements.get(closed);
    if (closed === undefined || !statement) return new Uint8Array();
    this.#statements.delete(closed);
    return messageOf(FRONTEND.close, Buffer.from(`S${statement.name}\0`));
  }
}

function unnamedBatch(raw: Uint8Array<ArrayBuffer>): UnnamedBatch | undefined {
  if (raw[0] !== FRONTEND.parse || raw[HEADER] !== 0) return undefined;
  const batch = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const parseEnd = endOfMessage(batch, 0);
  const isUnnamed = batch[parseEnd + HEADER] === 0 && batch[parseEnd + HEADER + 1] === 0;
  if (batch[parseEnd] !== FRONTEND.bind || !isUnnamed) return undefined;
  const describe = endOfMessage(batch, parseEnd);
  // A description of the unnamed statement would be that of another one.
  if (batch[describe] !== FRONTEND.describe || batch[describe + HEADER] !== OF_PORTAL) return undefined;
  const key = batch.toString('latin1', HEADER + 1, parseEnd);
  const hasLongArrays = describe - parseEnd > SHORT_ARRAYS_BYTES && key.includes(ARRAY_CAST);
  return { batch, parseEnd, key, hasLongArrays };
}

const endOfMessage = (batch: Buffer, start: number): number => start + 1 + batch.readInt32BE(start + 1);

function messageOf(type: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const message = joined([Uint8Array.of(type, 0, 0, 0, 0), ...parts]);
  Buffer.from(message.buffer).writeInt32BE(message.length - 1, 1);
  return message;
}

/** Returns messages that begin with a Bind of the unnamed statement, with that statement in its place. */
function bindingTo(name: string, messages: Buffer): Uint8Array {
  const end = endOfMessage(messages, 0);
  const bind = messageOf(FRONTEND.bind, Buffer.from(`\0${name}\0`), messages.subarray(HEADER + 2, end));
  return joined([bind, messages.subarray(end)]);
}

/** Like `Buffer.concat`, with memory of its own, which can be transferred to another thread. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
