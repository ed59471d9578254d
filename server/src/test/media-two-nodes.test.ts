import { expect, it, vi } from 'vitest';
import { cookieOf, openFile } from '../features/feed/posts/post-files.fixture.ts';
import { photo } from '../features/feed/posts/posts.fixture.ts';
import { makeVideo } from '../features/media/video/videos.fixture.ts';
import { halves } from '../features/media/pictures.fixture.ts';
import { join, sendFile, startMediaServices, type MediaNode } from './media-nodes.fixture.ts';

const PATIENCE = { timeout: 90_000, interval: 200 };
type Who = Awaited<ReturnType<typeof join>>;

/** Returns a user's posts as their browser receives them from a node. */
async function browse({ client }: MediaNode, by: Who) {
  const { data, headers } = await client('GET /media/list', { query: { creator: 'asha' } }, by);
  return { links: data.media.map(({ media_url: link }) => link ?? ''), cookie: cookieOf(headers) };
}

it(
  'SV-58, R-15: a node processes files that another one accepted, and each accepts links and cookies of the other',
  { timeout: 180_000 },
  async () => {
    const services = await startMediaServices();
    let first = await services.start();
    // It accepts the file and ends before processing it.
    await first.app.jobs.stop();
    const asha = await join(first, 'asha');
    const posted = [
      await sendFile(first, '/media/upload', asha, await photo()),
      await sendFile(first, '/media/upload', asha, await makeVideo({ codec: 'mpeg4', frames: 20 })),
    ];
    expect(posted.map(({ status }) => status)).toEqual([201, 201]);
    const picture = await halves(300, 200).png().toBuffer();
    const image = await sendFile(first, '/api/images/upload-image-preview/', asha, picture);
    expect((await sendFile(first, '/users/update-profile', asha, picture)).status).toBe(200);
    const asked = await first.client('POST /users/me/export', {}, asha);
    expect(asked.status).toBeLessThan(300);
    await services.stop(first);

    const second = await services.start();
    await vi.waitFor(async () => expect((await browse(second, asha)).links).not.toContain(''), PATIENCE);
    const made = async (node: MediaNode) => (await node.client('GET /users/me/export', {}, asha)).data.export;
    await vi.waitFor(async () => expect((await made(second))?.url).toEqual(expect.any(String)), PATIENCE);
    first = await services.start();

    const [here, there] = [await browse(first, asha), await browse(second, asha)];
    const [mine, theirs] = [await made(first), await made(second)];
    const me = (await second.client('GET /users/me', {}, asha)).data;
    const open = async (node: MediaNode, link: string, cookie: string) => {
      const { status, bytes } = await openFile(node.url, link, { cookie });
      return [status, bytes.length > 100];
    };
    for (const [node, from, copy] of [
      [first, there, theirs],
      [second, here, mine],
    ] as const) {
      for (const link of from.links) expect(await open(node, link, from.cookie)).toEqual([200, true]);
      expect(await open(node, copy?.url ?? '', from.cookie)).toEqual([200, true]);
      expect(await open(node, image.image_url ?? '', from.cookie)).toEqual([200, true]);
      expect(await open(node, me.profile_image_url ?? '', '')).toEqual([200, true]);
    }
  },
);
