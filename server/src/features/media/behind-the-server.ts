import { existsSync, readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The threads of this process, where the system tells. */
const THREADS = '/proc/self/task';

/**
 * Puts this process behind the server, which must not wait for a processor while this one decodes. On Linux a process's
 * priority is that of its first thread alone, and the decoders run in others: each is set, and those that come later take
 * it from the one that starts them.
 */
export function runBehindTheServer(niceness: number): void {
  setPriority(niceness);
  if (!existsSync(THREADS)) return;
  for (const thread of readdirSync(THREADS)) setPriority(Number(thread), niceness);
}
