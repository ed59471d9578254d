import { parseArgs } from 'node:util';

const PARTS = ['fan-out', 'idle', 'history', 'people', 'feed', 'uploads', 'posting', 'wallet'] as const;

/** One of the things that are measured. */
export type BenchPart = (typeof PARTS)[number];

/** What the command line asks for. */
export type BenchOptions = {
  /** All parts unless told. */
  readonly part: BenchPart | undefined;
  readonly rounds: number;
  /** Measured seconds of each run. */
  readonly seconds: number;
  /** PostgreSQL server where a database may be made; without it only the embedded engine is measured. */
  readonly databaseUrl: string | undefined;
  /** Shapes of fan-out and probes of the history, viewers of the feed, uploads, parts of the wallet whose name holds this, such as `10 x 100` or `older`. */
  readonly only: string;
  /** Connections of the idle part. */
  readonly connections: number;
  /** Messages of the large room of the history part. */
  readonly messages: number;
  /** People of the large town of the people part, and on the large leaderboard of the wallet part. */
  readonly people: number;
  /** Posts of the large house of the feed part. */
  readonly posts: number;
  /** Folder for CPU profiles. */
  readonly profile: string | undefined;
};

/** Reads the command line; throws on anything that it does not know. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      'database-url': { type: 'string' },
      only: { type: 'string', default: '' },
      connections: { type: 'string', default: '10000' },
      messages: { type: 'string', default: '1000000' },
      people: { type: 'string', default: '1000000' },
      posts: { type: 'string', default: '200000' },
      profile: { type: 'string' },
    },
  });
  const [named] = positionals;
  const part = PARTS.find((known) => known === named);
  if (named !== part) throw new Error(`There is no part “${named}”.`);
  return {
    part,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    databaseUrl: values['database-url'],
    only: values.only,
    connections: Number(values.connections),
    messages: Number(values.messages),
    people: Number(values.people),
    posts: Number(values.posts),
    profile: values.profile,
  };
}
