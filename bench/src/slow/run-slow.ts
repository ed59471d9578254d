import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startAdda } from '../contenders/adda.ts';
import type { Contender } from '../contenders/contender.types.ts';
import { residentBytesOf, untilQuiet } from '../measure/processes.ts';
import type { BenchOptions } from '../options.ts';
import { judgeSlow } from './judge-slow.ts';
import type { SlowPlan, SlowReport, SlowRun } from './slow.types.ts';
import { readFileSync } from 'node:fs';

/** Connection statistics of the kernel (Linux, IPv4). */

/** The server's end of one connection. */
type ServerEnd = {
  /** False once the process has closed it, even if the kernel still sends buffered data. */
  readonly isHeld: boolean;
  /** Bytes in kernel buffers: sent and not acknowledged, and received and not read, on both ends. */
  readonly kernelBytes: number;
};

type Row = {
  readonly local: number;
  readonly remote: number;
  readonly queued: number;
  readonly inode: string;
};

/** Returns the server's ends of the connections from these ports; closed ones are absent. */
function serverEnds(serverPort: number, clientPorts: readonly number[]): Map<number, ServerEnd> {
  const rows = readRows().filter(({ local, remote }) => local === serverPort || remote === serverPort);
  const ports = new Set(clientPorts);
  const ends = new Map<number, ServerEnd>();
  for (const { local, remote, queued, inode } of rows) {
    if (local !== serverPort || !ports.has(remote)) continue;
    const atClient = rows.find((row) => row.local === remote)?.queued ?? 0;
    ends.set(remote, { isHeld: inode !== '0', kernelBytes: queued + atClient });
  }
  return ends;
}

function readRows(): Row[] {
  // Node listens on both protocols, so IPv4 connections may appear in the IPv6 table.
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [, local = '', remote = '', , queues = '', , , , , inode = ''] = line.trim().split(/\s+/);
        const [sending = '0', receiving = '0'] = queues.split(':');
        return {
          local: portOf(local),
          remote: portOf(remote),
          queued: Number.parseInt(sending, 16) + Number.parseInt(receiving, 16),
          inode,
        };
      }),
  );
}

const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '0', 16);

const FILE = fileURLToPath(new URL('load-slow.ts', import.meta.url));
const READERS = 150;
const STOPPING = 50;
/** With the longest texts this exceeds the kernel's buffers and the server's own limit well within 10 s. */
const MESSAGES_PER_SECOND = 120;
const WARM_UP_SECONDS = 3;
/** Long enough for all stopped clients to be disconnected. */
const SECONDS = 15;
const SAMPLE_INTERVAL_MS = 100;
/** The kernel buffers count as full when they grow by less than this factor. */
const MIN_GROWTH = 1.02;

/**
 * Measures the cost of stopped readers in a busy room: the server's memory, the time until they are disconnected
 * and the additional latency of the others.
 */
export async function runSlow({ rounds, databaseUrl }: BenchOptions) {
  const scenarios = [{ rooms: 1, membersPerRoom: READERS + STOPPING }];
  const runs: Record<string, readonly SlowRun[]> = {};
  for (const serverUrl of databaseUrl === undefined ? [undefined] : [undefined, databaseUrl]) {
    const finished: SlowRun[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // A fresh process per round: memory retained from an earlier round would hide the growth.
      const contender = await startAdda({ scenarios, withInspector: false, serverUrl });
      try {
        finished.push(await measureSlow(contender));
      } finally {
        await contender.dispose();
      }
      runs[contender.name] = finished;
    }
  }
  return { runs, verdicts: Object.entries(runs).flatMap(([name, own]) => judgeSlow(name, own)) };
}

async function measureSlow(contender: Contender): Promise<SlowRun> {
  await untilQuiet(contender.pid);
  const room = contender.scenarios[0]?.[0];
  if (!room) throw new Error('this dataset has no room');
  const { port, protocol, pid } = contender;
  const plan: SlowPlan = {
    port,
    protocol,
    room,
    stopping: STOPPING,
    messagesPerSecond: MESSAGES_PER_SECOND,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: SECONDS,
  };
  const probe = createProbe(pid, port);
  const child = fork(FILE);
  const ended = once(child, 'exit');
  const result = new Promise<Extract<SlowReport, { kind: 'ended' }>>((resolve, reject) => {
    child.on('message', (report: SlowReport) => {
      if (report.kind === 'window_opened') probe.start();
      else if (report.kind === 'stopped') probe.noteStopped(report.ports);
      else resolve(report);
    });
    child.once('exit', () => reject(new Error('the clients ended too early')));
  });
  child.send(plan);
  try {
    const { before, during } = await result;
    return { before, during, ...probe.end() };
  } finally {
    probe.end();
    child.disconnect();
    await ended;
  }
}

/** Creates a probe that samples the server's memory and its connections with the stopped clients. */
function createProbe(pid: number, port: number) {
  let ports: readonly number[] = [];
  let stoppedAt: number | undefined;
  let [residentBefore, residentDuring, kernelBytes, leftBytes] = [0, 0, 0, 0];
  /** Seconds from the stop, by port of the client. */
  const disconnectedAt = new Map<number, number>();
  /** Last growth of the kernel buffers, by port of the client. */
  const lastGrowth = new Map<number, { readonly bytes: number; readonly at: number }>();
  let timer: NodeJS.Timeout | undefined;

  function sample(): void {
    const resident = residentBytesOf(pid);
    if (stoppedAt === undefined) {
      residentBefore = Math.max(residentBefore, resident);
      return;
    }
    residentDuring = Math.max(residentDuring, resident);
    const ends = serverEnds(port, ports);
    leftBytes = [...ends.values()].reduce((sum, end) => sum + (end.isHeld ? 0 : end.kernelBytes), 0);
    const at = (performance.now() - stoppedAt) / 1000;
    for (const clientPort of ports) {
      const end = ends.get(clientPort);
      if (!end?.isHeld) {
        if (!disconnectedAt.has(clientPort)) disconnectedAt.set(clientPort, at);
        continue;
      }
      kernelBytes = Math.max(kernelBytes, end.kernelBytes);
      if (end.kernelBytes > (lastGrowth.get(clientPort)?.bytes ?? 0) * MIN_GROWTH)
        lastGrowth.set(clientPort, { bytes: end.kernelBytes, at });
    }
  }

  return {
    start: () => {
      timer = setInterval(sample, SAMPLE_INTERVAL_MS);
    },
    noteStopped: (stoppedPorts: readonly number[]) => {
      ports = stoppedPorts;
      stoppedAt = performance.now();
    },
    end: () => {
      clearInterval(timer);
      return {
        residentBefore,
        residentDuring,
        kernelBytes,
        leftBytes,
        cutOffSeconds: [...disconnectedAt.values()],
        waitedSeconds: [...disconnectedAt].map(
          ([clientPort, at]) => at - (lastGrowth.get(clientPort)?.at ?? 0),
        ),
        stillConnected: ports.length - disconnectedAt.size,
      };
    },
  };
}
