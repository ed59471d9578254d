import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createPasswordHasher } from '../../../server/src/features/accounts/password-hash.service.ts';
import type { Database } from '../../../server/src/platform/database/index.ts';
import { drawPicture } from '../../../server/src/seed/pictures.ts';
import { startAdda } from '../contenders/adda.ts';
import { nodesOf, type Contender, type ContenderNode } from '../contenders/contender.types.ts';
import { openInspector } from '../measure/inspector.ts';
import type { BenchOptions } from '../options.ts';
import { descriptorsOf, residentBytesOf } from '../measure/processes.ts';
import { describeSoak } from './describe-soak.ts';
import { judgeSoak } from './judge-soak.ts';
import type { SoakCounts, SoakPlan, SoakSample, SoakSeries } from './soak.types.ts';

const FILE = fileURLToPath(new URL('load-soak.ts', import.meta.url));
const SCENARIO = { rooms: 20, membersPerRoom: 20 };
const PASSWORD = 'the same for everybody';
/** Warm-up time of each node, in which all actions run before the first sample; then all users leave again. */
const FIRST_SECONDS = 20;
const SAMPLE_EVERY_MS = 10_000;
/** Time until connections of users who left are closed, pools have shrunk, and the idle process for images (30 s) has ended. */
const SETTLE_MS = 45_000;

/**
 * Runs all user actions for some minutes at a multiple of the normal rate, and checks that the server's memory and
 * descriptors stay flat. On PostgreSQL if given; with Redis on several nodes, each of which is judged.
 */
export async function runSoak({ databaseUrl, redisUrl, nodes: [nodes = 2], minutes, pace }: BenchOptions) {
  const photo = (await drawPicture('sunset')).toString('base64');
  const contender = await startAdda({
    scenarios: [SCENARIO],
    withInspector: true,
    serverUrl: databaseUrl,
    redisUrl: databaseUrl === undefined ? undefined : redisUrl,
    nodes,
    addContent: (database) => registerAll(database),
  });
  try {
    const ports = nodesOf(contender).map(({ port }) => port);
    const rooms = contender.scenarios[0] ?? [];
    const plan: SoakPlan = { ports, rooms, password: PASSWORD, photo, seconds: minutes * 60, pace };
    return await soak(contender, plan);
  } finally {
    await contender.dispose();
  }
}

async function soak(contender: Contender, plan: SoakPlan) {
  const samplers = await Promise.all(nodesOf(contender).map((node) => openSampler(node, contender)));
  const takeAll = async () => {
    const samples: SoakSample[] = [];
    for (const sampler of samplers) samples.push(await sampler.take());
    return samples;
  };
  await runClients({ ...plan, seconds: FIRST_SECONDS * samplers.length });
  await delay(SETTLE_MS);
  const starts = await takeAll();
  const rowsBefore = await countRows(contender.databaseUrl);
  const { counts, seconds, taken } = await runClients(plan, takeAll);
  await delay(SETTLE_MS);
  const ends = await takeAll();
  const rowsAfter = await countRows(contender.databaseUrl);
  for (const sampler of samplers) sampler.close();
  const nodes = starts.flatMap((start, node): SoakSeries[] => {
    const end = ends[node];
    return end ? [{ start, samples: taken.flatMap((samples) => samples[node] ?? []), end }] : [];
  });
  const run = { nodes, counts, seconds, rowsBefore, rowsAfter };
  return { ...run, tables: describeSoak(run), verdicts: judgeSoak(contender.name, run, plan) };
}

/** Runs the clients until they have left; takes samples of all nodes regularly meanwhile, if `take` is given. */
async function runClients(plan: SoakPlan, take?: () => Promise<SoakSample[]>) {
  const child = fork(FILE);
  const ended = once(child, 'exit');
  child.send(plan);
  await once(child, 'message');
  const started = performance.now();
  const answered = once(child, 'message');
  const over = answered.then(() => true);
  const haveLeftWithin = (ms: number) => Promise.race([delay(ms, false), over]);
  const taken: SoakSample[][] = [];
  if (take) {
    while (!(await haveLeftWithin(SAMPLE_EVERY_MS))) {
      const samples = await take();
      // Samples of several nodes take a while: some may be of nodes that the clients had left.
      if (!(await haveLeftWithin(0))) taken.push(samples);
    }
  }
  const [counts]: SoakCounts[] = await answered;
  const seconds = (performance.now() - started) / 1000;
  child.disconnect();
  await ended;
  return { counts: counts ?? { done: {}, failed: {} }, seconds, taken };
}

/** Guests can neither give gifts nor post, so all users become permanent accounts with coins. */
async function registerAll({ pool }: Database): Promise<void> {
  const passwordHash = await createPasswordHasher().hash(PASSWORD);
  await pool.query(
    `UPDATE users SET is_guest = false, email = username || '@mail.example', password_hash = $1`,
    [passwordHash],
  );
  await pool.query('UPDATE wallets SET balance = 1000000000, bought = 1000000000');
}

/** Node's own counters, read in the server's process. */
const INSIDE = `(() => {
  const { external, arrayBuffers } = process.memoryUsage();
  return { external: external + arrayBuffers, resources: process.getActiveResourcesInfo().length };
})()`;

/** Opens the sampler of a node, which collects garbage before each sample. */
async function openSampler({ pid, inspectorPort = 0 }: ContenderNode, { databaseUrl }: Contender) {
  const inspector = await openInspector(inspectorPort);
  const databasePorts = databaseUrl === undefined ? [] : [Number(new URL(databaseUrl).port || '5432')];
  const started = performance.now();
  return {
    take: async (): Promise<SoakSample> => {
      const heap = await inspector.usedHeap();
      const inside = await inspector.evaluate(INSIDE);
      const { all, toPorts } = descriptorsOf(pid, databasePorts);
      return {
        at: (performance.now() - started) / 1000,
        heap,
        external: numberIn(inside, 'external'),
        resources: numberIn(inside, 'resources'),
        resident: residentBytesOf(pid),
        descriptors: all,
        databaseConnections: toPorts,
      };
    },
    close: inspector.close,
  };
}

function numberIn(value: unknown, name: string): number {
  return typeof value === 'object' && value !== null ? Number(Reflect.get(value, name)) : Number.NaN;
}

const TABLES = [
  'messages',
  'posts',
  'sessions',
  'presence',
  'presence_nodes',
  'activity_moves',
  'leaderboard_moves',
  'ledger_entries',
];

/** Returns the row counts of the tables that the soak writes to, by name; empty on the embedded engine. */
async function countRows(databaseUrl: string | undefined): Promise<Readonly<Record<string, number>>> {
  if (databaseUrl === undefined) return {};
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const counts: Record<string, number> = {};
    for (const table of TABLES) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
      counts[table] = Number(rows[0]?.count);
    }
    return counts;
  } finally {
    await client.end();
  }
}
