import { coinsOf } from '@adda/contract/kernel/money';
import type { DashboardDay, DashboardNow } from '@adda/contract/operations';
import type { Database } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import * as figures from './daily-figures.repository.ts';
import type { Figure } from './daily-figures.repository.ts';
import { readJobs, readSize, readCurrentFigures } from './current-figures.repository.ts';
import { memoizeWithTtl } from './memoize-with-ttl.ts';

/** How long today's figures and sizes are shown before they are counted again. */
const COUNTED_FOR_MS = 60_000;

/** Late in the hour: the last run of a day counts nearly all of it. */
const EVERY_HOUR = '59 * * * *';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Recurs by itself; a test may ask for it. */
    'operations.daily-figures': null;
  }
}

type Options = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly connections: () => number;
  readonly inrPerUsd: number;
};

export type Dashboard = ReturnType<typeof createDashboard>;

/** Makes what operators see of their community. */
export function createDashboard({ database, jobs, connections, inrPerUsd }: Options) {
  const { db } = database;

  /** Counts today, and what is missing of the days since figures were counted last. */
  const count = (): Promise<void> =>
    database.transaction(async (tx) => figures.countDays(tx, await figures.firstOpenDay(tx), inrPerUsd));

  const size = memoizeWithTtl(COUNTED_FOR_MS, async () => {
    await count();
    return readSize(db);
  });

  return {
    /** The last days, the oldest first, and how this server is now. What is slow to count is at most a minute old. */
    async read(days: number): Promise<{ readonly days: DashboardDay[]; readonly now: DashboardNow }> {
      const counted = await size();
      const [dates, found] = [await figures.listDays(db, days), await figures.listFigures(db, days)];
      const now = {
        ...counted,
        ...(await readCurrentFigures(db)),
        ...(await readJobs(db)),
        connections: connections(),
        memory_bytes: process.memoryUsage.rss(),
        uptime_seconds: Math.round(process.uptime()),
      };
      return { days: dates.map((day) => dayOf(day, found)), now };
    },

    startJobs(): void {
      jobs.every('operations.daily-figures', EVERY_HOUR, count);
    },
  };
}

/** One day; what was not counted on it is 0. */
function dayOf(day: string, found: readonly Figure[]): DashboardDay {
  const values = new Map(
    found.filter((figure) => figure.day === day).map(({ name, value }) => [name, value]),
  );
  const valueOf = (name: keyof DashboardDay): number => values.get(name) ?? 0;
  return {
    day,
    new_people: valueOf('new_people'),
    new_guests: valueOf('new_guests'),
    active_people: valueOf('active_people'),
    messages: valueOf('messages'),
    posts: valueOf('posts'),
    reports: valueOf('reports'),
    decisions: valueOf('decisions'),
    coins_bought: coinsOf(valueOf('coins_bought')),
    coins_gifted: coinsOf(valueOf('coins_gifted')),
    coins_paid_out: coinsOf(valueOf('coins_paid_out')),
    paid_orders: valueOf('paid_orders'),
    revenue_cents: valueOf('revenue_cents'),
  };
}
