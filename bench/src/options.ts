import { parseArgs } from 'node:util';

/** The command line options. */
export type BenchOptions = {
  /** A name of `parts.ts`; all parts by default. */
  readonly part: string | undefined;
  readonly rounds: number;
  /** Measured seconds per run. */
  readonly seconds: number;
  /** PostgreSQL server on which databases may be created; without it only the embedded engine is measured. */
  readonly databaseUrl: string | undefined;
  /** Redis for several nodes; parts that need one are skipped without it. */
  readonly redisUrl: string | undefined;
  /**
   * Selects shapes of fan-out, probes of the history, viewers of the feed, uploads and parts of the wallet whose name
   * contains this, for example `10 x 100` or `older`.
   */
  readonly only: string;
  /** Numbers of nodes of the cluster part; with more than two, only two of them have clients. */
  readonly nodes: readonly number[];
  /** Connections of the idle part. */
  readonly connections: number;
  /** Messages of the large room of the history part. */
  readonly messages: number;
  /** Users of the large dataset of the people part, on the large leaderboard of the wallet part, and of `fill`. */
  readonly people: number;
  /** Duration of the soak in minutes, and its multiple of the normal rate. */
  readonly minutes: number;
  readonly pace: number;
  /** Posts of the large server of the feed part. */
  readonly posts: number;
  /** Duration of each fault of the drills; as defined by their goals by default. */
  readonly faultSeconds: number | undefined;
  /** Folder of another checkout with its packages installed, which the fan-out measures next to this one. */
  readonly against: string | undefined;
  /** Folder for CPU profiles. */
  readonly profile: string | undefined;
};

/** Parses the command line; throws on an unknown option or a part that is not one of `names`. */
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
      nodes: { type: 'string', default: '2' },
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
    nodes: values.nodes.split(',').map(Number),
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
