/** What holds memory that the garbage collector knows nothing of: packets and frames. */
type Held = { free(): void };

/** Works with each of these in turn and lets go of it afterwards, however the work ends. */
export async function withEach<T extends Held>(
  items: Iterable<T> | AsyncIterable<T | null>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for await (const item of items) if (item) await withOne(item, work);
}

/** The same with one; answers what the work answers. */
export async function withOne<T extends Held, R>(item: T, work: (item: T) => Promise<R>): Promise<R> {
  try {
    return await work(item);
  } finally {
    item.free();
  }
}
