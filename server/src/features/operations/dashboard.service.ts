import { coinsOf } from '@adda/contract/kernel/money';
import type { DashboardDay, DashboardNow } from '@adda/contract/operations';
import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { memoizeWithTtl } from '../../platform/memoize-with-ttl.ts';
import * as figures from './dashboard.repository.ts';
import { type Figure, readJobs, readSize, readCurrentFigures } from './dashboard.repository.ts';

/** Cache lifetime of today's figures and sizes. */
const CACHE_MS = 60_000;

/** Late in the hour, so that the last run of a day counts nearly all of it. */
const EVERY_HOUR = '59 * * * *';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Recurring job; tests may enqueue it. */
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

/** Creates the operator dashboard. */
export function createDashboard({ database, jobs, connections, inrPerUsd }: Options) {
  const { db } = database;

  /** Counts today, and all days since the last count. */
  const count = (): Promise<void> =>
    database.transaction(async (tx) => figures.countDays(tx, await figures.firstOpenDay(tx), inrPerUsd));

  const size = memoizeWithTtl(CACHE_MS, async () => {
    await count();
    return readSize(db);
  });

  return {
    /**
     * Returns the last days, oldest first, and the current state of this server. Slow counts are at most a minute old.
     */
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

/** Builds one day; missing figures are 0. */
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
