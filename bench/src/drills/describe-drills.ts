import type { DrillOutcome } from '../../../server/src/test/drills/run-drill.fixture.ts';

/** Returns the measurements of each drill, one line per figure. */
export function describeDrills(outcomes: readonly DrillOutcome[]): string {
  return outcomes
    .map(({ drill, notes, unexpected, lostOnes, waits: _waits, ...figures }) => {
      const lines = Object.entries({ ...figures, ...notes }).map(
        ([name, value]) => `  ${name.padEnd(36)}${Math.round(value)}`,
      );
      return [drill, ...lines, ...[...lostOnes, ...unexpected].slice(0, 5).map((each) => `  ${each}`)].join(
        '\n',
      );
    })
    .join('\n');
}
