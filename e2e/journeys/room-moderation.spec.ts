import type { Locator, Page } from '@playwright/test';
import {
  desktop,
  enterGuest,
  expect,
  message,
  openRoom,
  openRoomAs,
  phone,
  register,
  rowOf,
  sendMessage,
  test,
} from '../journey.ts';
import { chooseAction, messageInput } from '../messages.ts';
import { openRoomDialog, writeInRoom } from '../rooms.ts';

/** Takes the right to write from a member, or gives it back, in Manage Group. */
async function timeOut(page: Page, username: string, howLong: string, reason = ''): Promise<void> {
  const dialog = await openRoomDialog(page, 'Manage Group');
  await dialog.getByLabel('Action').selectOption('Timeout');
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('How long').selectOption(howLong);
  await dialog.getByLabel('Reason (optional)').fill(reason);
  await dialog.getByRole('button', { name: 'Timeout', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('GR-03: slow mode lets a member write once, counts down, and keeps what is typed', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  const groupId = await openRoom(client, [asha, kavi]);
  const slowDown = (seconds: number) =>
    client('PATCH /groupchat/groups/:id', { params: { id: groupId }, body: { slow_mode_s: seconds } }, asha);
  await slowDown(300);
  const moderator = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  const member = await openRoomAs(browser, server, kavi, { ...phone, groupId });
  await expect(member.getByText('Slow mode: one message every 5 minutes')).toBeVisible();
  await expect(moderator.getByText(/^Slow mode/)).toHaveCount(0);
  await sendMessage(member, 'first thought');
  await expect(message(moderator, 'first thought')).toBeVisible();
  await expect(member.getByText(/^You can write again in 4:\d\d$/).first()).toBeVisible();
  await messageInput(member).fill('second thought');
  await messageInput(member).press('Enter');
  await expect(member.getByText('Slow mode is on. Your words stay here')).toBeVisible();
  await expect(messageInput(member)).toHaveValue('second thought');
  // Moderators are free of it.
  await sendMessage(moderator, 'take your time');
  await sendMessage(moderator, 'no hurry at all');
  await expect(message(member, 'no hurry at all')).toBeVisible();
  await slowDown(5);
  await expect(member.getByText('Slow mode: one message every 5 seconds')).toBeVisible();
  await messageInput(member).press('Enter');
  await expect(message(moderator, 'second thought')).toBeVisible();
  for (const page of [moderator, member]) await page.context().close();
});

test('GR-03: a timeout stands in place of the input; its reason is for the member alone, and the text is there afterwards', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi, meera] = [
    await register(client, 'asha'),
    await register(client, 'kavi'),
    await register(client, 'meera'),
  ];
  const groupId = await openRoom(client, [asha, kavi, meera]);
  const moderator = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  const member = await openRoomAs(browser, server, kavi, { ...desktop, groupId });
  const witness = await openRoomAs(browser, server, meera, { ...phone, groupId });
  await messageInput(member).fill('half a sentence');
  await timeOut(moderator, kavi.username, '10 minutes', 'Too many capital letters');
  await expect(member.getByText(/^You can write again at /)).toBeVisible();
  await expect(member.getByText('The reason: Too many capital letters')).toBeVisible();
  await expect(messageInput(member)).toBeHidden();
  const notices = witness.getByRole('region', { name: 'Messages' });
  await expect(notices.getByText(`${kavi.username} may not write until`)).toBeVisible();
  await expect(witness.getByText('Too many capital letters')).toHaveCount(0);
  await sendMessage(witness, 'are you there?');
  await expect(message(member, 'are you there?')).toBeVisible();

  await timeOut(moderator, kavi.username, 'End it now');
  await expect(messageInput(member)).toHaveValue('half a sentence');
  await expect(notices.getByText(`${kavi.username} may write again`)).toBeVisible();
  await messageInput(member).press('Enter');
  await expect(message(witness, 'half a sentence')).toBeVisible();
  for (const page of [moderator, member, witness]) await page.context().close();
});

