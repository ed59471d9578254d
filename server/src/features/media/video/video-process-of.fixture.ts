import { readFileSync } from 'node:fs';
import { vi } from 'vitest';

/** Waits until a server processes a video. Returns the id of the video process. Only on Linux. */
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
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('video.process');
  } catch {
    // Exited after it was listed.
    return false;
  }
}
