import { readFileSync } from 'node:fs';
import { vi } from 'vitest';

/** Waits until a server writes a video; answers the id of the process that does it. Only on Linux. */
export function whenVideoIsWritten(serverPid: number): Promise<number> {
  return vi.waitUntil(() => videoProcessOf(serverPid), { timeout: 20_000, interval: 1 });
}

function videoProcessOf(parentPid: number): number | undefined {
  const children = readFileSync(`/proc/${parentPid}/task/${parentPid}/children`, 'utf8');
  return children
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .find((pid) => isVideoProcess(pid));
}

function isVideoProcess(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('video-process');
  } catch {
    // Gone since it was listed.
    return false;
  }
}
