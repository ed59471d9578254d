import { GIFTS, type GiftType } from '@adda/contract/gifts';
import type { Client } from '../test/client.ts';
import { expectDone } from './expect-done.ts';
import type { Person } from './talk.ts';

type Place = { readonly client: Client };

/** Number of a room's members with wallet activity. */
const SPENDERS = 24;
const AMOUNTS = [500, 1000, 2000] as const;
const GIFTS_EACH = 3;
const KINDS = Object.keys(GIFTS).filter((kind): kind is GiftType => kind in GIFTS);

/** Pays an order at the sandbox's checkout, and verifies it. */
export async function payAtSandbox(client: Client, orderId: string): Promise<string> {
  const params = { order_id: orderId };
  const paid = await client('POST /sandbox/pay/:order_id', { params, body: { outcome: 'success' } });
  return paid.data.payment_id ?? orderId;
}

/** Returns whether payments use the sandbox of this server; with real providers the seed buys nothing. */
export async function canPay(client: Client): Promise<boolean> {
  const { data } = await client('GET /config/client', {});
  return data.payments.some(({ gateway, is_sandbox: isSandbox }) => isSandbox && gateway === 'razorpay');
}

/** Buys coins, spins the wheel and gives gifts in a room; users who already have coins buy none. */
export async function spendCoins(
  { client }: Place,
  { groupId, members }: { readonly groupId: string; readonly members: readonly Person[] },
): Promise<void> {
  if (!(await canPay(client))) return;
  for (const [n, person] of members.slice(0, SPENDERS).entries()) {
    const { data } = await client('GET /wallet/history', { query: {} }, person);
    if (data.history.some(({ transaction_type: type }) => type === 'credit' || type === 'wheel_game'))
      continue;
    await recharge(client, person, AMOUNTS[n % AMOUNTS.length] ?? AMOUNTS[0]);
    for (let spin = 0; spin < n % 4; spin += 1) expectDone(await client('POST /wallet/spin', {}, person));
    for (let gift = 0; gift < GIFTS_EACH; gift += 1) {
      const recipient = members[(n * 3 + gift * 5 + 1) % members.length];
      if (!recipient || recipient === person) continue;
      const body = {
        group_id: groupId,
        recipient_username: recipient.username,
        gift_type: KINDS[(n + gift) % KINDS.length] ?? 'like',
      };
      const answer = await client('POST /groupchat/groups/send-gift', { body }, person);
      expectDone(answer, [
        'gift_recipient_not_member',
        'gift_to_guest',
        'not_a_member',
        'banned_from_group',
        'timed_out',
      ]);
    }
  }
}

async function recharge(client: Client, person: Person, amount: number): Promise<void> {
  const order = await client('POST /recharge/order', { body: { amount } }, person);
  const { order_id: orderId } = order.data;
  const body = { payment_id: await payAtSandbox(client, orderId) };
  expectDone(
    await client('POST /recharge/verify-payment/:order_id', { params: { order_id: orderId }, body }, person),
  );
}
