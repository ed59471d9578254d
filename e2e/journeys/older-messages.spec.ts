import { groupSocket } from '@adda/contract/rooms';
import type { Page } from '@playwright/test';
import { io } from 'socket.io-client';
import { desktop, expect, openAs, openRoom, phone, register, test } from '../journey.ts';

const MESSAGES = 330;

/** Says many things at once over one connection and waits until the last is confirmed. */
async function fillRoom(
  url: string,
  who: { username: string; token: string },
  groupId: string,
): Promise<void> {
  const socket = io(url, {
    path: groupSocket.path,
    transports: ['websocket'],
    query: { token: who.token, self: who.username, group_id: groupId },
  });
  let confirmed = 0;
  const done = new Promise<void>((resolve) => {
    socket.on('message_confirmation', () => {
      confirmed += 1;
      if (confirmed === MESSAGES) resolve();
    });
  });
  for (let n = 1; n <= MESSAGES; n += 1) {
    const long = n % 7 === 0 ? ' and on it goes, over more than one line on a small screen'.repeat(3) : '';
    socket.emit('group_message', {
      group_id: groupId,
      content: `line ${n}${long}`,
      clientMessageId: `line-${n}`,
    });
  }
  await done;
  socket.close();
}

const list = (page: Page) => page.getByRole('region', { name: 'Messages' });

/** The messages on screen, as the distance of each from the top of the window in pixels. */
const places = (page: Page) =>
  list(page).evaluate((scroller) => {
    const found: Record<string, number> = {};
    for (const item of scroller.querySelectorAll('[role=listitem]')) {
      const line = /line \d+/.exec(item.textContent ?? '')?.[0];
      if (line) found[line] = item.getBoundingClientRect().top;
    }
    return { found, height: scroller.scrollHeight };
  });

/** Turns the wheel until older messages are on their way. */
async function scrollUpUntilLoading(page: Page): Promise<void> {
  const loading = page.waitForRequest(/group-messages.*before/).then(() => true);
  const aMoment = () =>
    page.evaluate(
      () =>
        new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(() => settled(false)))),
    );
  await list(page).hover();
  do await page.mouse.wheel(0, -400);
  while (!(await Promise.race([loading, aMoment()])));
}

/** Scrolls to where older messages load, lets the view settle, and answers how far it moves when they come in. */
async function moveWhileLoading(page: Page): Promise<number> {
  await scrollUpUntilLoading(page);
  let before = await places(page);
  await expect
    .poll(async () => {
      const last = JSON.stringify(before);
      before = await places(page);
      return JSON.stringify(before) === last;
    })
    .toBe(true);
  await expect
    .poll(
      async () =>
        (await places(page)).height > before.height ||
        (await page.getByText('This is where it all began.').isVisible()),
    )
    .toBe(true);
  const after = await places(page);
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
    await fillRoom(server.url, ann, groupId);
    const page = await openAs(browser, server, ann, { ...size, reducedMotion: 'reduce' });
    // A slow answer, so that the view can be looked at before it comes.
    await page.route(/group-messages.*before/, async (route) => {
      await new Promise((later) => setTimeout(later, 1500));
      await route.continue();
    });
    await page.goto(`/v1/group/${groupId}`);
    await expect(page.getByText(`line ${MESSAGES}`, { exact: true })).toBeInViewport();

    const beginning = page.getByText('This is where it all began.');
    const moves: number[] = [];
    while (!(await beginning.isVisible()) && moves.length < 20) moves.push(await moveWhileLoading(page));
    expect(Math.max(...moves)).toBeLessThanOrEqual(1);
    await list(page).hover();
    await page.mouse.wheel(0, -5000);
    await expect(page.getByText('line 1', { exact: true })).toBeVisible();
    await page.context().close();
  });
}
