import type { Page } from '@playwright/test';
import { desktop, expect, openAs, openRoom, phone, register, test, withMotion } from '../journey.ts';
import { writeInRoom } from '../rooms.ts';

test.use(withMotion);

const MESSAGES = 330;

/** Texts of one line, and every seventh of several lines on a small screen. */
const texts = Array.from({ length: MESSAGES }, (_nothing, index) => {
  const n = index + 1;
  const long = n % 7 === 0 ? ' and on it goes, over more than one line on a small screen'.repeat(3) : '';
  return `line ${n}${long}`;
});

const list = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** Returns the messages on screen, with the distance of each from the top of the window in pixels. */
const positions = (page: Page) =>
  list(page).evaluate((scroller) => {
    const found: Record<string, number> = {};
    for (const item of scroller.querySelectorAll('[role=listitem]')) {
      const line = /line \d+/.exec(item.textContent ?? '')?.[0];
      if (line) found[line] = item.getBoundingClientRect().top;
    }
    return { found, height: scroller.scrollHeight };
  });

/** Delayed responses with older messages, so that the view can be measured before they are inserted. */
type HeldResponses = { readonly isWaiting: () => boolean; readonly release: () => void };

/** Delays every response with older messages until it is released. */
async function holdOlderMessages(page: Page): Promise<HeldResponses> {
  const waiting: (() => void)[] = [];
  await page.route(/group-messages.*before/, async (route) => {
    await new Promise<void>((release) => waiting.push(release));
    await route.continue();
  });
  return { isWaiting: () => waiting.length > 0, release: () => waiting.shift()?.() };
}

/** Resolves once the effect of the last wheel event is rendered. */
const nextFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** Scrolls with the wheel until older messages are being loaded. */
async function scrollUpUntilLoading(page: Page, held: HeldResponses): Promise<void> {
  await list(page).hover();
  while (!held.isWaiting()) {
    await page.mouse.wheel(0, -400);
    await nextFrames(page);
  }
}

/**
 * Scrolls to where older messages load, waits until the view is stable, and resolves with the distance that it moves when
 * they are inserted.
 */
async function moveWhileLoading(page: Page, held: HeldResponses): Promise<number> {
  await scrollUpUntilLoading(page, held);
  let before = await positions(page);
  await expect
    .poll(async () => {
      await nextFrames(page);
      const last = JSON.stringify(before);
      before = await positions(page);
      return JSON.stringify(before) === last;
    })
    .toBe(true);
  held.release();
  await expect
    .poll(
      async () =>
        (await positions(page)).height > before.height ||
        (await page.getByText('This is where it all began.').isVisible()),
    )
    .toBe(true);
  const after = await positions(page);
  const moves = Object.entries(before.found).flatMap(([line, y]) => {
    const now = after.found[line];
    return now === undefined ? [] : [Math.abs(now - y)];
  });
  expect(moves.length).toBeGreaterThan(0);
  return Math.max(...moves);
}

for (const [where, size] of [
  ['on a desktop', desktop],
  ['on a phone', phone],
] as const) {
  test(`GC-07: ${MESSAGES} messages are read back to the first without a jump, ${where}`, async ({
    browser,
    server,
    client,
  }) => {
    const ann = await register(client, 'ann');
    const groupId = await openRoom(client, [ann]);
    await writeInRoom(server, ann, groupId, texts);
    const page = await openAs(browser, server, ann, { ...size, reducedMotion: 'reduce' });
    const held = await holdOlderMessages(page);
    await page.goto(`/v1/group/${groupId}`);
    await expect(page.getByText(`line ${MESSAGES}`, { exact: true })).toBeInViewport();

    const beginning = page.getByText('This is where it all began.');
    const moves: number[] = [];
    while (!(await beginning.isVisible()) && moves.length < 20)
      moves.push(await moveWhileLoading(page, held));
    expect(Math.max(...moves)).toBeLessThanOrEqual(1);
    await list(page).hover();
    await page.mouse.wheel(0, -5000);
    await expect(page.getByText('line 1', { exact: true })).toBeVisible();
    await page.context().close();
  });
}
