import type { Page } from '@playwright/test';
import { randomPicture } from '../../server/src/features/media/pictures.fixture.ts';
import {
  desktop,
  expect,
  makeKnown,
  message,
  openAs,
  openRoom,
  register,
  rowOf,
  sendMessage,
  test,
} from '../journey.ts';
import { inboxRow, listsPanel, openUsers } from '../chats.ts';
import { messageInput, tickOf } from '../messages.ts';
import {
  openHistory,
  openRequest,
  requestBar,
  requestOf,
  requestsRow,
  uploadPicture,
  writePrivately,
} from '../strangers.ts';

const WAIT = 'Wait for an answer before you write more';

/** Finds a user in the directory and opens the chat with them. */
async function findInDirectory(page: Page, username: string): Promise<void> {
  await page.goto('/v1');
  await openUsers(page);
  await page.getByRole('button', { name: 'Filter Users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter Users' });
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByRole('button', { name: 'Apply Filters' }).click();
  await listsPanel(page)
    .getByRole('link', { name: new RegExp(username) })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: username })).toBeVisible();
}

/** Sends a text of which the sender is warned, after the warning. */
async function sendDespiteWarning(page: Page, text: string, reason: string): Promise<void> {
  await messageInput(page).fill(text);
  await messageInput(page).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Send this?' });
  await expect(question.getByRole('listitem')).toHaveText([reason]);
  // Changing it leaves the text as it is.
  await question.getByRole('button', { name: 'Change it' }).click();
  await expect(messageInput(page)).toBeFocused();
  await expect(messageInput(page)).toHaveValue(text);
  await messageInput(page).press('Enter');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expect(message(page, text)).toBeVisible();
  await expect(messageInput(page)).toHaveValue('');
}

/** The link in a message of the open chat. */
const linkIn = (page: Page) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('link', { name: /example\.com/ });

