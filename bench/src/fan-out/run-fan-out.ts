import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startAdda } from '../contenders/adda.ts';
import { nodesOf, type Contender, type ContenderName } from '../contenders/contender.types.ts';
import { startBaseline } from '../contenders/baseline.ts';
import type { BenchOptions } from '../options.ts';
import type { Comparison, Measurement, Shape } from './fan-out.types.ts';
import type { Verdict } from './judge.ts';
import { judge, judgeAgainst } from './judge.ts';
import { untilQuiet } from '../measure/processes.ts';
import { measure } from './measure.ts';
import { describeRuns } from './describe-runs.ts';
import { nameOf, plannedShapes } from './shapes.ts';
import type { Scenario } from '../dataset/dataset.types.ts';

export type FanOutOutcome = {
  readonly comparisons: readonly Comparison[];
  readonly verdicts: readonly Verdict[];
};

/** Measures all contenders alternately, by shape and round. */
export async function runFanOut(options: BenchOptions): Promise<FanOutOutcome> {
  const planned = plannedShapes.filter(({ shape }) => nameOf(shape).includes(options.only));
  const contenders = await startAll(
    options,
    planned.map(({ shape }) => shape),
  );
  const comparisons: Comparison[] = [];
  const verdicts: Verdict[] = [];
  try {
    for (const { shape, goals } of planned) {
      const comparison = await compare(contenders, shape, options);
      console.log(describeRuns(comparison));
      comparisons.push(comparison);
      verdicts.push(...judge(comparison, goals), ...judgeAgainst(comparison));
    }
  } finally {
    for (const contender of contenders) await contender.dispose();
  }
  return { comparisons, verdicts };
}

/** Starts the program of another checkout, with its own packages installed, as a contender. */
async function startBefore(
  folder: string,
  options: Parameters<typeof startAdda>[0] & { readonly name: ContenderName },
): Promise<Contender> {
  const file = join(resolve(folder), 'bench/src/contenders/adda.ts');
  const other: { startAdda: typeof startAdda } = await import(pathToFileURL(file).href);
  return { ...(await other.startAdda(options)), name: options.name };
}

async function startAll(
  { databaseUrl, profile, against }: BenchOptions,
  shapes: readonly Shape[],
): Promise<Contender[]> {
  const scenarios = scenariosOf(shapes);
  const withInspector = profile !== undefined;
  const contenders = [
    await startBaseline('reference', scenarios, withInspector),
    await startBaseline('floor', scenarios, withInspector),
  ];
  for (const [name, serverUrl] of [['embedded'], ['postgres', databaseUrl]] as const) {
    if (name === 'postgres' && serverUrl === undefined) continue;
    const options = { scenarios, withInspector, serverUrl };
    if (against !== undefined)
      contenders.push(await startBefore(against, { ...options, name: `${name} before` }));
    contenders.push(await startAdda(options));
  }
  return contenders;
}

/** Returns the scenarios that a dataset needs for these shapes. */
export function scenariosOf(shapes: readonly Shape[]): readonly Scenario[] {
  return [...new Map(shapes.map((shape) => [`${shape.rooms} ${shape.membersPerRoom}`, shape])).values()];
}

/**
 * Measures contenders alternately, round by round. Every second round is in reverse order, because what a contender still does
 * after its run (an embedded database writes on) slows down the one that follows.
 */
export async function compare(
  contenders: readonly Contender[],
  shape: Shape,
  { rounds, seconds, profile }: BenchOptions,
): Promise<Comparison> {
  const runs: Partial<Record<ContenderName, Measurement[]>> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      for (const { pid } of contenders.flatMap((each) => nodesOf(each))) await untilQuiet(pid);
      const file = `${profile}/${nameOf(shape).replaceAll(' ', '-')}-${contender.name.replaceAll(' ', '-')}-${round}.cpuprofile`;
      const profileFile = profile === undefined ? undefined : file;
      (runs[contender.name] ??= []).push(await measure(contender, shape, { seconds, profileFile }));
    }
  }
  const commitMs = Object.fromEntries(contenders.map(({ name, commitMs: ms }) => [name, ms]));
  return { shape, runs, commitMs };
}
