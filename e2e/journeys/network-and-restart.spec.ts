import type { Browser } from '@playwright/test';
import type { Client } from '../../server/src/test/client.ts';
import {
  desktop,
  expect,
  message,
  openAs,
  openRoom,
  phone,
  register,
  sendMessage,
  test,
} from '../journey.ts';
import type { Server } from '../server.ts';

/** Opens a room as two members, one on a desktop and one on a phone. */
async function twoInARoom(browser: Browser, server: Server, client: Client) {
  const [ann, bob] = [await register(client, 'ann'), await register(client, 'bob')];
  const groupId = await openRoom(client, [ann, bob]);
  const annsPage = await openAs(browser, server, ann, desktop);
  const bobsPage = await openAs(browser, server, bob, phone);
  await annsPage.goto(`/v1/group/${groupId}`);
  await bobsPage.goto(`/v1/group/${groupId}`);
  return { annsPage, bobsPage, bob, groupId };
}

test('R-03, R-04: the network is interrupted and restored, no message is lost or duplicated', async ({
  browser,
  server,
  client,
}) => {
  const { annsPage, bobsPage, bob, groupId } = await twoInARoom(browser, server, client);
  await expect(bobsPage.getByText('Connected', { exact: true }).first()).toBeVisible();
  await sendMessage(annsPage, 'before the tunnel');
  await expect(message(bobsPage, 'before the tunnel')).toBeVisible();

  await bobsPage.context().setOffline(true);
  await sendMessage(bobsPage, 'written in the tunnel');
  await expect(message(bobsPage, 'written in the tunnel')).toBeVisible();
  await sendMessage(annsPage, 'said while bob was away');
  await expect(message(annsPage, 'said while bob was away')).toBeVisible();
  await expect(message(annsPage, 'written in the tunnel')).toBeHidden();
  // A displayed message is not stored yet: one within a second of the previous message waits.
  const query = { group_id: groupId };
  await expect
    .poll(async () => (await client('GET /groupchat/group-messages', { query }, bob)).data.last_sequence)
    .toBe(2);

  await bobsPage.context().setOffline(false);
  await expect(message(bobsPage, 'said while bob was away')).toHaveCount(1);
  await expect(message(annsPage, 'written in the tunnel')).toHaveCount(1);
  await expect(message(bobsPage, 'written in the tunnel')).toHaveCount(1);
  const { data } = await client('GET /groupchat/group-messages', { query }, bob);
  expect(data.messages.map(({ content }) => content)).toEqual([
    'before the tunnel',
    'said while bob was away',
    'written in the tunnel',
  ]);
  await annsPage.context().close();
  await bobsPage.context().close();
});

test('R-21: the server is killed in between and everything continues', async ({
  browser,
  server,
  client,
}) => {
  const { annsPage, bobsPage, bob, groupId } = await twoInARoom(browser, server, client);
  await sendMessage(annsPage, 'before the power cut');
  await expect(message(bobsPage, 'before the power cut')).toBeVisible();

  await server.kill();
  await expect(annsPage.getByText(/reconnecting|disconnected/i).first()).toBeVisible();
  await sendMessage(annsPage, 'written in the dark');
  await server.restart();

  await expect(message(bobsPage, 'written in the dark')).toBeVisible({ timeout: 45_000 });
  await expect(message(bobsPage, 'before the power cut')).toHaveCount(1);
  const { data } = await client('GET /groupchat/group-messages', { query: { group_id: groupId } }, bob);
  expect(data.messages.map(({ content }) => content)).toEqual([
    'before the power cut',
    'written in the dark',
  ]);
  await annsPage.context().close();
  await bobsPage.context().close();
});
