import { setTimeout as delay } from 'node:timers/promises';
import { makeVideo } from '../../../server/src/features/media/video/videos.fixture.ts';
import { heavyPictures } from '../../../server/src/features/media/heavy-pictures.fixture.ts';
import { sendUpload } from '../../../server/src/features/feed/posts/send-upload.fixture.ts';
import { createClient } from '../../../server/src/test/client.ts';
import { startAdda } from '../contenders/adda.ts';
import type { Contender } from '../contenders/contender.types.ts';
import type { Measurement, Shape } from '../fan-out/fan-out.types.ts';
import type { Verdict } from '../fan-out/judge.ts';
import { measure } from '../fan-out/measure.ts';
import { median } from '../measure/median.ts';
import type { BenchOptions } from '../options.ts';

/** Number of concurrent uploads. */
const UPLOADS = 10;
/** Number of uploads that are videos to transcode; the others are photos. */
const VIDEOS = 2;
const GOAL = 1.5;
const PHOTO = 'JPEG of 40 MP';
/** Time before the uploads, in which the chat reaches its normal load. */
const WARM_UP_MS = 2500;

/** Ten rooms of ten users under light load. */
const CHAT: Shape = {
  rooms: 10,
  membersPerRoom: 10,
  sendersPerRoom: 2,
  mode: { kind: 'calm', perSecond: 100 },
};

type Round = { readonly quiet: Measurement; readonly busy: Measurement };

/**
 * Measures the chat latency of the program while ten users upload the heaviest kinds of files, compared with the
 * latency without uploads.
 */
export async function runPosting({ rounds, seconds, databaseUrl }: BenchOptions) {
  const files = await filesToPost();
  const verdicts: Verdict[] = [];
  const runs: Record<string, readonly Round[]> = {};
  for (const serverUrl of databaseUrl === undefined ? [undefined] : [undefined, databaseUrl]) {
    const contender = await startAdda({ scenarios: [CHAT], withInspector: false, serverUrl });
    try {
      const token = await register(contender);
      const finished: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const quiet = await measure(contender, CHAT, { seconds, profileFile: undefined });
        const [busy] = await Promise.all([
          measure(contender, CHAT, { seconds, profileFile: undefined }),
          postAll(contender, token, files),
        ]);
        await untilProcessed(contender, token);
        finished.push({ quiet, busy });
      }
      runs[contender.name] = finished;
      verdicts.push(...verdictsOf(contender, finished));
    } finally {
      await contender.dispose();
    }
  }
  return { runs, verdicts };
}

async function filesToPost(): Promise<readonly Uint8Array[]> {
  const photo = await heavyPictures[PHOTO]?.();
  if (!photo) throw new Error(`there is no picture “${PHOTO}”`);
  const video = await makeVideo({ container: 'avi', codec: 'mpeg4', width: 640, height: 480, frames: 300 });
  return Array.from({ length: UPLOADS }, (_, n) => (n < VIDEOS ? video : photo));
}

const urlOf = ({ port }: Contender) => `http://127.0.0.1:${port}`;

async function register(contender: Contender): Promise<string> {
  const { data } = await createClient(urlOf(contender))('POST /auth/register', {
    body: {
      username: 'poster',
      email: 'poster@example.com',
      password: 'warm chai at dusk',
      sex: 'female',
      birth_date: '1999-05-17',
      country: 'India',
      state: 'Kerala',
    },
  });
  return data.access_token;
}

async function postAll(contender: Contender, token: string, files: readonly Uint8Array[]): Promise<void> {
  await delay(WARM_UP_MS);
  const sent = files.map((file) => sendUpload(urlOf(contender), { token }, { file, to: '/upload' }));
  for (const { status } of await Promise.all(sent))
    if (status !== 201) throw new Error(`an upload returned ${status}`);
}

/** Resolves once every file is processed, so that the next round starts without load. */
async function untilProcessed(contender: Contender, token: string): Promise<void> {
  const client = createClient(urlOf(contender));
  for (;;) {
    const { data } = await client('GET /media/list', { query: { creator: 'poster' } }, { token });
    if (data.media.every((post) => !post.preview_pending)) return;
    await delay(500);
  }
}

function verdictsOf({ name }: Contender, rounds: readonly Round[]): Verdict[] {
  const medianOf = (figure: (round: Round) => number) => median(rounds.map(figure));
  const verdict = (what: string, value: number, goal: number, unit: string): Verdict => ({
    what: `chat beside ${UPLOADS} uploads: ${what}`,
    contender: name,
    value,
    goal,
    unit,
    isReached: goal === 0 || value <= goal,
  });
  return [
    verdict(
      'p99 against quiet',
      medianOf(({ busy, quiet }) => busy.latency.p99 / quiet.latency.p99),
      GOAL,
      'x',
    ),
    verdict(
      'p50 against quiet',
      medianOf(({ busy, quiet }) => busy.latency.p50 / quiet.latency.p50),
      0,
      'x',
    ),
    verdict(
      'p99 while quiet',
      medianOf(({ quiet }) => quiet.latency.p99),
      0,
      'ms',
    ),
    verdict(
      'p99 beside uploads',
      medianOf(({ busy }) => busy.latency.p99),
      0,
      'ms',
    ),
    verdict(
      'errors',
      medianOf(({ busy }) => busy.errors + busy.undelivered),
      0,
      '',
    ),
  ];
}
