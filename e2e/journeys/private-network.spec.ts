import type { Page } from '@playwright/test';
import {
  desktop,
  expect,
  message,
  openAs,
  phone,
  register,
  sendMessage,
  test,
  makeKnown,
} from '../journey.ts';

/** The connection of a private chat does not reconnect automatically (PC-20): the user has to press Reconnect. */
async function reconnect(page: Page): Promise<void> {
  const icon = page.getByRole('button', { name: /press to reconnect/i });
  await expect(async () => {
    if (await icon.isVisible()) await icon.click();
    await expect(page.getByRole('button', { name: 'Connected', exact: true })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
}

test('R-03, R-21, PC-20, PC-23: the server is killed during a private chat; no message is lost or duplicated', async ({
  browser,
  server,
  client,
}) => {
  const [ann, bob] = [await register(client, 'anna'), await register(client, 'bobby')];
  await makeKnown(client, ann, bob);
  const annsPage = await openAs(browser, server, ann, desktop);
  const bobsPage = await openAs(browser, server, bob, phone);
  await annsPage.goto(`/v1/chat/${bob.username}`);
  await bobsPage.goto(`/v1/chat/${ann.username}`);
  await sendMessage(annsPage, 'before the power cut');
  await expect(message(bobsPage, 'before the power cut')).toBeVisible();

  const input = annsPage.getByLabel('Message', { exact: true });
  await input.fill('half a sentence');
  await server.kill();
  // Sending is disabled until the connection is restored; the input is kept.
  await expect(input).toBeDisabled();
  await expect(input).toHaveValue('half a sentence');
  await expect(annsPage.getByRole('button', { name: 'Send' })).toBeDisabled();
  await server.restart();

  await reconnect(annsPage);
  await reconnect(bobsPage);
  await expect(input).toHaveValue('half a sentence');
  await input.press('Enter');
  await expect(message(bobsPage, 'half a sentence')).toBeVisible();
  await sendMessage(bobsPage, 'still here');
  await expect(message(annsPage, 'still here')).toBeVisible();
  const { data } = await client('GET /chat/messages', { query: { recipient: ann.username } }, bob);
  expect(data.messages.map(({ content }) => content)).toEqual([
    'before the power cut',
    'half a sentence',
    'still here',
  ]);
  for (const page of [annsPage, bobsPage]) await page.context().close();
});
