import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Contender, ContenderNode } from '../contenders/contender.types.ts';
import { nodesOf } from '../contenders/contender.types.ts';
import { openInspector } from '../measure/inspector.ts';
import { cpuSecondsOf, untilQuiet } from '../measure/processes.ts';
import type { LoadPlan, LoadReport, Measurement, Shape } from './fan-out.types.ts';

const LOAD_FILE = fileURLToPath(new URL('load.ts', import.meta.url));
const WARM_UP_SECONDS = 1.5;
/** A run under light load sends few messages; its p99 needs more than one sample. */
const CALM_TIMES_LONGER = 3;

export type MeasureOptions = {
  readonly seconds: number;
  /** File for a CPU profile of the window; the file of a second node gets a number. */
  readonly profileFile: string | undefined;
};

/** Runs the load against one contender, and measures the CPU used in the window. */
export async function measure(
  contender: Contender,
  shape: Shape,
  { seconds, profileFile }: MeasureOptions,
): Promise<Measurement> {
  const nodes = nodesOf(contender);
  const inspectors = await Promise.all(
    nodes.flatMap(({ inspectorPort: port }) => (port === undefined ? [] : [openInspector(port)])),
  );
  for (const { pid } of nodes) await untilQuiet(pid);
  const load = startLoad(planOf(contender, shape, seconds));
  await load.next('window_opened');
  if (profileFile !== undefined) for (const inspector of inspectors) await inspector.startProfile();
  const before = await readCpu(contender, load.child);
  await load.next('window_closed');
  const after = await readCpu(contender, load.child);
  if (profileFile !== undefined) {
    for (const [node, inspector] of inspectors.entries())
      await inspector.writeProfile(
        node === 0 ? profileFile : profileFile.replace(/(?=\.\w+$)/, `-${node + 1}`),
      );
  }
  const { result } = await load.next('ended');
  load.child.disconnect();
  await load.ended;
  for (const inspector of inspectors) inspector.close();
  // Reports arrive slightly late on a busy machine, so CPU use is computed as a rate between the two readings.
  const rate = (used: number) => (used / (after.at - before.at)) * result.seconds;
  return {
    ...result,
    cpuSeconds: rate(after.nodes - before.nodes),
    emptyCpuSeconds: rate(after.empty - before.empty),
    redisCpuSeconds: rate(after.redis - before.redis),
    databaseCpuSeconds: rate(usedBetween(before.database, after.database)),
    loadCpuSeconds: rate(after.load - before.load),
  };
}

/** Ignores database backends that started or ended in the window: they used almost no CPU. */
function usedBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  let used = 0;
  for (const [pid, seconds] of after) used += seconds - (before.get(pid) ?? seconds);
  return used;
}

function planOf(contender: Contender, shape: Shape, seconds: number): LoadPlan {
  const rooms = contender.scenarios.find(
    (scenario) => scenario.length === shape.rooms && scenario[0]?.members.length === shape.membersPerRoom,
  );
  if (!rooms) throw new Error('this dataset has no such scenario');
  const { sendersPerRoom, mode, isPrivate = false } = shape;
  return {
    ports: nodesOf(contender).map(({ port }) => port),
    protocol: contender.protocol,
    rooms,
    sendersPerRoom,
    mode,
    isPrivate,
    warmUpSeconds: WARM_UP_SECONDS,
    seconds: mode.kind === 'calm' ? seconds * CALM_TIMES_LONGER : seconds,
  };
}

const cpuSecondsOfAll = (nodes: readonly ContenderNode[]): number =>
  nodes.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);

async function readCpu(contender: Contender, load: ChildProcess) {
  const redis = (await contender.redisCpuSeconds?.()) ?? 0;
  return {
    at: performance.now() / 1000,
    nodes: cpuSecondsOfAll(nodesOf(contender)),
    empty: cpuSecondsOfAll(contender.emptyNodes ?? []),
    redis,
    database: new Map(contender.databasePids().map((each) => [each, cpuSecondsOf(each)])),
    load: cpuSecondsOf(load.pid ?? 0),
  };
}

function startLoad(plan: LoadPlan) {
  const child = fork(LOAD_FILE, { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const reports = on(child, 'message', { close: ['exit'] });
  child.send(plan);
  /** Returns the next report of a kind, including one that has already arrived. */
  async function next<K extends LoadReport['kind']>(kind: K): Promise<Extract<LoadReport, { kind: K }>> {
    const isWanted = (report: LoadReport): report is Extract<LoadReport, { kind: K }> => report.kind === kind;
    for (;;) {
      const step = await reports.next();
      if (step.done) throw new Error('the load generator ended too early');
      const report: LoadReport = step.value[0];
      if (isWanted(report)) return report;
    }
  }
  return { child, ended, next };
}
