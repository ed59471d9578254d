import type { FrameLocator, Page } from '@playwright/test';
import { halves } from '../../server/src/features/media/pictures.fixture.ts';
import { sendUpload } from '../../server/src/features/feed/posts/send-upload.fixture.ts';
import { desktop, expect, openAs, openRoom, phone, register, test } from '../journey.ts';

const FEW_COINS = '$2';

/** The page of the sandbox inside the dialog of the checkout. */
const checkoutOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Payment sandbox"]');

/** Opens the wallet, and from it the dialog of this name. */
async function fromWallet(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^Wallet/ }).click();
  await page.getByRole('dialog', { name: 'Wallet' }).getByRole('button', { name: action }).click();
}

/** Chooses a package and a way to pay, up to the checkout. */
async function chooseCoins(page: Page, gateway: 'Razorpay' | 'PayPal'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add coins' });
  await dialog.getByRole('radio', { name: `${FEW_COINS} 200 coins`, exact: true }).check({ force: true });
  await dialog.getByRole('radio', { name: gateway }).check();
  await dialog.getByRole('button', { name: `Pay ${FEW_COINS}` }).click();
}

const wallet = (page: Page, coins: number) => page.getByRole('button', { name: `Wallet: ${coins} coins` });

test('coins: dismissed, failed, then bought through both providers, given in a room, and seen live (RC-04 to RC-06, GI-03, WA-06)', async ({
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

  await fromWallet(desk, 'Add coins');
  await chooseCoins(desk, 'Razorpay');
  await checkoutOf(desk)
    .getByRole('button', { name: /cancel/i })
    .click();
  const dialog = desk.getByRole('dialog', { name: 'Add coins' });
  await expect(dialog.getByText('Payment cancelled')).toBeVisible();
  await dialog.getByRole('button', { name: `Pay ${FEW_COINS}` }).click();
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
  await desk.getByRole('button', { name: 'Room actions' }).click();
  await desk.getByRole('menuitem', { name: 'Send a gift' }).click();
  const gift = desk.getByRole('dialog', { name: 'Send a gift' });
  await gift.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(gift.getByText('Please select both a recipient and a gift')).toBeVisible();
  await gift.getByRole('radio', { name: /^Kiss/ }).check({ force: true });
  await gift.getByRole('radio', { name: ravi.username }).check();
  await gift.getByRole('button', { name: 'Send for 10 coins' }).click();
  const sentence = new RegExp(`${asha.username}.*${ravi.username}.*kiss`, 'i');
  for (const page of [desk, mobile]) await expect(page.getByText(sentence).first()).toBeVisible();
  await expect(wallet(desk, 391)).toBeVisible();
  const { data } = await client('GET /wallet/balance', {}, ravi);
  expect(data).toMatchObject({ balance: 11, payable: 11 });
  for (const page of [desk, mobile]) await page.context().close();
});

test('a plan: the locked post opens while one looks, the creator is paid, and the plan’s own address leads on to the chat (SU-04 to SU-07, X-05, SV-78)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, ravi, meera] = [
    await register(client, 'asha'),
    await register(client, 'ravi'),
    await register(client, 'meera'),
  ];
  const body = { name: 'Front row', amount: 4.99, validity_days: 30, creator: asha.username };
  const { plan_id: planId } = (await client('POST /subscriptions/plan', { body }, asha)).data;
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
  expect((await client('GET /wallet/balance', {}, asha)).data.balance).toBe(450.1);

  const mobile = await openAs(browser, server, meera, phone);
  await mobile.goto(`/v1/chat/${planId}`);
  await mobile.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await checkoutOf(mobile).getByRole('button', { name: /^pay/i }).click();
  await expect(mobile.getByText('Subscribed successfully').first()).toBeVisible({ timeout: 20_000 });
  await expect(mobile).toHaveURL(new RegExp(`/v1/chat/${asha.username}$`), { timeout: 20_000 });
  for (const page of [desk, mobile]) await page.context().close();
});
