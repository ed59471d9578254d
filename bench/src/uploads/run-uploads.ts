import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { IMAGE_MAX_BYTES } from '../../../contract/src/media/media.limits.ts';
import { DEFAULT_API_KEY } from '../../../contract/src/platform/index.ts';
import { heavyPictures } from '../../../server/src/features/media/heavy-pictures.fixture.ts';
import { createClient } from '../../../server/src/test/client.ts';
import { startServer, type ServerProcess } from '../../../server/src/test/server-process.fixture.ts';
import type { Verdict } from '../fan-out/judge.ts';
import {
  childrenOf,
  isBareFork,
  proportionalBytesOf,
  residentBytesOf,
  untilQuiet,
} from '../measure/processes.ts';
import type { BenchOptions } from '../options.ts';

const AT_ONCE = 20;
const CROWD = 'all kinds together';
const MEMORY_GOAL_MB = 300;
const LOOP_GOAL_MS = 100;
const LOOK_EVERY_MS = 5;
const PROBE_WRITES_MS = 600;
const MB = 1024 * 1024;

type UploadRun = {
  readonly picture: string;
  /** Size of the file in bytes. */
  readonly size: number;
  /** Number of responses by status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Shared pages of the helper processes are counted in part. */
  readonly memoryMb: number;
  /** All pages of the helper processes counted in full, so those of the common executable twice. */
  readonly residentMb: number;
  /** The part of the server's own process, at its own peak. */
  readonly ownMemoryMb: number;
  readonly seconds: number;
} & LoopDelay;

/** The longest time between two ticks of the event loop, and the maximum CPU time of its thread between two ticks. */
type LoopDelay = { readonly heldMs: number; readonly workedMs: number };

/**
 * Measures the cost of 20 concurrent uploads of the heaviest pictures in the real program: memory including helper
 * processes, and event loop delay. `only` selects pictures; `all kinds` is one batch of every kind.
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

/** Appends noise, which decoders ignore, up to the maximum size. */
function asLargeAsAllowed(picture: Buffer): Buffer {
  return Buffer.concat([picture, randomBytes(Math.max(0, IMAGE_MAX_BYTES - picture.length))]);
}

async function measure(picture: string, files: readonly Buffer[]): Promise<UploadRun> {
  const probeFile = join(tmpdir(), `adda-loop-${process.pid}.json`);
  const nodeArguments = ['--import', join(import.meta.dirname, 'loop-probe.ts')];
  const env = { RATE_LIMITS: 'off', LOOP_PROBE_FILE: probeFile };
  const server = await startServer({ env, nodeArguments });
  try {
    const token = await register(server);
    await untilQuiet(server.pid());
    process.kill(server.pid(), 'SIGUSR2');
    const before = residentBytesOf(server.pid());
    let [most, mostResident, mostOwn] = [before, before, before];
    const watch = setInterval(() => {
      mostOwn = Math.max(mostOwn, residentBytesOf(server.pid()));
      most = Math.max(most, bytesOfAll(server.pid(), proportionalBytesOf));
      mostResident = Math.max(mostResident, bytesOfAll(server.pid(), residentBytesOf));
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
      residentMb: (mostResident - before) / MB,
      ownMemoryMb: (mostOwn - before) / MB,
      ...(await loopDelayIn(probeFile)),
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

/** Returns the bytes of the server and its helper processes; `bytesOf` measures one process. */
function bytesOfAll(pid: number, bytesOf: (helper: number) => number): number {
  const helpers = childrenOf(pid).filter((each) => !isBareFork(each, pid));
  return helpers.reduce((sum, each) => {
    try {
      return sum + bytesOf(each);
    } catch {
      return sum; // the process has ended
    }
  }, residentBytesOf(pid));
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

/** Waits for the result file of the probe in the server and returns its content. */
async function loopDelayIn(probeFile: string): Promise<LoopDelay> {
  await delay(PROBE_WRITES_MS);
  return JSON.parse(readFileSync(probeFile, 'utf8'));
}

function verdictsOf({ picture, answers, ...run }: UploadRun): Verdict[] {
  const verdict = (what: string, value: number, goal: number, unit: string): Verdict => ({
    what: `${picture}: ${what}`,
    contender: 'embedded',
    value,
    goal,
    unit,
    isReached: value < goal,
  });
  const summary = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  return [
    verdict(`memory of ${AT_ONCE} at once`, run.memoryMb, MEMORY_GOAL_MB, 'MB'),
    verdict('the same, shared pages twice', run.residentMb, 0, 'MB'),
    verdict('of it the server itself', run.ownMemoryMb, 0, 'MB'),
    verdict('event loop at work in one go', run.workedMs, LOOP_GOAL_MS, 'ms'),
    verdict('event loop held, waiting for a processor included', run.heldMs, 0, 'ms'),
    verdict(`until all were answered (${summary.join(', ')})`, run.seconds, 0, 's'),
  ];
}
