/** Native memory outside the garbage collector: packets and frames. */
type Held = { free(): void };

/** Processes the items one after the other and frees each of them afterwards, also after an exception. */
export async function withEach<T extends Held>(
  items: Iterable<T> | AsyncIterable<T | null>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for await (const item of items) if (item) await withOne(item, work);
}

/** Processes one item and frees it. Returns the result of the work. */
export async function withOne<T extends Held, R>(item: T, work: (item: T) => Promise<R>): Promise<R> {
  try {
    return await work(item);
  } finally {
    item.free();
  }
}
