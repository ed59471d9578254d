import { drillFaults, type DrillName } from '../../../server/src/test/drills/drill-faults.fixture.ts';
import { runDrill, type DrillOutcome } from '../../../server/src/test/drills/run-drill.fixture.ts';
import type { BenchOptions } from '../options.ts';
import { judgeDrills } from './judge-drills.ts';

const SIZE = { nodes: 2, people: 200, roomSize: 20, perSecond: 100, settleSeconds: 20 };

/** Duration of each fault as defined by the objectives; 0 for a fault without a fixed duration. */
const FAULT_SECONDS: Readonly<Record<DrillName, number>> = {
  rolling: 0,
  killed: 0,
  stopped: 30,
  redis: 60,
  'redis hangs': 60,
};

/** Runs the drills whose name contains `--only`, one after another. */
export async function runDrills(options: BenchOptions, databaseUrl: string) {
  const outcomes: DrillOutcome[] = [];
  const names = Object.keys(drillFaults).filter(isDrillName);
  for (const name of names.filter((each) => each.includes(options.only))) {
    const size = { ...SIZE, faultSeconds: options.faultSeconds ?? FAULT_SECONDS[name] };
    const outcome = await runDrill(name, { databaseUrl, redisUrl: options.redisUrl ?? '' }, size);
    console.log(describeDrills([outcome]));
    outcomes.push(outcome);
  }
  return { outcomes, verdicts: outcomes.flatMap(judgeDrills), tables: describeDrills(outcomes) };
}

function isDrillName(name: string): name is DrillName {
  return Object.hasOwn(drillFaults, name);
}

/** Returns the measurements of each drill, one line per figure. */
function describeDrills(outcomes: readonly DrillOutcome[]): string {
  return outcomes
    .map(({ drill, notes, unexpected, lostMessages, waits: _waits, ...figures }) => {
      const lines = Object.entries({ ...figures, ...notes }).map(
        ([name, value]) => `  ${name.padEnd(36)}${Math.round(value)}`,
      );
      return [
        drill,
        ...lines,
        ...[...lostMessages, ...unexpected].slice(0, 5).map((each) => `  ${each}`),
      ].join('\n');
    })
    .join('\n');
}
