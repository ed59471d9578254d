/** Statements that a connection keeps prepared: more than are used all the time. */
export const STATEMENTS_KEPT = 200;

/** A generic plan assumes that an array has ten entries. */
const LONG_ARRAY = 10;

/** What a connection does with a statement: nothing special, or use its name, and close another one before. */
export type StatementUse = { readonly name?: string; readonly closed?: string };

/** Chooses the statements that one connection prepares: those that it sent before, except with long arrays (ADR 68). */
export class ConnectionStatements {
  readonly #capacity: number;
  /** Names by text, the one that was used last at the end. */
  readonly #names = new Map<string, string>();
  /** Texts that were sent once: many are never repeated. */
  readonly #sentOnce = new Set<string>();
  #lastNumber = 0;

  /** @param capacity - Statements that are kept, and texts that are remembered as sent once. */
  constructor(capacity: number) {
    this.#capacity = capacity;
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
    if (!this.#sentOnce.delete(text)) {
      this.#sentOnce.add(text);
      const [oldest] = this.#sentOnce;
      if (this.#sentOnce.size > this.#capacity && oldest !== undefined) this.#sentOnce.delete(oldest);
      return {};
    }
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
