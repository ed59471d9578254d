import { runActivity } from './activity/run-activity.ts';
import { runCluster } from './cluster/run-cluster.ts';
import { describeRuns } from './fan-out/describe-runs.ts';
import type { Verdict } from './fan-out/judge.ts';
import { runDrills } from './drills/run-drills.ts';
import { runFanOut } from './fan-out/run-fan-out.ts';
import { runFeed } from './feed/run-feed.ts';
import { describeHistory } from './history/describe-history.ts';
import type { ProbeRun } from './history/history.types.ts';
import { runHistory } from './history/run-history.ts';
import { describeIdle, runIdle } from './idle/run-idle.ts';
import { runInteractions } from './interactions/run-interactions.ts';
import { runFlood } from './flood/run-flood.ts';
import { runFill } from './fill/run-fill.ts';
import type { BenchOptions } from './options.ts';
import { redrawNodes, runNodes } from './nodes/run-nodes.ts';
import { runPeople } from './people/run-people.ts';
import { runPosting } from './posting/run-posting.ts';
import { runReactions } from './reactions/run-reactions.ts';
import { runSearch } from './search/run-search.ts';
import { runSlow } from './slow/run-slow.ts';
import { runSoak } from './soak/run-soak.ts';
import { runUploads } from './uploads/run-uploads.ts';
import { runWallet } from './wallet/run-wallet.ts';

/** The result of a part: verdicts, tables to show with them, and further data for its file. */
export type PartOutcome = {
  readonly verdicts: readonly Verdict[];
  readonly tables?: string;
} & Readonly<Record<string, unknown>>;

/** A part of the benchmark; `databaseUrl` is '' if the part does not need it and none was given. */
export type Part = {
  /** Services without which the part is skipped, unless it was requested by name. */
  readonly needs?: readonly ('database-url' | 'redis-url')[];
  /** Runs only if requested by name. */
  readonly isExtra?: boolean;
  readonly run: (options: BenchOptions, databaseUrl: string) => Promise<PartOutcome>;
};

const withProbes = <O extends { readonly runs: readonly ProbeRun[]; readonly verdicts: readonly Verdict[] }>(
  outcome: O,
) => ({ ...outcome, tables: describeHistory(outcome.runs) });

const DATABASE = ['database-url'] as const;

/** All parts by name, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  'fan-out': {
    run: async (options) => {
      const outcome = await runFanOut(options);
      return {
        ...outcome,
        tables: outcome.comparisons.map((comparison) => describeRuns(comparison)).join('\n'),
      };
    },
  },
  cluster: { needs: ['database-url', 'redis-url'], run: runCluster },
  nodes: { needs: ['database-url', 'redis-url'], run: runNodes },
  drills: { needs: ['database-url', 'redis-url'], run: runDrills },
  idle: {
    run: async (options) => {
      const outcome = await runIdle(options);
      return { ...outcome, tables: describeIdle(outcome.measurements) };
    },
  },
  reactions: { run: runReactions },
  slow: { run: runSlow },
  flood: { run: runFlood },
  uploads: { run: runUploads },
  interactions: { run: runInteractions },
  posting: { run: runPosting },
  history: { run: async (options) => withProbes(await runHistory(options)) },
  people: { needs: DATABASE, run: async (options, url) => withProbes(await runPeople(options, url)) },
  activity: { needs: DATABASE, run: async (options, url) => withProbes(await runActivity(options, url)) },
  search: { run: async (options) => withProbes(await runSearch(options)) },
  feed: { needs: DATABASE, run: async (options, url) => withProbes(await runFeed(options, url)) },
  wallet: { needs: DATABASE, run: async (options, url) => withProbes(await runWallet(options, url)) },
  soak: { run: runSoak },
  'nodes-drawing': { isExtra: true, run: async () => redrawNodes() },
  fill: { needs: DATABASE, isExtra: true, run: runFill },
};
