import type { PayeeInput } from '@adda/contract/wallet';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startCoins, type Holder } from '../coins-app.fixture.ts';

async function startPayees() {
  const fixture = await startCoins();
  const { client } = fixture;
  return {
    ...fixture,
    setPayee: (user: Holder, body: PayeeInput) => client('POST /wallet/payee', { body }, user),
    payee: async (user: Holder) => (await client('GET /wallet/payee', {}, user)).data.payee,
  };
}

it('SV-93: a payee is returned masked once set; setting another one replaces it', async () => {
  const { person, setPayee, payee } = await startPayees();
  const [ann, ben] = [await person(), await person()];
  expect(await payee(ann)).toBeNull();
  const upi = { kind: 'upi', name: ' Ann Rao ', account: ' ann.rao@okbank ' } as const;
  const answer = await setPayee(ann, upi);
  const masked = { kind: 'upi', name: 'Ann Rao', account_masked: 'a••••@okbank' };
  expect([answer.status, answer.data]).toEqual([
    200,
    { message: 'Payout details saved', payee: masked, payouts_from: null },
  ]);
  expect(await payee(ann)).toEqual(masked);
  await setPayee(ann, { kind: 'paypal', name: 'Ann', account: 'ann@mail.example' });
  expect(await payee(ann)).toEqual({ kind: 'paypal', name: 'Ann', account_masked: 'a••••@mail.example' });
  expect(await payee(ben)).toBeNull();
});

it('SV-93: a lone surrogate in a name is replaced before it is stored', async () => {
  const { person, setPayee, payee } = await startPayees();
  const ann = await person();
  await setPayee(ann, { kind: 'upi', name: 'Ann \ud83d', account: 'ann.rao@okbank' });
  expect(await payee(ann)).toMatchObject({ name: 'Ann \ufffd' });
});

it('SV-93: the database stores payees encrypted, and bound to their owner’s row', async () => {
  const { person, setPayee, payee, database } = await startPayees();
  const [ann, ben] = [await person(), await person()];
  await setPayee(ann, { kind: 'bank', name: 'Ann Rao', account: '123456789012, HDFC0001234' });
  await setPayee(ben, { kind: 'bank', name: 'Ben', account: '999999999999, HDFC0001234' });
  const { rows } = await sql<{ row: string }>`
    SELECT payees::text AS row FROM payees WHERE user_id = ${ann.userId}`.execute(database.db);
  const row = rows[0]?.row ?? '';
  for (const secret of ['Ann', 'Rao', '123456789012', 'HDFC']) {
    expect(row).not.toContain(secret);
    expect(row).not.toContain(Buffer.from(secret).toString('base64url').slice(0, -1));
  }
  await sql`
    UPDATE payees SET sealed = other.sealed FROM payees other
    WHERE payees.user_id = ${ben.userId} AND other.user_id = ${ann.userId}`.execute(database.db);
  expect(await payee(ben)).toBeNull();
});

it.each([
  ['upi', 'ann', 'Enter a UPI id, such as name@bank.'],
  ['upi', 'a b@bank', 'Enter a UPI id, such as name@bank.'],
  ['paypal', 'ann@bank', 'Enter the e-mail address of your PayPal account.'],
  ['bank', '12345', 'Enter the account number, a comma, and the bank’s code.'],
  ['bank', 'ann@bank.example', 'Enter the account number, a comma, and the bank’s code.'],
] as const)('SV-93: a %s account %s is refused with words', async (kind, account, words) => {
  const { person, setPayee, payee } = await startPayees();
  const ann = await person();
  const answer = await setPayee(ann, { kind, name: 'Ann', account });
  expect([answer.status, answer.error.code]).toEqual([422, 'validation_failed']);
  expect(answer.error.detail).toEqual([{ loc: ['body', 'account'], msg: words, type: 'invalid_format' }]);
  expect(await payee(ann)).toBeNull();
});

it('R-20: refuses a missing name, a missing account and unknown fields', async () => {
  const { person, setPayee } = await startPayees();
  const ann = await person();
  const right = { kind: 'upi', name: 'Ann', account: 'ann@bank' } as const;
  for (const wrong of [{ name: ' ' }, { account: '' }, { name: 'x'.repeat(81) }, { since: 1 }])
    expect((await setPayee(ann, { ...right, ...wrong })).status).toBe(422);
});
