import type { Locator, Page } from '@playwright/test';
import {
  desktop,
  expect,
  makeKnown,
  message,
  openAs,
  openSettings,
  phone,
  register,
  test,
} from '../journey.ts';
import { adminCommand, openConsole, openNotifications, openSection } from '../operators.ts';
import { writePrivately } from '../strangers.ts';

const threat = 'answer me or everybody sees your pictures';
const acted = 'We looked at your report and acted on it. Thank you for telling us.';

/** Opens the report dialog from the header of the open private chat. */
async function openReport(page: Page, username: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Report or Block' }).click();
  await page.getByRole('button', { name: `Report ${username}` }).click();
  const dialog = page.getByRole('dialog', { name: `Report ${username}` });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Opens 'Your reports' from the last notification with this title. */
async function followNotification(page: Page, title: string): Promise<void> {
  const dialog = await openNotifications(page);
  const row = dialog.getByRole('listitem').filter({ hasText: title }).first();
  await row.getByRole('link', { name: 'Your reports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your reports' })).toBeVisible();
}

/** Opens the console of an administrator with its queue. */
async function openQueue(page: Page): Promise<Locator> {
  await page.goto('/v1');
  await openConsole(page);
  await openSection(page, 'Reports');
  return page.locator('[data-row]');
}

/** Takes and decides the open report with a warning. */
async function warn(page: Page, username: string): Promise<void> {
  const report = page.getByRole('article');
  await report.getByRole('radio', { name: 'Warn' }).check();
  await report.getByRole('button', { name: '+ Insults' }).click();
  await report.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText(`${username} was warned`).first()).toBeVisible();
}

test('MR-05, MR-06: a threat is reported without words, stands before older reports, and its reporter follows it until it is decided again', async ({
  browser,
  server,
  client,
}) => {
  const [anu, bala, zed, leela] = [
    await register(client, 'anu'),
    await register(client, 'bala'),
    await register(client, 'zed'),
    await register(client, 'leela'),
  ];
  await makeKnown(client, anu, bala);
  await adminCommand(server, 'grant', leela.username);
  const body = { reported_username: anu.username, reason: 'Writes the same to everybody.' };
  await client('POST /users/report', { body }, zed);
  await writePrivately(server, bala, anu.username, 'why are you so quiet?', threat);
  const [victim, admin] = [
    await openAs(browser, server, anu, desktop),
    await openAs(browser, server, leela, desktop),
  ];

  await test.step('reported without words: help, and the other one is blocked', async () => {
    await victim.goto(`/v1/chat/${bala.username}`);
    await expect(message(victim, threat)).toBeVisible();
    const dialog = await openReport(victim, bala.username);
    await dialog.getByRole('checkbox', { name: 'I am being threatened' }).check();
    await dialog.getByRole('button', { name: 'Report', exact: true }).click();
    const help = victim.getByRole('dialog', { name: 'Thank you for telling us' });
    await expect(help.getByRole('link', { name: /112/ }).first()).toHaveAttribute('href', 'tel:112');
    await expect(help.getByText('Please check a number before you rely on it.')).toBeVisible();
    await help.getByRole('button', { name: 'I am in another country' }).click();
    await help.getByLabel('Where are you?').selectOption('France');
    await expect(help.getByRole('link', { name: /3919/ })).toBeVisible();
    await help.getByRole('button', { name: 'Close' }).last().click();
    await expect(victim.getByRole('heading', { name: 'Blocked' })).toBeVisible();
  });

  await test.step('strangers do not find the reporter until the reporter wants it', async () => {
    const stranger = await openAs(browser, server, zed, phone);
    await stranger.goto(`/profile/${anu.username}`);
    await expect(stranger.getByRole('heading', { name: 'User not found' })).toBeVisible();
    await openSettings(victim, 'Privacy');
    const safety = victim.getByRole('main');
    await safety.getByRole('button', { name: 'Show my profile to everybody' }).click();
    await expect(victim.getByText('Your profile is visible again.').first()).toBeVisible();
    await stranger.reload();
    await expect(stranger.getByRole('heading', { name: anu.username })).toBeVisible();
    await stranger.context().close();
    await safety.getByRole('link', { name: 'Your reports' }).click();
    await expect(victim.getByRole('heading', { name: 'Report 1' })).toContainText('Received');
    await expect(victim.getByText(`About ${bala.username}`)).toBeVisible();
    await victim.goto('/v1');
  });

  await test.step('it stands before an older report, and the reporter is told that it is looked at', async () => {
    const rows = await openQueue(admin);
    const row = rows.filter({ hasText: bala.username });
    await expect(row).toContainText('Threatened');
    await expect(row).toContainText(/due in \d h/);
    const places = await rows.allTextContents();
    const placeOf = (words: string) => places.findIndex((text) => text.includes(words));
    expect(placeOf(bala.username)).toBeLessThan(placeOf('Writes the same to everybody.'));
    await row.click();
    const report = admin.getByRole('article');
    await expect(report.getByText('The reporter is threatened and wrote no reason.')).toBeVisible();
    await expect(report.getByRole('list', { name: 'Messages kept' }).getByText(threat)).toBeVisible();
    await report.getByRole('button', { name: 'Take', exact: true }).click();
    await expect(report.getByText('You look at it')).toBeVisible();
    await followNotification(victim, 'Your report is being looked at');
    await expect(victim.getByRole('heading', { name: 'Report 1' })).toContainText('Being looked at');
    await victim.goto('/v1');
  });

  await test.step('decided, and asked again once', async () => {
    await warn(admin, bala.username);
    await followNotification(victim, 'Thank you for your report');
    await expect(victim.getByRole('heading', { name: 'Report 1' })).toContainText('Decided');
    await expect(victim.getByText(acted)).toBeVisible();
    const again = victim.getByRole('button', { name: 'Ask again' });
    await again.click();
    const dialog = victim.getByRole('dialog', { name: 'Ask again about report 1' });
    await dialog.getByLabel('Why should we look again?').fill('He writes from a second account now.');
    await dialog.getByRole('button', { name: 'Ask again' }).click();
    await expect(dialog).toBeHidden();
    await expect(victim.getByRole('heading', { name: 'Report 1' })).toContainText('Received');
    await expect(again).toHaveCount(0);

    await admin.reload();
    const row = admin.locator('[data-row]').filter({ hasText: bala.username });
    await expect(row).toContainText('Asked again');
    await row.click();
    await expect(admin.getByText('He writes from a second account now.')).toBeVisible();
    await expect(admin.getByText(/^Decided before by leela/)).toBeVisible();
    await warn(admin, bala.username);
    await victim.reload();
    await expect(victim.getByRole('heading', { name: 'Report 1' })).toContainText('Decided');
    await expect(again).toHaveCount(0);
  });
  for (const page of [victim, admin]) await page.context().close();
});
