import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { Client } from '../../server/src/test/client.ts';
import { expectAccessible, layouts } from '../accessible.ts';
import { desktop, expect, openAs, openRoom, openSettings, register, sendMessage } from '../journey.ts';
import { openNotifications } from '../operators.ts';
import { escapeTo, test, type Person } from '../operators-views.ts';
import type { Server } from '../server.ts';

/** Opens the app as a new user, and suspends that user. */
async function openSuspended(
  { browser, server, client, admin }: { browser: Browser; server: Server; client: Client; admin: Person },
  options: BrowserContextOptions,
): Promise<Page> {
  const user = await register(client, 'a-name-of-almost-thirty');
  const page = await openAs(browser, server, user, options);
  await page.goto('/v1');
  await expect(page.getByRole('button', { name: /^Wallet: \d/ })).toBeVisible();
  const body = { reason: `You insulted people in three rooms. ${'averylongword'.repeat(8)}` };
  const params = { username: user.username };
  await client('POST /admin/users/:username/suspend', { params, body }, admin);
  return page;
}

/** Checks the page of a suspended user, before and after the appeal. */
async function checkSuspension(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
  await expect(page.getByText(/^You insulted people/)).toBeVisible();
  await expectAccessible(page, 'suspended');
  await page.getByRole('button', { name: 'Ask for another look' }).click();
  await expect(page.getByText(/^Please write at least/)).toBeVisible();
  await expectAccessible(page, 'an appeal without words');
  await page.getByLabel('Why should we look again?').fill('It was a line from a film.');
  await page.getByRole('button', { name: 'Ask for another look' }).click();
  await expect(page.getByText('You asked for another look')).toBeVisible();
  await expectAccessible(page, 'suspended, with an appeal');
}

/** Checks the notifications of a warned user, and the dialog of the warning. */
async function checkNotifications(page: Page): Promise<void> {
  const bell = page.getByRole('button', { name: 'Notifications' });
  const dialog = await openNotifications(page);
  await expect(dialog.getByText('A warning from the people who look after Adda')).toBeVisible();
  await expectAccessible(page, 'notifications');
  await dialog.getByRole('button', { name: 'Ask for another look' }).click();
  const appeal = page.getByRole('dialog', { name: 'A warning to you' });
  await expect(appeal.getByLabel('Why should we look again?')).toBeVisible();
  await expectAccessible(page, 'a warning');
  await page.keyboard.press('Escape');
  await expect(appeal).toBeHidden();
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(bell).toBeFocused();
}

/** Checks the dialogs that report a message and that open an external link in it. */
async function checkChatDialogs(page: Page, text: string): Promise<void> {
  const row = page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ has: page.getByText(text) });
  await row.hover();
  const options = row.getByRole('button', { name: /^Options of the message/ });
  await options.click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await escapeTo(page, /^Report a message of/, options);
  const link = row.getByRole('link').first();
  await link.click();
  await escapeTo(page, 'Leave Adda?', link);
}

/** Checks the data export and the dialog that deletes the account. */
async function checkPrivacyDialogs(page: Page): Promise<void> {
  await openSettings(page, 'Account');
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
  await expectAccessible(page, 'your data');
  await page.getByRole('button', { name: /copy/i }).first().click();
  await expect(page.getByRole('link', { name: /Download|Get/ })).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, 'a copy that is ready');
  const leave = page.getByRole('button', { name: /^Delete/ }).last();
  await leave.click();
  await escapeTo(page, /delete/i, leave);
}

for (const [where, options] of layouts) {
  test(`views of moderation and announcements for users, ${where}, light and dark: axe finds nothing, nothing scrolls sideways, Escape closes and the focus returns (SV-50, SV-51, SH-50)`, async ({
    browser,
    server,
    client,
    admin,
  }) => {
    test.setTimeout(240_000);
    const suspended = await openSuspended({ browser, server, client, admin }, options);
    await checkSuspension(suspended);
    await suspended.context().close();
    const visitor = await (await browser.newContext({ ...options, baseURL: server.url })).newPage();
    await visitor.goto('/suspended');
    await expect(visitor.getByRole('heading', { name: 'Is your account suspended?' })).toBeVisible();
    await expectAccessible(visitor, 'suspended page without a session');
    await visitor.context().close();

    const [ann, ben] = [await register(client, 'ann'), await register(client, 'ben')];
    const groupId = await openRoom(client, [ann, ben]);
    const speaker = await openAs(browser, server, ben, desktop);
    await speaker.goto(`/v1/group/${groupId}`);
    await sendMessage(speaker, `look https://example.com/${'path/'.repeat(20)}`);
    const page = await openAs(browser, server, ann, options);
    await page.goto(`/v1/group/${groupId}`);
    await expect(page.getByText(/^look/).last()).toBeVisible();
    await checkChatDialogs(page, 'look');
    const report = { reported_username: ann.username, reason: 'Shouting in every room, again' };
    const { data } = await client('POST /users/report', { body: report }, ben);
    const reason = 'Please talk to people the way you want to be talked to.';
    await client(
      'PATCH /admin/reports/:report_id',
      {
        params: { report_id: data.report_id },
        body: { status: 'resolved', action: 'warn', reason, keep_out: true },
      },
      admin,
    );
    // The announcement of the filled console.
    await page.goto('/v1?tab=feed');
    await expect(page.getByText(/^Tonight from two to three/)).toBeVisible();
    await expectAccessible(page, 'the banner');
    await checkNotifications(page);
    await page.getByRole('button', { name: 'Close this announcement' }).click();
    await expect(page.getByText(/^Tonight from two to three/)).toBeHidden();
    await checkPrivacyDialogs(page);
    for (const each of [speaker, page]) await each.context().close();
  });
}
