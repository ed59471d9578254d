import type { Page } from '@playwright/test';
import type { Client } from '../../server/src/test/client.ts';
import { expectAccessible, layouts } from '../accessible.ts';
import { enterGuest, expect, openAs, openRoom, register, test } from '../journey.ts';
import { checkoutOf, confirmEmail, sellPlan, subscribeTo } from '../money.ts';
import type { Server } from '../server.ts';

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const walletButton = (page: Page) => page.getByRole('button', { name: /^Wallet/ });

/** The dialogs that the wallet opens, each with a text that is visible once it has loaded. */
const fromWallet: readonly (readonly [action: string, visibleText: string | RegExp])[] = [
  ['Recharge Wallet', 'Choose a package'],
  ['Daily Spin', '0 of 3 paid spins today'],
  ['Earn Rewards', 'Regular ads'],
  ['Leaderboard', /^Your place/],
  ['Request Payout', 'Where the money goes'],
];
const forGuests: typeof fromWallet = [
  ['Daily Spin', 'Create register account to earn money!'],
  ['Earn Rewards', 'Please log in to earn ad rewards.'],
  ['Leaderboard', 'Place 1'],
];

/** Opens each dialog from the wallet: it is accessible, and Escape returns the focus to the button that opened it. */
async function checkWalletDialogs(page: Page, dialogs: typeof fromWallet): Promise<void> {
  await walletButton(page).click();
  const wallet = dialogOf(page, 'Wallet');
  await expect(wallet).toBeVisible();
  await expectAccessible(page, 'Wallet');
  for (const [action, visibleText] of dialogs) {
    const button = wallet.getByRole('button', { name: action, exact: true });
    await button.click();
    await expect(dialogOf(page, action).getByText(visibleText).first(), action).toBeVisible();
    await expectAccessible(page, action);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page, action), action).toBeHidden();
    await expect(button, `${action} gives the focus back`).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(wallet).toBeHidden();
  await expect(walletButton(page), 'the wallet gives the focus back').toBeFocused();
}

/** Checks an open dialog, and that Escape closes it and returns the focus to `before`. */
async function escapeTo(page: Page, name: string, before: ReturnType<Page['getByRole']>): Promise<void> {
  const dialog = dialogOf(page, name);
  await expect(dialog, name).toBeVisible();
  await expectAccessible(page, name);
  await page.keyboard.press('Escape');
  await expect(dialog, name).toBeHidden();
  await expect(before, `${name} gives the focus back`).toBeFocused();
}

/** Checks the views over the dialogs of the wallet: confirmations, errors, and the checkout. */
async function checkNestedViews(page: Page): Promise<void> {
  await walletButton(page).click();
  const wallet = dialogOf(page, 'Wallet');
  const hide = wallet.getByRole('button', { name: /^Hide from the history/ }).first();
  await hide.click();
  await escapeTo(page, 'Hide this transaction?', hide);

  await wallet.getByRole('button', { name: 'Request Payout' }).click();
  const payout = dialogOf(page, 'Request Payout');
  await payout.getByRole('button', { name: 'Add', exact: true }).click();
  await expectAccessible(page, 'the payee');
  const request = payout.getByRole('button', { name: 'Request Payout' });
  await request.click();
  await expect(payout.getByText('Please enter a valid payout amount')).toBeVisible();
  await expectAccessible(page, 'a payout without an amount');
  await payout.getByLabel('Amount in coins').fill('500');
  await request.click();
  await escapeTo(page, 'Request this payout?', request);
  await page.keyboard.press('Escape');

  await wallet.getByRole('button', { name: 'Recharge Wallet' }).click();
  const recharge = dialogOf(page, 'Recharge Wallet');
  await recharge.getByRole('button', { name: 'Add coins' }).click();
  await expect(recharge.getByText('Please select a package')).toBeVisible();
  await expectAccessible(page, 'no package');
  await recharge.getByText('₹85', { exact: true }).click();
  await recharge.getByRole('button', { name: 'Pay ₹85' }).click();
  await expect(checkoutOf(page).getByRole('button', { name: /^Pay/ })).toBeVisible();
  await expectAccessible(page, 'the checkout');
  await dialogOf(page, 'Pay $1.00').getByRole('button', { name: 'Close' }).click();
  await expect(recharge.getByText('Payment cancelled')).toBeVisible();
  await expectAccessible(page, 'a payment that was cancelled');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

/** Creates a creator with a sold plan and coins, and a room with a guest. */
async function createMarket(server: Server, client: Client) {
  const [asha, ravi] = [await register(client, 'a-name-of-almost-thirty'), await register(client, 'ravi')];
  const gia = await enterGuest(client, 'gia');
  await confirmEmail(server, client, asha);
  const planId = await sellPlan(client, asha, { name: 'averylongword'.repeat(4), amount: 1234.5 });
  await subscribeTo(client, ravi, planId);
  return { asha, ravi, gia, planId, groupId: await openRoom(client, [asha, ravi, gia]) };
}

/** Checks the caller's own plan and its earnings. */
async function checkOwnPlan(page: Page): Promise<void> {
  await page.goto('/v1?tab=profile&view=plans');
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible();
  await page.getByText('Show as a table').click();
  await expectAccessible(page, 'earnings');
  const change = page.getByRole('button', { name: /^Change the plan/ });
  for (const [item, name] of [
    ['Edit', /^Edit plan/],
    ['Stop selling', /^Stop selling/],
  ] as const) {
    await change.click();
    await page.getByRole('menuitem', { name: item }).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog, item).toBeVisible();
    await expectAccessible(page, item);
    await page.keyboard.press('Escape');
    await expect(dialog, item).toBeHidden();
    await expect(change, `${item} gives the focus back`).toBeFocused();
  }
}

