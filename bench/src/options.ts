import { parseArgs } from 'node:util';

/** What the command line asks for. */
export type BenchOptions = {
  /** A name of `parts.ts`; all of them unless told. */
  readonly part: string | undefined;
  readonly rounds: number;
  /** Measured seconds of each run. */
  readonly seconds: number;
  /** PostgreSQL server where a database may be made; without it only the embedded engine is measured. */
  readonly databaseUrl: string | undefined;
  /** Redis that joins several nodes; parts that need one are passed over without it. */
  readonly redisUrl: string | undefined;
  /** Shapes of fan-out and probes of the history, viewers of the feed, uploads, parts of the wallet whose name holds this, such as `10 x 100` or `older`. */
  readonly only: string;
  /** Connections of the idle part. */
  readonly connections: number;
  /** Messages of the large room of the history part. */
  readonly messages: number;
  /** People of the large dataset of the people part, on the large leaderboard of the wallet part, and of `fill`. */
  readonly people: number;
  /** Length of the soak, at so many times the normal pace. */
  readonly minutes: number;
  readonly pace: number;
  /** Posts of the large server of the feed part. */
  readonly posts: number;
  /** How long each fault of the drills lasts; as their goals say unless told. */
  readonly faultSeconds: number | undefined;
  /** Folder of another checkout with its packages installed, which the fan-out measures beside this one. */
  readonly against: string | undefined;
  /** Folder for CPU profiles. */
  readonly profile: string | undefined;
};

/** Reads the command line; throws on anything that it does not know, such as a part that is not one of `names`. */
export function readOptions(args: readonly string[], names: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      'database-url': { type: 'string' },
      'redis-url': { type: 'string' },
      only: { type: 'string', default: '' },
      connections: { type: 'string', default: '10000' },
      messages: { type: 'string', default: '1000000' },
      people: { type: 'string', default: '1000000' },
      minutes: { type: 'string', default: '8' },
      pace: { type: 'string', default: '30' },
      posts: { type: 'string', default: '200000' },
      'fault-seconds': { type: 'string' },
      against: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const [named] = positionals;
  if (named !== undefined && !names.includes(named))
    throw new Error(`There is no part “${named}”; there are ${names.join(', ')}.`);
  return {
    part: named,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    databaseUrl: values['database-url'],
    redisUrl: values['redis-url'],
    only: values.only,
    connections: Number(values.connections),
    messages: Number(values.messages),
    people: Number(values.people),
    minutes: Number(values.minutes),
    pace: Number(values.pace),
    posts: Number(values.posts),
    faultSeconds: values['fault-seconds'] === undefined ? undefined : Number(values['fault-seconds']),
    against: values.against,
    profile: values.profile,
  };
}
