import type { Page } from '@playwright/test';
import { expectAccessible, layouts } from '../accessible.ts';
import {
  chooseInAccountMenu,
  desktop,
  enterGuest,
  expect,
  makeKnown,
  openAs,
  openSettings,
  phone,
  register,
  sendMessage,
  test,
} from '../journey.ts';
import { tabTo } from '../keyboard.ts';

const SECTIONS = ['Account', 'Privacy', 'Notifications', 'Appearance', 'Languages', 'Wallet', 'Security'];

const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Records what moved on the page from its start, without what follows an input within half a second. */
async function recordShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    type Shift = PerformanceEntry & { hadRecentInput: boolean; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        moved.push(
          ...sources.map(({ node }) =>
            (node instanceof Element ? node.outerHTML : String(node?.textContent)).slice(0, 300),
          ),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'moved') as string[]);
}

/** The left edge of the first tab and the right edge of the last one. */
async function tabEdges(page: Page): Promise<readonly number[]> {
  const tabs = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible();
  const box = await tabs.boundingBox();
  return [box?.x ?? 0, (box?.x ?? 0) + (box?.width ?? 0)];
}

test('HM-08, HM-16: settings by keyboard on a desktop: from the account menu, saved, kept over a reload, left by one step back', async ({
  browser,
  server,
  client,
}) => {
  const asha = await register(client, 'asha');
  const page = await openAs(browser, server, asha, desktop);
  await page.goto('/v1?tab=feed');
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible();
  await tabTo(page, /Account menu/);
  await page.keyboard.press('Enter');
  const available = page.getByRole('menuitemcheckbox', { name: 'Available' });
  await expect(available).toBeFocused();
  await expect(available).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Space');
  await expect(
    page.getByText('You’re shown as offline, and nobody can write to you in private.'),
  ).toBeVisible();
  await expect.poll(async () => (await client('GET /users/me', {}, asha)).data.is_available).toBe(false);
  await expect(available).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Space');
  await expect(page.getByText('People see that you’re online and can write to you.')).toBeVisible();
  await page.keyboard.press('s');
  await page.keyboard.press('Enter');
  await expect(headingOf(page, 'Account')).toBeFocused();

  await tabTo(page, /^\s*Wallet\s*$/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(headingOf(page, 'Wallet')).toBeFocused();
  await expect(page).toHaveURL(/\/v1\/settings\/wallet$/);
  await expect(page.getByRole('radio', { name: 'Indian rupees' })).toBeChecked();
  await page.getByRole('radio', { name: 'Indian rupees' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'US dollars' })).toBeChecked();

  await test.step('money is in dollars now', async () => {
    await page.getByRole('button', { name: 'Open the wallet' }).click();
    const wallet = page.getByRole('dialog', { name: 'Wallet' });
    await expect(wallet.getByText(/^\$\d+\.\d\d$/)).toBeVisible();
    await expect(wallet.getByText('₹')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('what could not be saved keeps the choice', async () => {
    await page.route('**/users/settings', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 503, json: {} }) : route.fallback(),
    );
    await page.getByRole('radio', { name: 'Indian rupees' }).click();
    await expect(page.getByRole('alert').getByText(/^Not saved/)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Indian rupees' })).toBeChecked();
    await expectAccessible(page, 'a setting that was not saved');
    await page.unroute('**/users/settings');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Saved')).toBeVisible();
  });

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Privacy' }).click();
  await expect(headingOf(page, 'Privacy')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?tab=feed$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().close();
});

test('HM-08: settings on a phone: the list, a section, Back', async ({ browser, server, client }) => {
  const asha = await register(client, 'asha');
  const page = await openAs(browser, server, asha, phone);
  await page.goto('/v1?tab=profile');
  await chooseInAccountMenu(page, 'Settings');
  await expect(headingOf(page, 'Settings')).toBeVisible();
  await page.getByRole('link', { name: /^Appearance/ }).tap();
  await expect(headingOf(page, 'Appearance')).toBeVisible();
  await page.getByRole('radio', { name: 'Dark' }).tap();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).tap();
  await expect(headingOf(page, 'Settings')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Appearance/ })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\?tab=profile$/);

  await page.goto('/security');
  await expect(headingOf(page, 'Security')).toBeVisible();
  await expect(page).toHaveURL(/\/v1\/settings\/security$/);
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).tap();
  await expect(headingOf(page, 'Settings')).toBeVisible();
  await page.context().close();
});

test('HM-08: the tabs stay where they are, whatever is beside them; nothing shifts', async ({
  browser,
  server,
  client,
}) => {
  const [asha, ravi] = [await register(client, 'asha'), await register(client, 'ravi')];
  await makeKnown(client, asha, ravi);
  for (const width of [1024, 1280, 1920]) {
    const page = await openAs(browser, server, asha, { viewport: { width, height: 800 } });
    const shifts = await recordShifts(page);
    await page.goto('/v1?tab=feed');
    const edges = await tabEdges(page);
    expect(Math.abs((edges[0] ?? 0) - (width - (edges[1] ?? 0)))).toBeLessThan(2);
    for (const section of SECTIONS) {
      await openSettings(page, section);
      expect(await tabEdges(page), `${section} at ${width}`).toEqual(edges);
    }
    const writer = await openAs(browser, server, ravi, desktop);
    await writer.goto(`/v1/chat/${asha.username}`);
    await sendMessage(writer, `hello at ${width}`);
    await expect(
      page
        .getByRole('banner')
        .getByText(/unread/)
        .first(),
    ).toBeAttached();
    expect(await tabEdges(page), `unread at ${width}`).toEqual(edges);
    expect(await shifts(), `moved at ${width}`).toEqual([]);
    for (const each of [writer, page]) await each.context().close();
  }
});

test('HM-08: the bottom bar does not shift while its button loads', async ({ browser, server, client }) => {
  const asha = await register(client, 'asha');
  const page = await openAs(browser, server, asha, phone);
  const shifts = await recordShifts(page);
  for (const path of ['/v1/settings', '/v1/settings/wallet']) {
    await page.goto(path);
    await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Search' })).toBeVisible();
    await expect(page.locator('.skeleton').filter({ visible: true })).toHaveCount(0);
    expect(await shifts(), path).toEqual([]);
  }
  await page.context().close();
});

for (const [where, options] of layouts) {
  test(`HM-08: every section and the account menu, ${where}, light and dark, for users and guests: axe finds nothing, nothing scrolls sideways (SH-50)`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(240_000);
    for (const account of [
      await register(client, 'a-name-of-almost-thirty'),
      await enterGuest(client, 'Nova'),
    ]) {
      const page = await openAs(browser, server, account, options);
      await page.goto('/v1/settings');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, 'the list');
      for (const section of SECTIONS) {
        await openSettings(page, section);
        await expectAccessible(page, section);
      }
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
      await expectAccessible(page, 'the account menu');
      await page.context().close();
    }
  });
}
