import { connect } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { expect, it, vi } from 'vitest';
import { sendUpload } from '../features/feed/posts/send-upload.fixture.ts';
import { whenVideoIsWritten } from '../features/media/video/video-process-of.fixture.ts';
import { makeVideo } from '../features/media/video/videos.fixture.ts';
import { createClient } from './client.ts';
import { about, startOwnServer } from './kill-nine.fixture.ts';

const PATIENCE = { timeout: 100_000, interval: 200 };
const MOST_MS = 20_000;

/** Sends the beginning of a form and nothing more. */
function beginUpload(url: string, token: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const head = [
    'POST /media/upload HTTP/1.1',
    `Host: ${hostname}`,
    `${API_KEY_HEADER}: ${DEFAULT_API_KEY}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=cut',
    'Content-Length: 5000000',
    '',
    '--cut',
    'Content-Disposition: form-data; name="file"; filename="a.jpg"',
    '',
    'the first bytes',
  ];
  socket.write(head.join('\r\n'));
  return socket;
}

it.skipIf(process.platform !== 'linux')(
  'SV-58, R-21: stopped during an upload and the re-encoding of a video, the server ends in time and completes both after a restart',
  { timeout: 240_000 },
  async () => {
    const server = await startOwnServer();
    const client = createClient(server.url);
    const { data } = await client('POST /auth/register', {
      body: { username: 'asha', email: 'asha@example.org', password: 'warm chai at dusk', ...about },
    });
    const asha = { token: data.access_token };
    const video = await makeVideo({ codec: 'mpeg4', frames: 1000 });
    expect((await sendUpload(server.url, asha, { file: video })).status).toBe(201);
    await whenVideoIsWritten(server.pid());
    const socket = beginUpload(server.url, asha.token);
    const arriving = async () =>
      (await readdir(join(server.dataDir, 'uploads'))).filter((name) => name.endsWith('.upload'));
    await vi.waitFor(async () => expect(await arriving()).toHaveLength(1), PATIENCE);

    const begun = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - begun).toBeLessThan(MOST_MS);
    socket.destroy();
    expect(await arriving(), 'what came in half is gone').toEqual([]);

    await server.restart();
    const links = async () =>
      (await client('GET /media/list', { query: { creator: 'asha' } }, asha)).data.media.map(
        ({ media_url: link }) => link !== null,
      );
    await vi.waitFor(async () => expect(await links()).toEqual([true]), PATIENCE);
  },
);
