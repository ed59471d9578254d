import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually, startSanctions } from './sanctions.fixture.ts';

const device = () => randomBytes(16).toString('base64url');
const mailbox = () => `m${randomBytes(6).toString('hex')}`;

/** Starts the application with an administrator and helpers for evasion hints. */
async function startFixture() {
  const fixture = await startSanctions();
  const boss = await fixture.admin();
  const flags = async (status: 'open' | 'decided' = 'open') =>
    (await fixture.client('GET /admin/evasion', { query: { status, page_size: 50 } }, boss)).data.flags;
  const flagsOn = async ({ username }: { username: string }, status: 'open' | 'decided' = 'open') =>
    (await flags(status)).filter((each) => each.person.username === username);
  const decide = (flagId: string, status: 'dismissed' | 'confirmed') =>
    fixture.client('PATCH /admin/evasion/:flag_id', { params: { flag_id: flagId }, body: { status } }, boss);
  const userIdOf = async ({ username }: { username: string }) => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(
      fixture.database.db,
    );
    return rows[0]?.id ?? 0;
  };
  return { ...fixture, boss, flagsOn, decide, userIdOf };
}

describe('hints that a suspended user has another account', () => {
  it('SV-50: the same mailbox under another alias, and the same device', async () => {
    const { boss, personWith, suspendBy, flagsOn } = await startFixture();
    const [name, own] = [mailbox(), device()];
    const bob = await personWith(`${name}@gmail.com`, own);
    await suspendBy(boss, bob);
    const alias = await personWith(`${name.slice(0, 4)}.${name.slice(4)}+new@googlemail.com`, device());
    const sameDevice = await personWith(`${mailbox()}@example.org`, own);
    await eventually(async () =>
      expect(await flagsOn(alias)).toMatchObject([
        { suspended: { username: bob.username, is_suspended: true }, hints: ['email'], status: 'open' },
      ]),
    );
    await eventually(async () => expect(await flagsOn(sameDevice)).toMatchObject([{ hints: ['device'] }]));
  });

  it('SV-50: includes accounts that existed before the suspension, and no unrelated ones', async () => {
    const { boss, personWith, suspendBy, flagsOn } = await startFixture();
    const own = device();
    const bob = await personWith(`${mailbox()}@example.org`, own);
    const second = await personWith(`${mailbox()}@example.org`, own);
    const stranger = await personWith(`${mailbox()}@example.org`, device());
    await suspendBy(boss, bob);
    await eventually(async () => expect(await flagsOn(second)).toHaveLength(1));
    expect(await flagsOn(stranger)).toEqual([]);
    expect(await flagsOn(bob)).toEqual([]);
  });

  it('SV-50: a guest on the same device', async () => {
    const { boss, personWith, suspendBy, flagsOn, client } = await startFixture();
    const own = device();
    const bob = await personWith(`${mailbox()}@example.org`, own);
    await suspendBy(boss, bob);
    const body = { sex: 'male', birth_date: '2001-02-03', country: 'UK', state: 'Wales' } as const;
    const { data } = await client(
      'POST /auth/guest',
      { body },
      { headers: { cookie: `adda_device=${own}` } },
    );
    await eventually(async () => expect(await flagsOn(data)).toMatchObject([{ hints: ['device'] }]));
  });

  it('SV-50: the same payer, listed with everything else the accounts share', async () => {
    const { boss, personWith, suspendBy, flagsOn, database, userIdOf } = await startFixture();
    const own = device();
    const bob = await personWith(`${mailbox()}@example.org`, own);
    const carl = await personWith(`${mailbox()}@example.org`, own);
    for (const who of [bob, carl])
      await sql`INSERT INTO account_origins (user_id, mark, kind, seen_at)
        VALUES (${await userIdOf(who)}, 'a payer', 'payer', now())`.execute(database.db);
    await suspendBy(boss, bob);
    await eventually(async () => expect(await flagsOn(carl)).toMatchObject([{ hints: ['device', 'payer'] }]));
  });

  it('SV-50: one hint per pair, which stays decided and is audited', async () => {
    const { boss, personWith, suspendBy, flagsOn, decide, login, auditEntriesOn } = await startFixture();
    const own = device();
    const bob = await personWith(`${mailbox()}@example.org`, own);
    await suspendBy(boss, bob);
    const back = await personWith(`${mailbox()}@example.org`, own);
    await eventually(async () => expect(await flagsOn(back)).toHaveLength(1));
    const [flag] = await flagsOn(back);
    expect((await decide(flag?.flag_id ?? '', 'dismissed')).status).toBe(200);
    const stranger = await personWith(`${mailbox()}@example.org`, own);
    expect((await login(back)).status).toBe(200);
    // This later hint exists, so the comparison of the earlier login has run as well.
    await eventually(async () => expect(await flagsOn(stranger)).toHaveLength(1));
    expect(await flagsOn(back)).toEqual([]);
    expect(await flagsOn(back, 'decided')).toMatchObject([
      { status: 'dismissed', decided_by: boss.username },
    ]);
    expect((await auditEntriesOn(back)).map(({ action }) => action)).toEqual(['evasion_dismissed']);
    expect((await decide('0'.repeat(24), 'confirmed')).error.code).toBe('flag_not_found');
  });

  it('SV-13: the marks of a deleted account are deleted, those of a suspended one stay', async () => {
    const { boss, personWith, suspendBy, client, database, userIdOf } = await startFixture();
    const [ann, bob] = [
      await personWith(`${mailbox()}@example.org`),
      await personWith(`${mailbox()}@example.org`),
    ];
    const marksOf = async (id: number) =>
      (await sql`SELECT FROM account_origins WHERE user_id = ${id}`.execute(database.db)).rows.length;
    const [annId, bobId] = [await userIdOf(ann), await userIdOf(bob)];
    await suspendBy(boss, bob);
    await client('DELETE /users/me', { body: { password: 'correct horse battery' } }, ann);
    expect(await marksOf(annId)).toBe(0);
    expect(await marksOf(bobId)).toBeGreaterThan(0);
  });

  it('SV-50: an administrator cannot decide a hint about their own account', async () => {
    const { boss, personWith, flagsOn, decide, database, userIdOf } = await startFixture();
    const bob = await personWith(`${mailbox()}@example.org`);
    const id = randomBytes(12).toString('hex');
    await sql`
      INSERT INTO evasion_flags (id, user_id, suspended_id, hints)
      VALUES (${id}, ${await userIdOf(boss)}, ${await userIdOf(bob)}, ARRAY['device'])`.execute(database.db);
    expect((await decide(id, 'dismissed')).error.code).toBe('own_case');
    expect(await flagsOn(boss)).toMatchObject([{ status: 'open' }]);
  });
});
