import type { Page } from '@playwright/test';
import { expectAccessible, layouts } from '../accessible.ts';
import { desktop, expect, openAs } from '../journey.ts';
import { tabTo } from '../keyboard.ts';
import { escapeTo, test } from '../operators-views.ts';

/** Sections with a list and a detail view, each with a filter that has a result. */
const lists: readonly (readonly [view: string, filter: string])[] = [
  ['reports', 'kind=person'],
  ['reports', 'kind=post'],
  ['reports', 'kind=message'],
  ['appeals', ''],
  ['people', 'standing=reported'],
  ['people', 'standing=suspended'],
  ['payouts', ''],
  ['ads', ''],
];

const address = (view: string, filter = '') => `/admin?view=${view}&filter=${encodeURIComponent(filter)}`;

/** Checks every section, and a detail view of each list. */
async function checkSections(page: Page): Promise<void> {
  for (const view of ['dashboard', 'hints', 'referrals', 'safety', 'announcements', 'audit']) {
    await page.goto(address(view));
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expectAccessible(page, view);
  }
  for (const [view, filter] of lists) {
    await page.goto(address(view, filter));
    const row = page.locator('[data-row]').first();
    await expect(row, view).toBeVisible();
    await expectAccessible(page, `${view} ${filter}`);
    await row.click();
    await expect(page.getByRole('article').getByRole('heading').first(), view).toBeVisible();
    await expectAccessible(page, `detail of ${view} ${filter}`);
  }
}

/** Checks the evidence, a decision without a choice, and the confirmation of a ban. */
async function checkDecisionDialogs(page: Page): Promise<void> {
  await page.goto(address('reports', 'kind=post'));
  await page.locator('[data-row]').first().click();
  const report = page.getByRole('article');
  await report
    .getByRole('button', { name: /^Show (picture|video)/ })
    .first()
    .click();
  await expectAccessible(page, 'a picture that is shown');
  const decide = report.getByRole('button', { name: 'Decide' });
  await decide.click();
  await expectAccessible(page, 'a decision without a choice');
  await report.getByRole('radio', { name: 'Ban for good' }).check();
  await report.getByRole('button', { name: '+ Fraud' }).click();
  await decide.click();
  await escapeTo(page, /^Ban .* for good\?/, decide);
  await expect(report.getByRole('textbox', { name: /^Reason/ })).toHaveValue(/deceiving them/);
  await page.goto(address('dashboard'));
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expectAccessible(page, 'the dashboard as tables');
}

for (const [where, options] of layouts) {
  test(`every section of the console, ${where}, light and dark: axe finds nothing, nothing scrolls sideways, Escape closes and the focus returns (SV-48, SH-50)`, async ({
    browser,
    server,
    admin,
  }) => {
    test.setTimeout(240_000);
    const page = await openAs(browser, server, admin, options);
    await checkSections(page);
    await checkDecisionDialogs(page);
    await page.context().close();
  });
}

test('SV-48: the queue can be processed by keyboard only', async ({ browser, server, admin }) => {
  test.setTimeout(120_000);
  const page = await openAs(browser, server, admin, desktop);
  await page.goto(address('reports', 'kind=person'));
  const rows = page.locator('[data-row]');
  await expect(rows.first()).toBeVisible();
  const before = await rows.count();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await tabTo(page, /Reported username/);
  await page.keyboard.type('j1t');
  await expect(page.getByRole('article')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(rows).toHaveCount(before);
  await page.keyboard.press('Tab');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByText('You look at it')).toBeVisible();
  await page.keyboard.press('3');
  await page.keyboard.press('r');
  await page.keyboard.type('Please stop writing to people who said no. t1');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/was warned$/).first()).toBeVisible();
  await expect(rows).toHaveCount(before - 1);
  await expect(page.getByRole('article')).toBeVisible(); // the next one
  await page.context().close();
});
