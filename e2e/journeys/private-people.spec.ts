import type { Page } from '@playwright/test';
import { metadataOf, rotatedWithLocation } from '../../server/src/features/media/pictures.fixture.ts';
import { listsPanel, openInbox, openUsers } from '../chats.ts';
import {
  chooseInAccountMenu,
  desktop,
  expect,
  makeKnown,
  message,
  openAs,
  phone,
  register,
  rowOf,
  sendMessage,
  test,
} from '../journey.ts';

/** Filters users by the prefix of their name. */
async function filterByName(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter Users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter Users' });
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Gender').selectOption('Female');
  await dialog.getByLabel('Country').selectOption('India');
  await dialog.getByRole('button', { name: 'Apply Filters' }).click();
  await expect(dialog).toBeHidden();
}

/** The row of a person in the list of users or of recent chats on a desktop; other columns may link to their profile. */
const personCard = (page: Page, username: string) =>
  listsPanel(page).getByRole('link', { name: new RegExp(username) });

/** The tab Chats with this number on its badge, which is hidden if everything is read. */
const unread = (page: Page, count: number) =>
  page.getByRole('link', { name: new RegExp(`\\b${count} unread.*Chats`) });

/** Deletes one message; the browser's dialog asks for confirmation (PC-30). */
async function deleteMessage(page: Page, text: string): Promise<void> {
  const row = rowOf(page, text);
  await row.hover();
  page.once('dialog', (question) => void question.accept());
  await row.getByRole('button', { name: /^Delete the message/ }).click();
  await expect(message(page, text)).toBeHidden();
}

test('three users: found by filters, messaged, a photo without its location, read on two tabs, blocked, unblocked (PC-01, PC, DI, UN, CV, RP)', async ({
  browser,
  server,
  client,
}) => {
  test.setTimeout(180_000);
  const [kavi, noor, mira] = [
    await register(client, 'kavita'),
    await register(client, 'noorjahan'),
    await register(client, 'miranda'),
  ];
  await makeKnown(client, kavi, noor, mira);
  const desk = await openAs(browser, server, kavi, desktop);
  const mobile = await openAs(browser, server, noor, phone);
  const secondTab = await mobile.context().newPage();
  const third = await openAs(browser, server, mira, desktop);

  // Found in the directory, and messaged.
  await mobile.goto('/v1');
  await secondTab.goto('/v1');
  await desk.goto('/v1');
  await openUsers(desk);
  await filterByName(desk, noor.username);
  await personCard(desk, noor.username).first().click();
  await expect(desk.getByRole('heading', { name: noor.username })).toBeVisible();
  await sendMessage(desk, 'are you coming tonight?');
  await sendMessage(desk, 'bring the good speakers');
  await expect(message(desk, 'bring the good speakers')).toBeVisible();

  // Unread on both tabs; reading in one updates the other.
  await expect(unread(mobile, 2)).toBeVisible();
  await expect(unread(secondTab, 2)).toBeVisible();
  await mobile.getByRole('button', { name: 'Unread messages' }).click();
  const panel = mobile.getByRole('dialog', { name: 'Unread Messages' });
  await panel.getByText('bring the good speakers').click();
  await expect(message(mobile, 'are you coming tonight?')).toBeVisible();
  await expect(secondTab.getByRole('link', { name: /^Chats$/ })).toBeVisible();

  // A conversation with visible typing.
  await mobile.getByLabel('Message', { exact: true }).pressSequentially('on my way');
  await expect(desk.getByText(/is typing/)).toBeVisible();
  await mobile.keyboard.press('Enter');
  await expect(message(desk, 'on my way')).toBeVisible();
  await expect(unread(desk, 1)).toBeHidden();

  // A photo with a file name and a location arrives without either, hidden until requested.
  await mobile.getByRole('button', { name: 'Add image' }).click();
  const photo = await rotatedWithLocation().jpeg().toBuffer();
  const dialog = mobile.getByRole('dialog', { name: 'Add Image' });
  await dialog
    .getByLabel('Image file')
    .setInputFiles({ name: 'rooftop.jpg', mimeType: 'image/jpeg', buffer: photo });
  const add = dialog.getByRole('button', { name: 'Add image', exact: true });
  // The decoder is a separate process, which starts with the first picture.
  await expect(add).toBeEnabled({ timeout: 45_000 });
  await add.click();
  await sendMessage(mobile, 'the view from here');
  await expect(message(desk, 'the view from here')).toBeVisible();
  await desk.getByRole('button', { name: 'Show Image' }).click();
  const image = desk.getByRole('img', { name: /^Image from/ });
  await expect(image).toBeVisible();
  const address = new URL((await image.getAttribute('src')) ?? '', server.url).href;
  for (const url of [address, address.replace('&size=small', '')]) {
    const served = await desk.request.get(url);
    const bytes = await served.body();
    expect(await metadataOf(bytes)).toEqual({ format: 'webp', exif: undefined, orientation: undefined });
    expect(bytes.includes('Nadia')).toBe(false);
  }

  // Own messages are deleted for both users, others' for the caller only.
  await deleteMessage(desk, 'bring the good speakers');
  await expect(message(mobile, 'bring the good speakers')).toBeHidden();
  await deleteMessage(desk, 'on my way');
  await expect(message(mobile, 'on my way')).toBeVisible();

  // A third user is blocked: the two see each other nowhere.
  await third.goto(`/v1/chat/${kavi.username}`);
  await sendMessage(third, 'hello kavita');
  await expect(message(third, 'hello kavita')).toBeVisible();
  await desk.goto(`/v1/chat/${mira.username}`);
  await expect(message(desk, 'hello kavita')).toBeVisible();
  // An answer keeps the two known to each other after the block, which ends follows.
  await sendMessage(desk, 'hello miranda');
  await desk.getByRole('button', { name: 'Report or Block' }).click();
  await desk.getByRole('button', { name: new RegExp(`^Block ${mira.username}`) }).click();
  await desk.getByRole('button', { name: 'Block', exact: true }).click();
  for (const [page, name] of [
    [desk, mira.username],
    [third, kavi.username],
  ] as const) {
    await expect(page.getByText(`You have blocked ${name} or have been blocked by ${name}.`)).toBeVisible();
    await expect(page.getByLabel('Message', { exact: true })).toBeHidden();
  }
  await expect(third.getByRole('button', { name: 'Unblock' })).toBeHidden();
  await third.goto('/v1');
  await openUsers(third);
  await filterByName(third, kavi.username);
  await expect(third.getByText('No users found')).toBeVisible();
  await openInbox(third);
  await expect(third.getByText('No conversations yet')).toBeVisible();

  // Unblocked from the header; everything is visible again.
  await chooseInAccountMenu(desk, 'Blocked users');
  const blocked = desk.getByRole('dialog', { name: 'Blocked users' });
  await blocked.getByRole('button', { name: `Unblock ${mira.username}` }).click();
  const sure = desk.getByRole('dialog', { name: `Unblock ${mira.username}?` });
  await sure.getByRole('button', { name: 'Unblock', exact: true }).click();
  await expect(blocked.getByText('No blocked users.')).toBeVisible();
  await blocked.getByRole('button', { name: 'Close' }).click();
  await expect(message(desk, 'hello kavita')).toBeVisible();
  await third.getByRole('button', { name: 'Refresh' }).click();
  await personCard(third, kavi.username).first().click();
  await sendMessage(third, 'friends again?');
  await expect(message(desk, 'friends again?')).toBeVisible();
  for (const page of [desk, mobile, third]) await page.context().close();
});
