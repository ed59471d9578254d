/** Process statistics of the kernel (Linux). */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Linux reports CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;
/** CPU use below this share of one core counts as idle. */
const IDLE_SHARE = 0.06;
const QUIET_WINDOW_MS = 300;
/** Maximum time to wait for an idle process. */
const QUIET_TIMEOUT_MS = 15_000;

/** Returns the CPU seconds that a process has used so far, over all threads. */
export function cpuSecondsOf(pid: number): number {
  // The command name may contain spaces; the fields are counted from its closing bracket.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Returns the resident bytes of a process. */
export function residentBytesOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
}

/** Returns the seconds in which the main thread of a process could have run but waited for a CPU; 0 where that is unknown. */
export function cpuWaitSecondsOf(pid: number): number {
  const file = `/proc/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e9 : 0;
}

/** Returns the resident bytes with each shared page divided among its processes. */
export function proportionalBytesOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024;
}

/** Returns the number of open descriptors of a process, and how many of them are TCP connections to remote ports. */
export function descriptorsOf(
  pid: number,
  remotePorts: readonly number[],
): { readonly all: number; readonly toPorts: number } {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  const endings = remotePorts.map((port) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`);
  const sockets = new Set(
    ['tcp', 'tcp6'].flatMap((table) =>
      readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter(([, , remote = '']) => endings.some((ending) => remote.endsWith(ending)))
        .map((fields) => `socket:[${fields[9]}]`),
    ),
  );
  return { all: links.length, toPorts: links.filter((link) => sockets.has(link)).length };
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ''; // the descriptor has been closed
  }
}

/** Returns the running child processes of a process. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const file = `/proc/${pid}/task/${thread}/children`;
    return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
  });
}

/**
 * Whether a process was just forked and has not executed its own program yet: it appears to hold all the memory of its
 * parent, which both share.
 */
export function isBareFork(pid: number, parent: number): boolean {
  return argumentsOf(pid) === argumentsOf(parent);
}

/** Returns the PostgreSQL backends on this machine that serve a database. */
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
    return ''; // the process has ended
  }
}

/** Resolves once a process is nearly idle, so that its clean-up is not counted in the next measurement. */
export async function untilQuiet(pid: number): Promise<void> {
  const deadline = performance.now() + QUIET_TIMEOUT_MS;
  let before = cpuSecondsOf(pid);
  while (performance.now() < deadline) {
    await delay(QUIET_WINDOW_MS);
    const now = cpuSecondsOf(pid);
    if (now - before < (IDLE_SHARE * QUIET_WINDOW_MS) / 1000) return;
    before = now;
  }
}
