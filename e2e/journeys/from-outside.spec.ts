import type { Page } from '@playwright/test';
import { expectAccessible, layouts } from '../accessible.ts';
import {
  desktop,
  enterAsGuest,
  expect,
  freshName,
  message,
  openAs,
  openRoom,
  openRoomAs,
  phone,
  register,
  rowOf,
  test,
} from '../journey.ts';
import { writeInRoom } from '../rooms.ts';

const texts = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

test('HM-05: a visitor opens the link of a room on a phone and talks in it as a guest, three presses besides the form', async ({
  browser,
  server,
  client,
}) => {
  const host = await register(client, 'mira');
  const groupId = await openRoom(client, [host]);
  await writeInRoom(server, host, groupId, ['the kettle is on']);
  await openRoomAs(browser, server, host, { ...desktop, groupId });
  const visitor = await (await browser.newContext({ ...phone, baseURL: server.url })).newPage();
  await visitor.goto(`/chats/room/${groupId}?m=1`);
  await expect(visitor.getByText('A room on Adda')).toBeVisible();
  await expect(visitor.getByText('1 here now')).toBeVisible();
  await expect(visitor.getByText('No session found. Please log in.')).toBeVisible();
  await expect(visitor.getByText(host.username), 'numbers, never names').toHaveCount(0);

  await enterAsGuest(visitor);
  await expect(message(visitor, 'the kettle is on')).toBeVisible();
  await expect(visitor).toHaveURL(new RegExp(`/v1/group/${groupId}`));
  await visitor.getByRole('button', { name: 'Join Group' }).click();
  await visitor.getByLabel('Message', { exact: true }).fill('hello from outside');
  await visitor.keyboard.press('Enter');
  await expect(message(visitor, 'hello from outside').last()).toBeVisible();
});

test('HM-05: who logs in through the link of a person is in the chat with them; a room that is gone leads to the rooms', async ({
  browser,
  server,
  client,
}) => {
  const [host, user] = [await register(client, 'mira'), await register(client, 'tara')];
  const logIn = async (page: Page) => {
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Username or e-mail').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill('warm chai at dusk');
    await page.keyboard.press('Enter');
  };
  const page = await (await browser.newContext({ ...desktop, baseURL: server.url })).newPage();
  await page.goto(`/v1/chat/${host.username}`);
  await expect(page.getByRole('heading', { level: 1, name: host.username })).toBeVisible();
  await logIn(page);
  await expect(page).toHaveURL(new RegExp(`/v1/chat/${host.username}$`));
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible();

  const other = await (await browser.newContext({ ...desktop, baseURL: server.url })).newPage();
  await other.goto(`/v1/group/${'f'.repeat(24)}`);
  await expect(other.getByRole('heading', { level: 1, name: 'Not here any more' })).toBeVisible();
  await logIn(other);
  await expect(other).toHaveURL(/\/v1$/);
});

test('HM-06: a user reads a room before joining, and it opens in place: the last line stays where it is', async ({
  browser,
  server,
  client,
}) => {
  const [host, user] = [await register(client, 'mira'), await register(client, 'tara')];
  const groupId = await openRoom(client, [host]);
  await writeInRoom(server, host, groupId, texts(60));
  const page = await openAs(browser, server, user, desktop);
  await page.goto(`/v1/group/${groupId}`);
  await expect(page.getByRole('heading', { name: 'Not a Member' })).toBeVisible();
  const last = message(page, 'line 60');
  await expect(last).toBeVisible();
  await rowOf(page, 'line 60').hover();
  await rowOf(page, 'line 60').dblclick();
  const list = page.getByRole('region', { name: 'Messages' });
  await expect(list.getByRole('button'), 'nothing that could not work').toHaveCount(0);
  await expect(page.getByLabel('Message', { exact: true })).toHaveCount(0);

  const before = await last.boundingBox();
  await page.evaluate(() => {
    const flags = globalThis as { wasLoading?: boolean };
    new MutationObserver(() => {
      if (document.querySelector('main .skeleton')?.checkVisibility()) flags.wasLoading = true;
    }).observe(document.body, { subtree: true, childList: true });
  });
  await page.getByRole('button', { name: 'Join Group' }).click();
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible();
  await expect(last).toBeVisible();
  await expect
    .poll(async () => {
      const after = await last.boundingBox();
      return [
        Math.abs((after?.x ?? 0) - (before?.x ?? 0)),
        Math.abs((after?.y ?? 0) - (before?.y ?? 0)) <= 1,
      ];
    })
    .toEqual([0, true]);
  expect(await page.evaluate(() => (globalThis as { wasLoading?: boolean }).wasLoading ?? false)).toBe(false);
});

