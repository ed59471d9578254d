import type { FrameLocator, Page } from '@playwright/test';
import type { Client } from '../server/src/test/client.ts';
import { expect } from './journey.ts';
import { linkTokenOf } from './mails.ts';
import type { Server } from './server.ts';

type Person = { readonly username: string; readonly token: string };

/** The page of the sandbox inside the dialog of the checkout. */
export const checkoutOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Payment sandbox"]');

/** Opens a dialog from the wallet, by the name of its action. */
export async function fromWallet(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^Wallet/ }).click();
  await page
    .getByRole('dialog', { name: 'Wallet' })
    .getByRole('button', { name: action, exact: true })
    .click();
}

/** Verifies an account's e-mail address with the link from the mail. */
export async function confirmEmail(server: Server, client: Client, { username }: Person): Promise<void> {
  const token = await linkTokenOf(server, `${username}@`, '/verify-email');
  await client('POST /auth/verify-email', { body: { token } });
}

/** Creates a plan; resolves with its id. */
export async function sellPlan(
  client: Client,
  creator: Person,
  { name, amount }: { readonly name: string; readonly amount: number },
): Promise<string> {
  const body = { name, amount, validity_days: 30, creator: creator.username };
  return (await client('POST /subscriptions/plan', { body }, creator)).data.plan_id;
}

/** Subscribes an account and pays at the sandbox, through the API. */
export async function subscribeTo(client: Client, buyer: Person, planId: string): Promise<void> {
  const query = { plan_id: planId, payment_gateway: 'paypal' } as const;
  const { data: order } = await client('POST /subscriptions/subscribe', { query }, buyer);
  const { data: paid } = await client('POST /sandbox/pay/:order_id', {
    params: { order_id: order.order_id },
    body: { outcome: 'success' },
  });
  const { status } = await client(
    'POST /paypal/verify-payment/:subscription_id',
    {
      params: { subscription_id: order.subscription_id },
      body: { payment_id: paid.payment_id ?? order.order_id },
    },
    buyer,
  );
  expect(status).toBe(200);
}
