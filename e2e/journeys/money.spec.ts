import type { Page } from '@playwright/test';
import { halves } from '../../server/src/features/media/pictures.fixture.ts';
import { sendUpload } from '../../server/src/features/feed/posts/send-upload.fixture.ts';
import {
  desktop,
  enterGuest,
  expect,
  openAs,
  openRoom,
  phone,
  register,
  test,
  withMotion,
} from '../journey.ts';
import { tabTo } from '../keyboard.ts';
import { checkoutOf, confirmEmail, fromWallet, sellPlan, subscribeTo } from '../money.ts';

test.use(withMotion);

const PACKAGE_PRICE = '₹170';

/** Selects a package and a provider, and opens the checkout. */
async function chooseCoins(page: Page, gateway: 'Razorpay' | 'PayPal'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Recharge Wallet' });
  await dialog.getByText(PACKAGE_PRICE, { exact: true }).click();
  await expect(dialog.getByRole('radio', { name: `${PACKAGE_PRICE} 200 coins`, exact: true })).toBeChecked();
  await dialog.getByRole('radio', { name: gateway }).check();
  await dialog.getByRole('button', { name: `Pay ${PACKAGE_PRICE}` }).click();
}

const wallet = (page: Page, coins: number) => page.getByRole('button', { name: `Wallet: ${coins} coins` });

test('coins: dismissed, failed, then bought through both providers, given in a room, and updated live (RC-04 to RC-06, GI-03, WA-06)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, ravi] = [await register(client, 'asha'), await register(client, 'ravi')];
  const groupId = await openRoom(client, [asha, ravi]);
  const desk = await openAs(browser, server, asha, desktop);
  const mobile = await openAs(browser, server, ravi, phone);
  await desk.goto('/v1');
  await mobile.goto(`/v1/group/${groupId}`);

  await fromWallet(desk, 'Recharge Wallet');
  await chooseCoins(desk, 'Razorpay');
  await checkoutOf(desk)
    .getByRole('button', { name: /cancel/i })
    .click();
  const dialog = desk.getByRole('dialog', { name: 'Recharge Wallet' });
  await expect(dialog.getByText('Payment cancelled')).toBeVisible();
  await dialog.getByRole('button', { name: `Pay ${PACKAGE_PRICE}` }).click();
  await checkoutOf(desk).getByRole('button', { name: /fail/i }).click();
  await expect(dialog.getByText(/^Payment failed: /)).toBeVisible();
  for (const gateway of ['Razorpay', 'PayPal'] as const) {
    await chooseCoins(desk, gateway);
    await checkoutOf(desk).getByRole('button', { name: /^pay/i }).click();
    await expect(dialog.getByText(/200 coins/).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Buy more' }).click();
  }
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Escape');
  await expect(wallet(desk, 401)).toBeVisible();

  await desk.goto(`/v1/group/${groupId}`);
  await desk.getByRole('button', { name: 'Group actions' }).click();
  await desk.getByRole('menuitem', { name: 'Send a gift' }).click();
  const gift = desk.getByRole('dialog', { name: 'Send a gift' });
  await gift.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(gift.getByText('Please select both a recipient and a gift')).toBeVisible();
  await gift.getByText('Kiss', { exact: true }).click();
  await gift.getByRole('radio', { name: ravi.username }).check();
  await gift.getByRole('button', { name: 'Send for 10 coins' }).click();
  const sentence = new RegExp(`${asha.username}.*${ravi.username}.*kiss`, 'i');
  for (const page of [desk, mobile]) await expect(page.getByText(sentence).first()).toBeVisible();
  await expect(wallet(desk, 391)).toBeVisible();
  const { data } = await client('GET /wallet/balance', {}, ravi);
  expect(data).toMatchObject({ balance: 11, payable: 11 });
  for (const page of [desk, mobile]) await page.context().close();
});

test('a plan: the locked post becomes visible in the open view, the creator is paid, and the plan’s own address leads on to the chat (SU-01, SU-02, SU-04 to SU-07, X-05, SV-78)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, ravi, meera] = [
    await register(client, 'asha'),
    await register(client, 'ravi'),
    await register(client, 'meera'),
  ];
  const planId = await sellPlan(client, asha, { name: 'Front row', amount: 4.99 });
  await sendUpload(server.url, asha, {
    file: await halves().jpeg().toBuffer(),
    fields: { caption: 'only for the front row', is_locked: 'true', plan_id: planId },
  });

  const desk = await openAs(browser, server, ravi, desktop);
  await desk.goto('/v1?tab=feed');
  const card = desk.getByRole('article').filter({ hasText: asha.username });
  await card.getByRole('button', { name: /Subscribe to see/ }).click();
  const dialog = desk.getByRole('dialog').filter({ hasText: 'Front row' });
  await dialog.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await checkoutOf(desk).getByRole('button', { name: /^pay/i }).click();
  await expect(desk.getByText('Subscribed successfully').first()).toBeVisible({ timeout: 20_000 });
  await expect(card.getByText('Subscribe to see')).toHaveCount(0);
  expect((await client('GET /wallet/balance', {}, asha)).data.balance).toBe(450);

  const mobile = await openAs(browser, server, meera, phone);
  await mobile.goto(`/v1/chat/${planId}`);
  await mobile.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await checkoutOf(mobile).getByRole('button', { name: /^pay/i }).click();
  await expect(mobile.getByText('Subscribed successfully').first()).toBeVisible({ timeout: 20_000 });
  await expect(mobile).toHaveURL(new RegExp(`/v1/chat/${asha.username}$`), { timeout: 20_000 });
  for (const page of [desk, mobile]) await page.context().close();
});

