import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { desktop, expect, openAs, openRoom, phone, register, test, withMotion } from '../journey.ts';

test.use(withMotion);

const VIDEO = 'dQw4w9WgXcQ';
const EMBED = 'https://www.youtube-nocookie.com';

/** A page that implements the part of YouTube's embed protocol that the player uses. */
const embedPage = `<!doctype html><title>embed</title><body style="background:#246"><button>inside</button><script>
  const send = (event, info) => parent.postMessage(JSON.stringify({ event, info, id: 1 }), '*');
  const setState = (state) => {
    send('onStateChange', state);
    send('infoDelivery', { playerState: state, videoData: { title: 'Rain on a tin roof' } });
  };
  const commands = {
    playVideo: () => setState(1),
    pauseVideo: () => setState(2),
    mute: () => send('infoDelivery', { muted: true }),
    unMute: () => send('infoDelivery', { muted: false }),
  };
  let isReady = false;
  addEventListener('message', ({ data }) => {
    const { event, func } = JSON.parse(data);
    if (event === 'listening' && !isReady) {
      isReady = true;
      send('initialDelivery', { playerState: -1, muted: false });
      send('onReady', null);
    }
    if (event === 'command') commands[func]?.();
  });
</script>`;

/** Responds in place of YouTube. Records requests to it, requests to other origins, and violations of the CSP. */
async function stubYoutube(page: Page, ownOrigin: string) {
  const embeds: { url: string; referer: string | undefined }[] = [];
  const foreign: string[] = [];
  const violations: string[] = [];
  await page.route(`${EMBED}/**`, (route) => {
    embeds.push({ url: route.request().url(), referer: route.request().headers()['referer'] });
    return route.fulfill({ contentType: 'text/html', body: embedPage });
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== ownOrigin && origin !== EMBED) foreign.push(request.url());
  });
  page.on('console', (line) => {
    if (/content security policy/i.test(line.text())) violations.push(line.text());
  });
  return { embeds, foreign, violations };
}

