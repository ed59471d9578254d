import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startAdda } from '../contenders/adda.ts';
import type { Contender, ContenderName } from '../contenders/contender.types.ts';
import { startBaseline } from '../contenders/baseline.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { openInspector, type Inspector } from '../measure/inspector.ts';
import { residentBytesOf, untilQuiet } from '../measure/processes.ts';
import type { BenchOptions } from '../options.ts';
import type { DatasetRoom } from '../dataset/dataset.types.ts';
import type { CrowdPlan } from './load-crowd.ts';

/** Bytes per idle connection of one contender. */
type IdleMeasurement = {
  readonly contender: ContenderName;
  readonly connections: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** Resident bytes of the whole process before and after. */
  readonly residentBefore: number;
  readonly residentAfter: number;
};

const CROWD_FILE = fileURLToPath(new URL('load-crowd.ts', import.meta.url));
const ROOM_MEMBERS = 100;
/** Connections before the measurement, so that one-time costs of the first connection are not counted. */
const WARM_UP_ROOMS = 2;
/** CL-04, by contender. */
const GOAL_KIB: Partial<Record<ContenderName, number>> = { embedded: 20, postgres: 14 };
/**
 * Maximum memory of a connection relative to plain Socket.IO, on PostgreSQL, which installations with many connections use.
 */
const GOAL_RATIO = 1.1;
const SETTLE_ROUNDS = 5;
const SETTLE_MS = 1000;

export type IdleOutcome = {
  readonly measurements: readonly IdleMeasurement[];
  readonly verdicts: readonly Verdict[];
};

/** Measures the memory of idle authenticated connections, one contender after the other. */
export async function runIdle({ connections, databaseUrl }: BenchOptions): Promise<IdleOutcome> {
  const scenarios = [
    { rooms: Math.ceil(connections / ROOM_MEMBERS) + WARM_UP_ROOMS, membersPerRoom: ROOM_MEMBERS },
  ];
  const starts = [
    () => startBaseline('reference', scenarios, true),
    () => startAdda({ scenarios, withInspector: true }),
    ...(databaseUrl === undefined
      ? []
      : [() => startAdda({ scenarios, withInspector: true, serverUrl: databaseUrl })]),
  ];
  const measurements: IdleMeasurement[] = [];
  for (const start of starts) {
    const contender = await start();
    try {
      measurements.push(await measureIdle(contender));
    } finally {
      await contender.dispose();
    }
  }
  return { measurements, verdicts: judgeIdle(measurements) };
}

async function measureIdle(contender: Contender): Promise<IdleMeasurement> {
  const { name, pid, port, inspectorPort, scenarios } = contender;
  const rooms = scenarios[0] ?? [];
  const inspector = await openInspector(inspectorPort ?? 0);
  const warmUp = await openCrowd({ port, rooms: rooms.slice(0, WARM_UP_ROOMS) });
  await warmUp.close();
  const before = await settledMemory(pid, inspector);
  const idle = rooms.slice(WARM_UP_ROOMS);
  const crowd = await openCrowd({ port, rooms: idle });
  const after = await settledMemory(pid, inspector);
  await crowd.close();
  inspector.close();
  const connections = countIn(idle);
  return {
    contender: name,
    connections,
    residentBytes: (after.resident - before.resident) / connections,
    heapBytes: (after.heap - before.heap) / connections,
    residentBefore: before.resident,
    residentAfter: after.resident,
  };
}

/** Collects garbage until memory no longer decreases. */
async function settledMemory(pid: number, inspector: Inspector) {
  await untilQuiet(pid);
  let heap = 0;
  for (let round = 0; round < SETTLE_ROUNDS; round += 1) {
    heap = await inspector.usedHeap();
    await delay(SETTLE_MS);
  }
  return { heap, resident: residentBytesOf(pid) };
}

async function openCrowd(plan: CrowdPlan) {
  const child = fork(CROWD_FILE);
  child.send(plan);
  await once(child, 'message');
  const close = async () => {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  };
  return { close };
}

function countIn(rooms: readonly DatasetRoom[]): number {
  return rooms.reduce((sum, { members }) => sum + members.length, 0);
}

/** The first measured contender is the reference; the size of the whole process is shown next to it. */
function judgeIdle([reference, ...own]: readonly IdleMeasurement[]): Verdict[] {
  return own.flatMap((each) => {
    const verdict = (what: string, value: number, goal: number, unit: string): Verdict => ({
      what: `${each.connections} idle connections: ${what}`,
      contender: each.contender,
      value,
      goal,
      unit,
      isReached: value <= goal,
    });
    const ratio = (figure: (measurement: IdleMeasurement) => number) =>
      reference ? figure(each) / figure(reference) : Number.NaN;
    return [
      verdict(
        'memory of each',
        ratio((of) => of.residentBytes),
        each.contender === 'postgres' ? GOAL_RATIO : 0,
        'x',
      ),
      verdict('memory of each', each.residentBytes / 1024, GOAL_KIB[each.contender] ?? 0, 'KiB'),
      verdict(
        'heap of each',
        ratio((of) => of.heapBytes),
        0,
        'x',
      ),
      verdict(
        'the whole process with them',
        ratio((of) => of.residentAfter),
        0,
        'x',
      ),
    ];
  });
}

/** Returns one line per contender. */
export function describeIdle(measurements: readonly IdleMeasurement[]): string {
  return measurements
    .map(
      (each) =>
        `${each.contender.padEnd(10)} ${each.connections} connections: ${kib(each.residentBytes)} KiB resident each, ` +
        `${kib(each.heapBytes)} KiB of it heap; the process went from ` +
        `${mib(each.residentBefore)} to ${mib(each.residentAfter)} MiB`,
    )
    .join('\n');
}

const kib = (bytes: number) => (bytes / 1024).toFixed(1);
const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);
