/** Statements that a connection keeps prepared: more than are used all the time. */
export const STATEMENTS_KEPT = 200;

/** A generic plan assumes that an array has ten entries. */
const LONG_ARRAY = 10;

/** Remembers what was sent once: many statements are never repeated. */
export class SentOnce {
  readonly #capacity: number;
  readonly #texts = new Set<string>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns whether the text comes the second time, and forgets it then. */
  isRepeated(text: string): boolean {
    if (this.#texts.delete(text)) return true;
    this.#texts.add(text);
    const [oldest] = this.#texts;
    if (this.#texts.size > this.#capacity && oldest !== undefined) this.#texts.delete(oldest);
    return false;
  }
}

/** What a connection does with a statement: nothing special, or use its name, and close another one before. */
export type StatementUse = { readonly name?: string; readonly closed?: string };

/** Chooses the statements that one connection prepares: those that it sent before, except with long arrays (ADR 68). */
export class ConnectionStatements {
  readonly #capacity: number;
  /** Names by text, the one that was used last at the end. */
  readonly #names = new Map<string, string>();
  readonly #sentOnce: SentOnce;
  #lastNumber = 0;

  /** @param capacity - Statements that are kept, and texts that are remembered as sent once. */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#sentOnce = new SentOnce(capacity);
  }

  /** Returns how to send a statement. */
  use(text: string, values: readonly unknown[]): StatementUse {
    if (values.some((value) => Array.isArray(value) && value.length > LONG_ARRAY)) return {};
    const known = this.#names.get(text);
    if (known !== undefined) {
      this.#names.delete(text);
      this.#names.set(text, known);
      return { name: known };
    }
    if (!this.#sentOnce.isRepeated(text)) return {};
    const name = `adda_${(this.#lastNumber += 1)}`;
    const closed = this.#removeOldest();
    this.#names.set(text, name);
    return closed === undefined ? { name } : { name, closed };
  }

  /** The statement is not prepared any more. */
  forget(text: string): void {
    this.#names.delete(text);
  }

  #removeOldest(): string | undefined {
    const [oldest] = this.#names;
    if (!oldest || this.#names.size < this.#capacity) return undefined;
    this.#names.delete(oldest[0]);
    return oldest[1];
  }
}
