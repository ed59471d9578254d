import type { Locator, Page } from '@playwright/test';
import { bitmap } from '../../server/src/features/media/pictures.fixture.ts';
import { createClient } from '../../server/src/test/client.ts';
import { expectAccessible } from '../accessible.ts';
import {
  chooseInAccountMenu,
  desktop,
  expect,
  makeKnown,
  message,
  openAs,
  openRoom,
  openRoomAs,
  phone,
  register,
  rowOf,
  sendMessage,
} from '../journey.ts';
import { chooseAction, messageInput, openSheet } from '../messages.ts';
import { testWithWebsite as test } from '../website.ts';

const darkPhone = { ...phone, colorScheme: 'dark' } as const;

/** The row of a room in the inbox. */
const roomRow = (page: Page, groupId: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/v1/group/${groupId}"]`) })
    .first();

test('a draft is the same on both devices of a person, and goes with its message (FT-04)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  await makeKnown(client, asha, kavi);
  const groupId = await openRoom(client, [asha, kavi]);
  const [desk, mobile] = await Promise.all([
    openRoomAs(browser, server, asha, { ...desktop, groupId }),
    openAs(browser, server, asha, darkPhone),
  ]);
  await mobile.goto('/v1');
  await expect(roomRow(mobile, groupId)).toBeVisible();

  await test.step('typed on the desktop, listed on the phone', async () => {
    await messageInput(desk).fill('bring the *blue* lamp and');
    await expect(roomRow(mobile, groupId)).toContainText('Draft: bring the blue lamp and');
    await expectAccessible(mobile, 'a list with a draft');
  });

  await test.step('continued on the phone', async () => {
    await roomRow(mobile, groupId).getByRole('link').tap();
    await expect(messageInput(mobile)).toHaveValue('bring the *blue* lamp and');
    await messageInput(mobile).press('End');
    await messageInput(mobile).pressSequentially(' candles');
    await expect(messageInput(desk)).toHaveValue('bring the *blue* lamp and candles');
  });

  await test.step('in the list beside another chat, and in the conversations', async () => {
    await desk.goto(`/v1/chat/${kavi.username}`);
    await expect(roomRow(desk, groupId)).toContainText('Draft: bring the blue lamp and candles');
    await sendMessage(desk, 'a first word');
    await expect(rowOf(desk, 'a first word').getByLabel(/Sent|Delivered/)).toBeVisible();
    await messageInput(desk).fill('and a second one');
    await mobile.getByRole('link', { name: 'Back to the chats' }).tap();
    await expect(mobile.getByRole('link', { name: new RegExp(kavi.username) })).toContainText(
      'Draft: and a second one',
    );
  });

  await test.step('gone with the message that was sent', async () => {
    await mobile.goto(`/v1/group/${groupId}`);
    await expect(messageInput(mobile)).toHaveValue('bring the *blue* lamp and candles');
    await mobile.getByRole('button', { name: 'Send', exact: true }).tap();
    await expect(
      message(mobile, 'candles')
        .or(mobile.getByText(/lamp and candles/))
        .first(),
    ).toBeVisible();
    await expect(roomRow(desk, groupId)).not.toContainText('Draft');
    await expect(roomRow(desk, groupId)).toContainText('You: bring the blue lamp');
    await desk.goto(`/v1/group/${groupId}`);
    await expect(desk.getByText(/lamp and candles/).first()).toBeVisible();
    await expect(messageInput(desk)).toHaveValue('');
  });
});

