/** Runs the reference and ours in turn, several times, and prints the medians as ratios. */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadReport, LoadResult, Protocol, ServerReport } from './fan-out.types.ts';

type Contender = { readonly name: string; readonly file: string; readonly protocol: Protocol };
type Shape = Pick<LoadPlan, 'rooms' | 'membersPerRoom' | 'sendersPerRoom' | 'mode'>;
type Measurement = LoadResult & { readonly cpuSeconds: number };

const reference: Contender = { name: 'reference', file: 'reference-server.ts', protocol: 'ack' };
const ours: Contender = { name: 'ours', file: 'in-memory-server.ts', protocol: 'confirmation_event' };
const ROUNDS = Number(process.argv[2] ?? 3);
const SECONDS = Number(process.argv[3] ?? 4);
/** Such as `10 x 100 calm`; all shapes unless told. */
const ONLY = process.argv[4] ?? '';

const populations = [
  { rooms: 100, membersPerRoom: 10, sendersPerRoom: 10, underWay: 2, calm: 100 },
  { rooms: 10, membersPerRoom: 100, sendersPerRoom: 20, underWay: 2, calm: 50 },
  { rooms: 1, membersPerRoom: 1000, sendersPerRoom: 50, underWay: 2, calm: 10 },
];
const shapes: Shape[] = populations.flatMap(({ underWay, calm, ...room }) => [
  { ...room, mode: { kind: 'full' as const, underWay } },
  { ...room, mode: { kind: 'calm' as const, perSecond: calm } },
]);

for (const shape of shapes.filter((each) => nameOf(each).includes(ONLY))) {
  const taken = { reference: new Array<Measurement>(), ours: new Array<Measurement>() };
  for (let round = 0; round < ROUNDS; round += 1) {
    taken.reference.push(await measure(reference, shape));
    taken.ours.push(await measure(ours, shape));
  }
  printComparison(shape, taken.reference, taken.ours);
}

async function measure({ file, protocol }: Contender, shape: Shape): Promise<Measurement> {
  const server = start<ServerReport>(file);
  const { port } = await server.next('listening');
  const load = start<LoadReport>('load.ts');
  const plan: LoadPlan = { ...shape, port, protocol, warmUpSeconds: 1, seconds: SECONDS };
  load.child.send(plan);
  await load.next('window_opened');
  const before = await readCpu(server);
  const { result } = await load.next('window_closed');
  const after = await readCpu(server);
  await load.ended;
  server.child.disconnect();
  await server.ended;
  // A busy server answers late, so its use is taken as a rate between the two answers.
  const cpuPerSecond = (after.seconds - before.seconds) / (after.at - before.at);
  return { ...result, cpuSeconds: cpuPerSecond * result.seconds };
}

function readCpu(server: Running<ServerReport>) {
  server.child.send('cpu');
  return server.next('cpu');
}

type Running<R extends { kind: string }> = {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  /** The next report of a kind, also one that has come already. */
  readonly next: <K extends R['kind']>(kind: K) => Promise<Extract<R, { kind: K }>>;
};

function start<R extends { kind: string }>(file: string): Running<R> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const reports = on(child, 'message', { close: ['exit'] });
  const next = async <K extends R['kind']>(kind: K) => {
    const isWanted = (report: R): report is Extract<R, { kind: K }> => report.kind === kind;
    for (;;) {
      const step = await reports.next();
      if (step.done) throw new Error('a process of the benchmark ended too early');
      const report: R = step.value[0];
      if (isWanted(report)) return report;
    }
  };
  return { child, ended, next };
}

function printComparison(shape: Shape, theirs: readonly Measurement[], own: readonly Measurement[]): void {
  const ratio = (of: (m: Measurement) => number) => (median(own.map(of)) / median(theirs.map(of))).toFixed(2);
  const both = (of: (m: Measurement) => number) =>
    `${median(own.map(of)).toFixed(1)} / ${median(theirs.map(of)).toFixed(1)}`;
  console.log(
    `${nameOf(shape)}: ` +
      `confirmed/s x${ratio((m) => m.confirmed / m.seconds)} (${both((m) => m.confirmed / m.seconds)}), ` +
      `deliveries/s (${both((m) => m.deliveries / m.seconds)}), ` +
      `deliveries per CPU second x${ratio((m) => m.deliveries / m.cpuSeconds)}, ` +
      `p50 ms ${both((m) => m.latency.p50)}, p99 ms ${both((m) => m.latency.p99)}, ` +
      `cpu s ${both((m) => m.cpuSeconds)}, errors ${both((m) => m.errors)}`,
  );
}

function nameOf({ rooms, membersPerRoom, mode }: Shape): string {
  return `${rooms} x ${membersPerRoom} ${mode.kind}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