/** Adds the video to a message with the composer, and sends it. */
async function sendVideo(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Add video', exact: true });
  const menu = page.getByRole('button', { name: 'Add to your message' });
  await expect(button.or(menu)).toBeVisible();
  if (await menu.isVisible()) {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Add video' }).click();
  } else await button.click();
  const dialog = page.getByRole('dialog', { name: 'Add Video to Message' });
  await expect(dialog.getByText(/Video search is not set up here/)).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Add Video' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('YouTube URL').fill('https://example.com/a');
  await expect(dialog.getByText('Invalid YouTube URL')).toBeVisible();
  await expectAccessible(page, 'Add Video to Message');
  await dialog.getByLabel('YouTube URL').fill(`https://youtu.be/${VIDEO}`);
  await confirm.click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

const boxOf = async (page: Page) => {
  const box = await page.getByRole('region', { name: 'Video player' }).boundingBox();
  if (!box) throw new Error('the player is not visible');
  return box;
};

async function dragBy(page: Page, from: { x: number; y: number }, x: number, y: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + x / 2, from.y + y / 2, { steps: 4 });
  await page.mouse.move(from.x + x, from.y + y, { steps: 4 });
  await page.mouse.up();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a video keeps playing while the player is moved, hidden and the user navigates, ${colorScheme} (VP-01 to VP-07)`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(180_000);
    const ann = await register(client, 'ann');
    const groupId = await openRoom(client, [ann]);
    const page = await openAs(browser, server, ann, { ...desktop, colorScheme });
    const { embeds, foreign, violations } = await stubYoutube(page, server.url);
    await page.goto(`/v1/group/${groupId}`);
    await sendVideo(page);
    const play = page.getByRole('button', { name: 'Play video' });
    await expect(play).toBeVisible();
    await expectAccessible(page, 'room with a video');
    expect(embeds).toEqual([]);

    await play.click();
    const player = page.getByRole('region', { name: 'Video player' });
    await expect(player.getByText('Loading...')).toBeVisible();
    await expect(player.getByText('Rain on a tin roof')).toBeVisible();
    await expect(player.getByText('Loading...')).toBeHidden();
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
    expect(embeds).toHaveLength(1);
    expect(embeds[0]?.referer).toBe(`${server.url}/`);
    await expectAccessible(page, 'player');

    const start = await boxOf(page);
    expect(start.width).toBeCloseTo(512, 0);
    // Over the frame and back: it must not receive the pointer events.
    await dragBy(page, { x: start.x + 150, y: start.y + 20 }, -300, 150);
    await expect.poll(async () => (await boxOf(page)).x).toBeCloseTo(start.x - 300, 0);
    const moved = await boxOf(page);
    expect(moved.y).toBeCloseTo(start.y + 150, 0);
    await dragBy(page, { x: moved.x + moved.width + 2, y: moved.y + 200 }, -100, 0);
    await expect.poll(async () => (await boxOf(page)).width).toBeCloseTo(412, -1);

    await player.getByRole('button', { name: 'Pause' }).click();
    await player.getByRole('button', { name: 'Play', exact: true }).click();
    await player.getByRole('button', { name: 'Mute' }).click();
    await expect(player.getByRole('button', { name: 'Unmute' })).toBeVisible();
    await player.getByRole('button', { name: 'Full size' }).click();
    await expect.poll(async () => (await boxOf(page)).width).toBeCloseTo(640, 0);
    await player.getByRole('button', { name: 'Maximize' }).click();
    await expect.poll(async () => (await boxOf(page)).width).toBeCloseTo(1216, 0);
    await player.getByRole('button', { name: 'Small size' }).click();

    await player.getByRole('button', { name: 'Minimize' }).click();
    await expect.poll(async () => (await boxOf(page)).height).toBeLessThan(60);
    await page.getByRole('link', { name: 'Feed' }).click();
    await expect(page).toHaveURL(/tab=feed/);
    await player.getByRole('button', { name: 'Restore' }).click();
    await page.setViewportSize({ width: 700, height: 500 });
    await expect.poll(async () => (await boxOf(page)).x + (await boxOf(page)).width).toBeLessThanOrEqual(700);
    expect((await boxOf(page)).y + (await boxOf(page)).height).toBeLessThanOrEqual(500);
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
    expect(embeds, 'the frame was loaded once').toHaveLength(1);

    await player.getByRole('button', { name: 'Close' }).click();
    await expect(player).toBeHidden();
    expect(foreign).toEqual([]);
    expect(violations).toEqual([]);
    await page.context().close();
  });
}

test('a video on a phone has a separate row and does not cover the composer (VP-02, X-50)', async ({
  browser,
  server,
  client,
}) => {
  test.setTimeout(180_000);
  const ann = await register(client, 'ann');
  const groupId = await openRoom(client, [ann]);
  const page = await openAs(browser, server, ann, phone);
  const { embeds, violations } = await stubYoutube(page, server.url);
  await page.goto(`/v1/group/${groupId}`);
  await sendVideo(page);
  await page.getByRole('button', { name: 'Play video' }).tap();
  const player = page.getByRole('region', { name: 'Video player' });
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(player.getByText('Loading...')).toBeHidden();
  await expectAccessible(page, 'docked player');
  const box = await boxOf(page);
  expect(box.width).toBeCloseTo(280, 0);
  const header = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(header?.y).toBeGreaterThanOrEqual(box.y + box.height);
  await expect(page.getByLabel('Message', { exact: true })).toBeInViewport({ ratio: 1 });
  const isSideways = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isSideways).toBe(false);

  // Hidden controls reappear by a tap, which presses none of them.
  const controls = player.locator('.player-controls');
  await expect(controls).toHaveCSS('opacity', '0');
  const close = await player.getByRole('button', { name: 'Close' }).boundingBox();
  await page.touchscreen.tap((close?.x ?? 0) + 20, (close?.y ?? 0) + 20);
  await expect(controls).toHaveCSS('opacity', '1');

  await player.getByRole('button', { name: 'Minimize' }).tap();
  await page.setViewportSize({ width: 844, height: 390 });
  await player.getByRole('button', { name: 'Restore' }).tap();
  await expect.poll(async () => (await boxOf(page)).width).toBeCloseTo(338, 0);
  expect(embeds, 'the frame was loaded once').toHaveLength(1);
  expect(violations).toEqual([]);
  await page.context().close();
});
