import type { Page } from '@playwright/test';
import { desktop, expect, message, openAs, openRoom, register, sendMessage, test } from '../journey.ts';
import { messageInput } from '../messages.ts';
import { recordSpeech } from '../screen-reader.ts';
import { startServer } from '../server.ts';
import { createClient } from '../../server/src/test/client.ts';

/** What was said on a page so far that has these words. */
const said = (page: Page, words: string | RegExp): Promise<string[]> =>
  page
    .evaluate(() => Reflect.get(globalThis, 'said') as string[])
    .then((all) =>
      all.filter((line) => (typeof words === 'string' ? line.includes(words) : words.test(line))),
    );

/** Fails unless something was said once, and only once. */
async function expectSaidOnce(page: Page, line: string): Promise<void> {
  await expect.poll(() => said(page, line), { timeout: 20_000 }).toEqual([line]);
}

test('HM-09, SH-50: what comes in a room is said once, own words never; so is who types, a lost connection and what was missed', async ({
  browser,
}) => {
  const server = await startServer({ RATE_LIMITS: 'off' });
  const client = createClient(server.url);
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  const groupId = await openRoom(client, [asha, kavi]);
  const [listening, speaking] = [
    await openAs(browser, server, asha, desktop),
    await openAs(browser, server, kavi, desktop),
  ];
  for (const page of [listening, speaking]) {
    await page.addInitScript(recordSpeech);
    await page.goto(`/v1/group/${groupId}`);
    await expect(page.getByText('Connected', { exact: true }).first()).toBeVisible();
  }

  await test.step('a message, and who types it', async () => {
    await messageInput(speaking).pressSequentially('who has ');
    await expectSaidOnce(listening, `${kavi.username} is typing…`);
    await sendMessage(speaking, 'who has tea?');
    await expectSaidOnce(listening, `${kavi.username}: who has tea?`);
    await expect(message(speaking, 'who has tea?')).toBeVisible();
    expect(await said(speaking, 'who has tea?'), 'own words').toEqual([]);
    await sendMessage(listening, 'I have');
    await expectSaidOnce(speaking, `${asha.username}: I have`);
    expect(await said(listening, 'I have'), 'own words').toEqual([]);
    expect(await said(listening, 'who has tea?'), 'said again').toHaveLength(1);
  });

  await test.step('without a network', async () => {
    await listening.context().setOffline(true);
    await expectSaidOnce(
      listening,
      "You're offline. What's here stays, and we'll catch up when you're back.",
    );
    await sendMessage(speaking, 'said meanwhile');
    await listening.context().setOffline(false);
    await expectSaidOnce(listening, `${kavi.username}: said meanwhile`);
  });

  await test.step('without a connection', async () => {
    await server.kill();
    await expectSaidOnce(listening, "You're not connected to this group.");
    await server.restart();
    await expect(listening.getByRole('button', { name: 'Reconnect' })).toBeHidden({ timeout: 30_000 });
    await sendMessage(speaking, 'here again');
    await expectSaidOnce(listening, `${kavi.username}: here again`);
  });
  for (const page of [listening, speaking]) await page.context().close();
  await server.dispose();
});

test('SH-50: the error of a form is said once; the field that has to be changed gets the focus and says why', async ({
  browser,
  server,
  client,
}) => {
  const asha = await register(client, 'asha');
  const page = await (await browser.newContext({ ...desktop, baseURL: server.url })).newPage();
  await page.addInitScript(recordSpeech);
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(asha.username);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await expect(alert).toBeVisible();
  await expectSaidOnce(page, (await alert.textContent()) ?? '');
  await page.goto('/register');
  await page.getByLabel('Username').fill('x');
  await page.getByRole('button', { name: 'Create my account' }).click();
  const username = page.getByLabel('Username');
  await expect(username).toBeFocused();
  await expect(username).toHaveAttribute('aria-invalid', 'true');
  await expect(username).toHaveAccessibleDescription(/^Use at least 3 characters\./);
  await page.context().close();
});
