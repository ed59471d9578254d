import type { ContenderName } from '../contenders/contender.types.ts';
import { median } from '../measure/median.ts';
import type { Comparison, Measurement } from './fan-out.types.ts';
import { nameOf } from './shapes.ts';

/** Figures of a run by column title. */
export type Columns = Readonly<Record<string, (run: Measurement) => number>>;

const fanOutColumns: Columns = {
  'confirmed/s': (run) => run.confirmed / run.seconds,
  'deliveries/s': (run) => run.deliveries / run.seconds,
  'deliveries/CPU s': (run) => run.deliveries / run.cpuSeconds,
  'p50 ms': (run) => run.latency.p50,
  'p99 ms': (run) => run.latency.p99,
  'server CPU': (run) => run.cpuSeconds / run.seconds,
  'database CPU': (run) => run.databaseCpuSeconds / run.seconds,
  'clients CPU': (run) => run.loadCpuSeconds / run.seconds,
  errors: (run) => run.errors,
  undelivered: (run) => run.undelivered,
};

const WIDTH = 17;

/** Returns a table of the medians of each contender; CPU is in cores. */
export function describeRuns({ shape, runs, commitMs }: Comparison, columns = fanOutColumns): string {
  const names: ContenderName[] = [
    'reference',
    'floor',
    'embedded before',
    'embedded',
    'postgres before',
    'postgres',
    'two nodes',
    'two apart',
  ];
  const more = (Object.keys(runs) as ContenderName[]).filter((name) => !names.includes(name));
  const rows = [...names, ...more].flatMap((name) => {
    const taken = runs[name];
    if (!taken || taken.length === 0) return [];
    const cells = Object.values(columns).map((of) => short(median(taken.map(of))));
    const commit = name === 'reference' || name === 'floor' ? undefined : commitMs[name];
    return [row(name, cells, commit === undefined ? '' : `commit ${short(commit)} ms`)];
  });
  return [row(nameOf(shape), Object.keys(columns), ''), ...rows, ''].join('\n');
}

function row(title: string, cells: readonly string[], note: string): string {
  return `${title.padEnd(WIDTH)}${cells.map((cell) => cell.padStart(WIDTH)).join('')}  ${note}`.trimEnd();
}

function short(value: number): string {
  return value >= 1000 ? value.toFixed(0) : value.toFixed(2);
}
