import { median } from '../measure/median.ts';
import type { Costs, RatedCost } from './nodes.types.ts';

/**
 * Measured costs with their texts; CPU in microseconds, memory in bytes. “Alone” is at `CALM_PER_SECOND`, “batched” at the
 * highest rate, at which a process handles many at once. Users are renewed in statements of thousands, and arrive in
 * statements of a few.
 */
export const costTexts = {
  'stream write calm': 'a node writes an entry and reads it back, alone',
  'stream write full': 'a node writes an entry and reads it back, batched',
  'stream read calm': 'a node that hears nothing reads an entry, alone',
  'stream read full': 'a node that hears nothing reads an entry, batched',
  'stream hear calm': 'a node that hears an entry reads it, alone',
  'stream hear full': 'a node that hears an entry reads it, batched',
  'stream redisWrite calm': 'Redis accepts an entry, alone',
  'stream redisWrite full': 'Redis accepts an entry, batched',
  'stream redisRead calm': 'Redis passes an entry to one node, alone',
  'stream redisRead full': 'Redis passes an entry to one node, batched',
  'channels write calm': 'a node publishes, alone',
  'channels write full': 'a node publishes, batched',
  'channels echo calm': 'a node gets its own publication, alone',
  'channels echo full': 'a node gets its own publication, batched',
  'channels hear calm': 'a node that listens gets a publication, alone',
  'channels hear full': 'a node that listens gets a publication, batched',
  'channels elsewhere calm': 'a node that listens elsewhere only, alone',
  'channels elsewhere full': 'a node that listens elsewhere only, batched',
  'channels redis0 calm': 'Redis: a publication without listeners, alone',
  'channels redis0 full': 'Redis: a publication without listeners, batched',
  'channels redis1 calm': 'Redis: a publication to one node, alone',
  'channels redis1 full': 'Redis: a publication to one node, batched',
  'channels redis2 calm': 'Redis: a publication to two nodes, alone',
  'channels redis2 full': 'Redis: a publication to two nodes, batched',
  'channels subscribe': 'a node subscribes to a channel and leaves it',
  'channels redisSubscribe': 'Redis: a channel is subscribed to and left',
  'channels bytes': 'bytes in Redis: a channel and its first listener',
  'channels moreBytes': 'bytes in Redis: a further listener',
  'presence renewal': 'PostgreSQL renews the row of a user',
  'presence activity': 'PostgreSQL writes the last activity of a user',
  'presence visit': 'PostgreSQL: a user arrives and leaves',
  'presence lease': 'PostgreSQL renews the row of a node',
} as const;

export type CostName = keyof typeof costTexts;

/** The costs of one round. */
export type CostRound = Readonly<Record<CostName, number>>;

/** Median of the rounds, and half of the range of their middle half as a share of it. */
export type MeasuredCost = { readonly median: number; readonly noise: number };
export type MeasuredCosts = Readonly<Record<CostName, MeasuredCost>>;

export const costNames = Object.keys(costTexts) as CostName[];

/** Returns the median of each cost, and how much its rounds differ. */
export function summarize(rounds: readonly CostRound[]): MeasuredCosts {
  const entries = costNames.map((name) => {
    const values = rounds.map((round) => round[name]);
    const middle = median(values);
    const range = quantile(values, 0.75) - quantile(values, 0.25);
    return [name, { median: middle, noise: Math.abs(range / 2 / middle) }];
  });
  return Object.fromEntries(entries) as MeasuredCosts;
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.round((values.length - 1) * share)] ?? Number.NaN;
}

/** Returns the costs for the model. A difference of two measurements that noise made negative counts as zero. */
export function costsOf(measured: MeasuredCosts): Costs {
  const cost = (name: CostName) => Math.max(0, measured[name].median);
  type Rated = Extract<CostName, `${string} calm`> extends `${infer Name} calm` ? Name : never;
  const rated = (name: Rated): RatedCost => ({ calm: cost(`${name} calm`), full: cost(`${name} full`) });
  const [none, two] = [rated('channels redis0'), rated('channels redis2')];
  return {
    stream: {
      write: rated('stream write'),
      read: rated('stream read'),
      hear: rated('stream hear'),
      redisWrite: rated('stream redisWrite'),
      redisRead: rated('stream redisRead'),
    },
    channels: {
      write: rated('channels write'),
      echo: rated('channels echo'),
      hear: rated('channels hear'),
      redisWrite: none,
      redisRead: {
        calm: Math.max(0, (two.calm - none.calm) / 2),
        full: Math.max(0, (two.full - none.full) / 2),
      },
      subscribe: cost('channels subscribe'),
      redisSubscribe: cost('channels redisSubscribe'),
      bytesPerSubscription: cost('channels bytes'),
    },
    presence: {
      renewal: cost('presence renewal'),
      activity: cost('presence activity'),
      visit: cost('presence visit'),
      lease: cost('presence lease'),
    },
  };
}
