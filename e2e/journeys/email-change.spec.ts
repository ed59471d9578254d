import { expectAccessible } from '../accessible.ts';
import { desktop, expect, openAs, openSettings, phone, register, test } from '../journey.ts';
import { tabTo } from '../keyboard.ts';
import { linkTokenOf } from '../mails.ts';

test('ID-05: on a phone the address is changed with the link of its mail; the old address takes the account back', async ({
  browser,
  server,
  client,
}) => {
  test.setTimeout(120_000);
  const ann = await register(client, 'ann');
  const oldAddress = `${ann.username}@example.com`;
  const newAddress = `${ann.username}@elsewhere.example`;
  const page = await openAs(browser, server, ann, phone);

  await test.step('the settings say what waits for its confirmation', async () => {
    await openSettings(page, 'Account');
    await page.getByRole('button', { name: 'Change address' }).click();
    await expect(page.getByLabel('New e-mail address')).toBeFocused();
    await page.getByLabel('New e-mail address').fill(newAddress);
    await expectAccessible(page, 'the form of another address');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByText(`We sent a link to ${newAddress}.`)).toBeVisible();
    await expectAccessible(page, 'an address that waits for its confirmation');
  });

  await test.step('the link asks first, then the address is that of the account', async () => {
    const token = await linkTokenOf(server, newAddress, '/change-email');
    await page.goto(`/change-email?token=${token}`);
    await expectAccessible(page, 'the question of the link');
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByRole('heading', { name: "That's your address now" })).toBeVisible();
    await expectAccessible(page, 'the new address');
    await openSettings(page, 'Account');
    await expect(page.getByText(newAddress, { exact: true })).toBeVisible();
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  });

  await test.step('it was not her: back by keyboard alone, on another device', async () => {
    const token = await linkTokenOf(server, oldAddress, '/undo-email-change');
    const other = await (await browser.newContext({ ...desktop, baseURL: server.url })).newPage();
    await other.goto(`/undo-email-change?token=${token}`);
    await expectAccessible(other, 'the question of the notice');
    await tabTo(other, /^\s*This was not me/);
    await other.keyboard.press('Enter');
    await expect(other.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await tabTo(other, /New password/);
    await other.keyboard.type('quiet monsoon lantern');
    await other.keyboard.press('Enter');
    await expect(other).toHaveURL(/\/login$/);
    // Whoever had the account is out.
    await page.goto('/v1');
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
    await other.getByLabel('Username or e-mail').fill(oldAddress);
    await other.getByLabel('Password', { exact: true }).fill('quiet monsoon lantern');
    await other.keyboard.press('Enter');
    await expect(other).toHaveURL(/\/v1/);
    await openSettings(other, 'Account');
    await expect(other.getByText(oldAddress, { exact: true })).toBeVisible();
    await other.context().close();
  });
  await page.context().close();
});

test('ID-05: a login on a new device is told at once and by mail, which ends it by keyboard', async ({
  browser,
  server,
  client,
}) => {
  test.setTimeout(120_000);
  const ann = await register(client, 'ann');
  const page = await openAs(browser, server, ann, phone);
  await page.goto('/v1');
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible();
  const thief = await (await browser.newContext({ ...desktop, baseURL: server.url })).newPage();
  await thief.goto('/login');
  await thief.getByLabel('Username or e-mail').fill(ann.username);
  await thief.getByLabel('Password', { exact: true }).fill('warm chai at dusk');
  await thief.keyboard.press('Enter');
  await expect(thief).toHaveURL(/\/v1/);

  await test.step('the bell says so, and leads to the devices with their times', async () => {
    await expect(page.getByText('1 new', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Notifications' }).click();
    const list = page.getByRole('dialog', { name: 'Notifications' });
    await expect(list.getByText(/You logged in on a new device/)).toBeVisible();
    await expect(list.getByText(/Chrome on/)).toBeVisible();
    await expectAccessible(page, 'the notice of a login');
    await list.getByText(/You logged in on a new device/).click();
    await expect(page.getByRole('heading', { name: 'Your devices' })).toBeVisible();
    await expect(page.getByText(/^Logged in .*, last used /)).toHaveCount(2);
    await expectAccessible(page, 'the devices');
  });

  await test.step('the link of the mail logs everybody out and asks for a new password', async () => {
    const token = await linkTokenOf(server, `${ann.username}@example.com`, '/undo-login');
    const other = await (await browser.newContext({ ...phone, baseURL: server.url })).newPage();
    await other.goto(`/undo-login?token=${token}`);
    await expectAccessible(other, 'the question of the mail');
    await tabTo(other, /^\s*This was not me/);
    await other.keyboard.press('Enter');
    await expect(other.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await expectAccessible(other, 'the new password');
    await thief.goto('/v1');
    await expect(thief.getByRole('button', { name: 'Log in' })).toBeVisible();
    await tabTo(other, /New password/);
    await other.keyboard.type('quiet monsoon lantern');
    await other.keyboard.press('Enter');
    await expect(other).toHaveURL(/\/login$/);
    await other.context().close();
  });
  await thief.context().close();
  await page.context().close();
});
