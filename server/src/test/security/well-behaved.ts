import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { callRaw } from './raw-call.ts';
import type { Findings, Target } from './security.types.ts';

const ASK_EVERY_MS = 250;
/** Maximum response time for a well-behaved client, in milliseconds. */
const STALLS_MS = 10_000;
/** Maximum growth of the program, in bytes. */
const GROWS_BYTES = 400 * 1024 * 1024;

const PAGE = 4096;

/** Returns the resident bytes of a process; undefined if the system does not provide them. */
export function memoryOf(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE;
  } catch {
    return undefined;
  }
}

/** Polls `/health` as a well-behaved client; `end` returns a summary and adds failures to the findings. */
export function watchWellBehaved({ url, pid }: Target, findings: Findings) {
  const before = memoryOf(pid);
  let most = before ?? 0;
  let asked = 0;
  let worst = 0;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const { status, text, ms } = await callRaw(url, { method: 'GET', target: '/health', headers: {} });
      asked += 1;
      worst = Math.max(worst, ms);
      most = Math.max(most, memoryOf(pid) ?? 0);
      if (status !== 200) findings.add('a well-behaved client was refused', `${status} ${text.slice(0, 80)}`);
      await delay(ASK_EVERY_MS);
    }
  })();
  return async (): Promise<string> => {
    over.abort();
    await watching;
    if (worst > STALLS_MS) findings.add('a well-behaved client had to wait', `${Math.round(worst)} ms`);
    if (before !== undefined && most - before > GROWS_BYTES)
      findings.add('memory grew', `from ${before} to ${most} bytes`);
    const mb = (bytes: number) => Math.round(bytes / 1024 / 1024);
    return `${asked} calls of a well-behaved client, the slowest ${Math.round(worst)} ms; memory ${mb(before ?? 0)} to ${mb(most)} MB`;
  };
}
