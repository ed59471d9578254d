import { expect, openAs, openRoom, phone, register, test } from '../journey.ts';
import { inboxRow } from '../chats.ts';
import { cardOf, openRoomDialog, writeInRoom } from '../rooms.ts';

test('GR-08, HM-04: rooms of a category and a language are listed, the busiest first, also after a reload', async ({
  browser,
  server,
  client,
}) => {
  const [asha, visitor] = [await register(client, 'asha'), await register(client, 'visitor')];
  // More than talk in any room of the other journeys.
  const others = ['kavi', 'meera', 'noor', 'ravi', 'tara'];
  const people = [asha, ...(await Promise.all(others.map((name) => register(client, name))))];
  const [busy, quiet] = [await openRoom(client, people), await openRoom(client, people)];
  const elsewhere = await openRoom(client, people);
  for (const id of [busy, quiet]) {
    const change = { params: { id }, body: { category: 'travel' as const, languages: ['si'] } };
    await client('PATCH /groupchat/groups/:id', change, asha);
  }
  for (const person of people) await writeInRoom(server, person, busy, ['who comes along?']);
  await writeInRoom(server, asha, quiet, ['anybody here?']);

  const page = await openAs(browser, server, visitor, phone);
  await page.goto('/v1');
  const busiest = page.getByRole('list', { name: 'Talking now' }).getByRole('listitem').first();
  await expect(busiest.locator('a')).toHaveAttribute('href', `/v1/group/${busy}`);
  await expect(busiest).toContainText('6 talking now');

  await page.getByLabel('Category').selectOption('Travel');
  await page.getByLabel('Language').selectOption('Sinhala');
  const found = page.getByRole('list', { name: 'Rooms found' }).getByRole('listitem');
  const expectFound = async () => {
    await expect(found).toHaveCount(2);
    await expect(found.nth(0).locator('a')).toHaveAttribute('href', `/v1/group/${busy}`);
    await expect(found.nth(1).locator('a')).toHaveAttribute('href', `/v1/group/${quiet}`);
  };
  await expectFound();
  await expect(found.nth(1)).toContainText('1 talking now');
  await expect(found.nth(1)).toContainText('Sinhala');
  await expect(cardOf(page, elsewhere)).toHaveCount(0);
  await expect(page).toHaveURL(/category=travel.*language=si/);
  await page.reload();
  await expectFound();
  await page.getByLabel('Category').selectOption('Cricket');
  await expect(page.getByText('No room like that')).toBeVisible();
  await page.context().close();
});

test('GR-07: a muted room is marked, and its unread messages are in no number until it is not muted any more', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  const groupId = await openRoom(client, [asha, kavi]);
  const page = await openAs(browser, server, kavi, phone);
  // The main screen connects a little after the room.
  const isLive = page
    .waitForEvent('websocket', (socket) => socket.url().includes('/socket.io/'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => payload.toString().startsWith('40')),
    );
  await page.goto(`/v1/group/${groupId}`);
  await isLive;
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const dialog = await openRoomDialog(page, 'Mute', `Mute ${name}`);
  await dialog.getByRole('radio', { name: 'Quiet for 1 hour' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Back to the chats' }).tap();

  const card = inboxRow(page, name);
  await expect(card).toContainText('Muted');
  const texts = [`lunch for @${kavi.username} too?`, `@${kavi.username} are you there?`];
  await writeInRoom(server, asha, groupId, texts);
  await expect(card).toContainText('1 unread mention');
  await expect(page.getByRole('tab', { name: 'History', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Chats', exact: true })).toBeVisible();

  await client('POST /conversations/mute', { body: { group_id: groupId, muted: false } }, kavi);
  await expect(card).not.toContainText('Muted');
  await expect(page.getByRole('tab', { name: 'History @ 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: '1 unread message Chats' })).toBeVisible();
  await page.context().close();
});
