import type { Browser, Page } from '@playwright/test';
import { desktop, expect, freshName, message, phone, sendMessage, test } from '../journey.ts';

/** Fills in the personal data of the registration form. */
async function fillPerson(page: Page): Promise<void> {
  await page.getByLabel('Date of birth').fill('1999-05-17');
  await page.getByLabel('Sex').selectOption('female');
  await page.getByLabel('Country').selectOption('India');
  await page.getByLabel('State or region').selectOption('Kerala');
}

async function register(page: Page, username: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('E-mail').fill(`${username}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('warm chai at dusk');
  await fillPerson(page);
  await page.getByRole('button', { name: 'Create my account' }).click();
  await expect(page).toHaveURL(/\/v1/);
}

async function enterAsGuest(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Enter as a guest' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Display name/).fill(name);
  await fillPerson(page);
  await dialog.getByRole('button', { name: 'Enter as a guest' }).click();
  await expect(page).toHaveURL(/\/v1/);
}

const sizes = [
  ['on a desktop', desktop],
  ['on a phone', phone],
] as const;

const open = async (browser: Browser, baseURL: string, size: object) =>
  (await browser.newContext({ ...size, baseURL })).newPage();

for (const [where, size] of sizes) {
  test(`a member creates a room and a guest ${where} talks with her (GC-01, SV-03, SV-24)`, async ({
    browser,
    server,
  }) => {
    const member = await open(browser, server.url, desktop);
    const guest = await open(browser, server.url, size);
    const username = freshName('meera');
    const room = `Rooftop ${freshName('nights')}`;

    await register(member, username);
    await member
      .getByRole('link', { name: /create room/i })
      .first()
      .click();
    await member.getByLabel('Room name').fill(room);
    await member.getByRole('button', { name: 'Create room' }).click();
    await expect(member.getByRole('heading', { name: room })).toBeVisible();
    await sendMessage(member, 'is anyone here?');
    await expect(message(member, 'is anyone here?')).toBeVisible();

    await enterAsGuest(guest, 'Noor');
    // By its name: on a server with many rooms a new one is not among the busiest.
    await guest.getByLabel('Search rooms').first().fill(room);
    await guest.getByRole('list', { name: 'Rooms found' }).getByRole('link', { name: room }).click();
    await guest.getByRole('button', { name: 'Join Group' }).click();
    await expect(message(guest, 'is anyone here?')).toBeVisible();
    await expect(guest.getByText('Connected', { exact: true }).first()).toBeVisible();

    await guest.getByLabel('Message', { exact: true }).pressSequentially('yes, me');
    await expect(member.getByText(/noor.* is typing/i).first()).toBeVisible();
    await guest.keyboard.press('Enter');
    await expect(message(member, 'yes, me')).toBeVisible();
    await expect(member.getByText(/is typing/)).toBeHidden();
    await member.context().close();
    await guest.context().close();
  });
}
