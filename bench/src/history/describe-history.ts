import { median } from '../measure/median.ts';
import type { Latency, Round } from '../measure/interleave.ts';
import type { ProbeRun } from './history.types.ts';

const PROBE_WIDTH = 42;
const WIDTH = 14;

/** Returns a table per server: milliseconds of both rooms and the slowdown of the large one. */
export function describeHistory(runs: readonly ProbeRun[]): string {
  return [...Map.groupBy(runs, ({ contender }) => contender)]
    .map(([contender, probeRuns]) => {
      const [first] = probeRuns;
      const heads = [
        'small p50 ms',
        'large p50 ms',
        'ratio',
        'small p99 ms',
        'large p99 ms',
        'ratio',
        'requests',
      ];
      return [row(`${contender}: ${first?.sizes}`, heads), ...probeRuns.map(describeRun)].join('\n');
    })
    .join('\n\n');
}

function describeRun({ probe, rounds }: ProbeRun): string {
  const medianOf = (figure: (round: Round) => number) => median(rounds.map(figure)).toFixed(2);
  const requests = rounds.reduce((sum, { small, large }) => sum + small.requests + large.requests, 0);
  const columns = (figure: (latency: Latency) => number) => [
    medianOf(({ small }) => figure(small)),
    medianOf(({ large }) => figure(large)),
    medianOf(({ small, large }) => figure(large) / figure(small)),
  ];
  return row(probe, [...columns(({ p50 }) => p50), ...columns(({ p99 }) => p99), String(requests)]);
}

function row(title: string, cells: readonly string[]): string {
  return `${title.padEnd(PROBE_WIDTH)}${cells.map((cell) => cell.padStart(WIDTH)).join('')}`;
}
