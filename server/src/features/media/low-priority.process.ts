import { existsSync, readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The threads of this process (Linux). */
const THREADS = '/proc/self/task';

/**
 * Lowers the priority of this process, so that decoding never delays the server. On Linux the priority of a process
 * is that of its first thread alone, and the decoders run in others: each thread is set, and later ones inherit it
 * from their creator.
 */
export function runAtLowPriority(niceness: number): void {
  setPriority(niceness);
  if (!existsSync(THREADS)) return;
  for (const thread of readdirSync(THREADS)) setPriority(Number(thread), niceness);
}