test('GR-04: the newest pin is above the messages, a panel has all of them, and a press goes to an old message', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  const groupId = await openRoom(client, [asha, kavi]);
  const texts = Array.from({ length: 160 }, (_nothing, index) => `line ${index + 1}`);
  const ids = await writeInRoom(server, asha, groupId, texts);
  const moderator = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  const member = await openRoomAs(browser, server, kavi, { ...phone, groupId });
  const bar = member.getByRole('region', { name: 'Pinned messages' });
  await expect(message(member, 'line 160')).toBeVisible();
  await expect(bar).toHaveCount(0);

  await chooseAction(rowOf(moderator, 'line 160'), 'Pin');
  await expect(bar.getByRole('button', { name: /line 160$/ })).toBeVisible();
  const params = { id: groupId, message_id: ids[2] ?? '' };
  await client('POST /groupchat/groups/:id/pins/:message_id', { params }, asha);
  await bar.getByRole('button', { name: /line 3$/ }).tap();
  await expect(message(member, 'line 3')).toBeInViewport();

  await bar.getByRole('button', { name: '2 pinned' }).tap();
  const panel = member.getByRole('dialog', { name: 'Pinned messages' });
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(panel.getByRole('button', { name: /^Unpin/ })).toHaveCount(0);
  const latest = panel.getByRole('listitem').filter({ hasText: 'line 160' });
  await latest.getByRole('button', { name: /^Go there/ }).tap();
  await expect(panel).toBeHidden();
  await expect(message(member, 'line 160')).toBeInViewport();

  await moderator.getByRole('button', { name: '2 pinned' }).click();
  const ownPanel = moderator.getByRole('dialog', { name: 'Pinned messages' });
  const old = ownPanel.getByRole('listitem').filter({ hasText: 'line 3' });
  await old.getByRole('button', { name: /^Unpin/ }).click();
  await expect(ownPanel.getByRole('listitem')).toHaveCount(1);
  await moderator.keyboard.press('Escape');
  await expect(bar.getByRole('button', { name: /line 160$/ })).toBeVisible();
  await chooseAction(rowOf(moderator, 'line 160'), 'Unpin');
  await expect(bar).toHaveCount(0);
  for (const page of [moderator, member]) await page.context().close();
});

test('GR-06: the log says what moderators did and why, without the words of messages, and members have none', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi, meera] = [
    await register(client, 'asha'),
    await register(client, 'kavi'),
    await register(client, 'meera'),
  ];
  const groupId = await openRoom(client, [asha, kavi, meera]);
  const [messageId = ''] = await writeInRoom(server, kavi, groupId, ['the secret ingredient is ajwain']);
  const params = { id: groupId };
  const target = { group_id: groupId, username: meera.username };
  await client('PATCH /groupchat/groups/:id', { params, body: { topic: 'Tea', slow_mode_s: 30 } }, asha);
  await client(
    'POST /groupchat/groups/:id/pins/:message_id',
    { params: { ...params, message_id: messageId } },
    asha,
  );
  const moderator = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  await timeOut(moderator, meera.username, '1 hour', 'Advertisements');
  await client('POST /groupchat/groups/kick', { body: { ...target, reason: 'More advertisements' } }, asha);

  const log = await openRoomDialog(moderator, 'Room log');
  await expect(log.getByRole('listitem')).toContainText([
    new RegExp(`^${asha.username} removed ${meera.username}The reason: More advertisements`),
    new RegExp(`from ${meera.username} for 1 hourThe reason: Advertisements`),
    `${asha.username} pinned a message`,
    `${asha.username} changed the settings of the roomTopic, Slow mode`,
  ]);
  await expect(log.getByText('ajwain')).toHaveCount(0);

  const member = await openRoomAs(browser, server, kavi, { ...phone, groupId });
  await member.getByRole('button', { name: 'Group actions' }).tap();
  await expect(member.getByRole('menuitem', { name: 'Mute' })).toBeVisible();
  await expect(member.getByRole('menuitem', { name: 'Room log' })).toHaveCount(0);
  for (const page of [moderator, member]) await page.context().close();
});

test('GR-05: a room is handed over once its name is typed, and stays when its creator leaves', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  const groupId = await openRoom(client, [asha, kavi, await enterGuest(client, 'noor')]);
  const first = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  const second = await openRoomAs(browser, server, kavi, { ...phone, groupId });
  const name = (await first.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await (
    await openRoomDialog(first, 'Manage Group')
  )
    .getByRole('button', { name: 'Hand this group over' })
    .click();
  const dialog = first.getByRole('dialog', { name: `Hand ${name} over` });
  await dialog.getByLabel('Username').fill(kavi.username);
  const confirmation = dialog.getByLabel(`Type “${name}” to confirm`);
  await confirmation.fill('some other room');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(dialog.getByText('Type the room’s name to confirm')).toBeVisible();
  await expect(confirmation).toHaveValue('some other room');
  await expect(dialog.getByLabel('Username')).toHaveValue(kavi.username);
  await confirmation.fill(name);
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await expect(dialog).toBeHidden();

  const entriesOf = async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: 'Group actions' }).click();
    return page.getByRole('menuitem', { name: /^(Room settings|Delete Group)$/ });
  };
  await expect(message(second, `${kavi.username} looks after this room now`)).toBeVisible();
  await expect(await entriesOf(second)).toHaveCount(2);
  await second.keyboard.press('Escape');
  await expect(await entriesOf(first)).toHaveCount(0);
  await first.keyboard.press('Escape');

  const question = await openRoomDialog(second, 'Leave Group', `Leave ${name}?`);
  await expect(question).toContainText('The moderator who has been here longest looks after it then');
  await question.getByRole('button', { name: 'Leave Group' }).click();
  await expect(second).toHaveURL(/\/v1$/);
  await expect(message(first, `${asha.username} looks after this room now`)).toBeVisible();
  await expect(await entriesOf(first)).toHaveCount(2);
  for (const page of [first, second]) await page.context().close();
});
