import type { Locator, Page } from '@playwright/test';
import { expectAccessible, layouts } from '../accessible.ts';
import {
  expect,
  makeKnown,
  message,
  openAs,
  openRoom,
  openSettings,
  register,
  sendMessage,
  test,
} from '../journey.ts';
import { messageInput } from '../messages.ts';
import { adminCommand } from '../operators.ts';
import { openHistory, openRequest, requestsRow, writePrivately } from '../strangers.ts';

/** Nearly the maximum length of a username. */
const LONG_NAME = 'a-name-of-almost-thirty';
const LONG_WORD = 'averylongwordwithoutaspace'.repeat(12);
const TEMPTING = 'whatsapp +91 98765 43210, pay riya@ybl, see https://example.com/deal';

/** Opens 'Your reports'; resolves with its list. */
async function openReports(page: Page): Promise<Locator> {
  await page.goto('/reports');
  await expect(page.getByRole('heading', { level: 1, name: 'Your reports' })).toBeVisible();
  return page.getByRole('main').getByRole('listitem');
}

/** Lets every report of the queue be overdue, which takes hours otherwise. */
async function makeOverdue(page: Page): Promise<void> {
  await page.route(/\/admin\/reports\?/, async (route) => {
    const response = await route.fetch();
    const body: { reports: object[] } = JSON.parse(await response.text());
    const overdue = { is_overdue: true, due_at: new Date(Date.now() - 3_600_000).toISOString() };
    const reports = body.reports.map((report) => ({ ...report, ...overdue }));
    await route.fulfill({ response, json: { ...body, reports } });
  });
}

for (const [where, options] of layouts) {
  test(`MR-01 to MR-04: every view of requests, ${where}, light and dark: axe finds nothing, nothing scrolls sideways (SH-50)`, async ({
    browser,
    server,
    client,
  }) => {
    const [kavi, noor, first, second, third] = [
      await register(client, LONG_NAME),
      await register(client, LONG_NAME),
      await register(client, LONG_NAME),
      await register(client, 'ravi'),
      await register(client, 'zubin'),
    ];
    const reader = await openAs(browser, server, kavi, options);
    await openHistory(reader);
    await expect(reader.getByText('No conversations yet')).toBeVisible();
    await expectAccessible(reader, 'recent chats without requests');
    await openRoom(client, [kavi, first]);
    for (const by of [kavi, first])
      await client('POST /subscriptions/follow', { query: { target_username: noor.username } }, by);
    await writePrivately(server, first, kavi.username, TEMPTING, LONG_WORD);
    await writePrivately(server, second, kavi.username, 'are you the singer?');
    await expect(requestsRow(reader, 2)).toContainText('2 new');
    await expectAccessible(reader, 'the row of requests');
    await requestsRow(reader, 2).click();
    await expect(reader.getByText(/^You are both in/)).toBeVisible();
    await expect(reader.getByText(/^You both follow/)).toBeVisible();
    await expectAccessible(reader, 'the list of requests');
    await openRequest(reader, first);
    await expect(message(reader, LONG_WORD)).toBeVisible();
    await expect(reader.getByRole('note')).toHaveCount(1);
    await expectAccessible(reader, 'an open request');

    const sender = await openAs(browser, server, third, options);
    await sender.goto(`/v1/chat/${kavi.username}`);
    await expect(sender.getByText(/^You can send 3 more texts/)).toBeVisible();
    await sendMessage(sender, 'hello');
    await expect(sender.getByText(/^You can send 2 more texts/)).toBeVisible();
    await expectAccessible(sender, 'a chat with a stranger');
    await messageInput(sender).fill(TEMPTING);
    await messageInput(sender).press('Enter');
    await expect(sender.getByRole('alertdialog').getByRole('listitem')).toHaveCount(4);
    await expectAccessible(sender, 'the warning before a text is sent');
    await writePrivately(server, third, kavi.username, 'one', 'two');
    await expect(sender.getByText('Wait for an answer before you write more')).toBeVisible();
    await expectAccessible(sender, 'a chat without texts left');
    for (const page of [reader, sender]) await page.context().close();
  });

  test(`MR-05, MR-06: every view of threats and reports, ${where}, light and dark: axe finds nothing, nothing scrolls sideways (SH-50)`, async ({
    browser,
    server,
    client,
  }) => {
    const [anu, bala, ravi, leela] = [
      await register(client, LONG_NAME),
      await register(client, LONG_NAME),
      await register(client, LONG_NAME),
      await register(client, 'leela'),
    ];
    await makeKnown(client, anu, bala);
    await adminCommand(server, 'grant', leela.username);
    await writePrivately(server, bala, anu.username, LONG_WORD, 'answer me or everybody sees them');
    const page = await openAs(browser, server, anu, options);
    await openReports(page);
    await expect(page.getByRole('heading', { name: 'No reports' })).toBeVisible();
    await expectAccessible(page, 'Your reports, empty');

    const body = { reported_username: ravi.username, reason: 'Sells followers.', category: 'scam' } as const;
    const { data } = await client('POST /users/report', { body }, anu);
    const params = { report_id: data.report_id };
    await client('PATCH /admin/reports/:report_id', { params, body: { status: 'dismissed' } }, leela);

    await page.goto(`/v1/chat/${bala.username}`);
    await expect(message(page, LONG_WORD)).toBeVisible();
    await page.getByRole('button', { name: 'Report or Block' }).click();
    await page.getByRole('button', { name: `Report ${bala.username}` }).click();
    await expectAccessible(page, 'the report dialog');
    await page.getByRole('checkbox', { name: 'I am being threatened' }).check();
    await expect(page.getByText(/^You need no words/)).toBeVisible();
    await expectAccessible(page, 'the report dialog of a threat');
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'You don’t have to be alone with this' })).toBeVisible();
    await page.getByRole('button', { name: 'I am in another country' }).click();
    await expect(page.getByLabel('Where are you?')).toBeVisible();
    await expectAccessible(page, 'the numbers after a threat');

    await openSettings(page, 'Privacy');
    await expect(page.getByText(/^Because you were threatened/)).toBeVisible();
    await expectAccessible(page, 'the settings of a hidden user');
    await expect(await openReports(page)).toHaveCount(2);
    await expectAccessible(page, 'Your reports');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect(page.getByRole('dialog', { name: 'Ask again about report 1' })).toBeVisible();
    await expectAccessible(page, 'asking again');

    const asking = { params, body: { text: LONG_WORD } };
    await client('POST /users/me/reports/:report_id/ask-again', asking, anu);
    const desk = await openAs(browser, server, leela, options);
    await makeOverdue(desk);
    await desk.goto('/admin?view=reports');
    const row = desk.locator('[data-row]').filter({ hasText: bala.username });
    await expect(row).toContainText('Threatened');
    await expect(row).toContainText('overdue');
    await expect(desk.locator('[data-row]').filter({ hasText: ravi.username })).toContainText('Asked again');
    await expectAccessible(desk, 'the queue with a threat, overdue');
    await row.click();
    await expect(desk.getByText('The reporter is threatened and wrote no reason.')).toBeVisible();
    await expectAccessible(desk, 'the report of a threat');
    await desk.goto(`/admin?view=reports&id=${data.report_id}`);
    await expect(desk.getByRole('heading', { name: 'Asked to look again' })).toBeVisible();
    await expectAccessible(desk, 'a report that was asked about again');
    for (const each of [page, desk]) await each.context().close();
  });
}
