import { parseArgs } from 'node:util';

/** What the command line asks for. */
export type BenchOptions = {
  /** All parts unless told. */
  readonly part: 'fan-out' | 'idle' | undefined;
  readonly rounds: number;
  /** Measured seconds of each run. */
  readonly seconds: number;
  /** PostgreSQL server where a database may be made; without it only the embedded engine is measured. */
  readonly databaseUrl: string | undefined;
  /** Shapes of fan-out whose name holds this, such as `10 x 100`. */
  readonly only: string;
  /** Connections of the idle part. */
  readonly connections: number;
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
      profile: { type: 'string' },
    },
  });
  const [part] = positionals;
  if (part !== undefined && part !== 'fan-out' && part !== 'idle')
    throw new Error(`There is no part “${part}”.`);
  return {
    part,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    databaseUrl: values['database-url'],
    only: values.only,
    connections: Number(values.connections),
    profile: values.profile,
  };
}