for (const [where, options] of layouts) {
  test(`every view of money, ${where}, light and dark: axe finds nothing, nothing scrolls sideways, Escape closes and the focus returns (SH-50)`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(240_000);
    const { asha, ravi, gia, planId, groupId } = await createMarket(server, client);
    const meera = await register(client, 'meera');
    const page = await openAs(browser, server, asha, options);
    await page.goto('/v1');
    await expect(walletButton(page)).toHaveAccessibleName(/coins/);
    await expectAccessible(page, 'the wallet in the header');
    await checkWalletDialogs(page, fromWallet);
    await checkNestedViews(page);
    await page.goto(`/v1/group/${groupId}`);
    const actions = page.getByRole('button', { name: 'Group actions' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Send a gift' }).click();
    await expect(page.getByRole('radio', { name: ravi.username })).toBeVisible();
    await escapeTo(page, 'Send a gift', actions);
    await checkOwnPlan(page);
    await page.goto(`/v1/chat/${planId}`);
    await expect(page.getByText('This is your own plan.')).toBeVisible();
    await expectAccessible(page, 'the own plan');
    await page.context().close();

    for (const [account, visibleText, view] of [
      [meera, 'Pay with', 'a plan'], // from the settings of the server
      [ravi, /^Chat with/, 'a plan that the user has'],
      [gia, 'Keep my account', 'a plan, as a guest'],
    ] as const) {
      const other = await openAs(browser, server, account, options);
      await other.goto(`/v1/chat/${planId}`);
      await expect(other.getByRole('main').getByText(visibleText, { exact: true }).last()).toBeVisible();
      await expectAccessible(other, view);
      if (account === gia) {
        await other.goto('/v1');
        await checkWalletDialogs(other, forGuests);
      }
      await other.context().close();
    }
  });
}

test('SV-82: the page of the sandbox, light and dark, large and small: axe finds nothing, nothing scrolls sideways', async ({
  browser,
  server,
  client,
}) => {
  const asha = await register(client, 'asha');
  const body = { amount: 500, payment_gateway: 'paypal' } as const;
  const { data: order } = await client('POST /recharge/order', { body }, asha);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 320]) {
      const viewport = { width, height: 448 };
      const page = await (await browser.newContext({ viewport, colorScheme, baseURL: server.url })).newPage();
      for (const id of [order.order_id, 'order_nobody']) {
        await page.goto(`/sandbox/checkout/${id}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, `${id}, ${width}, ${colorScheme}`);
      }
      await page.context().close();
    }
  }
});
