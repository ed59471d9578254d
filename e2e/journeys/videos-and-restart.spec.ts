import type { Locator } from '@playwright/test';
import { sendUpload } from '../../server/src/features/feed/posts/send-upload.fixture.ts';
import { makeVideo, rotated } from '../../server/src/features/media/video/videos.fixture.ts';
import { desktop, expect, openAs, phone, register, test } from '../journey.ts';

const LOCATION = '+27.5916+086.5640+8850/';

/** Returns the width and height of the video once it plays. */
const sizeOncePlaying = (video: Locator) =>
  video.evaluate(async (element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error('no video');
    if (element.currentTime === 0) await new Promise((play) => element.addEventListener('timeupdate', play));
    return [element.videoWidth, element.videoHeight];
  });

test('a video rotated by its metadata, from a phone: upright for another user, without its location, played by ranges (ME-27, R-16, SV-60)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, ravi] = [await register(client, 'asha'), await register(client, 'ravi')];
  const metadata = { location: LOCATION };
  const video = rotated(await makeVideo({ container: 'mov', frames: 30, metadata }), 1);
  expect(video.includes(LOCATION)).toBe(true);
  const mobile = await openAs(browser, server, asha, phone);
  await mobile.goto('/v1?tab=feed');
  await mobile.getByRole('button', { name: 'New post', exact: true }).click();
  await mobile.getByLabel('Caption').fill('the kites are up');
  await mobile
    .getByLabel('Photo or video file')
    .setInputFiles({ name: 'kites.mov', mimeType: 'video/quicktime', buffer: video });
  await mobile.getByRole('button', { name: 'Post', exact: true }).click();

  const desk = await openAs(browser, server, ravi, desktop);
  await desk.goto('/v1?tab=feed');
  const card = desk.getByRole('article').filter({ hasText: 'the kites are up' });
  await card.getByRole('button', { name: /^Play video/ }).click({ timeout: 30_000 });
  // FE-47: an unlocked post opens.
  const player = desk.getByRole('dialog', { name: /^Post of/ }).locator('video');
  expect(await sizeOncePlaying(player)).toEqual([120, 160]);
  const address = new URL((await player.getAttribute('src')) ?? '', server.url).href;
  const fullResponse = await desk.request.get(address);
  expect((await fullResponse.body()).includes(LOCATION)).toBe(false);
  const rangeResponse = await desk.request.get(address, { headers: { range: 'bytes=0-99' } });
  expect([rangeResponse.status(), (await rangeResponse.body()).length]).toEqual([206, 100]);
  for (const page of [mobile, desk]) await page.context().close();
});

test('the server is killed during an upload: the draft is kept, and it is posted once (X-30, R-21)', async ({
  browser,
  server,
  client,
}) => {
  const asha = await register(client, 'asha');
  const page = await openAs(browser, server, asha, desktop);
  await page.goto('/v1?tab=feed');
  await sendUpload(server.url, asha, { fields: { caption: 'said before the power cut' } });
  const video = await makeVideo({ frames: 30 });
  await page.getByRole('button', { name: 'New post', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New post' });
  await dialog
    .getByLabel('Photo or video file')
    .setInputFiles({ name: 'kites.mp4', mimeType: 'video/mp4', buffer: video });
  await dialog.getByLabel('Caption').fill('posted in the dark');
  await server.kill();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog.getByText('Failed to upload media')).toBeVisible();
  await expect(dialog.getByLabel('Caption')).toHaveValue('posted in the dark');
  await server.restart();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  const ownPosts = () => client('GET /media/list', { query: { creator: asha.username } }, asha);
  await expect
    .poll(async () => (await ownPosts()).data.media.map((post) => [post.caption, post.preview_pending]), {
      timeout: 30_000,
    })
    .toEqual([
      ['posted in the dark', false],
      ['said before the power cut', false],
    ]);
  await page.context().close();
});
