import type { ProbeRun } from '../history/history.types.ts';
import { createTimedGet } from '../history/timed-get.ts';
import { interleave, type Ask, type Round } from '../measure/interleave.ts';
import type { BenchOptions } from '../options.ts';

/** A server with this many users, and the user who makes the requests. */
export type Dataset = {
  readonly people: number;
  readonly port: number;
  readonly token: string;
  readonly dispose: () => Promise<void>;
};

/** The fields of a response that probes read. */
export type DatasetResponse = {
  readonly users?: readonly unknown[];
  readonly conversations?: readonly unknown[];
  readonly messages?: readonly unknown[];
  readonly items?: readonly unknown[];
  readonly next_cursor?: string | null;
  readonly total?: number;
  readonly next_last_id?: string | null;
};

/** One kind of client request. */
export type DatasetProbe = {
  readonly what: string;
  /** Maximum median slowdown of the large dataset; 0 for no goal. */
  readonly goal: number;
  readonly path: string;
  /** Requests the second page, with the cursor of the first. */
  readonly isNextPage?: boolean;
  /** Returns a description of the fault in a response; undefined if it is as expected. */
  readonly faultOf: (response: DatasetResponse) => string | undefined;
};

/** Returns a description of a list that has not the expected length; undefined if it has. */
export function sizeFault(entries: readonly unknown[] | undefined, expected: number): string | undefined {
  return entries?.length === expected ? undefined : `${entries?.length} entries`;
}

const SMALL_DATASET = 10_000;
const WARM_UP_SECONDS = 1;

type Side = Dataset & { readonly get: ReturnType<typeof createTimedGet>['get'] };

const parse: (text: string) => DatasetResponse = JSON.parse;

/** Opens a small dataset and one of `options.people`, and measures the requests on both alternately. */
export async function compareDatasets(
  probes: readonly DatasetProbe[],
  options: BenchOptions,
  open: (people: number) => Promise<Dataset>,
): Promise<ProbeRun[]> {
  const small = await open(SMALL_DATASET);
  try {
    const large = await open(options.people);
    try {
      return await measureDatasets(probes, small, large, options);
    } finally {
      await large.dispose();
    }
  } finally {
    await small.dispose();
  }
}

async function measureDatasets(
  probes: readonly DatasetProbe[],
  small: Dataset,
  large: Dataset,
  options: BenchOptions,
): Promise<ProbeRun[]> {
  const chosen = probes.filter(({ what }) => what.includes(options.only));
  const clients = [small, large].map(({ port, token }) => createTimedGet(port, token));
  const sides = [small, large].flatMap((dataset, index) => {
    const get = clients[index]?.get;
    return get ? [{ ...dataset, get }] : [];
  });
  const rounds = new Map<string, Round[]>();
  // The first round warms up the program and the caches and is not counted.
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const probe of chosen) {
      const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, options.seconds) : options.seconds;
      const [few, many] = await Promise.all(sides.map((side) => prepareRequest(probe, side)));
      if (!few || !many) continue;
      const measured = await interleave(few, many, seconds);
      if (round > 0) rounds.set(probe.what, [...(rounds.get(probe.what) ?? []), measured]);
    }
  }
  for (const { close } of clients) close();
  return chosen.map(({ what, goal }) => ({
    contender: 'postgres',
    probe: what,
    goal,
    sizes: `${small.people} and ${large.people} people`,
    rounds: rounds.get(what) ?? [],
  }));
}

/** Prepares the requests of a probe; for a second page, with the cursor of the first. */
async function prepareRequest(probe: DatasetProbe, { get, people }: Side): Promise<Ask> {
  const first = parse((await get(probe.path)).body);
  const cursor = first.next_cursor ? `cursor=${first.next_cursor}` : `last_id=${first.next_last_id ?? ''}`;
  const path = probe.isNextPage
    ? `${probe.path}${probe.path.includes('?') ? '&' : '?'}${cursor}`
    : probe.path;
  return async () => {
    const { ms, status, body } = await get(path);
    const fault = status === 200 ? probe.faultOf(parse(body)) : `status ${status} ${body}`;
    if (fault !== undefined) throw new Error(`${probe.what} of ${people} people: ${fault} (${path})`);
    return ms;
  };
}
