import { PAYEE_HOLD_HOURS, type PayeeInput } from '@adda/contract/wallet';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startCoins, type Holder } from '../coins-app.fixture.ts';

const upi = { kind: 'upi', name: 'Ann Rao', account: 'ann.rao@okbank' } as const;
const paypal = { kind: 'paypal', name: 'Ann', account: 'ann@mail.example' } as const;

async function startPayees() {
  const fixture = await startCoins();
  const { client, database } = fixture;
  return {
    ...fixture,
    setPayee: async (user: Holder, body: PayeeInput) =>
      (await client('POST /wallet/payee', { body }, user)).data,
    /** Moves all times of a user's payee back by `hours`. */
    letHoursPass: ({ userId }: Holder, hours: number) =>
      sql`UPDATE payees SET updated_at = updated_at - ${hours} * interval '1 hour',
        first_said_at = first_said_at - ${hours} * interval '1 hour' WHERE user_id = ${userId}`.execute(
        database.db,
      ),
    payeeOf: async (by: Holder, payoutId: string) => {
      const params = { payout_id: payoutId };
      const { payout, account } = (await client('GET /admin/payouts/:payout_id', { params }, by)).data;
      return { kind: payout.payee?.kind, account };
    },
    /** Returns the subjects of the mails to a user about payees and payouts, oldest first. */
    blockEventsFor: ({ username }: Holder) => {
      return fixture
        .mails()
        .filter((mail) => mail.includes(`To: ${username}@example.org`))
        .flatMap((mail) => /Subject: (.*[Pp]ayout.*)/.exec(mail)?.[1] ?? []);
    },
  };
}

it('SV-93: a payout keeps the payee of its request, whatever changes later', async () => {
  const { person, admin, setPayee, waiting, decide, payeeOf } = await startPayees();
  const [ann, boss] = [await person({ earned: 600 }), await admin()];
  await setPayee(ann, upi);
  const id = await waiting(ann, 600);
  await setPayee(ann, paypal);
  expect(await payeeOf(boss, id)).toEqual({ kind: 'upi', account: upi.account });
  await decide(boss, id, { status: 'approved' });
  expect(await payeeOf(boss, id)).toEqual({ kind: 'upi', account: upi.account });
});

it('SV-93: a request made before the first payee was set gets that payee, and keeps it', async () => {
  const { person, admin, setPayee, waiting, payeeOf } = await startPayees();
  const [ann, boss] = [await person({ earned: 600 }), await admin()];
  const id = await waiting(ann, 600);
  expect((await setPayee(ann, upi)).payouts_from).toBeNull();
  await setPayee(ann, paypal);
  expect(await payeeOf(boss, id)).toEqual({ kind: 'upi', account: upi.account });
});

it('SV-93: of a concurrent request and first payee, the request has the payee', async () => {
  const { person, admin, setPayee, waiting, payeeOf } = await startPayees();
  const boss = await admin();
  const people = await Promise.all(Array.from({ length: 4 }, () => person({ earned: 600 })));
  for (const ann of people) {
    const [id] = await Promise.all([waiting(ann, 600), setPayee(ann, upi)]);
    expect(await payeeOf(boss, id)).toEqual({ kind: 'upi', account: upi.account });
  }
});

it('SV-91: after a change of payee no payout can be requested for 72 hours, and the error states until when', async () => {
  const { client, person, setPayee, requestPayout, letHoursPass, wallet } = await startPayees();
  const ann = await person({ earned: 600 });
  expect((await setPayee(ann, upi)).payouts_from).toBeNull();
  const { payouts_from: from } = await setPayee(ann, paypal);
  const hours = (Date.parse(from ?? '') - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(PAYEE_HOLD_HOURS - 1);
  expect(hours).toBeLessThan(PAYEE_HOLD_HOURS + 1);
  expect((await client('GET /wallet/payee', {}, ann)).data.payouts_from).toBe(from);
  const refused = await requestPayout(ann, 600);
  const until = `${from?.slice(0, 16).replace('T', ' ')} UTC`;
  expect([refused.status, refused.error]).toEqual([
    409,
    {
      code: 'payout_held_by_payee',
      detail: `Where your payouts go was changed. To keep your coins safe, the next payout can be requested from ${until} on`,
    },
  ]);
  expect(await wallet(ann)).toMatchObject({ balance: 600, held: 0 });
  await letHoursPass(ann, PAYEE_HOLD_HOURS - 1);
  expect((await requestPayout(ann, 600)).status).toBe(409);
  await letHoursPass(ann, 1);
  expect((await requestPayout(ann, 600)).status).toBe(200);
});

it('SV-93: setting the same payee again is no change', async () => {
  const { person, setPayee, requestPayout, blockEventsFor } = await startPayees();
  const ann = await person({ earned: 600 });
  await setPayee(ann, upi);
  expect((await setPayee(ann, { ...upi, name: ' Ann Rao ' })).payouts_from).toBeNull();
  expect((await requestPayout(ann, 600)).status).toBe(200);
  await expect
    .poll(() => blockEventsFor(ann).toSorted(), { timeout: 20_000 })
    .toEqual(['A payout was requested from your Adda wallet', 'Your Adda payouts go somewhere new']);
});

it('ID-03: setting a payee and requesting a payout require a recent proof of the password', async () => {
  const { client, database, person, requestPayout } = await startPayees();
  const ann = await person({ earned: 600 });
  await sql`UPDATE sessions SET proven_at = proven_at - interval '10 minutes' WHERE user_id = ${ann.userId}`.execute(
    database.db,
  );
  const answers = [
    await client('POST /wallet/payee', { body: upi }, ann),
    await requestPayout(ann, -1),
    await client('POST /users/me/export', {}, ann),
  ];
  for (const { status, error } of answers)
    expect([status, error.code]).toEqual([403, 'reauthentication_needed']);
});
