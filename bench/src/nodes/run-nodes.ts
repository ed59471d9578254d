import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../fan-out/judge.ts';
import type { BenchOptions } from '../options.ts';
import { assumptions, nodeCounts } from './assumptions.ts';
import { describeCosts, describeNodes, replaceGenerated } from './describe-nodes.ts';
import { drawNodes, type Series } from './draw-nodes.ts';
import {
  costNames,
  costTexts,
  costsOf,
  summarize,
  type CostRound,
  type MeasuredCosts,
} from './measured-costs.ts';
import { openPresenceBench } from './measure-presence.ts';
import { openTrafficBench } from './measure-traffic.ts';
import { limitsOf } from './model.ts';
import { clusterOf, seriesOf } from './series.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
/** The measured costs, from which the drawing and the tables can be made again. */
export const COSTS_FILE = join(DOCS, 'nodes.json');
export const DRAWING_FILE = join(DOCS, 'images/nodes.svg');
export const PAGE_FILE = join(DOCS, 'scale.md');

/** Content of `COSTS_FILE`. */
export type CostsFile = {
  readonly measuredAt: string;
  readonly rounds: number;
  readonly costs: MeasuredCosts;
};

/**
 * Measures the costs of traffic between nodes and of presence, calculates clusters of up to 400 nodes from them, and writes
 * the costs, the drawing and the tables of `docs/scale.md`.
 */
export async function runNodes(options: BenchOptions, databaseUrl: string) {
  const { redisUrl = '' } = options;
  const file = await measureCosts(databaseUrl, redisUrl, options);
  writeFileSync(COSTS_FILE, `${JSON.stringify(file, undefined, 2)}\n`);
  const series = writeModel(file);
  return { ...file, assumptions, series, verdicts: judgeNodes(file), tables: describeCosts(file) };
}

/** Writes the drawing and the tables again, with the costs of the last measurement. */
export function redrawNodes() {
  const file = readCosts();
  return { series: writeModel(file), verdicts: [], tables: describeCosts(file) };
}

function writeModel(file: CostsFile): readonly Series[] {
  const series = seriesOf(assumptions, costsOf(file.costs));
  writeFileSync(DRAWING_FILE, drawNodes(series, assumptions.databaseCores));
  writeFileSync(PAGE_FILE, replaceGenerated(readFileSync(PAGE_FILE, 'utf8'), describeNodes(file)));
  return series;
}

/** Reads the costs of the last measurement. */
export function readCosts(): CostsFile {
  return JSON.parse(readFileSync(COSTS_FILE, 'utf8')) as CostsFile;
}

async function measureCosts(
  databaseUrl: string,
  redisUrl: string,
  { rounds: count, seconds }: BenchOptions,
): Promise<CostsFile> {
  const presence = await openPresenceBench(databaseUrl);
  const rounds: CostRound[] = [];
  try {
    const traffic = await openTrafficBench(redisUrl);
    try {
      for (let round = 0; round < count; round += 1)
        rounds.push({ ...(await traffic.measureRound(seconds)), ...(await presence.measureRound()) });
    } finally {
      await traffic.close();
    }
  } finally {
    await presence.close();
  }
  return { measuredAt: new Date().toISOString(), rounds: count, costs: summarize(rounds) };
}

/** Shows each cost, and how far both forms reach. They have no goals. */
export function judgeNodes({ costs }: Pick<CostsFile, 'costs'>): Verdict[] {
  const verdict = (what: string, contender: string, value: number, unit: string): Verdict => ({
    what,
    contender,
    value,
    goal: 0,
    unit,
    isReached: true,
  });
  const measured = costNames.map((name) => {
    const [contender = '', ...rest] = name.split(' ');
    const unit = rest.join(' ').toLowerCase().includes('bytes') ? 'bytes' : 'µs';
    return verdict(costTexts[name], contender, costs[name].median, unit);
  });
  const calculated = seriesOf(assumptions, costsOf(costs)).flatMap(({ id, figures }) => {
    const { redis = Number.NaN } = limitsOf(clusterOf(id), assumptions, costsOf(costs));
    const largest = figures.at(-1);
    const count = nodeCounts.at(-1) ?? 0;
    return [
      verdict(`${count} nodes: cores of each for traffic`, id, largest?.nodeCores ?? Number.NaN, 'cores'),
      verdict(`${count} nodes: cores of Redis`, id, largest?.redisCores ?? Number.NaN, 'cores'),
      verdict(`${count} nodes: writes of presence`, id, largest?.databaseWrites ?? Number.NaN, 'a second'),
      verdict('one Redis thread is full', id, redis, 'nodes'),
    ];
  });
  return [...measured, ...calculated];
}
