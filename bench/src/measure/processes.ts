/** What the kernel knows about processes (Linux). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Linux reports CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;
/** Less CPU than this share of one core counts as quiet. */
const QUIET_SHARE = 0.06;
const QUIET_WINDOW_MS = 300;
const QUIET_AFTER_MS = 15_000;

/** CPU seconds that a process has used so far, all its threads together. */
export function cpuSecondsOf(pid: number): number {
  // The name of the command may hold spaces; the fields are counted from its closing bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Bytes of a process that are in memory. */
export function residentBytesOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
}

/** The same where a page that several processes share counts for each only in part: one program file is there once. */
export function proportionalBytesOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024;
}

/** Files, sockets and whatever else a process has open. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** The processes that a process has started and that still run. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const file = `/proc/${pid}/task/${thread}/children`;
    return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  });
}

/**
 * Whether a process is one that was only just split off from its parent and has not become a program of its own: it
 * seems to hold all the memory of its parent, which both share.
 */
export function isBareFork(pid: number, parent: number): boolean {
  return argumentsOf(pid) === argumentsOf(parent);
}

/** The backends of PostgreSQL on this machine that serve a database. */
export function postgresBackendsOf(databaseName: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && commandOf(entry).includes(` ${databaseName} `))
    .map(Number);
}

function commandOf(pid: string): string {
  const command = argumentsOf(pid);
  return command.startsWith('postgres:') ? command : '';
}

function argumentsOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended meanwhile
  }
}

/** Resolves when a process does next to nothing, so that its clean-up is not counted to what is measured next. */
export async function untilQuiet(pid: number): Promise<void> {
  const deadline = performance.now() + QUIET_AFTER_MS;
  let before = cpuSecondsOf(pid);
  while (performance.now() < deadline) {
    await delay(QUIET_WINDOW_MS);
    const now = cpuSecondsOf(pid);
    if (now - before < (QUIET_SHARE * QUIET_WINDOW_MS) / 1000) return;
    before = now;
  }
}
