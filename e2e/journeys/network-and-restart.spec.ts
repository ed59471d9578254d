import { desktop, expect, openAs, openRoom, phone, register, say, test } from '../journey.ts';

test('R-03, R-04: the network goes and comes back, nothing is lost or doubled', async ({
  browser,
  server,
  client,
}) => {
  const [ann, bob] = [await register(client, 'ann'), await register(client, 'bob')];
  const groupId = await openRoom(client, [ann, bob]);
  const annsPage = await openAs(browser, server, ann, desktop);
  const bobsPage = await openAs(browser, server, bob, phone);
  await annsPage.goto(`/v1/group/${groupId}`);
  await bobsPage.goto(`/v1/group/${groupId}`);
  await expect(bobsPage.getByText('Connected', { exact: true }).first()).toBeVisible();
  await say(annsPage, 'before the tunnel');
  await expect(bobsPage.getByText('before the tunnel')).toBeVisible();

  await bobsPage.context().setOffline(true);
  await say(bobsPage, 'written in the tunnel');
  await expect(bobsPage.getByText('written in the tunnel')).toBeVisible();
  await say(annsPage, 'said while bob was away');
  await expect(annsPage.getByText('said while bob was away')).toBeVisible();
  await expect(annsPage.getByText('written in the tunnel')).toBeHidden();

  await bobsPage.context().setOffline(false);
  await expect(bobsPage.getByText('said while bob was away')).toHaveCount(1);
  await expect(annsPage.getByText('written in the tunnel')).toHaveCount(1);
  await expect(bobsPage.getByText('written in the tunnel')).toHaveCount(1);
  const { data } = await client('GET /groupchat/group-messages', { query: { group_id: groupId } }, bob);
  expect(data.messages.map(({ content }) => content)).toEqual([
    'before the tunnel',
    'said while bob was away',
    'written in the tunnel',
  ]);
  await annsPage.context().close();
  await bobsPage.context().close();
});

test('R-21: the server is killed in the middle and everything goes on', async ({
  browser,
  server,
  client,
}) => {
  const [ann, bob] = [await register(client, 'ann'), await register(client, 'bob')];
  const groupId = await openRoom(client, [ann, bob]);
  const annsPage = await openAs(browser, server, ann, desktop);
  const bobsPage = await openAs(browser, server, bob, phone);
  await annsPage.goto(`/v1/group/${groupId}`);
  await bobsPage.goto(`/v1/group/${groupId}`);
  await say(annsPage, 'before the power cut');
  await expect(bobsPage.getByText('before the power cut')).toBeVisible();

  await server.kill();
  await expect(annsPage.getByText(/reconnecting|disconnected/i).first()).toBeVisible();
  await say(annsPage, 'written in the dark');
  await server.restart();

  await expect(bobsPage.getByText('written in the dark')).toBeVisible({ timeout: 45_000 });
  await expect(bobsPage.getByText('before the power cut')).toHaveCount(1);
  const { data } = await client('GET /groupchat/group-messages', { query: { group_id: groupId } }, bob);
  expect(data.messages.map(({ content }) => content)).toEqual([
    'before the power cut',
    'written in the dark',
  ]);
  await annsPage.context().close();
  await bobsPage.context().close();
});