test('HM-06: who has scrolled up to read is still there after joining', async ({
  browser,
  server,
  client,
}) => {
  const [host, user] = [await register(client, 'mira'), await register(client, 'tara')];
  const groupId = await openRoom(client, [host]);
  await writeInRoom(server, host, groupId, texts(45));
  const page = await openAs(browser, server, user, desktop);
  await page.goto(`/v1/group/${groupId}`);
  await expect(message(page, 'line 45')).toBeVisible();
  await page.getByRole('region', { name: 'Messages' }).hover();
  await page.mouse.wheel(0, -900);
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  const isKept = () => Object.keys(sessionStorage).some((key) => key.startsWith('place'));
  // What keeps the place may still load while the user scrolls for the first time.
  await expect(async () => {
    await page.mouse.wheel(0, -10);
    expect(await page.evaluate(isKept)).toBe(true);
  }).toPass();
  const top = await page.evaluate(() => {
    const list = document.querySelector('[role=region][aria-label=Messages]');
    const edge = list?.getBoundingClientRect().top ?? 0;
    const rows = [...(list?.querySelectorAll<HTMLElement>('[data-sequence]') ?? [])];
    return rows.find((row) => row.getBoundingClientRect().top > edge + 120)?.dataset['sequence'] ?? '';
  });
  await page.getByRole('button', { name: 'Join Group' }).click();
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible();
  await expect(message(page, `line ${top}`)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
});

for (const [where, options] of layouts) {
  test(`HM-05, HM-06: every view from outside, ${where}, light and dark: axe finds nothing, nothing scrolls sideways`, async ({
    browser,
    server,
    client,
  }) => {
    const host = await register(client, 'mira');
    const name = `${freshName('W')}${'w'.repeat(40)}`.slice(0, 40);
    const { data } = await client(
      'POST /groupchat/groups/create',
      { body: { name, topic: 'Tea, rain and the match on Sunday', rules: 'Be kind.' } },
      host,
    );
    const groupId = data.group_id;
    const visitor = await (await browser.newContext({ ...options, baseURL: server.url })).newPage();
    await visitor.goto(`/v1/group/${groupId}`);
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible();
    await expectAccessible(visitor, 'the link of a room');
    await visitor.goto(`/v1/group/${'f'.repeat(24)}`);
    await expect(visitor.getByRole('heading', { level: 1, name: 'Not here any more' })).toBeVisible();
    await expectAccessible(visitor, 'the link of a room that is gone');
    await visitor.goto(`/v1/chat/${host.username}`);
    await expect(visitor.getByText('Somebody to talk to')).toBeVisible();
    await expectAccessible(visitor, 'the link of a person');
    await visitor.goto(`/profile/${host.username}`);
    await expect(visitor.getByRole('button', { name: 'Enter as a guest' })).toBeVisible();
    await expectAccessible(visitor, 'the link of a profile');

    const page = await openAs(browser, server, await register(client, 'tara'), options);
    await page.goto(`/v1/group/${groupId}`);
    await expect(page.getByText("It's quiet here")).toBeVisible();
    await expectAccessible(page, 'an empty room from outside');
    const [id = ''] = await writeInRoom(server, host, groupId, texts(3));
    await client('POST /messages/:id/reactions', { params: { id }, body: { emoji: '👍', on: true } }, host);
    await page.reload();
    await expect(message(page, 'line 3')).toBeVisible();
    await expectAccessible(page, 'a room from outside');
    await page.getByText('About this room').click();
    await expect(page.getByText('Rules of this room')).toBeVisible();
    await expectAccessible(page, 'what a room is about, from outside');
  });
}