test('ticks: sent, delivered, read, and not read for who keeps it to themselves (FT-03)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  await makeKnown(client, asha, kavi);
  const first = await openAs(browser, server, asha, desktop);
  const second = await openAs(browser, server, kavi, darkPhone);
  const tickOf = (text: string, state: string) =>
    rowOf(first, text).getByRole('img', { name: state, exact: true });
  await first.goto(`/v1/chat/${kavi.username}`);
  await sendMessage(first, 'are you up?');
  await expect(tickOf('are you up?', 'Sent')).toBeVisible();

  await second.goto('/v1');
  await expect(tickOf('are you up?', 'Delivered')).toBeVisible();
  await second.goto(`/v1/chat/${asha.username}`);
  await expect(tickOf('are you up?', 'Read')).toBeVisible();
  await sendMessage(first, 'good, dinner at eight');
  await expect(tickOf('good, dinner at eight', 'Read')).toBeVisible();
  await expectAccessible(first, 'a private chat with ticks');

  await test.step('without telling', async () => {
    await second.getByRole('link', { name: 'Back to the chats' }).tap();
    await chooseInAccountMenu(second, 'Settings');
    await second.getByRole('link', { name: /^Privacy/ }).tap();
    const privacy = second.getByRole('main');
    const tell = privacy.getByRole('switch', { name: /^Tell people when/ });
    await expect(tell).toBeChecked();
    await tell.tap();
    await expect(tell).not.toBeChecked();
    await tell.scrollIntoViewIfNeeded();
    await expectAccessible(second, 'the privacy settings');
    await second.goto(`/v1/chat/${asha.username}`);
    await sendMessage(first, 'bring the lamp');
    await expect(message(second, 'bring the lamp')).toBeVisible();
    await sendMessage(second, 'which one?');
    await expect(message(first, 'which one?')).toBeVisible();
    await expect(tickOf('bring the lamp', 'Delivered')).toBeVisible();
    await expect(tickOf('bring the lamp', 'Read')).toHaveCount(0);
    await first.reload();
    await expect(tickOf('bring the lamp', 'Delivered')).toBeVisible();
    await expect(tickOf('are you up?', 'Delivered')).toBeVisible();
    await expect(first.getByRole('img', { name: 'Read', exact: true })).toHaveCount(0);
  });
});