/** Pictures and voice messages are refused with the reason. */
async function expectNoFiles(page: Page): Promise<void> {
  for (const name of ['Add image', 'Record a voice message']) {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.press('Enter');
    await expect(page.getByText('You can send this after they answer').first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
}

test('MR-01, MR-02, MR-04: a stranger writes three texts that arrive as a request, and once it is accepted both have a normal chat', async ({
  browser,
  server,
  client,
}) => {
  const [kavi, noor, zubin] = [
    await register(client, 'kavita'),
    await register(client, 'noorjahan'),
    await register(client, 'zubin'),
  ];
  await openRoom(client, [kavi, zubin]);
  await makeKnown(client, kavi, noor);
  await client('POST /subscriptions/follow', { query: { target_username: noor.username } }, zubin);
  await writePrivately(server, noor, kavi.username, 'see you at eight');
  const [reader, sender] = [
    await openAs(browser, server, kavi, desktop),
    await openAs(browser, server, zubin, desktop),
  ];
  await openHistory(reader);
  await expect(reader.getByRole('link', { name: /\b1 unread.*Chats/ })).toBeVisible();

  await test.step('the stranger is warned, and sees what is left', async () => {
    await findInDirectory(sender, kavi.username);
    await expect(sender.getByText(`You can send 3 more texts until ${kavi.username} answers.`)).toBeVisible();
    await expectNoFiles(sender);
    await sendDespiteWarning(sender, 'call me: +91 98765 43210', 'a phone number');
    await sendDespiteWarning(sender, 'or look at https://example.com/deal', 'a link');
    await expect(sender.getByText(`You can send 1 more text until ${kavi.username} answers.`)).toBeVisible();
  });

  await test.step('the reader sees it live, apart from the chats', async () => {
    await expect(requestsRow(reader, 1)).toContainText('1 new');
    await expect(reader.getByRole('link', { name: /\b1 unread.*Chats/ })).toBeVisible();
    await requestsRow(reader, 1).click();
    const request = requestOf(reader, zubin);
    await expect(request).toContainText('You are both in Room');
    await expect(request).toContainText(`You both follow ${noor.username}`);
    await openRequest(reader, zubin);
    const note = rowOf(reader, 'call me: +91 98765 43210').getByRole('note');
    await expect(note).toContainText('A stranger sent you a phone number.');
    await expect(message(reader, 'or look at https://example.com/deal')).toBeVisible();
    await expect(linkIn(reader)).toHaveCount(0);
    await expect(messageInput(reader)).toHaveCount(0);
    await expect(requestsRow(reader, 1)).not.toContainText('new');
  });

  await test.step('the fourth text stays in the input, and nothing is told of the reader', async () => {
    await messageInput(sender).fill('and a fourth');
    expect(await writePrivately(server, zubin, kavi.username, 'a third from my phone')).toBeUndefined();
    await expect(message(reader, 'a third from my phone')).toBeVisible();
    await expect(sender.getByText(WAIT)).toBeVisible();
    await expect(sender.getByText('What you typed is kept until then.')).toBeVisible();
    expect(await writePrivately(server, zubin, kavi.username, 'a fourth')).toBe('awaiting_answer');
    await expect(tickOf(sender, 'call me: +91 98765 43210', 'Sent')).toBeVisible();
    await expect(sender.getByRole('img', { name: /^(Delivered|Read)$/ })).toHaveCount(0);
  });

  await test.step('accepted: a normal chat for both', async () => {
    await requestBar(reader, zubin).getByRole('button', { name: 'Accept' }).click();
    await expect(messageInput(reader)).toBeFocused();
    await expect(linkIn(reader)).toBeVisible();
    await expect(requestsRow(reader, 1)).toHaveCount(0);
    await expect(inboxRow(reader, zubin.username)).toBeVisible();
    await expect(messageInput(sender)).toHaveValue('and a fourth');
    await messageInput(sender).press('Enter');
    await expect(tickOf(sender, 'and a fourth', 'Read')).toBeVisible();
    await expect(tickOf(sender, 'call me: +91 98765 43210', 'Read')).toBeVisible();
    await messageInput(reader).pressSequentially('nice to');
    await expect(sender.getByText(/is typing/)).toBeVisible();

    await sender.getByRole('button', { name: 'Add image' }).click();
    const dialog = sender.getByRole('dialog', { name: 'Add Image' });
    const buffer = await randomPicture().jpeg().toBuffer();
    await dialog.getByLabel('Image file').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
    const add = dialog.getByRole('button', { name: 'Add image', exact: true });
    // The decoder is a separate process, which starts with the first picture.
    await expect(add).toBeEnabled({ timeout: 30_000 });
    await add.click();
    await sendMessage(sender, 'this is me');
    await reader.getByRole('button', { name: 'Show Image' }).click();
    await expect(reader.getByRole('img', { name: /^Image from/ })).toBeVisible();
  });
  for (const page of [reader, sender]) await page.context().close();
});

test('MR-02, PC-12: a declined request is gone for the reader and the same for its sender; another with a picture is reported and blocked', async ({
  browser,
  server,
  client,
}) => {
  const [kavi, ravi, bala] = [
    await register(client, 'kavita'),
    await register(client, 'ravi'),
    await register(client, 'bala'),
  ];
  // A picture of a user whom the reader followed for a while.
  const query = { target_username: bala.username };
  await client('POST /subscriptions/follow', { query }, kavi);
  const picture = { content: 'guess where', image_id: await uploadPicture(server, bala) };
  expect(await writePrivately(server, bala, kavi.username, picture)).toBeUndefined();
  await client('POST /subscriptions/unfollow', { query }, kavi);
  const [reader, sender] = [
    await openAs(browser, server, kavi, desktop),
    await openAs(browser, server, ravi, desktop),
  ];
  await sender.goto(`/v1/chat/${kavi.username}`);
  await sendMessage(sender, 'hello, are you the singer?');
  await openHistory(reader);
  await expect(requestsRow(reader, 2)).toBeVisible();

  await openRequest(reader, ravi);
  await requestBar(reader, ravi).getByRole('button', { name: 'Decline' }).click();
  await expect(reader.getByText(`You declined the request of ${ravi.username}.`).first()).toBeVisible();
  await expect(requestsRow(reader, 1)).toBeVisible();
  await sendMessage(sender, 'I loved your last song');
  await expect(tickOf(sender, 'I loved your last song', 'Sent')).toBeVisible();
  await expect(sender.getByText(/^You can send 1 more text/)).toBeVisible();
  await openHistory(reader);
  await expect(requestsRow(reader, 1)).toBeVisible();
  await reader.goto(`/v1/chat/${ravi.username}`);
  await expect(reader.getByText('Nothing said yet')).toBeVisible();

  await openHistory(reader);
  await openRequest(reader, bala);
  await expect(reader.getByRole('button', { name: 'Show Image' })).toBeVisible();
  await expect(reader.getByRole('img', { name: /^Image from/ })).toHaveCount(0);
  await requestBar(reader, bala).getByRole('button', { name: 'Report' }).click();
  const dialog = reader.getByRole('dialog', { name: `Report ${bala.username}` });
  await dialog.getByRole('button', { name: 'Report and block' }).click();
  await expect(reader.getByText(`You reported and blocked ${bala.username}.`).first()).toBeVisible();
  await expect(reader.getByRole('heading', { name: 'Blocked' })).toBeVisible();
  await expect(reader.getByRole('button', { name: /^Requests \(/ })).toHaveCount(0);
  for (const page of [reader, sender]) await page.context().close();
});
