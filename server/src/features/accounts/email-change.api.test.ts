import { UNDO_LINK_SECONDS, VERIFICATION_LINK_SECONDS } from '@adda/contract/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  PASSWORD,
  linkToken,
  registration,
  startAccounts,
  type AccountsFixture,
} from './accounts.fixture.ts';
import { askForEmail, freshEmail, mailTo } from './email-change.fixture.ts';

let adda: AccountsFixture;
beforeAll(async () => void (adda = await startAccounts()));
afterAll(() => adda.stop());

type Person = Awaited<ReturnType<AccountsFixture['register']>>;

const change = (person: Person, email: string) =>
  adda.client('POST /auth/email/change', { body: { email } }, person);
const confirm = (token: string) => adda.client('POST /auth/email/confirm', { body: { token } });
const undo = (token: string) => adda.client('POST /auth/email/undo', { body: { token } });
const reset = (token: string, password: string) =>
  adda.client('POST /auth/password/reset', { body: { token, new_password: password } });
const me = async (person: { token: string }) => (await adda.client('GET /users/me', {}, person)).data;
const logIn = (username: string, password = PASSWORD) =>
  adda.client('POST /auth/login', { body: { username, password } });

const asked = (person: Person) => askForEmail(adda, person);

const DEAD = {
  status: 400,
  error: { code: 'invalid_verification_link', detail: 'Invalid or expired verification link' },
};

describe('a change of the e-mail address', () => {
  it('ID-05: the link in the mail to the new address makes it the confirmed one, once', async () => {
    const ann = await adda.register();
    const { email, confirmToken: token } = await asked(ann);
    expect(await me(ann)).toMatchObject({ email: ann.email, wanted_email: email });
    expect((await confirm(token)).status).toBe(200);
    expect(await me(ann)).toMatchObject({ email, wanted_email: null, email_verified: true });
    expect((await logIn(email)).status).toBe(200);
    expect((await logIn(ann.email)).status).toBe(401);
    expect(await confirm(token)).toMatchObject(DEAD);
  });

  it('ID-05: a newer request ends an older link, and links end after three days', async () => {
    const ann = await adda.register();
    const older = await asked(ann);
    const newer = await asked(ann);
    expect(await confirm(older.confirmToken)).toMatchObject(DEAD);
    adda.passSeconds(VERIFICATION_LINK_SECONDS);
    expect(await confirm(newer.confirmToken)).toMatchObject(DEAD);
    expect((await logIn(ann.email)).status).toBe(200);
  });

  it('ID-05: for a taken address the response is the same, and its owner learns of it', async () => {
    const [ann, ben] = [await adda.register(), await adda.register()];
    const free = await change(ann, freshEmail());
    const taken = await change(ann, ben.email);
    expect([taken.status, taken.data]).toEqual([free.status, free.data]);
    // Nor does the own account say which address is taken.
    expect((await me(ann)).wanted_email).toBe(ben.email);
    const mail = await mailTo(adda, ben.email, /Somebody asked for your e-mail address/);
    expect(mail).toContain('nothing was changed');
    expect(mail).not.toContain(ann.username);
    expect(mail).not.toContain('token=');
    expect(await mailTo(adda, ben.email, /confirm your new address/)).toBe('');
    expect((await change(ann, ann.email)).error.code).toBe('email_unchanged');
    expect((await change(ann, ann.email.toUpperCase())).error.code).toBe('email_unchanged');
  });

  it('ID-05: an address that another account can still have back is taken, and the mail goes there', async () => {
    const [ann, ben] = [await adda.register(), await adda.register()];
    await confirm((await asked(ann)).confirmToken);
    expect((await change(ben, ann.email)).status).toBe(200);
    expect(await mailTo(adda, ann.email, /Somebody asked for your e-mail address/)).toContain(
      'nothing was changed',
    );
  });

  it('ID-05: an address that somebody took in between is not confirmed', async () => {
    const ann = await adda.register();
    const { email, confirmToken: token } = await asked(ann);
    await adda.register({ ...registration(), email });
    expect(await confirm(token)).toMatchObject(DEAD);
    expect((await me(ann)).email).toBe(ann.email);
  });

  it('ID-05: links that were sent to the old address open nothing any more, apart from the way back', async () => {
    const ann = await adda.register();
    await adda.client('POST /auth/password/forgot', { body: { email: ann.email } });
    const resetToken = linkToken(await mailTo(adda, ann.email, /new password/));
    const { confirmToken: token } = await asked(ann);
    await confirm(token);
    expect((await reset(resetToken, 'a wholly new secret 7')).error.code).toBe('invalid_reset_link');
  });
});

