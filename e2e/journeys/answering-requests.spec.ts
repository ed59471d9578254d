import {
  desktop,
  expect,
  makeKnown,
  message,
  openAs,
  openSettings,
  phone,
  register,
  sendMessage,
  test,
} from '../journey.ts';
import { tabTo } from '../keyboard.ts';
import { messageInput, tickOf } from '../messages.ts';
import { inboxRows } from '../chats.ts';
import { openHistory, openRequest, requestBar, requestsRow, writePrivately } from '../strangers.ts';

test('MR-01, MR-02: on phones, the answer to a request accepts it; the sender sees no typing before', async ({
  browser,
  server,
  client,
}) => {
  const [kavi, ravi] = [await register(client, 'kavita'), await register(client, 'ravi')];
  const [reader, sender] = [
    await openAs(browser, server, kavi, phone),
    await openAs(browser, server, ravi, phone),
  ];
  await openHistory(reader);
  await sender.goto(`/v1/chat/${kavi.username}`);
  await sendMessage(sender, 'are you the singer?');
  await expect(requestsRow(reader, 1)).toBeVisible();
  await expect(reader.getByRole('link', { name: /unread.*Chats/ })).toHaveCount(0);
  await openRequest(reader, ravi);
  await requestBar(reader, ravi).getByRole('button', { name: 'Answer' }).tap();
  await expect(messageInput(reader)).toBeFocused();
  await messageInput(reader).pressSequentially('yes, I am');
  await sendMessage(sender, 'of the monsoon song?');
  await expect(message(reader, 'of the monsoon song?')).toBeVisible();
  await expect(sender.getByText(/is typing/)).toHaveCount(0);
  await expect(tickOf(sender, 'of the monsoon song?', 'Sent')).toBeVisible();
  await messageInput(reader).press('Enter');
  await expect(message(sender, 'yes, I am')).toBeVisible();
  await expect(sender.getByText(/^You can send/)).toHaveCount(0);
  await expect(tickOf(sender, 'of the monsoon song?', 'Read')).toBeVisible();
  await reader.getByRole('link', { name: 'Back to the chats' }).tap();
  await expect(inboxRows(reader).getByText('You: yes, I am')).toBeVisible();
  await expect(requestsRow(reader, 1)).toHaveCount(0);
  for (const page of [reader, sender]) await page.context().close();
});

test('MR-02: without a mouse, a request is opened, accepted and answered', async ({
  browser,
  server,
  client,
}) => {
  const [kavi, ravi] = [await register(client, 'kavita'), await register(client, 'ravi')];
  await writePrivately(server, ravi, kavi.username, 'are you the singer?');
  const page = await openAs(browser, server, kavi, desktop);
  await page.goto('/v1');
  await tabTo(page, /^ Requests \(1\)/);
  await page.keyboard.press('Enter');
  await tabTo(page, new RegExp(ravi.username));
  await page.keyboard.press('Enter');
  await expect(requestBar(page, ravi)).toBeVisible();
  await tabTo(page, /\bAccept\b/);
  await page.keyboard.press('Enter');
  await expect(messageInput(page)).toBeFocused();
  await page.keyboard.type('yes, I am');
  await page.keyboard.press('Enter');
  await expect(tickOf(page, 'yes, I am', 'Sent')).toBeVisible();
  await page.context().close();
});

test('MR-03: who takes no first texts gets none, not even of those they follow; the text can be put back into the input', async ({
  browser,
  server,
  client,
}) => {
  const [kavi, noor] = [await register(client, 'kavita'), await register(client, 'noorjahan')];
  await makeKnown(client, kavi, noor);
  const [reader, sender] = [
    await openAs(browser, server, kavi, desktop),
    await openAs(browser, server, noor, desktop),
  ];
  await openSettings(reader, 'Privacy');
  const settings = reader.getByRole('main');
  const saved = reader.waitForResponse((response) => response.request().method() === 'PATCH');
  await settings.getByRole('radio', { name: /^Nobody/ }).click();
  await expect(settings.getByRole('radio', { name: /^Nobody/ })).toBeChecked();
  expect((await saved).status()).toBe(200);
  await sender.goto(`/v1/chat/${kavi.username}`);
  await messageInput(sender).fill('are you coming tonight?');
  await messageInput(sender).press('Enter');
  await expect(sender.getByText('User is not accepting messages right now.')).toBeVisible();
  await sender.getByRole('button', { name: 'Put back' }).click();
  await expect(messageInput(sender)).toHaveValue('are you coming tonight?');
  expect((await client('GET /chat/unread', {}, kavi)).data.total).toBe(0);
  for (const page of [reader, sender]) await page.context().close();
});
