import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  linkToken,
  PASSWORD,
  registration,
  startAccounts,
  type AccountsFixture,
} from './accounts.fixture.ts';
import { askForEmail } from './email-change.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

const statusOf = async (call: Promise<{ readonly status: number }>) => (await call).status;
const confirm = (token: string) => statusOf(adda.client('POST /auth/email/confirm', { body: { token } }));
const undo = (token: string) => statusOf(adda.client('POST /auth/email/undo', { body: { token } }));

type Person = Awaited<ReturnType<AccountsFixture['register']>>;

/** A user who asked for another address, and the tokens of both mails. */
async function asked(given?: Person) {
  const person = given ?? (await adda.register());
  return { person, ...(await askForEmail(adda, person)) };
}

const emailOf = async (username: string): Promise<string> =>
  (await adda.database.pool.query('SELECT email FROM users WHERE username = $1', [username])).rows[0]?.email;

it('ID-05: each link works for one of several requests at once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { confirmToken, undoToken } = await asked();
    const confirmed = await Promise.all([1, 2, 3].map(() => confirm(confirmToken)));
    expect(confirmed.toSorted()).toEqual([200, 400, 400]);
    const undone = await Promise.all([1, 2, 3].map(() => undo(undoToken)));
    expect(undone.toSorted()).toEqual([200, 400, 400]);
  }
});

it('ID-05: an undo wins over a confirmation at the same time', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { person, confirmToken, undoToken } = await asked();
    const calls = [() => confirm(confirmToken), () => undo(undoToken)];
    const [, undone] =
      round % 2 === 0
        ? await Promise.all(calls.map((call) => call()))
        : (await Promise.all(calls.toReversed().map((call) => call()))).toReversed();
    expect(undone).toBe(200);
    expect(await emailOf(person.username)).toBe(person.email);
  }
});

it('ID-05: of the ways back of a login and of a later change, used at once, the earlier one works once in any case', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await adda.register();
    await adda.client('POST /auth/login', { body: { username: person.username, password: PASSWORD } });
    const login = (await adda.mailsTo(person.email)).find((mail) => mail.includes('A new login'));
    const { confirmToken, undoToken } = await asked(person);
    expect(await confirm(confirmToken)).toBe(200);
    const body = { token: linkToken(login) };
    const undoLogin = () => statusOf(adda.client('POST /auth/login/undo', { body }));
    const [ofChange, ...ofLogin] = await Promise.all([undo(undoToken), undoLogin(), undoLogin()]);
    expect([200, 400]).toContain(ofChange);
    expect(ofLogin.toSorted()).toEqual([200, 400]);
    expect(await emailOf(person.username)).toBe(person.email);
  }
});

it('ID-05: of two accounts that want one address, one gets it', async () => {
  const email = registration().email.replace('@', '.wanted@');
  const people = [await adda.register(), await adda.register()];
  for (const person of people) await adda.client('POST /auth/email/change', { body: { email } }, person);
  const tokens = (await adda.mailsTo(email)).map(linkToken);
  expect(tokens).toHaveLength(2);
  expect((await Promise.all(tokens.map(confirm))).toSorted()).toEqual([200, 400]);
});