describe('‘This was not me’', () => {
  it('ID-05: before the confirmation it ends the change, every session and the password', async () => {
    const ann = await adda.register();
    const links = await asked(ann);
    const undone = await undo(links.undoToken);
    expect(undone.status).toBe(200);
    expect(await confirm(links.confirmToken)).toMatchObject(DEAD);
    expect((await adda.client('GET /users/me', {}, ann)).error.code).toBe('invalid_token');
    expect((await logIn(ann.username)).status).toBe(401);
    expect((await reset(undone.data.reset_token, 'a wholly new secret 7')).status).toBe(200);
    expect((await logIn(ann.email, 'a wholly new secret 7')).status).toBe(200);
  });

  it('ID-05: after the confirmation the old address comes back, confirmed, whatever came later', async () => {
    const ann = await adda.register();
    const first = await asked(ann);
    await confirm(first.confirmToken);
    const thief = { ...ann, email: first.email };
    const second = await asked(thief);
    await confirm(second.confirmToken);
    const undone = await undo(first.undoToken);
    await reset(undone.data.reset_token, 'a wholly new secret 7');
    const { data } = await logIn(ann.email, 'a wholly new secret 7');
    expect(await me({ token: data.access_token })).toMatchObject({ email: ann.email, email_verified: true });
    // Neither can the thief take it back.
    expect(await undo(second.undoToken)).toMatchObject(DEAD);
    expect(await undo(first.undoToken)).toMatchObject(DEAD);
  });

  it('ID-05: it works for seven days', async () => {
    const ann = await adda.register();
    const links = await asked(ann);
    await confirm(links.confirmToken);
    adda.passSeconds(UNDO_LINK_SECONDS);
    expect(await undo(links.undoToken)).toMatchObject(DEAD);
  });

  it('ID-05: while it works nobody else can register with the old address', async () => {
    const ann = await adda.register();
    const links = await asked(ann);
    await confirm(links.confirmToken);
    const taken = { ...registration(), email: ann.email };
    expect((await adda.client('POST /auth/register', { body: taken })).error.code).toBe('email_taken');
    adda.passSeconds(UNDO_LINK_SECONDS);
    expect((await adda.client('POST /auth/register', { body: taken })).status).toBe(201);
  });

  it('ID-05, ID-02: an authenticator app and recovery codes of since the request are removed, earlier ones stay', async () => {
    const [ann, ben] = [await adda.register(), await adda.register()];
    const { rows } = await adda.database.pool.query('SELECT id, username FROM users');
    const idOf = ({ username }: Person) => rows.find((row) => row.username === username)?.id;
    const giveApp = async (person: Person, at: Date) => {
      await adda.database.pool.query('UPDATE users SET has_totp = true WHERE id = $1', [idOf(person)]);
      await adda.database.pool.query(
        "INSERT INTO totp_secrets (user_id, secret, confirmed_at) VALUES ($1, 'x', $2)",
        [idOf(person), at],
      );
      await adda.database.pool.query(
        "INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ($1, 'x', $2)",
        [idOf(person), at],
      );
    };
    await giveApp(ann, new Date(adda.now().getTime() - 60_000));
    const links = [await asked(ann), await asked(ben)];
    await giveApp(ben, adda.now());
    for (const { undoToken: token } of links) expect((await undo(token)).status).toBe(200);
    const left = await adda.database.pool.query('SELECT user_id FROM totp_secrets');
    expect(left.rows.map((row) => row.user_id)).toEqual([idOf(ann)]);
    const codes = await adda.database.pool.query('SELECT user_id FROM recovery_codes');
    expect(codes.rows.map((row) => row.user_id)).toEqual([idOf(ann)]);
  });

  it('ID-05: a guess opens nothing', async () => {
    expect(await undo('x'.repeat(24))).toMatchObject(DEAD);
    expect(await confirm('x'.repeat(24))).toMatchObject(DEAD);
  });
});
