import { expect, it } from 'vitest';
import { hostileVideos, lyingVideos } from './hostile-videos.fixture.ts';
import { rewritten } from './rewriting.fixture.ts';
import { makeVideo, probe } from './videos.fixture.ts';

it.each(Object.entries(hostileVideos))(
  'R-16: %s is refused quickly and with little memory',
  async (_name, make) => {
    const refusal = await rewritten(await make()).then(
      ({ width, height, durationMs }) => ({ name: 'taken', width, height, durationMs }),
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject({ name: 'UnusableVideo' });
    expect(String(refusal)).not.toMatch(/too much time/);
  },
);

it.each(Object.entries(lyingVideos))('R-16: %s does no harm', async (_name, make) => {
  const outcome = await rewritten(await make()).then(
    async ({ content }) => (await probe(content)).tracks[0]?.width ?? Infinity,
    (error: unknown) => error,
  );
  if (typeof outcome === 'number') expect(outcome).toBeLessThan(1000);
  else expect(outcome).toMatchObject({ name: 'UnusableVideo' });
});

it('R-16: trailing data of a video is removed', async () => {
  const source = Buffer.concat([
    await makeVideo({ sound: 'aac' }),
    Buffer.from('<script>alert(1)</script>PK-archive'),
  ]);
  const { content } = await rewritten(source);
  expect(content.toString('latin1')).not.toMatch(/script|PK-archive/);
});

it.each([
  ['a playlist', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'],
  ['a concat list', 'ffconcat version 1.0\nfile /etc/passwd\n'],
  ['an SDP file', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n'],
])('R-16: %s is refused before it is opened', async (_name, content) => {
  await expect(rewritten(Buffer.from(content))).rejects.toMatchObject({
    name: 'UnusableVideo',
    message: 'no video',
  });
});