test('several messages selected, forwarded and deleted; a link to a message (FT-06, FT-07)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  await makeKnown(client, asha, kavi);
  const people = [asha, kavi];
  const [groupId, otherId] = [await openRoom(client, people), await openRoom(client, people)];
  const [first, second] = await Promise.all([
    openRoomAs(browser, server, asha, {
      ...desktop,
      permissions: ['clipboard-read', 'clipboard-write'],
      groupId,
    }),
    openRoomAs(browser, server, kavi, { ...darkPhone, groupId }),
  ]);
  const shopping = Array.from({ length: 40 }, (_none, n) => `line ${n} of the shopping`).join('\n');
  for (const text of ['two lamps', 'one kettle', 'six cups', shopping]) await sendMessage(first, text);
  await expect(rowOf(first, 'six cups').getByLabel('Sent')).toBeVisible();

  await test.step('a link leads another person to the message', async () => {
    await chooseAction(rowOf(first, 'two lamps'), 'Copy link');
    await expect(first.getByText('Copied', { exact: true })).toBeVisible();
    const link = await first.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${server.url}/chats/room/${groupId}?m=1`);
    await expect(message(second, 'two lamps')).toBeVisible();
    await second.goto(link);
    await expect(message(second, 'two lamps')).toBeInViewport();
    await expect(rowOf(second, 'two lamps')).toHaveAttribute('data-marked');
    await expect(second.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
    await expectAccessible(second, 'a room at a linked message');
  });

  const tools = (page: Page) => page.getByRole('toolbar', { name: 'Selected messages' });
  const confirmation = first.getByRole('dialog', { name: 'Delete 3 messages?' });

  await test.step('selected and forwarded into another room', async () => {
    await chooseAction(rowOf(first, 'two lamps'), 'Select');
    await message(first, 'six cups').click({ modifiers: ['Shift'] });
    await expect(tools(first).getByRole('status')).toHaveText('3 selected');
    for (const text of ['two lamps', 'one kettle', 'six cups'])
      await expect(rowOf(first, text).getByRole('checkbox')).toBeChecked();
    await expectAccessible(first, 'selected messages');
    await tools(first).getByRole('button', { name: 'Forward' }).click();
    const dialog = first.getByRole('dialog', { name: 'Forward 3 messages' });
    const { data: other } = await client('GET /groupchat/groups/:id', { params: { id: otherId } }, asha);
    await dialog.getByRole('checkbox', { name: other.name }).check();
    await dialog.getByRole('button', { name: 'Forward', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(tools(first)).toBeHidden();
    await second.goto(`/v1/group/${otherId}`);
    await expect(
      second
        .getByRole('region', { name: 'Messages' })
        .getByRole('listitem')
        .filter({ hasText: /two lamps|one kettle|six cups/ }),
    ).toContainText(['two lamps', 'one kettle', 'six cups']);
  });

  await test.step('deleted after a question', async () => {
    await chooseAction(rowOf(first, 'two lamps'), 'Select');
    for (const text of ['one kettle', 'six cups']) await message(first, text).click();
    await tools(first).getByRole('button', { name: 'Delete' }).click();
    await expectAccessible(first, 'the question before a deletion');
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(message(first, 'six cups')).toBeVisible();
    await tools(first).getByRole('button', { name: 'Delete' }).click();
    await confirmation.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(first.getByText('This message was deleted')).toHaveCount(3);
    await expect(tools(first)).toBeHidden();
    // What was forwarded stays.
    await expect(message(second, 'one kettle')).toBeVisible();
  });

  await test.step('selected on a phone', async () => {
    const sheet = await openSheet(message(second, 'one kettle'));
    await sheet.getByRole('button', { name: 'Select' }).tap();
    await message(second, 'six cups').tap();
    await expect(tools(second).getByRole('status')).toHaveText('2 selected');
    await expect(messageInput(second)).toBeHidden();
    await expectAccessible(second, 'selected messages on a phone');
    await tools(second).getByRole('button', { name: 'Cancel' }).tap();
    await expect(tools(second)).toBeHidden();
    await expect(messageInput(second)).toBeVisible();
  });
});

test('a link has a card of its page, whose picture is covered for others (FT-05)', async ({
  browser,
  site,
  app,
}) => {
  const client = createClient(app.url);
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  await makeKnown(client, asha, kavi);
  const groupId = await openRoom(client, [asha, kavi]);
  const [first, second] = await Promise.all([
    openRoomAs(browser, app, asha, { ...desktop, groupId }),
    openRoomAs(browser, app, kavi, { ...darkPhone, groupId }),
  ]);
  const toOthers: string[] = [];
  for (const page of [first, second])
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !/^(blob|data):/.test(request.url()))
        toOthers.push(request.url());
    });
  site.serve('/tea.bmp', bitmap({ depth: 24, width: 320, height: 200 }));
  site.serve(
    '/tea',
    `<head><title>Green tea from the hills, and how to brew it</title>
    <meta property="og:site_name" content="The Tea House">
    <meta property="og:image" content="${site.urlOf('/tea.bmp')}"></head>`,
  );
  const card = (page: Page) => page.getByRole('link', { name: /^Green tea from the hills/ });

  await sendMessage(first, `have you read ${site.urlOf('/tea')}`);
  await expect(card(first)).toHaveText(/The Tea House pictures\.example$/, { timeout: 30_000 });
  const rowIn = (page: Page) =>
    page
      .getByRole('region', { name: 'Messages' })
      .getByRole('listitem')
      .filter({ has: card(page) });
  await expect(rowIn(first).locator('img')).toBeVisible();

  await expect(card(second)).toBeVisible();
  await expect(rowIn(second).locator('img')).toHaveCount(0);
  await expectAccessible(second, 'a card with a covered picture');
  await rowIn(second).getByRole('button', { name: 'Show Image' }).tap();
  const picture = rowIn(second).locator('img');
  await expect
    .poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  expect(site.requestedPaths).toEqual(['/tea', '/tea.bmp']);
  expect(toOthers).toEqual([]);
  await expectAccessible(first, 'a card of a link');
});
