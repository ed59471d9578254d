import { SESSION_COOKIE } from '@adda/contract/platform';
import { describe, expect, it } from 'vitest';
import { eventually, PASSWORD, REASON, startSanctions } from './sanctions.fixture.ts';

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('POST /admin/users/:username/suspend', () => {
  it('SV-50, SV-02, SV-06: ends access immediately and returns the reason to a caller with the password or token', async () => {
    const { admin, person, suspendBy, login, client } = await startSanctions();
    const [boss, bob] = [await admin(), await person()];
    const until = inHours(24);
    expect((await suspendBy(boss, bob, until)).status).toBe(200);

    expect((await client('GET /users/me', {}, bob)).error).toMatchObject({
      code: 'account_suspended',
      detail: 'Account suspended',
    });
    expect((await client('POST /auth/refresh', { body: { token: bob.token } })).status).toBe(401);
    expect(await login(bob)).toMatchObject({ status: 403, error: { code: 'account_suspended' } });
    expect(await login(bob, 'not the password')).toMatchObject({ status: 401 });

    const proofs = [{ token: bob.token }, { username: bob.username, password: PASSWORD }];
    for (const body of proofs) {
      const { data } = await client('POST /auth/suspension', { body });
      expect(data).toMatchObject({
        username: bob.username,
        sanction: {
          kind: 'suspension',
          reason: REASON,
          until: until.toISOString(),
          ended_at: null,
          appeal: null,
        },
      });
      expect(data.sanction).not.toHaveProperty('issued_by');
    }
  });

  it('SV-50: a ban has no end and is audited with its administrator', async () => {
    const { admin, person, suspendBy, suspensionOf, auditEntriesOn } = await startSanctions();
    const [boss, bob] = [await admin(), await person()];
    await suspendBy(boss, bob);
    expect((await suspensionOf(bob)).data.sanction).toMatchObject({ kind: 'ban', until: null });
    const entries = await auditEntriesOn(bob);
    expect(entries).toMatchObject([{ action: 'user_suspended', actor: boss.username }]);
    expect(JSON.parse(entries[0]?.details ?? '')).toMatchObject({ kind: 'ban', reason: REASON });
  });

  it('SV-50: sends reason, end and appeal link by mail', async () => {
    const { admin, personWith, suspendBy, mails } = await startSanctions();
    const bob = await personWith('bob.mailed@example.org');
    await suspendBy(await admin(), bob);
    await eventually(() => {
      const mail = mails().findLast((each) => each.includes('To: bob.mailed@example.org')) ?? '';
      expect(mail).toContain('Subject: Your Adda account is suspended');
      expect(mail).toContain(REASON);
      expect(mail).toContain('/suspended');
    });
  });

  it.each([
    ['an unknown user', 404, 'user_not_found'],
    ['an administrator', 400, 'admin_not_sanctioned'],
    ['themselves', 400, 'admin_not_sanctioned'],
    ['a user twice', 400, 'already_suspended'],
    ['a user without a reason', 400, 'sanction_reason_missing'],
    ['a user until yesterday', 400, 'suspension_end_in_past'],
  ])('SV-50: an administrator cannot suspend %s', async (targetKind, status, code) => {
    const { admin, person, suspendBy } = await startSanctions();
    const [boss, other, bob] = [await admin(), await admin(), await person()];
    if (targetKind === 'a user twice') await suspendBy(boss, bob);
    const target =
      {
        'an unknown user': { ...bob, username: 'no-such-person' },
        'an administrator': other,
        themselves: boss,
      }[targetKind] ?? bob;
    const until = targetKind === 'a user until yesterday' ? inHours(-24) : undefined;
    const answer = await suspendBy(
      boss,
      target,
      until,
      targetKind === 'a user without a reason' ? '  ' : REASON,
    );
    expect(answer).toMatchObject({ status, error: { code } });
  });

  it('SV-50: only administrators can suspend and reinstate', async () => {
    const { person, suspendBy, unsuspendBy } = await startSanctions();
    const [ann, bob] = [await person(), await person()];
    expect((await suspendBy(ann, bob)).status).toBe(403);
    expect((await unsuspendBy(ann, bob)).status).toBe(403);
  });

  it('SV-50: of ten concurrent suspensions one succeeds', async () => {
    const { admin, person, suspendBy, auditEntriesOn } = await startSanctions();
    const admins = await Promise.all(Array.from({ length: 10 }, () => admin()));
    const bob = await person();
    const answers = await Promise.all(admins.map((each) => suspendBy(each, bob)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ error }) => error.code))).toEqual(
      new Set(['already_suspended']),
    );
    expect(await auditEntriesOn(bob)).toHaveLength(1);
  });

  it('R-07: no session of a concurrent login stays usable', async () => {
    const { admin, person, suspendBy, login, client } = await startSanctions();
    const [boss, bob] = [await admin(), await person()];
    const [, ...logins] = await Promise.all([
      suspendBy(boss, bob),
      ...Array.from({ length: 5 }, () => login(bob)),
    ]);
    for (const answer of logins)
      if (answer.status === 200)
        expect((await client('GET /users/me', {}, { token: answer.data.access_token })).status).toBe(403);
  });

  it('SV-04: a suspended guest cannot return by upgrading', async () => {
    const { admin, guest, suspendBy, client } = await startSanctions();
    const [boss, visitor] = [await admin(), await guest()];
    await suspendBy(boss, visitor);
    const body = { username: 'fresh.start', email: 'fresh.start@example.org', password: PASSWORD };
    expect((await client('POST /auth/upgrade', { body }, visitor)).status).toBe(403);
  });
});

