import type { IdleMeasurement } from './idle.types.ts';

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
