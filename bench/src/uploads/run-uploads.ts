import { randomBytes } from 'node:crypto';
import { IMAGE_MAX_BYTES } from '../../../contract/src/media/media.limits.ts';
import { DEFAULT_API_KEY } from '../../../contract/src/platform/index.ts';
import { createClient } from '../../../server/src/test/client.ts';
import { startServer, type ServerProcess } from '../../../server/src/test/server-process.fixture.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { childrenOf, isBareFork, residentBytesOf, untilQuiet } from '../measure/processes.ts';
import type { BenchOptions } from '../options.ts';
import { heavyPictures } from './heavy-pictures.ts';

const AT_ONCE = 20;
const CROWD = 'all kinds together';
const MEMORY_GOAL_MB = 300;
const LOOP_GOAL_MS = 100;
const LOOK_EVERY_MS = 5;
const MB = 1024 * 1024;

type UploadRun = {
  readonly picture: string;
  /** Bytes of the file. */
  readonly size: number;
  /** How often each status was answered. */
  readonly answers: Readonly<Record<string, number>>;
  readonly memoryMb: number;
  /** The part of it that is the server's own process, at its own peak. */
  readonly ownMemoryMb: number;
  readonly loopDelayMs: number;
  readonly seconds: number;
};

/**
 * Measures what 20 of the heaviest pictures at once cost the real program: memory with its helpers, event loop. `only`
 * names the pictures to measure; `all kinds` is one crowd of every kind.
 */
export async function runUploads({ only }: Pick<BenchOptions, 'only'>) {
  const runs: UploadRun[] = [];
  const all: Buffer[] = [];
  const isCrowdAsked = CROWD.includes(only);
  for (const [name, make] of Object.entries(heavyPictures)) {
    if (!isCrowdAsked && !name.includes(only)) continue;
    const bytes = asLargeAsAllowed(await make());
    all.push(bytes);
    if (name.includes(only)) runs.push(await measure(name, [bytes]));
  }
  if (isCrowdAsked) runs.push(await measure(CROWD, all));
  return { runs, verdicts: runs.flatMap(verdictsOf) };
}

/** With noise behind its end, which decoders do not mind. */
function asLargeAsAllowed(picture: Buffer): Buffer {
  return Buffer.concat([picture, randomBytes(Math.max(0, IMAGE_MAX_BYTES - picture.length))]);
}

async function measure(picture: string, files: readonly Buffer[]): Promise<UploadRun> {
  const server = await startServer({ env: { RATE_LIMITS: 'off' } });
  try {
    const token = await register(server);
    await untilQuiet(server.pid());
    await readLoopDelay(server);
    const before = residentBytesOf(server.pid());
    let [most, mostOwn] = [before, before];
    const watch = setInterval(() => {
      mostOwn = Math.max(mostOwn, residentBytesOf(server.pid()));
      most = Math.max(most, residentOfAll(server.pid()));
    }, LOOK_EVERY_MS);
    const start = performance.now();
    const sent = Array.from({ length: AT_ONCE }, (_, n) => upload(server, token, files[n % files.length]));
    const statuses = await Promise.all(sent);
    clearInterval(watch);
    const answers: Record<string, number> = {};
    for (const status of statuses) answers[status] = (answers[status] ?? 0) + 1;
    return {
      picture,
      answers,
      size: Math.max(...files.map((file) => file.length)),
      memoryMb: (most - before) / MB,
      ownMemoryMb: (mostOwn - before) / MB,
      loopDelayMs: await readLoopDelay(server),
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    await server.dispose();
  }
}

async function register({ url }: ServerProcess): Promise<string> {
  const about = { sex: 'female', birth_date: '1999-05-17', country: 'India', state: 'Kerala' } as const;
  const { data } = await createClient(url)('POST /auth/guest', { body: about });
  return data.access_token;
}

function residentOfAll(pid: number): number {
  const helpers = childrenOf(pid).filter((each) => !isBareFork(each, pid));
  return [pid, ...helpers].reduce((sum, each) => {
    try {
      return sum + residentBytesOf(each);
    } catch {
      return sum; // it has ended meanwhile
    }
  }, 0);
}

async function upload({ url }: ServerProcess, token: string, file?: Buffer): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file ?? [])]), 'picture');
  const response = await fetch(`${url}/api/images/upload-image-preview/`, {
    method: 'POST',
    headers: { 'x-api-key': DEFAULT_API_KEY, authorization: `Bearer ${token}` },
    body: form,
  });
  await response.arrayBuffer();
  return response.status;
}

/** The longest that the event loop was held since this was last asked, in milliseconds. */
async function readLoopDelay({ url }: ServerProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1000;
}

function verdictsOf({ picture, memoryMb, ownMemoryMb, loopDelayMs, seconds, answers }: UploadRun): Verdict[] {
  const verdict = (what: string, value: number, goal: number, unit: string): Verdict => ({
    what: `${picture}: ${what}`,
    contender: 'embedded',
    value,
    goal,
    unit,
    isReached: value < goal,
  });
  const told = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  return [
    verdict(`memory of ${AT_ONCE} at once`, memoryMb, MEMORY_GOAL_MB, 'MB'),
    verdict('of it the server itself', ownMemoryMb, 0, 'MB'),
    verdict('event loop held', loopDelayMs, LOOP_GOAL_MS, 'ms'),
    verdict(`until all were answered (${told.join(', ')})`, seconds, 0, 's'),
  ];
}
