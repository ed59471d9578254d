import { expect, openAs, openRoom, phone, register, sendMessage, test } from '../journey.ts';

test('the boot script sends the first requests of each screen, and the screen takes all of their responses', async ({
  browser,
  server,
  client,
}) => {
  const [ann, ben] = [await register(client, 'ann'), await register(client, 'ben')];
  const groupId = await openRoom(client, [ann, ben]);
  const page = await openAs(browser, server, ann, phone);
  await page.goto(`/v1/chat/${ben.username}`);
  await sendMessage(page, 'Hello ben');
  // A connection refetches what may have changed before it; without one, a second request can only be the screen's own.
  await page.route(/\/socket\.io\//, (route) => route.abort());
  await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
  // The chats on phones would open the chat again.
  await page.evaluate(() => sessionStorage.clear());
  const screens: readonly (readonly [path: string, requests: number])[] = [
    [`/v1/group/${groupId}`, 3],
    [`/v1/chat/${ben.username}`, 2],
    [`/profile/${ben.username}`, 1],
    ['/v1?tab=feed', 1],
    ['/v1?tab=profile', 1],
  ];
  for (const [path, count] of screens) {
    await page.goto(path, { waitUntil: 'commit' });
    const left = () =>
      page.evaluate(() => Object.keys(Object(globalThis).earlyResponses?.byAddress ?? { none: 1 }));
    await expect.poll(left, { message: path }).toEqual([]);
    const fetched = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => Object(entry).initiatorType === 'fetch')
        .map(({ name }) => name),
    );
    // None of them was sent a second time.
    const first = fetched.slice(0, count);
    expect(
      first.every((name) => !fetched.slice(count).includes(name)),
      `${path}: ${fetched.join(' ')}`,
    ).toBe(true);
  }
  await page.context().close();
});

test('ID-08: requests of the boot script that are refused end, so that the page comes to rest', async ({
  browser,
  server,
  client,
}) => {
  const [ann, ben] = [await register(client, 'ann'), await register(client, 'ben')];
  const groupId = await openRoom(client, [ben]);
  const page = await openAs(browser, server, ann, phone);
  const refused = page.waitForResponse(
    (response) => response.url().includes('/groupchat/group-messages') && response.status() === 403,
  );
  await page.goto(`/v1/group/${groupId}`);
  expect((await refused).headers()['cache-control']).toBe('no-store');
  await expect(page.getByRole('button', { name: 'Join Group' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().close();
});
