import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { openFile } from '../features/feed/posts/post-files.fixture.ts';
import { photo } from '../features/feed/posts/posts.fixture.ts';
import { halves } from '../features/media/pictures.fixture.ts';
import { createS3Store } from '../platform/media-store/index.ts';
import { join, sendFile, startMediaServices } from './media-nodes.fixture.ts';

const IMAGES = '/api/images/upload-image-preview/';
const AWAY = {
  status: 503,
  code: 'unavailable',
  detail: 'Adda is catching its breath. Please try again in a moment.',
};
/** Maximum waiting time of a call (8 s), with a margin for a loaded machine. */
const MOST_MS = 14_000;

async function timed<T>(work: Promise<T>): Promise<T> {
  const begun = performance.now();
  const answer = await work;
  expect(performance.now() - begun).toBeLessThan(MOST_MS);
  return answer;
}

it.each(['hold', 'cut'] as const)(
  'R-21: while the bucket is unavailable (%s) files are refused in time, all other calls work, and it recovers without a restart',
  { timeout: 90_000 },
  async (fault) => {
    const services = await startMediaServices();
    const node = await services.start();
    const asha = await join(node, `asha_${fault}`);
    const picture = await halves(300, 200).png().toBuffer();
    const { image_url: link = '' } = await sendFile(node, IMAGES, asha, picture);
    expect((await openFile(node.url, link, asha)).status).toBe(200);

    await services.proxy[fault]();
    const refused = Promise.all([
      timed(sendFile(node, IMAGES, asha, picture)),
      timed(sendFile(node, '/media/upload', asha, await photo())),
      timed(sendFile(node, '/users/update-profile', asha, picture)),
    ]);
    const reads = Promise.all(Array.from({ length: 40 }, () => timed(openFile(node.url, link, asha))));
    for (let call = 0; call < 10; call += 1) {
      expect((await node.client('GET /users/me', {}, asha)).status).toBe(200);
    }
    // Requests without stored bytes are not delayed.
    if (fault === 'hold') expect(await Promise.race([refused.then(() => true), delay(0, false)])).toBe(false);
    expect(await refused).toEqual([AWAY, AWAY, AWAY].map((answer) => expect.objectContaining(answer)));
    for (const { status, code } of await reads) expect([status, code]).toEqual([503, 'unavailable']);

    await services.proxy.restore();
    await vi.waitFor(
      async () => {
        const { status, image_url: again = '' } = await sendFile(node, IMAGES, asha, picture);
        expect(status).toBe(200);
        expect((await openFile(node.url, again, asha)).status).toBe(200);
      },
      { timeout: 20_000, interval: 200 },
    );
    expect((await openFile(node.url, link, asha)).status).toBe(200);
  },
);

it(
  'SV-58, SV-104: jobs interrupted by the unavailable bucket complete when it is back',
  { timeout: 120_000 },
  async () => {
    const services = await startMediaServices();
    const node = await services.start();
    const asha = await join(node, 'asha');
    const store = createS3Store(services.s3);
    const keys = async () => (await Array.fromAsync(store.list(''))).flat();
    const { media_id: deletedId = '' } = await sendFile(node, '/media/upload', asha, await photo());
    const mine = async () =>
      (await node.client('GET /media/list', { query: { creator: 'asha' } }, asha)).data.media;
    const ready = async (count: number) =>
      expect((await mine()).filter(({ media_url: link }) => link !== null)).toHaveLength(count);
    await vi.waitFor(() => ready(1), { timeout: 60_000, interval: 200 });
    await services.proxy.cut();
    expect(
      (await node.client('DELETE /media/delete/:media_id', { params: { media_id: deletedId } }, asha)).status,
    ).toBe(200);
    await ready(0);
    expect(await keys()).not.toEqual([]);
    await services.proxy.restore();
    await vi.waitFor(async () => expect(await keys()).toEqual([]), { timeout: 60_000, interval: 500 });
  },
);
