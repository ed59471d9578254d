import { afterAll } from 'vitest';

const closings: (() => Promise<void>)[] = [];

/**
 * Returns a function that opens a resource on its first call in a test file, returns the same resource for the rest of
 * the file, and closes it after the file. Modules are shared by all files of a worker, so a plain module variable would
 * outlive its file.
 */
export function oncePerFile<T>(
  open: () => Promise<T>,
  close: (opened: T) => Promise<unknown> | void,
): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    if (opened) return opened;
    const opening = open();
    opened = opening;
    closings.push(async () => {
      opened = undefined;
      // A failed opening has already failed its test; there is nothing to close.
      const [result] = await Promise.allSettled([opening]);
      if (result.status === 'fulfilled') await close(result.value);
    });
    return opening;
  };
}

/** Registered for every test file by the setup file, before the file's own hooks, so that it runs after them. */
export function closeAfterFile(): void {
  afterAll(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
  });
}
