import { expect, it, vi } from 'vitest';
import { photo } from '../features/feed/posts/posts.fixture.ts';
import { sendUpload } from '../features/feed/posts/send-upload.fixture.ts';
import { whenVideoIsWritten } from '../features/media/video/video-process-of.fixture.ts';
import { makeVideo } from '../features/media/video/videos.fixture.ts';
import { createClient } from './client.ts';
import { about, startOwnServer } from './kill-nine.fixture.ts';

const PHOTOS = 4;
/** Far below the time limit of a job, and more than any of these files takes. */
const PATIENCE = { timeout: 100_000, interval: 200 };

it.skipIf(process.platform !== 'linux')(
  'SV-58, R-21: files that were being processed when the server was killed are ready soon after the restart',
  { timeout: 180_000 },
  async () => {
    const server = await startOwnServer();
    const client = createClient(server.url);
    const { data } = await client('POST /auth/register', {
      body: { username: 'asha', email: 'asha@example.org', password: 'warm chai at dusk', ...about },
    });
    const asha = { token: data.access_token };
    const video = await makeVideo({ codec: 'mpeg4', frames: 1000 });
    const upload = (file: Uint8Array) => sendUpload(server.url, asha, { file });
    expect((await upload(video)).status).toBe(201);
    await whenVideoIsWritten(server.pid());
    const photos = await Promise.all(Array.from({ length: PHOTOS }, async () => upload(await photo())));
    expect(photos.map(({ status }) => status)).toEqual(Array(PHOTOS).fill(201));
    await server.kill();
    await server.restart();
    await vi.waitFor(async () => {
      const mine = (await client('GET /media/list', { query: { creator: 'asha' } }, asha)).data.media;
      const states = mine.map((post) => (post.media_url === null ? 'not ready' : 'ready'));
      expect(states).toEqual(Array(PHOTOS + 1).fill('ready'));
    }, PATIENCE);
  },
);