test('without a mouse: a spin, an ad, a payee and a payout (SP-03, AD-04, PY-02 to PY-07, X-13)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, ravi] = [await register(client, 'asha'), await register(client, 'ravi')];
  await confirmEmail(server, client, asha);
  await subscribeTo(client, ravi, await sellPlan(client, asha, { name: 'Front row', amount: 9.99 }));
  const page = await openAs(browser, server, asha, desktop);
  await page.goto('/v1');
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });

  await tabTo(page, /Wallet/);
  await page.keyboard.press('Enter');
  await expect(dialog('Wallet').getByText('can be paid out')).toBeVisible();
  await tabTo(page, /Daily Spin/);
  await page.keyboard.press('Enter');
  await expect(dialog('Daily Spin').getByRole('button', { name: 'Spin' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog('Daily Spin').getByText('1 of 3 paid spins today')).toBeVisible();
  await expect(dialog('Daily Spin').getByRole('button', { name: 'Spin again' })).toBeVisible();
  await page.keyboard.press('Shift');
  await expect(dialog('Daily Spin').getByRole('status')).toContainText(/Dog|Elephant|Goat|Coin/);
  await page.keyboard.press('Escape');
  await expect(dialog('Wallet').getByRole('button', { name: 'Daily Spin', exact: true })).toBeFocused();

  await tabTo(page, /Earn Rewards/);
  await page.keyboard.press('Enter');
  await expect(dialog('Earn Rewards')).toBeVisible();
  await tabTo(page, /Regular ads/);
  await page.keyboard.press('Enter');
  await expect(dialog('Earn Rewards').getByText(/^1 of \d+ ads$/)).toBeVisible();
  const clickAd = dialog('Earn Rewards').locator('[data-next]');
  await expect(clickAd).toBeFocused();
  const isDone = dialog('Earn Rewards').getByText(/^Rewards: 1 of 10 in 5 minutes, 1 of 30 today$/);
  await expect(async () => {
    if (!(await isDone.isVisible())) await page.keyboard.press('Enter');
    await expect(isDone).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');

  await tabTo(page, /Request Payout/);
  await page.keyboard.press('Enter');
  const payout = dialog('Request Payout');
  await expect(payout.getByLabel('Amount in coins')).toBeVisible();
  await payout.getByLabel('Amount in coins').focus();
  await page.keyboard.type('100');
  await page.keyboard.press('Enter');
  await expect(payout.getByText('Payout amount must be at least 500 INR')).toBeVisible();
  await expect(payout.getByLabel('Amount in coins')).toBeFocused();
  await tabTo(page, /^\s*Add\s*$/);
  await page.keyboard.press('Enter');
  await expect(payout.getByLabel('Kind')).toBeFocused();
  await tabTo(page, /Account holder/);
  await page.keyboard.type('Asha Rao');
  await tabTo(page, /UPI ID/);
  await page.keyboard.type('asha@okbank');
  await page.keyboard.press('Enter');
  await expect(payout.getByText(/Asha Rao/)).toBeVisible();
  await expect(payout.getByRole('button', { name: 'Change' })).toBeFocused();
  await payout.getByLabel('Amount in coins').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('600.25');
  await page.keyboard.press('Enter');
  const question = dialog('Request this payout?');
  await expect(question.getByText('600.25 coins = ₹510.21')).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(payout.getByText(/This request waits for our decision/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(
    dialog('Wallet').getByText('600.25 coins more are held for your payout request.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Wallet/ })).toBeFocused();
  await page.context().close();
});

test('guests see the invitation to register, and no wallet request is sent (WA-04, WA-05, SP-04, AD-07, GI-09, SU-18)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, ravi] = [await register(client, 'asha'), await register(client, 'ravi')];
  const gia = await enterGuest(client, 'gia');
  const groupId = await openRoom(client, [ravi, gia]);
  const planId = await sellPlan(client, asha, { name: 'Front row', amount: 4.99 });
  const page = await openAs(browser, server, gia, phone);
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto('/v1');
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const invitation = 'Create register account to earn money!';

  await page.getByRole('button', { name: 'Wallet', exact: true }).click();
  await expect(dialog('Wallet').getByText(invitation)).toBeVisible();
  for (const missing of ['Recharge Wallet', 'Request Payout'])
    await expect(dialog('Wallet').getByRole('button', { name: missing })).toHaveCount(0);
  await dialog('Wallet').getByRole('button', { name: 'Earn Rewards' }).click();
  await expect(dialog('Earn Rewards').getByText('Please log in to earn ad rewards.')).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog('Wallet').getByRole('button', { name: 'Daily Spin' }).click();
  await expect(dialog('Daily Spin').getByText(invitation)).toBeVisible();
  await dialog('Daily Spin').getByRole('button', { name: 'Spin', exact: true }).click();
  await expect(dialog('Daily Spin').getByText('Guests win no coins. Make an account to win.')).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog('Wallet').getByRole('button', { name: 'Leaderboard' }).click();
  await expect(dialog('Leaderboard').getByRole('list')).toBeVisible();
  await expect(dialog('Leaderboard').getByRole('region', { name: 'Your place' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto(`/v1/group/${groupId}`);
  await page.getByRole('button', { name: 'Group actions' }).click();
  await page.getByRole('menuitem', { name: 'Send a gift' }).click();
  await expect(dialog('Send a gift').getByText('Register to send gifts')).toBeVisible();
  await page.goto(`/v1/chat/${planId}`);
  await expect(page.getByText('Upgrade to permanent user')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeDisabled();
  const walletPaths = [
    '/wallet/balance',
    '/wallet/history',
    '/wallet/ads',
    '/wallet/payouts',
    '/wallet/payee',
  ];
  expect(requestedPaths.filter((path) => walletPaths.includes(path))).toEqual([]);
  await page.context().close();
});