describe('the end of a suspension', () => {
  it('SV-50: reinstating notifies the user, is audited, and restores the account under the same name', async () => {
    const { admin, person, suspendBy, unsuspendBy, login, client, auditEntriesOn } = await startSanctions();
    const [boss, bob] = [await admin(), await person()];
    await suspendBy(boss, bob);
    expect((await unsuspendBy(boss, bob)).status).toBe(200);
    expect(await unsuspendBy(boss, bob)).toMatchObject({ status: 400, error: { code: 'not_suspended' } });
    // Earlier sessions stay ended, without the suspension as a reason.
    expect(await client('GET /users/me', {}, bob)).toMatchObject({
      status: 401,
      error: { code: 'invalid_token' },
    });
    const token = (await login(bob)).data.access_token;
    expect((await client('GET /users/me', {}, { token })).data.username).toBe(bob.username);
    const { sanctions } = (await client('GET /users/me/sanctions', {}, { token })).data;
    expect(sanctions).toMatchObject([{ kind: 'ban', end: 'lifted' }]);
    const { notifications } = (await client('GET /notifications', { query: {} }, { token })).data;
    expect(notifications).toMatchObject([{ kind: 'suspension_ended', text: 'we were wrong' }]);
    expect((await auditEntriesOn(bob)).map(({ action }) => action)).toEqual([
      'user_suspended',
      'user_unsuspended',
    ]);
  });

  it('SV-50: a user can log in as soon as the suspension has expired', async () => {
    const { admin, person, suspendBy, login, passTime } = await startSanctions();
    const [boss, bob] = [await admin(), await person()];
    await suspendBy(boss, bob, inHours(1));
    expect((await login(bob)).status).toBe(403);
    await passTime(bob);
    expect((await login(bob)).status).toBe(200);
  });

  it('SV-50: the job ends an expired suspension once, even when it runs concurrently', async () => {
    const { admin, person, suspendBy, passTime, runExpiryJob, auditEntriesOn, suspensionOf } =
      await startSanctions();
    const [boss, bob, carl] = [await admin(), await person(), await person()];
    await Promise.all([suspendBy(boss, bob, inHours(1)), suspendBy(boss, carl, inHours(1))]);
    await passTime(bob);
    await Promise.all([runExpiryJob(), runExpiryJob()]);
    await eventually(async () =>
      expect((await auditEntriesOn(bob)).map(({ action, actor }) => [action, actor])).toEqual([
        ['user_suspended', boss.username],
        ['suspension_expired', null],
      ]),
    );
    expect((await suspensionOf(carl)).status).toBe(200);
  });
});

describe('POST /auth/suspension', () => {
  it('R-19: reveals nothing without password or token', async () => {
    const { admin, person, suspendBy, client } = await startSanctions();
    const [boss, bob] = [await admin(), await person()];
    await suspendBy(boss, bob);
    for (const body of [
      {},
      { token: 'forged' },
      { username: bob.username, password: 'a guess' },
      { username: 'no-such-person', password: 'a guess' },
    ])
      expect(await client('POST /auth/suspension', { body })).toMatchObject({
        status: 401,
        error: { code: 'invalid_credentials' },
      });
    const forged = `${bob.token.slice(0, -4)}AAAA`;
    expect((await client('POST /auth/suspension', { body: { token: forged } })).status).toBe(401);
  });

  it('ID-07: the cookie of the ended session proves it too, from a page of this site', async () => {
    const { admin, person, suspendBy, client, url } = await startSanctions();
    const [boss, bob] = [await admin(), await person()];
    await suspendBy(boss, bob);
    const ask = (origin: string) =>
      client(
        'POST /auth/suspension',
        { body: {} },
        { headers: { cookie: `${SESSION_COOKIE.http}=${bob.token}`, origin } },
      );
    expect((await ask(url)).data).toMatchObject({ username: bob.username, sanction: { reason: REASON } });
    expect((await ask('https://elsewhere.example')).error.code).toBe('foreign_origin');
  });

  it('R-19: attempts are limited like those of login', async () => {
    const { admin, person, suspendBy, client } = await startSanctions();
    const [boss, bob] = [await admin(), await person()];
    await suspendBy(boss, bob);
    const guess = () =>
      client('POST /auth/suspension', { body: { username: bob.username, password: 'a guess' } });
    const codes: string[] = [];
    for (let n = 0; n < 12; n += 1) codes.push((await guess()).error.code);
    expect(codes[0]).toBe('invalid_credentials');
    expect(codes.at(-1)).toBe('too_many_login_attempts');
  });

  it('SV-50: a user who is not suspended gets no_suspension, and a guest can use the token', async () => {
    const { admin, person, guest, suspendBy, suspensionOf } = await startSanctions();
    const [boss, ann, visitor] = [await admin(), await person(), await guest()];
    expect((await suspensionOf(ann)).error.code).toBe('no_suspension');
    await suspendBy(boss, visitor);
    expect((await suspensionOf(visitor)).data.username).toBe(visitor.username);
  });
});
