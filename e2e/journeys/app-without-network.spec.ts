import { SESSION_COOKIE } from '@adda/contract/platform';
import type { Page } from '@playwright/test';
import {
  chooseInAccountMenu,
  desktop,
  expect,
  makeKnown,
  message,
  openAs,
  openRoom,
  phone,
  register,
  sendMessage,
  test,
} from '../journey.ts';
import { recordShifts, shiftsOf } from '../layout.ts';
import { startUpdatable } from '../next-version.ts';
import { storedText, waitForKeptApp, writeCopies } from '../offline.ts';
import { writeInRoom } from '../rooms.ts';
import { writePrivately } from '../strangers.ts';

/** Opens the list of all chats; on a phone the chat that was open last is in its place at first. */
async function openInbox(page: Page, options: object): Promise<void> {
  await page.goto('/v1');
  if (options !== phone) return;
  await page.getByRole('link', { name: 'Back to the chats' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
}

const inboxRow = (page: Page) => page.getByRole('list', { name: 'Recent Chats' }).getByText(/Rain tonight/);

for (const [where, options] of [
  ['on a phone', phone],
  ['on a desktop', desktop],
] as const) {
  test(`PN-01, R-03: the server is killed ${where}: the app opens, shows what was read, and sends three messages once`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(120_000);
    const [ann, ben] = [await register(client, 'ann'), await register(client, 'ben')];
    await makeKnown(client, ann, ben);
    const groupId = await openRoom(client, [ann, ben]);
    const page = await openAs(browser, server, ann, options);
    await page.goto(`/v1/chat/${ben.username}`);
    await sendMessage(page, 'Rain tonight');
    await page.reload();
    await expect(message(page, 'Rain tonight')).toBeVisible();
    await writeCopies(page);
    await openInbox(page, options);
    await expect(inboxRow(page)).toBeVisible();
    await writeCopies(page);
    await page.goto(`/v1/group/${groupId}`);
    await sendMessage(page, 'Are you there?');
    await page.reload();
    await expect(message(page, 'Are you there?')).toBeVisible();
    await waitForKeptApp(page);
    await writeCopies(page);

    await server.kill();
    const opened = await page.context().newPage();
    await openInbox(opened, options);
    await expect(inboxRow(opened)).toBeVisible();
    await expect(opened.getByText(/We can't be reached right now/).first()).toBeVisible();
    await opened.goto(`/v1/chat/${ben.username}`);
    await expect(message(opened, 'Rain tonight')).toBeVisible();
    await opened.goto(`/v1/group/${groupId}`);
    await expect(message(opened, 'Are you there?')).toBeVisible();
    const words = ['first', 'second', 'third'];
    for (const text of words) await sendMessage(opened, text);
    await opened.reload();
    for (const text of words) await expect(message(opened, text)).toBeVisible();

    await server.restart();
    const stored = async () => {
      const query = { group_id: groupId };
      const { data } = await client('GET /groupchat/group-messages', { query }, ben);
      return data.messages.map(({ content }) => content);
    };
    await expect.poll(stored, { timeout: 60_000 }).toEqual(['Are you there?', ...words]);
    for (const text of words) await expect(message(opened, text)).toHaveCount(1);
    await page.context().close();
  });
}

test('PN-01: the page of another version waits for ‘Reload’, and words that are typed stay', async ({
  browser,
  server,
  client,
}) => {
  const [ann, ben] = [await register(client, 'ann'), await register(client, 'ben')];
  const groupId = await openRoom(client, [ann, ben]);
  const updatable = await startUpdatable(server.url);
  const page = await openAs(browser, updatable, ann, desktop);
  await page.goto(`/v1/group/${groupId}`);
  await waitForKeptApp(page);
  const versionOf = (opened: Page) => opened.locator('meta[name=app-version]').getAttribute('content');
  const before = await versionOf(page);
  const typed = page.getByLabel('Message', { exact: true });
  await typed.fill('half a thought');

  updatable.update();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByText('Adda has been updated. Reload to go on.')).toBeVisible();
  const isWaiting = () => page.evaluate(async () => !!(await navigator.serviceWorker.ready).waiting);
  expect(await isWaiting()).toBe(true);
  expect(await versionOf(page)).toBe(before);
  await expect(typed).toHaveValue('half a thought');

  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(typed).toHaveValue('half a thought');
  await expect.poll(() => versionOf(page)).not.toBe(before);
  await expect.poll(isWaiting).toBe(false);
  await expect(page.getByText('Adda has been updated. Reload to go on.')).toBeHidden();
  await page.context().close();
  updatable.close();
});

test('PN-01: logging out leaves nothing of anybody in this browser', async ({ browser, server, client }) => {
  const [ann, ben] = [await register(client, 'ann'), await register(client, 'ben')];
  await makeKnown(client, ann, ben);
  const page = await openAs(browser, server, ann, desktop);
  await page.goto(`/v1/chat/${ben.username}`);
  await writePrivately(server, ben, ann.username, 'a secret of two');
  await expect(message(page, 'a secret of two')).toBeVisible();
  await waitForKeptApp(page);
  await writeCopies(page);
  await expect.poll(() => storedText(page)).toContain('a secret of two');
  await page.goto('/v1');
  await chooseInAccountMenu(page, 'Log out');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect
    .poll(() => storedText(page))
    .not.toMatch(new RegExp(`${ann.username}|${ben.username}|a secret of two`));
  expect(await page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: SESSION_COOKIE.http }),
  );
  await page.context().close();
});

test('HM-03, GR-04: on a slow phone a room with a pinned message does not move, opened from the files that are kept', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  const groupId = await openRoom(client, [asha, kavi]);
  await writeInRoom(server, kavi, groupId, ['who is up?', 'house rules: be kind', 'tea?']);
  const query = { group_id: groupId };
  const { data } = await client('GET /groupchat/group-messages', { query }, asha);
  const params = { id: groupId, message_id: data.messages[1]?._id ?? '' };
  await client('POST /groupchat/groups/:id/pins/:message_id', { params }, asha);

  const page = await openAs(browser, server, kavi, phone);
  await page.goto('/v1');
  await waitForKeptApp(page);
  await page.addInitScript(recordShifts);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`/v1/group/${groupId}`);
  await expect(page.getByRole('region', { name: 'Pinned messages' })).toBeVisible();
  await expect(message(page, 'tea?')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shiftsOf(page)).toMatchObject({ moved: [] });
  await page.context().close();
});
